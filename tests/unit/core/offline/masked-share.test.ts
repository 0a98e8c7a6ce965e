import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maskedContent, type MaskedContent, type MaskedShareParts } from '../../../../src/core/offline/masked-share.ts';
import { pseudonymise } from '../../../../src/core/offline/pseudonymise.ts';
import { runReplay, writeReplay } from '../../../../src/core/calls/replays.ts';
import type { Run } from '../../../../src/core/keeping/sessions.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { scanLogHead, scanLogLine } from '../../../../src/tables/scan-log.ts';
import { addToResolvingList, btsnoop, identityInformation } from '../../../support/hci-log.ts';
import { hex } from '../../../support/packet-file.ts';
import { fixture } from '../../../support/fixtures.ts';
import { encodeHere, nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let here: NodeWorkbench;
let elsewhere: NodeWorkbench;
beforeAll(async () => {
  [here, elsewhere] = [await nodeWorkbench(), await nodeWorkbench()];
});
afterAll(async () => {
  await Promise.all([here.close(), elsewhere.close()]);
});

const parts = (): MaskedShareParts => ({
  engine: here.engine,
  encode: encodeHere,
  runner: here.runner,
  file: (id) => here.captures.file(id),
  open: (file, choice, options) => here.captures.open(file, { ...options, choice }),
  close: (id) => here.captures.close(id),
  isOpen: (id) => here.captures.get(id) !== undefined,
  uuid: () => crypto.randomUUID(),
});

const masked = (captures: readonly CaptureInfo[], runs: readonly Run[] = [], text = '', payloads: 'mask' | 'drop' = 'mask') =>
  maskedContent(captures, runs, text, payloads, parts());

const ANALYZE = {
  address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' },
  analysis_mode: 'both',
  linkage_window_s: 180,
  min_observation_count: 5,
  rpa_rotation_model: 'spec_default',
};

const call = (id: string, tool_name: string, args: object, filter?: string) => ({
  tool_name,
  tool_version: '1.0.0',
  capture_selection: { capture_ids: [id], ...(filter !== undefined && { filter_expression: filter }) },
  arguments: args,
  request_id: `req-${crypto.randomUUID()}`,
  timeout_ms: 60_000,
});

const column = async (id: string, sql: string): Promise<string[]> =>
  (await here.engine.query(`SELECT DISTINCT ${sql} FROM "${id}" WHERE ${sql} IS NOT NULL`, { limit: 100_000 })).rows.map(([value]) =>
    String(value),
  );

/** Every byte of a share that is not the workbench itself. */
async function bytesOf({ captures, runs, invocation, report }: MaskedContent): Promise<Buffer> {
  const said = JSON.stringify([captures.map(({ info }) => info), runs, invocation, report.captures.map(({ to }) => to)]);
  return Buffer.concat([
    Buffer.from(said),
    ...(await Promise.all(captures.map(async ({ file }) => Buffer.from(await file.arrayBuffer())))),
  ]);
}

function expectNothingOf(bytes: Buffer, addresses: readonly string[], names: readonly string[]): void {
  const text = bytes.toString('latin1').toLowerCase();
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) {
    const octets = Buffer.from(address.replaceAll(':', ''), 'hex');
    for (const form of [address, address.replaceAll(':', '-'), address.replaceAll(':', '')]) expect(text).not.toContain(form.toLowerCase());
    expect(bytes.includes(octets)).toBe(false);
    expect(bytes.includes(Buffer.from(octets).reverse())).toBe(false);
  }
  for (const name of names.filter(({ length }) => length >= 4)) expect(bytes.includes(Buffer.from(name))).toBe(false);
}

test('a masked share contains no address or name of its captures, and its calls give the same hashes on another page', async () => {
  const names = ['mitll/anechoic_nrf52_90.pcapng', 'hackrf/ble_all_adv_w_scan.pcap'];
  const captures = [];
  for (const name of names) captures.push(await here.openFile(fixture(name)));
  const [one, other] = captures as [CaptureInfo, CaptureInfo];
  const [busiest = ''] = await column(other.capture_id, 'advertiser_addr');
  const invocations = [
    call(other.capture_id, 'capture_query', { sql: `SELECT count(*) AS n FROM ${other.capture_id} WHERE advertiser_addr = '${busiest}'` }),
    call(one.capture_id, 'bluetooth_address_analyzer', ANALYZE),
    call(one.capture_id, 'capture_query', { sql: 'SELECT avg(rssi) AS mean FROM anechoic_nrf52_90' }, `advertiser_addr <> '${busiest}'`),
    call(other.capture_id, 'capture_export', { format: 'csv' }),
  ];
  const runs: Run[] = [];
  for (const invocation of invocations) runs.push({ invocation, result: await here.runner.run(invocation, { interactive: true }) });
  expect(runs.map(({ result }) => result.status)).not.toContain('error');

  const content = await masked(captures, runs, JSON.stringify(invocations[0]));
  expect(content.report.runs).toBe(3);
  expect(content.report.runs_left_out).toEqual([{ tool_name: 'capture_export', reason: 'it changes something' }]);
  // Nothing of it stays open here.
  expect(here.captures.list().map(({ capture_id }) => capture_id)).toEqual(captures.map(({ capture_id }) => capture_id));
  const bytes = await bytesOf(content);
  for (const { capture_id: id } of captures) {
    const addresses = new Set<string>();
    for (const each of ['advertiser_addr', 'scanner_addr', 'initiator_addr', 'target_addr'])
      for (const found of await column(id, each)) addresses.add(found);
    expectNothingOf(bytes, [...addresses], await column(id, 'local_name'));
    expect(bytes.includes(id)).toBe(false);
    expect(bytes.includes(here.captures.get(id)?.sha256 ?? '')).toBe(false);
  }
  // The same question of the same packets has the same answer.
  const answers = (each: Run | undefined): unknown => each?.result.structured_output?.['rows'];
  expect(answers(content.runs[0])).toEqual(answers(runs[0]));
  const clusters = (each: Run | undefined): unknown => each?.result.status;
  expect(clusters(content.runs[1])).toBe(clusters(runs[1]));

  const fixed = {
    runs: content.runs,
    build: { app_version: '0.1.0', kernels_sha256: '' },
    merges: { kept: () => [], merge: () => Promise.reject(new Error('none')) },
  };
  const bundle = await writeReplay(
    {
      ...fixed,
      runner: here.runner,
      opened: { get: () => undefined, list: () => content.captures.map(({ info }) => info) },
      files: {
        list: () => content.captures.map(({ info }) => info),
        file: (id) => content.captures.find(({ info }) => info.capture_id === id)?.file,
      },
      open: () => Promise.resolve(undefined),
    },
    'masked',
    new Set(content.captures.map(({ info }) => info.capture_id)),
  );
  const report = await runReplay(
    bundle,
    {
      ...fixed,
      runner: elsewhere.runner,
      opened: elsewhere.captures,
      files: elsewhere.captures,
      open: async (file) => elsewhere.open(new Uint8Array(await file.arrayBuffer()), file.name),
    },
    {},
  );
  expect(report).toMatchObject({ status: 'same', errors: [] });
  expect(report.calls).toHaveLength(3);
  for (const { capture_id } of captures) await here.captures.close(capture_id);
});

test('of an HCI log with keys, only masked advertising reports are written', async () => {
  const [peer, own, paired] = ['ec0234a357c8ad05341010a60a397d9b', '000102030405060708090a0b0c0d0e0f', 'f0e1d2c3b4a5968778695a4b3c2d1e0f'];
  const name = Buffer.from('Annas phone');
  const data = [name.length + 1, 0x09, ...name, 9, 0xff, 0x4c, 0x00, ...hex('010203040506')];
  // LE Advertising Report (Vol 4 Part E 7.7.65.2) of C6:05:04:03:02:01, which says its own address in its data as well.
  const report = Uint8Array.from([
    4,
    0x3e,
    12 + data.length,
    2,
    1,
    0,
    1,
    ...hex('01020304 05c6'.replace(' ', '')),
    data.length,
    ...data,
    0xc4,
  ]);
  const bytes = btsnoop([addToResolvingList('00:11:22:33:44:55', peer, own), identityInformation(0x40, paired), report]);
  const info = await here.open(bytes, 'annas hci.log');
  expect(here.captures.keys(info.capture_id).length).toBe(3);
  const content = await masked([info]);
  const out = await bytesOf(content);
  expectNothingOf(out, ['C6:05:04:03:02:01', '00:11:22:33:44:55'], ['Annas phone', 'annas']);
  for (const key of [peer, own, paired])
    for (const form of [Buffer.from(key, 'hex'), Buffer.from(key, 'hex').reverse(), Buffer.from(key)])
      expect(out.includes(form)).toBe(false);
  expect(content.report.captures).toMatchObject([{ rows: 1 }]);
  await here.captures.close(info.capture_id);
});

test('a file without payloads contains no advertising data', async () => {
  const info = await here.openFile(fixture('hackrf/ble_all_adv_w_scan.pcap'));
  const content = await masked([info], [], '', 'drop');
  const again = await here.captures.open(content.captures[0]!.file, {});
  const counts = (
    await here.engine.query(`SELECT count(*), count(advertiser_addr), coalesce(max(octet_length(adv_data)), 0) FROM ${again.capture_id}`)
  ).rows;
  expect(counts[0]?.[0]).toBeGreaterThan(0);
  expect(counts[0]?.[2]).toBe(0);
  for (const id of [info.capture_id, again.capture_id]) await here.captures.close(id);
});

test('a recorded Web Bluetooth scan is masked line by line', async () => {
  const advert = {
    us: 1_700_000_000_000_000,
    device_id: 'b3BhcXVlIGlkIG9mIEFubmE=',
    name: 'Annas phone',
    rssi: -60,
    tx_power: null,
    appearance: null,
    uuids: [],
  };
  const text =
    scanLogHead('Web Bluetooth', 0) + scanLogLine({ ...advert, manufacturer: [[0x4c, Buffer.from('Annas phone')]], service: [] });
  const info = await here.open(new TextEncoder().encode(text), 'scan.ndjson');
  const content = await masked([info]);
  expect(content.report.captures).toMatchObject([{ rows: 1, rows_left_out: 0 }]);
  expect(content.captures[0]?.info).toMatchObject({ format: 'live', kind: 'ble' });
  const out = await bytesOf(content);
  for (const secret of ['b3BhcXVl', 'Annas', Buffer.from('Annas').toString('hex')]) expect(out.includes(secret)).toBe(false);
  await here.captures.close(info.capture_id);
});

test('a capture is masked in place: the original is closed and nothing of it remains in the engine', async () => {
  const info = await here.openFile(fixture('hackrf/ble_all_adv_w_scan.pcap'));
  const before = await column(info.capture_id, 'advertiser_addr');
  const close = async (id: string): Promise<void> => here.captures.close(id);
  const given = { ...parts(), close, open: (file: File) => here.captures.open(file, {}) };
  const inPlace = await pseudonymise(info, given);
  expect(here.captures.list().map(({ capture_id }) => capture_id)).toEqual([inPlace.capture_id]);
  const after = await column(inPlace.capture_id, 'advertiser_addr');
  expect(after.length).toBeGreaterThan(0);
  expect(after.filter((address) => before.includes(address))).toEqual([]);
  await here.captures.close(inPlace.capture_id);
});

test('a table is rejected with a message that says what to do', async () => {
  const info = await here.open(readFileSync(fixture('mitll/anechoic_ubertooth_90.csv')), 'people.csv');
  await expect(masked([info])).rejects.toThrow(/found the table people\.csv.*Leave it out/);
});
