import { verificationOfFile } from '../../src/core/seals/verified-file.ts';
import { randomSource } from '../support/random.ts';
import { newKey, sampleBundle, sampleSession, sessionFile, signerOf } from '../support/sealed-files.ts';

/** What happened to files with one byte changed. */
export interface SealTally {
  /** The verification names a part in which the byte lies, or the seal. */
  located: number;
  /** The file is no session any more, and is refused. */
  refused: number;
}

/** Sealed files of less than 64 kB: a session and a replay bundle, each without a signature and with one. */
export async function smallFiles(): Promise<Blob[]> {
  const sign = signerOf(await newKey('Ann'));
  const documents = [await sampleSession(), await sampleBundle()];
  return Promise.all(documents.flatMap((document) => [sessionFile(document), sessionFile(document, sign)]));
}

/**
 * Changes one byte of one of the files for each number from `first` on. A change is another value, a byte more or a byte less. Throws
 * where one is not found, or is found in another place.
 */
export async function checkSealChanges(
  files: readonly Blob[],
  first: number,
  count: number,
  progress: (done: number) => void,
): Promise<SealTally> {
  const contents = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
  for (const file of files) {
    const { state, changes } = await verificationOfFile(file);
    if (state !== 'intact') throw new Error(`a file without a change: ${JSON.stringify(changes)}`);
  }
  const tally: SealTally = { located: 0, refused: 0 };
  const every = Math.max(1, Math.min(1000, Math.ceil(count / 20)));
  for (let number = first; number < first + count; number++) {
    const random = randomSource(number);
    const bytes = contents[random.below(contents.length)] ?? new Uint8Array();
    const at = random.below(bytes.length);
    const kind = random.below(10);
    const old = bytes[at] ?? 0;
    const other = kind === 0 ? [] : kind === 1 ? [old, random.below(256)] : [old ^ (1 + random.below(255))];
    const changed = new Blob([bytes.subarray(0, at), Uint8Array.from(other), bytes.subarray(at + 1)]);
    await judge(changed, await firstDifference(bytes, changed, at), number, tally);
    if ((number - first + 1) % every === 0) progress(number - first + 1);
  }
  return tally;
}

/** A byte that is added or taken away among equal ones makes its first difference behind them. */
async function firstDifference(bytes: Uint8Array, changed: Blob, from: number): Promise<number> {
  const rest = new Uint8Array(await changed.slice(from).arrayBuffer());
  let at = 0;
  while (at < rest.length && rest[at] === bytes[from + at]) at++;
  return from + at;
}

async function judge(file: Blob, at: number, number: number, tally: SealTally): Promise<void> {
  const found = await verificationOfFile(file).catch(() => null);
  if (found === null) {
    tally.refused++;
    return;
  }
  const { state, signer, changes } = found;
  const located = changes.some(
    ({ path, bytes }) => path === 'seal' || path === 'signature' || (bytes && bytes.from <= at && at <= bytes.to),
  );
  if (state !== 'changed' || signer !== null || !located)
    throw new Error(`change ${String(number)} at ${String(at)}: ${JSON.stringify(found)}`);
  tally.located++;
}
