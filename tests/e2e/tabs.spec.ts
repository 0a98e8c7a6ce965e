import type { Page } from '@playwright/test';
import { expect, test, WorkbenchPage } from '../support/page.ts';

const KEY = (digit: string): string => digit.repeat(32);

/** The dialog of the ring, with one key in it. */
async function withKey(page: Page, name: string, irk: string) {
  await page.getByRole('region', { name: 'Invocation editor' }).getByLabel('Tool').selectOption('resolvable_address_resolver');
  await page.getByRole('button', { name: 'Add keys…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Identity resolving keys' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Key (IRK)').fill(irk);
  await dialog.getByRole('button', { name: 'Add key', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Keys' })).toContainText(name);
  const details = dialog.getByRole('group');
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  return dialog;
}

test('two tabs share one store: the second says so, is refused where it would lose keys, and may have both', async ({
  workbench,
  context,
}, info) => {
  const note = (page: Page) => page.getByText('Also open in another tab');
  await expect(note(workbench.page)).toHaveCount(0);
  const other = new WorkbenchPage(await context.newPage(), workbench.home);
  await other.goto();
  await expect(note(other.page)).toBeVisible();

  const [first, second] = [await withKey(workbench.page, 'phone', KEY('1')), await withKey(other.page, 'watch', KEY('2'))];
  await first.getByLabel('Passphrase').fill('correct horse');
  await first.getByRole('button', { name: 'Keep encrypted' }).click();
  await expect(first.getByText('Kept, encrypted under the passphrase.')).toBeVisible();

  await expect(second).toContainText('Keys are kept in this browser, encrypted');
  await expect(second).toContainText('open in another tab too');
  await second.getByLabel('Passphrase').fill('other horse');
  await second.getByRole('button', { name: 'Replace by these keys' }).click();
  await expect(second.getByRole('alert')).toContainText('another tab has kept keys since');
  await other.page.screenshot({ path: info.outputPath('refused.png') });
  await second.getByLabel('Passphrase').fill('correct horse');
  await second.getByRole('button', { name: 'Unlock' }).click();
  await expect(second.getByRole('list', { name: 'Keys' })).toContainText('phone');
  await second.getByLabel('Passphrase').fill('correct horse');
  await second.getByRole('button', { name: 'Replace by these keys' }).click();
  await expect(second.getByText('Kept, encrypted under the passphrase.')).toBeVisible();

  // Whoever is left alone is the first tab, and finds both keys at its next visit.
  await workbench.page.close();
  await expect(note(other.page)).toHaveCount(0);
  await other.goto();
  const names = async (): Promise<string[]> =>
    other.page.evaluate(() =>
      window.workbench.keyring
        .list()
        .map(({ name }) => name)
        .sort(),
    );
  expect(await names()).toEqual([]);
  const again = await withKey(other.page, 'third', KEY('3'));
  await again.getByLabel('Passphrase').fill('correct horse');
  await again.getByRole('button', { name: 'Unlock' }).click();
  await expect(again.getByRole('list', { name: 'Keys' })).toContainText('phone');
  expect(await names()).toEqual(['phone', 'third', 'watch']);
});
