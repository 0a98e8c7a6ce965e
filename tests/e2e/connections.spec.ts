import { writeFileSync } from 'node:fs';
import { acl, command, event, HCI_FILES } from '../support/hci-packet.ts';
import { hex } from '../support/packet-file.ts';
import { expect, test } from '../support/page.ts';

/** A client reads a battery level and is told of the next one; then the link is closed. */
const HANDLE = 0x40;
const LOG = [
  event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00')),
  ...acl(HANDLE, 4, hex('0a 2a00'), [], false),
  ...acl(HANDLE, 4, hex('0b 63')),
  ...acl(HANDLE, 4, hex('1b 2a00 62')),
  command(0x0406, hex('4000 13')),
  event(0x05, hex('00 4000 16')),
];

test('what two devices said on a connection is two presses from its file @offline', async ({ workbench }, info) => {
  const path = info.outputPath('battery.btsnoop');
  writeFileSync(path, HCI_FILES['btsnoop 1002']?.(LOG) ?? new Uint8Array());
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
