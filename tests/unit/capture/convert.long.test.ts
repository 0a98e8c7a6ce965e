import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unexplained } from '../../../src/capture/record-count.ts';
import { parquetDecoder } from '../../../src/capture/decoders/parquet.ts';
import { createExporter } from '../../../src/export/exporter.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { convertHere } from '../../support/converted.ts';
import { decodeTable } from '../../support/decode-table.ts';
import { EndlessCapture } from '../../support/endless-file.ts';
import { memoryDestination, type MemoryFiles } from '../../support/memory-destination.ts';
import { encodeHere, nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';
import { roomCapture } from '../../support/room-capture.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

interface Read {
  readonly folder: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Rows of the files of a set by folder, in the order of their part. */
async function readSet(files: MemoryFiles): Promise<Read[]> {
  const found = new Map<string, Read>();
  for (const [path, bytes] of files) {
    if (!path.endsWith('.parquet')) continue;
    const folder = path.slice(0, path.lastIndexOf('/')).replace(/capture_id=[^/]+/, 'capture_id=x');
    const { specs, rows } = await decodeTable(parquetDecoder, bytes, { fileName: 'part.parquet' });
    const columns = specs.map(({ name, type }) => `${name} ${type}`);
    const earlier = found.get(folder);
    if (earlier) expect(columns).toEqual(earlier.columns);
    found.set(folder, { folder, columns, rows: [...(earlier?.rows ?? []), ...rows] });
  }
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** The partitioned export of a capture, without the column of corrected times: a conversion has the times of the file. */
async function exported(capture: CaptureInfo): Promise<MemoryFiles> {
  const files: MemoryFiles = new Map();
  const columns = capture.columns.filter(({ name }) => name !== 'time_us').map(({ name, type }) => ({ name, type }));
  const sql = `SELECT '${capture.capture_id}' AS capture_id, * FROM ${capture.capture_id}`;
  const exporter = createExporter({
    engine: workbench.engine,
    choose: memoryDestination(files),
    encode: encodeHere,
    journalHead: () => null,
    names: () => new Map(),
  });
  const captures = [{ ...capture, columns, clock: undefined }] as unknown as CaptureInfo[];
  const job = {
    format: 'partitioned_parquet',
    name: 'set',
    sql,
    values: [],
    captures,
    timed: true,
    provenance_file: true,
    name_column: null,
  } as const;
  const all = [{ name: 'capture_id', type: 'VARCHAR' }, ...columns];
  await exporter.write({ ...job, columns: all, name_column: null, spreadsheet_safe: true, comments: true, labels: new Map() }, {});
  return files;
}

async function converted(bytes: Uint8Array<ArrayBuffer>, name: string, batchRows?: number): Promise<MemoryFiles> {
  const files: MemoryFiles = new Map();
  const { summary } = await convertHere(new Blob([bytes]), name, (path, part) => void files.set(path, new Uint8Array(part)), {
    batch_rows: batchRows,
  });
  expect(unexplained(summary.records)).toBe(0);
  return files;
}

const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));
const CAPTURES: readonly (readonly [name: string, bytes: () => Uint8Array<ArrayBuffer>])[] = [
  ...['public/samples/chamber_four_phones.pcapng', 'public/samples/one_phone_one_hour.pcapng'].map(
    (path) => [basename(path), () => bytesOf(path)] as const,
  ),
  ['room.pcap', () => new Uint8Array(roomCapture({ packets: 30_000, seed: 77 }))],
];

describe.each(CAPTURES)('%s', (name, bytes) => {
  test('a conversion has the folders, columns, types and rows of the partitioned export', async () => {
    const capture = await workbench.open(bytes(), name);
    const expected = await readSet(await exported(capture));
    // Small batches: several files an hour, and batches with the end of an hour in them.
    const found = await readSet(await converted(bytes(), name, 1000));
    expect(found.map(({ folder, columns }) => [folder, columns])).toEqual(expected.map(({ folder, columns }) => [folder, columns]));
    expect(found.reduce((sum, { rows }) => sum + rows.length, 0)).toBe(capture.row_count);
    for (const [at, { rows }] of found.entries()) expect(rows).toEqual(expected[at]?.rows);
  });
});

test('a table is refused in words that say what to do', async () => {
  const table = new TextEncoder().encode('a,b\n1,2\n');
  await expect(convertHere(new Blob([table]), 'table.csv', () => undefined)).rejects.toThrow(
    /expected a capture of packets .* "export" writes tables/,
  );
});

test('a capture that is on no disk converts part by part, and its counts balance', async () => {
  const endless = new EndlessCapture(200 * 1024 * 1024);
  let [rows, most, parts] = [0, 0, 0];
  const { summary } = await convertHere(endless, 'endless.pcap', (_, bytes, label) => {
    rows += label.rows;
    parts += 1;
    most = Math.max(most, bytes.length);
  });
  expect(rows).toBe(endless.packets);
  expect(summary.records).toMatchObject({ read: endless.packets, rows, reported: 0 });
  expect(unexplained(summary.records)).toBe(0);
  expect(summary.bytes).toBe(endless.size);
  expect(parts).toBeGreaterThanOrEqual(rows / 122_880);
  // Two windows of the file beside one batch: what is held does not grow with the file.
  expect(summary.peak_bytes).toBeLessThan(64 * 1024 * 1024);
  expect(most).toBeLessThan(16 * 1024 * 1024);
});
