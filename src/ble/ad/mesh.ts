/** Bluetooth Mesh bearers: Mesh Protocol 1.1, sections 3.3, 3.10 and 5.2; proxy service data, section 7.2. */
import { type FieldReader, hex8 } from './field-reader.ts';

export function readPbAdv(reader: FieldReader): void {
  reader.hex('link id', 4);
  reader.u8('transaction number', undefined, { changes: 'counts' });
  if (reader.left > 0) reader.hex('generic provisioning PDU', reader.left, { changes: 'varies' });
}

/** The header after the first byte is obfuscated, so the source address cannot be read without the keys. */
export function readMeshMessage(reader: FieldReader): void {
  const at = reader.offset;
  const head = reader.u8('IVI and NID', hex8);
  reader.over('IV index bit', head >> 7, at, at + 1);
  reader.over('network id', head & 0x7f, at, at + 1);
  reader.hex('obfuscated header', 6, { changes: 'varies' });
  if (reader.left > 0) reader.hex('encrypted payload and MIC', reader.left, { changes: 'varies' });
}

const BEACONS = ['Unprovisioned Device', 'Secure Network', 'Mesh Private'] as const;

export function readMeshBeacon(reader: FieldReader): void {
  const type = reader.u8('beacon', (value) => BEACONS[value] ?? `beacon ${hex8(value)}`);
  if (type === 0) {
    reader.hex('device UUID', 16);
    reader.hex('out-of-band information', 2);
    if (reader.left === 4) reader.hex('URI hash', 4);
  } else if (type === 1) {
    reader.u8('flags', hex8);
    reader.hex('network id', 8);
    reader.u32be('IV index', undefined, { changes: 'counts' });
    reader.hex('authentication value', 8, { changes: 'varies' });
  } else if (type === 2) {
    reader.hex('random', 13, { changes: 'rotates' });
    reader.hex('obfuscated data', 5, { changes: 'rotates' });
    reader.hex('authentication tag', 8, { changes: 'rotates' });
  }
}

/** Service data of an unprovisioned node (1827). */
export function readMeshProvisioning(reader: FieldReader): void {
  reader.hex('device UUID', 16);
  reader.hex('out-of-band information', 2);
}

const IDENTIFICATIONS = ['Network ID', 'Node Identity', 'Private Network Identity', 'Private Node Identity'] as const;

/** Service data of a proxy node (1828). */
export function readMeshProxy(reader: FieldReader): void {
  const type = reader.u8('identification', (value) => IDENTIFICATIONS[value] ?? `type ${hex8(value)}`);
  if (type === 0) reader.hex('network id', 8);
  else if (type <= 3) {
    reader.hex('hash', 8, { changes: 'rotates' });
    reader.hex('random', 8, { changes: 'rotates' });
  }
}
