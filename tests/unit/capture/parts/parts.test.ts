import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WorkbenchError } from '../../../../src/base/failure.ts';
import { joinFiles } from '../../../../src/base/join-files.ts';
import { gatherParts } from '../../../../src/capture/parts/gather.ts';
import { partsWithin } from '../../../../src/capture/parts/parts-file.ts';
import { unexplained } from '../../../../src/capture/record-count.ts';
import { type Opened, openBytes } from '../../../support/captures.ts';
import { convertedFiles, isPart } from '../../../support/converted-set.ts';
import { nodeAssets } from '../../../support/decode-table.ts';
import { advInd, hex, pcap } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import { roomCapture } from '../../../support/room-capture.ts';

/** Of the mutants. */
const SEED = 270_000;

const open = async (file: File): Promise<Opened> => openBytes(new Uint8Array(await file.arrayBuffer()), file.name, { assets: nodeAssets });
const gather = (files: readonly File[]): Promise<readonly File[]> => gatherParts(files, joinFiles);
const shuffled = (files: readonly File[]): File[] => {
  const random = randomSource(5);
  return [...files].map((file) => ({ file, at: random.below(1e6) })).sort((a, b) => a.at - b.at).map(({ file }) => file); // prettier-ignore
};

/** Packets whose times jump between three hours, several times in each batch. */
const mixed = pcap(
  Array.from({ length: 500 }, (_, at) => ({
    seconds: 1_700_000_000 + ((at * 7) % 3) * 3_600 + at,
    data: advInd(`C1:02:03:04:05:${(at % 60).toString().padStart(2, '0')}`, hex('020106')),
  })),
);
const room = (packets: number, seed = 21): File => new File([new Uint8Array(roomCapture({ packets, seed }))], 'room.pcap');
const SOURCES: readonly File[] = [
  ...['public/samples/chamber_four_phones.pcapng', 'public/samples/one_phone_one_hour.pcapng'].map(
    (path) => new File([new Uint8Array(readFileSync(path))], basename(path)),
  ),
  room(3_000),
  new File([mixed], 'mixed.pcap'),
];

describe.each(SOURCES.map((file) => [file.name, file] as const))('%s', (_, source) => {
  test('the converted files open as one capture, equal to the source', async () => {
    const batch = Math.min(1_000, Math.ceil(source.size / 400));
    const files = await convertedFiles([source], batch);
    expect(files.filter(isPart).length).toBeGreaterThan(2);
    const gathered = await gather(shuffled(files));
    expect(gathered.map(({ name }) => name)).toEqual([source.name]);
    const [direct, found] = [await open(source), await open(gathered[0]!)];
    expect(found.header).toEqual({ ...direct.header, format: 'parquet' });
    expect(found.columns).toEqual(direct.columns);
    const { row_count, link_types, channels, sensors, time_base, time_range, losses, warnings, empty_columns } = direct.summary;
    expect(found.summary).toMatchObject({
      row_count,
      link_types,
      channels,
      sensors,
      time_base,
      time_range,
      empty_columns,
      problem_count: 0,
    });
    expect(found.summary.losses).toEqual(losses);
    expect(found.summary.warnings).toEqual(warnings);
    expect(unexplained(found.summary.records)).toBe(0);
  });
});

describe('files that are not one complete conversion', () => {
  const numbers = ({ columns }: Opened): unknown[] => [...columns['packet_no']!];
  const only = async (files: readonly File[]): Promise<Opened> => {
    const [file, ...more] = await gather(files);
    expect(more).toEqual([]);
    return open(file!);
  };

  test('missing parts are named with their packets, first, between and last, in one warning', async () => {
    const files = await convertedFiles([room(6_000)], 1_000);
    const parts = files.filter(isPart);
    expect(parts).toHaveLength(6);
    const { summary, ...opened } = await only(files.filter((file) => ![parts[0], parts[2], parts[3], parts[5]].includes(file)));
    expect(summary.warnings).toEqual([
      {
        code: 'PARTS_MISSING',
        message: expect.stringMatching(
          /^room\.pcap is not complete: part 1 of 6 is missing: packets 1 to 1,\d{3}; parts 3 to 4 of 6 are missing: packets 2,\d{3} to 4,\d{3}; part 6 of 6 is missing: packets 5,\d{3} to 6,000$/,
        ) as string,
      },
    ]);
    expect(numbers(opened as Opened)[0]).toBeGreaterThan(1_000);
  });

  test('without the manifest the end is not known, and link types are those of the labels', async () => {
    const source = room(3_000);
    const parts = (await convertedFiles([source], 1_000)).filter(isPart);
    const whole = await only(parts);
    expect(whole.columns).toEqual((await open(source)).columns);
    expect(whole.summary.link_types).toEqual([256]);
    expect(whole.summary.warnings.map(({ code }) => code)).toEqual(['PARTS_END_UNKNOWN']);
    const rest = await only(parts.slice(1));
    expect(rest.summary.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/part 1 is missing: packets 1 to 1,\d{3}\. Whether more follow after part 3 is in provenance\.json/),
    ]);
  });

  test('copies of a part are read once; other content under its number is refused', async () => {
    const files = await convertedFiles([room(3_000)], 1_000);
    const [first, second] = files.filter(isPart);
    const twice = await only([...files, new File([first!], 'copy.parquet')]);
    expect(twice.summary).toMatchObject({ row_count: 3_000, warnings: [{ code: 'PARTS_TWICE', message: /part 1 of room\.pcap .* read once/ }].map((notice) => ({ code: notice.code })) }); // prettier-ignore
    const bytes = new Uint8Array(await second!.arrayBuffer());
    bytes[100]! ^= 1;
    await expect(only([...files, new File([bytes], 'other.parquet')])).rejects.toThrow(/two files of part 2 with different content/);
  });

  test('a changed byte of a part refuses the capture and names the file', async () => {
    const files = await convertedFiles([room(3_000)], 1_000);
    const at = files.findIndex(isPart) + 1;
    const bytes = new Uint8Array(await files[at]!.arrayBuffer());
    bytes[bytes.length >> 1]! ^= 1;
    files[at] = new File([bytes], files[at]!.name);
    await expect(only(files)).rejects.toThrow(/part 2 of room\.pcap as it was converted \(part-1\.parquet\), found other bytes/);
  });

  test('a part that is cut is another file, and is missing from the capture', async () => {
    const files = await convertedFiles([room(3_000)], 1_000);
    const at = files.findIndex(isPart) + 1;
    const cut = new File([files[at]!.slice(0, files[at]!.size - 40)], 'cut.parquet');
    const gathered = await gather(files.with(at, cut));
    expect(gathered.map(({ name }) => name)).toEqual(['room.pcap', 'cut.parquet']);
    expect((await open(gathered[0]!)).summary.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/part 2 of 3 is missing/),
    ]);
    await expect(open(gathered[1]!)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });

  test('files of two conversions, and files of neither, stay apart', async () => {
    const [one, two] = [room(2_000, 1), room(2_000, 2)];
    const table = new File(['a,b\n1,2\n'], 'table.csv');
    const json = new File(['{"a":[1,2]}'], 'other.json');
    const gathered = await gather([table, ...(await convertedFiles([one, new File([two], 'yard.pcap')], 1_000)), json]);
    expect(gathered.map(({ name }) => name)).toEqual(['table.csv', 'room.pcap', 'yard.pcap', 'other.json']);
    expect((await open(gathered[1]!)).columns).toEqual((await open(one)).columns);
    expect((await open(gathered[2]!)).columns).toEqual((await open(two)).columns);
    const same = await gather([...(await convertedFiles([one], 1_000)), ...(await convertedFiles([two], 1_000))]);
    expect(same.map(({ name }) => name)).toEqual(['room.pcap', 'room.pcap']);
  });

  test('files without such parts are returned as they are', async () => {
    const files = [room(10), new File(['{"conversions":[]}'], 'provenance.json')];
    expect(await gather(files)).toBe(files);
  });
});

describe('a time window', () => {
  test('reads only the files that have rows of it, and gives the rows of it in the source', async () => {
    const source = new File([mixed], 'mixed.pcap');
    const [file] = await gather(await convertedFiles([source], 100));
    const window = { start_ms: 1_700_003_600_000, end_ms: 1_700_003_900_000 };
    const within = await partsWithin(file!, window, joinFiles);
    expect(within.size).toBeLessThan(file!.size * 0.8);
    const choice = { keep: { time_window: window } };
    const [expected, found] = await Promise.all(
      [source, within].map(async (each) => openBytes(new Uint8Array(await each.arrayBuffer()), each.name, { assets: nodeAssets, choice })),
    );
    expect(found!.columns).toEqual(expected!.columns);
    expect(found!.summary.row_count).toBeGreaterThan(50);
    expect(found!.summary.warnings.map(({ code }) => code)).toEqual(['PARTS_CHOSEN', 'PARTLY_LOADED']);
  });

  test('a capture that does not fit offers windows that fit, without gap, and with all rows together', async () => {
    const [file] = await gather(await convertedFiles([room(20_000)], 1_000));
    const bytes = new Uint8Array(await file!.arrayBuffer());
    const error: unknown = await openBytes(bytes, file!.name, { assets: nodeAssets, memory_bytes: 1_000_000 }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'TOO_LARGE_FOR_MEMORY', details: { kind: 'ble', rows: 20_000 } });
    const { offers } = (error as { details: { offers: { label: string; keep: { time_window?: { start_ms: number; end_ms: number } } }[] } })
      .details;
    const windows = offers.flatMap(({ label, keep: { time_window } }) => (time_window ? [{ label, ...time_window }] : []));
    expect(windows.length).toBeGreaterThan(2);
    let rows = 0;
    for (const [at, { label, start_ms, end_ms }] of windows.entries()) {
      expect(label).toMatch(/ to .*: about [\d,]+ packets, /);
      if (at > 0) expect(start_ms).toBe(windows[at - 1]!.end_ms + 1);
      const choice = { keep: { time_window: { start_ms, end_ms } } };
      const part = await partsWithin(file!, choice.keep.time_window, joinFiles);
      const opened = await openBytes(new Uint8Array(await part.arrayBuffer()), part.name, {
        assets: nodeAssets,
        choice,
        memory_bytes: 1_000_000,
      });
      rows += opened.summary.row_count;
    }
    expect(rows).toBe(20_000);
  });

  test('a capture that turns out too large while it is read offers windows too, and is not to be converted again', async () => {
    const [file] = await gather(await convertedFiles([room(20_000)], 1_000));
    const bytes = new Uint8Array(await file!.arrayBuffer());
    const choice = { keep: { time_window: { start_ms: 0, end_ms: 2 ** 42 } } };
    const options = { assets: nodeAssets, choice, memory_bytes: 1_000_000 };
    const error: unknown = await openBytes(bytes, file!.name, options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'TOO_LARGE_FOR_MEMORY' });
    const { message, details } = error as { message: string; details: { offers: { keep: { time_window?: object } }[] } };
    expect(message).toContain('found more than ');
    expect(message).not.toContain('convert');
    expect(details.offers.filter(({ keep }) => keep.time_window).length).toBeGreaterThan(2);
  });
});

test('of changed files every row is sent or reported, or the capture is refused in words', async () => {
  const [file] = await gather((await convertedFiles([new File([mixed], 'mixed.pcap')], 200)).filter(isPart));
  const sound = new Uint8Array(await file!.arrayBuffer());
  let opened = 0;
  for (let seed = 0; seed < 400; seed++) {
    const random = randomSource(SEED + seed);
    const bytes = sound.slice();
    for (let changes = 1 + random.below(3); changes > 0; changes--) bytes[random.below(bytes.length)]! ^= 1 + random.below(255);
    try {
      const { summary } = await openBytes(bytes, 'x.pcap', { assets: nodeAssets });
      expect([unexplained(summary.records), summary.records.rows], String(seed)).toEqual([0, summary.row_count]);
      opened++;
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw new Error(`mutant ${String(SEED + seed)}`, { cause: error });
    }
  }
  expect(opened).toBeGreaterThan(40);
}, 60_000);
