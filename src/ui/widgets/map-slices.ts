import { turn } from './turn.ts';

/** The page's thread is held no longer than that at one go. */
const STRETCH_MS = 12;
/** Items between two looks at the clock. */
const STEP = 64;

/** `map` of any number of items that lets the page draw in between; null once the signal says that nobody waits for it. */
export async function mapInSlices<T, U>(items: readonly T[], make: (item: T) => U, signal: AbortSignal): Promise<U[] | null> {
  const made: U[] = [];
  let since = performance.now();
  for (const item of items) {
    made.push(make(item));
    if (made.length % STEP !== 0 || performance.now() - since <= STRETCH_MS) continue;
    await turn();
    if (signal.aborted) return null;
    since = performance.now();
  }
  return made;
}
