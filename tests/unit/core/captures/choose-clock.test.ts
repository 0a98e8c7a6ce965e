import { afterAll, beforeAll, expect, test } from 'vitest';
import { normaliseSelection } from '../../../../src/selection/normalise.ts';
import { selectRows } from '../../../../src/selection/relation.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { fixture, SAMPLE } from '../../../support/fixtures.ts';
import { type NodeWorkbench, nodeWorkbench } from '../../../support/node-workbench.ts';

/** Four phones, recorded by a board that delivered the first 1,962 packets late; and a capture whose file has one clock. */
let bench: NodeWorkbench;
let late: CaptureInfo;
let plain: CaptureInfo;

beforeAll(async () => {
  bench = await nodeWorkbench();
  late = await bench.openFile(SAMPLE);
  plain = await bench.openFile(fixture('hackrf/adv38.pcap'));
});
afterAll(() => bench.close());

const one = async (sql: string): Promise<readonly unknown[]> => (await bench.engine.query(sql)).rows[0] ?? [];

const selected = async (selection: object): Promise<number> => {
  const normal = normaliseSelection({ capture_id: late.capture_id, ...selection }, bench.captures);
  if (!normal.ok) throw new Error(JSON.stringify(normal.errors));
  const { sql, values } = selectRows(normal.value, bench.captures);
  return Number((await bench.engine.answer(`SELECT count(*)::DOUBLE AS n FROM (${sql}) AS selected`, values)).column('n').values[0]);
};

test('a capture says which column holds its times, and why', () => {
  expect(late.clock).toMatchObject({ column: 'time_us' });
  expect(late.clock?.reason).toBe('Times are corrected by the sniffer’s own clock: it delivered the first 1,962 packets up to 4.0 s late.');
  expect(late.warnings[0]?.message).toBe(
    "Times are corrected: the first 1,962 frames waited in the sniffer's buffer and were stamped up to 4.0 s late",
  );
  expect(plain.clock).toEqual({ column: 'ts_us', reason: 'Times are the stamps in the file, which has no other clock.' });
  expect(plain.columns.some(({ name }) => name === 'time_us')).toBe(false);
});

test('late packets get the time at which the sniffer received them, all others keep their timestamp', async () => {
  const table = late.capture_id;
  const [moved, kept, wrong] = await one(
    `SELECT count(*) FILTER (time_us <> ts_us), count(*) FILTER (time_us = ts_us), count(*) FILTER (time_us > ts_us) FROM ${table}`,
  );
  expect([moved, kept, wrong].map(Number)).toEqual([1962, late.row_count - 1962, 0]);
  // Between two late packets lies the time that the sniffer counted.
  expect(
    (
      await one(`SELECT max(abs((time_us - lag) - (radio_ts_us - radio))) FROM (SELECT time_us, radio_ts_us,
    lag(time_us) OVER (ORDER BY packet_no) AS lag, lag(radio_ts_us) OVER (ORDER BY packet_no) AS radio FROM ${table} WHERE packet_no < 1963)`)
    ).map(Number),
  ).toEqual([0]);
});

test('the time range of the capture covers the corrected times, and the timestamps are unchanged', async () => {
  const [first, last, stamp] = (await one(`SELECT min(time_us), max(time_us), min(ts_us) FROM ${late.capture_id}`)).map(Number);
  expect(late.time_range).toEqual({ start_ms: Math.floor(first! / 1000), end_ms: Math.ceil(last! / 1000) });
  expect(late.clock?.stamped?.start_ms).toBe(Math.floor(stamp! / 1000));
});

test('a time window applies to corrected times; one from the first timestamp includes the whole start', async () => {
  const { start_ms, end_ms } = late.time_range!;
  const stamped = late.clock!.stamped!;
  expect(await selected({ time_window: { start_ms, end_ms } })).toBe(late.row_count);
  expect(await selected({ time_window: stamped })).toBe(late.row_count);
  const second = { start_ms: start_ms + 1000, end_ms: start_ms + 1999 };
  const [rows] = await one(
    `SELECT count(*) FROM ${late.capture_id} WHERE time_us >= ${String(second.start_ms)}000 AND time_us < ${String(second.end_ms + 1)}000`,
  );
  expect(await selected({ time_window: second })).toBe(Number(rows));
  expect(Number(rows)).toBeGreaterThan(100);
});

test("exported packets have the times of the capture's time base", async () => {
  const wanted = await one(`SELECT min(time_us), max(time_us) FROM ${late.capture_id}`);
  const result = await bench.run({ tool: 'capture_export', version: '1.2.0', captures: [late], arguments: { format: 'pcapng' } });
  const { bytes } = [...bench.files].map(([path, bytes]) => ({ path, bytes })).find(({ path }) => path.endsWith('.pcapng'))!;
  expect(result.status).toBe('ok');
  const again = await bench.open(new Uint8Array(bytes), 'again.pcapng');
  expect(await one(`SELECT min(ts_us), max(ts_us) FROM ${again.capture_id}`)).toEqual(wanted);
  expect(again.clock?.column).toBe('ts_us');
});
