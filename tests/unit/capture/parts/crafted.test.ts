import { beforeAll, expect, test } from 'vitest';
import { joinFiles } from '../../../../src/base/join-files.ts';
import { parquetParts } from '../../../../src/capture/convert/parquet-part.ts';
import { rowsOfFooter } from '../../../../src/capture/decoders/parquet-footer.ts';
import { loadParquet } from '../../../../src/capture/parquet-module.ts';
import { gatherParts } from '../../../../src/capture/parts/gather.ts';
import { type PartLabel, rangesOf } from '../../../../src/capture/parts/label.ts';
import type { Manifest } from '../../../../src/capture/parts/manifest.ts';
import { BATCH_ROWS } from '../../../../src/capture/read-capture.ts';
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

test.each([
  [2 ** 31, /at most 124,000 rows in files of one batch, found 4,294,967,296 rows \(part-1\.parquet to part-2\.parquet\)/],
  [60_000, /60,000 rows in part 1 \(part-1\.parquet\), as its label says, found 2/],
  [1, /1 row in part 1 \(part-1\.parquet\), as its label says, found 2/],
])('interleaved parts whose labels say %i rows are refused in words', async (rows, words) => {
  const files = [partFile([1, 3], { part: 1, rows }), partFile([2, 4], { part: 2, rows, first_row: rows })];
  await expect(only(files)).rejects.toMatchObject({ code: 'UNREADABLE_FILE', message: expect.stringMatching(words) as string });
});

test('a batch of a conversion has no more rows than interleaved parts may have', () => {
  // A batch ends after the record that fills it; ROOM_FOR_ONE_RECORD is 512.
  expect(BATCH_ROWS + 512).toBeLessThanOrEqual(124_000);
});

test('a file with more rows than its footer announces is refused in words', async () => {
  // The number of rows is field 3 of the footer, a varint, after the schema: 2 becomes 1.
  const [sound, other] = [partFile([1, 3], { part: 1, rows: 1 }), partFile([2, 4], { part: 2, rows: 2, first_row: 1 })];
  const bytes = new Uint8Array(await sound.arrayBuffer());
  const footer = bytes.subarray(bytes.length - 8 - new DataView(bytes.buffer).getUint32(bytes.length - 8, true), -8);
  const places = [...footer.keys()].filter((at) => {
    if (footer[at] !== 4) return false;
    footer[at] = 2;
    const changes = rowsOfFooter(footer) === 1;
    footer[at] = 4;
    return changes;
  });
  expect(places).toHaveLength(1);
  footer[places[0]!] = 2;
  await expect(only([new File([bytes], 'part-1.parquet'), other])).rejects.toMatchObject({
    code: 'UNREADABLE_FILE',
    message: expect.stringMatching(/^expected as many rows as/) as string,
  });
});

/** A file that fails as long as `refuses`. */
class FailingFile extends File {
  refuses = (): boolean => true;
  reading = (): void => undefined;
  read = (): void => undefined;

  override slice(start?: number, end?: number): Blob {
    const blob = super.slice(start, end);
    const bytes = blob.arrayBuffer.bind(blob);
    const arrayBuffer = async (): Promise<ArrayBuffer> => {
      this.reading();
      try {
        await Promise.resolve();
        if (this.refuses()) throw new DOMException('too many open files', 'NotReadableError');
        return await bytes();
      } finally {
        this.read();
      }
    };
    return Object.assign(blob, { arrayBuffer, text: async () => new TextDecoder().decode(await arrayBuffer()) });
  }

  override text(): Promise<string> {
    return this.slice().text();
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.slice().arrayBuffer();
  }
}

const parts = (count: number): File[] =>
  Array.from({ length: count }, (_, at) => partFile([2 * at + 1, 2 * at + 2], { part: at + 1, first_row: 2 * at }));

test('a set of many files is one capture where few can be open at once', async () => {
  let open = 0;
  const files = parts(100).map((file) => {
    const limited = new FailingFile([file], file.name);
    limited.reading = () => void open++;
    limited.read = () => void open--;
    limited.refuses = () => open > 20;
    return limited;
  });
  expect((await gather(files)).map(({ name }) => name)).toEqual(['made.pcap']);
});

test('a part that could not be read for a moment is in its capture', async () => {
  const [first, second] = parts(2);
  const busy = new FailingFile([second!], second!.name);
  let times = 0;
  busy.refuses = () => times++ === 0;
  expect((await gather([first!, busy])).map(({ name }) => name)).toEqual(['made.pcap']);
});

test('files that cannot be read stay apart, and stop no other', async () => {
  const [first, second] = parts(2);
  const gone = ['part-3.parquet', 'x.pcap', 'provenance.json'].map((name) => new FailingFile(['PAR1'], name));
  expect((await gather([gone[0]!, first!, gone[1]!, second!, gone[2]!])).map(({ name }) => name)).toEqual([
    'part-3.parquet',
    'made.pcap',
    'x.pcap',
    'provenance.json',
  ]);
});

test('a copy that cannot be compared refuses its capture, and stops no other', async () => {
  const [first] = parts(1);
  const copy = new FailingFile([first!], 'copy.parquet');
  let times = 0;
  copy.refuses = () => ++times > 3;
  const gathered = await gather([first!, copy, new File(['a\n1\n'], 't.csv')]);
  expect(gathered.map(({ name }) => name)).toEqual(['made.pcap', 't.csv']);
  await expect(only([gathered[0]!])).rejects.toThrow(/two files of part 1 of which one cannot be read \(part-1\.parquet, copy\.parquet\)/);
});

test.each([
  ['bytes', /part 1 \(part-1\.parquet\) with [\d,]+ bytes, where provenance\.json lists [\d,]+ bytes$/],
  ['rows', /part 1 \(part-1\.parquet\) with 2 rows, where provenance\.json lists 3 rows$/],
] as const)('other %s than the manifest lists are named', async (key, words) => {
  const [file] = parts(1);
  const listed = { capture_id: 'made', part: 1, rows: 2, bytes: file!.size, sha256: 'b'.repeat(64), packets: [1, 2] as const };
  const manifest = manifestFile({ parts: 1 }, [{ ...listed, [key]: listed[key] + 1 }]);
  await expect(only([file!, manifest])).rejects.toThrow(words);
});

test('warnings of a manifest are known ones, once, visible and short', async () => {
  const warnings = [
    { code: 'NO_WALL_CLOCK', message: `made\u202Ein\n${'x'.repeat(60_000)}` },
    { code: 'NO_WALL_CLOCK', message: 'once more' },
    { code: 'SEND_MONEY', message: 'to me' },
  ];
  const { summary } = await only([...parts(2), manifestFile({ warnings })]);
  expect(summary.warnings.map(({ code }) => code)).toEqual(['NO_WALL_CLOCK']);
  expect(summary.warnings[0]!.message).toMatch(/^made⟨U\+202E⟩in⟨U\+000A⟩x+… \([\d,]+ more characters\)$/);
  expect(summary.warnings[0]!.message.length).toBeLessThan(1_050);
});

test('a source with an endless name is none', async () => {
  const files = [partFile([1, 2], { part: 1, source: { ...source, name: 'x'.repeat(2_000) } })];
  expect(await gather(files)).toBe(files);
});

test('names of files in an error are visible and short', async () => {
  const file = new File([partFile([1, 2], { part: 1, rows: 1 })], `part\u202E${'x'.repeat(2_000)}.parquet`);
  const error: unknown = await only([file]).catch((reason: unknown) => reason);
  expect((error as Error).message).toContain('part⟨U+202E⟩x');
  expect((error as Error).message.length).toBeLessThan(1_100);
});
