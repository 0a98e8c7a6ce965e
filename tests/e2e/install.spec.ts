import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

test.use({ kept: true });

test('after one visit the site works without its server, sharing included', async ({ page, context, guard, ownSite }) => {
  guard.allow(ownSite.url);
  const first = new WorkbenchPage(page, ownSite.url);
  await first.goto();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await ownSite.close();
  await context.setOffline(true);

  await first.goto();
  await first.drop(SAMPLE);
  expect(await first.rows('SELECT count(*) > 1000 FROM chamber_four_phones')).toEqual([[true]]);
  await first.button('Open sample capture').waitFor({ state: 'hidden' });
  const size = await page.evaluate(async () => (await window.workbench.session.offline({})).size);
  expect(size).toBeGreaterThan(10_000_000);
});
