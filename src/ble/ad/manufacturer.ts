/** Manufacturer specific data: the company id, then data in that company's own format. */
import { readApple } from './apple.ts';
import { isAltBeacon, readAltBeacon, readMicrosoft } from './beacons.ts';
import { type FieldReader, hex16 } from './field-reader.ts';
import type { AssignedNames } from './names.ts';

export const APPLE = 0x004c;
const MICROSOFT = 0x0006;

/** Returns the name of the format, if known. */
export function readManufacturer(reader: FieldReader, names: AssignedNames): string | undefined {
  const at = reader.offset;
  const company = reader.u16('company', hex16);
  const name = names.company(company);
  if (name !== undefined) reader.over('company name', name, at, at + 2);
  if (isAltBeacon(reader)) {
    readAltBeacon(reader);
    return 'AltBeacon';
  }
  if (company === APPLE) {
    readApple(reader);
    return 'Apple Continuity';
  }
  if (company === MICROSOFT) {
    readMicrosoft(reader);
    return 'Microsoft';
  }
  if (reader.left > 0) reader.hex('manufacturer data');
  return undefined;
}
