import { createCipheriv } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_KEYS } from '../../../../../src/keyring/keyring.ts';
import type { CaptureInfo } from '../../../../../src/tables/captures.ts';
import { randomSource } from '../../../../support/random.ts';
import type { NodeWorkbench } from '../../../../support/node-workbench.ts';
import { nodeWorkbench } from '../../../../support/node-workbench.ts';

const PHONE = '8f3a11c4d5e6f708192a3b4c5d6e7f80';
const WATCH = '00112233445566778899aabbccddeeff';
const random = randomSource(5);

/** A resolvable private address made with the key by the platform's AES. */
function rpa(key: string): string {
  const prand = 0x400000 | Math.floor(random.next() * 0x3fffff);
  const block = Buffer.alloc(16);
  block.writeUIntBE(prand, 13, 3);
  const cipher = createCipheriv('aes-128-ecb', Buffer.from(key, 'hex'), null).setAutoPadding(false);
  const hash = cipher.update(block).readUIntBE(13, 3);
  return (prand.toString(16) + hash.toString(16).padStart(6, '0')).toUpperCase().replaceAll(/(..)(?=.)/g, '$1:');
}

let workbench: NodeWorkbench;
let capture: CaptureInfo;
let connections: Record<'phone' | 'watch', string>;
const phone = [rpa(PHONE), rpa(PHONE), rpa(PHONE)];
const watch = [rpa(WATCH)];

beforeAll(async () => {
  workbench = await nodeWorkbench();
  connections = {
    phone: (await workbench.keys.add('phone', PHONE)).connection_id,
    watch: (await workbench.keys.add('watch', WATCH)).connection_id,
  };
  const rows = [
    // Random, of the key, three times; its second address asks as a scanner.
    [phone[0], 'true', '', '', 'true'],
    [phone[0], 'true', '', '', 'true'],
    ['C0:00:00:00:00:01', 'true', phone[1], 'true', 'true'],
    [watch[0], 'true', '', '', 'true'],
    // Looks like one, but the packet says public.
    [phone[2], 'false', '', '', 'true'],
    // Broken frames invent addresses.
    [rpa(PHONE), 'true', '', '', 'false'],
    ['4E:91:22:33:44:55', 'true', '', '', 'true'],
  ];
  const text = rows.map((row, i) => `2026-04-03T08:00:0${String(i)}Z,${row.join(',')}`).join('\n');
  capture = await workbench.open(
    new TextEncoder().encode(`ts,advertiser_addr,advertiser_random,scanner_addr,peer_random,crc_ok\n${text}\n`),
    'seen.csv',
  );
});
afterAll(() => workbench.close());

const run = (connection_id?: string, args: Record<string, unknown> = {}, chosen = capture) =>
  workbench.run({
    tool: 'resolvable_address_resolver',
    version: '1.0.0',
    captures: [chosen],
    arguments: args,
    ...(connection_id !== undefined && { connection_id }),
  });

describe('resolvable_address_resolver', () => {
  it('finds the addresses of every key, and counts what it tried', async () => {
    const { status, structured_output: output } = await run(ALL_KEYS);
    expect(status).toBe('ok');
    expect(output).toMatchObject({
      addresses_tried: 4,
      keys_tried: 2,
      resolved_count: 3,
      false_match_probability: 2 ** -24,
      expected_false_matches: 8 * 2 ** -24,
      has_more: false,
      by_key: [
        { key: 'phone', addresses: 2, frames: 3 },
        { key: 'watch', addresses: 1, frames: 1 },
      ],
    });
    const listed = (output as { addresses: { address: string; key: string }[] }).addresses;
    expect(new Map(listed.map(({ address, key }) => [address, key]))).toEqual(
      new Map([
        [phone[0], 'phone'],
        [phone[1], 'phone'],
        [watch[0], 'watch'],
      ]),
    );
  });

  it('tries only the keys of the connection, and lists no more than asked', async () => {
    expect((await run(connections.watch)).structured_output).toMatchObject({ keys_tried: 1, resolved_count: 1 });
    const cut = (await run(connections.phone, { max_addresses: 1 })).structured_output;
    expect(cut).toMatchObject({ resolved_count: 2, has_more: true });
    expect((cut as { addresses: unknown[] }).addresses).toHaveLength(1);
  });

  it('is refused without a connection, with a foreign one, and with one whose key is gone', async () => {
    expect((await run()).errors).toMatchObject([{ code: 'MISSING_CONNECTION' }]);
    expect((await run('key-of-somebody')).errors).toMatchObject([{ code: 'CONNECTION_DENIED' }]);
    const policy = workbench.runner.policy();
    workbench.runner.setPolicy({ ...policy, connections: [...(policy.connections ?? []), 'key-of-nobody'] });
    expect((await run('key-of-nobody')).errors).toMatchObject([{ code: 'CAPABILITY_UNAVAILABLE' }]);
  });

  it('warns where there is nothing to resolve, and refuses a table without addresses', async () => {
    const plain = await workbench.open(new TextEncoder().encode('ts,b\n2026-04-03T08:00:00Z,2\n2026-04-03T08:00:01Z,4\n'), 'plain.csv');
    expect((await run(ALL_KEYS, {}, plain)).errors).toMatchObject([{ code: 'INSUFFICIENT_DATA' }]);
    const strangers = await workbench.open(
      new TextEncoder().encode('ts,advertiser_addr\n2026-04-03T08:00:00Z,4E:91:22:33:44:55\n2026-04-03T08:00:01Z,4E:91:22:33:44:56\n'),
      'strangers.csv',
    );
    expect(await run(ALL_KEYS, {}, strangers)).toMatchObject({ status: 'ok', warnings: [{ code: 'NOTHING_RESOLVED' }] });
  });

  it('shows a key nowhere: not in results, not in the journal, not in the policy', async () => {
    const results = [await run(ALL_KEYS), await run('key-of-somebody')];
    const seen = JSON.stringify([results, workbench.runner.audit(), workbench.runner.policy(), workbench.keys.list()]).toLowerCase();
    for (const key of [PHONE, WATCH])
      for (const part of [key, key.slice(0, 12), [...Buffer.from(key, 'hex')].join(',')]) expect(seen).not.toContain(part);
  });
});
