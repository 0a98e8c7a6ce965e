import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { fixture } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

test.use({ kept: true });

test('a share of a share of a share opens from disk with its finding and runs it again @offline', async ({
  workbench,
  context,
  guard,
}, info) => {
  await workbench.drop(fixture('mitll/anechoic_nrf52_90.pcapng'));
  await workbench.region('Invocation editor').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(workbench.region('Result').getByText('Complete.')).toBeVisible({ timeout: 60_000 });
  const hashOf = (page: WorkbenchPage['page']): Promise<string | null> =>
    page
      .getByText(/^[0-9a-f]{64}$/)
      .first()
      .textContent();
  const hash = await hashOf(workbench.page);

  let current = workbench;
  for (const generation of [1, 2, 3]) {
    await current.button('Share').click();
    const downloading = current.page.waitForEvent('download');
    await current.page.getByRole('dialog').getByRole('button', { name: 'Download file' }).click();
    const path = info.outputPath(`generation-${String(generation)}.html`);
    await (await downloading).saveAs(path);
    expect(readFileSync(path).length).toBeLessThan(16_000_000);

    await context.setOffline(true);
    guard.allow(pathToFileURL(path).href);
    current = new WorkbenchPage(await context.newPage(), pathToFileURL(path).href);
    await current.goto();
    await expect(current.region('Captures').getByRole('listitem').first()).toContainText('anechoic_nrf52_90');
    await expect(current.region('Result').getByText('Complete.')).toBeVisible();
    expect(await hashOf(current.page)).toBe(hash);
  }
  const again = await current.page.evaluate((invocation) => window.workbench.run(invocation), current.invocation(['anechoic_nrf52_90']));
  expect(again.status).toBe('ok');
  expect(await current.rows('SELECT count(*) FROM anechoic_nrf52_90')).toEqual(
    await workbench.rows('SELECT count(*) FROM anechoic_nrf52_90'),
  );
});

test('a share without results and captures is the workbench itself', async ({ workbench }) => {
  const size = await workbench.page.evaluate(async () => (await window.workbench.session.offline({ capture_ids: [] })).size);
  expect(size).toBeLessThan(16_000_000);
});
