import { writeFileSync } from 'node:fs';
import type { CaptureInfo } from '../../src/tables/captures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';
import { preparing } from '../support/prepared.ts';
import { roomCapture } from '../support/room-capture.ts';

/** A folder of the page's own as the one that is picked, with a file of the person's in it. */
const pickFolder = (workbench: WorkbenchPage): Promise<void> =>
  workbench.page.evaluate(async () => {
    const picked = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true });
    await picked.getFileHandle('mine', { create: true });
    Object.assign(window, { showDirectoryPicker: () => Promise.resolve(picked) });
  });

/** Paths of the files below the picked folder; null while one is being removed. */
const lying = (workbench: WorkbenchPage): Promise<string[] | null> =>
  workbench.page.evaluate(async () => {
    const found: string[] = [];
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, entry] of folder.entries()) {
        if (entry.kind === 'directory') await walk(entry, `${path}${name}/`);
        else found.push(`${path}${name}`);
      }
    };
    try {
      await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('picked'), '');
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    }
    return found.sort();
  });

/** Opens files of the picked folder together. */
const openTogether = (workbench: WorkbenchPage, paths: readonly string[]): Promise<CaptureInfo[]> =>
  workbench.page.evaluate(async (all) => {
    const files: File[] = [];
    for (const path of all) {
      let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked');
      const parts = path.split('/');
      for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part);
      files.push(await (await folder.getFileHandle(parts.at(-1) ?? '')).getFile());
    }
    return window.workbench.open(files);
  }, paths);

/** Converts a file by the action of the palette. */
async function convert(workbench: WorkbenchPage, path: string): Promise<void> {
  const chooser = workbench.page.waitForEvent('filechooser');
  await workbench.act('Convert a capture to Parquet');
  await (await chooser).setFiles(path);
}

const COLUMNS =
  'packet_no, ts_us, channel, rssi, adv_type, advertiser_addr, scanner_addr, crc_ok, length, adv_data, local_name, company_id, receiver';

test('a capture becomes Parquet files in a picked folder, whole or not at all, and each opens as packets', async ({ workbench }, info) => {
  const { page } = workbench;
  const activity = workbench.region('Activity');
  const path = info.outputPath('room.pcap');
  writeFileSync(path, roomCapture({ packets: 300_000, seed: 9 }));
  const long = info.outputPath('long.pcap');
  writeFileSync(long, roomCapture({ packets: 1_500_000, seed: 10 }));
  await pickFolder(workbench);

  await test.step('the set has a file for each batch, statements and a manifest with the counts', async () => {
    await convert(workbench, path);
    await expect(activity).toContainText('Converted room.pcap');
    await expect(activity).toContainText('300,000 packets in');
    await expect(activity).toContainText('in the folder room-parquet');
    const files = (await lying(workbench)) ?? [];
    expect(files.filter((file) => !file.endsWith('.parquet'))).toEqual([
      'mine',
      ...['clickhouse', 'duckdb'].map((name) => `room-parquet/${name}.sql`),
      'room-parquet/provenance.json',
      ...['spark', 'trino'].map((name) => `room-parquet/${name}.sql`),
    ]);
    expect(
      files.filter((file) => /^room-parquet\/rows\/capture_id=room\/hour=[\d-]+\/part-\d+\.parquet$/.test(file)).length,
    ).toBeGreaterThan(2);
    // Nothing passed the engine.
    expect(await page.evaluate(() => window.workbench.captures())).toEqual([]);
  });

  await test.step('its files open as one capture, with the rows that opening the capture gives', async () => {
    const set = ((await lying(workbench)) ?? []).filter((file) => file.startsWith('room-parquet/'));
    const [converted, ...more] = await openTogether(workbench, set);
    expect(more).toEqual([]);
    await workbench.drop(path);
    const [, direct] = await page.evaluate(() => window.workbench.captures());
    const facts = ({ row_count, link_types, sensors, channels, time_base, time_range, clock }: CaptureInfo): object => ({ row_count, link_types, sensors, channels, time_base, time_range, clock }); // prettier-ignore
    expect(converted).toMatchObject({ ...facts(direct!), capture_id: 'room', file_name: 'room.pcap', format: 'parquet', warnings: [] });
    const rows = (table: string): string => `SELECT ${COLUMNS} FROM ${table}`;
    expect(
      await workbench.rows(
        `SELECT (SELECT count(*) FROM room), (SELECT count(*) FROM (${rows('room')} EXCEPT ALL ${rows('room_2')})), (SELECT count(*) FROM (${rows('room_2')} EXCEPT ALL ${rows('room')}))`,
      ),
    ).toEqual([[300_000, 0, 0]]);
    const types = (table: string): Promise<readonly (readonly unknown[])[]> =>
      workbench.rows(
        `SELECT column_name, data_type FROM information_schema.columns WHERE table_name = '${table}' AND table_schema = 'main' ORDER BY ordinal_position`,
      );
    expect(await types('room')).toEqual(await types('room_2'));
    const parts = set.filter((file) => file.endsWith('.parquet'));
    const [incomplete] = await openTogether(workbench, set.filter((file) => file !== parts[1])); // prettier-ignore
    expect(incomplete?.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/room\.pcap is not complete: part 2 of \d+ is missing: packets [\d,]+ to [\d,]+/),
    ]);
    for (const { capture_id } of [direct!, incomplete!]) await page.evaluate((id) => window.workbench.close(id), capture_id);
  });

  const before = (await lying(workbench)) ?? [];
  await test.step('a conversion that is cancelled half-way leaves nothing', async () => {
    await convert(workbench, long);
    const entry = activity.getByRole('listitem').filter({ hasText: 'long.pcap' });
    await expect
      .poll(async () => ((await lying(workbench)) ?? []).filter((file) => file.startsWith('long-parquet/rows')).length)
      .toBeGreaterThan(1);
    await page.screenshot({ path: info.outputPath('running.png') });
    await entry.getByRole('button', { name: 'Cancel: Converting long.pcap' }).click();
    await expect.poll(() => lying(workbench)).toEqual(before);
    await workbench.idle();
    expect(await workbench.rows('SELECT count(*) FROM room')).toEqual([[300_000]]);
  });

  await test.step('a disk that becomes full leaves nothing of the set, and everything else', async () => {
    await page.evaluate(() => {
      const { prototype } = FileSystemWritableFileStream;
      const real = Object.getOwnPropertyDescriptor(prototype, 'write')?.value as typeof prototype.write;
      let writes = 0;
      prototype.write = function (this: FileSystemWritableFileStream, ...args) {
        writes += 1;
        if (writes < 3) return real.apply(this, args);
        prototype.write = real;
        return Promise.reject(new DOMException('no', 'QuotaExceededError'));
      };
    });
    await convert(workbench, path);
    await expect(activity).toContainText('the disk is full');
    expect(await lying(workbench)).toEqual(before);
    expect(await workbench.rows('SELECT count(*) FROM room')).toEqual([[300_000]]);
  });

  await test.step('a table is refused in words, and leaves nothing', async () => {
    const table = info.outputPath('table.csv');
    writeFileSync(table, 'a,b\n1,2\n');
    await convert(workbench, table);
    await expect(activity).toContainText('expected a capture of packets');
    expect(await lying(workbench)).toEqual(before);
  });

  await test.step('a capture that does not fit into memory offers the conversion', async () => {
    const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
    await input.asElement()?.setInputFiles(long);
    const refused = await input.evaluate((element) =>
      window.workbench.open(element.files![0]!, { memory_bytes: 2_000_000 }).then(() => 'opened', String),
    );
    expect(refused).toContain('expected a file whose rows fit into the 2 MB');
    await activity.getByRole('button', { name: 'Convert to Parquet files in a folder…' }).click();
    await expect(activity).toContainText('1,500,000 packets in', { timeout: 180_000 });
    expect(((await lying(workbench)) ?? []).filter((file) => file.startsWith('long-parquet/rows')).length).toBeGreaterThan(11);
  });

  await test.step('a look before opening offers it too', async () => {
    const chooser = page.waitForEvent('filechooser');
    await workbench.act('Preview before opening');
    await (await chooser).setFiles(path);
    const dialog = page.getByRole('dialog', { name: 'Preview before opening' });
    await dialog.getByRole('button', { name: 'Convert to Parquet files in a folder…' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(activity).toContainText('in the folder room-parquet-2');
  });
});

test('the folder of a conversion opens as one capture when it is dropped', async ({ workbench }, info) => {
  const { page } = workbench;
  const path = info.outputPath('room.pcap');
  const folder = info.outputPath('set');
  writeFileSync(path, roomCapture({ packets: 300_000, seed: 9 }));
  const { spawnSync } = await import('node:child_process');
  const done = spawnSync(process.execPath, ['dist/cli/capture-workbench.mjs', 'convert', path, '--to', 'parquet', '-o', folder]);
  expect(done.status).toBe(0);
  const devtools = await page.context().newCDPSession(page);
  const at = { x: 300, y: 300, data: { items: [], files: [folder], dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await devtools.send('Input.dispatchDragEvent', { type, ...at });
  await expect.poll(() => workbench.page.evaluate(() => window.workbench.captures().length)).toBe(1);
  const [capture] = await page.evaluate(() => window.workbench.captures());
  expect(capture).toMatchObject({ file_name: 'room.pcap', capture_id: 'room', row_count: 300_000, warnings: [] });
  // No file of the folder failed.
  await expect(workbench.region('Activity')).toHaveCount(0);
});

const withoutPickers = preparing((page) =>
  page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined, showDirectoryPicker: undefined });
  }),
);

withoutPickers(
  'without a folder picker a small capture becomes a zip, and a large one is refused with the command to type',
  async ({ workbench }, info) => {
    const { page } = workbench;
    const path = info.outputPath('room.pcap');
    writeFileSync(path, roomCapture({ packets: 5_000, seed: 9 }));
    const download = page.waitForEvent('download');
    await convert(workbench, path);
    expect((await download).suggestedFilename()).toBe('room-parquet.zip');
    // Of a sparse file: its size alone decides.
    const large = info.outputPath('night 1.pcap');
    writeFileSync(large, '');
    const { truncateSync } = await import('node:fs');
    truncateSync(large, 500_000_001);
    await convert(workbench, large);
    await expect(workbench.region('Activity')).toContainText(
      'capture-workbench convert "night 1.pcap" --to parquet --output night_1-parquet',
    );
  },
);

const withCore = preparing((page) =>
  page.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (options?.name?.startsWith('core ')) window.core = this;
      }
    };
  }),
);

withCore('a core that ends while it converts leaves nothing in the folder', async ({ workbench }, info) => {
  const path = info.outputPath('room.pcap');
  writeFileSync(path, roomCapture({ packets: 1_500_000, seed: 11 }));
  await pickFolder(workbench);
  await convert(workbench, path);
  await expect.poll(async () => ((await lying(workbench)) ?? []).filter((file) => file.endsWith('.parquet')).length).toBeGreaterThan(1);
  await workbench.page.evaluate(() => window.core?.terminate());
  await expect.poll(() => lying(workbench)).toEqual(['mine']);
  await workbench.page.evaluate(() => window.workbench.ready);
});
