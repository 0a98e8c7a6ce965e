import { readFileSync } from 'node:fs';
import { SAMPLE, fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

test.use({ kept: true });

test('the whole way: sample, query, call, answer, journal @offline', async ({ workbench, guard }) => {
  const { page } = workbench;
  await workbench.button('Open sample capture').click();
  await workbench.idle();
  const captures = await workbench.at('Open files');
  await expect(captures.getByRole('listitem').first()).toContainText('chamber_four_phones');
  await expect(captures).toContainText('pcapng');
  await expect(captures).toContainText('2020-05-01');

  await workbench.go('SQL');
  const sql = workbench.region('SQL');
  await workbench.write('SQL query', 'SELECT channel, count(*) AS frames FROM chamber_four_phones GROUP BY channel ORDER BY channel');
  await workbench.button('Run query').click();
  await expect(sql.getByRole('grid')).toContainText('37');
  await expect(sql).toContainText('3 rows');

  const editor = await workbench.at('Calls');
  await expect(editor).toContainText('bluetooth_address_analyzer');
  await expect(editor).toContainText('chamber_four_phones');
  await editor.getByRole('button', { name: 'Validate' }).click();
  await expect(editor).toContainText('Valid.');
  await editor.getByRole('button', { name: 'Run', exact: true }).click();

  const result = workbench.region('Result');
  await expect(result.getByText('Complete.')).toBeVisible();
  await expect(result).toContainText('resolvable private');
  await expect(result).toContainText('never proof of identity');
  await result.getByRole('tab', { name: /^Table/ }).click();
  await expect(result.getByRole('grid', { name: 'Addresses' }).getByRole('row').nth(1)).toBeVisible();
  await result.getByRole('tab', { name: /^Lanes/ }).click();
  await expect(result.locator('canvas, svg').first()).toBeVisible();

  // A selected time narrows every view and the next call, by keyboard and by mouse.
  const time = result.getByRole('slider', { name: 'Visible time' });
  await time.press('+');
  await time.press('s');
  const selection = workbench.region('Selection');
  // The strip itself is there all the time, with the hours below its bars.
  const chips = selection.locator('.chip');
  await expect(chips).toContainText('UTC');
  const canvas = await result.locator('canvas').boundingBox();
  if (!canvas) throw new Error('expected a timeline');
  await page.mouse.move(canvas.x + canvas.width * 0.5, canvas.y + 8);
  await page.mouse.down();
  await page.mouse.move(canvas.x + canvas.width * 0.8, canvas.y + 8, { steps: 4 });
  await page.mouse.up();
  // One end of it is dragged, over the lanes too; the other one stays. Keys put an end where the visible time ends.
  const ends = async (): Promise<string[]> => (await chips.first().innerText()).split('–').map((end) => end.trim());
  const dragged = await ends();
  await page.mouse.move(canvas.x + canvas.width * 0.8, canvas.y + 60);
  await page.mouse.down();
  await page.mouse.move(canvas.x + canvas.width * 0.7, canvas.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(ends).not.toEqual(dragged);
  const shorter = await ends();
  expect(shorter[0]).toBe(dragged[0]);
  await time.press('o');
  await expect.poll(ends).not.toEqual(shorter);
  expect((await ends())[0]).toBe(dragged[0]);
  await time.press('i');
  await expect.poll(async () => (await ends())[0]).not.toBe(dragged[0]);
  await page.mouse.click(canvas.x + 40, canvas.y + 24 + 24 + 9);
  await expect(chips).toHaveCount(2);
  await expect(chips.last()).toContainText(/(?:[0-9A-F]{2}:){5}[0-9A-F]{2}/);
  await selection.getByRole('button', { name: 'Use for the next call' }).click();
  await expect(editor).toContainText('advertiser_addr IN (');
  const call = await page.evaluate(async () => {
    const { invocation } = JSON.parse(await (await window.workbench.session.save()).text()) as { invocation: string };
    return (JSON.parse(invocation) as { capture_selection: { time_window: { start_ms: number; end_ms: number } } }).capture_selection;
  });
  const [whole] = await page.evaluate(() => window.workbench.captures().map(({ time_range }) => time_range));
  expect(call.time_window.start_ms).toBeGreaterThan(whole?.start_ms ?? Infinity);
  expect(call.time_window.end_ms).toBeLessThan(whole?.end_ms ?? 0);
  const picture = page.waitForEvent('download');
  await result.getByRole('button', { name: /^Save .* as SVG$/ }).click();
  const drawn = readFileSync(await (await picture).path(), 'utf8');
  await result.getByRole('tab', { name: /^Table/ }).click();
  const left = result.getByText(/^\d+ of \d+ rows active in the selected time\.$/);
  await expect(left).toBeVisible();
  const [active = 0, all = 0] = ((await left.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
  expect(active).toBeLessThan(all);
  await expect(result.getByRole('grid', { name: 'Addresses' })).toHaveAttribute('aria-rowcount', String(active + 1));
  // The picture has every lane, also those not active then.
  expect(drawn.match(/<text[^>]*>(?:[0-9A-F]{2}:){5}[0-9A-F]{2}<\/text>/g)?.length).toBeGreaterThan(active);
  // Which parts of the editor are shown stays as it was chosen.
  const parts = editor.getByRole('group', { name: 'Parts of the editor' });
  await parts.getByRole('button', { name: 'JSON' }).click();
  const kept = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('capture-workbench.call-parts'));
  // Pages from disk share one storage, and leave nothing in it.
  if (workbench.home.startsWith('file:')) expect(await kept()).toBeNull();
  else await expect.poll(kept).toBe('json');
  await parts.getByRole('button', { name: 'Both' }).click();
  await result.getByRole('tab', { name: /Graph/ }).click();
  const box = result.getByRole('list', { name: 'Addresses with a link' }).getByRole('button');
  await box.first().press('ArrowRight');
  await expect(box.nth(1)).toBeFocused();
  await expect(result.getByRole('list', { name: 'Links of the address in focus' })).toContainText('→');
  await workbench.go('Packets');
  // What is looked at stands in the address of the page, and comes back from there.
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#view=1&.*p=packets&.*r=graph/);
  const link = new URL(page.url()).hash;
  await selection.getByRole('button', { name: 'Clear all' }).click();
  await workbench.go('Result');
  await result.getByRole('tab', { name: /Summary/ }).click();
  await workbench.go('Overview');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#view=1&c=[^&]*&q=SELECT[^&]*$/);
  await page.evaluate((hash) => void (location.hash = hash), link);
  await expect(chips.first()).toContainText('UTC');
  await expect(workbench.region('Packets')).toBeVisible();
  await workbench.go('Result');
  await expect(result.getByRole('tab', { name: /Graph/ })).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(() => void (location.hash = 'view=1&w=9-1'));
  await expect(page.getByText('expected a window like 1000-2000').first()).toBeAttached();
  await expect(chips.first()).toContainText('UTC');
  const devices = await workbench.at('Devices');
  await expect(devices.getByRole('grid', { name: 'Devices' })).toContainText('TestPhone1');
  const columns = await workbench.at('Columns');
  const rssi = columns.getByRole('article', { name: 'rssi' });
  // Cards out of sight are not counted, and those above grow.
  await columns.getByPlaceholder('Column').fill('rssi');
  await expect(rssi).toContainText('dBm');
  const bars = page.waitForEvent('download');
  // What most values are is what the picture is called.
  await rssi.getByRole('button', { name: /^Save rssi: [\d,]+ of [\d,]+ values lie between −\d+ and −\d+ dBm as CSV$/ }).click();
  const sheet = readFileSync(await (await bars).path(), 'utf8');
  expect(sheet).toMatch(/^From \(dBm\),To \(dBm\),Rows\r\n-?\d/);
  await rssi.getByRole('button', { name: 'As table: rssi' }).click();
  const counts = rssi.getByRole('grid');
  await expect(counts).toHaveAttribute('aria-rowcount', String(sheet.trim().split('\r\n').length));
  await rssi.getByRole('button', { name: 'As chart: rssi' }).click();
  await rssi
    .getByRole('button', { name: /only these/ })
    .first()
    .click();
  await expect.poll(() => new URL(page.url()).hash).toContain('f=rssi');
  // The rows that are left, as a call that saves them.
  await workbench.region('Packets').getByRole('button', { name: 'Export…' }).click();
  const exporting = await page.evaluate(async () => {
    const { invocation } = JSON.parse(await (await window.workbench.session.save()).text()) as { invocation: string };
    return JSON.parse(invocation) as object;
  });
  expect(exporting).toMatchObject({
    tool_name: 'capture_export',
    capture_selection: { selectors: { filters: expect.arrayContaining([expect.stringContaining('rssi')]) as unknown } },
  });
  await selection.getByRole('button', { name: 'Clear all' }).click();
  await expect(chips).toHaveCount(0);
  await expect(selection).toContainText('Whole capture');

  await workbench.go('Result');
  await result.getByRole('tab', { name: /^Devices/ }).click();
  await expect(result.getByRole('tabpanel')).toContainText('never proof of identity');
  await workbench.go('Journal');
  await expect(workbench.region('Journal').getByRole('grid')).toContainText('bluetooth_address_analyzer');
  await workbench.go('Result');

  // What speaks for a pair, the person's word on it, and another threshold, by keyboard.
  await result.getByRole('tab', { name: /^Pairs/ }).click();
  const slider = result.getByRole('slider', { name: 'Threshold' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveValue('0.99');
  await expect(result.getByRole('status').first()).toContainText('the same as at 0.50');
  await result.getByRole('button', { name: 'Back to 0.50' }).click();
  await expect(result.getByRole('status').first()).toContainText('as the tool shows them');
  await result.getByRole('grid', { name: 'Links' }).focus();
  await page.keyboard.press('Enter');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toContainText('never proof of identity');
  await expect(inspector.getByRole('img')).toHaveCount(2);
  await expect(inspector.getByRole('table').first()).toContainText('differ');
  await inspector.getByRole('radio', { name: /Confirm/ }).check();
  await inspector.getByLabel('Note').fill('same pocket');
  await page.keyboard.press('Escape');
  await expect(result.getByRole('grid', { name: 'Links' })).toContainText('confirmed');
  await result.getByRole('button', { name: 'Put 1 verdict into a new call' }).click();
  await expect(editor).toContainText('must_link');
  const saved = await page.evaluate(async () => JSON.parse(await (await window.workbench.session.save()).text()) as unknown);
  expect(saved).toMatchObject({ verdicts: [{ verdict: 'confirmed', note: 'same pocket' }] });

  const audit = await page.evaluate(() => window.workbench.audit());
  expect(audit.map((entry) => [entry.tool_name, entry.status, entry.entry])).toEqual([['bluetooth_address_analyzer', 'ok', 'page']]);
  expect(guard.foreign).toEqual([]);
});

test('two runs of one call have one result hash, several captures are one call, and the theme is changed while the page is full @offline', async ({
  workbench,
  page,
  home,
}) => {
  await test.step('two runs of one call have one result hash; a script goes the same way as the button', async () => {
    await workbench.drop(fixture('mitll/anechoic_nrf52_90.pcapng'));
    const calls = [1, 2].map(() => workbench.invocation(['anechoic_nrf52_90']));
    const results = await workbench.page.evaluate(async (invocations) => {
      const answers = [];
      for (const invocation of invocations) answers.push(await window.workbench.run(invocation));
      return answers;
    }, calls);
    expect(results.map((result) => result.status)).toEqual(['ok', 'ok']);
    expect(results[0]?.metadata.result_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(results[1]?.metadata.result_hash).toBe(results[0]?.metadata.result_hash);
    const classified = results[0]?.structured_output?.['address_classification'] as { address: string; type: string }[];
    const advertisers = await workbench.rows('SELECT DISTINCT advertiser_addr FROM anechoic_nrf52_90 WHERE crc_ok');
    const heard = classified.filter((item) => advertisers.some(([address]) => address === item.address));
    // Six of the seven advertisers were heard often enough; all five resolvable ones among them.
    expect(heard.length).toBeGreaterThanOrEqual(6);
    expect(heard.filter((item) => item.type === 'rpa')).toHaveLength(5);
    expect(await workbench.page.evaluate(() => window.workbench.audit().map((entry) => entry.entry))).toEqual(['console', 'console']);
  });

  await test.step('several captures as one call', async () => {
    await workbench.drop(SAMPLE, fixture('mitll/anechoic_nrf52_0.pcapng'));
    const ids = ['anechoic_nrf52_90', 'chamber_four_phones', 'anechoic_nrf52_0'];
    const result = await workbench.page.evaluate((invocation) => window.workbench.run(invocation), workbench.invocation(ids));
    expect(result.errors).toEqual([]);
    const columns = ['advertiser_addr', 'scanner_addr', 'initiator_addr'];
    const heard = ids.flatMap((id) => columns.map((column) => `SELECT ${column} AS address FROM ${id} WHERE crc_ok`)).join(' UNION ALL ');
    const total = await workbench.rows(`SELECT count(DISTINCT address) FROM (${heard})`);
    const classified = result.structured_output?.['address_classification'] as unknown[];
    expect(classified.length).toBeGreaterThan(6);
    expect(classified.length).toBeLessThanOrEqual(Number(total[0]?.[0]));
    const first = (await workbench.at('Open files')).getByRole('checkbox');
    await expect(first).toHaveCount(3);
  });

  // Pages from disk share one storage, and keep no theme in it.
  if (home === 'file') return;
  await test.step('the theme is changed while the page is full, is there again after a reload, and follows the system again', async () => {
    const root = page.locator('html');
    const theme = page.getByRole('button', { name: /^Theme:/ });
    await page.evaluate((call) => window.workbench.run(call), workbench.invocation(['chamber_four_phones']));
    await workbench.go('Result');
    for (const tab of ['Devices', 'Lanes']) {
      await workbench.region('Result').getByRole('tab', { name: tab }).click();
      await expect(root).toHaveAttribute('data-theme', 'light');
      for (const choice of ['light', 'dark']) {
        await theme.click();
        await expect(theme).toHaveAccessibleName(`Theme: ${choice}`);
        await expect(root).toHaveAttribute('data-theme', choice);
      }
      await workbench.idle();
      if (tab === 'Devices') await theme.click();
    }
    await workbench.goto();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await theme.click();
    await expect(theme).toHaveAccessibleName('Theme: system');
    await expect(root).toHaveAttribute('data-theme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(root).toHaveAttribute('data-theme', 'dark');
  });
});
