import { writeFileSync } from 'node:fs';
import { expect, test } from '../support/page.ts';

// The key and the address of the specification's sample data (Core 6.1, Vol 3, Part H, D.7).
const KEY = 'ec0234a357c8ad05341010a60a397d9b';
const TABLE = [
  'ts,advertiser_addr,advertiser_random',
  '2026-04-03T08:00:00Z,70:81:94:0D:FB:AA,true',
  '2026-04-03T08:00:01Z,4E:91:22:33:44:55,true',
  '',
].join('\n');

test('an address is resolved with a key of the ring, and the key leaves in nothing', async ({ workbench }, info) => {
  const { page } = workbench;
  const table = info.outputPath('seen.csv');
  writeFileSync(table, TABLE);
  await workbench.drop(table);
  const editor = workbench.region('Invocation editor');
  await editor.getByLabel('Tool').selectOption('resolvable_address_resolver');
  await expect(editor.getByText('needs a connection_id')).toBeVisible();

  await editor.getByRole('button', { name: 'Add keys…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByLabel('Key (IRK)').fill('ec0234');
  await dialog.getByRole('button', { name: 'Add key', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('expected 32 hexadecimal digits');
  await dialog.getByLabel('Key (IRK)').fill(KEY);
  await dialog.getByRole('button', { name: 'Add key', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Keys' })).toContainText('My phone');
  await dialog.getByText('Keep the keys').click();
  await dialog.getByLabel('Passphrase').fill('correct horse');
  await dialog.getByRole('button', { name: 'Keep encrypted' }).click();
  await expect(dialog.getByText('Kept, encrypted under the passphrase.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await editor.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(workbench.region('Result').getByText('1 of 2 resolvable private addresses').first()).toBeVisible();

  const left = await page.evaluate(async () => {
    const texts = [
      await (await window.workbench.session.save()).text(),
      await (await window.workbench.session.offline()).text(),
      JSON.stringify([window.workbench.audit(), window.workbench.policy(), window.workbench.keyring.list(), { ...localStorage }]),
      document.documentElement.outerHTML,
    ];
    return texts.map((text) => text.toLowerCase());
  });
  const forms = [KEY, KEY.match(/../g)?.join(':') ?? '', Buffer.from(KEY, 'hex').toString('base64').toLowerCase()];
  for (const text of left) for (const form of forms) expect(text.includes(form)).toBe(false);

  // After the next visit the ring is empty until the passphrase opens it.
  await workbench.goto();
  expect(await page.evaluate(() => window.workbench.keyring.list())).toEqual([]);
});
