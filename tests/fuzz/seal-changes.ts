import { verificationOfFile } from '../../src/core/seals/verified-file.ts';
import { randomSource } from '../support/random.ts';
import { newKey, sampleSession, sessionFile, signerOf } from '../support/sealed-files.ts';

/** What happened to files with one byte changed. */
export interface SealTally {
  /** The verification names a part in which the byte lies, or the seal. */
  located: number;
  /** The file is no session any more, and is refused. */
  refused: number;
}

/**
 * Changes one byte of a sealed session, signed or not, for each number from `first` on. A change is another value, a byte more or a
 * byte less. Throws where one is not found, or is found in another place.
 */
export async function checkSealChanges(first: number, count: number, progress: (done: number) => void): Promise<SealTally> {
  const session = await sampleSession();
  const files = [await sessionFile(session), await sessionFile(session, signerOf(await newKey('Ann')))];
  const texts = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
  const tally: SealTally = { located: 0, refused: 0 };
  for (let number = first; number < first + count; number++) {
    const random = randomSource(number);
    const bytes = texts[random.below(texts.length)] ?? new Uint8Array();
    const at = random.below(bytes.length);
    const kind = random.below(10);
    const other = kind === 0 ? [] : kind === 1 ? [bytes[at] ?? 0, random.below(256)] : [(bytes[at] ?? 0) ^ (1 + random.below(255))];
    const changed = new Blob([bytes.subarray(0, at), Uint8Array.from(other), bytes.subarray(at + 1)]);
    if (changed.size !== bytes.length || !(await same(changed, bytes))) await judge(changed, at, number, tally);
    if (number % 1000 === 999) progress(number - first + 1);
  }
  return tally;
}

const same = async (file: Blob, bytes: Uint8Array): Promise<boolean> =>
  Buffer.from(await file.arrayBuffer()).equals(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));

async function judge(file: Blob, at: number, number: number, tally: SealTally): Promise<void> {
  const found = await verificationOfFile(file).catch(() => null);
  if (found === null) {
    tally.refused++;
    return;
  }
  const { state, signer, changes } = found;
  const located = changes.some(
    ({ path, bytes }) => path === 'seal' || path === 'signature' || (bytes && bytes.from <= at + 1 && at <= bytes.to),
  );
  if (state !== 'changed' || signer !== null || !located)
    throw new Error(`change ${String(number)} at ${String(at)}: ${JSON.stringify(found)}`);
  tally.located++;
}
