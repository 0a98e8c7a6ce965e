import { violations } from '../support/axe.ts';
import { fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

test('a recording is decrypted by the pairing in it, read in SQL, and read again without', async ({ workbench }) => {
  const { page } = workbench;
  const dialog = page.getByRole('dialog');
  const values = 'SELECT packet_no, uuid_name, hex(value) FROM encrypted_tag_att WHERE decrypted AND value IS NOT NULL ORDER BY ALL';
  await workbench.drop(fixture('made/encrypted_tag.pcap'));
  expect(await workbench.rows(values)).toEqual([]);
  // What is shown of the capture meanwhile waits for its rows.
  await workbench.go('Devices');
  await workbench.region('Devices').getByRole('gridcell').nth(1).click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toContainText('41:02:03:04:05:06');
  const connections = await workbench.at('Connections');
  await expect(inspector).toContainText('41:02:03:04:05:06');
  await connections.getByRole('tab', { name: 'Attributes' }).click();
  await expect(connections).toContainText('Battery Level');

  await workbench.act('Keys: resolving');
  await dialog.getByRole('button', { name: 'Decrypt: encrypted_tag.pcap' }).click();
  await expect(dialog).toContainText('14 of 14 encrypted packets were decrypted');
  expect(await violations(page.locator('dialog'))).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await workbench.rows(values)).toEqual([
    [20, 'Battery Level', '5D'],
    [29, 'Battery Level', '5C'],
    [30, 'Alert Level', '02'],
  ]);
  await expect(connections).toContainText('92 %');
  await connections.getByRole('tab', { name: /^Connections/ }).click();
  await expect(connections).toContainText('Just Works');

  await workbench.act('Keys: resolving');
  await dialog.getByRole('button', { name: 'Read without decrypting: encrypted_tag.pcap' }).click();
  await expect(dialog.getByRole('button', { name: 'Read without decrypting: encrypted_tag.pcap' })).toBeHidden();
  await page.keyboard.press('Escape');
  expect(await workbench.rows(values)).toEqual([]);
});
