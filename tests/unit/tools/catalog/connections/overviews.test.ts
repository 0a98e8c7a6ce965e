import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ToolResult } from '../../../../../src/tools/contract/index.ts';
import { BATTERY_LOG, HCI_FILES } from '../../../../support/hci-packet.ts';
import { heartRateCapture, HEART_RATES, PHONE, SECOND_PHONE, SENSOR } from '../../../../support/heart-rate-capture.ts';
import { hex } from '../../../../support/packet-file.ts';
import { cisIndication, cisRequest, RF, StreamsCapture } from '../../../../support/streams-capture.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../../support/node-workbench.ts';

/** What the tools say of a recording whose every packet is known (`heart-rate-capture.ts`). */
let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.open(heartRateCapture(), 'heart_rate.pcap');
  await workbench.open(HCI_FILES['btsnoop 1002']!(BATTERY_LOG), 'host.btsnoop');
  await workbench.openFile('public/samples/chamber_four_phones.pcapng');
});
afterAll(() => workbench.close());

const run = (tool_name: string, args: object = {}, capture_selection: object = { capture_id: 'heart_rate' }): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name,
    tool_version: '1.0.0',
    capture_selection,
    arguments: args,
    request_id: `connections-${randomUUID()}`,
    timeout_ms: 60_000,
  });

interface Listed {
  readonly connection_count: number;
  readonly has_more: boolean;
  readonly connections: readonly Readonly<Record<string, unknown>>[];
  readonly captures_without: readonly object[];
}
const connections = async (args: object = {}, selection?: object): Promise<Listed> =>
  (await run('connection_overview', args, selection)).structured_output as unknown as Listed;

interface Tree {
  readonly device_count: number;
  readonly attribute_count: number;
  readonly has_more: boolean;
  readonly devices: readonly { readonly device: string; readonly role: string; readonly attributes: readonly Attribute[] }[];
}
type Attribute = Readonly<Record<string, unknown>> & { readonly handle: number };
const tree = async (args: object = {}, selection?: object): Promise<Tree> =>
  (await run('gatt_overview', args, selection)).structured_output as unknown as Tree;

test('both connections, with their ends, their changes and what protects them', async () => {
  const {
    connections: [first, second, ...more],
    ...rest
  } = await connections();
  expect(more).toEqual([]);
  expect(rest).toEqual({ connection_count: 2, has_more: false, captures_without: [] });
  expect(first).toMatchObject({
    central_addr: PHONE,
    central_class: 'rpa',
    peripheral_addr: SENSOR,
    peripheral_class: 'random_static',
    start_ts: '2023-11-14T22:13:20.300Z',
    security: 'Not encrypted, as far as this recording shows.',
    ended_by: 'central',
    end: 'The central ended it: Remote User Terminated Connection.',
    bad_crc: 1,
    encrypted_packets: 0,
    more_changes: 0,
  });
  expect(first?.['changes']).toMatchObject([
    { kind: 'start', after_ms: 0, interval_ms: 30, latency: 0, timeout_ms: 3000, channels: 37 },
    { kind: 'data_length', max_octets_c_to_p: 251, max_octets_p_to_c: 251 },
    { kind: 'parameters', interval_ms: 100, latency: 0, timeout_ms: 4000 },
  ]);
  expect(second).toMatchObject({
    central_addr: SECOND_PHONE,
    pairing_method: 'Just Works',
    security: expect.stringContaining('LE legacy pairing with Just Works') as unknown,
    end: 'No packet says how it ended.',
    encrypted_packets: 10,
    changes: [{ kind: 'start' }, { kind: 'encryption', encrypted: true }],
  });
  expect(second).not.toHaveProperty('ended_by');
  expect(second?.['encryption_after_ms']).toBeCloseTo(590.23, 6);
});

test('the figures are those of the table', async () => {
  const [first] = (await connections()).connections;
  const { rows } = await workbench.engine.query(
    'SELECT packets, packets_c_to_p, packets_p_to_c, retransmissions, gaps FROM heart_rate_connections WHERE connection = 1',
  );
  const names = ['packets', 'packets_c_to_p', 'packets_p_to_c', 'retransmissions', 'gaps'];
  expect(names.map((name) => first?.[name])).toEqual(rows[0]?.map(Number));
});

test('an address narrows, and a limit says that more follow', async () => {
  expect((await connections({ address: SECOND_PHONE.toLowerCase() })).connections.map(({ connection }) => connection)).toEqual([2]);
  expect(await connections({ address: SENSOR, limit: 1 })).toMatchObject({ connection_count: 2, has_more: true });
  expect(await connections({ address: 'AA:AA:AA:AA:AA:AA' })).toMatchObject({ connection_count: 0, connections: [] });
  expect(await connections({ limit: 1 }, { capture_ids: ['heart_rate', 'host'] })).toMatchObject({ connection_count: 3, has_more: true });
});

test('a window selects the connections that lasted into it', async () => {
  const window = { start_ms: 1_700_000_011_480, end_ms: 1_700_000_012_700 };
  expect(
    (await connections({}, { capture_id: 'heart_rate', selectors: { time_range: window } })).connections.map(
      ({ connection }) => connection,
    ),
  ).toEqual([2]);
});

test('a capture without connections is named, with the reason', async () => {
  const result = await run('connection_overview', {}, { capture_id: 'chamber_four_phones' });
  expect(result).toMatchObject({
    status: 'ok',
    summary: 'No connection matches: 0 connections.',
    structured_output: { captures_without: [{ capture_id: 'chamber_four_phones', reason: 'it holds no packet of a connection' }] },
    warnings: [{ code: 'NO_CONNECTIONS' }],
  });
});

test('isochronous streams count for the connection that set them up', async () => {
  const capture = new StreamsCapture();
  capture.connect();
  for (const [cis, address] of [0x91a3c5e6, 0x6e5ac33d].entries()) {
    capture.control(RF.OF_CENTRAL, [0x1f, ...cisRequest(1, cis)]);
    capture.control(RF.OF_CENTRAL, [0x21, ...cisIndication(address)]);
  }
  for (let n = 0; n < 3; n++) capture.cis(0x91a3c5e6, RF.CIS_OF_CENTRAL, n, hex('0102'));
  capture.cis(0xa53c69d2, RF.CIS_OF_CENTRAL, 0, hex('01'));
  await workbench.open(capture.bytes(), 'streams.pcap');
  const selection = { capture_id: 'streams' };
  const [only, ...more] = (await connections({}, selection)).connections;
  expect(more).toEqual([]);
  // The stream whose set-up was not heard belongs to no connection.
  expect(only).toMatchObject({ streams: 2, stream_packets: 3 });
  expect((await run('connection_overview', {}, selection)).summary).toBe('1 connection matches; those listed carry 2 isochronous streams.');
  expect((await connections()).connections).toMatchObject([{ streams: 0, stream_packets: 0 }, { streams: 0 }]);
});

test('the tree of the sensor, with what was done and the last values', async () => {
  const { devices, ...rest } = await tree();
  expect(rest).toMatchObject({ device_count: 1, attribute_count: 13, has_more: false });
  const [{ device, role, attributes } = { device: '', role: '', attributes: [] }] = devices;
  expect([device, role]).toEqual([SENSOR, 'peripheral']);
  expect(attributes.map(({ level, handle }) => `${'  '.repeat(Number(level))}${String(handle)}`)).toEqual([
    '1',
    '  2',
    '  4',
    '10',
    '  11',
    '    13',
    '  14',
    '  16',
    '18',
    '  19',
    '    21',
    '22',
    '  23',
  ]);
  const at = (handle: number): Attribute | undefined => attributes.find((each) => each.handle === handle);
  expect(at(10)).toMatchObject({ kind: 'primary service', uuid: '180D', name: 'Heart Rate', end_handle: 17 });
  // One notification was lost on the air, one arrived damaged.
  expect(at(11)).toMatchObject({
    value_handle: 12,
    properties: 'notify',
    notifications: HEART_RATES.length - 2,
    last_number: HEART_RATES.at(-1),
    last_unit: 'bpm',
    last_octets: 4,
  });
  expect(at(13)).toMatchObject({ kind: 'descriptor', writes: 1, last_text: 'notifications' });
  // The write was refused, so that the value is still the one that was read.
  expect(at(14)).toMatchObject({ reads: 1, writes: 1, errors: 1, last_error: 'Write Not Permitted', last_text: 'chest', last_hex: '01' });
  expect(at(16)).toMatchObject({ reads: 0, errors: 1, last_error: 'Insufficient Authentication' });
  expect(at(16)).not.toHaveProperty('last_hex');
  expect(at(19)).toMatchObject({ reads: 1, notifications: 1, last_text: '98 %' });
  expect(at(2)).toMatchObject({ last_text: 'Pulse 7', last_ts: '2023-11-14T22:13:21.160Z' });
});

test('a window counts its rows, and keeps the tree', async () => {
  const window = { start_ms: 1_700_000_000_000, end_ms: 1_700_000_002_000 };
  const { devices } = await tree({}, { capture_id: 'heart_rate', selectors: { time_range: window } });
  const [heart] = devices[0]!.attributes.filter(({ handle }) => handle === 11);
  expect(heart).toMatchObject({ notifications: 1, last_number: HEART_RATES[0] });
});

test('what was used and never discovered is listed too', async () => {
  expect(await tree({}, { capture_id: 'host' })).toMatchObject({
    devices: [
      {
        device: '41:02:03:04:05:06',
        attributes: [{ kind: 'attribute', handle: 42, reads: 1, notifications: 1, last_hex: '62', errors: 0 }],
      },
    ],
  });
});

test('attributes beyond the limit are counted', async () => {
  const cut = await tree({ limit: 4 });
  expect(cut).toMatchObject({ attribute_count: 13, has_more: true });
  expect(cut.devices[0]?.attributes).toHaveLength(4);
});

test('the next calls lead from connections to the tree to the values over time', async () => {
  const drafts = (result: ToolResult) =>
    result.agentHints.suggestedNextActions.flatMap(({ data }) => (data === undefined ? [] : [data as Readonly<Record<string, never>>]));
  const [toTree] = drafts(await run('connection_overview'));
  expect(toTree).toMatchObject({ tool_name: 'gatt_overview' });
  const [toValues] = drafts(await run('gatt_overview'));
  expect(toValues).toMatchObject({ tool_name: 'capture_query' });
  const answer = await workbench.runner.run({ ...toValues, request_id: `connections-${randomUUID()}` });
  expect(answer.errors).toEqual([]);
  const values = (answer.structured_output?.['rows'] as readonly (readonly unknown[])[]).map(([, value]) => value);
  expect(values).toEqual(HEART_RATES.filter((_, i) => i !== 7 && i !== 15));
});
