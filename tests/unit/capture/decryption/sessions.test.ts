import { describe, expect, it } from 'vitest';
import type { LinkKey } from '../../../../src/capture/decryption/key-source.ts';
import { openBytes } from '../../../support/captures.ts';
import type { Opened } from '../../../support/captures.ts';
import { linkCapture, SENT_BY } from '../../../support/every-procedure.ts';
import { concat, hex, u16 } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import type { RandomSource } from '../../../support/random.ts';
import { SealedLink } from '../../../support/sealed-link.ts';

const PCAP_HEADER_BYTES = 24;
const FLAGS = 0x0c13;
const WRONG: LinkKey = { name: 'wrong', kind: 'ltk', bytes: hex('00112233445566778899aabbccddeeff') };
const ltk = (bytes: Uint8Array, name = 'mine'): LinkKey => ({ name, kind: 'ltk', bytes });

const read = (link: SealedLink, link_keys?: readonly LinkKey[], saysSender = true): Promise<Opened> =>
  openBytes(linkCapture(link.pdus, FLAGS, saysSender), 'sealed.pcap', { ...(link_keys && { link_keys }) });

/** Notifications with values by chance, some in two pieces, some from the central. */
function traffic(link: SealedLink, random: RandomSource, count: number, each: (i: number) => void = () => undefined): Uint8Array[] {
  return Array.from({ length: count }, (_, i) => {
    const value = Uint8Array.from({ length: 1 + random.below(40) }, () => random.below(256));
    const sender = random.below(4) === 0 ? SENT_BY.CENTRAL : SENT_BY.PERIPHERAL;
    const frame = concat([u16(value.length + 3), u16(4), hex('1b 0300'), value]);
    const cut = 7 + random.below(Math.max(1, frame.length - 7));
    link.send(sender, 2, frame.subarray(0, cut));
    if (cut < frame.length) link.send(sender, 1, frame.subarray(cut));
    each(i);
    return value;
  });
}

const values = ({ tables }: Opened): Uint8Array[] => (tables['att'] ?? []).map(({ value }) => Uint8Array.from(value as Uint8Array));
const notices = ({ summary }: Opened): Record<string, string> =>
  Object.fromEntries(summary.warnings.map(({ code, message }) => [code, message]));

describe.each([
  ['the sniffer says who sent a packet', true],
  ['the order alone says who sent a packet', false],
])('%s', (_, saysSender) => {
  it.each([11, 12, 13, 14])('every value of a session is read with its long-term key, seed %i', async (seed) => {
    const random = randomSource(seed);
    const link = new SealedLink(random);
    const bond = link.bond();
    link.start(bond.ltk, bond);
    const sent = traffic(link, random, 200, () => {
      if (random.below(5) === 0) link.again();
    });
    const opened = await read(link, [WRONG, ltk(bond.ltk)], saysSender);
    expect(values(opened)).toEqual(sent);
    const [connection] = opened.tables['connections'] ?? [];
    expect(connection?.['encrypted_packets']).toBe(link.pdus.filter(({ again }) => again !== true).length - 3);
    expect(connection).toMatchObject({ decrypted_packets: connection?.['encrypted_packets'], decrypted_by: 'key "mine"' });
    expect(connection?.['not_decrypted']).toBeUndefined();
    expect(opened.tables['att']?.every(({ decrypted }) => decrypted === true)).toBe(true);
    expect(notices(opened)['KEY_OPENED_NOTHING']).toContain('key "wrong" opened nothing');
    // Without keys there is nothing to read, and nothing is claimed.
    const shut = await read(link, undefined, saysSender);
    expect(shut.tables['att']).toBeUndefined();
    expect(shut.tables['connections']?.[0]?.['decrypted_packets']).toBeUndefined();
    expect(notices(shut)).not.toHaveProperty('DECRYPTED');
  });

  it('packets that the sniffer missed leave gaps, and the rest is read', async () => {
    const random = randomSource(21);
    const link = new SealedLink(random);
    const bond = link.bond();
    link.start(bond.ltk, bond);
    const missed = (count: number): void => {
      for (let i = 0; i < count; i++) link.send(SENT_BY.PERIPHERAL, 2, hex('0400 0400 1b 0300 77'), { unheard: true });
    };
    const before = traffic(link, random, 10);
    missed(2);
    const between = traffic(link, random, 10);
    missed(1000);
    const after = traffic(link, random, 10);
    const opened = await read(link, [ltk(bond.ltk)], saysSender);
    expect(values(opened)).toEqual([...before, ...between, ...after]);
    expect(Number(opened.tables['connections']?.[0]?.['gaps'])).toBeGreaterThanOrEqual(2);
  });

  it('an answer that was missed is not taken from a later packet', async () => {
    const random = randomSource(23);
    const link = new SealedLink(random);
    const bond = link.bond();
    link.start(bond.ltk, bond);
    link.frame(SENT_BY.CENTRAL, 4, hex('08 0100 ffff 0228'));
    link.frame(SENT_BY.PERIPHERAL, 4, hex('01 08 0100 0a'), { unheard: true });
    link.frame(SENT_BY.CENTRAL, 4, hex('08 0100 ffff 0328'), { unheard: true });
    link.frame(SENT_BY.PERIPHERAL, 4, hex('09 07 0200 02 0300 192a'));
    const rows = (await read(link, [ltk(bond.ltk)], saysSender)).tables['att'] ?? [];
    expect(rows.map(({ opcode, uuid, request_packet_no }) => [opcode, uuid, request_packet_no])).toEqual([
      [8, '2802', undefined],
      [9, undefined, undefined],
    ]);
  });

  it('encryption pauses and resumes under another key', async () => {
    const random = randomSource(31);
    const link = new SealedLink(random);
    const [first, second] = [link.bond(), link.bond()];
    link.start(first.ltk, first);
    const sent = traffic(link, random, 20);
    link.pause();
    link.start(second.ltk, second);
    sent.push(...traffic(link, random, 20));
    const opened = await read(link, [ltk(second.ltk, 'two'), ltk(first.ltk, 'one')], saysSender);
    expect(values(opened)).toEqual(sent);
    const controls = (opened.tables['ll_control'] ?? []).map(({ name, decrypted }) => `${String(name)}${decrypted === true ? ' +' : ''}`);
    expect(controls).toEqual([
      ...['LL_ENC_REQ', 'LL_ENC_RSP', 'LL_START_ENC_REQ', 'LL_START_ENC_RSP +', 'LL_START_ENC_RSP +'],
      ...['LL_PAUSE_ENC_REQ +', 'LL_PAUSE_ENC_RSP +', 'LL_PAUSE_ENC_RSP'],
      ...['LL_ENC_REQ', 'LL_ENC_RSP', 'LL_START_ENC_REQ', 'LL_START_ENC_RSP +', 'LL_START_ENC_RSP +'],
    ]);
    expect(opened.tables['connections']?.[0]).toMatchObject({ decrypted_by: 'key "one"; key "two"' });
    // One of the two keys opens its own session and no other.
    const half = await read(link, [ltk(second.ltk, 'two')], saysSender);
    expect(values(half)).toEqual(sent.slice(20));
    expect(half.tables['connections']?.[0]?.['not_decrypted']).toBe('the one key that was tried does not open it');
  });

  it('a pairing that just works gives the short-term key, and what it distributes opens a later connection', async () => {
    const random = randomSource(41);
    const [link, later] = [new SealedLink(random), new SealedLink(random)];
    const bond = link.bond();
    link.start(link.pair());
    link.distribute(SENT_BY.PERIPHERAL, bond);
    const sent = traffic(link, random, 5);
    later.start(bond.ltk, bond);
    sent.push(...traffic(later, random, 5));
    const files = [linkCapture(link.pdus, FLAGS, saysSender), linkCapture(later.pdus, FLAGS, saysSender).subarray(PCAP_HEADER_BYTES)];
    const opened = await openBytes(concat(files), 'two.pcap', { link_keys: [] });
    expect(values(opened)).toEqual(sent);
    expect(opened.tables['connections']?.map(({ decrypted_by }) => decrypted_by)).toEqual([
      'pairing of connection 1, computed (Just Works)',
      'long-term key that connection 1 distributed',
    ]);
  });

  it.each([
    [7, 16],
    [123_456, 16],
    [999_999, 7],
  ])('a passkey of a pairing is found: %i with a key of %i octets', async (passkey, keySize) => {
    const random = randomSource(passkey);
    const link = new SealedLink(random);
    link.start(link.pair({ passkey, keySize }));
    const sent = traffic(link, random, 5);
    const opened = await read(link, [], saysSender);
    expect(values(opened)).toEqual(sent);
    expect(opened.tables['connections']?.[0]).toMatchObject({ decrypted_by: 'pairing of connection 1, computed (Passkey Entry)' });
    expect(JSON.stringify(opened.summary.warnings)).not.toContain(String(passkey).padStart(6, '0'));
  });

  it('the first encrypted packets and LL_START_ENC_REQ may be missing', async () => {
    const random = randomSource(51);
    for (const unheard of [[5], [6], [5, 6]]) {
      const link = new SealedLink(random);
      const bond = link.bond();
      link.start(bond.ltk, bond, unheard);
      const sent = traffic(link, random, 10);
      expect(values(await read(link, [ltk(bond.ltk)], saysSender))).toEqual(sent);
    }
  });
});

describe('what cannot be opened', () => {
  const session = (unheard: readonly number[] = []): { readonly link: SealedLink; readonly key: LinkKey; readonly session: LinkKey } => {
    const random = randomSource(61);
    const link = new SealedLink(random);
    const bond = link.bond();
    link.start(bond.ltk, bond, unheard);
    traffic(link, random, 50);
    return { link, key: ltk(bond.ltk), session: { name: 'session', kind: 'session', bytes: link.sessions[0]!.key } };
  };

  it('a wrong key opens nothing and says so', async () => {
    const { link } = session();
    const opened = await read(link, [WRONG, { ...WRONG, name: 'also wrong', kind: 'session' }]);
    expect(opened.tables['att']).toBeUndefined();
    const [connection] = opened.tables['connections'] ?? [];
    expect(connection).toMatchObject({ decrypted_packets: 0, not_decrypted: 'none of the 2 keys that were tried opens it' });
    const count = Number(connection?.['encrypted_packets']);
    expect(notices(opened)).toMatchObject({
      DECRYPTED: `none of ${String(count)} encrypted packets was decrypted`,
      KEY_OPENED_NOTHING: 'key "wrong", key "also wrong" opened nothing: wrong, of other devices, or of another session',
      STILL_ENCRYPTED: `connection 1 (${String(count)} packets): none of the 2 keys that were tried opens it`,
    });
  });

  it('a key with one wrong bit opens nothing', async () => {
    const { link, key } = session();
    for (let bit = 0; bit < 128; bit += 9) {
      const bytes = key.bytes.map((octet, i) => (i === bit >> 3 ? octet ^ (1 << (bit & 7)) : octet));
      expect((await read(link, [{ ...key, bytes }])).tables['connections']?.[0]).toMatchObject({ decrypted_packets: 0 });
    }
  });

  it('a session key opens its session', async () => {
    const { link, session: key } = session();
    expect((await read(link, [key])).tables['connections']?.[0]).toMatchObject({ decrypted_by: 'key "session"' });
  });

  it.each([
    [[3], 'LL_ENC_REQ (SKDm, IVm) of the session was not heard'],
    [[4], 'LL_ENC_RSP (SKDs, IVs) of the session was not heard'],
    [[3, 4], 'LL_ENC_REQ (SKDm, IVm) and LL_ENC_RSP (SKDs, IVs) of the session were not heard'],
  ])('says which PDUs of the start are missing: %j', async (unheard, why) => {
    const { link, key, session: sessionKey } = session(unheard);
    const opened = await read(link, [key, sessionKey]);
    expect(opened.tables['connections']?.[0]).toMatchObject({ decrypted_packets: 0, not_decrypted: why });
  });

  it.each([
    [['1 central'], 'the Pairing Request of its pairing was not heard'],
    [['2 peripheral'], 'the Pairing Response of its pairing was not heard'],
    [['4 peripheral'], 'the Pairing Random of its pairing was not heard'],
    [['3 central', '3 peripheral'], 'the Pairing Confirm of its pairing was not heard'],
  ])('says which message of a pairing is missing: %j', async (unheard, why) => {
    const random = randomSource(71);
    const link = new SealedLink(random);
    link.start(link.pair({}, unheard));
    traffic(link, random, 5);
    expect((await read(link, [])).tables['connections']?.[0]).toMatchObject({ not_decrypted: `there is no key to try; ${why}` });
  });

  it('a pairing without one of its confirm values is computed all the same', async () => {
    for (const unheard of ['3 central', '3 peripheral']) {
      const random = randomSource(81);
      const link = new SealedLink(random);
      link.start(link.pair({ passkey: 4711 }, [unheard]));
      const sent = traffic(link, random, 5);
      expect(values(await read(link, []))).toEqual(sent);
    }
  });

  it('LE Secure Connections are not computed', async () => {
    const random = randomSource(91);
    const link = new SealedLink(random);
    link.start(link.pair({ secureConnections: true }));
    traffic(link, random, 5);
    const { tables } = await read(link, []);
    expect(tables['connections']?.[0]?.['not_decrypted']).toContain('LE Secure Connections');
  });

  it('says of a capture without encryption that there is nothing to decrypt', async () => {
    const link = new SealedLink(randomSource(1));
    link.frame(SENT_BY.CENTRAL, 4, hex('0a 0300'));
    expect(notices(await read(link, [WRONG]))).toHaveProperty('NOTHING_ENCRYPTED');
  });
});

it('no key, and nothing that a key follows from, is in a table or a message', async () => {
  const random = randomSource(101);
  const link = new SealedLink(random);
  const bond = link.bond();
  const shortTerm = link.pair({ passkey: 271_828 });
  link.start(shortTerm);
  link.distribute(SENT_BY.PERIPHERAL, bond);
  link.pause();
  link.start(bond.ltk, bond);
  traffic(link, random, 5);
  const opened = await read(link, [ltk(bond.ltk), WRONG, { name: 'session', kind: 'session', bytes: link.sessions[1]!.key }]);
  expect(opened.tables['connections']?.[0]?.['not_decrypted']).toBeUndefined();
  const text = JSON.stringify([opened.tables, opened.columns, opened.summary, opened.problems], (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString(16) : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  );
  for (const key of [bond.ltk, shortTerm, WRONG.bytes, ...link.sessions.map((one) => one.key)]) {
    for (const form of [key, key.slice().reverse()]) {
      const digits = Buffer.from(form).toString('hex');
      expect(text).not.toContain(digits.slice(0, 10));
      expect(text).not.toContain(digits.slice(-10));
    }
  }
  expect(text).not.toContain('271828');
});
