import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { Keyboard, listen } from '../support/keyboard.ts';
import { expect, test } from '../support/page.ts';

/** The way from a capture to a file for a colleague with one kind of input and no other. */

test('by keyboard alone', async ({ workbench }) => {
  const { page } = workbench;
  const keys = new Keyboard(page);
  const said = await listen(page);
  const result = workbench.region('Result');
  const dialog = page.getByRole('dialog');
  const tab = async (name: RegExp): Promise<void> => {
    const tabs = result.getByRole('tablist', { name: 'Parts of the result' });
    // With its count, as a table below may have the same title.
    const chosen = await tabs.getByRole('tab', { selected: true }).textContent();
    await keys.to(chosen?.trim() ?? '', 'Shift+Tab');
    for (let step = 0; step < 8 && !(await tabs.getByRole('tab', { name, selected: true }).isVisible()); step++)
      await keys.press('ArrowRight');
  };

  await keys.to('Open sample capture');
  await page.keyboard.press('Enter');
  await workbench.idle();
  await expect(workbench.region('Invocation editor')).toContainText('Valid.');
  // What was pressed is gone with the welcome.
  await expect.poll(async () => (await keys.focus()).fault).toBe('');
  await keys.action('Run the call');
  await expect(result.getByText('Complete.')).toBeVisible({ timeout: 60_000 });
  expect((await said()).filter((text) => text.includes('Classified 12 addresses'))).toHaveLength(1);

  await keys.action('Go to Result');
  await keys.to('Summary');
  await keys.press('ArrowRight');
  const selection = workbench.region('Selection');
  await keys.to('Addresses');
  await keys.press('ArrowDown', 'Enter');
  await expect(selection).toContainText(':');
  await keys.press('Enter');
  await expect(selection).toBeHidden();
  // A cell that shows a part of its text is written out below.
  await keys.press('End');
  const cell = result.getByRole('gridcell', { name: /^Address-type bit|^Seen in/ }).first();
  await expect(cell).toBeVisible();

  await tab(/Timeline/);
  await keys.to('Visible time');
  await keys.press('ArrowDown', 'ArrowDown');
  await expect(result.getByRole('status').filter({ hasText: /^7D:40:A6:DF:72:73, .* UTC to .* UTC$/ })).toBeVisible();
  await keys.press('Enter');
  await expect(selection).toContainText('7D:40:A6:DF:72:73');
  await keys.press('+', 's');
  await expect(selection).toContainText('UTC');
  await keys.to('Use for the next call');
  await keys.press('Enter');
  await expect(workbench.region('Invocation editor')).toContainText('advertiser_addr IN (');
  await keys.to('Clear all', 'Tab', 8);
  await keys.press('Enter');
  await expect(selection).toBeHidden();

  await keys.action('Go to Result');
  await tab(/Clusters/);
  await keys.to(/, inspect$|, the same address$/);
  await keys.press('ArrowDown', 'ArrowLeft');
  const { name: pair } = await keys.focus();
  expect(pair).toMatch(/inspect$/);
  await keys.press('Enter');
  await expect(dialog).toContainText('never proof of identity');
  await keys.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await keys.focus()).name).toBe(pair);

  await tab(/Graph/);
  await keys.to(/^7D:40:A6:DF:72:73, resolvable private/);
  await keys.press('ArrowRight');
  expect((await keys.focus()).name).toMatch(/^69:80:F9:33:3B:EE/);
  await keys.press('Enter');
  await expect(selection).toContainText('69:80:F9:33:3B:EE');
  await keys.press('Enter');
  await keys.to('As table');
  await keys.press('Enter');
  await expect(result.getByRole('grid', { name: 'Links of the graph' })).toContainText('69:80:F9:33:3B:EE');

  await tab(/Links/);
  await keys.to('Threshold');
  await keys.press('ArrowLeft', 'ArrowLeft');
  await expect(result.getByRole('slider', { name: 'Threshold' })).toHaveAttribute('aria-valuetext', 'probability 0.48');
  await keys.to('Back to 0.50');
  await keys.press('Enter');
  await expect.poll(async () => (await keys.focus()).name).toBe('Threshold');
  await keys.to('Links');
  await keys.press('Enter');
  await expect(dialog).toContainText('never proof of identity');
  await keys.to(/^Open not judged/);
  await keys.press('ArrowUp', 'ArrowUp');
  await expect(dialog.getByRole('radio', { name: /^Confirm/ })).toBeChecked();
  await keys.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await keys.focus()).name).toBe('Links');
  await expect(result.getByRole('grid', { name: 'Links' })).toContainText('confirmed');

  await keys.action('Report: the finding');
  await expect(dialog).toBeVisible();
  const report = page.waitForEvent('download');
  await keys.to('Download report');
  await page.keyboard.press('Enter');
  expect(readFileSync(await (await report).path(), 'utf8')).toContain('confirmed');
  await keys.press('Escape');
  await expect.poll(async () => (await keys.focus()).name).toBe('Links');

  // An action moves the keyboard to where it leads; a dialog that is closed gives it back.
  const focus = (selector: string) => expect(page.locator(`${selector}:focus`));
  await keys.action('Filter the packets');
  await focus('[role=combobox][aria-label=Filter]').toBeVisible();
  await page.keyboard.type('rssi > -60');
  await page.keyboard.press('Escape');
  await keys.action('Go to SQL');
  await focus('[aria-label="SQL query"]').toBeVisible();
  await keys.action('History');
  await expect(dialog).toBeVisible();
  await keys.to(/^Load the call/);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await focus('[aria-label="Invocation JSON"]').toBeVisible();
  await keys.action('Policy');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await focus('[aria-label="Invocation JSON"]').toBeVisible();
  await keys.action('download csv shown');
  await expect(workbench.region('Invocation editor')).toContainText('"rssi > -60"');
  await expect(workbench.region('Invocation editor')).toContainText('"capture_export"');
  // What is switched off by its own press has the keyboard again.
  await keys.action('Go to SQL');
  await keys.to('Run query');
  await page.keyboard.press('Enter');
  await expect(workbench.region('SQL')).toContainText(' rows in ');
  await focus('button').toHaveText('Run query');

  await keys.action('Share: make one file');
  await expect(dialog).toBeVisible();
  const download = page.waitForEvent('download');
  await keys.to('Download file');
  await page.keyboard.press('Enter');
  expect(
    readFileSync(await (await download).path(), 'utf8')
      .slice(0, 15)
      .toLowerCase(),
  ).toBe('<!doctype html>');
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('by touch alone', async ({ workbench }) => {
    const { page } = workbench;
    const show = (panel: string) => page.getByRole('navigation', { name: 'Panels' }).getByRole('tab', { name: panel }).tap();
    await workbench.button('Open sample capture').tap();
    await workbench.idle();
    await show('Traffic');
    await expect(workbench.region('Traffic').getByRole('row').nth(1)).toBeVisible();
    await show('Call');
    await workbench.region('Invocation editor').getByRole('button', { name: 'Run', exact: true }).tap();
    await show('Result');
    const result = workbench.region('Result');
    await expect(result.getByText('Complete.')).toBeVisible({ timeout: 60_000 });
    await result.getByRole('tab', { name: 'Timeline' }).tap();
    const time = result.getByRole('slider', { name: 'Visible time' });
    const seen = () => time.getAttribute('aria-valuetext');
    const whole = await seen();
    await result.getByRole('button', { name: /Zoom in/ }).tap();
    await expect.poll(seen).not.toBe(whole);
    const near = await seen();
    const canvas = await result.locator('canvas').boundingBox();
    if (!canvas) throw new Error('expected a timeline');
    await swipe(page, canvas.x + canvas.width * 0.8, canvas.x + canvas.width * 0.5, canvas.y + 60);
    await expect.poll(seen).not.toBe(near);
    await result.getByRole('tab', { name: /Links/ }).tap();
    await result.getByRole('grid', { name: 'Links' }).getByRole('row').nth(1).tap();
    await expect(page.getByRole('dialog')).toContainText('never proof of identity');
  });
});

/** One finger from left to right, as the browser hears it. */
async function swipe(page: Page, from: number, to: number, y: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const point = (x: number) => [{ x, y }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
  for (let step = 1; step <= 5; step++)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(from + ((to - from) * step) / 5) });
  // A finger that rests before it lifts: after a fling the browser takes the next tap for a stop.
  await page.waitForTimeout(200);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(to + 1) });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
