import { rests } from '../../base/rests.ts';
import { utf8Pieces } from '../../base/utf8.ts';
import type { TextDigest } from '../../tools/runner/ports.ts';

let here: ((bytes: Uint8Array) => string) | undefined;
let coming: Promise<(bytes: Uint8Array) => string> | undefined;

const FIRST_BYTES = 1 << 16;

/** Fetches the digest that answers at once; until it is there the platform's answers. */
export function prepareDigest(): Promise<(bytes: Uint8Array) => string> {
  coming ??= import('../captures/stream-hash.ts').then(async ({ createSha256 }) => {
    const digest = await createSha256();
    // What is compiled at the first use is compiled now, not when the first result waits for its digest.
    digest(new Uint8Array(FIRST_BYTES));
    return (here = digest);
  });
  return coming;
}

/** Up to here the digest is there sooner than the platform, which works in a thread of its own, could say so: a few milliseconds. */
const AT_ONCE_BYTES = 1 << 20;

/** SHA-256 as 64 lower-case hex digits. */
export function sha256Hex(bytes: Uint8Array<ArrayBuffer>): string | Promise<string> {
  return here === undefined || bytes.length > AT_ONCE_BYTES ? later(bytes) : here(bytes);
}

async function later(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Absent on plain http, whatever the types say.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return (await prepareDigest())(bytes);
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Characters between two turns: some 5 ms to put together, encode and digest. */
const PIECE = 1 << 18;

/** Digest of long texts one behind the other, encoded and digested a piece at a time: whole, 12 MB held the page's thread for 70 ms. */
export async function sha256Text(texts: readonly string[], turn: () => Promise<void>): Promise<TextDigest> {
  const { growingSha256 } = await import('../captures/stream-hash.ts');
  const hash = await growingSha256();
  const worked = rests(turn, PIECE);
  let bytes = 0;
  for (const text of texts)
    for (const piece of utf8Pieces(text, PIECE)) {
      hash.update(piece);
      bytes += piece.length;
      await worked(piece.length);
    }
  return { sha256: hash.soFar(), bytes };
}
