/**
 * Reads one AD structure: every value read becomes a field with its byte range. A read past the end returns nothing and marks the structure
 * as truncated, so decoders need no length checks; bytes without a field become `unknown bytes`.
 */
export type AdValue = string | number | boolean;

/**
 * How a value of one sender changes: `rotates` with the private address (keys, authentication tags), `counts` up (sequence numbers),
 * `varies` from packet to packet (battery, state). Absent: constant, as far as known.
 */
export type AdChange = 'rotates' | 'counts' | 'varies';

/** One named value; `start` and `end` are byte offsets in the advertising data, end exclusive. */
export interface AdField {
  readonly name: string;
  readonly value: AdValue;
  readonly start: number;
  readonly end: number;
  readonly unit?: string;
  readonly changes?: AdChange;
}

export const fieldText = ({ value, unit }: Pick<AdField, 'value' | 'unit'>): string =>
  `${String(value)}${unit === undefined ? '' : ` ${unit}`}`;

interface FieldOptions {
  readonly unit?: string;
  readonly changes?: AdChange;
}

export class FieldReader {
  readonly fields: AdField[] = [];
  readonly notes: string[] = [];
  private cut: { name: string; wanted: number; left: number } | undefined;

  constructor(
    readonly bytes: Uint8Array,
    private at: number,
    private stop: number,
  ) {}

  get offset(): number {
    return this.at;
  }

  get end(): number {
    return this.stop;
  }

  get left(): number {
    return this.stop - this.at;
  }

  /** Returns the byte `ahead` positions after the next, without consuming it; -1 after the end. */
  peek(ahead = 0): number {
    return this.at + ahead < this.stop ? this.bytes[this.at + ahead]! : -1;
  }

  u8(name: string, show?: (value: number) => AdValue, options?: FieldOptions): number {
    return this.number(name, 1, false, show, options);
  }

  i8(name: string, options?: FieldOptions): number {
    return this.number(name, 1, false, (value) => (value << 24) >> 24, options);
  }

  u16(name: string, show?: (value: number) => AdValue, options?: FieldOptions): number {
    return this.number(name, 2, false, show, options);
  }

  u24(name: string, show?: (value: number) => AdValue, options?: FieldOptions): number {
    return this.number(name, 3, false, show, options);
  }

  u32(name: string, show?: (value: number) => AdValue, options?: FieldOptions): number {
    return this.number(name, 4, false, show, options);
  }

  /** Reads a big-endian number, for the formats that use this order (iBeacon, Eddystone, AltBeacon, mesh). */
  u16be(name: string, show?: (value: number) => AdValue, options?: FieldOptions): number {
    return this.number(name, 2, true, show, options);
  }

  u32be(name: string, show?: (value: number) => AdValue, options?: FieldOptions): number {
    return this.number(name, 4, true, show, options);
  }

  /** Reads the next `count` bytes as lower-case hex, in transmission order; all remaining bytes by default. */
  hex(name: string, count = this.left, options?: FieldOptions): string {
    if (count === 0) return '';
    const start = this.take(name, count);
    if (start < 0) return '';
    const value = hex(this.bytes, start, this.at);
    this.push(name, value, start, this.at, options);
    return value;
  }

  /** Adds a value for bytes that were already read: the bits of a flag byte, or a name for a number. */
  over(name: string, value: AdValue, start: number, end: number, options?: FieldOptions): void {
    if (this.cut === undefined) this.push(name, value, start, end, options);
  }

  /** Consumes `count` bytes for a value that the caller computes; returns their offset, or -1 if there are not enough. */
  take(name: string, count: number): number {
    if (this.cut !== undefined) return -1;
    if (count > this.left) {
      this.cut = { name, wanted: count, left: this.left };
      return -1;
    }
    const start = this.at;
    this.at += count;
    return start;
  }

  /** Reads a nested part of `count` bytes (or of the rest, if that is shorter); what `read` reads cannot leave it. */
  within(name: string, count: number, read: () => void): void {
    if (count > this.left) {
      this.notes.push(`${name} says ${count} bytes follow, ${this.left} are left`);
    }
    const outer = this.stop;
    this.stop = Math.min(this.at + count, outer);
    read();
    this.finish();
    this.stop = outer;
  }

  /** Ends a structure or nested part: reports truncation and adds unread bytes. */
  finish(): void {
    if (this.cut !== undefined) {
      const { name, wanted, left } = this.cut;
      this.notes.push(`${name} needs ${wanted} bytes, ${left} are left`);
      this.cut = undefined;
    }
    if (this.left > 0) this.hex('unknown bytes');
  }

  private number(
    name: string,
    count: number,
    bigEndian: boolean,
    show: ((value: number) => AdValue) | undefined,
    options: FieldOptions | undefined,
  ): number {
    const start = this.take(name, count);
    if (start < 0) return 0;
    let value = 0;
    for (let i = 0; i < count; i++) {
      value = value * 256 + this.bytes[bigEndian ? start + i : start + count - 1 - i]!;
    }
    this.push(name, show ? show(value) : value, start, this.at, options);
    return value;
  }

  private push(name: string, value: AdValue, start: number, end: number, options: FieldOptions | undefined): void {
    this.fields.push({ name, value, start, end, ...options });
  }
}

export function hex(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let i = start; i < end; i++) text += HEX[bytes[i]!];
  return text;
}

const HEX = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'));

export const hex16 = (value: number): string => `0x${value.toString(16).toUpperCase().padStart(4, '0')}`;
export const hex8 = (value: number): string => `0x${value.toString(16).toUpperCase().padStart(2, '0')}`;
