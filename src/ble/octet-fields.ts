/**
 * Layout of a PDU's parameters as text: names and widths in transmission order, little-endian. One line describes a PDU, so a table of
 * opcodes can be compared with the specification.
 *
 *   `instant:u16`  `delta:i8`  `interval_us:u16*1250`  `rand:b8` (octets)  `features:u64`  `peer:addr`  `-:u8` (reserved)
 *   `sid:4,atype:1,sca:3`  (bit fields of whole octets, least significant first)
 */
export type OctetField =
  | { readonly kind: 'number'; readonly name: string; readonly octets: number; readonly signed: boolean; readonly scale: number }
  | { readonly kind: 'octets' | 'big' | 'address'; readonly name: string; readonly octets: number }
  | { readonly kind: 'bits'; readonly octets: number; readonly parts: readonly BitField[] };

interface BitField {
  readonly name: string;
  readonly bits: number;
  readonly scale: number;
}

/** Receives the values of fields, by column name. */
export interface FieldWriter {
  number(name: string, value: number): void;
  big(name: string, value: bigint): void;
  octets(name: string, bytes: Uint8Array, from: number, to: number): void;
  /** Receives six octets, least significant first. */
  address(name: string, bytes: Uint8Array, at: number): void;
}

const RESERVED = '-';

/** Parses a layout. Throws if the text is invalid, which is a bug in the product. */
export function fields(text: string): readonly OctetField[] {
  return text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => (part.includes(',') ? bitFields(part) : field(part)));
}

function field(text: string): OctetField {
  const [, name, kind, size, scale] = /^(-|\w+):([uib]|addr)(\d*)(?:\*(\d+))?$/.exec(text) ?? [];
  if (name === undefined) throw new Error(`broken invariant: ${text} is no field of a layout`);
  if (kind === 'addr') return { kind: 'address', name, octets: 6 };
  if (kind === 'b') return { kind: 'octets', name, octets: Number(size) };
  const octets = Number(size) / 8;
  if (octets === 8) return { kind: 'big', name, octets };
  return { kind: 'number', name, octets, signed: kind === 'i', scale: Number(scale ?? 1) };
}

function bitFields(text: string): OctetField {
  const parts = text.split(',').map((part): BitField => {
    const [, name, bits, scale] = /^(-|\w+):(\d+)(?:\*(\d+))?$/.exec(part) ?? [];
    if (name === undefined) throw new Error(`broken invariant: ${part} is no bit field of a layout`);
    return { name, bits: Number(bits), scale: Number(scale ?? 1) };
  });
  return { kind: 'bits', octets: parts.reduce((sum, { bits }) => sum + bits, 0) / 8, parts };
}

/** Reads an unsigned little-endian integer of at most six octets. */
export function unsigned(bytes: Uint8Array, at: number, octets: number): number {
  let value = 0;
  for (let i = octets - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0);
  return value;
}

/**
 * Passes the fields in bytes [at, end) to `writer`, as far as they are present. Returns the end offset; -1 if the bytes end within a field.
 */
export function readFields(bytes: Uint8Array, at: number, end: number, layout: readonly OctetField[], writer: FieldWriter): number {
  let from = at;
  for (const one of layout) {
    const to = from + one.octets;
    if (to > end) return -1;
    readField(bytes, from, to, one, writer);
    from = to;
  }
  return from;
}

function readField(bytes: Uint8Array, from: number, to: number, one: OctetField, writer: FieldWriter): void {
  if (one.kind === 'bits') return readBits(unsigned(bytes, from, one.octets), one.parts, writer);
  if (one.name === RESERVED) return;
  switch (one.kind) {
    case 'number': {
      const value = unsigned(bytes, from, one.octets);
      const limit = 2 ** (8 * one.octets);
      writer.number(one.name, (one.signed && value >= limit / 2 ? value - limit : value) * one.scale);
      return;
    }
    case 'big':
      writer.big(one.name, BigInt(unsigned(bytes, from, 4)) | (BigInt(unsigned(bytes, from + 4, 4)) << 32n));
      return;
    case 'address':
      writer.address(one.name, bytes, from);
      return;
    case 'octets':
      writer.octets(one.name, bytes, from, to);
  }
}

function readBits(value: number, parts: readonly BitField[], writer: FieldWriter): void {
  let rest = value;
  for (const { name, bits, scale } of parts) {
    const range = 2 ** bits;
    if (name !== RESERVED) writer.number(name, (rest % range) * scale);
    rest = Math.floor(rest / range);
  }
}
