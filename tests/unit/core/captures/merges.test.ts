import { afterAll, beforeAll, expect, test } from 'vitest';
import { Merges } from '../../../../src/core/captures/merges.ts';
import { combine } from '../../../../src/merge/combine.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import type { MergeOptions } from '../../../../src/workbench/port.ts';
import { fixture } from '../../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
let merges: Merges;
let nordic: CaptureInfo;
let ubertooth: CaptureInfo;
let table: CaptureInfo;

const ids = (...captures: CaptureInfo[]): string[] => captures.map(({ capture_id }) => capture_id);
const rows = async (sql: string): Promise<readonly (readonly unknown[])[]> => (await workbench.engine.query(sql)).rows;

beforeAll(async () => {
  workbench = await nodeWorkbench();
  merges = new Merges(
    workbench.engine,
    workbench.captures,
    () => undefined,
    async (sensors) => combine(sensors),
  );
  nordic = await workbench.openFile(fixture('mitll/anechoic_nrf52_90.pcapng'));
  ubertooth = await workbench.openFile(fixture('mitll/anechoic_ubertooth_90.pcapng'));
  table = await workbench.openFile(fixture('mitll/anechoic_ubertooth_90.csv'));
});

afterAll(() => workbench.close());

test('recordings of one scene by two sniffers become one view', async () => {
  const { capture, members, duplicates, transmissions } = await merges.merge(ids(ubertooth, nordic));
  expect(capture).toMatchObject({ capture_id: 'merged', kind: 'ble', format: 'merged', time_base: 'epoch', warnings: [] });
  expect(capture.row_count).toBe(nordic.row_count + ubertooth.row_count);
  expect(capture.sensors).toEqual(ids(nordic, ubertooth));
  expect(members[0]).toMatchObject({ state: 'reference', offset_us: 0, drift_ppm: 0, common_packets: 0 });
  expect(members[1]).toMatchObject({ state: 'aligned', clock: 'radio_ts_us', reason: null });
  expect(members[1]?.common_packets).toBe(duplicates);

  // Rows are all there, transmissions are counted once, and what is marked is one packet by two sensors.
  expect(
    await rows('SELECT count(*), count(transmission_no), count(DISTINCT transmission_no), count(*) FILTER (duplicate) FROM merged'),
  ).toEqual([[capture.row_count, transmissions + duplicates, transmissions, duplicates]]);
  expect(
    await rows(`SELECT count(*) FROM merged a JOIN merged b USING (transmission_no) WHERE a.duplicate AND NOT b.duplicate
      AND (a.receiver = b.receiver OR a.adv_data IS DISTINCT FROM b.adv_data OR a.advertiser_addr <> b.advertiser_addr
        OR a.channel <> b.channel OR abs(a.ts_us - b.ts_us) > 300 OR a.crc_ok = FALSE)`),
  ).toEqual([[0]]);
  // The Ubertooth sat on channel 37; nearly all it heard, the other heard too.
  expect(duplicates).toBeGreaterThan(0.8 * Number((await rows(`SELECT count(*) FROM ${ubertooth.capture_id} WHERE crc_ok`))[0]?.[0]));
  // What the sniffer's buffer held back for seconds stands where it was heard, and the file's own time is still there.
  const [moved] = await rows(
    `SELECT max(source_ts_us - ts_us), min(source_ts_us - ts_us) FROM merged WHERE source_capture = '${nordic.capture_id}'`,
  );
  expect(Number(moved?.[0])).toBeGreaterThan(3e6);
});

test('a sensor has the name that the person gave it, also after the view is rebuilt', async () => {
  const named = { name: 'named', sensors: { [nordic.capture_id]: "the hall's" } };
  const { capture, members } = await merges.merge(ids(ubertooth, nordic), named);
  expect(capture.sensors).toEqual([ubertooth.capture_id, "the hall's"].sort());
  expect(members.map(({ sensor }) => sensor)).toEqual([null, "the hall's"]);
  expect(merges.kept().find(({ capture_id }) => capture_id === 'named')?.sensors).toEqual(named.sensors);
  for (const sensors of [
    { nobody: 'x' },
    { [nordic.capture_id]: ' ' },
    { [nordic.capture_id]: 'a\u0000b' },
    { [nordic.capture_id]: 7 as never },
  ])
    await expect(merges.merge(ids(ubertooth, nordic), { sensors })).rejects.toMatchObject({ code: 'INVALID_MERGE' });
  await merges.close('named');
});

test('selections and tools accept the view like a capture', async () => {
  const { capture } = await merges.merge(ids(ubertooth, nordic));
  const list = {
    list: () => [...workbench.captures.list(), capture],
    get: (id: string) => (id === 'merged' ? capture : workbench.captures.get(id)),
  };
  const { selectRows } = await import('../../../../src/tools/runner/select.ts');
  const answer = selectRows(
    { capture_ids: ['merged'], selectors: { channels: [nordic.capture_id] }, filter_expression: 'duplicate = FALSE AND crc_ok = TRUE' },
    list,
  );
  expect(answer).toMatchObject({ errors: [], warnings: [] });
  const found = await workbench.engine.answer(`SELECT count(*) AS n FROM (${answer.rows?.sql ?? ''})`, answer.rows?.values ?? []);
  expect(Number(found.column('n').values[0])).toBeGreaterThan(1000);
});

test('a manual offset replaces the alignment, and can be removed', async () => {
  const aligned = await merges.merge(ids(ubertooth, nordic));
  const manual = await merges.merge(ids(ubertooth, nordic), { offsets_us: { [nordic.capture_id]: -1_234_567 } });
  expect(manual.members[1]).toMatchObject({ state: 'manual', clock: 'ts_us', offset_us: -1_234_567, drift_ppm: 0 });
  expect(merges.kept()).toEqual([
    { capture_id: 'merged', captures: ids(ubertooth, nordic), offsets_us: { [nordic.capture_id]: -1_234_567 } },
  ]);
  expect(await rows(`SELECT DISTINCT ts_us - source_ts_us FROM merged WHERE source_capture = '${nordic.capture_id}'`)).toEqual([
    [expect.toSatisfy((it) => Number(it) === -1_234_567)],
  ]);
  expect(manual.capture.sha256).not.toBe(aligned.capture.sha256);
  const again = await merges.merge(ids(ubertooth, nordic));
  expect(again).toEqual(aligned);
  expect(merges.list()).toHaveLength(1);
});

test('a capture that cannot be aligned keeps its own time with the reason; sensors of a table stay separate', async () => {
  const { members, capture } = await merges.merge(ids(ubertooth, table), { name: 'Two of a kind' });
  expect(capture).toMatchObject({ capture_id: 'two_of_a_kind', kind: 'table' });
  expect(members[1]).toMatchObject({
    state: 'unaligned',
    offset_us: 0,
    reason: 'its rows are not Bluetooth frames, so there is nothing to compare',
  });
  expect(capture.warnings).toEqual([expect.objectContaining({ code: 'NOT_ALIGNED' })]);
  const counted = await rows('SELECT receiver, count(*) FROM two_of_a_kind GROUP BY receiver ORDER BY receiver');
  expect(counted.map(([receiver, count]) => [receiver, Number(count)])).toEqual([
    [ubertooth.capture_id, ubertooth.row_count],
    [table.capture_id, table.row_count],
  ]);
  await merges.closeOver(table.capture_id);
  expect(merges.get('two_of_a_kind')).toBeUndefined();
  await expect(workbench.engine.query('SELECT * FROM two_of_a_kind')).rejects.toThrow();
});

test.each([
  [['one'], {}, 'expected the ids of 2 to 16 captures, got 1'],
  ['merged', {}, 'expected the ids of 2 to 16 captures, got "merged"'],
  [['anechoic_nrf52_90', 'nothing'], {}, 'got "nothing"'],
  [['anechoic_nrf52_90', 'anechoic_nrf52_90'], {}, 'anechoic_nrf52_90 twice'],
  [['anechoic_nrf52_90', 'merged'], {}, 'got the merged view merged'],
  [['anechoic_nrf52_90', 'anechoic_ubertooth_90'], { offsets_us: { anechoic_ubertooth_90: 0.5 } }, 'expected an offset in whole µs'],
  [['anechoic_nrf52_90', 'anechoic_ubertooth_90'], { offsets_us: { anechoic_ubertooth_90: 1e18 } }, 'expected an offset in whole µs'],
  [['anechoic_nrf52_90', 'anechoic_ubertooth_90'], { offsets_us: { anechoic_nrf52_90: 1 } }, 'its clock is the one that counts'],
  [['anechoic_nrf52_90', 'anechoic_ubertooth_90'], { offsets_us: { other: 1 } }, 'got one of other'],
])('refuses %j with %j', async (captures, options, message) => {
  const before = merges.list();
  await expect(merges.merge(captures as string[], options as MergeOptions)).rejects.toThrow(message);
  expect(merges.list()).toEqual(before);
});

test('a cancelled merge leaves nothing behind', async () => {
  const before = merges.list();
  const controller = new AbortController();
  const merging = merges.merge(ids(ubertooth, nordic), { name: 'gone', signal: controller.signal });
  controller.abort();
  await expect(merging).rejects.toThrow('cancelled');
  expect(merges.list()).toEqual(before);
  expect(await rows("SELECT count(*) FROM duckdb_views() WHERE view_name = 'gone'")).toEqual([
    [expect.toSatisfy((it) => Number(it) === 0)],
  ]);
});
