import { takeFocus, usable } from './focus-view.ts';

/** If the focused element disappears, the focus moves to the nearest of these around it. */
const HOME = 'dialog, section, form, [role=region], [role=tabpanel], main';

/**
 * Keeps the focus near where the person works. When the focused control is removed or disabled, or its dialog or view closes, browsers move
 * the focus to the top of the page. This moves it to the nearest visible part around the control, or from a closed dialog to the control
 * that opened it. A button that was disabled or removed only briefly gets the focus back. Returns a function that stops this.
 */
export function keepFocus(page: Document = document): () => void {
  /** The focused element and its ancestors from the inside out, then those of the element that opened its dialog. */
  let trail: readonly HTMLElement[] = [];
  /** The element focused previously in another part, used when a whole part is removed. */
  let before: HTMLElement | null = null;
  /** Parent of the focused element: a button with the same text that reappears there gets the focus. */
  let row: HTMLElement | null = null;
  let words = '';
  /** A part that has the focus instead of an element in it. */
  let substitute: HTMLElement | null = null;
  let planned = false;

  const homeless = (): boolean => page.activeElement === null || page.activeElement === page.body || page.activeElement === substitute;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === substitute) return;
    substitute = null;
    const around = partsAround(target);
    const dialog = around.findLast((part) => part instanceof HTMLDialogElement);
    const known = dialog ? trail.indexOf(dialog) : -1;
    const behind = !dialog ? [] : known >= 0 ? trail.slice(known + 1) : trail;
    const [last, part] = trail;
    if (last && part !== around[0]) before = last;
    row = target.parentElement;
    words = wordsOf(target);
    trail = [target, ...(dialog ? around.slice(0, around.indexOf(dialog) + 1) : around), ...behind];
  }

  function restore(): void {
    planned = false;
    const [last] = trail;
    if (!last || !homeless()) return;
    // A click beside a control leaves it normally; act only if the element is gone.
    if (usable(last) && substitute === null) return;
    const modal = [...page.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
    const allowed = (part: HTMLElement): boolean => usable(part) && (!modal || modal.contains(part));
    const next = again(last) ?? [...trail, ...(before ? [before] : [])].find(allowed);
    if (!next || next === substitute) return;
    substitute = next !== last && next.matches(HOME) ? next : null;
    takeFocus(next);
  }

  /** The control that replaces one that was removed briefly: same tag and text under the same parent. */
  function again(last: HTMLElement): HTMLElement | undefined {
    if (last.isConnected || !row?.isConnected || words === '') return undefined;
    return [...row.querySelectorAll<HTMLElement>(last.tagName)].find((each) => wordsOf(each) === words && usable(each));
  }

  /** Runs after the frame in which the browser itself may move the focus. */
  function plan(): void {
    if (planned) return;
    planned = true;
    setTimeout(restore, SETTLED_MS);
  }

  function leave(): void {
    substitute = null;
    if (trail[0] && !usable(trail[0])) trail = [];
  }

  function onkey({ key }: KeyboardEvent): void {
    if (key === 'Tab') restore();
  }

  const watch = new MutationObserver(plan);
  watch.observe(page.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'inert', 'open'] });
  page.addEventListener('focusin', remember);
  page.addEventListener('pointerdown', leave);
  page.addEventListener('keydown', onkey, { capture: true });
  return () => {
    watch.disconnect();
    page.removeEventListener('focusin', remember);
    page.removeEventListener('pointerdown', leave);
    page.removeEventListener('keydown', onkey, { capture: true });
  };
}

/** One and a half frames at 60 per second; by then, code that moves the focus on purpose has run. */
const SETTLED_MS = 25;

const wordsOf = (element: HTMLElement): string => (element.getAttribute('aria-label') ?? element.textContent).trim();

function partsAround(element: HTMLElement): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element.parentElement?.closest<HTMLElement>(HOME); part; part = part.parentElement?.closest<HTMLElement>(HOME))
    parts.push(part);
  return parts;
}
