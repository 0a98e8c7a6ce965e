/** One word of the person's choice, kept for the next visit. */

import { localSettings } from './local-settings.ts';

type Store = () => Pick<Storage, 'getItem' | 'setItem'>;

/** What was kept, where it is one of the words; storage may be refused, and what is in it may be anybody's. */
export function keptWord<Word extends string>(key: string, words: readonly Word[], store: Store = localSettings): Word | undefined {
  try {
    const kept = store().getItem(key);
    return words.find((word) => word === kept);
  } catch {
    return undefined;
  }
}

/** Where storage is refused (private windows, some pages from disk) the choice lasts as long as the page. */
export function keepWord(key: string, word: string, store: Store = localSettings): void {
  try {
    store().setItem(key, word);
  } catch {
    // kept in memory only
  }
}
