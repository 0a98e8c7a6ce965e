import { takeFocus, usable } from './focus-view.ts';

/** Where the keyboard goes on when what had it is gone: the nearest of these around it. */
const HOME = 'dialog, section, form, [role=region], [role=tabpanel], main';

/**
 * Keeps the keyboard where somebody works. A button that is taken away or switched off by its own press, a dialog that is
 * removed while it is open, a panel that goes behind another: the browser then starts over at the top of the page. Here the focus goes
 * to the nearest part around it that is still seen, and of a closed dialog to what opened it; a button that was off or away for
 * a moment has it back.
 * @returns what stops it
 */
export function keepFocus(page: Document = document): () => void {
  /** What had the focus, then what lies around it from the inside out, then the same of what opened its dialog. */
  let trail: readonly HTMLElement[] = [];
  /** What had it before in another part: a bar that goes as a whole leaves nothing around. */
  let before: HTMLElement | null = null;
  /** Around what had the focus: a button of the same words that comes again there is taken for it. */
  let row: HTMLElement | null = null;
  let words = '';
  /** A part that has it in the place of something in it. */
  let stand: HTMLElement | null = null;
  let planned = false;

  const homeless = (): boolean => page.activeElement === null || page.activeElement === page.body || page.activeElement === stand;

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || target === stand) return;
    stand = null;
    const around = partsAround(target);
    const dialog = around.findLast((part) => part instanceof HTMLDialogElement);
    // Behind a dialog of a dialog stands what opened either.
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
    // Somebody who presses beside a control has left it; only what is gone is looked for.
    if (usable(last) && stand === null) return;
    const modal = [...page.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);
    const allowed = (part: HTMLElement): boolean => usable(part) && (!modal || modal.contains(part));
    const next = again(last) ?? [...trail, ...(before ? [before] : [])].find(allowed);
    if (!next || next === stand) return;
    stand = next !== last && next.matches(HOME) ? next : null;
    takeFocus(next);
  }

  /** What stands for a control that was taken away for a moment: the same tag with the same words beside where it stood. */
  function again(last: HTMLElement): HTMLElement | undefined {
    if (last.isConnected || !row?.isConnected || words === '') return undefined;
    return [...row.querySelectorAll<HTMLElement>(last.tagName)].find((each) => wordsOf(each) === words && usable(each));
  }

  /** After the frame in which the browser itself may move the focus. */
  function plan(): void {
    if (planned) return;
    planned = true;
    setTimeout(restore, SETTLED_MS);
  }

  /** A press beside everything is a choice. */
  function leave(): void {
    stand = null;
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

/** A frame and a half at 60 per second: what moves the focus on purpose has done so. */
const SETTLED_MS = 25;

const wordsOf = (element: HTMLElement): string => (element.getAttribute('aria-label') ?? element.textContent).trim();

function partsAround(element: HTMLElement): HTMLElement[] {
  const parts: HTMLElement[] = [];
  for (let part = element.parentElement?.closest<HTMLElement>(HOME); part; part = part.parentElement?.closest<HTMLElement>(HOME))
    parts.push(part);
  return parts;
}
