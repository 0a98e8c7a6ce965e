import { WorkbenchError } from '../../base/failure.ts';

/**
 * How much content a wrapper may hold. A few bytes can expand to gigabytes, so a large content is compared with the
 * bytes that it came from. A smaller one may be as repetitive as it likes: it is read as a stream.
 */
const MOST_RATIO = 200;
const RATIO_COUNTS_FROM = 256 * 1024 * 1024;

/** Throws `TOO_LARGE` where `given` bytes of content are too many, at all or for the `taken` bytes of the wrapper that they came from. */
export function checkContent(wrapper: string, given: number, taken: number, most: number): void {
  if (given <= RATIO_COUNTS_FROM || (given <= most && given <= taken * MOST_RATIO)) return;
  const limit =
    given > most ? `${inMiB(most)} of content` : `${String(MOST_RATIO)} bytes of content per byte past ${inMiB(RATIO_COUNTS_FROM)}`;
  throw new WorkbenchError(
    'TOO_LARGE',
    `expected at most ${limit} in ${wrapper}, found ${inMiB(given)} in ${String(taken)} bytes; if it is what you want to open, unpack it first`,
  );
}

const inMiB = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024).toLocaleString('en-US')} MiB`;
