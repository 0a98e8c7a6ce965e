import { beforeAll, expect, test } from 'vitest';
import { joinFiles } from '../../../../src/base/join-files.ts';
import { parquetParts } from '../../../../src/capture/convert/parquet-part.ts';
import { loadParquet } from '../../../../src/capture/parquet-module.ts';
import { gatherParts } from '../../../../src/capture/parts/gather.ts';
import { type PartLabel, rangesOf } from '../../../../src/capture/parts/label.ts';
import type { Manifest } from '../../../../src/capture/parts/manifest.ts';
import { ADVERT_COLUMNS } from '../../../../src/tables/adverts.ts';
import { Batch } from '../../../../src/tables/batch.ts';
import { type Opened, openBytes } from '../../../support/captures.ts';
import { nodeAssets } from '../../../support/decode-table.ts';

beforeAll(() => loadParquet(nodeAssets));

const source = { name: 'made.pcap', bytes: 1_000, head_sha256: 'a'.repeat(64) };

/** A Parquet file of packets with these numbers, and a label that need not be true. */
function partFile(numbers: readonly number[], label: Partial<PartLabel> & { readonly part: number }): File {
  const batch = new Batch(ADVERT_COLUMNS, numbers.length);
  const column = batch.fixed('packet_no', 'INTEGER');
  for (const number of numbers) column.set(batch.rows++, number);
  const whole: PartLabel = { source, batch: 0, first_row: 0, link_types: [256], ...rangesOf(batch), ...label };
  return new File([parquetParts(ADVERT_COLUMNS)(batch, JSON.stringify(whole))], `part-${String(label.part)}.parquet`);
}

const conversion: Manifest['conversions'][number] = {
  capture_id: 'made',
  source,
  format: 'pcap',
  parts: 2,
  rows: 4,
  problems: 0,
  link_types: [256],
  sensors: [],
  time_base: 'none',
  losses: [],
  warnings: [],
};
function manifestFile(changes: Partial<typeof conversion>, files: Manifest['files'] = []): File {
  return new File([JSON.stringify({ conversions: [{ ...conversion, ...changes }], files, statements: [] })], 'provenance.json');
}
const gather = (files: readonly File[]): Promise<readonly File[]> => gatherParts(files, joinFiles);
async function only(files: readonly File[]): Promise<Opened> {
  const [file, ...more] = await gather(files);
  expect(more).toEqual([]);
  return openBytes(new Uint8Array(await file!.arrayBuffer()), file!.name, { assets: nodeAssets });
}
const messages = ({ summary }: Opened): string[] => summary.warnings.map(({ message }) => message);

test('a gap of two billion parts is named at once', async () => {
  const last = 2 ** 31;
  const opened = await only([partFile([1, 2], { part: 1 }), partFile([8, 9], { part: last, first_row: 6 })]);
  expect(messages(opened)).toEqual([expect.stringContaining('parts 2 to 2,147,483,647 are missing: packets 3 to 7')]);
});

test.each(['part', 'batch', 'rows', 'first_row'] as const)('a label with a %s that no capture has is none', async (key) => {
  const files = [partFile([1, 2], { part: 1, [key]: 2 ** 31 + 1 })];
  expect(await gather(files)).toBe(files);
});

test.each(['parts', 'rows'] as const)('a manifest with %s that no capture has is none', async (key) => {
  const files = [partFile([1, 2], { part: 1 }), manifestFile({ [key]: 2 ** 31 + 1 })];
  expect((await gather(files)).map(({ name }) => name)).toEqual(['made.pcap', 'provenance.json']);
});
