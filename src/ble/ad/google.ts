/** Google's service data: Eddystone and Find Hub (FEAA), Fast Pair (FE2C), Exposure Notification (FD6F). */
import { type FieldReader, hex8 } from './field-reader.ts';
import { text } from './gap.ts';

const SCHEMES = ['http://www.', 'https://www.', 'http://', 'https://'] as const;
const EXPANSIONS = [
  '.com/',
  '.org/',
  '.edu/',
  '.net/',
  '.info/',
  '.biz/',
  '.gov/',
  '.com',
  '.org',
  '.edu',
  '.net',
  '.info',
  '.biz',
  '.gov',
];

/** Source: google/eddystone protocol specification. Frames 0x40 and 0x41 belong to the Find Hub network. */
export function readEddystone(reader: FieldReader): void {
  const frame = reader.u8('frame', (value) => EDDYSTONE[value]?.name ?? `frame ${hex8(value)}`);
  EDDYSTONE[frame]?.read(reader);
}

const EDDYSTONE: Readonly<Record<number, { name: string; read: (reader: FieldReader) => void }>> = {
  0x00: { name: 'Eddystone-UID', read: readUid },
  0x10: { name: 'Eddystone-URL', read: readUrl },
  0x20: { name: 'Eddystone-TLM', read: readTlm },
  0x30: { name: 'Eddystone-EID', read: readEid },
  0x40: { name: 'Find Hub', read: readFindHub },
  0x41: { name: 'Find Hub, unwanted tracking protection', read: readFindHub },
};

function readUid(reader: FieldReader): void {
  reader.i8('tx power at 0 m', { unit: 'dBm' });
  reader.hex('namespace', 10);
  reader.hex('instance', 6);
  if (reader.left > 0) reader.hex('reserved');
}

function readUrl(reader: FieldReader): void {
  reader.i8('tx power at 0 m', { unit: 'dBm' });
  const start = reader.offset;
  if (reader.take('URL', Math.max(1, reader.left)) < 0) return;
  let url: string = SCHEMES[reader.bytes[start]!] ?? `scheme ${hex8(reader.bytes[start]!)} `;
  for (let at = start + 1; at < reader.offset; at++) {
    const byte = reader.bytes[at]!;
    url += EXPANSIONS[byte] ?? text(reader.bytes.subarray(at, at + 1));
  }
  reader.over('URL', url, start, reader.offset);
}

function readTlm(reader: FieldReader): void {
  const version = reader.u8('version');
  if (version !== 0) {
    reader.hex('encrypted telemetry', reader.left, { changes: 'varies' });
    return;
  }
  reader.u16be('battery voltage', undefined, { unit: 'mV', changes: 'varies' });
  reader.u16be('temperature', (raw) => ((raw << 16) >> 16) / 256, { unit: '°C', changes: 'varies' });
  reader.u32be('advertisements since power-on', undefined, { changes: 'counts' });
  reader.u32be('time since power-on', (raw) => raw / 10, { unit: 's', changes: 'counts' });
}

function readEid(reader: FieldReader): void {
  reader.i8('tx power at 0 m', { unit: 'dBm' });
  reader.hex('ephemeral identifier', 8, { changes: 'rotates' });
}

function readFindHub(reader: FieldReader): void {
  reader.hex('ephemeral identifier', reader.left >= 32 ? 32 : 20, { changes: 'rotates' });
  if (reader.left > 0) reader.u8('hashed flags', hex8, { changes: 'rotates' });
}

/** Google/Apple Exposure Notification, Bluetooth specification v1.2: both values change with the address. */
export function readExposure(reader: FieldReader): void {
  reader.hex('rolling proximity identifier', 16, { changes: 'rotates' });
  reader.hex('associated encrypted metadata', 4, { changes: 'rotates' });
}

const FAST_PAIR: Readonly<Record<number, { name: string; changes: 'rotates' | 'varies' }>> = {
  0: { name: 'account key filter', changes: 'rotates' },
  1: { name: 'salt', changes: 'rotates' },
  2: { name: 'account key filter, hide pairing', changes: 'rotates' },
  3: { name: 'battery', changes: 'varies' },
  4: { name: 'battery, hide', changes: 'varies' },
  5: { name: 'random resolvable data', changes: 'rotates' },
};

/** Fast Pair: 3 bytes are a model id (discoverable); else version and flags, then fields that begin with length and type, 4 bits each. */
export function readFastPair(reader: FieldReader): void {
  if (reader.left === 3) {
    reader.hex('model id', 3);
    return;
  }
  reader.u8('version and flags', hex8);
  while (reader.left > 0) {
    const at = reader.offset;
    const head = reader.u8('field', hex8);
    const length = head >> 4;
    const known = FAST_PAIR[head & 15];
    const name = known?.name ?? `field type ${head & 15}`;
    reader.over('field type', name, at, at + 1);
    if (length === 0) continue;
    if (length > reader.left) reader.notes.push(`${name} says ${length} bytes follow, ${reader.left} are left`);
    reader.hex(name, Math.min(length, reader.left), known && { changes: known.changes });
    if (reader.left === 0) return;
  }
}
