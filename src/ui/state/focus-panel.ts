import type { PanelId } from './layout.svelte.ts';

/** Names of the panels, which their regions carry. */
export const PANEL_TITLES: Readonly<Record<PanelId, string>> = {
  captures: 'Captures',
  tools: 'Tools',
  invocation: 'Invocation editor',
  traffic: 'Traffic',
  sql: 'SQL',
  result: 'Result',
  audit: 'Audit',
};

/** What is worked with in a panel by keys, as a selector; of the others the panel itself, whose parts follow at Tab. */
const WORKED_WITH: Partial<Record<PanelId, string>> = {
  invocation: '.cm-content, div:has(+ [hidden]) > form :is(input, select, textarea)',
  traffic: '[role=grid]',
  sql: '[role=textbox]',
};

/** A panel that is seen for the first time reads its code, and an editor its language. */
const PATIENCE_MS = 3000;
const STEP_MS = 40;

/**
 * Moves the keyboard into a panel that is in front.
 * @param wanted selector of what is worked with, in place of the panel's own; null for the panel itself
 */
export async function focusPanel(panel: PanelId, wanted: string | null = WORKED_WITH[panel] ?? null): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let waited = 0; ; waited = STEP_MS) {
    await new Promise((resolve) => setTimeout(resolve, waited));
    const late = performance.now() > until;
    // What lies behind a dialog takes no focus.
    if (document.querySelector('dialog:modal') !== null) {
      if (late) return;
      continue;
    }
    const region = [...document.querySelectorAll<HTMLElement>('section[aria-labelledby]')].find(
      (section) => titleOf(section) === PANEL_TITLES[panel] && section.checkVisibility(),
    );
    const part = wanted === null ? region : [...(region?.querySelectorAll<HTMLElement>(wanted) ?? [])].find(usable);
    if (part ?? late) {
      takeFocus(part ?? region);
      return;
    }
  }
}

/** Also to a part that takes none by itself, for as long as it has it. */
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

const titleOf = (section: HTMLElement): string | undefined =>
  document.getElementById(section.getAttribute('aria-labelledby') ?? '')?.textContent.trim();
