/**
 * Finds existing dictionary entries without creating a string per row: by the 48 bits of an address, by raw bytes, or by position in a
 * fixed list. Each index belongs to one column and is cleared with it.
 */
import { type HashKey, hashAddress, hashText } from '../base/keyed-hash.ts';
import { BytesBuffer, allocateHeap } from './bytes-buffer.ts';
import type { Allocate } from './bytes-buffer.ts';
import type { DictionaryColumn } from './column.ts';
import { HEX } from './uuid-text.ts';

/** Number of slots for which an index of at most `entries` entries never grows. */
export const slotsFor = (entries: number): number => 2 ** Math.ceil(Math.log2(Math.max(512, entries * 2)));

/** Words in a slot of `AddressIndex`: the address in two halves, and its code + 1, which is 0 in a free slot. */
const SLOT = { LOW: 0, HIGH: 1, CODE: 2, WORDS: 4 } as const;

/** Finds the code of `AA:BB:CC:DD:EE:FF` by an address (six octets as transmitted). A hash table with linear probing. */
export class AddressIndex {
  /** The slots one after another, laid out as in `SLOT`. */
  words: Uint32Array;
  /** Indices of the used slots, so that clearing need not go through all slots. */
  private used: Int32Array;
  private size = 0;
  private readonly text = new Uint8Array(17).fill(0x3a);

  constructor(
    readonly column: DictionaryColumn,
    private readonly key: HashKey,
    slots = 1024,
    allocate: Allocate = allocateHeap,
  ) {
    const { buffer, byteOffset } = allocate(slots * SLOT.WORDS * 4);
    this.words = new Uint32Array(buffer, byteOffset, slots * SLOT.WORDS);
    this.used = new Int32Array(slots / 2);
  }

  set(row: number, bytes: Uint8Array, at: number): void {
    const low = ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0;
    const high = (bytes[at + 4] ?? 0) | ((bytes[at + 5] ?? 0) << 8);
    const slot = this.find(low, high);
    const code = this.words[slot + SLOT.CODE] ?? 0;
    this.column.setCode(row, code > 0 ? code - 1 : this.insert(slot, low, high, bytes, at));
  }

  clear(): void {
    for (let i = 0; i < this.size; i++) this.words[(this.used[i] ?? 0) + SLOT.CODE] = 0;
    this.size = 0;
  }

  /** Index of the first word in the slot of the address, or in the free slot where it belongs. */
  private find(low: number, high: number): number {
    const { words } = this;
    const mask = words.length - SLOT.WORDS;
    let slot = Math.imul(hashAddress(this.key, low, high), SLOT.WORDS) & mask;
    while (words[slot + SLOT.CODE] !== 0 && (words[slot] !== low || words[slot + SLOT.HIGH] !== high)) slot = (slot + SLOT.WORDS) & mask;
    return slot;
  }

  private insert(slot: number, low: number, high: number, bytes: Uint8Array, at: number): number {
    for (let i = 0; i < 6; i++) {
      const octet = bytes[at + 5 - i] ?? 0;
      this.text[i * 3] = HEX[octet >> 4] ?? 0;
      this.text[i * 3 + 1] = HEX[octet & 15] ?? 0;
    }
    const code = this.column.addEntryBytes(this.text, 0, 17);
    this.occupy(slot, low, high, code + 1);
    if (this.size * SLOT.WORDS * 2 >= this.words.length) this.grow();
    return code;
  }

  private occupy(slot: number, low: number, high: number, code: number): void {
    this.words[slot + SLOT.LOW] = low;
    this.words[slot + SLOT.HIGH] = high;
    this.words[slot + SLOT.CODE] = code;
    this.used[this.size++] = slot;
  }

  private grow(): void {
    const { words, used, size } = this;
    this.words = new Uint32Array(words.length * 4);
    this.used = new Int32Array(used.length * 4);
    this.size = 0;
    for (let i = 0; i < size; i++) {
      const old = used[i] ?? 0;
      const low = words[old] ?? 0;
      const high = words[old + SLOT.HIGH] ?? 0;
      this.occupy(this.find(low, high), low, high, words[old + SLOT.CODE] ?? 0);
    }
  }
}

/** Finds the code of a name as transmitted: UTF-8 up to the first NUL, with U+FFFD for invalid sequences. A linear-probing hash table. */
export class NameIndex {
  /** The code + 1 in each slot; 0 if the slot is free. */
  slots: Int32Array;
  /** By code, the hash of its key; `spans` contains the start and end of each key. */
  hashes: Int32Array;
  spans: Int32Array;
  readonly keys: BytesBuffer;
  private used = 0;
  /** View of the whole buffer from which names were last read. */
  private words: DataView = new DataView(new ArrayBuffer(0));

  /** @param allocate memory for `slots / 2` names of 8 bytes on average; for more, other memory is used */
  constructor(
    readonly column: DictionaryColumn,
    private readonly key: HashKey,
    slots = 512,
    allocate?: Allocate,
  ) {
    const give = allocate ?? allocateHeap;
    const table = give(slots * 4);
    const hashes = give(slots * 2);
    const spans = give(slots * 4);
    this.slots = new Int32Array(table.buffer, table.byteOffset, slots);
    this.hashes = new Int32Array(hashes.buffer, hashes.byteOffset, slots / 2);
    this.spans = new Int32Array(spans.buffer, spans.byteOffset, slots);
    this.keys = allocate === undefined ? new BytesBuffer() : new BytesBuffer(slots * 4, allocate);
  }

  set(row: number, bytes: Uint8Array, start: number, limit: number): void {
    let end = start;
    while (end < limit && (bytes[end] ?? 0) !== 0) end++;
    if (this.words.buffer !== bytes.buffer) this.words = new DataView(bytes.buffer);
    const hash = hashText(this.key, bytes, this.words, start, end);
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (; ; slot = (slot + 1) & mask) {
      const code = (this.slots[slot] ?? 0) - 1;
      if (code < 0) break;
      if (this.hashes[code] === hash && this.same(code, bytes, start, end)) {
        this.column.setCode(row, code);
        return;
      }
    }
    this.column.setCode(row, this.insert(slot, hash, bytes, start, end));
  }

  clear(): void {
    if (this.used > 0) this.slots.fill(0);
    this.used = 0;
    this.keys.reset();
  }

  private insert(slot: number, hash: number, bytes: Uint8Array, start: number, end: number): number {
    const code = this.column.addEntry(decoder.decode(bytes.subarray(start, end)));
    this.hashes[code] = hash;
    this.spans[code * 2] = this.keys.length;
    this.keys.append(bytes, start, end);
    this.spans[code * 2 + 1] = this.keys.length;
    this.slots[slot] = code + 1;
    this.used++;
    if (this.used * 2 >= this.slots.length) this.grow();
    return code;
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const hashes = new Int32Array(slots.length / 2);
    const spans = new Int32Array(slots.length);
    hashes.set(this.hashes);
    spans.set(this.spans);
    for (let code = 0; code < this.used; code++) {
      let slot = (hashes[code] ?? 0) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = code + 1;
    }
    this.slots = slots;
    this.hashes = hashes;
    this.spans = spans;
  }

  private same(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.spans[code * 2] ?? 0;
    if ((this.spans[code * 2 + 1] ?? 0) - from !== end - start) return false;
    const known = this.keys.bytes;
    for (let i = start; i < end; i++) if (known[from + i - start] !== bytes[i]) return false;
    return true;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Finds the codes of texts in a fixed list, by their position. A text is added to the dictionary when a batch first uses it. */
export class EnumIndex {
  /** Code of each text; -1 if the batch has not used it. */
  readonly codes: Int32Array;

  constructor(
    readonly column: DictionaryColumn,
    private readonly texts: readonly string[],
    allocate: Allocate = allocateHeap,
  ) {
    const { buffer, byteOffset } = allocate(texts.length * 4);
    this.codes = new Int32Array(buffer, byteOffset, texts.length).fill(-1);
  }

  /** Writes the text at `index`, a position in the list. */
  set(row: number, index: number): void {
    let code = this.codes[index] ?? -1;
    if (code < 0) {
      code = this.column.addEntry(this.texts[index] ?? '');
      this.codes[index] = code;
    }
    this.column.setCode(row, code);
  }

  clear(): void {
    this.codes.fill(-1);
  }
}
