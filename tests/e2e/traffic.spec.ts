import { violations } from '../support/axe.ts';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

test('packets are filtered, sorted, read byte by byte, and go into the call', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);
  const traffic = await workbench.at('Packets');
  const grid = traffic.getByRole('grid', { name: 'Packets' });
  await expect(traffic.getByRole('status').getByText('8,853 packets')).toBeVisible();
  await expect(grid.getByRole('row').nth(1)).toContainText('18:48:32.521');

  // A wrong filter says where; the rows stay.
  const filter = traffic.getByRole('combobox', { name: 'Filter', exact: true });
  await filter.fill('rssi > -95 AND chanel = 37');
  await expect(traffic).toContainText('did you mean channel? (at character 16)');
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  // One choice after the other makes a filter, by keys alone; the list says columns, operators that suit, and values with their packets.
  const offers = page.getByRole('listbox', { name: 'Filter: suggestions' });
  await filter.fill('');
  await page.keyboard.type('adv_t');
  await expect(offers.getByRole('option', { name: /^adv_type/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(filter).toHaveAttribute('aria-activedescendant', /./);
  expect(await violations(page.locator('[popover], [role=combobox]'))).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(offers.getByRole('option', { name: /^LIKE/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(offers.getByRole('option', { name: /^ADV_IND [\d,]+ packets$/ })).toBeVisible();
  await page.keyboard.type('ADV_IN');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(filter).toHaveValue("adv_type = 'ADV_IND' ");
  await page.keyboard.press('Escape');
  await expect(offers).toBeHidden();
  const [[heard] = []] = await workbench.rows("SELECT count(*) FROM chamber_four_phones WHERE adv_type = 'ADV_IND'");
  await expect(traffic).toContainText(`${Number(heard).toLocaleString('en')} of 8,853 packets`);

  // By keyboard: to the last row, its cell as a chip, the rows in another order, the bytes of a packet.
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect(grid.getByRole('row', { selected: false }).last()).toContainText('ADV_IND');
  for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  await page.keyboard.press('o');
  await expect(filter).toHaveValue(/^adv_type = 'ADV_IND' AND advertiser_addr = '[0-9A-F:]{17}'$/);
  const chips = traffic.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('listitem')).toHaveCount(2);
  await grid.getByRole('button', { name: 'RSSI' }).press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'RSSI' })).toHaveAttribute('aria-sort', 'descending');
  const [[strongest] = []] = await workbench.rows(
    `SELECT packet_no FROM numbered.chamber_four_phones WHERE ${await filter.inputValue()} ORDER BY rssi DESC, rowid LIMIT 1`,
  );
  await expect(grid.getByRole('row').nth(1).getByRole('gridcell').first()).toHaveText(String(strongest));
  await grid.focus();
  await page.keyboard.press('Enter');
  const detail = traffic.getByRole('region', { name: 'Packet detail' });
  await expect(detail).toContainText(`Packet ${String(strongest)}`);

  // A field shows its bytes and a byte its field.
  const fields = detail.getByRole('treegrid', { name: 'AD structures' });
  await fields.getByRole('row').nth(0).focus();
  await page.keyboard.press('ArrowDown');
  await expect(fields.getByRole('row', { selected: true })).toContainText('length');
  await expect(detail.getByRole('gridcell', { name: /^byte/, selected: true })).toHaveCount(1);
  const bytes = detail.getByRole('grid', { name: 'Bytes' });
  await bytes.getByRole('gridcell', { name: /^byte 0/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(fields.getByRole('row', { selected: true })).toContainText('AD type');
  await bytes.getByRole('gridcell', { name: /^byte 2:/ }).hover();
  await expect(fields.getByRole('row', { selected: true })).not.toContainText('AD type');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await detail.getByRole('button', { name: 'Copy as Wireshark filter' }).click();
  await expect(detail).toContainText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`frame.number == ${String(strongest)}`);

  // What was used before is offered where nothing is written.
  const before = await filter.inputValue();
  await filter.fill('');
  await filter.press('ArrowDown');
  await expect(offers.getByRole('option', { name: "adv_type = 'ADV_IND' used before" })).toBeVisible();
  // By mouse: a column, an operator that the list then offers, and a value.
  await filter.fill('');
  await page.keyboard.type('chan');
  for (const offer of [/^channel/, /^=/, /^37 [\d,]+ packets$/]) await offers.getByRole('option', { name: offer }).first().click();
  await expect(filter).toHaveValue('channel = 37 ');
  await expect(filter).toBeFocused();
  await expect(chips.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await filter.fill(before);
  await page.keyboard.press('Escape');

  // The same rows as a statement, and as the selection of a call.
  await chips.getByRole('button', { name: "Remove adv_type = 'ADV_IND'" }).click();
  await expect(filter).toHaveValue(/^advertiser_addr/);
  const [[all] = []] = await workbench.rows(`SELECT count(*) FROM chamber_four_phones WHERE ${await filter.inputValue()}`);
  await traffic.getByRole('button', { name: 'Query in SQL' }).click();
  await workbench.button('Run query').click();
  await expect(workbench.region('SQL')).toContainText(`${Math.min(1000, Number(all)).toLocaleString('en')} rows in`);
  await workbench.go('Packets');
  await traffic.getByRole('button', { name: 'Use in call' }).click();
  const editor = workbench.region('Calls');
  await expect(editor).toContainText('Valid.');
  await expect(editor).toContainText('"advertiser_addr = ');
});
