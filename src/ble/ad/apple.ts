/**
 * Apple manufacturer data (company 0x004C): a sequence of Continuity messages, each with type, length and value. Layouts:
 * furiousMAC/continuity; Martin et al., PoPETs 2019(4); Celosia and Cunche, PoPETs 2020(1); Heinrich et al., PoPETs 2021 (Find My). Apple
 * publishes none of them but iBeacon.
 */
import { addressText } from './gap.ts';
import { type FieldReader, hex16, hex8 } from './field-reader.ts';
import { readFindMy } from './find-my.ts';
import { readNearbyAction, readNearbyInfo } from './nearby.ts';

interface Continuity {
  readonly name: string;
  readonly read?: (reader: FieldReader) => void;
}

const CONTINUITY: Readonly<Record<number, Continuity>> = {
  0x01: { name: 'Overflow Area', read: (r) => r.hex('service hash bits', 16) },
  0x02: { name: 'iBeacon', read: readIBeacon },
  0x03: { name: 'AirPrint', read: readAirPrint },
  0x05: { name: 'AirDrop', read: readAirDrop },
  0x06: { name: 'HomeKit', read: readHomeKit },
  0x07: { name: 'Proximity Pairing', read: readProximityPairing },
  0x08: { name: 'Hey Siri', read: readHeySiri },
  0x09: { name: 'AirPlay Target', read: readAirPlayTarget },
  0x0a: { name: 'AirPlay Source', read: (r) => r.hex('data') },
  0x0b: { name: 'Magic Switch', read: readMagicSwitch },
  0x0c: { name: 'Handoff', read: readHandoff },
  0x0d: { name: 'Tethering Target', read: (r) => r.hex('iCloud id', 4, { changes: 'rotates' }) },
  0x0e: { name: 'Tethering Source', read: readTetheringSource },
  0x0f: { name: 'Nearby Action', read: readNearbyAction },
  0x10: { name: 'Nearby Info', read: readNearbyInfo },
  0x11: { name: 'HomeKit Encrypted Notification', read: readHomeKitNotification },
  0x12: { name: 'Find My', read: readFindMy },
};

/** The position and length of one Continuity message, from which the layout signature is made. */
export interface ContinuityMessage {
  readonly type: number;
  readonly start: number;
  readonly value: number;
  readonly end: number;
}

/**
 * Walks the messages between two offsets. Type 0x01 (the overflow area of background apps) has no length field and is always 16 bytes;
 * HomeKit (0x06) stores a subtype in the upper three bits of its length. A length beyond the end is limited to the end.
 */
export function walkContinuity(bytes: Uint8Array, from: number, to: number): ContinuityMessage[] {
  const messages: ContinuityMessage[] = [];
  let at = from;
  while (at < to) {
    const type = bytes[at]!;
    const bare = type === 0x01;
    if (!bare && at + 1 >= to) break;
    const value = bare ? at + 1 : at + 2;
    const length = bare ? 16 : type === 0x06 ? bytes[at + 1]! & 0x1f : bytes[at + 1]!;
    const end = Math.min(value + length, to);
    messages.push({ type, start: at, value, end });
    at = end;
  }
  return messages;
}

export const continuityName = (type: number): string => CONTINUITY[type]?.name ?? `Continuity ${hex8(type)}`;

export function readApple(reader: FieldReader): void {
  for (const message of walkContinuity(reader.bytes, reader.offset, reader.end)) {
    reader.u8('message', continuityName);
    let length = message.end - message.value;
    if (message.value - message.start === 2) {
      const stated = reader.u8('message length');
      length = message.type === 0x06 ? stated & 0x1f : stated;
    }
    const read = CONTINUITY[message.type]?.read;
    reader.within(continuityName(message.type), length, () => read?.(reader));
  }
}

function readIBeacon(reader: FieldReader): void {
  const start = reader.take('proximity UUID', 16);
  if (start >= 0) {
    const digits = Array.from(reader.bytes.subarray(start, start + 16), (b) => b.toString(16).padStart(2, '0')).join('');
    const dashed = digits.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    reader.over('proximity UUID', dashed, start, start + 16);
  }
  reader.u16be('major');
  reader.u16be('minor');
  reader.i8('measured power at 1 m', { unit: 'dBm' });
}

function readAirPrint(reader: FieldReader): void {
  reader.u8('address type');
  reader.u8('resource path type');
  reader.u8('security type');
  reader.u16be('QID or TCP port');
  reader.hex('IP address', 16);
  reader.i8('measured power', { unit: 'dBm' });
}

function readAirDrop(reader: FieldReader): void {
  reader.hex('zeros', 8);
  reader.u8('version');
  for (const what of ['Apple ID', 'phone number', 'e-mail', 'second e-mail']) {
    reader.hex(`first 2 bytes of SHA-256 of ${what}`, 2);
  }
  reader.hex('suffix', 1);
}

function readHomeKit(reader: FieldReader): void {
  reader.u8('status flags', hex8);
  const start = reader.take('device id', 6);
  if (start >= 0) {
    // Unlike addresses, the device id is sent most significant octet first.
    reader.over('device id', addressText(reader.bytes.slice(start, start + 6).reverse(), 0), start, start + 6);
  }
  reader.u16('category');
  reader.u16('global state number', undefined, { changes: 'counts' });
  reader.u8('configuration number');
  reader.u8('compatible version');
  if (reader.left === 4) reader.hex('setup hash', 4);
}

function readHomeKitNotification(reader: FieldReader): void {
  reader.hex('advertising identifier', 6);
  reader.hex('encrypted notification', reader.left, { changes: 'varies' });
}

/** AirPods and Beats: battery in steps of 10 % (15 means unknown); the rest is encrypted and changes with the address. */
function readProximityPairing(reader: FieldReader): void {
  const paired = reader.peek() === 0x01;
  reader.u8('prefix', hex8);
  reader.u16be('device model', hex16);
  if (!paired) {
    reader.hex('pairing data');
    return;
  }
  reader.u8('status', hex8, { changes: 'varies' });
  const tenths = (value: number): string | number => (value > 10 ? 'unknown' : value * 10);
  let at = reader.offset;
  const pods = reader.u8('pod batteries', hex8, { changes: 'varies' });
  reader.over('battery of first pod', tenths(pods >> 4), at, at + 1, { unit: '%', changes: 'varies' });
  reader.over('battery of second pod', tenths(pods & 15), at, at + 1, { unit: '%', changes: 'varies' });
  at = reader.offset;
  const box = reader.u8('charging and case battery', hex8, { changes: 'varies' });
  reader.over('charging bits', box >> 4, at, at + 1, { changes: 'varies' });
  reader.over('battery of case', tenths(box & 15), at, at + 1, { unit: '%', changes: 'varies' });
  reader.u8('lid open counter', undefined, { changes: 'counts' });
  reader.u8('device colour', hex8);
  reader.u8('suffix', hex8);
  reader.hex('encrypted data', 16, { changes: 'rotates' });
}

function readHeySiri(reader: FieldReader): void {
  reader.hex('perceptual hash', 2, { changes: 'varies' });
  reader.u8('signal to noise ratio', undefined, { changes: 'varies' });
  reader.u8('confidence', undefined, { changes: 'varies' });
  reader.u16be('device class', hex16);
  reader.u8('random', hex8, { changes: 'varies' });
}

function readAirPlayTarget(reader: FieldReader): void {
  reader.u8('flags', hex8);
  reader.u8('configuration seed', undefined, { changes: 'varies' });
  const start = reader.take('IPv4 address', 4);
  if (start >= 0) reader.over('IPv4 address', reader.bytes.subarray(start, start + 4).join('.'), start, start + 4);
}

function readMagicSwitch(reader: FieldReader): void {
  reader.hex('data', 2, { changes: 'varies' });
  reader.u8('confidence on wrist', hex8, { changes: 'varies' });
}

/** The sequence number increases with every user action and is not reset by a change of address (Martin et al. 2019). */
function readHandoff(reader: FieldReader): void {
  reader.u8('clipboard status', hex8, { changes: 'varies' });
  reader.u16('sequence number', undefined, { changes: 'counts' });
  reader.hex('authentication tag', 1, { changes: 'varies' });
  reader.hex('encrypted payload', reader.left, { changes: 'varies' });
}

const CELL = ['4G (GSM)', '1xRTT', 'GPRS', 'EDGE', '3G (EV-DO)', '3G', '4G', 'LTE'] as const;

function readTetheringSource(reader: FieldReader): void {
  reader.u8('version');
  reader.u8('flags', hex8);
  reader.u8('battery', undefined, { unit: '%', changes: 'varies' });
  reader.u16be('cellular service', (value) => CELL[value] ?? hex16(value));
  reader.u8('signal bars', undefined, { changes: 'varies' });
}
