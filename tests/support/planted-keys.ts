import { acl, command, completed, event, type HciPacket } from './hci-packet.ts';
import { concat, u16 } from './packet-file.ts';
import { randomSource, type RandomSource } from './random.ts';

/** Packets with secrets in them. */
export interface Planted {
  readonly name: string;
  readonly secrets: readonly Uint8Array[];
  readonly packets: readonly HciPacket[];
}

const ADDRESS = [1, 2, 3, 4, 5, 0xc0];
const HANDLE = [0x40, 0];
const le = (subevent: number, parameters: ArrayLike<number>): HciPacket => event(0x3e, concat([[subevent], parameters]));

type Make = (secret: (length: number) => Uint8Array) => readonly HciPacket[];

/** Every place in HCI where key material travels. */
const PLACES: Readonly<Record<string, Make>> = {
  'LE Add Device To Resolving List': (s) => [command(0x2027, concat([[0], ADDRESS, s(16), s(16)]))],
  'LE Enable Encryption': (s) => [command(0x2019, concat([HANDLE, s(8), s(2), s(16)]))],
  'LE Long Term Key Request': (s) => [le(0x05, concat([HANDLE, s(8), s(2)]))],
  'LE Long Term Key Request Reply': (s) => [command(0x201a, concat([HANDLE, s(16)]))],
  'LE Encrypt': (s) => [command(0x2017, concat([s(16), s(16)])), completed(0x2017, concat([[0], s(16)]))],
  'LE Rand': (s) => [completed(0x2018, concat([[0], s(8)]))],
  'LE Read Local P-256 Public Key': (s) => [le(0x08, concat([[0], s(64)]))],
  'LE Generate DHKey': (s) => [command(0x2026, s(64)), le(0x09, concat([[0], s(32)]))],
  'LE Generate DHKey v2': (s) => [command(0x205e, concat([s(64), [0]]))],
  'LE Create BIG': (s) => [command(0x2068, concat([new Uint8Array(14).fill(7), [1], s(16)]))],
  'LE Create BIG Test': (s) => [command(0x2069, concat([new Uint8Array(19).fill(7), [1], s(16)]))],
  'LE BIG Create Sync': (s) => [command(0x206b, concat([[1, 2, 0, 1], s(16), [0, 1, 0, 1, 1]]))],
  'Link Key Request Reply': (s) => [command(0x040b, concat([ADDRESS, s(16)]))],
  'PIN Code Request Reply': (s) => [command(0x040d, concat([ADDRESS, [16], s(16)]))],
  'User Passkey Request Reply': (s) => [command(0x042e, concat([ADDRESS, s(4)]))],
  'User Passkey Notification': (s) => [event(0x3b, concat([ADDRESS, s(4)]))],
  'User Confirmation Request': (s) => [event(0x33, concat([ADDRESS, s(4)]))],
  'Remote OOB Data Request Reply': (s) => [command(0x0430, concat([ADDRESS, s(16), s(16)]))],
  'Remote OOB Extended Data Request Reply': (s) => [command(0x0445, concat([ADDRESS, s(16), s(16), s(16), s(16)]))],
  'Read Local OOB Data': (s) => [completed(0x0c57, concat([[0], s(16), s(16)]))],
  'Read Local OOB Extended Data': (s) => [completed(0x0c7d, concat([[0], s(16), s(16), s(16), s(16)]))],
  'Write Stored Link Key': (s) => [command(0x0c11, concat([[2], ADDRESS, s(16), ADDRESS, s(16)]))],
  'Read Stored Link Key': (s) => [completed(0x0c0d, concat([[0, 2, 0, 1, 0], s(16)]))],
  'Return Link Keys': (s) => [event(0x15, concat([[2], ADDRESS, ADDRESS, s(16), s(16)]))],
  'Link Key Notification': (s) => [event(0x18, concat([ADDRESS, s(16), [4]]))],
  'Create Physical Link': (s) => [command(0x0435, concat([[1, 32, 3], s(32)]))],
  'Accept Physical Link': (s) => [command(0x0436, concat([[1, 32, 3], s(32)]))],
  'vendor command': (s) => [command(0xfc01, concat([[9], ADDRESS, s(16)]))],
  'vendor command complete': (s) => [completed(0xfc01, concat([[0], s(16)]))],
  'vendor event': (s) => [event(0xff, concat([[1], s(16), s(16)]))],
  'unknown command': (s) => [command(0x20ee, s(16)), completed(0x20ee, concat([[0], s(16)]))],
  'unknown event': (s) => [event(0x77, s(16))],
  'unknown LE event': (s) => [le(0x7f, s(16))],
  'more parameters than a command has': (s) => [command(0x0c03, s(16)), command(0x200d, concat([new Uint8Array(25), s(16)]))],
  'octets behind an HCI packet': (s) => [{ kind: 4, toHost: true, body: concat([[0x05, 4, 0, 0x40, 0, 0x13], s(16)]) }],
  'SMP Pairing Confirm': (s) => acl(0x40, 6, concat([[3], s(16)])),
  'SMP Pairing Random': (s) => acl(0x40, 6, concat([[4], s(16)])),
  'SMP Encryption Information': (s) => acl(0x40, 6, concat([[6], s(16)])),
  'SMP Central Identification': (s) => acl(0x40, 6, concat([[7], s(2), s(8)])),
  'SMP Identity Information': (s) => acl(0x40, 6, concat([[8], s(16)])),
  'SMP Signing Information': (s) => acl(0x40, 6, concat([[10], s(16)])),
  'SMP Public Key': (s) => acl(0x40, 6, concat([[12], s(64)]), [27, 54]),
  'SMP DHKey Check': (s) => acl(0x40, 6, concat([[13], s(16)])),
  'ATT Set Broadcast Code': (s) => [
    ...acl(0x46, 4, [0x09, 7, 0x20, 0, 0x0c, 0x21, 0, 0xc7, 0x2b]),
    ...acl(0x46, 4, concat([[0x12, 0x21, 0, 4, 1], s(16)]), [], false),
    ...acl(0x46, 4, concat([[0x52, 0x21, 0, 4, 1], s(16)]), [9], false),
  ],
  'SMP code of no standard': (s) => acl(0x40, 6, concat([[0x55], s(16)])),
  'SMP from the host': (s) => acl(0x40, 6, concat([[8], s(16)]), [], false),
  'SMP over BR/EDR': (s) => acl(0x0b, 7, concat([[8], s(16)])),
  'SMP over BR/EDR in pieces': (s) => acl(0x0b, 7, concat([[10], s(16)]), [9]),
  'channel of no standard': (s) => acl(0x40, 0x30, s(20)),
  'handle of a vendor': (s) => acl(0x0fff, 4, s(20)),
  'ACL without its first piece': (s) => acl(0x41, 6, concat([[8], s(16)]), [5]).slice(1),
  'ACL without its last piece': (s) => acl(0x42, 6, concat([[8], s(16)]), [19]).slice(0, 1),
  'ACL whose frame is too long': (s) => [{ kind: 2, toHost: true, body: concat([u16(0x2040), u16(24), u16(4), u16(4), s(20)]) }],
  'ACL that was cut': (s) => [{ kind: 2, toHost: true, body: concat([u16(0x2040), u16(60), u16(56), u16(4), s(20)]) }],
  'a data frame that one of the Security Manager interrupts': (s) => {
    const data = acl(0x43, 4, new Uint8Array(40).fill(0xee), [20]);
    const key = acl(0x43, 6, concat([[8], s(16)]), [10], false);
    return [data[0], key[0], data[1], key[1]].flatMap((packet) => packet ?? []);
  },
  'a frame that ends in another connection': (s) => {
    const one = acl(0x44, 6, concat([[8], s(16)]), [8]);
    const two = acl(0x45, 6, concat([[6], s(16)]), [8]);
    return [one[0], two[0], two[1], one[1]].flatMap((packet) => packet ?? []);
  },
};

/** SMP messages with a key of 16 octets, cut at every place, and in pieces of one octet. */
function splits(code: number): readonly (readonly [string, Make])[] {
  const length = 4 + 17;
  const one = Array.from({ length: length - 1 }, (_, i) => [i + 1]);
  const cuts = [...one, [4, 5], [1, 2, 3], [6, 12, 18], Array.from({ length: length - 1 }, (_, i) => i + 1)];
  return cuts.flatMap((cut) =>
    [true, false].map((toHost) => [
      `SMP ${String(code)} cut at ${cut.join(', ')} ${toHost ? 'to' : 'from'} the host`,
      (s: (length: number) => Uint8Array) => acl(0x50, 6, concat([[code], s(16)]), cut, toHost),
    ]),
  );
}

/** Secrets in every place, made by `random`; no two share octets. */
export function plantedKeys(random: RandomSource = randomSource(24)): Planted[] {
  const places: readonly (readonly [string, Make])[] = [...Object.entries(PLACES), ...[0x06, 0x08, 0x0a].flatMap(splits)];
  return places.map(([name, make]) => {
    const secrets: Uint8Array[] = [];
    const packets = make((length) => {
      const secret = Uint8Array.from({ length }, () => 1 + random.below(255));
      secrets.push(secret);
      return secret;
    });
    return { name, secrets, packets };
  });
}

/** Any 8 octets of a secret (all of a shorter one, from 4) in one of the byte orders, as octets, hexadecimal digits or base64. */
export function leaks(output: Uint8Array, secrets: readonly Uint8Array[]): string[] {
  const windows = new Map<string, string>();
  for (const secret of secrets)
    for (const order of [secret, secret.slice().reverse()]) {
      const size = Math.min(8, order.length);
      if (size < 4) continue;
      for (let at = 0; at + size <= order.length; at++) {
        const part = Buffer.from(order.subarray(at, at + size));
        windows.set(part.toString('latin1'), part.toString('hex'));
      }
    }
  const latin = Buffer.from(output).toString('latin1');
  const found = new Set<string>();
  for (const size of [4, 8]) {
    for (let at = 0; at + size <= latin.length; at++) {
      const hit = windows.get(latin.slice(at, at + size));
      if (hit !== undefined) found.add(hit);
    }
  }
  const digits = latin.replace(/[^0-9A-Fa-f]/g, '').toLowerCase();
  for (const written of windows.values()) if (written.length === 16 && digits.includes(written)) found.add(written);
  return [...found];
}
