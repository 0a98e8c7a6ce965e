/** Stores a setting that is one of several words. */

import { localSettings } from './local-settings.ts';

type Store = () => Pick<Storage, 'getItem' | 'setItem'>;

/** The stored word if it is one of `words`. Storage may be blocked, and its content is untrusted. */
export function keptWord<Word extends string>(key: string, words: readonly Word[], store: Store = localSettings): Word | undefined {
  try {
    const kept = store().getItem(key);
    return words.find((word) => word === kept);
  } catch {
    return undefined;
  }
}

/** Stores the word. If storage is blocked (private windows, some pages from disk), the choice lasts only as long as the page. */
export function keepWord(key: string, word: string, store: Store = localSettings): void {
  try {
    store().setItem(key, word);
  } catch {
    // The browser blocks storage: the setting stays in memory only.
  }
}
