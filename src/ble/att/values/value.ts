import appearances from '../../assigned/appearances.json';
import { byteText } from '../../ad/byte-text.ts';
import { unsigned } from '../../octet-fields.ts';
import { audioTypes, audioValue, isAudio } from './audio.ts';
import { dateText, dateTimeText, medicalFloat } from './octets.ts';
import { readLayouts } from './layout.ts';
import type { ValueField, ValueLayout } from './layout.ts';
import { LAYOUTS } from './layouts.ts';
import { bitsText } from './words.ts';

export interface DecodedValue {
  /** The main number, or the code of a value in words; undefined if there is none or it is unknown. */
  readonly number?: number;
  readonly unit?: string;
  /** The whole value in words. */
  readonly text: string;
}

const layouts = readLayouts(LAYOUTS);
const names: Readonly<Record<string, string>> = appearances;
const NOT_KNOWN = 'not known';

/** Returns the types whose values can be decoded, as `2A19`. */
export const decodedTypes = (): string[] => [...layouts.keys(), ...audioTypes()];

export const isDecoded = (uuid: string): boolean => layouts.has(uuid) || isAudio(uuid);

/** Decodes a value of type `uuid` in bytes [at, end). Undefined for types without a layout, and for values that do not fit theirs. */
export function decodeValue(uuid: string, bytes: Uint8Array, at: number, end: number): DecodedValue | undefined {
  const layout = layouts.get(uuid);
  return layout === undefined ? audioValue(uuid, bytes, at, end) : new ValueReader(layout, bytes, at, end).read();
}

interface Part {
  readonly text: string;
  readonly number?: number;
}

/** Reads one value. If one field does not fit, the whole value is rejected: a wrong number is worse than none. */
class ValueReader {
  private flags = 0;
  /** Bits already consumed of the octet that `bits` fields are reading. */
  private bit = 0;
  private readonly words: string[] = [];
  private number: number | undefined;
  private unit: string | undefined;

  constructor(
    private readonly layout: ValueLayout,
    private readonly bytes: Uint8Array,
    private at: number,
    private readonly end: number,
  ) {}

  read(): DecodedValue | undefined {
    for (const field of this.layout.fields) {
      if ((this.flags & field.set) !== field.set || (this.flags & field.clear) !== 0) continue;
      if (!this.fits(field)) return undefined;
    }
    // Leftover octets are accepted only if an unknown flag announces fields of a later revision.
    if (this.bit !== 0 || (this.at !== this.end && (this.flags & ~this.layout.flags) === 0)) return undefined;
    const { number, unit } = this;
    return { ...(number !== undefined && { number, ...(unit !== undefined && { unit }) }), text: this.words.join(', ') };
  }

  private fits(field: ValueField): boolean {
    if (!field.repeats) return this.one(field);
    while (this.at < this.end) if (!this.one(field)) return false;
    return true;
  }

  private one(field: ValueField): boolean {
    const part = field.type === 'bits' ? this.bits(field) : this.octets(field);
    if (part === undefined) return false;
    if (field.name === 'flags' || field.name === '-') return true;
    if (field.name === this.layout.principal) {
      this.number = part.number;
      this.unit = field.unit;
    }
    this.words.push(this.layout.single || field.type === 'word' ? part.text : `${field.label} ${part.text}`);
    return true;
  }

  private octets(field: ValueField): Part | undefined {
    const { at, bytes } = this;
    const to = field.type === 'text' ? this.end : at + field.size;
    if (to > this.end) return undefined;
    this.at = to;
    if (field.name === 'flags') this.flags = unsigned(bytes, at, field.size);
    return partOf(field, bytes, at, to);
  }

  private bits(field: ValueField): Part | undefined {
    const { at, bit } = this;
    const next = bit + field.size;
    if (at + Math.ceil(next / 8) > this.end) return undefined;
    const value = Math.floor(unsigned(this.bytes, at, Math.ceil(next / 8)) / 2 ** bit) % 2 ** field.size;
    this.at = at + (next >> 3);
    this.bit = next & 7;
    return numberPart(field, value, value);
  }
}

function partOf(field: ValueField, bytes: Uint8Array, at: number, to: number): Part | undefined {
  const { type, size } = field;
  switch (type) {
    case 'word':
      return { text: field.label };
    case 'text':
      return textPart(bytes, at, to);
    case 'hex':
      return { text: [...bytes.subarray(at, to)].map(byteText).join('') };
    case 'addr':
      return { text: [...bytes.subarray(at, to)].reverse().map(byteText).join(':') };
    case 'datetime':
    case 'date': {
      const text = type === 'date' ? dateText(bytes, at) : dateTimeText(bytes, at);
      return text === undefined ? undefined : { text };
    }
    case 'sfloat':
    case 'float':
      return floatPart(field, medicalFloat(unsigned(bytes, at, size), size));
    default: {
      const raw = unsigned(bytes, at, size);
      return codedPart(field, raw, type === 'i' && raw >= 2 ** (8 * size - 1) ? raw - 2 ** (8 * size) : raw);
    }
  }
}

function codedPart(field: ValueField, raw: number, value: number): Part | undefined {
  switch (field.type) {
    case 'x':
      return {
        text: `0x${raw
          .toString(16)
          .toUpperCase()
          .padStart(2 * field.size, '0')}`,
        number: raw,
      };
    case 'bcd':
      return { text: `${(raw >> 8).toString(16)}.${((raw >> 4) & 15).toString(16)}.${(raw & 15).toString(16)}` };
    case 'appearance':
      return { text: names[String(raw)] ?? names[String(raw & ~63)] ?? `appearance ${String(raw)}`, number: raw };
    default:
      return numberPart(field, raw, value);
  }
}

function numberPart(field: ValueField, raw: number, value: number): Part | undefined {
  const { most, notKnown, words, bits, multiplier, divisor, unit } = field;
  if (raw === notKnown) return { text: NOT_KNOWN };
  if (raw > most) return undefined;
  if (words !== undefined) return { text: words[raw] || `code ${String(raw)}`, number: raw };
  if (bits !== undefined) return { text: bitsText(raw, bits), number: raw };
  const number = (value * multiplier) / divisor;
  return { text: withUnit(Number(number.toFixed(decimalsOf(divisor))), unit), number };
}

function floatPart({ unit }: ValueField, number: number | undefined): Part {
  return number === undefined ? { text: NOT_KNOWN } : { text: withUnit(number, unit), number };
}

/** Number of decimals for display; the number itself keeps full precision. A divisor that is no power of ten can give endless decimals. */
const decimalsOf = (divisor: number): number => (/^10*$/.test(String(divisor)) ? String(divisor).length - 1 : 4);

function withUnit(number: number, unit: string | undefined): string {
  const digits = String(number);
  return unit === undefined ? digits : unit === '°' || unit === '/min' ? `${digits}${unit}` : `${digits} ${unit}`;
}

const decoder = new TextDecoder('utf-8', { fatal: true });
/** Control characters, and characters that change the direction of the surrounding text. */
const UNREADABLE = /(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Decodes UTF-8 text, without the zeros with which devices pad it. */
function textPart(bytes: Uint8Array, at: number, to: number): Part | undefined {
  let end = to;
  while (end > at && bytes[end - 1] === 0) end--;
  try {
    const text = decoder.decode(bytes.subarray(at, end));
    return UNREADABLE.test(text) ? undefined : { text };
  } catch {
    return undefined;
  }
}
