/**
 * Find My (Continuity 0x12). Long form, 25 bytes: status, bytes 6–27 of the public key, its two top bits,
 * hint; the other six key bytes are the advertising address with its top bits set to 11. Short form, 2
 * bytes: the owner is near. Heinrich et al., PoPETs 2021; device types: AirGuard, WiSec 2022.
 */
import { type FieldReader, hex8 } from './field-reader.ts';

const DEVICES = ['Apple device', 'AirTag', 'Find My accessory', 'AirPods'] as const;
const BATTERY = ['full', 'medium', 'low', 'critically low'] as const;

export function readFindMy(reader: FieldReader): void {
  const at = reader.offset;
  const status = reader.u8('status', hex8, { changes: 'varies' });
  reader.over('owner connected within this key period', (status & 0x04) !== 0, at, at + 1, { changes: 'varies' });
  reader.over('device kind', DEVICES[(status >> 4) & 3]!, at, at + 1);
  reader.over('battery', BATTERY[status >> 6]!, at, at + 1, { changes: 'varies' });
  if (reader.left > 2) reader.hex('public key bytes 6–27', 22, { changes: 'rotates' });
  reader.u8('top bits of public key', (value) => value & 3, { changes: 'rotates' });
  if (reader.left > 0) reader.hex('hint', 1, { changes: 'rotates' });
}
