import type { Page } from '@playwright/test';
import { fixture, SAMPLE } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';
import { preparing } from '../support/prepared.ts';

/** Takes an action by its name. */
async function act(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+.');
  await page.getByRole('combobox', { name: 'Find an action' }).fill(name);
  await page.keyboard.press('Enter');
}

/** What lies in the browser's database of sessions. */
const kept = (page: Page): Promise<{ results: number; files: string[]; bytes: string[] }[]> =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'capture-workbench-sessions')) return [];
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('capture-workbench-sessions');
      request.onsuccess = () => resolve(request.result);
    });
    const all = <T>(table: string, what: 'getAll' | 'getAllKeys'): Promise<T[]> =>
      new Promise((resolve) => {
        const request = database.transaction(table).objectStore(table)[what]();
        request.onsuccess = () => resolve(request.result as T[]);
      });
    const entries = await all<{ results: number; files: string[]; id: string }>('entries', 'getAll');
    const files = await all<Record<string, unknown>>('files', 'getAll');
    const keys = await all<[string, string]>('files', 'getAllKeys');
    database.close();
    return entries.map(({ results, files: names, id }) => ({
      results,
      files: names,
      bytes: keys.flatMap(([of, capture], at) => (of === id ? [`${capture}: ${Object.keys(files[at] ?? {}).join()}`] : [])),
    }));
  });

// The installed page is started with a file, which the browser can find again.
const started = preparing((page) =>
  page.addInitScript(() => {
    const given: { open?: (launch: object) => void } = {};
    const launchQueue = { setConsumer: (consumer: (launch: object) => void) => (given.open = consumer) };
    Object.defineProperty(globalThis, 'launchQueue', { value: launchQueue });
    Object.assign(globalThis, { given });
  }),
);

started(
  'what was open, run and written comes back after a reload; two tabs keep their own; one place removes it',
  async ({ workbench, context }, info) => {
    const { page } = workbench;
    await page.evaluate(async () => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle('found.csv', { create: true });
      const out = await handle.createWritable();
      await out.write('time,value\n1,10\n2,20\n3,30\n');
      await out.close();
      (globalThis as unknown as { given: { open: (launch: object) => void } }).given.open({ files: [handle] });
    });
    await expect((await workbench.at('Open files')).getByRole('listitem').first()).toContainText('found');
    await workbench.drop(SAMPLE);
    const call = { tool_name: 'capture_query', tool_version: '1.1.0', capture_selection: { capture_ids: ['chamber_four_phones'] } };
    const run = {
      ...call,
      arguments: { sql: "SELECT count(*) AS n, repeat('kept ', 60000) AS long FROM chamber_four_phones" },
      request_id: 'req-kept',
      timeout_ms: 60_000,
    };
    const hash = await page.evaluate(async (given) => (await window.workbench.run(given)).metadata.result_hash, run);
    await page.evaluate(() => {
      const policy = window.workbench.policy();
      return window.workbench.setPolicy({ ...policy, approvalRisk: 0.25 });
    });
    await expect
      .poll(() => kept(page))
      .toEqual([
        { results: 1, files: ['found.csv', 'chamber_four_phones.pcapng'], bytes: ['chamber_four_phones: bytes', 'found: handle'] },
      ]);

    // Another tab sees nothing of it while this one lives.
    const other = new WorkbenchPage(await context.newPage(), workbench.home);
    await other.goto();
    await expect(other.page.getByText('Also open in another tab')).toBeVisible();
    await act(other.page, 'Stored in this browser');
    const stored = other.page.getByRole('dialog', { name: 'Stored in this browser' });
    await expect(stored.getByRole('listitem').filter({ hasText: 'found.csv' })).toContainText('open in another tab');
    await expect(stored.getByRole('button', { name: /Remove Session/ })).toBeDisabled();
    await stored.getByRole('button', { name: 'Close' }).click();
    await expect(other.page.getByRole('heading', { name: 'A previous session is stored' })).toHaveCount(0);
    await other.page.close();

    await act(page, 'Save the session');
    await page.getByRole('textbox', { name: 'Name' }).fill('Lobby');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved;

    // What was typed last is written when the page is left.
    await workbench.go('SQL');
    await workbench.write('SQL query', 'SELECT 42 AS kept');
    await workbench.goto();
    await expect(page.getByRole('heading', { name: 'A previous session is stored' })).toBeVisible();
    for (const [name, width, height] of [
      ['phone', 390, 844],
      ['laptop', 1280, 800],
      ['wide', 1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await page.screenshot({ path: info.outputPath(`left-${name}-${theme}.png`) });
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    const lobby = page.getByRole('region', { name: 'A previous session is stored' }).getByRole('listitem');
    await expect(lobby).toContainText('Lobby');
    await expect(lobby).toContainText('found.csv, chamber_four_phones.pcapng');
    await page.getByRole('button', { name: /^Open Lobby, of 2/ }).click();
    await workbench.idle();
    expect(await page.evaluate(() => window.workbench.captures().map(({ capture_id }) => capture_id))).toEqual([
      'found',
      'chamber_four_phones',
    ]);
    await expect(page.getByRole('textbox', { name: 'SQL query' })).toContainText('SELECT 42 AS kept');
    await expect((await workbench.at('Result')).getByText('capture_query').first()).toBeVisible();
    await expect(page).toHaveTitle('Lobby · Capture Workbench');
    expect(await page.evaluate(() => window.workbench.policy().approvalRisk)).toBe(0.25);
    const report = await page.evaluate(async () => window.workbench.replay(await window.workbench.bundle()));
    expect(report).toMatchObject({ status: 'same', calls: [{ state: 'same' }] });
    const { runs, journals } = await page.evaluate(
      async () =>
        JSON.parse(await (await window.workbench.session.save()).text()) as { runs: unknown[]; journals: { entries: unknown[] }[] },
    );
    expect(runs).toMatchObject([{ result: { metadata: { result_hash: hash } } }]);
    expect(journals[0]?.entries.length).toBeGreaterThan(0);
    // It lives on as this page's, once.
    await expect.poll(async () => (await kept(page)).map(({ results }) => results)).toEqual([1]);

    // Switched off, nothing is kept, and nothing comes back.
    await act(page, 'Stored in this browser');
    const own = page.getByRole('dialog', { name: 'Stored in this browser' });
    await expect(own.getByRole('listitem').filter({ hasText: 'Open in this page' })).toContainText('Session “Lobby” with found.csv');
    await page.screenshot({ path: info.outputPath('stored.png') });
    await own.getByRole('checkbox', { name: /^Save sessions/ }).uncheck();
    await expect(own.getByText('Not saved now: switched off in this browser.')).toBeVisible();
    expect(await kept(page)).toEqual([]);
    await workbench.goto();
    await workbench.drop(fixture('hackrf/adv38.pcap'));
    await act(page, 'Stored in this browser');
    await expect(own.getByRole('checkbox', { name: /^Save sessions/ })).not.toBeChecked();
    expect(await kept(page)).toEqual([]);
  },
);

test('a capture is opened masked: neither the page nor what it keeps knows what the file said; a table is refused', async ({
  workbench,
}, info) => {
  const { page } = workbench;
  const chooser = page.waitForEvent('filechooser');
  await workbench.button('Open masked…').click();
  await (await chooser).setFiles([fixture('hackrf/ble_all_adv_w_scan.pcap'), fixture('pact/iphone_11_124809.csv')]);
  await workbench.idle();
  await expect(
    workbench
      .region('Activity')
      .getByText(/CANNOT_MASK|expected captures of packets/)
      .first(),
  ).toBeInViewport();
  await page.screenshot({ path: info.outputPath('masked.png') });
  expect(await page.evaluate(() => window.workbench.captures().map(({ capture_id }) => capture_id))).toEqual(['masked_1']);
  await expect.poll(() => kept(page)).toEqual([{ results: 0, files: ['masked_1.pcapng'], bytes: ['masked_1: bytes'] }]);
  const masked = await workbench.rows('SELECT DISTINCT advertiser_addr FROM masked_1 WHERE crc_ok ORDER BY ALL');
  const texts = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('capture-workbench-sessions');
      request.onsuccess = () => resolve(request.result);
    });
    const all = (table: string): Promise<unknown[]> =>
      new Promise((resolve) => {
        const request = database.transaction(table).objectStore(table).getAll();
        request.onsuccess = () => resolve(request.result as unknown[]);
      });
    const files = (await all('files')) as { bytes: Blob }[];
    const bytes = await Promise.all(
      files.map(async ({ bytes }) =>
        [...new Uint8Array(await bytes.arrayBuffer())].map((octet) => octet.toString(16).padStart(2, '0')).join(''),
      ),
    );
    const text = JSON.stringify([await all('parts'), await all('entries')]);
    database.close();
    return { text, bytes: bytes.join(' ') };
  });
  expect(await page.evaluate(() => window.workbench.query('SHOW TABLES').then(({ rows }) => JSON.stringify(rows), String))).not.toContain(
    'ble_all_adv',
  );
  // What the file says, read as it is.
  await workbench.drop(fixture('hackrf/ble_all_adv_w_scan.pcap'));
  const heard = await workbench.rows('SELECT DISTINCT advertiser_addr FROM ble_all_adv_w_scan WHERE crc_ok ORDER BY ALL');
  expect(masked).toHaveLength(heard.length);
  for (const [address] of heard) {
    const digits = String(address).replaceAll(':', '').toLowerCase();
    const reversed = (digits.match(/../g) ?? []).reverse().join('');
    expect(texts.bytes.includes(digits) || texts.bytes.includes(reversed)).toBe(false);
    expect(masked.flat()).not.toContain(address);
  }
  expect(texts.text).not.toContain('ble_all_adv');
});
