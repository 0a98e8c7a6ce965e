import { writeFileSync } from 'node:fs';
import { BATTERY_LOG, HCI_FILES } from '../support/hci-packet.ts';
import { expect, test } from '../support/page.ts';

test('what two devices said on a connection is two presses from its file @offline', async ({ workbench }, info) => {
  const path = info.outputPath('battery.btsnoop');
  writeFileSync(path, HCI_FILES['btsnoop 1002']?.(BATTERY_LOG) ?? new Uint8Array());
  await workbench.drop(path);
  await workbench.go('Connections');
  await workbench.region('Connections').getByRole('button', { name: 'attribute PDUs (3)' }).click();
  const sql = workbench.region('SQL');
  await sql.getByRole('button', { name: /^Run query/ }).click();
  await expect(sql.getByRole('gridcell', { name: 'ATT_HANDLE_VALUE_NTF' })).toBeVisible();
  expect(
    await workbench.page.evaluate(() => window.workbench.query("SELECT hex(value) FROM battery_att WHERE name = 'ATT_READ_RSP'")),
  ).toMatchObject({
    rows: [['63']],
  });
});
