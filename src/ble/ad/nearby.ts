/** Continuity Nearby Action (0x0F) and Nearby Info (0x10), the most frequent messages of iPhones. `apple.ts` lists the sources. */
import { type FieldReader, hex8 } from './field-reader.ts';

const ACTIONS: Readonly<Record<number, string>> = {
  0x01: 'Apple TV Setup',
  0x04: 'Mobile Backup',
  0x05: 'Watch Setup',
  0x06: 'Apple TV Pair',
  0x07: 'Internet Relay',
  0x08: 'Wi-Fi Password',
  0x09: 'iOS Setup',
  0x0a: 'Repair',
  0x0b: 'Speaker Setup',
  0x0c: 'Apple Pay',
  0x0d: 'Whole Home Audio Setup',
  0x0e: 'Developer Tools Pairing Request',
  0x0f: 'Answered Call',
  0x10: 'Ended Call',
  0x11: 'DD Ping',
  0x12: 'DD Pong',
  0x13: 'Remote Auto Fill',
  0x14: 'Companion Link Proximity',
  0x15: 'Remote Management',
  0x16: 'Remote Auto Fill Pong',
  0x17: 'Remote Display',
};

/** The tag is present only if the top bit of the flags is set. */
export function readNearbyAction(reader: FieldReader): void {
  const flags = reader.u8('action flags', hex8);
  const action = reader.u8('action', (value) => ACTIONS[value] ?? `action ${hex8(value)}`);
  if ((flags & 0x80) !== 0) reader.hex('authentication tag', 3, { changes: 'rotates' });
  if (action === 0x08 && reader.left === 12) {
    for (const what of ['network name', 'Apple ID', 'phone number', 'e-mail']) {
      reader.hex(`first 3 bytes of SHA-256 of ${what}`, 3);
    }
  } else if (reader.left > 0) {
    reader.hex('action parameters', reader.left, { changes: 'varies' });
  }
}

const STATES: Readonly<Record<number, string>> = {
  0x00: 'activity unknown',
  0x01: 'activity reporting disabled',
  0x03: 'idle user',
  0x05: 'audio playing, screen locked',
  0x07: 'active user, screen on',
  0x09: 'video playing, screen on',
  0x0a: 'watch on wrist and unlocked',
  0x0b: 'recent user interaction',
  0x0d: 'user is driving',
  0x0e: 'phone or FaceTime call',
};

/** In 6 of 6 rotations measured on an iPhone 11 the tag changed in the same frame as the address. */
export function readNearbyInfo(reader: FieldReader): void {
  const at = reader.offset;
  const first = reader.u8('status and action', hex8, { changes: 'varies' });
  reader.over('primary iCloud device', (first & 0x10) !== 0, at, at + 1);
  reader.over('used as hotspot', (first & 0x20) !== 0, at, at + 1, { changes: 'varies' });
  reader.over('AirDrop receiving', (first & 0x40) !== 0, at, at + 1, { changes: 'varies' });
  reader.over('action', STATES[first & 15] ?? `action ${hex8(first & 15)}`, at, at + 1, { changes: 'varies' });
  reader.u8('data flags', hex8, { changes: 'varies' });
  if (reader.left > 0) reader.hex('authentication tag', Math.min(3, reader.left), { changes: 'rotates' });
  if (reader.left > 0) reader.hex('further data', reader.left, { changes: 'varies' });
}
