/** UUID lists and service data. UUIDs are sent least significant octet first. */
import type { FieldReader } from './field-reader.ts';
import type { AssignedNames } from './names.ts';

/**
 * Formats a UUID of 2, 4 or 16 bytes in upper case: `180D`, eight digits, or the dashed 128-bit form. A 128-bit UUID on the Bluetooth base
 * keeps its long form, because that is what was sent.
 */
export function uuidText(bytes: Uint8Array, start: number, width: number): string {
  let digits = '';
  for (let i = width - 1; i >= 0; i--) digits += bytes[start + i]!.toString(16).padStart(2, '0');
  digits = digits.toUpperCase();
  if (width !== 16) return digits;
  return [8, 12, 16, 20, 32].map((end, i, ends) => digits.slice(ends[i - 1] ?? 0, end)).join('-');
}

/** Returns the short form of a UUID on the Bluetooth base (`0000180D-0000-1000-8000-00805F9B34FB` → `180D`). */
export function shortUuid(uuid: string): string {
  const match = /^0000([0-9A-F]{4})-0000-1000-8000-00805F9B34FB$/i.exec(uuid);
  return match ? match[1]!.toUpperCase() : uuid.replace(/^0000(?=[0-9A-F]{4}$)/i, '');
}

export function readUuidList(reader: FieldReader, width: 2 | 4 | 16, label: string, names: AssignedNames): void {
  while (reader.left >= width) readUuid(reader, width, label, names);
  if (reader.left > 0) reader.notes.push(`${label} list is no multiple of ${width} bytes`);
}

/** Reads one UUID and returns its text; an empty string if bytes are missing. */
export function readUuid(reader: FieldReader, width: 2 | 4 | 16, label: string, names: AssignedNames): string {
  const start = reader.take(label, width);
  if (start < 0) return '';
  const uuid = uuidText(reader.bytes, start, width);
  reader.over(label, uuid, start, start + width);
  const name = names.service(shortUuid(uuid));
  if (name !== undefined) reader.over(`${label} name`, name, start, start + width);
  return uuid;
}
