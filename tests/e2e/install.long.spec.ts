import { appendFileSync, copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { serve } from '../../src/cli/serve/static-site.ts';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

test.use({ kept: true });

/** The site in a folder of its own, so that its service worker can change. */
function siteFolder(): string {
  const folder = '.cache/updated-site';
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync('dist')) {
    if (name === 'sw.js') copyFileSync('dist/sw.js', `${folder}/sw.js`);
    else symlinkSync(resolve('dist', name), `${folder}/${name}`);
  }
  return folder;
}

test('a newer version is offered and taken by a click; after one visit the site works without its server, sharing included', async ({
  page,
  context,
  guard,
}) => {
  const folder = siteFolder();
  const site = await serve(folder);
  guard.allow(site.url);
  const first = new WorkbenchPage(page, site.url);
  await first.goto();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const update = first.button('Update and reload');
  await expect(update).toHaveCount(0);

  appendFileSync(`${folder}/sw.js`, '\n// a newer version\n');
  await first.goto();
  await expect(update).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await update.click();
  await reloaded;
  await page.evaluate(() => window.workbench.ready);
  await expect(update).toHaveCount(0);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)).toBeNull();

  await site.close();
  await context.setOffline(true);
  await first.goto();
  await first.drop(SAMPLE);
  // The query engine's module, of 34 MB, was kept too.
  expect(await first.rows('SELECT count(*) > 1000 FROM chamber_four_phones')).toEqual([[true]]);
  await first.button('Open sample capture').waitFor({ state: 'hidden' });
  const size = await page.evaluate(async () => (await window.workbench.session.offline({})).size);
  expect(size).toBeGreaterThan(10_000_000);
});
