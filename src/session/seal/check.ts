import { joinBytes } from '../../base/join-bytes.ts';
import { type Hash, type Piece, readSeal, rootBytes, type Seal, type Setting } from './seal.ts';

/** A range of bytes in a file that differs from what was sealed; `to` is exclusive. */
export interface ChangedPiece {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** SHA-256 of the bytes when the file was sealed; `found` is that of the bytes now in the file, or `nothing` if there are none. */
  readonly expected: string;
  readonly found: string;
}

/** The outcome of checking a file's bytes against its seal. */
export interface Checked {
  /** The seal of the file, or why it has no usable one. `broken`: it is invalid or its root does not match; `newer`: a later format. */
  readonly seal: Seal | 'none' | 'broken' | 'newer';
  readonly changed: readonly ChangedPiece[];
}

/** The bytes of a file in consecutive chunks. */
type Bytes = AsyncIterable<Uint8Array<ArrayBuffer>>;

/** A stream of bytes whose total number is known. */
export interface Sized {
  readonly bytes: Bytes;
  readonly length: number;
}

const WINDOW = 1 << 20;

/**
 * Finds the seal of a file and compares every byte of the file with it. Reads the file once. Memory is limited to the longest piece, or to
 * a part whose length has changed.
 */
export async function checkFile(file: Blob, { open, close }: Setting, hash: Hash): Promise<Checked> {
  const at = await lastOffset(open, file);
  if (at < 0) return { seal: 'none', changed: [] };
  const from = at + open.length;
  const end = await offsetFrom(close, file, from);
  if (end < 0) return { seal: 'broken', changed: [] };
  return checkParts(
    await file.slice(from, end).text(),
    { bytes: runs(file, 0, at), length: at },
    { bytes: runs(file, end + close.length, file.size), length: file.size - end - close.length },
    hash,
    end + close.length,
  );
}

/**
 * Compares the bytes before and after a seal with the seal.
 *
 * @param text the text of the seal
 * @param offset offset in the file of the bytes after the seal
 */
export async function checkParts(text: string, before: Sized, after: Sized, hash: Hash, offset: number): Promise<Checked> {
  const seal = readSeal(text);
  if (seal === null) return { seal: 'broken', changed: [] };
  if (seal === 'newer') return { seal, changed: [] };
  const whole = (await hash(rootBytes(seal.before, seal.after))) === seal.root;
  const changed = [...(await differing(seal.before, before, 0, hash)), ...(await differing(seal.after, after, offset, hash))];
  return { seal: whole ? seal : 'broken', changed };
}

/**
 * Finds the pieces that differ from what was sealed. A part is a sequence of pieces with one name. If the total length has changed, all of
 * that change is assumed to be in the first part that has a differing piece; later parts are compared at offsets shifted by it.
 */
async function differing(pieces: readonly Piece[], { bytes, length: whole }: Sized, offset: number, hash: Hash): Promise<ChangedPiece[]> {
  const reader = new Reader(bytes);
  const changed: ChangedPiece[] = [];
  let shift = whole - pieces.reduce((sum, [, length]) => sum + length, 0);
  let from = offset;
  for (let at = 0; at < pieces.length; at++) {
    const [name = '', length = 0, expected = ''] = pieces[at] ?? [];
    const there = await reader.take(length);
    const found = there.length === 0 ? 'nothing' : await hash(there);
    let to = from + there.length;
    if (found !== expected) {
      const last = endOfPart(pieces, at);
      const rest = pieces.slice(at, last).reduce((sum, [, own]) => sum + own, 0) + shift;
      if (shift !== 0 && rest >= 0) {
        reader.putBack(there);
        to = from + (await reader.take(rest)).length;
        at = last - 1;
        shift = 0;
      }
      changed.push({ name, from, to: Math.max(to, from + 1), expected, found });
    }
    from = to;
  }
  const left = await reader.rest();
  if (left > 0) changed.push({ name: 'end', from, to: from + left, expected: 'nothing', found: `${String(left)} bytes` });
  return changed;
}

/** Index after the last piece of the part that a piece belongs to. */
function endOfPart(pieces: readonly Piece[], at: number): number {
  let end = at;
  while (end < pieces.length && pieces[end]?.[0] === pieces[at]?.[0]) end++;
  return end;
}

/** Reads chunks of the requested length from chunks of any length. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array<ArrayBuffer>>;
  #held: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  constructor(bytes: Bytes) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  /** Returns the next `length` bytes, or fewer if the end comes first. */
  async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#held.length < length) await this.#fill(length);
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(taken.length);
    return taken;
  }

  /** Returns bytes that were read to the front of the stream, so that they are read next. */
  putBack(bytes: Uint8Array<ArrayBuffer>): void {
    this.#held = joinBytes([bytes, this.#held]);
  }

  /** Reads the stream to its end; returns the number of bytes that were left. */
  async rest(): Promise<number> {
    let count = this.#held.length;
    for (let next = await this.#source.next(); next.done !== true; next = await this.#source.next()) count += next.value.length;
    return count;
  }

  async #fill(length: number): Promise<void> {
    const held = [this.#held];
    let size = this.#held.length;
    while (size < length) {
      const next = await this.#source.next();
      if (next.done === true) break;
      held.push(next.value);
      size += next.value.length;
    }
    const joined = new Uint8Array(size);
    let at = 0;
    for (const part of held) {
      joined.set(part, at);
      at += part.length;
    }
    this.#held = joined;
  }
}

async function* runs(file: Blob, from: number, to: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < to; at += WINDOW) yield new Uint8Array(await file.slice(at, Math.min(to, at + WINDOW)).arrayBuffer());
}

/** Decodes as Latin-1, in which each byte is one character, so that an index is a byte offset. */
const latin1 = async (blob: Blob): Promise<string> => new TextDecoder('latin1').decode(await blob.arrayBuffer());

/** Returns the offset of an ASCII text's last occurrence; -1 if there is none. */
async function lastOffset(text: string, file: Blob): Promise<number> {
  for (let end = file.size; end > 0; end -= WINDOW) {
    const from = Math.max(0, end - WINDOW);
    const found = (await latin1(file.slice(from, end + text.length - 1))).lastIndexOf(text);
    if (found >= 0) return from + found;
  }
  return -1;
}

async function offsetFrom(text: string, file: Blob, start: number): Promise<number> {
  for (let from = start; from < file.size; from += WINDOW) {
    const found = (await latin1(file.slice(from, from + WINDOW + text.length - 1))).indexOf(text);
    if (found >= 0) return from + found;
  }
  return -1;
}
