import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fixture } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

const NAME = 'Bench <b>phone';
const CAPTURE = 'anechoic_nrf52_90';

test('a name given once stands in every view, in the report and in the shared file; a masked file has none', async ({
  workbench,
  context,
}, info) => {
  const { page } = workbench;
  await workbench.drop(fixture('mitll/anechoic_nrf52_90.pcapng'));
  const devices = page.getByRole('region', { name: 'Most active devices' });
  await devices.getByRole('button').nth(1).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  const field = page.getByRole('complementary', { name: 'Inspector' }).getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await field.fill('Wrong phone');
  await field.press('Tab');
  await field.fill(NAME);
  await field.press('Tab');
  await expect(devices.getByRole('rowheader', { name: NAME })).toBeVisible();
  const address = await page.getByRole('complementary', { name: 'Inspector' }).locator('dd.mono').first().textContent();

  // Undo takes the second name back, and gives it again.
  await page.getByRole('heading', { name: NAME }).click();
  await page.keyboard.press('Control+z');
  await expect(devices.getByRole('rowheader', { name: 'Wrong phone' })).toBeVisible();
  await field.fill(NAME);
  await field.press('Tab');

  await workbench.go('Devices');
  await expect(page.getByRole('grid', { name: 'Devices' }).getByRole('gridcell', { name: NAME })).toBeVisible();
  await workbench.go('Packets');
  await expect(page.getByRole('gridcell', { name: NAME }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('bench');
  await expect(page.getByRole('option', { name: NAME })).toBeVisible();
  await page.keyboard.press('Escape');

  // A script reads and changes the same names.
  const scripted = await page.evaluate(async (given) => {
    const before = window.workbench.names.list();
    window.workbench.names.set(given ?? '', 'Scripted');
    return { before, after: (await window.workbench.query('SELECT name FROM device_names')).rows };
  }, address);
  expect(scripted).toEqual({ before: [{ address, name: NAME }], after: [['Scripted']] });
  await expect(page.getByRole('gridcell', { name: 'Scripted' }).first()).toBeVisible();
  await page.evaluate(([given, name]) => window.workbench.names.set(given ?? '', name ?? ''), [address, NAME]);

  // SQL offers the names as a table and joins them with packets.
  await workbench.go('SQL');
  await workbench.write('SQL query', '');
  await page.keyboard.type('SELECT * FROM dev');
  await expect(page.getByRole('listbox', { name: 'Completions' }).getByRole('option', { name: 'device_names' })).toBeVisible();
  await page.keyboard.press('Escape');
  await workbench.write(
    'SQL query',
    `SELECT DISTINCT name, advertiser_addr FROM ${CAPTURE} JOIN device_names ON address = advertiser_addr`,
  );
  await workbench.button('Run query').click();
  const found = workbench.region('SQL').getByRole('grid', { name: 'Query rows' });
  await expect(found.getByRole('gridcell', { name: NAME })).toBeVisible();
  await expect(found.getByRole('gridcell', { name: address ?? '' })).toBeVisible();

  await workbench.go('Calls');
  await workbench.region('Calls').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(workbench.region('Result').getByText('Complete.')).toBeVisible();
  const report = async (shown: boolean): Promise<string> => {
    await workbench.button('Share').click();
    await workbench.button('HTML report…').click();
    const dialog = page.getByRole('dialog', { name: 'Report of a finding' });
    await dialog.getByRole('checkbox', { name: 'Show names and full addresses' }).setChecked(shown);
    const writing = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download report' }).click();
    const path = info.outputPath(`report-${String(shown)}.html`);
    await (await writing).saveAs(path);
    await dialog.getByRole('button', { name: 'Close' }).click();
    return readFileSync(path, 'utf8');
  };
  const open = await report(true);
  expect(open).toContain('Bench &lt;b&gt;phone');
  expect(open).toContain(address);
  expect(await report(false)).not.toMatch(/Bench/);

  const shared = await workbench.page.evaluate(async () => {
    const text = async (file: Blob): Promise<string> => file.text();
    const capture_ids = window.workbench.captures().map(({ capture_id }) => capture_id);
    return {
      plain: await text(await window.workbench.session.offline({ capture_ids })),
      without: await text(await window.workbench.session.offline({ capture_ids, include: { names: false } })),
      masked: await text(await window.workbench.session.offline({ capture_ids, mask: 'mask' })),
      saved: JSON.parse(await text(await window.workbench.session.save())) as { names: object[] },
    };
  });
  expect(shared.saved.names).toEqual([{ address, name: NAME }]);
  expect(shared.plain).toContain('Bench ');
  expect(shared.without).not.toContain('Bench ');
  expect(shared.masked).not.toContain('Bench ');
  const path = info.outputPath('shared.html');
  writeFileSync(path, shared.plain);
  const other = new WorkbenchPage(await context.newPage(), pathToFileURL(path).href);
  await other.goto();
  const inSql = await other.page.evaluate(() => window.workbench.query('FROM device_names'));
  expect(inSql.rows).toEqual([[address, NAME]]);
  await other.go('Devices');
  await expect(other.page.getByRole('grid', { name: 'Devices' }).getByRole('gridcell', { name: NAME })).toBeVisible();
});
