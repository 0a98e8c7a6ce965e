/** GAP structures of no vendor: flags, names, power, appearance, intervals, role, addresses, URI. Core Specification Supplement, Part A. */
import { type FieldReader, hex16, hex8 } from './field-reader.ts';
import type { AssignedNames } from './names.ts';
import { URI_SCHEMES } from './uri-schemes.ts';

const FLAG_BITS = [
  'LE Limited Discoverable Mode',
  'LE General Discoverable Mode',
  'BR/EDR Not Supported',
  'Simultaneous LE and BR/EDR (Controller)',
  'Simultaneous LE and BR/EDR (Host)',
] as const;

const ROLES = [
  'only Peripheral',
  'only Central',
  'Peripheral and Central, Peripheral preferred',
  'Peripheral and Central, Central preferred',
] as const;

export function readFlags(reader: FieldReader): void {
  const at = reader.offset;
  const flags = reader.u8('flags', hex8);
  FLAG_BITS.forEach((name, bit) => reader.over(name, (flags & (1 << bit)) !== 0, at, at + 1));
}

/** Local names are UTF-8; invalid sequences are shown as U+FFFD, and the original bytes stay in the field's range. */
export function readText(reader: FieldReader, name: string): void {
  const count = reader.left;
  const start = reader.take(name, count);
  if (start >= 0) reader.over(name, text(reader.bytes.subarray(start, start + count)), start, start + count);
}

export const text = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

export function readTxPower(reader: FieldReader): void {
  reader.i8('tx power', { unit: 'dBm' });
}

export function readAppearance(reader: FieldReader, names: AssignedNames): void {
  const at = reader.offset;
  const value = reader.u16('appearance', hex16);
  reader.over('category', value >> 6, at, at + 2);
  reader.over('subcategory', value & 0x3f, at, at + 2);
  const name = names.appearance(value);
  if (name !== undefined) reader.over('appearance name', name, at, at + 2);
}

/** Connection intervals in units of 1.25 ms; 0xFFFF means no specific value. */
export function readConnectionInterval(reader: FieldReader): void {
  const show = (value: number) => (value === 0xffff ? 'no specific value' : value * 1.25);
  reader.u16('minimum connection interval', show, { unit: 'ms' });
  reader.u16('maximum connection interval', show, { unit: 'ms' });
}

/** Advertising interval in units of 0.625 ms, 2 bytes (0x1A) or 3 to 4 (0x2F). */
export function readAdvertisingInterval(reader: FieldReader): void {
  const show = (value: number) => value * 0.625;
  if (reader.left === 4) reader.u32('advertising interval', show, { unit: 'ms' });
  else if (reader.left === 3) reader.u24('advertising interval', show, { unit: 'ms' });
  else reader.u16('advertising interval', show, { unit: 'ms' });
}

export function readRole(reader: FieldReader): void {
  reader.u8('LE role', (value) => ROLES[value] ?? `reserved (${hex8(value)})`);
}

/** Addresses are sent least significant octet first. */
export function readAddress(reader: FieldReader, name: string): void {
  const start = reader.take(name, 6);
  if (start >= 0) reader.over(name, addressText(reader.bytes, start), start, start + 6);
}

export function addressText(bytes: Uint8Array, start: number): string {
  let out = '';
  for (let i = 5; i >= 0; i--) out += (i < 5 ? ':' : '') + bytes[start + i]!.toString(16).padStart(2, '0');
  return out.toUpperCase();
}

export function readTargetAddresses(reader: FieldReader): void {
  while (reader.left >= 6) readAddress(reader, 'target address');
}

/** 6 bytes of address, then one byte whose lowest bit is 1 for a random address. */
export function readDeviceAddress(reader: FieldReader): void {
  readAddress(reader, 'device address');
  reader.u8('address type', (value) => ((value & 1) === 1 ? 'random' : 'public'));
}

export function readClassOfDevice(reader: FieldReader): void {
  reader.u24('class of device', (value) => `0x${value.toString(16).toUpperCase().padStart(6, '0')}`);
}

/** The scheme is one UTF-8 code point from the assigned numbers (0x01: none); the rest is text. */
export function readUri(reader: FieldReader): void {
  const start = reader.offset;
  const count = reader.left;
  if (reader.take('URI', Math.max(1, count)) < 0) return;
  const raw = text(reader.bytes.subarray(start, start + count));
  const scheme = raw.codePointAt(0)!;
  const rest = raw.slice(scheme > 0xffff ? 2 : 1);
  reader.over('URI', scheme === 1 ? rest : (URI_SCHEMES[scheme] ?? `scheme ${hex16(scheme)} `) + rest, start, start + count);
}
