import { type AdDescription, describeAd } from './describe.ts';
import { fieldText } from './field-reader.ts';
import { byteText } from './byte-text.ts';
import type { AssignedNames } from './names.ts';

/** A line of the packet detail that describes some bytes of the advertising data. Offsets in bytes, end exclusive. */
export interface DetailLine {
  readonly level: 1 | 2;
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export interface ByteMap {
  readonly lines: readonly DetailLine[];
  /** For each byte, the index in `lines` of the one field that it belongs to. */
  readonly owner: readonly number[];
}

/**
 * Maps advertising data to lines, and each byte to its line: every structure with its length, type, fields and unparsed bytes. Every byte
 * belongs to exactly one line of level 2. A field for bits of another field, or for bytes that other fields split up, is a line that owns
 * no bytes.
 */
export function byteMap(bytes: Uint8Array, names?: AssignedNames): ByteMap {
  const lines: DetailLine[] = [];
  const owner = Array.from(bytes, () => -1);
  const add = (level: 1 | 2, name: string, value: string, start: number, end: number): number =>
    lines.push({ level, name, value, start, end }) - 1;
  const own = (line: number, start: number, end: number): void => {
    for (let at = start; at < end; at++) if (owner[at] === -1) owner[at] = line;
  };
  const take = (name: string, value: string, start: number, end: number): void => own(add(2, name, value, start, end), start, end);

  for (const part of partsOf(describeAd(bytes, names), bytes)) {
    add(1, part.name, part.notes, part.start, part.end);
    if (part.head) {
      take('length', `${String(part.end - part.start - 1)} B follow`, part.start, part.start + 1);
      if (part.end > part.start + 1) take('AD type', part.head, part.start + 1, part.start + 2);
    }
    // The narrowest field owns a byte; a field that covers several others is listed without owning bytes.
    const fields = part.fields.map((field) => ({ ...field, line: add(2, field.name, field.value, field.start, field.end) }));
    for (const { line, start, end } of [...fields].sort((left, right) => left.end - left.start - (right.end - right.start)))
      own(line, start, end);
    for (const { start, end } of gaps(owner, part.start, part.end)) take('not decoded', hexText(bytes, start, end), start, end);
  }
  for (const { start, end } of gaps(owner, 0, bytes.length)) {
    add(1, 'Padding', '', start, end);
    take('zero bytes', hexText(bytes, start, end), start, end);
  }
  return { lines, owner };
}

interface Part {
  readonly name: string;
  readonly notes: string;
  /** Description of the type byte; null if the part is not an AD structure. */
  readonly head: string | null;
  readonly start: number;
  readonly end: number;
  readonly fields: readonly { readonly name: string; readonly value: string; readonly start: number; readonly end: number }[];
}

function partsOf({ structures, trailing }: AdDescription, bytes: Uint8Array): readonly Part[] {
  const parts = structures.map(({ name, format, type, notes, fields, start, end }): Part => ({
    name: format === undefined ? name : `${name}: ${format}`,
    notes: notes.join('; '),
    head: `0x${type.toString(16).toUpperCase().padStart(2, '0')} ${name}`,
    ...{ start, end },
    fields: fields.map(({ name, start, end, ...field }) => ({ ...{ name, start, end }, value: fieldText(field) })),
  }));
  if (trailing === undefined || trailing.end <= trailing.start) return parts;
  const { start, end, reason } = trailing;
  const field = { name: 'unread bytes', value: hexText(bytes, start, end), start, end };
  return [...parts, { name: 'Bytes of no structure', notes: reason, head: null, start, end, fields: [field] }];
}

/** Finds the ranges of bytes that belong to no field. */
function gaps(owner: readonly number[], from: number, to: number): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = from; at < to; at++) {
    const last = found.at(-1);
    if (owner[at] !== -1) continue;
    if (last?.end === at) last.end = at + 1;
    else found.push({ start: at, end: at + 1 });
  }
  return found;
}

/** Formats bytes as `0A FF 01`; a long sequence is truncated. */
export function hexText(bytes: Uint8Array, start = 0, end = bytes.length, most = 32): string {
  const shown = [...bytes.subarray(start, Math.min(end, start + most))].map(byteText);
  return `${shown.join(' ')}${end - start > most ? ' …' : ''}`;
}

/** Formats a byte as an ASCII character, or as a dot if it is not printable ASCII. */
export const asciiOf = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.');
