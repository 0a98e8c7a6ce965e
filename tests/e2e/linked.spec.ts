import { SAMPLE } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

test('a filter, a packet, a statement and panels come back from a link, and keys of the page go to its panels', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);

  await test.step('a filter reaches the devices; a packet, a statement and panels come back from a link, and nothing of it runs', async () => {
    const traffic = await workbench.at('Packets');
    await traffic.getByRole('combobox', { name: 'Filter', exact: true }).fill('channel = 38');
    const devices = await workbench.at('Devices');
    await expect(devices).toContainText('Counts only packets that match the filter.');
    const [[left] = []] = await workbench.rows(
      'SELECT count(DISTINCT advertiser_addr) FROM chamber_four_phones WHERE crc_ok AND channel = 38',
    );
    await expect(devices.getByRole('status').filter({ hasText: /^\d+ addresses/ })).toContainText(`${String(left)} addresses`);
    await devices.getByRole('button', { name: 'Clear the filter' }).click();

    // By its number, and while the filter leaves it out.
    await workbench.go('Packets');
    const detail = traffic.getByRole('region', { name: 'Packet detail' });
    await traffic.getByRole('button', { name: 'Go to packet…' }).click();
    await page.keyboard.type('4000');
    await page.keyboard.press('Enter');
    await expect(detail).toContainText('Packet 4000');
    await expect(traffic.getByRole('grid', { name: 'Packets' }).getByRole('row', { selected: true })).toContainText('4000');
    await expect(traffic.getByRole('button', { name: 'Go to packet…' })).toBeFocused();

    await workbench.go('SQL');
    await workbench.write('SQL query', 'SELECT 41 + 1 AS answer');
    await expect.poll(() => new URL(page.url()).hash).toMatch(/k=4000.*q=SELECT/);
    const link = new URL(page.url()).hash;
    await workbench.write('SQL query', 'SELECT mine');
    await workbench.go('Packets');
    await detail.getByRole('button', { name: 'Close the packet detail' }).click();
    // The address has followed: one that is there already leads nowhere.
    await expect.poll(() => new URL(page.url()).hash).toMatch(/q=SELECT.*mine/);
    await expect.poll(() => new URL(page.url()).hash).not.toContain('k=4000');
    await page.evaluate((hash) => void (location.hash = hash), link);
    const sql = workbench.region('SQL');
    await expect(sql).toContainText('This statement came with a link. It has not run');
    await expect(sql.getByRole('grid')).toHaveCount(0);
    await sql.getByRole('button', { name: 'Restore my query' }).click();
    await expect(sql.getByRole('textbox', { name: 'SQL query' })).toContainText('SELECT mine');
    await workbench.go('Packets');
    await expect(detail).toContainText('Packet 4000');
  });

  await test.step('keys of the page go to its panels, and single ones are switched off', async () => {
    await page.keyboard.press('Alt+Shift+Digit5');
    await expect(workbench.region('SQL').getByRole('textbox', { name: 'SQL query' })).toBeFocused();
    await page.keyboard.press('Alt+Shift+Digit3');
    await expect(workbench.region('Packets').getByRole('grid', { name: 'Packets' })).toBeFocused();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('checkbox', { name: /Shortcuts of a single key/ }).uncheck();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await page.keyboard.press('?');
    await page.keyboard.press('Alt+Shift+Digit1');
    await expect(help).toBeHidden();
  });
});
