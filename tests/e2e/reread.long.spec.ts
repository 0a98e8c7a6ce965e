import { readFileSync, writeFileSync } from 'node:fs';
import { fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

test('a capture whose file changed is read again under its id, and what was computed from it says so', async ({ workbench }, info) => {
  const { page } = workbench;
  await workbench.drop(fixture('hackrf/adv38.pcap'));
  const identity = await workbench.at('Identity');
  await expect(identity.getByRole('tab', { name: 'Lanes' })).toBeVisible();
  const counted = await identity.getByText(/compared/).innerText();
  const files = await workbench.at('Open files');
  const before = await workbench.rows('SELECT count(*) FROM adv38');

  const changed = info.outputPath('adv38.pcap');
  writeFileSync(changed, readFileSync(fixture('hackrf/ble_all_adv.pcap')));
  const chooser = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Read a changed file again: adv38.pcap' }).click();
  await (await chooser).setFiles(changed);
  await workbench.idle();
  expect(await workbench.rows('SELECT count(*) FROM adv38')).not.toEqual(before);
  expect(await page.evaluate(() => window.workbench.captures().map(({ capture_id }) => capture_id))).toEqual(['adv38']);

  const result = await workbench.at('Result');
  await expect(result.getByRole('status')).toContainText('Based on earlier rows. adv38 has changed');
  await page.screenshot({ path: info.outputPath('stale.png') });
  await result.getByRole('button', { name: 'History…' }).click();
  await expect(page.getByRole('list', { name: 'Calls', exact: true })).toContainText('from earlier rows');
  await page.screenshot({ path: info.outputPath('history.png') });
  await page.keyboard.press('Escape');

  // Identity compares the addresses of the file as it is now.
  await workbench.at('Identity');
  await expect(identity.getByText(/compared/)).not.toHaveText(counted);
  await workbench.idle();
  await expect((await workbench.at('Result')).getByText('Based on earlier rows')).toHaveCount(0);
});
