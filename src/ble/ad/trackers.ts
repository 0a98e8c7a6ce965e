/** Trackers in service data: the cross-vendor DULT format (FCB2), Samsung SmartTag (FD5A), Tile (FEED, FEEC). */
import { type FieldReader, hex8 } from './field-reader.ts';

const NETWORKS: Readonly<Record<number, string>> = { 1: 'Apple Find My', 2: 'Google Find Hub' };

/** draft-ietf-dult-accessory-protocol, location-enabled advertisement payload (table 1). */
export function readDult(reader: FieldReader): void {
  reader.u8('network', (value) => NETWORKS[value] ?? `network ${hex8(value)}`);
  const at = reader.offset;
  const state = reader.u8('state', hex8, { changes: 'varies' });
  reader.over('near its owner', (state & 1) === 1, at, at + 1, { changes: 'varies' });
  if (reader.left > 0) reader.hex('proprietary payload', reader.left, { changes: 'rotates' });
}

const TAG_STATES: Readonly<Record<number, string>> = {
  1: 'premature lost',
  2: 'lost',
  3: 'overmature lost',
  4: 'paired with one device',
  5: 'connected with one device',
  6: 'connected with two devices',
};
const BATTERY = ['very low', 'low', 'medium', 'full'] as const;

/** Yu, Henderson, Tiu, Haines, arXiv 2210.14702: 20 bytes, of which the privacy id changes every 15 min. */
export function readSmartTag(reader: FieldReader): void {
  let at = reader.offset;
  const head = reader.u8('version, type and state', hex8, { changes: 'varies' });
  reader.over('version', head >> 4, at, at + 1);
  reader.over('advertisement type', (head >> 3) & 1, at, at + 1);
  reader.over('tag state', TAG_STATES[head & 7] ?? `state ${head & 7}`, at, at + 1, { changes: 'varies' });
  reader.u24('aging counter', undefined, { changes: 'counts' });
  reader.hex('privacy id', 8, { changes: 'rotates' });
  at = reader.offset;
  const flags = reader.u8('region and flags', hex8);
  reader.over('region', flags >> 4, at, at + 1);
  reader.over('encrypted', (flags & 8) !== 0, at, at + 1);
  reader.over('ultra-wideband', (flags & 4) !== 0, at, at + 1);
  reader.over('battery', BATTERY[flags & 3]!, at, at + 1, { changes: 'varies' });
  reader.hex('reserved', 3);
  reader.hex('signature', 4, { changes: 'rotates' });
}

/** Tile publishes no layout: two header bytes, then the private id (8 bytes); tags before activation use FEEC. */
export function readTile(reader: FieldReader): void {
  if (reader.left >= 10) {
    reader.hex('header', 2);
    reader.hex('private id', 8);
  }
  if (reader.left > 0) reader.hex('tag data');
}
