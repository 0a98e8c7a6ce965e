import type { Page } from '@playwright/test';

/** Names of the entries in each storage of a page's origin. */
interface Kept {
  readonly databases: readonly string[];
  readonly files: readonly string[];
  readonly local: readonly string[];
  readonly session: readonly string[];
  readonly caches: readonly string[];
}

export const NOTHING_KEPT: Kept = { databases: [], files: [], local: [], session: [], caches: [] };

/** What the browser keeps for the origin of a page; a storage that the browser withholds from it holds nothing. */
export const keptBy = (page: Page): Promise<Kept> =>
  page.evaluate(async () => {
    const unlessWithheld = async (read: () => Promise<string[]>): Promise<string[]> => {
      try {
        return await read();
      } catch (error) {
        if (error instanceof DOMException && error.name === 'SecurityError') return [];
        throw error;
      }
    };
    return {
      databases: await unlessWithheld(async () => (await indexedDB.databases()).map(({ name }) => name ?? '')),
      files: await unlessWithheld(async () => Array.fromAsync((await navigator.storage.getDirectory()).keys())),
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      caches: await unlessWithheld(() => caches.keys()),
    };
  });
