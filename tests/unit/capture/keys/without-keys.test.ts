import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { withoutKeyMaterial } from '../../../../src/capture/keys/without-keys.ts';
import { openBytes } from '../../../support/captures.ts';
import { acl, command, event, HCI_FILES, type HciPacket, pcapngOf } from '../../../support/hci-packet.ts';
import { concat, hex } from '../../../support/packet-file.ts';
import { leaks, plantedKeys } from '../../../support/planted-keys.ts';
import { randomSource } from '../../../support/random.ts';

const bytesOf = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await blob.arrayBuffer());
const removed = async (bytes: Uint8Array<ArrayBuffer>, name = 'hci.log'): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf(await withoutKeyMaterial(new Blob([bytes]), name));

const planted = plantedKeys();
const secrets = planted.flatMap((each) => each.secrets);
const everything = planted.flatMap(({ packets }) => packets);
const PLAIN: readonly HciPacket[] = [
  command(0x0c03, []),
  command(0x2005, hex('0102030405c0')),
  event(0x3e, hex('020100010102030405c003020106c5')),
  event(0x05, hex('00400013')),
  ...acl(0x40, 4, hex('1b2a000102030405060708090a0b0c0d0e0f'), [11]),
];

describe('a copy without key material', () => {
  it.each(Object.entries(HCI_FILES))('holds no part of a key and gives the same rows: %s', async (_, write) => {
    const bytes = write([...PLAIN, ...everything, ...PLAIN]);
    expect(leaks(bytes, secrets).length).toBeGreaterThan(secrets.length);
    const copy = await removed(bytes);
    expect(leaks(copy, secrets)).toEqual([]);
    expect(copy).toHaveLength(bytes.length);
    const [before, after] = [await openBytes(bytes, 'hci.log'), await openBytes(copy, 'hci.log')];
    expect(before.summary.row_count).toBeGreaterThanOrEqual(everything.length);
    expect(after.columns).toEqual(before.columns);
    expect(after.problems).toEqual(before.problems);
    expect(after.summary.keys).toEqual([]);
    expect(await removed(copy)).toEqual(copy);
  });

  it.each(planted.map(({ name, ...each }) => [name, each] as const))('%s', async (_, { packets, secrets: own }) => {
    for (const write of Object.values(HCI_FILES)) expect(leaks(await removed(write([...PLAIN, ...packets, ...PLAIN])), own)).toEqual([]);
  });

  it.each(Object.entries(HCI_FILES))('is the file itself where it holds no key: %s', async (name, write) => {
    // Without directions pieces cannot be put together.
    const packets = name === 'pcap 187' ? PLAIN.filter(({ kind }) => kind !== 2) : PLAIN;
    const blob = new Blob([write(packets)]);
    expect(await withoutKeyMaterial(blob, 'hci.log')).toBe(blob);
  });

  it('keeps attributes, pairing features and addresses of identity', async () => {
    const bytes = HCI_FILES['btsnoop 1002']!([
      ...acl(0x40, 6, hex('01030005100707')),
      ...acl(0x40, 6, hex('0900010203040506')),
      ...acl(0x40, 4, new Uint8Array(60).fill(0xab), [27, 54]),
    ]);
    expect(await removed(bytes)).toEqual(bytes);
  });

  const code = Uint8Array.from({ length: 16 }, (_, i) => 200 + i);
  const writes = (handle: number): HciPacket[] => acl(handle, 4, concat([hex('1221000401'), code]), [], false);
  const declares = (handle: number, uuid: string): HciPacket[] => acl(handle, 4, hex(`090720000c2100${uuid}`));
  const CONNECTED = event(0x3e, hex('01004000000106050403024118000000480000'));
  it.each<[string, readonly HciPacket[], boolean]>([
    ['discovered as the control point', [...declares(0x40, 'c72b'), ...writes(0x40)], false],
    ['without discovery', writes(0x40), false],
    ['discovered on another connection only', [...declares(0x41, '192a'), ...writes(0x40)], false],
    ['discovered before its handle began another connection', [...declares(0x40, '192a'), CONNECTED, ...writes(0x40)], false],
    ['discovered as another characteristic', [...declares(0x40, '192a'), ...writes(0x40)], true],
  ])('of a write in the form of Set Broadcast Code to an attribute %s', async (_, packets, kept) => {
    for (const name of ['btsnoop 1002', 'pcapng 201', 'PacketLogger']) {
      const bytes = HCI_FILES[name]!([...PLAIN, ...packets]);
      const copy = await removed(bytes);
      expect(leaks(copy, [code]).length > 0).toBe(kept);
      expect(Buffer.from(copy).equals(Buffer.from(bytes))).toBe(kept);
    }
  });

  it('holds nothing of Decryption Secrets, blocks of no standard, or what stands behind them', async () => {
    const key = Uint8Array.from({ length: 24 }, (_, i) => 200 + i);
    const blocks = [0x0a, 0x0bad, 0x4000_0bad, 0x09, 0x4].map((type) => [type, key] as const);
    const bytes = pcapngOf(201, true, blocks)(PLAIN);
    expect(leaks(await removed(bytes), [key])).toEqual([]);
  });

  it('of a compressed file is not compressed, and of an archive it is the capture that opens', async () => {
    const bytes = HCI_FILES['btsnoop 1002']!(everything);
    for (const wrapped of [
      gzipSync(bytes),
      zipSync({ 'FS/data/btsnoop_hci.log': bytes, 'FS/bt_config.conf': Buffer.from('LinkKey = 00') }),
    ]) {
      expect(await removed(Uint8Array.from(wrapped), 'hci.log')).toEqual(await removed(bytes));
    }
    const plain = new Blob([gzipSync(HCI_FILES['btsnoop 1002']!(PLAIN))]);
    expect(await withoutKeyMaterial(plain, 'hci.log.gz')).toBe(plain);
  });

  it('of a table is the table', async () => {
    const table = new Blob(['a,b\n1,2\n3,4\n']);
    expect(await withoutKeyMaterial(table, 'a.csv')).toBe(table);
  });
});

/** Packets of chance: planted ones, plain ones and noise, in any order, some files cut or damaged. */
async function fuzzed(seed: number): Promise<{ readonly leaked: string[]; readonly sameRows: boolean; readonly damaged: boolean }> {
  const random = randomSource(seed);
  const own = plantedKeys(random);
  const chosen = Array.from({ length: 12 }, () => own[random.below(own.length)]!);
  const noise = (): HciPacket => ({ kind: 4, toHost: true, body: Uint8Array.from({ length: random.below(20) }, () => random.below(256)) });
  const packets = chosen.flatMap((each) => [
    ...(random.below(3) === 0 ? [noise()] : []),
    ...each.packets,
    ...(random.below(2) === 0 ? PLAIN : []),
  ]);
  const files = Object.values(HCI_FILES);
  let bytes = files[random.below(files.length)]!([...PLAIN, ...packets]);
  const damage = random.below(4);
  if (damage === 0) bytes = bytes.slice(0, 400 + random.below(Math.max(1, bytes.length - 400)));
  if (damage === 1) bytes[400 + random.below(Math.max(1, bytes.length - 400))]! ^= 1 << random.below(8);
  if (damage === 2) {
    const at = 400 + random.below(bytes.length - 400);
    bytes = concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(5))]);
  }
  const copy = await removed(bytes);
  const [before, after] = [await openBytes(bytes, 'hci.log'), await openBytes(copy, 'hci.log')];
  const same = JSON.stringify(before.columns, plain) === JSON.stringify(after.columns, plain);
  return {
    leaked: leaks(
      copy,
      chosen.flatMap((each) => each.secrets),
    ),
    sameRows: same,
    damaged: damage < 3,
  };
}

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

describe('logs of chance', () => {
  it('leak nothing, also when they are cut or damaged; whole ones give the same rows', async () => {
    const [first, count] = [Number(process.env['KEYS_SEED'] ?? 1), Number(process.env['KEYS_RUNS'] ?? 60)];
    for (let seed = first; seed < first + count; seed++) {
      const { leaked, sameRows, damaged } = await fuzzed(seed);
      expect([seed, leaked]).toEqual([seed, []]);
      if (!damaged) expect([seed, sameRows]).toEqual([seed, true]);
    }
  });
});
