/**
 * The state of the views when the page was left. The core keeps sessions in a worker, which ends with the page, perhaps before it has
 * written what was typed last. The page's own storage is written at once.
 */
const PREFIX = 'capture-workbench.last-words.';
/** In UTF-16 units; browsers keep 5 MiB per origin. */
const LONGEST = 1 << 20;

/** The part of the browser's storage that is used here; where it is refused (private windows) nothing is kept. */
type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** @param page_id of the session, which the core keeps under the same id */
export function writeLastViewState(page_id: string, text: string, store: () => Texts = () => localStorage): void {
  if (text.length <= LONGEST) attempt(() => store().setItem(PREFIX + page_id, text));
}

/** The state that a page saved when it was left; null if none. */
export const readLastViewState = (page_id: string, store: () => Texts = () => localStorage): string | null =>
  attempt(() => store().getItem(PREFIX + page_id)) ?? null;

export const deleteLastViewState = (page_id: string, store: () => Texts = () => localStorage): void =>
  attempt(() => store().removeItem(PREFIX + page_id));

/** Whether a setting of this origin belongs to a session instead. */
export const isLastViewState = (key: string): boolean => key.startsWith(PREFIX);

/** Deletes the state of sessions that are no longer stored. @param kept ids of the stored sessions */
export function pruneLastViewStates(kept: readonly string[], store: () => Texts = () => localStorage): void {
  attempt(() => {
    const texts = store();
    const keys = Array.from({ length: texts.length }, (_, at) => texts.key(at) ?? '').filter(isLastViewState);
    for (const key of keys) if (!kept.includes(key.slice(PREFIX.length))) texts.removeItem(key);
  });
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
