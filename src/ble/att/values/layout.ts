import { BITS, WORDS } from './words.ts';

/**
 * A field of a value, parsed from `[conditions?]name:type[[]][*multiplier][/divisor][=unit][<=most][~not known][@words][@@words of bits]`
 *
 *   conditions   `+3` flag 3 is set, `-3` it is clear; all must hold. Flags are those of the field named `flags`
 *   name         `-` for a field that is skipped
 *   type         `u8` to `u48`, `i8` to `i32`, `x8` to `x24` (shown in hex), `bits3` (bits of an octet sequence, least significant first),
 *                `sfloat`, `float` (IEEE 11073-20601), `text` (UTF-8, the rest), `hex16` (octets as sent), `addr`, `addr8` (octets, most
 *                significant first), `bcd16`, `datetime`, `date`, `appearance`, `word` (no octets: a flag whose name is the value);
 *                `[]` repeats the field to the end
 *   most         largest valid number as sent; `not known` is the number that stands for an unknown value
 */
export interface ValueField {
  readonly name: string;
  /** The field's name in words. */
  readonly label: string;
  readonly set: number;
  readonly clear: number;
  readonly type: string;
  /** Number of octets, or of bits for `bits`; 0 if the field extends to the end of the value. */
  readonly size: number;
  readonly repeats: boolean;
  readonly multiplier: number;
  readonly divisor: number;
  readonly unit: string | undefined;
  readonly most: number;
  readonly notKnown: number;
  readonly words: readonly string[] | undefined;
  readonly bits: readonly string[] | undefined;
}

export interface ValueLayout {
  /** The main field of the value; undefined if there is no single one. */
  readonly principal: string | undefined;
  readonly fields: readonly ValueField[];
  /** Bits of `flags` that known fields depend on; other bits may announce unknown fields. */
  readonly flags: number;
  /** Whether the value has only one field, which needs no label. */
  readonly single: boolean;
}

const FIELD =
  /^(?:((?:[+-]\d+)+)\?)?([\w-]+):([a-z]+)(\d*)(\[\])?(?:\*(\d+))?(?:\/(\d+))?(?:=([^<~@]+))?(?:<=(\d+))?(?:~(\d+))?(?:@(\w+))?(?:@@(\w+))?$/;
/** Number of octets of the types whose name does not state it. */
const SIZES: Readonly<Record<string, number>> = { sfloat: 2, float: 4, datetime: 7, date: 4, appearance: 2, addr: 6, word: 0, text: 0 };
const SIZE_IS_OCTETS: ReadonlySet<string> = new Set(['hex', 'addr', 'bits']);

/** Parses a table of layouts, by UUID. Throws on an invalid line, which is a bug in the product. */
export function readLayouts(table: string): ReadonlyMap<string, ValueLayout> {
  const lines = table.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [head = '', body = ''] = line.split(' | ');
      const [uuid = '', principal = ''] = head.split(' ');
      return [uuid, layoutOf(principal, body.split(' ').map(field))];
    }),
  );
}

function layoutOf(principal: string, fields: readonly ValueField[]): ValueLayout {
  if (principal !== '-' && !fields.some(({ name }) => name === principal)) throw new Error(`broken invariant: no field ${principal}`);
  return {
    principal: principal === '-' ? undefined : principal,
    fields,
    flags: fields.reduce((mask, { set, clear }) => mask | set | clear, 0),
    single: new Set(fields.map(({ name }) => name).filter((name) => name !== 'flags' && name !== '-')).size === 1,
  };
}

function field(text: string): ValueField {
  const [, conditions = '', name, type = '', size = '', repeats, multiplier = '1', divisor = '1', unit, most, notKnown, words, bits] =
    FIELD.exec(text) ?? [];
  if (name === undefined) throw new Error(`broken invariant: ${text} is no field of a value`);
  const { set, clear } = flagsOf(conditions);
  return {
    name,
    label: name.replaceAll('_', ' '),
    set,
    clear,
    type,
    size: sizeOf(type, size),
    repeats: repeats !== undefined,
    multiplier: Number(multiplier),
    divisor: Number(divisor),
    unit,
    most: Number(most ?? Infinity),
    notKnown: Number(notKnown ?? Number.NaN),
    words: words === undefined ? undefined : listed(WORDS, words),
    bits: bits === undefined ? undefined : listed(BITS, bits),
  };
}

function flagsOf(conditions: string): { readonly set: number; readonly clear: number } {
  let [set, clear] = [0, 0];
  for (const [, sign, flag] of conditions.matchAll(/([+-])(\d+)/g)) {
    if (sign === '+') set |= 1 << Number(flag);
    else clear |= 1 << Number(flag);
  }
  return { set, clear };
}

function sizeOf(type: string, size: string): number {
  if (size === '') return SIZES[type] ?? 0;
  return SIZE_IS_OCTETS.has(type) ? Number(size) : Number(size) / 8;
}

function listed(lists: Readonly<Record<string, string>>, name: string): readonly string[] {
  const words = Object.hasOwn(lists, name) ? lists[name] : undefined;
  if (words === undefined) throw new Error(`broken invariant: there are no words ${name}`);
  return words.split('|');
}
