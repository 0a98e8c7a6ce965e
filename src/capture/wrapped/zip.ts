import { WorkbenchError } from '../../base/failure.ts';
import type { ByteSource } from '../decoder.ts';
import { u16le, u32le } from '../../base/octets.ts';

/**
 * The directory of a zip file. It is at the end, so the source needs random access. PKWARE APPNOTE 6.3.10.
 */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly compressed: number;
  readonly uncompressed: number;
  /** Offset of the local header. */
  readonly offset: number;
}

const END_BYTES = 22;
const MOST_COMMENT = 65_535;
const END = 0x06054b50;
const END_64_LOCATOR = 0x07064b50;
const END_64 = 0x06064b50;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const IN_EXTRA = 0xffffffff;
const EXTRA_64 = 1;
const FLAG_ENCRYPTED = 1;
/** Read of the directory at a time: more than an entry can have, which is three parts of 64 KiB. */
const PIECE_BYTES = 256 * 1024;

const unreadable = (message: string): WorkbenchError => new WorkbenchError('UNREADABLE_FILE', message);

/** Every file in the archive, in the order of its directory, which is read piece by piece: it may be of any length. */
export async function* zipEntries(source: ByteSource): AsyncGenerator<ZipEntry> {
  const { offset, length } = await findDirectory(source);
  let at = offset;
  const end = offset + length;
  while (at + CENTRAL_BYTES <= end) {
    const piece = await source.bytes(at, Math.min(end, at + PIECE_BYTES));
    const { entries, used } = readEntries(piece);
    yield* entries;
    // What is no entry ends the directory.
    if (used === 0) return;
    at += used;
  }
}

async function findDirectory(source: ByteSource): Promise<{ readonly offset: number; readonly length: number }> {
  const size = await source.length();
  const tailAt = Math.max(0, size - END_BYTES - MOST_COMMENT);
  const tail = await source.bytes(tailAt, size);
  const end = lastEnd(tail);
  if (end < 0) throw unreadable('expected a zip file with its directory at the end, found none: the file is cut or damaged');
  let offset = u32le(tail, end + 16);
  let length = u32le(tail, end + 12);
  if ((offset === IN_EXTRA || length === IN_EXTRA) && end >= 20 && u32le(tail, end - 20) === END_64_LOCATOR) {
    const at = u64(tail, end - 20 + 8);
    const end64 = await source.bytes(at, at + 56);
    if (end64.length === 56 && u32le(end64, 0) === END_64) {
      length = u64(end64, 40);
      offset = u64(end64, 48);
    }
  }
  if (offset + length > size)
    throw unreadable(`expected a zip directory inside the file, found ${String(length)} bytes at ${String(offset)} of ${String(size)}`);
  return { offset, length };
}

/** Offset of the compressed bytes of an entry. */
export async function zipDataOffset(source: ByteSource, entry: ZipEntry): Promise<number> {
  const header = await source.bytes(entry.offset, entry.offset + LOCAL_BYTES);
  if (header.length < LOCAL_BYTES || u32le(header, 0) !== LOCAL)
    throw unreadable(`expected ${JSON.stringify(entry.name)} at byte ${String(entry.offset)} of the zip file, found something else`);
  return entry.offset + LOCAL_BYTES + u16le(header, 26) + u16le(header, 28);
}

function lastEnd(tail: Uint8Array): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) if (u32le(tail, at) === END) return at;
  return -1;
}

/** The whole entries at the start of a piece, and the bytes that they take. */
function readEntries(piece: Uint8Array): { readonly entries: ZipEntry[]; readonly used: number } {
  const entries: ZipEntry[] = [];
  let at = 0;
  while (at + CENTRAL_BYTES <= piece.length && u32le(piece, at) === CENTRAL) {
    const nameAt = at + CENTRAL_BYTES;
    const extraAt = nameAt + u16le(piece, at + 28);
    const next = extraAt + u16le(piece, at + 30) + u16le(piece, at + 32);
    if (next > piece.length) break;
    const name = new TextDecoder().decode(piece.subarray(nameAt, extraAt));
    if (!name.endsWith('/')) entries.push(readEntry(piece, at, name, extraAt, extraAt + u16le(piece, at + 30)));
    at = next;
  }
  return { entries, used: at };
}

function readEntry(directory: Uint8Array, at: number, name: string, extraAt: number, extraEnd: number): ZipEntry {
  let uncompressed = u32le(directory, at + 24);
  let compressed = u32le(directory, at + 20);
  let offset = u32le(directory, at + 42);
  for (let extra = extraAt; extra + 4 <= extraEnd; extra += 4 + u16le(directory, extra + 2)) {
    if (u16le(directory, extra) !== EXTRA_64) continue;
    // Only the fields that did not fit are present, in this order.
    let field = extra + 4;
    if (uncompressed === IN_EXTRA) uncompressed = u64(directory, (field += 8) - 8);
    if (compressed === IN_EXTRA) compressed = u64(directory, (field += 8) - 8);
    if (offset === IN_EXTRA) offset = u64(directory, field);
  }
  return {
    name,
    method: u16le(directory, at + 10),
    encrypted: (u16le(directory, at + 8) & FLAG_ENCRYPTED) !== 0,
    compressed,
    uncompressed,
    offset,
  };
}

const u64 = (bytes: Uint8Array, at: number): number => u32le(bytes, at + 4) * 4294967296 + u32le(bytes, at);
