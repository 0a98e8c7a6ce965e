import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { debugSecret, isDebugKey, publicPoint } from '../../../../src/ble/smp/p256.ts';
import { cmac, longTermKey } from '../../../../src/ble/smp/secure-keys.ts';
import { openBytes } from '../../../support/captures.ts';
import { linkCapture, SENT_BY } from '../../../support/every-procedure.ts';
import { concat, hex } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import { aes, SealedLink } from '../../../support/sealed-link.ts';

const DEBUG_PRIVATE = '3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd';
const { CENTRAL, PERIPHERAL } = SENT_BY;
const reversed = (octets: Uint8Array): Uint8Array => octets.slice().reverse();
const encrypt = (key: Uint8Array, block: Uint8Array): Uint8Array => aes(key, block);

function keyPair(privateKey: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey, 'hex');
  const point = Uint8Array.from(ecdh.getPublicKey()).subarray(1);
  // As it is sent: X and Y, least significant octet first.
  return { ecdh, sent: concat([reversed(point.subarray(0, 32)), reversed(point.subarray(32))]) };
}

it('AES-CMAC gives the values of RFC 4493', () => {
  const key = hex('2b7e151628aed2a6abf7158809cf4f3c');
  const message = hex('6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51 30c81c46a35ce411');
  const of = (length: number): string => Buffer.from(cmac(encrypt, key, message.subarray(0, length))).toString('hex');
  expect([of(0), of(16), of(40)]).toEqual([
    'bb1d6929e95937287fa37d129b756746',
    '070a16b46b4d4144f79bdd9dd04a287c',
    'dfa66747de9ae63030ca32611497c827',
  ]);
});

it('f5 gives the sample data of the specification (Vol 3 Part H D.3)', () => {
  const key = longTermKey(encrypt, {
    secret: hex('ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698'),
    randoms: [hex('d5cb8454d177733effffb2ec712baeab'), hex('a6e8e7cc25a75f6e216583f7ff3dc4cf')],
    addresses: [hex('0056123737bfce'), hex('00a713702dcfc1')],
  });
  expect(Buffer.from(key).toString('hex')).toBe('6986791169d7cd23980522b594750a38');
});

describe('the shared secret of the debug key', () => {
  it("equals the platform's for every other key", () => {
    const random = randomSource(7);
    const debug = keyPair(DEBUG_PRIVATE);
    expect(isDebugKey(publicPoint(debug.sent))).toBe(true);
    for (let i = 0; i < 12; i++) {
      const other = keyPair(Array.from({ length: 32 }, () => random.below(256).toString(16).padStart(2, '0')).join(''));
      expect(isDebugKey(publicPoint(other.sent))).toBe(false);
      const secret = debugSecret(publicPoint(other.sent));
      expect(Buffer.from(secret ?? []).toString('hex')).toBe(debug.ecdh.computeSecret(other.ecdh.getPublicKey()).toString('hex'));
    }
    expect(debugSecret([1n, 1n])).toBeNull();
    expect(debugSecret([2n ** 256n - 1n, 0n])).toBeNull();
  });
});

/** A pairing with LE Secure Connections and a session; `debug` is the side that uses the debug key. */
function session(debug: number, rounds: number, unheard: readonly number[] = []) {
  const random = randomSource(debug * 100 + rounds);
  const octets = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => random.below(256));
  const link = new SealedLink(random);
  const own = keyPair(DEBUG_PRIVATE);
  const other = keyPair('11'.repeat(32));
  const keyOf = (sender: number): Uint8Array => (sender === debug ? own.sent : other.sent);
  const say = (sender: number, ...message: readonly ArrayLike<number>[]): void => {
    const code = message[0]?.[0] ?? 0;
    link.frame(sender, 6, concat(message), { unheard: unheard.includes(code) && sender === PERIPHERAL });
  };
  say(CENTRAL, hex('01 04 00 0d 10 00 00'));
  say(PERIPHERAL, hex('02 04 00 0d 10 00 00'));
  for (const sender of [CENTRAL, PERIPHERAL]) say(sender, [0x0c], keyOf(sender));
  let randoms: readonly [Uint8Array, Uint8Array] = [octets(16), octets(16)];
  for (let round = 0; round < rounds; round++) {
    randoms = [octets(16), octets(16)];
    for (const sender of [CENTRAL, PERIPHERAL]) say(sender, [0x03], octets(16));
    [CENTRAL, PERIPHERAL].forEach((sender, i) => say(sender, [0x04], randoms[i]!));
  }
  for (const sender of [CENTRAL, PERIPHERAL]) say(sender, [0x0d], octets(16));
  const ltk = longTermKey(encrypt, {
    secret: Uint8Array.from(own.ecdh.computeSecret(other.ecdh.getPublicKey())),
    randoms: [reversed(randoms[0]), reversed(randoms[1])],
    // The addresses of `linkCapture`, both random.
    addresses: [hex('01421111111111'), hex('01410203040506')],
  });
  link.start(ltk);
  for (let i = 0; i < 5; i++) link.frame(PERIPHERAL, 4, concat([hex('1b 0300'), [i]]));
  return { link, ltk };
}

describe.each([CENTRAL, PERIPHERAL])('sender %i uses the debug key', (debug) => {
  it.each([1, 20])('the session is read, %i rounds of random values', async (rounds) => {
    const { link, ltk } = session(debug, rounds);
    const { tables, summary } = await openBytes(linkCapture(link.pdus), 'debug.pcap', { link_keys: [] });
    const values = (tables['att'] ?? []).filter(({ decrypted }) => decrypted === true).map(({ value }) => (value as Uint8Array)[0]);
    expect(values).toEqual([0, 1, 2, 3, 4]);
    expect(tables['connections']).toMatchObject([
      { decrypted_packets: 7, decrypted_by: 'pairing of connection 1, computed (LE Secure Connections with the debug key)' },
    ]);
    const text = JSON.stringify([tables, summary], (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString(16) : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
    expect(text).not.toContain(Buffer.from(ltk).toString('hex').slice(0, 12));
  });

  it('a later session of the bond is read too', async () => {
    const { link, ltk } = session(debug, 1);
    const later = new SealedLink(randomSource(5));
    later.start(ltk);
    later.frame(PERIPHERAL, 4, hex('1b 0300 2a'));
    const file = concat([linkCapture(link.pdus), linkCapture(later.pdus).subarray(24)]);
    const { tables } = await openBytes(file, 'debug.pcap', { link_keys: [] });
    expect((tables['att'] ?? []).at(-1)).toMatchObject({ decrypted: true, connection: 2, value: Uint8Array.of(0x2a) });
  });

  it('what is missing is said', async () => {
    const { link } = session(debug, 1, [0x04]);
    const { tables } = await openBytes(linkCapture(link.pdus), 'debug.pcap', { link_keys: [] });
    expect(tables['connections']?.[0]?.['decrypted_packets']).toBe(0);
    expect(tables['connections']?.[0]?.['not_decrypted']).toContain('debug key, but the Pairing Random of its pairing was not heard');
  });
});
