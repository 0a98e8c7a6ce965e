/** LE Audio broadcasts: BIGInfo, service data 1852 and 1856 (BAP 1.0, PBP 1.0) and Resolvable Set Identifier (CSIS). */
import { formatAddress } from '../address.ts';
import { bigInfoFields } from '../isochronous.ts';
import { readFields } from '../octet-fields.ts';
import { type AdValue, type FieldReader, hex, hex8 } from './field-reader.ts';

export function readBroadcastAudio(reader: FieldReader): void {
  reader.hex('broadcast id', 3);
  if (reader.left > 0) reader.hex('further data');
}

/** Reads BIGInfo, field by field. Fields that are bits of one octet have the range of that octet. */
export function readBigInfoFields(reader: FieldReader): void {
  const layout = bigInfoFields(reader.left);
  for (const one of layout ?? []) {
    const at = reader.take('BIGInfo', one.octets);
    const over = (name: string, value: AdValue): void => {
      reader.over(name.replaceAll('_', ' '), value, at, at + one.octets);
    };
    readFields(reader.bytes, at, at + one.octets, [one], {
      number: over,
      big: (name, value) => {
        over(name, String(value));
      },
      octets: (name, bytes, from, to) => {
        over(name, hex(bytes, from, to));
      },
      address: (name, bytes, from) => {
        over(name, formatAddress(bytes, from));
      },
    });
  }
}

export function readPublicBroadcast(reader: FieldReader): void {
  const at = reader.offset;
  const features = reader.u8('features', hex8);
  reader.over('encrypted', (features & 1) !== 0, at, at + 1);
  reader.over('standard quality', (features & 2) !== 0, at, at + 1);
  reader.over('high quality', (features & 4) !== 0, at, at + 1);
  const length = reader.u8('metadata length');
  if (length > 0) reader.within('metadata', length, () => reader.hex('metadata'));
}

export function readResolvableSet(reader: FieldReader): void {
  reader.hex('set hash', 3, { changes: 'rotates' });
  reader.hex('set random', 3, { changes: 'rotates' });
}
