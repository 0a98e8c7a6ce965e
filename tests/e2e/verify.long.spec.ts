import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, Page } from '@playwright/test';
import type { Verification } from '../../src/workbench/verification.ts';
import { violations } from '../support/axe.ts';
import { fixture } from '../support/fixtures.ts';
import type { NetworkGuard } from '../support/network-guard.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';
import { sampleSession, sessionFile } from '../support/sealed-files.ts';

// The network goes away in the middle: what the page then needs it has kept.
test.use({ kept: true });

/** `workbench.verify` of a file on disk. */
async function verify(page: Page, path: string): Promise<Verification> {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.asElement()?.setInputFiles(path);
  return input.evaluate((element) => window.workbench.verify(element.files?.[0] as File));
}

/** Opens shared files from disk, each in a page of its own. */
const opener =
  (context: BrowserContext, guard: NetworkGuard) =>
  async (file: string): Promise<WorkbenchPage> => {
    guard.allow(pathToFileURL(file).href);
    const opened = new WorkbenchPage(await context.newPage(), pathToFileURL(file).href);
    await opened.goto();
    return opened;
  };

test('a signed share is intact; with one result edited it says which, marks it, and the call runs again @offline', async ({
  workbench,
  context,
  guard,
}, info) => {
  await workbench.drop(fixture('mitll/anechoic_nrf52_90.pcapng'));
  await workbench.go('Calls');
  await workbench.region('Calls').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(workbench.region('Result').getByText('Complete.')).toBeVisible();

  // The key is made on the way to the share.
  await workbench.button('Share').click();
  await workbench.page.getByRole('dialog').getByRole('button', { name: 'Make or import a signing key…' }).click();
  const maker = workbench.page.getByRole('dialog', { name: 'Signing key' });
  await maker.getByLabel('Name that signatures claim').fill('Ann');
  await maker.getByRole('button', { name: 'Make a key' }).click();
  const fingerprint = (await maker.locator('code').textContent()) ?? '';
  expect(fingerprint).toMatch(/^(?:[0-9a-f]{4} ){7}[0-9a-f]{4}$/);
  expect(await violations(workbench.page.locator('dialog'))).toEqual([]);
  await workbench.page.screenshot({ path: info.outputPath('signing.png') });
  await maker.getByRole('button', { name: 'Close' }).click();

  // The dialog that led to the key comes back.
  const dialog = workbench.page.getByRole('dialog', { name: 'Share as one file' });
  await expect(dialog.getByRole('checkbox', { name: /^Results of calls/ })).toBeChecked();
  await dialog.getByRole('checkbox', { name: /^Sign as Ann/ }).check();
  expect(await violations(workbench.page.locator('dialog'))).toEqual([]);
  await workbench.page.screenshot({ path: info.outputPath('share.png') });
  const downloading = workbench.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download file' }).click();
  const path = info.outputPath('signed.html');
  await (await downloading).saveAs(path);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await verify(workbench.page, path)).toMatchObject({ state: 'intact', changes: [], signer: fingerprint, signer_name: 'Ann' });

  await context.setOffline(true);
  const open = opener(context, guard);
  const genuine = await open(path);
  await genuine.button('Verification of the session: Intact').click();
  const found = genuine.page.getByRole('dialog', { name: 'Verification' });
  await expect(found).toContainText(fingerprint);
  await found.getByRole('button', { name: 'Close' }).click();
  await genuine.page.close();

  // One digit of the summary.
  const text = readFileSync(path, 'latin1');
  const summary = /"summary":"[^"]*?(\d)[^"]*"/.exec(text.slice(text.indexOf('id="embedded-session"')))?.[0] ?? '';
  const changed = info.outputPath('changed.html');
  writeFileSync(
    changed,
    text.replace(summary, () => summary.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))),
    'latin1',
  );
  const verdict = await verify(workbench.page, changed);
  expect(verdict).toMatchObject({ state: 'changed', signer: null, changes: [{ path: 'runs[0]' }] });

  const edited = await open(changed);
  // Wherever it is drawn.
  await expect((await edited.at('Identity')).getByText('Not as it was written.')).toBeVisible();
  await expect((await edited.at('Result')).getByText('Not as it was written.')).toBeVisible();
  await edited.page.screenshot({ path: info.outputPath('changed.png') });
  await edited.button('Verification of the session: Changed').click();
  const list = edited.page.getByRole('dialog', { name: 'Verification' });
  await expect(list.getByRole('listitem')).toHaveText([/^The result of call .* was changed after the file was written\./]);
  expect(await violations(edited.page.locator('dialog'))).toEqual([]);
  await edited.page.screenshot({ path: info.outputPath('changed-dialog.png') });
  await list.getByRole('button', { name: 'Close' }).click();
  // The capture passes, so the call runs again on it, and its result is not marked.
  await edited.region('Calls').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(edited.region('Result').getByText('Not as it was written.')).toBeHidden();
  await expect(edited.region('Result').getByText('Complete.')).toBeVisible();
});

test('a swapped capture is not opened, and what is known of a newer session is @offline', async ({
  workbench,
  context,
  guard,
  home,
}, info) => {
  if (home === 'site') {
    await workbench.page.evaluate(() => navigator.serviceWorker.ready);
    await workbench.goto();
  }
  await workbench.drop(fixture('mitll/anechoic_nrf52_90.pcapng'));
  await workbench.go('Calls');
  await workbench.region('Calls').getByRole('button', { name: 'Run', exact: true }).click();
  await expect(workbench.region('Result').getByText('Complete.')).toBeVisible();
  await workbench.button('Share').click();
  const dialog = workbench.page.getByRole('dialog', { name: 'Share as one file' });
  const downloading = workbench.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download file' }).click();
  const path = info.outputPath('shared.html');
  await (await downloading).saveAs(path);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await verify(workbench.page, path)).toMatchObject({ state: 'intact', changes: [] });

  await context.setOffline(true);
  const open = opener(context, guard);
  const other = gzipSync(readFileSync(fixture('mitll/anechoic_nrf52_0.pcapng'))).toString('base64');
  const swapped = info.outputPath('swapped.html');
  const text = readFileSync(path, 'latin1');
  const block = /(<script type="application\/octet-stream" id="payload:capture:anechoic_nrf52_90">)[^<]*/;
  expect(text).toMatch(block);
  writeFileSync(
    swapped,
    text.replace(block, (_, tag: string) => tag + other),
    'latin1',
  );
  // The capture is shorter, and nothing behind it is blamed for it.
  expect(await verify(workbench.page, swapped)).toMatchObject({ state: 'changed', changes: [{ path: 'content.anechoic_nrf52_90' }] });
  const opened = await open(swapped);
  await expect(opened.button('Verification of the session: Changed')).toBeVisible();
  await expect(opened.page.getByText('the file contains others with').first()).toBeVisible();
  expect(await opened.page.evaluate(() => window.workbench.captures())).toEqual([]);
  await opened.page.screenshot({ path: info.outputPath('swapped.png') });
  await opened.page.close();

  const newer = info.outputPath('newer.json');
  const document = { ...(await sampleSession()), version: 99, moods: ['calm'] };
  writeFileSync(newer, Buffer.from(await (await sessionFile(document)).arrayBuffer()));
  expect(await verify(workbench.page, newer)).toMatchObject({ state: 'newer', changes: [] });
  const chooser = workbench.page.waitForEvent('filechooser');
  await (await workbench.at('Reports and sharing')).getByRole('button', { name: 'Open a session…' }).click();
  await (await chooser).setFiles(newer);
  await workbench.button('Verification of the session: Newer').click();
  const found = workbench.page.getByRole('dialog', { name: 'Verification' });
  await expect(found.getByRole('listitem').first()).toContainText('moods');
  expect(await violations(workbench.page.locator('dialog'))).toEqual([]);
  await workbench.page.screenshot({ path: info.outputPath('newer.png') });
});
