import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

test('the evidence for a pair has a page, which a link opens and from which one goes back', async ({ workbench, context }) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);
  await workbench.go('Identity');
  const identity = workbench.region('Identity');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  const article = identity.getByRole('article', { name: 'Evidence for a pair' });

  const addresses = await test.step('the inspector leads to it, and the browser’s Back leads back', async () => {
    await identity.getByRole('tab', { name: /^Pairs/ }).click();
    const first = identity.getByRole('grid', { name: 'Links' }).getByRole('row').nth(1);
    const found = (await first.textContent())?.match(/[0-9A-F]{2}(?::[0-9A-F]{2}){5}/g) ?? [];
    await first.click();
    await expect(inspector).toContainText('Two addresses, one device?');
    await inspector.getByRole('link', { name: 'Open as a page' }).click();
    await expect(article.getByRole('heading', { name: 'Two addresses, one device?' })).toBeFocused();
    for (const address of found.slice(0, 2)) await expect(article).toContainText(address);
    await expect(article).toContainText('Payloads at the change');
    await expect(inspector).toBeHidden();
    await expect.poll(() => new URL(page.url()).hash).toMatch(/p=identity.*e=/);
    await page.goBack();
    await expect(article).toBeHidden();
    await expect(identity.getByRole('grid', { name: 'Links' })).toBeVisible();
    await page.goForward();
    await expect(article).toBeVisible();
    return found;
  });

  await test.step('Escape and the button lead back to the list, with the pair in the inspector', async () => {
    await article.getByRole('heading', { name: 'Two addresses, one device?' }).focus();
    await page.keyboard.press('Escape');
    await expect(article).toBeHidden();
    await expect(inspector).toContainText(addresses[0] ?? '');
    await inspector.getByRole('link', { name: 'Open as a page' }).click();
    await article.getByRole('button', { name: '← Identity' }).click();
    await expect(inspector).toContainText(addresses[0] ?? '');
  });

  await test.step('its packets are those of both addresses', async () => {
    await inspector.getByRole('link', { name: 'Open as a page' }).click();
    await article.getByRole('link', { name: 'Packets of both' }).click();
    const [[rows] = []] = await workbench.rows(
      `SELECT count(*) FROM chamber_four_phones WHERE advertiser_addr IN ('${addresses.slice(0, 2).join("','")}')`,
    );
    await expect(workbench.region('Packets')).toContainText(Number(rows).toLocaleString('en'));
    await page.goBack();
    await expect(article).toBeVisible();
  });

  await test.step('a link opens it in another page, once its capture is open', async () => {
    const link = page.url();
    const other = new WorkbenchPage(await context.newPage(), link);
    await other.goto();
    await other.drop(SAMPLE);
    const there = other.page.getByRole('article', { name: 'Evidence for a pair' });
    await expect(there).toContainText(addresses[0] ?? '');
    await expect(there).toContainText(addresses[1] ?? '');
    await other.page.close();
  });
});
