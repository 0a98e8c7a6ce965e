import { utf8Pieces } from './utf8.ts';

/** Characters that are encoded between two turns of the thread: some milliseconds. */
const AT_ONCE = 1 << 20;

/** Parts as one blob, encoded in turns of the thread: 100 MB of text at one go held it for 180 ms. */
export async function blobInTurns(parts: readonly (string | Blob)[], rest: () => Promise<void>, type: string): Promise<Blob> {
  const blobs: Blob[] = [];
  let [held, length]: [(string | Blob)[], number] = [[], 0];
  const close = async (...last: readonly BlobPart[]): Promise<void> => {
    blobs.push(new Blob([...held, ...last]));
    [held, length] = [[], 0];
    await rest();
  };
  for (const part of parts) {
    if (typeof part === 'string' && part.length > AT_ONCE) {
      for (const piece of utf8Pieces(part, AT_ONCE)) await close(piece);
      continue;
    }
    held.push(part);
    length += typeof part === 'string' ? part.length : 0;
    if (length >= AT_ONCE) await close();
  }
  return new Blob([...blobs, ...held], { type });
}
