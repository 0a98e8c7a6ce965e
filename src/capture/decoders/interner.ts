import { hashText } from '../../base/keyed-hash.ts';
import { BytesBuffer } from '../../tables/bytes-buffer.ts';
import { sessionKey } from '../session-key.ts';

/** Numbers distinct byte sequences 0, 1, 2, … in the order of their first occurrence, without making strings. */
export class Interner {
  private readonly text = new BytesBuffer();
  private ends = new Int32Array(512);
  private hashes = new Int32Array(512);
  /** Open addressing: code + 1 per slot, 0 where empty; never more than half full. */
  private slots = new Int32Array(1024);
  private hash = 0;
  private readonly key = sessionKey();
  /** The last searched bytes, and views of them and of the stored text, which are read four bytes at a time. */
  private source = this.text.bytes;
  private source32 = viewOf(this.source);
  private known = this.source;
  private known32 = this.source32;
  size = 0;

  /** The number of a byte sequence, or -1 if it has none; the search is remembered for an `add` of the same bytes. */
  find(bytes: Uint8Array, start: number, end: number): number {
    if (bytes !== this.source) {
      this.source = bytes;
      this.source32 = viewOf(bytes);
    }
    const hash = hashText(this.key, bytes, this.source32, start, end);
    this.hash = hash;
    const { slots, hashes } = this;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const code = slots[slot]! - 1;
      if (code < 0) return -1;
      if (hashes[code] === hash && this.equals(code, bytes, start, end)) return code;
    }
  }

  /** Numbers new bytes. Call it only right after `find` returned -1 for the same bytes. */
  add(bytes: Uint8Array, start: number, end: number): number {
    if (this.size * 2 >= this.slots.length) this.grow();
    const code = this.size++;
    this.text.append(bytes, start, end);
    if (this.known !== this.text.bytes) {
      this.known = this.text.bytes;
      this.known32 = viewOf(this.known);
    }
    this.ends[code] = this.text.length;
    this.hashes[code] = this.hash;
    this.place(code);
    return code;
  }

  clear(): void {
    this.slots.fill(0);
    this.text.length = 0;
    this.size = 0;
  }

  private equals(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = code === 0 ? 0 : this.ends[code - 1]!;
    if (this.ends[code]! - from !== end - start) return false;
    const { source32, known, known32 } = this;
    const { byteOffset: offset } = bytes;
    const { byteOffset: knownOffset } = known;
    let at = start;
    let to = from;
    for (; at + 4 <= end; at += 4, to += 4)
      if (source32.getInt32(offset + at, true) !== known32.getInt32(knownOffset + to, true)) return false;
    for (; at < end; at++, to++) if (bytes[at] !== known[to]) return false;
    return true;
  }

  private place(code: number): void {
    const mask = this.slots.length - 1;
    let slot = this.hashes[code]! & mask;
    while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
    this.slots[slot] = code + 1;
  }

  private grow(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    const ends = new Int32Array(this.slots.length);
    const hashes = new Int32Array(this.slots.length);
    ends.set(this.ends.subarray(0, this.size));
    hashes.set(this.hashes.subarray(0, this.size));
    this.ends = ends;
    this.hashes = hashes;
    for (let code = 0; code < this.size; code++) this.place(code);
  }
}

/** A view of the whole underlying buffer. */
const viewOf = ({ buffer }: Uint8Array): DataView => new DataView(buffer);

/** Well-formed UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    const lead = bytes[at++]!;
    if (lead < 0x80) continue;
    const more = lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0;
    if (more === 0 || at + more > end) return false;
    const second = bytes[at]!;
    if (lead === 0xe0 && second < 0xa0) return false;
    if (lead === 0xed && second > 0x9f) return false;
    if (lead === 0xf0 && second < 0x90) return false;
    if (lead === 0xf4 && second > 0x8f) return false;
    for (let i = 0; i < more; i++) if ((bytes[at + i]! & 0xc0) !== 0x80) return false;
    at += more;
  }
  return true;
}
