/** LE Audio broadcasts: service data 1851, 1852 and 1856 (BAP 1.0, PBP 1.0) and Resolvable Set Identifier (CSIS). */
import { type FieldReader, hex8 } from './field-reader.ts';

export function readBroadcastAudio(reader: FieldReader): void {
  reader.hex('broadcast id', 3);
  if (reader.left > 0) reader.hex('further data');
}

export function readBasicAudio(reader: FieldReader): void {
  reader.u24('presentation delay', undefined, { unit: 'µs' });
  reader.u8('subgroups');
  if (reader.left > 0) reader.hex('subgroup data');
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
