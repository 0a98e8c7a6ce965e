import { readdirSync, readFileSync } from 'node:fs';
import type { ToolExample } from '../../src/tools/contract/index.ts';
import { violations } from '../support/axe.ts';
import { pathToFileURL } from 'node:url';
import { fixture, SAMPLE } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

test.use({ kept: true });

test('a share of a share of a share opens from disk with its finding and runs it again @offline', async ({
  workbench,
  context,
  browser,
  guard,
}, info) => {
  await workbench.drop(fixture('mitll/anechoic_nrf52_90.pcapng'));
  await workbench.go('Calls');
  await workbench.region('Calls').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(workbench.region('Result').getByText('Complete.')).toBeVisible();
  const hashOf = (page: WorkbenchPage['page']): Promise<string | null> =>
    page
      .getByText(/^[0-9a-f]{64}$/)
      .first()
      .textContent();
  const hash = await hashOf(workbench.page);

  // The same finding as a masked report, read with only the file at hand.
  await workbench.button('Share').click();
  await workbench.button('HTML report…').click();
  const maker = workbench.page.getByRole('dialog', { name: 'Report of a finding' });
  await maker.getByRole('textbox', { name: 'Note' }).fill('TestPhone1 was in the chamber.');
  const writing = workbench.page.waitForEvent('download');
  await maker.getByRole('button', { name: 'Download report' }).click();
  const reportPath = info.outputPath('report.html');
  await (await writing).saveAs(reportPath);
  await maker.getByRole('button', { name: 'Close' }).click();
  const elsewhere = await browser.newContext({ offline: true });
  const paper = await elsewhere.newPage();
  const complaints: string[] = [];
  paper.on('console', (message) => complaints.push(message.text()));
  await paper.goto(pathToFileURL(reportPath).href);
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText('Bluetooth address analyzer');
  expect(complaints).toEqual([]);
  await expect(paper.getByText(hash ?? '', { exact: true })).toBeVisible();
  await expect(paper.getByText('Name 1 was in the chamber.')).toBeVisible();
  expect(await paper.locator('svg[role=img]').count()).toBeGreaterThan(0);
  expect(await paper.content()).not.toMatch(/TestPhone|(?:[0-9A-F]{2}:){5}/);
  for (const media of ['screen', 'print'] as const) {
    await paper.emulateMedia({ media });
    expect(await violations(paper)).toEqual([]);
  }
  expect(await paper.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await elsewhere.close();

  let current = workbench;
  for (const generation of [1, 2, 3]) {
    await current.button('Share').click();
    const name = current.page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    // The name of the first goes through all of them.
    await expect(name).toHaveValue(generation === 1 ? 'anechoic_nrf52_90' : 'Chamber 90°');
    if (generation === 1) await name.fill('Chamber 90°');
    const downloading = current.page.waitForEvent('download');
    await current.page.getByRole('dialog').getByRole('button', { name: 'Download file' }).click();
    const path = info.outputPath(`generation-${String(generation)}.html`);
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('capture-workbench-Chamber-90.html');
    await download.saveAs(path);
    expect(readFileSync(path).length).toBeLessThan(16_000_000);

    await context.setOffline(true);
    guard.allow(pathToFileURL(path).href);
    current = new WorkbenchPage(await context.newPage(), pathToFileURL(path).href);
    await current.goto();
    // It opens on the view of its sender; the finding is drawn and in words.
    await expect(current.region(generation === 1 ? 'Calls' : 'Open files')).toBeVisible();
    await expect((await current.at('Identity')).getByRole('tab', { name: 'Lanes', selected: true })).toBeVisible();
    await expect((await current.at('Result')).getByText('Complete.')).toBeVisible();
    expect(await hashOf(current.page)).toBe(hash);
    await expect((await current.at('Open files')).getByRole('listitem').first()).toContainText('anechoic_nrf52_90');
  }
  const again = await current.page.evaluate((invocation) => window.workbench.run(invocation), current.invocation(['anechoic_nrf52_90']));
  expect(again.status).toBe('ok');
  expect(await current.rows('SELECT count(*) FROM anechoic_nrf52_90')).toEqual(
    await workbench.rows('SELECT count(*) FROM anechoic_nrf52_90'),
  );

  // Both calls stand in the history, the one that came with the file too, and are compared.
  await current.go('Result');
  await current.button('History…').click();
  const history = current.page.getByRole('dialog');
  const picks = history.getByRole('checkbox', { name: /^Compare / });
  await expect(picks).toHaveCount(2);
  await history.getByRole('button', { name: /^Pin / }).last().click();
  for (const pick of await picks.all()) await pick.check();
  expect(await violations(current.page.locator('dialog'))).toEqual([]);
  await history.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(history.getByText(/^(?:Equal|Different) result hashes/)).toBeVisible();
  await expect(history.getByRole('region', { name: 'Difference of the calls' })).toBeVisible();
  expect(await violations(current.page.locator('dialog'))).toEqual([]);
  await history.getByRole('button', { name: 'Close' }).click();

  // The last colleague shares it masked with a new person.
  const addresses = (await current.rows('SELECT DISTINCT advertiser_addr FROM anechoic_nrf52_90 WHERE crc_ok')).flat().map(String);
  await current.button('Share').click();
  const dialog = current.page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Masked/ }).check();
  await current.page.screenshot({ path: info.outputPath('masked.png') });
  const downloading = current.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download file' }).click();
  const path = info.outputPath('masked.html');
  await (await downloading).saveAs(path);
  await expect(dialog.getByRole('list', { name: 'What was masked' })).toContainText('2 results run again');
  await current.page.screenshot({ path: info.outputPath('masked-done.png') });
  expect(readFileSync(path, 'utf8')).not.toContain('anechoic_nrf52_90');
  const bundle = await current.page.evaluate(async () => (await window.workbench.bundle({ mask: 'mask' })).text());
  expect(bundle).not.toContain('anechoic_nrf52_90');
  for (const address of addresses) expect(bundle).not.toContain(address);
  const fresh = await browser.newContext({ offline: true });
  const stranger = new WorkbenchPage(await fresh.newPage(), pathToFileURL(path).href);
  await stranger.goto();
  await expect((await stranger.at('Result')).getByText('Complete.')).toBeVisible();
  await expect((await stranger.at('Open files')).getByRole('listitem').first()).toContainText('masked_1');
  const seen = (await stranger.rows('SELECT DISTINCT advertiser_addr FROM masked_1 WHERE crc_ok')).flat().map(String);
  expect(seen.length).toBe(addresses.length);
  expect(seen.filter((address) => addresses.includes(address))).toEqual([]);
  const report = await stranger.page.evaluate(async () => window.workbench.replay(await window.workbench.bundle()));
  expect(report).toMatchObject({ status: 'same', errors: [] });
  expect(report.calls).toHaveLength(2);
  // The same as a bundle, which brings its captures along.
  const replayed = await stranger.page.evaluate(async (text) => {
    await window.workbench.close('masked_1');
    return window.workbench.replay(JSON.parse(text) as object);
  }, bundle);
  expect(replayed).toMatchObject({ status: 'same', errors: [] });
  expect(replayed.calls).toHaveLength(2);
  await fresh.close();
});

test('a result of every tool, a verdict and a pinned call go in one file, and what can be had again is had again', async ({
  workbench,
  context,
  guard,
}, info) => {
  const { page } = workbench;
  await test.step('a share without results and captures is the workbench itself', async () => {
    const size = await page.evaluate(async () => (await window.workbench.session.offline({ capture_ids: [] })).size);
    expect(size).toBeLessThan(16_000_000);
  });
  // An export comes as a download, as where the browser has no picker of files.
  await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined, showDirectoryPicker: undefined }));
  await workbench.drop(SAMPLE, fixture('pact/iphone_web_scan.ndjson.gz'));
  const key = { name: 'sample data', irk: 'ec0234a357c8ad05341010a60a397d9b' };
  const addKey = ({ name, irk }: typeof key): Promise<string> =>
    window.workbench.keyring.add(name, irk).then(({ connection_id }) => connection_id);
  const connection_id = await page.evaluate(addKey, key);
  const calls = everyTool();
  expect(new Set(calls.map(({ tool_name }) => tool_name))).toEqual(
    new Set(await page.evaluate(() => window.workbench.tools().map(({ name }) => name))),
  );
  for (const call of calls) {
    const running = page.evaluate(
      ([call, connection_id]) => window.workbench.run(call, { interactive: true, context: { connection_id } }),
      [call, connection_id] as const,
    );
    if (call.tool_name === 'capture_export') {
      const download = page.waitForEvent('download');
      await page.getByRole('dialog', { name: 'Approve this call?' }).getByRole('button', { name: 'Approve' }).click();
      await download;
    }
    expect([call.tool_name, (await running).status]).toEqual([call.tool_name, 'ok']);
  }
  await workbench.idle();

  // The person's word on a pair, and one call that is to stay.
  await workbench.go('Result');
  await workbench.button('History…').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pin .*bluetooth_address_analyzer/i })
    .click();
  await page.keyboard.press('Escape');
  const result = workbench.region('Result');
  await result.getByRole('tab', { name: /^Pairs/ }).click();
  await result.getByRole('grid', { name: 'Links' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('radio', { name: /Confirm/ })
    .check();
  await page.keyboard.press('Escape');
  await expect(result.getByRole('grid', { name: 'Links' })).toContainText('confirmed');

  const kept = async (at: WorkbenchPage['page']): Promise<unknown> =>
    at.evaluate(async () => {
      const { runs, pinned, verdicts } = JSON.parse(await (await window.workbench.session.save()).text()) as {
        runs: { result: { tool_call_id: string; metadata: { toolName: string; result_hash: string } } }[];
        pinned: string[];
        verdicts: object[];
      };
      return {
        runs: runs.map(({ result: { tool_call_id, metadata } }) => [tool_call_id, metadata.toolName, metadata.result_hash]),
        pinned,
        verdicts,
      };
    });
  const sent = await kept(page);
  expect(sent).toMatchObject({ runs: calls.map(({ tool_name }) => [expect.any(String), tool_name, expect.any(String)]) });
  expect(sent).toMatchObject({ pinned: [expect.any(String)], verdicts: [{ verdict: 'confirmed' }] });
  await workbench.button('Share').click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download file' }).click();
  const path = info.outputPath('every-tool.html');
  await (await downloading).saveAs(path);

  await context.setOffline(true);
  guard.allow(pathToFileURL(path).href);
  const colleague = new WorkbenchPage(await context.newPage(), pathToFileURL(path).href);
  await colleague.goto();
  expect(await kept(colleague.page)).toEqual(sent);
  await expect((await colleague.at('Result')).getByText('Complete.')).toBeVisible();
  const states = async (connection?: string): Promise<unknown> =>
    colleague.page.evaluate(async (connection_id) => {
      const report = await window.workbench.replay(await window.workbench.bundle(), { context: { connection_id } });
      return [report.status, report.errors, ...report.calls.map(({ tool_name, state }) => [tool_name, state])];
    }, connection);
  // An export is not written again, the time and the open captures are others, and keys stay with the person who has them.
  const differ = ['capture_export', 'get_current_time', 'list_captures', 'search_catalog'];
  const expected = (left: readonly string[]): unknown[] => [
    'incomplete',
    [],
    ...calls.map(({ tool_name }) => [tool_name, left.includes(tool_name) ? 'not_run' : 'same']),
  ];
  expect(await states()).toEqual(expected([...differ, 'resolvable_address_resolver']));
  expect(await states(await colleague.page.evaluate(addKey, key))).toEqual(expected(differ));
});

/** Tools whose first example is over a capture that this journey does not open. */
const ELSEWHERE = new Set(['companion_analyzer', 'connection_overview', 'gatt_overview', 'survival_tool']);
/** Two stretches of the sample as places, for the tool that compares places. */
const PLACES = [
  { name: 'first', time_range: { start_ms: 1588358917000, end_ms: 1588358930000 } },
  { name: 'second', time_range: { start_ms: 1588358940000, end_ms: 1588358956000 } },
];

/** Arguments for tools whose example has no complete answer over that capture. */
const OWN_ARGUMENTS: Readonly<Record<string, object>> = {
  companion_analyzer: { places: PLACES },
  survival_tool: { duration: 'length', event: 'crc_ok' },
};

/** The first example of every tool's newest version as a call, the analyzer's last. */
function everyTool(): { readonly tool_name: string }[] {
  const folder = 'src/tools/catalog';
  const tools = readdirSync(folder, { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [each.name] : []));
  const last = 'bluetooth_address_analyzer';
  return [...tools.filter((name) => name !== last), last].map((tool_name, at) => {
    const versions = JSON.parse(readFileSync(`${folder}/${tool_name}/examples.json`, 'utf8')) as Record<string, ToolExample[]>;
    const [tool_version, examples] = Object.entries(versions).at(-1) ?? ['', []];
    return {
      tool_name,
      tool_version,
      // The example of a tool for connections is over a recording whose shared copy lacks its keys, so it could not run the same again.
      capture_selection: ELSEWHERE.has(tool_name) ? { capture_ids: ['chamber_four_phones'] } : (examples[0]?.capture_selection ?? {}),
      arguments: OWN_ARGUMENTS[tool_name] ?? examples[0]?.params ?? {},
      request_id: `every-${String(at)}`,
      timeout_ms: 60_000,
    };
  });
}
