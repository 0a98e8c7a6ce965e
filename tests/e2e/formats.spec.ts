import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { zipSync } from 'fflate';
import { fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';
import { closeAll } from '../support/put-back.ts';

const table = (name: string): string => resolve('tests/fixtures/tables', name);

test('files of every format open, tables as they are read, and what does not fit in part @offline', async ({ workbench }, info) => {
  await test.step('Parquet, Feather and a capture in Zstandard open together', async () => {
    await workbench.drop(table('types-snappy.parquet'), table('types-zstd.feather'), fixture('hackrf/ble_all_adv.pcap.zst'));
    const captures = await workbench.page.evaluate(() =>
      window.workbench
        .captures()
        .map(({ format, kind, row_count, problem_count }) => ({ format, kind, filled: row_count > 0, problem_count })),
    );
    expect(captures).toEqual([
      { format: 'parquet', kind: 'table', filled: true, problem_count: 0 },
      { format: 'arrow', kind: 'table', filled: true, problem_count: 0 },
      { format: 'pcapng', kind: 'ble', filled: true, problem_count: 0 },
    ]);
  });

  await closeAll(workbench);
  await test.step('each capture of a zip file opens on its own, what is none is named', async () => {
    const folder = info.outputPath('zip');
    mkdirSync(folder, { recursive: true });
    const bytes = (path: string): Uint8Array => new Uint8Array(readFileSync(fixture(path)));
    const files = {
      'day/adv38.pcap': bytes('hackrf/adv38.pcap'),
      'all.pcap': bytes('hackrf/ble_all_adv.pcap'),
      LICENSE: bytes('hackrf/LICENSE'),
    };
    writeFileSync(`${folder}/set.zip`, zipSync(files));
    await workbench.drop(`${folder}/set.zip`);
    expect(
      await workbench.page.evaluate(() => window.workbench.captures().map(({ capture_id, file_name }) => [capture_id, file_name])),
    ).toEqual([
      ['adv38', 'set.zip/day/adv38.pcap'],
      ['all', 'set.zip/all.pcap'],
    ]);
    await expect(await workbench.at('Open files')).toContainText('"LICENSE" is no capture or table');
  });

  await closeAll(workbench);
  await test.step('how a table is read is shown and corrected', async () => {
    const folder = info.outputPath('table');
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${folder}/log.csv`, 'when;who;level\n05.07.2020 10:00;AA:BB:CC:DD:EE:01;-60\n06.07.2020 10:00;AA:BB:CC:DD:EE:02;-61\n');
    await workbench.drop(`${folder}/log.csv`);
    const captures = workbench.region('Open files');
    await expect(captures).toContainText('when, day first, zone UTC');
    await captures.getByRole('button', { name: 'Correct how it is read…' }).click();
    const dialog = workbench.page.getByRole('dialog');
    await dialog.getByLabel('Time format').selectOption({ label: 'month first (5/7/2020 1:00 PM)' });
    await dialog.getByLabel('Time zone, if none is given').fill('Europe/Berlin');
    await dialog.getByLabel('RSSI').selectOption('level');
    await dialog.getByRole('button', { name: 'Read again' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(captures).toContainText('when, month first, zone Europe/Berlin');
    expect(await workbench.rows(`SELECT min("when")::VARCHAR FROM log`)).toEqual([['2020-05-07 08:00:00']]);
  });

  await closeAll(workbench);
  await test.step('a file that does not fit says so before it is loaded, and a part of it opens', async () => {
    const message = await workbench.page.evaluate(async () => {
      // Texts that do not compress.
      const text = (): string => crypto.randomUUID() + crypto.randomUUID() + crypto.randomUUID();
      const rows = Array.from({ length: 20_000 }, (_, i) => `${String(1_700_000_000 + i)},AA:BB:CC:DD:EE:FF,${text()}`);
      const file = new File([`time,addr,filler\n${rows.join('\n')}\n`], 'large.csv');
      return window.workbench.open(file, { memory_bytes: 2_000_000 }).then(
        () => 'opened',
        (error: unknown) => String(error),
      );
    });
    expect(message).toContain('expected a file whose rows fit into the 2 MB');
    const captures = workbench.region('Open files');
    await workbench.region('Activity').getByRole('button', { name: 'Load 2 of 3 columns: time, addr' }).click();
    await workbench.idle();
    await expect(captures).toContainText('20,000 of 20,000 rows were loaded, as chosen (2 columns)');
    expect(await workbench.rows('SELECT count(*), count(DISTINCT addr) FROM large')).toEqual([[20_000, 1]]);
  });
});
