import { describe, expect, test } from 'vitest';
import { parquetParts } from '../../../../src/capture/convert/parquet-part.ts';
import { loadParquet } from '../../../../src/capture/parquet-module.ts';
import { ADVERT_COLUMNS } from '../../../../src/tables/adverts.ts';
import { Batch } from '../../../../src/tables/batch.ts';
import type { ColumnSpec } from '../../../../src/tables/column.ts';
import { openBytes } from '../../../support/captures.ts';
import { convertHere } from '../../../support/converted.ts';
import { nodeAssets } from '../../../support/decode-table.ts';
import { roomCapture } from '../../../support/room-capture.ts';

const open = (bytes: Uint8Array<ArrayBuffer>): ReturnType<typeof openBytes> => openBytes(bytes, 'part-0.parquet', { assets: nodeAssets });

/** A file of one row with these columns. */
async function fileOf(specs: readonly ColumnSpec[], fill: (batch: Batch) => void): Promise<Uint8Array<ArrayBuffer>> {
  await loadParquet(nodeAssets);
  const batch = new Batch(specs, 8);
  batch.rows = 1;
  fill(batch);
  return parquetParts(specs)(batch);
}

const packet = (change: (batch: Batch) => void): Promise<Uint8Array<ArrayBuffer>> =>
  fileOf(ADVERT_COLUMNS, (batch) => {
    batch.fixed('packet_no', 'INTEGER').set(0, 1);
    batch.fixed('ts_us', 'BIGINT').set(0, 1_700_000_000_000_000n);
    batch.fixed('channel', 'UTINYINT').set(0, 37);
    batch.dictionary('advertiser_addr').setText(0, 'C0:00:00:00:00:01');
    change(batch);
  });

test('a file of a converted capture opens as packets, with the columns and values of the capture', async () => {
  const bytes = new Uint8Array(roomCapture({ packets: 3_000, seed: 21 }));
  const capture = await openBytes(bytes, 'room.pcap');
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await convertHere(new Blob([bytes]), 'room.pcap', (_, part) => parts.push(part));
  expect(parts).toHaveLength(1);
  const { header, columns, summary } = await open(parts[0]!);
  expect(header).toMatchObject({ format: 'parquet', kind: 'ble', columns: capture.header.columns });
  expect(header.reading).toBeUndefined();
  expect(columns).toEqual(capture.columns);
  const { row_count, channels, sensors, time_base, time_range } = capture.summary;
  expect(summary).toMatchObject({ row_count, channels, sensors, time_base, time_range, problem_count: 0 });
});

describe('tables that are no packets', () => {
  test.each([
    ['a column less', ADVERT_COLUMNS.slice(0, -1)],
    ['a column more', [...ADVERT_COLUMNS, { name: 'note', type: 'VARCHAR' }]],
    ['another name', ADVERT_COLUMNS.map((spec) => (spec.name === 'phy' ? { ...spec, name: 'rate' } : spec))],
    ['another type', ADVERT_COLUMNS.map((spec) => (spec.name === 'rssi' ? { ...spec, type: 'DOUBLE' as const } : spec))],
  ] as [string, ColumnSpec[]][])('%s', async (_, specs) => {
    const { header } = await open(await fileOf(specs, (batch) => batch.fixed('packet_no', 'INTEGER').set(0, 1)));
    expect(header.kind).toBe('table');
  });
});

describe('values that no packet has are problems', () => {
  test.each([
    [
      'an address',
      (batch: Batch) => batch.dictionary('scanner_addr').setText(0, '<b>no address</b>'),
      /scanner_addr: a text is no address/,
    ],
    ['a channel', (batch: Batch) => batch.fixed('channel', 'UTINYINT').set(0, 40), /channel: expected 0 to 39/],
  ] as const)('%s', async (_, change, message) => {
    const { summary, problems } = await open(await packet(change));
    expect(summary).toMatchObject({ row_count: 0, problem_count: 1 });
    expect(problems[0]?.message).toMatch(message);
  });

  test('a number outside the type of its column', async () => {
    const wide = ADVERT_COLUMNS.map((spec) => (spec.name === 'flags' ? { ...spec, type: 'SMALLINT' as const } : spec));
    const of = (flags: number): Promise<Uint8Array<ArrayBuffer>> => fileOf(wide, (batch) => batch.fixed('flags', 'SMALLINT').set(0, flags));
    expect((await open(await of(255))).columns['flags']).toEqual([255]);
    const { header, summary } = await open(await of(256));
    expect([header.kind, summary.row_count, summary.problem_count]).toEqual(['ble', 0, 1]);
  });
});

test('small times count from the first packet', async () => {
  const early = await open(await packet((batch) => batch.fixed('ts_us', 'BIGINT').set(0, 5_000_000n)));
  expect(early.summary).toMatchObject({ time_base: 'relative', time_range: { start_ms: 5_000, end_ms: 5_000 } });
  expect((await open(await packet(() => undefined))).summary.time_base).toBe('epoch');
});
