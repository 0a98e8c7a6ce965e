import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fixture } from '../support/fixtures.ts';
import { advertisingFrame, hex, pcap } from '../support/packet-file.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

const NAME = 'Bench <b>phone';
const CAPTURE = 'anechoic_nrf52_90';

test('every view, the report and the shared file show a name given once; a masked file does not', async ({ workbench, context }, info) => {
  const { page } = workbench;
  await workbench.drop(fixture('mitll/anechoic_nrf52_90.pcapng'));
  const devices = page.getByRole('region', { name: 'Most active devices' });
  await devices.getByRole('rowheader').first().getByRole('button').click();
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
    // The list of contents comes from the core and moves the buttons below it.
    await expect(page.getByRole('group', { name: 'What is included' })).toBeVisible();
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

test('Identity, Connections and the ids of a scan show names; lanes mark the times that have notes', async ({ workbench }, info) => {
  const { page } = workbench;
  const name = (address: string, given: string): Promise<void> =>
    page.evaluate(([to, text]) => window.workbench.names.set(to ?? '', text ?? ''), [address, given]);
  await workbench.drop(resolve('public/samples/one_phone_one_hour.pcapng'));
  await workbench.go('Identity');
  const identity = workbench.region('Identity');
  const address = (await identity.locator('details code').last().textContent()) ?? '';
  await name(address, 'Bench phone');
  await expect(identity.getByText('A, Bench phone', { exact: true })).toBeVisible();
  await identity.getByRole('tab', { name: /^Graph/ }).click();
  const box = identity.getByRole('button', { name: `Bench phone, ${address}` });
  await expect(box.first()).toHaveText('Bench …');
  await box.first().click();
  await expect(page.getByRole('complementary', { name: 'Inspector' }).getByRole('heading', { name: 'Bench phone' })).toBeVisible();
  await box.first().click();
  await identity.getByRole('tab', { name: /^Devices/ }).click();
  await expect(identity.getByRole('heading', { name: 'A, Bench phone' })).toBeVisible();

  await identity.getByRole('tab', { name: /^Lanes/ }).click();
  const lanes = identity.getByRole('slider', { name: 'Visible time' });
  await lanes.press('s');
  await workbench.region('Selection').getByRole('button', { name: 'Note', exact: true }).click();
  await workbench.region('Selection').getByRole('textbox', { name: 'Your note on this time' }).fill('Door opened');
  await lanes.locator('canvas').hover({ position: { x: 400, y: 34 } });
  await expect(identity.getByText('Your note: Door opened')).toBeVisible();

  const connect = hex('c5 22 111111111142 060504030241 274a6550 5dd42e 03 2600 3600 0700 2a00 ffffffff1f a5');
  const link = info.outputPath('link.pcap');
  writeFileSync(link, pcap([{ seconds: 1_700_000_000, data: advertisingFrame(connect) }]));
  await workbench.region('Selection').getByRole('button', { name: 'Clear all' }).click();
  await workbench.drop(link);
  await page.getByRole('combobox', { name: 'Capture' }).selectOption('link');
  await name('42:11:11:11:11:11', 'Asker');
  const view = await workbench.at('Connections');
  await view.getByRole('tab', { name: 'Connections' }).click();
  const connections = view.getByRole('grid', { name: 'Connections' });
  await expect(connections.getByRole('gridcell', { name: 'Asker' })).toBeVisible();

  await workbench.drop(fixture('pact/iphone_web_scan.ndjson.gz'));
  const result = await page.evaluate(() =>
    window.workbench.run({
      ...{ tool_name: 'device_id_analyzer', tool_version: '1.0.0', arguments: {} },
      capture_selection: { capture_id: 'iphone_web_scan' },
      ...{ request_id: 'ids', timeout_ms: 60_000 },
    }),
  );
  const { device_id } = (result.structured_output as { devices: { device_id: string }[] }).devices[0]!;
  await name(device_id, 'Watch');
  await workbench.go('Calls');
  await workbench
    .region('Result')
    .getByRole('tab', { name: /^Device ids/ })
    .click();
  await expect(workbench.region('Result').getByRole('gridcell', { name: 'Watch' })).toBeVisible();
});
