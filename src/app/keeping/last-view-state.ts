/**
 * Prefix of keys in `localStorage` under which pages store the state of their views when they are left. The core, which stores sessions,
 * may end before it has written the latest input, whereas `localStorage` is synchronous.
 */
const PREFIX = 'capture-workbench.last-words.';
/** Maximum length of a stored state in UTF-16 units; browsers allow 5 MiB per origin. */
const LONGEST = 1 << 20;

/** The part of the Storage API that this module uses. If the browser denies storage (private windows), nothing is stored. */
type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Stores the state of the views. @param page_id id of the page, under which the core stores its session */
export function writeLastViewState(page_id: string, text: string, store: () => Texts = () => localStorage): void {
  if (text.length <= LONGEST) attempt(() => store().setItem(PREFIX + page_id, text));
}

/** Returns the state that a page stored when it was left; null if it stored none. */
export const readLastViewState = (page_id: string, store: () => Texts = () => localStorage): string | null =>
  attempt(() => store().getItem(PREFIX + page_id)) ?? null;

export const deleteLastViewState = (page_id: string, store: () => Texts = () => localStorage): void =>
  attempt(() => store().removeItem(PREFIX + page_id));

/** Whether a key of `localStorage` is one under which a state of views is stored. */
export const isLastViewState = (key: string): boolean => key.startsWith(PREFIX);

/** Deletes the states of views whose sessions are no longer stored. @param kept ids of the sessions that are stored */
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
