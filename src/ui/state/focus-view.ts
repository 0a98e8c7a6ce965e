import { VIEW_TITLES, type ViewId } from './place.svelte.ts';

/** Selector of the part of a view that gets the focus; other views get it themselves. */
const WORKED_WITH: Partial<Record<ViewId, string>> = {
  calls: '.cm-content, div:has(+ [hidden]) > form :is(input, select, textarea)',
  packets: '[role=grid]',
  devices: '[role=grid]',
  sql: '[role=textbox]',
};

/** Maximum time to wait for the part to appear: a view shown for the first time loads its code, an editor its language. */
const PATIENCE_MS = 3000;
const STEP_MS = 40;

/**
 * Moves the focus into the active view, unless the person has meanwhile focused something in it.
 * @param from the element that had the focus when the view was chosen
 * @param wanted selector of the part to focus, within the view, or in the whole page if it begins with `:root`; null for the view itself
 */
export async function focusView(view: ViewId, from: Element | null, wanted: string | null = WORKED_WITH[view] ?? null): Promise<void> {
  // A dialog that closes returns the focus to an element, which does not count as the person's choice.
  const given = (from?.closest('dialog') ?? null) !== null;
  const until = performance.now() + PATIENCE_MS;
  for (let waited = 0; ; waited = STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, waited));
    const late = performance.now() > until;
    // Nothing outside a modal dialog can be focused.
    if (document.querySelector('dialog:modal') !== null) {
      if (late) return;
      continue;
    }
    const region = [...document.querySelectorAll<HTMLElement>('section[aria-label]')].find(
      (section) => section.ariaLabel === VIEW_TITLES[view] && section.checkVisibility(),
    );
    const now = document.activeElement;
    if (!given && now !== from && region?.contains(now)) return;
    const within = wanted?.startsWith(':root') === true ? document : region;
    const part = wanted === null ? region : [...(within?.querySelectorAll<HTMLElement>(wanted) ?? [])].find(usable);
    if (part ?? late) {
      takeFocus(part ?? region);
      return;
    }
  }
}

/** Focuses an element; adds a tabindex while it has the focus if needed. */
export function takeFocus(part: HTMLElement | undefined): void {
  if (!part) return;
  part.focus({ preventScroll: true });
  if (document.activeElement === part) return;
  part.tabIndex = -1;
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  part.focus({ preventScroll: true });
}

export const usable = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches(':disabled, [inert], [inert] *') && element.checkVisibility({ visibilityProperty: true });
