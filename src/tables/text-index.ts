import { BytesBuffer } from './bytes-buffer.ts';
import type { DictionaryColumn } from './column.ts';

/**
 * Ways of finding a dictionary entry again without making a string per row: by the 48 bits of an address, by
 * raw bytes, by position in a fixed list. Each belongs to one column and is cleared with it.
 */

const HEX = Uint8Array.from('0123456789ABCDEF', (digit) => digit.charCodeAt(0));

/** Device addresses: the six octets as they travel → code of `AA:BB:CC:DD:EE:FF`. Open addressing, linear probing. */
export class AddressIndex {
  private slots = 1024;
  private low = new Uint32Array(this.slots);
  private high = new Uint16Array(this.slots);
  /** Code + 1; 0 where the slot is free. */
  private codes = new Int32Array(this.slots);
  private used = 0;
  private readonly text = new Uint8Array(17).fill(0x3a);

  constructor(private readonly column: DictionaryColumn) {}

  set(row: number, bytes: Uint8Array, at: number): void {
    const low = ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0;
    const high = (bytes[at + 4] ?? 0) | ((bytes[at + 5] ?? 0) << 8);
    const mask = this.slots - 1;
    // Multiplicative hashing; the upper bits are the well-mixed ones.
    let slot = (Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> 12) & mask;
    for (;;) {
      const code = this.codes[slot] ?? 0;
      if (code === 0) break;
      if (this.low[slot] === low && this.high[slot] === high) {
        this.column.setCode(row, code - 1);
        return;
      }
      slot = (slot + 1) & mask;
    }
    this.column.setCode(row, this.insert(slot, low, high, bytes, at));
  }

  clear(): void {
    if (this.used > 0) this.codes.fill(0);
    this.used = 0;
  }

  private insert(slot: number, low: number, high: number, bytes: Uint8Array, at: number): number {
    for (let i = 0; i < 6; i++) {
      const octet = bytes[at + 5 - i] ?? 0;
      this.text[i * 3] = HEX[octet >> 4] ?? 0;
      this.text[i * 3 + 1] = HEX[octet & 15] ?? 0;
    }
    const code = this.column.addEntryBytes(this.text, 0, 17);
    this.low[slot] = low;
    this.high[slot] = high;
    this.codes[slot] = code + 1;
    this.used++;
    if (this.used * 2 > this.slots) this.grow();
    return code;
  }

  private grow(): void {
    const { low, high, codes } = this;
    this.slots *= 4;
    this.low = new Uint32Array(this.slots);
    this.high = new Uint16Array(this.slots);
    this.codes = new Int32Array(this.slots);
    const mask = this.slots - 1;
    for (let old = 0; old < codes.length; old++) {
      const code = codes[old] ?? 0;
      if (code === 0) continue;
      const lowBits = low[old] ?? 0;
      const highBits = high[old] ?? 0;
      let slot = (Math.imul(lowBits ^ Math.imul(highBits, 0x9e3779b1), 0x85ebca6b) >>> 12) & mask;
      while (this.codes[slot] !== 0) slot = (slot + 1) & mask;
      this.low[slot] = lowBits;
      this.high[slot] = highBits;
      this.codes[slot] = code;
    }
  }
}

/** Names as they were sent: UTF-8 cut at the first NUL; what is no UTF-8 becomes U+FFFD. */
export class NameIndex {
  private readonly byHash = new Map<number, number>();
  private readonly keys = new BytesBuffer();
  /** Per code: where its key starts and ends. */
  private readonly spans: number[] = [];

  constructor(private readonly column: DictionaryColumn) {}

  set(row: number, bytes: Uint8Array, start: number, limit: number): void {
    let hash = 0x811c9dc5;
    let end = start;
    for (; end < limit; end++) {
      const octet = bytes[end] ?? 0;
      if (octet === 0) break;
      hash = Math.imul(hash ^ octet, 0x01000193);
    }
    for (;;) {
      const code = this.byHash.get(hash);
      if (code === undefined) break;
      if (this.same(code, bytes, start, end)) {
        this.column.setCode(row, code);
        return;
      }
      hash = (hash + 1) | 0;
    }
    const code = this.column.addEntry(decoder.decode(bytes.subarray(start, end)));
    this.byHash.set(hash, code);
    this.spans.push(this.keys.length, this.keys.length + end - start);
    this.keys.append(bytes, start, end);
    this.column.setCode(row, code);
  }

  clear(): void {
    this.byHash.clear();
    this.keys.length = 0;
    this.spans.length = 0;
  }

  private same(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.spans[code * 2] ?? 0;
    if ((this.spans[code * 2 + 1] ?? 0) - from !== end - start) return false;
    for (let i = start; i < end; i++) if (this.keys.bytes[from + i - start] !== bytes[i]) return false;
    return true;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A list of texts known beforehand; an entry joins the dictionary when it is first used in a batch. */
export class EnumIndex {
  private readonly codes: Int32Array;

  constructor(
    private readonly column: DictionaryColumn,
    private readonly texts: readonly string[],
  ) {
    this.codes = new Int32Array(texts.length).fill(-1);
  }

  /** `index` must be a position in the list. */
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
