/** The part of the Web Locks API that this module uses. */
export interface Locks {
  request(name: string, options: { readonly ifAvailable?: boolean }, hold: (lock: unknown) => Promise<void>): Promise<unknown>;
}

const NAME = 'capture-workbench/first-tab';

/**
 * Reports whether another tab of this page is open. The first tab gets a lock, holds it until it is closed, and reports false. Later tabs
 * report true, and false once they get the lock. Does nothing in browsers without Web Locks.
 */
export async function watchTabs(locks: Locks | undefined, report: (another: boolean) => void): Promise<void> {
  if (locks === undefined) return;
  const forEver = new Promise<void>(() => undefined);
  let first = true;
  const keep = (lock: unknown): Promise<void> => {
    first = lock !== null;
    report(!first);
    return first ? forEver : Promise.resolve();
  };
  try {
    await locks.request(NAME, { ifAvailable: true }, keep);
    await locks.request(NAME, {}, keep);
  } catch {
    // Ignore the error: pages with an opaque origin, such as some opened from disk, may not use locks.
  }
}
