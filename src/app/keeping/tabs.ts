/** The browser's locks, as far as they are needed here. */
export interface Locks {
  request(name: string, options: { readonly ifAvailable?: boolean }, hold: (lock: unknown) => Promise<void>): Promise<unknown>;
}

const NAME = 'capture-workbench/first-tab';

/**
 * Tells whether this page is a further one of the same browser (Web Locks): the first one holds a lock as long as it lives,
 * the next one is told, and told again when it has become the first. Where the browser gives no locks nobody is told.
 */
export async function watchTabs(locks: Locks | undefined, told: (another: boolean) => void): Promise<void> {
  if (locks === undefined) return;
  const forEver = new Promise<void>(() => undefined);
  let first = true;
  const keep = (lock: unknown): Promise<void> => {
    first = lock !== null;
    told(!first);
    return first ? forEver : Promise.resolve();
  };
  try {
    await locks.request(NAME, { ifAvailable: true }, keep);
    await locks.request(NAME, {}, keep);
  } catch {
    // Pages without an origin of their own, as some from disk, may not ask.
  }
}
