/**
 * Features that the linkage tool compares: the shape of a payload, and the bytes that should not change with the address. Names contribute
 * only their length, so a layout contains no personal text.
 */
import { byteText } from './byte-text.ts';
import { walkContinuity } from './apple.ts';
import type { AdChange } from './field-reader.ts';
import { describeStructure } from './describe.ts';
import { APPLE } from './manufacturer.ts';
import { NO_NAMES } from './names.ts';
import { walkAd } from './structure.ts';
import { uuidText } from './uuids.ts';

/**
 * A stable signature of the structure: AD types with value lengths in order of appearance, joined by `|`; UUID lists with their UUIDs,
 * service data with its UUID, manufacturer data with the company id and, for Apple, the Continuity messages with their lengths. A trailing
 * `!` means that parsing stopped early.
 *
 * `01:1|03:2(FD6F)|16:22(FD6F)` · `01:1|0A:1|FF:15(004C,10:5)` · empty data gives the empty string.
 */
export function adLayout(bytes: Uint8Array): string {
  const { structures, stopped } = walkAd(bytes);
  const parts = structures.map(({ type, value, end }) => {
    const detail = layoutDetail(bytes, type, value, end);
    return `${byteText(type)}:${Math.max(0, end - value)}${detail === '' ? '' : `(${detail})`}`;
  });
  return parts.join('|') + (stopped === undefined ? '' : '!');
}

const LIST_WIDTHS: Readonly<Record<number, number>> = {
  0x02: 2,
  0x03: 2,
  0x04: 4,
  0x05: 4,
  0x06: 16,
  0x07: 16,
  0x14: 2,
  0x15: 16,
  0x1f: 4,
};
const DATA_WIDTHS: Readonly<Record<number, number>> = { 0x16: 2, 0x20: 4, 0x21: 16 };

function layoutDetail(bytes: Uint8Array, type: number, value: number, end: number): string {
  if (type === 0xff) return manufacturerDetail(bytes, value, end);
  const list = LIST_WIDTHS[type];
  if (list !== undefined) {
    const uuids: string[] = [];
    for (let at = value; at + list <= end; at += list) uuids.push(uuidText(bytes, at, list));
    return uuids.join(',');
  }
  const data = DATA_WIDTHS[type];
  return data !== undefined && value + data <= end ? uuidText(bytes, value, data) : '';
}

function manufacturerDetail(bytes: Uint8Array, value: number, end: number): string {
  if (value + 2 > end) return '';
  const company = bytes[value]! | (bytes[value + 1]! << 8);
  const id = company.toString(16).toUpperCase().padStart(4, '0');
  if (company !== APPLE) return id;
  const messages = walkContinuity(bytes, value + 2, end);
  return [id, ...messages.map((m) => `${byteText(m.type)}:${m.end - m.value}`)].join(',');
}

/**
 * Marks how each byte changes: 0 constant for a sender, 1 rotates with the address, 2 counts, 3 varies, 4 after the position where parsing
 * stopped. One mark per byte of the data.
 */
export function adChanges(bytes: Uint8Array): Uint8Array {
  const marks = new Uint8Array(bytes.length);
  const { structures, stopped } = walkAd(bytes);
  for (const structure of structures) {
    for (const field of describeStructure(bytes, structure, NO_NAMES).fields) {
      const mark = field.changes === undefined ? 0 : MARKS[field.changes];
      for (let at = field.start; at < field.end; at++) marks[at] = Math.max(marks[at]!, mark);
    }
  }
  if (stopped !== undefined) marks.fill(MARK_UNREAD, stopped.at);
  return marks;
}

const MARKS: Readonly<Record<AdChange, number>> = { rotates: 1, counts: 2, varies: 3 };
const MARK_UNREAD = 4;

/**
 * The part of a payload that should be equal before and after a rotation, in hex with `..` for every byte that is known to change. Two
 * payloads of one sender in the same state have equal text. Different text is evidence against one sender; equal text is only weak evidence
 * for it (many devices of a model share it).
 */
export function stablePayload(bytes: Uint8Array): string {
  const marks = adChanges(bytes);
  let text = '';
  for (let at = 0; at < bytes.length; at++) text += marks[at] === 0 ? byteText(bytes[at]!).toLowerCase() : '..';
  return text;
}
