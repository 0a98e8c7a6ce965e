/** The browser's locks, as far as they are needed here. */
export interface Locks {
  request(name: string, options: { readonly ifAvailable?: boolean }, hold: (lock: unknown) => Promise<void>): Promise<unknown>;
}

const NAME = 'capture-workbench/first-tab';

/**
 * Reports whether another tab of this page is open (Web Locks). The first tab holds a lock as long as it lives;
 * a later one reports true, and false once it has become the first. Does nothing in a browser without locks.
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
    // Pages without an origin of their own, as some from disk, may not ask.
  }
}
