/** AltBeacon and Microsoft beacons in manufacturer data. */
import { type FieldReader, hex8 } from './field-reader.ts';

/** AltBeacon 1.0 (any company id): the code 0xBEAC, 20 bytes of id, reference power, one reserved byte. */
export const isAltBeacon = (reader: FieldReader): boolean => reader.left >= 24 && reader.peek() === 0xbe && reader.peek(1) === 0xac;

export function readAltBeacon(reader: FieldReader): void {
  reader.hex('AltBeacon code', 2);
  reader.hex('beacon id', 20);
  reader.i8('reference power at 1 m', { unit: 'dBm' });
  reader.hex('reserved by manufacturer', 1);
}

const MICROSOFT_DEVICES: Readonly<Record<number, string>> = {
  1: 'Xbox One',
  6: 'Apple iPhone',
  7: 'Apple iPad',
  8: 'Android device',
  9: 'Windows 10 Desktop',
  11: 'Windows 10 Phone',
  12: 'Linux device',
  13: 'Windows IoT',
  14: 'Surface Hub',
  15: 'Windows laptop',
  16: 'Windows tablet',
};

/** Connected Devices Platform beacon ([MS-CDP] 2.2.2.2.3) and Swift Pair. */
export function readMicrosoft(reader: FieldReader): void {
  const scenario = reader.u8('scenario', (value) =>
    value === 0x01 ? 'Connected Devices Platform' : value === 0x03 ? 'Swift Pair' : `scenario ${hex8(value)}`,
  );
  if (scenario === 0x01) {
    const at = reader.offset;
    const device = reader.u8('version and device type', hex8);
    reader.over('version', device >> 5, at, at + 1);
    reader.over('device type', MICROSOFT_DEVICES[device & 31] ?? `type ${device & 31}`, at, at + 1);
    reader.u8('version and flags', hex8, { changes: 'varies' });
    reader.hex('reserved', 1);
    reader.hex('salt', 4, { changes: 'rotates' });
    if (reader.left > 0) reader.hex('device hash', reader.left, { changes: 'rotates' });
  } else if (scenario === 0x03) {
    reader.u8('sub scenario', hex8);
    reader.i8('reserved RSSI', { unit: 'dBm' });
    if (reader.left > 0) reader.hex('pairing data');
  }
}
