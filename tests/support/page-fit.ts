import type { Locator, Page } from '@playwright/test';

/** WCAG 2.2, 1.4.12: what a person's own style sheet may set, and nothing may be lost. */
export const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;

/**
 * Describes what is unreachable in the current window, on the page or in its open dialog: the page scrolls sideways; a control
 * cannot be scrolled into view or is covered there; something scrolls sideways that is no table, plot, code or row of tabs.
 */
export async function unreachable(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const WIDE = '[role=grid], [role=treegrid], [role=tablist], table, svg, canvas, .cm-scroller, pre, code, [data-wide]';
    const CONTROLS = 'button, input, select, textarea, summary, a[href], [role=tab], [role=slider], [role=separator]';
    const faults: string[] = [];
    const nameOf = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const scrolling = document.scrollingElement;
    if (scrolling && scrolling.scrollWidth > innerWidth) faults.push(`the page is ${String(scrolling.scrollWidth)} px wide`);
    const seen = (element: Element): boolean =>
      element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && !element.closest('[inert], .sr-only');
    for (const element of root.querySelectorAll('*')) {
      if (!seen(element) || element.scrollWidth <= element.clientWidth + 1 || element.clientWidth === 0) continue;
      if (!/auto|scroll/.test(getComputedStyle(element).overflowX)) continue;
      if (element.matches(WIDE) || element.querySelector(':scope > table, :scope > * > table, :scope svg, :scope > pre')) continue;
      faults.push(
        `${nameOf(element)} (${element.className}) scrolls sideways: ${String(element.scrollWidth)} in ${String(element.clientWidth)} px`,
      );
    }
    for (const control of root.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!seen(control) || control.matches(':disabled') || control.closest('[role=grid], [role=treegrid], .cm-editor, datalist')) continue;
      control.scrollIntoView({ block: 'center', inline: 'nearest' });
      const box = control.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const [x, y] = [box.x + Math.min(box.width / 2, 16), box.y + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : null;
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) faults.push(`${nameOf(control)} lies outside of the window`);
      else if (!hit || !(control.contains(hit) || hit.contains(control) || label?.contains(hit)))
        faults.push(`${nameOf(control)} is covered by ${hit ? nameOf(hit.closest('button, a, li, [role]') ?? hit) : 'nothing'}`);
      // An element with hidden overflow can be scrolled only by scripts.
      for (let above = control.parentElement; above; above = above.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(above);
        if ((overflowX === 'hidden' && above.scrollLeft > 0) || (overflowY === 'hidden' && above.scrollTop > 0))
          faults.push(`${nameOf(control)} is cut off by ${above.tagName.toLowerCase()}.${above.className}`);
      }
    }
    return faults;
  });
}

/** Texts that are cut off where they stand, without a title that holds them; of the page or of the dialog before it. */
export async function cutTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>();
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = node.textContent?.trim() ?? '';
      const own = node.parentElement;
      if (words === '' || !own || own.closest('.sr-only, [inert], svg, .cm-editor, option, script, style') || !own.checkVisibility())
        continue;
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width < 2) continue;
      for (let above: Element | null = own; above && above !== root; above = above.parentElement) {
        const style = getComputedStyle(above);
        if (style.clipPath !== 'none') break;
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
        if (style.overflow === 'visible') continue;
        const edge = above.getBoundingClientRect();
        // The ellipsis begins at the padding.
        const room = style.textOverflow === 'ellipsis' ? parseFloat(style.paddingRight) : 0;
        const sideways = box.right > edge.right - room + 1 || box.left < edge.left - 1;
        const down = box.bottom > edge.bottom + 2 || box.top < edge.top - 2;
        if (!sideways && !down) continue;
        // Tables show the full text of the focused cell.
        const whole =
          (own.closest('[title]') !== null && /ellipsis/.test(style.textOverflow)) ||
          style.webkitLineClamp !== 'none' ||
          own.closest('[role=gridcell]') !== null;
        if (!whole || /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/.test(words))
          faults.add(`${down ? 'v' : 'h'} ${above.className} “${words.slice(0, 50)}”`);
        break;
      }
    }
    return [...faults];
  });
}

/** Texts that overlap each other. */
export async function overlaps(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const boxes: { words: string; own: Element; box: DOMRect }[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = node.textContent?.trim() ?? '';
      const own = node.parentElement;
      if (words === '' || !own || own.closest('.sr-only, [inert], svg, .cm-editor, option, script, style') || !own.checkVisibility())
        continue;
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) {
        let { left, top, right, bottom } = line;
        // Overflowing content is not drawn.
        for (let above: Element | null = own; above && above !== root; above = above.parentElement) {
          if (getComputedStyle(above).overflow === 'visible') continue;
          const edge = above.getBoundingClientRect();
          [left, top] = [Math.max(left, edge.left), Math.max(top, edge.top)];
          [right, bottom] = [Math.min(right, edge.right), Math.min(bottom, edge.bottom)];
        }
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        if (right - left < 3 || bottom <= top || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
        const hit = document.elementFromPoint(x, y);
        if (hit && own.contains(hit)) boxes.push({ words, own, box: new DOMRect(left, top, right - left, bottom - top) });
      }
    }
    const faults = new Set<string>();
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1)) {
        if (a.own === b.own || a.own.contains(b.own) || b.own.contains(a.own)) continue;
        const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (wide > 3 && high > 6) faults.add(`“${a.words.slice(0, 30)}” on “${b.words.slice(0, 30)}”`);
      }
    return [...faults];
  });
}

/** The styles of an element that show that it is selected or focused. */
export async function chosenLook(
  element: Locator,
): Promise<{ readonly ground: string; readonly border: string; readonly outline: string }> {
  return element.evaluate((it) => {
    const { backgroundColor, borderBottomColor, outlineStyle } = getComputedStyle(it);
    return { ground: backgroundColor, border: borderBottomColor, outline: outlineStyle };
  });
}
