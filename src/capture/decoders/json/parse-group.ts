import type { Slice } from './record-splitter.ts';

export interface ParsedRecord {
  readonly value: unknown;
  /** Byte offset of the record in the file. */
  readonly offset: number;
  readonly record: number;
}

/**
 * Parses records together, which is several times faster than one by one; where the group fails, one by one,
 * so that only the broken ones are lost. Integers that a double cannot hold come as bigint.
 */
export function parseGroup(
  bytes: Uint8Array,
  slices: readonly Slice[],
  offsetOf: (position: number) => number,
  bad: (slice: Slice, reason: string) => void,
): ParsedRecord[] {
  const kept = slices.filter((slice) => {
    if (slice.start < 0) bad(slice, 'too many bytes');
    return slice.start >= 0;
  });
  const texts = kept.map(({ start, end }) => decoder.decode(bytes.subarray(start, end)));
  const together = parse(`[${texts.join(',')}]`);
  if (together.ok && Array.isArray(together.value) && together.value.length === kept.length) {
    return together.value.map((value: unknown, i) => ({ value, offset: offsetOf(kept[i]!.start), record: kept[i]!.record }));
  }
  const records: ParsedRecord[] = [];
  kept.forEach((slice, i) => {
    const one = parse(texts[i]!);
    if (one.ok) records.push({ value: one.value, offset: offsetOf(slice.start), record: slice.record });
    else bad(slice, one.reason);
  });
  return records;
}

const decoder = new TextDecoder();

function parse(text: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    if (!WIDE.test(text)) return { ok: true, value: JSON.parse(text) };
    const marked = text.replace(TOKENS, (token) => (WIDE_ONLY.test(token) ? `"${MARK}${token}"` : token));
    return { ok: true, value: JSON.parse(marked, revive) };
  } catch (error) {
    return { ok: false, reason: error instanceof SyntaxError ? error.message.slice(0, 120) : 'text that cannot be parsed' };
  }
}

/** Matches numbers with sixteen digits or more, which a double may not represent exactly. */
const WIDE = /\d{16}/;
const WIDE_ONLY = /^-?\d{16,}$/;
/** Matches complete strings and numbers, so that digits inside strings are not taken for numbers. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
/** Prefix that marks a long number which was turned into a string. JSON text never contains this character unescaped. */
const MARK = '\\u0000int:';
const MARKED = '\u0000int:';

function revive(_: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(MARKED)) return value;
  const number = Number(value.slice(MARKED.length));
  return Number.isSafeInteger(number) ? number : BigInt(value.slice(MARKED.length));
}
