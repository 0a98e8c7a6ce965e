import { readFileSync, writeFileSync } from 'node:fs';
import { violations } from '../support/axe.ts';
import { unzipSync } from 'fflate';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';
import { preparing } from '../support/prepared.ts';

let asked = 0;
/** One file, which a person picks by its name: without a second one that names the captures. */
const ONE_FILE = { format: 'csv', provenance: false };
const call = (captureId: string, args: object): object => ({
  tool_name: 'capture_export',
  tool_version: '1.3.0',
  capture_selection: { capture_id: captureId },
  arguments: args,
  request_id: `req-export-${String(++asked)}`,
  timeout_ms: 60_000,
});

/** A test cannot operate a native dialog, so it picks the file; the file itself is real. */
async function pickInto(workbench: WorkbenchPage, name: string): Promise<void> {
  await workbench.page.evaluate(async (file) => {
    const root = await navigator.storage.getDirectory();
    Object.assign(window, { showSaveFilePicker: () => root.getFileHandle(file, { create: true }) });
  }, name);
}

/** Journeys in a browser without pickers, which the page looks for when it starts. */
const withoutPickers = preparing((page) =>
  page.addInitScript(() => {
    Object.assign(window, { showSaveFilePicker: undefined, showDirectoryPicker: undefined });
  }),
);

/** Uses a private folder of the page as the picked one, with an existing file in it. */
const pickFolder = (workbench: WorkbenchPage): Promise<void> =>
  workbench.page.evaluate(async () => {
    const picked = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true });
    const own = await (await picked.getFileHandle('set', { create: true })).createWritable();
    await own.write('mine');
    await own.close();
    Object.assign(window, { showDirectoryPicker: () => Promise.resolve(picked) });
  });

/** Path and size of every file below the picked folder; null while one is being taken away. */
const lying = (workbench: WorkbenchPage): Promise<Record<string, number> | null> =>
  workbench.page.evaluate(async () => {
    const found: Record<string, number> = {};
    const walk = async (folder: FileSystemDirectoryHandle, path: string): Promise<void> => {
      for await (const [name, entry] of folder.entries()) {
        if (entry.kind === 'directory') await walk(entry, `${path}${name}/`);
        else found[`${path}${name}`] = (await entry.getFile()).size;
      }
    };
    try {
      await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('picked'), '');
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    }
    return found;
  });

async function run(workbench: WorkbenchPage, args: object, captureId = 'chamber_four_phones'): Promise<void> {
  await workbench.go('Calls');
  await workbench.write('Invocation JSON', JSON.stringify(call(captureId, args), null, 2));
  await workbench.region('Calls').getByRole('button', { name: 'Run', exact: true }).click();
}

withoutPickers(
  'an approved export is downloaded where there are no pickers, whole and with texts as they were @offline',
  async ({ workbench }, info) => {
    const { page } = workbench;
    await workbench.drop(SAMPLE);

    await test.step('a person approves an export, and the file that comes holds the rows', async () => {
      const captures = await workbench.at('Open files');
      await captures.getByRole('button', { name: /^Export rows to a file: chamber/ }).click();
      await expect(workbench.region('Calls')).toContainText('capture_export');
      await workbench.region('Calls').getByRole('button', { name: 'Run', exact: true }).click();

      const dialog = page.getByRole('dialog', { name: 'Approve this call?' });
      for (const said of ['Capture export', 'outside the workbench', '8,853 rows', 'chamber_four_phones', 'download folder', 'high'])
        await expect(dialog).toContainText(said);
      await expect(dialog.getByRole('button', { name: 'Reject' })).toBeFocused();
      expect(await violations(dialog)).toEqual([]);
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      const path = info.outputPath('back.csv');
      const zip = unzipSync(new Uint8Array(readFileSync(await (await download).path())));
      expect(Object.keys(zip)).toEqual(['chamber_four_phones.csv', 'provenance.json']);
      writeFileSync(path, zip['chamber_four_phones.csv'] ?? '');
      await expect(workbench.region('Result')).toContainText('8853 rows written to 2 files in chamber_four_phones.zip');
      const provenance = JSON.parse(new TextDecoder().decode(zip['provenance.json'])) as object;
      expect(provenance).toMatchObject({ journal_head: null, rows: 8853, captures: [{ capture_id: 'chamber_four_phones' }] });

      // Read back by the product itself: every value is there again.
      await workbench.drop(path);
      const same = 'SELECT count(*), sum(ts_us)::VARCHAR, sum(rssi)::BIGINT, count(DISTINCT advertiser_addr), count(crc_ok) FROM';
      expect(await workbench.rows(`${same} back`)).toEqual(await workbench.rows(`${same} chamber_four_phones`));
      const [line] = await page.evaluate(() => window.workbench.audit());
      expect(line).toMatchObject({ tool_name: 'capture_export', approval: 'approved', approver: 'user:local', status: 'ok' });
    });

    await test.step('hostile texts are shown as texts, and come back as they were', async () => {
      const names = ['=HYPERLINK("http://x","y")', '@SUM(1)', '<img src=x onerror=alert(1)>', "'quoted'", 'a"b,c', ' -1+1 '];
      const table = info.outputPath('names.csv');
      writeFileSync(
        table,
        `ts,local_name\n${names.map((name, at) => `2026-04-03T08:00:0${String(at)}Z,"${name.replaceAll('"', '""')}"`).join('\n')}\n`,
      );
      await workbench.drop(table);
      await run(workbench, { ...ONE_FILE, file_name: 'safe', columns: ['local_name'] }, 'names');
      const download = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      const text = readFileSync(await (await download).path(), 'utf8');
      expect(text.split('\r\n')).toEqual([
        'local_name',
        `"'=HYPERLINK(""http://x"",""y"")"`,
        `"'@SUM(1)"`,
        '<img src=x onerror=alert(1)>',
        `"''quoted'"`,
        '"a""b,c"',
        '" -1+1 "',
        '',
      ]);
    });
  },
);

// A page from disk has no file system of its own to pick from.
test('rows go into picked files that a person approves, changes or refuses, whole or not at all', async ({ workbench }, info) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);

  await test.step('modified arguments are checked in place, and what was modified is what runs', async () => {
    await pickInto(workbench, 'picked.ndjson');
    await run(workbench, ONE_FILE);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Modify…' }).click();
    const text = dialog.getByRole('textbox', { name: 'Changed arguments' });
    await expect(text).toBeFocused();
    await text.fill('{"format": "csv", "colour": 1}');
    await expect(dialog).toContainText('colour');
    await expect(dialog.getByRole('button', { name: 'Approve changed call' })).toBeDisabled();
    await text.fill('{"format": "ndjson", "columns": ["advertiser_addr", "rssi"], "provenance": false}');
    await page.screenshot({ path: info.outputPath('modify.png') });
    await dialog.getByRole('button', { name: 'Approve changed call' }).click();
    await expect(workbench.region('Result')).toContainText('8853 rows written to chamber_four_phones.ndjson');
    const written = await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('picked.ndjson');
      return (await handle.getFile()).text();
    });
    const lines = written.trimEnd().split('\n');
    expect(lines).toHaveLength(8853);
    expect(Object.keys(JSON.parse(lines[0] ?? '') as object)).toEqual(['advertiser_addr', 'rssi']);
    const line = (await page.evaluate(() => window.workbench.audit())).at(-1);
    expect(line).toMatchObject({ approval: 'modified', arguments: { format: 'ndjson' } });
  });

  await test.step('what is rejected, not chosen, locked or cannot be written leaves nothing, and says so', async () => {
    const before = await page.evaluate(async () => {
      await (await navigator.storage.getDirectory()).removeEntry('picked.ndjson');
      return window.workbench.audit().length;
    });
    const result = workbench.region('Result');
    const approve = (): Promise<void> => page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await pickInto(workbench, 'never.csv');
    await run(workbench, ONE_FILE);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect(result).toContainText('APPROVAL_REJECTED');

    const fail = (name: string): Promise<void> =>
      page.evaluate((error) => {
        Object.assign(window, { showSaveFilePicker: () => Promise.reject(new DOMException('no', error)) });
      }, name);
    await fail('AbortError');
    await run(workbench, ONE_FILE);
    await approve();
    await expect(result).toContainText('no place was chosen; nothing was written');
    await fail('NotAllowedError');
    await run(workbench, ONE_FILE);
    await approve();
    await expect(result).toContainText('DESTINATION_DENIED');

    // A disk that is full after the first write.
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      Object.assign(window, {
        showSaveFilePicker: async () => {
          const handle = await root.getFileHandle('full.csv', { create: true });
          const real = handle.createWritable.bind(handle);
          const createWritable = async (): Promise<FileSystemWritableFileStream> => {
            const stream = await real();
            return Object.assign(stream, { write: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
          };
          return Object.assign(handle, { createWritable });
        },
      });
    });
    await run(workbench, ONE_FILE);
    await approve();
    await expect(result).toContainText('the disk is full');
    const left = await page.evaluate(async () => {
      const names: string[] = [];
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
      return names;
    });
    expect(left).toEqual([]);
    const codes = await page.evaluate(
      async (from) => ({
        lines: window.workbench
          .audit()
          .slice(from)
          .map(({ approval, error_codes }) => [approval, ...error_codes]),
        whole: await window.workbench.verifyAudit(),
        unattended: (await window.workbench.run({ tool_name: 'capture_export', tool_version: '1.3.0', request_id: 'r' })).errors[0]?.code,
      }),
      before,
    );
    expect(codes).toEqual({
      lines: [
        ['rejected', 'APPROVAL_REJECTED'],
        ['approved', 'CANCELLED'],
        ['approved', 'DESTINATION_DENIED'],
        ['approved', 'WRITE_FAILED'],
      ],
      whole: expect.objectContaining({ ok: true }) as unknown,
      unattended: 'POLICY_DENIED',
    });
  });

  await test.step('a set goes into a new folder of the one that is picked, whole or not at all', async () => {
    await pickFolder(workbench);
    const result = workbench.region('Result');
    const approve = (): Promise<void> => page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    const set = (): Promise<void> => run(workbench, { format: 'partitioned_parquet', file_name: 'set' });
    const mine = { set: 4 };

    // Rejected: no folder is requested.
    await set();
    await expect(page.getByRole('dialog')).toContainText('A new folder inside a folder');
    await page.keyboard.press('Escape');
    await expect(result).toContainText('APPROVAL_REJECTED');
    expect(await lying(workbench)).toEqual(mine);

    // A disk that is full at the third file, and a folder that takes no files.
    for (const [name, said] of [
      ['QuotaExceededError', 'the disk is full'],
      ['NoModificationAllowedError', 'the browser could not write'],
    ] as const) {
      await page.evaluate((error) => {
        const { prototype } = FileSystemWritableFileStream;
        const real = Object.getOwnPropertyDescriptor(prototype, 'write')?.value as typeof prototype.write;
        let writes = 0;
        prototype.write = function (this: FileSystemWritableFileStream, ...args) {
          writes += 1;
          if (writes < 3) return real.apply(this, args);
          prototype.write = real;
          return Promise.reject(new DOMException('no', error));
        };
      }, name);
      await set();
      await approve();
      await expect(result).toContainText(said);
      expect(await lying(workbench)).toEqual(mine);
    }
    await page.evaluate(() => {
      const { prototype } = FileSystemDirectoryHandle;
      const real = Object.getOwnPropertyDescriptor(prototype, 'getDirectoryHandle')?.value as typeof prototype.getDirectoryHandle;
      prototype.getDirectoryHandle = function (this: FileSystemDirectoryHandle, name, options) {
        if (options?.create !== true) return real.call(this, name, options);
        prototype.getDirectoryHandle = real;
        return Promise.reject(new DOMException('locked', 'NoModificationAllowedError'));
      };
    });
    await set();
    await approve();
    await expect(result).toContainText('DESTINATION_DENIED');
    expect(await lying(workbench)).toEqual(mine);

    // Given up while rows are written.
    const given = page.evaluate(
      async (invocation) => {
        const controller = new AbortController();
        const options = {
          interactive: true,
          signal: controller.signal,
          onProgress: (progress: { phase: string }) => progress.phase === 'writing' && controller.abort(),
        };
        return (await window.workbench.run(invocation, options)).errors[0]?.code;
      },
      call('chamber_four_phones', { format: 'partitioned_parquet', file_name: 'set' }),
    );
    await approve();
    expect(await given).toBe('CANCELLED');
    await expect.poll(() => lying(workbench)).toEqual(mine);

    await set();
    await approve();
    await expect(result).toContainText('8853 rows written to 6 files in set-2');
    const [line, head] = await page.evaluate(() => [window.workbench.audit(), window.workbench.auditHead()] as const);
    const files = (await lying(workbench)) ?? {};
    expect(Object.keys(files).sort()).toEqual(
      [
        ...['set', 'set-2/clickhouse.sql', 'set-2/duckdb.sql', 'set-2/provenance.json'],
        'set-2/rows/capture_id=chamber_four_phones/hour=2024-01-01-00/part-0.parquet',
        ...['set-2/spark.sql', 'set-2/trino.sql'],
      ].map((path) =>
        path.replace(
          /hour=[^/]+/,
          Object.keys(files)
            .join(' ')
            .match(/hour=[^/]+/)?.[0] ?? 'none',
        ),
      ),
    );
    const provenance = await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked');
      const file = await (await (await folder.getDirectoryHandle('set-2')).getFileHandle('provenance.json')).getFile();
      return JSON.parse(await file.text()) as { journal_head: string };
    });
    expect(provenance.journal_head).toBe(line.at(-2)?.hash);
    expect(line.at(-1)?.hash).toBe(head);
    expect(line.at(-1)?.result_hash).toMatch(/^[0-9a-f]{64}$/);
  });
});
