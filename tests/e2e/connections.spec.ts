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

test('a pairing capture leads from its connections to the ladder, the attributes and one value over time', async ({ workbench }) => {
  await workbench.drop('tests/fixtures/captures/made/heart_rate.pcap');
  await workbench.go('Connections');
  const view = workbench.region('Connections');
  const said = view.getByRole('status').first();
  await expect(said).toContainText('2 connections');
  // The pairing as a sentence.
  await view.getByRole('gridcell', { name: /^LE legacy pairing with Just Works/ }).click();
  await expect(view.getByRole('tab', { name: 'Messages' })).toHaveAttribute('aria-selected', 'true');
  await expect(said).toContainText('LE legacy pairing with Just Works');
  const ladder = view.getByRole('grid', { name: 'Messages' });
  await expect(ladder.getByRole('gridcell', { name: 'Pairing Response: Just Works' })).toBeVisible();
  // The keyboard leads from a message to its packet.
  await ladder.getByRole('gridcell', { name: 'Pairing Request' }).first().click();
  const detail = workbench.region('Packet detail');
  await expect(detail).toContainText('SMP from the central: Pairing Request');
  // And from a packet back to its connection.
  await detail.getByRole('button', { name: 'Follow connection 2' }).click();
  await expect(view.getByRole('combobox', { name: 'Connection' })).toHaveValue('2');
  await view.getByRole('combobox', { name: 'Connection' }).selectOption('1');
  await expect(said).toContainText('The central ended it: Remote User Terminated Connection.');
  await view.getByRole('tab', { name: 'Attributes' }).click();
  const tree = view.getByRole('grid', { name: 'Attributes' });
  await tree.getByRole('gridcell', { name: /Heart Rate Measurement$/ }).click();
  const history = workbench.region('History');
  await expect(history.getByRole('heading')).toHaveText('Heart Rate Measurement, 22 values');
  await expect(history.getByRole('gridcell', { name: /^heart rate 70 bpm/ }).first()).toBeVisible();
  await history.getByRole('button', { name: 'Numbers over time in SQL' }).click();
  const sql = workbench.region('SQL');
  await sql.getByRole('button', { name: /^Run query/ }).click();
  await expect(sql.getByRole('gridcell', { name: 'bpm' }).first()).toBeVisible();
});

test('the list of packets says what data packets carry, and a capture of advertising says that it has no connections', async ({
  workbench,
}) => {
  await workbench.drop('tests/fixtures/captures/made/heart_rate.pcap');
  await workbench.go('Packets');
  await expect(workbench.region('Packets').getByRole('gridcell', { name: 'MTU request: 517 bytes' })).toBeVisible();
  await workbench.drop('public/samples/chamber_four_phones.pcapng');
  await workbench.page.getByRole('combobox', { name: 'Capture' }).selectOption('chamber_four_phones');
  await workbench.go('Connections');
  await expect(workbench.region('Connections').getByRole('status').first()).toContainText('It holds no packet of a connection');
});
