import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type PreviewOptions, previewFile } from '../../../src/capture/preview.ts';
import { jsonRows } from '../../../src/engine/cells.ts';
import { decodeArrow } from '../../../src/engine/rows.ts';
import { PREVIEW_ROWS, type FilePreview } from '../../../src/tables/preview.ts';
import { openBytes } from '../../support/captures.ts';
import { nodeAssets } from '../../support/decode-table.ts';
import { EndlessCapture } from '../../support/endless-file.ts';
import { fixture } from '../../support/fixtures.ts';
import { advInd, hex, pcap } from '../../support/packet-file.ts';

const bytesOf = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));
const look = async (bytes: Uint8Array<ArrayBuffer> | string, name: string, options: PreviewOptions = {}): Promise<FilePreview> =>
  (await previewFile(new Blob([bytes]), name, { assets: nodeAssets, ...options })).preview;

/** A file of any size whose bytes are counted as they are read. */
class Counted extends Blob {
  read = 0;
  override readonly size: number;
  constructor(private readonly inner: Blob) {
    super();
    this.size = inner.size;
  }
  override slice(start = 0, end = this.size): Blob {
    this.read += end - start;
    return this.inner.slice(start, end);
  }
}

describe('a look into a capture', () => {
  it.each(['hackrf/adv38_linktype251.pcap', 'hackrf/ble_all_adv.pcap', 'mitll/anechoic_nrf52_0.pcapng', 'pact/iphone_web_scan.ndjson.gz'])(
    'says of %s what opening it says',
    async (path) => {
      const bytes = bytesOf(fixture(path));
      const seen = await look(bytes, basename(path));
      const { summary, header, problems } = await openBytes(bytes, basename(path));
      const { row_count, link_types, time_base, time_range, problem_count } = summary;
      expect(seen).toMatchObject({ complete: true, rows_read: row_count, link_types, time_base, time_range, problem_count });
      expect([seen.format, seen.kind, seen.columns, seen.problems]).toEqual([header.format, header.kind, header.columns, problems.slice(0, 5)]); // prettier-ignore
    },
  );

  it('shows the first rows as they will be', async () => {
    const { ipc, preview } = await previewFile(new Blob([bytesOf(fixture('hackrf/ble_all_adv.pcap'))]), 'x.pcap');
    const rows = jsonRows(decodeArrow(ipc), PREVIEW_ROWS);
    expect(rows).toHaveLength(PREVIEW_ROWS);
    expect(rows.map(([no]) => no)).toEqual(Array.from({ length: PREVIEW_ROWS }, (_, at) => at + 1));
    expect(rows[0]).toHaveLength(preview.columns.length);
    expect(preview.evidence).toBe('begins with 0a 0d 0d 0a dc 00 00 00 4d 3c 2b 1a, the section header of pcapng');
  });

  it('tells the radio clock of a sniffer that has one', async () => {
    expect((await look(bytesOf(fixture('mitll/anechoic_nrf52_0.pcapng')), 'x.pcapng')).radio_clock).toBe(true);
    expect((await look(bytesOf(fixture('hackrf/ble_all_adv.pcap')), 'x.pcap')).radio_clock).toBe(false);
  });

  it('reads the beginning of a file of 100 GB and nothing more', async () => {
    const file = new Counted(new EndlessCapture(100e9));
    const { preview } = await previewFile(file, 'long.pcap');
    expect(file.read).toBeLessThan(4 * 2 ** 20);
    expect(preview).toMatchObject({ complete: false, content_bytes: file.size, read_bytes: 2 * 2 ** 20, problem_count: 0 });
    expect(preview.rows_read).toBeGreaterThan(10_000);
  });

  it('does not call the rest of the last record a problem, and tells those before', async () => {
    const good = advInd('C1:02:03:04:05:06', hex('020106'));
    const packets = Array.from({ length: 70_000 }, (_, i) => ({ seconds: 1_700_000_000 + i, data: i === 10 ? hex('0102') : good }));
    const seen = await look(pcap(packets), 'one-bad.pcap');
    expect(seen).toMatchObject({ complete: false, problem_count: 1 });
    expect(seen.problems[0]).toMatchObject({ record: 11 });
  });

  it('looks through compression, and names the captures of an archive', async () => {
    const inner = bytesOf(fixture('hackrf/ble_all_adv.pcap'));
    expect(await look(new Uint8Array(gzipSync(inner)), 'a.pcap.gz')).toMatchObject({ wrapped: 'gzip', format: 'pcapng', complete: true });
    const several = new Uint8Array(zipSync({ 'a.pcap': inner, 'b.csv': new TextEncoder().encode('time,rssi\n1,-40\n2,-41\n') }));
    expect(await look(several, 's.zip')).toMatchObject({ wrapped: 'zip', members: ['a.pcap', 'b.csv'], format: 'pcapng' });
    expect((await look(new Uint8Array(zipSync({ 'a.pcap': inner })), 's.zip')).members).toEqual([]);
  });

  it.each([
    ['empty.pcap', new Uint8Array(0)],
    ['notes.txt', new TextEncoder().encode('a letter to a friend\nwith two lines\n')],
    ['ethernet.pcap', pcap([{ seconds: 1, data: hex('00') }], { linkType: 1 })],
    ['cut.parquet', new TextEncoder().encode('PAR1')],
  ])('refuses %s with the error of opening it', async (name, bytes) => {
    const opened = openBytes(bytes, name, { assets: nodeAssets }).then(String, String);
    await expect(look(bytes, name).then(String, String)).resolves.toBe(await opened);
    await expect(look(bytes, name)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});

describe('a look into a table', () => {
  it('reads it as opening does, and by what is said of it', async () => {
    const text = 'when;who;level\n05.07.2020 10:00;AA:BB:CC:DD:EE:01;-60\n06.07.2020 10:00;AA:BB:CC:DD:EE:02;-61\n';
    const { header } = await openBytes(new TextEncoder().encode(text), 'log.csv');
    const seen = await look(text, 'log.csv');
    expect(seen).toMatchObject({ reading: header.reading, columns: header.columns, unsure: false, complete: true, rows_read: 2 });
    expect(seen.evidence).toBe('text in lines of 3 cells with a semicolon between them');
    const said = await look(text, 'log.csv', { choice: { reading: { time_form: 'mdy', zone: 'Europe/Berlin' } } });
    expect(said.time_range?.start_ms).toBe(Date.UTC(2020, 4, 7, 8));
    await expect(look(text, 'log.csv', { choice: { reading: { time_column: 'then' } } })).rejects.toMatchObject({ code: 'BAD_READING' });
  });

  it.each([
    ['two columns with equal right', 'first_seen,last_seen,rssi\n2020-05-07T10:00:00Z,2020-05-07T11:00:00Z,-40\n', true],
    ['a column called time that reads as none', 'time,rssi\nnoon,-40\nlater,-41\n', true],
    ['days and months that could be either', 'date,rssi\n05/07/2020 10:00,-40\n05/07/2020 10:01,-41\n', true],
    ['one time and one number', 'time,rssi\n2020-05-07T10:00:00Z,-40\n2020-05-07T10:00:01Z,-41\n', false],
    ['a count of nobody knows what', 'time,rssi\n1,-40\n2,-41\n', false],
    ['no time at all', 'weight,group\n4.17,ctrl\n5.58,trt1\n', false],
  ])('%s', async (_, text, unsure) => {
    expect((await look(text, 't.csv')).unsure).toBe(unsure);
  });

  it('is sure of what was said', async () => {
    const text = 'first_seen,last_seen,rssi\n2020-05-07T10:00:00Z,2020-05-07T11:00:00Z,-40\n';
    const seen = await look(text, 't.csv', { choice: { reading: { time_column: 'last_seen' } } });
    expect(seen).toMatchObject({ unsure: false, time_range: { start_ms: Date.UTC(2020, 4, 7, 11) } });
  });

  it('stops after the first rows of a long one, and shows the first of many columns', async () => {
    const long = await look(`time,rssi\n${'1588358485.5,-60\n'.repeat(50_000)}`, 'long.csv');
    expect(long).toMatchObject({ complete: false, format: 'csv', time_base: 'epoch' });
    expect(long.rows_read).toBeLessThan(5_000);
    const names = Array.from({ length: 300 }, (_, at) => `c${String(at)}`).join(',');
    const { preview, ipc } = await previewFile(new Blob([`${names}\n${names}\n${names}\n`]), 'wide.csv');
    expect([preview.columns.length, decodeArrow(ipc).columns.length]).toEqual([300, 64]);
  });

  it('shows Parquet and Arrow, and of a large Parquet file its columns', async () => {
    const bytes = bytesOf('tests/fixtures/tables/types-snappy.parquet');
    const { header, summary } = await openBytes(bytes, 't.parquet', { assets: nodeAssets });
    const seen = await look(bytes, 't.parquet');
    expect(seen).toMatchObject({ format: 'parquet', complete: true, rows_read: summary.row_count, columns: header.columns });
    // The same file with a gap of 70 MB that its metadata knows nothing of.
    const gap = new Blob([bytes.subarray(0, 4), new Uint8Array(70e6), bytes.subarray(4)]);
    const { preview } = await previewFile(gap, 'large.parquet', { assets: nodeAssets });
    expect(preview.columns.map(({ name, type }) => [name, type])).toEqual(header.columns.map(({ name, type }) => [name, type]));
    expect(preview).toMatchObject({ complete: false, rows_read: 0, problem_count: 0 });
    expect(preview.warnings.map(({ code }) => code)).toContain('PREVIEW_OF_COLUMNS');
  });
});
