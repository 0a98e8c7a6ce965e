import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, test } from '../support/page.ts';

/** The way from a capture to a file for a colleague with one kind of input and no other. */

test('by keyboard alone', async ({ workbench }) => {
  const { page } = workbench;
  const { keyboard } = page;
  await tabTo(page, 'Open sample capture');
  await keyboard.press('Enter');
  await workbench.idle();
  await expect(workbench.region('Invocation editor')).toContainText('Valid.');
  await action(page, 'Run the call');
  const result = workbench.region('Result');
  await expect(result.getByText('Complete.')).toBeVisible({ timeout: 60_000 });

  await tabTo(page, 'Summary');
  const tabs = result.getByRole('tablist', { name: 'Parts of the result' });
  for (let step = 0; step < 8 && !(await tabs.getByRole('tab', { name: /Links/, selected: true }).isVisible()); step++)
    await keyboard.press('ArrowRight');
  await tabTo(page, 'Links');
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('never proof of identity');
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // An action moves the keyboard to where it leads; a dialog that is closed gives it back.
  const focus = (selector: string) => expect(page.locator(`${selector}:focus`));
  await action(page, 'Filter the packets');
  await focus('[role=combobox][aria-label=Filter]').toBeVisible();
  await keyboard.type('rssi > -60');
  await keyboard.press('Escape');
  await action(page, 'Go to SQL');
  await focus('[aria-label="SQL query"]').toBeVisible();
  await action(page, 'History');
  await expect(dialog).toBeVisible();
  await tabTo(page, /^Load the call/);
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await focus('[aria-label="Invocation JSON"]').toBeVisible();
  await action(page, 'Policy');
  await expect(dialog).toBeVisible();
  await keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await focus('[aria-label="Invocation JSON"]').toBeVisible();
  await action(page, 'download csv shown');
  await expect(workbench.region('Invocation editor')).toContainText('"rssi > -60"');
  await expect(workbench.region('Invocation editor')).toContainText('"capture_export"');
  // What is switched off by its own press has the keyboard again.
  await action(page, 'Go to SQL');
  await tabTo(page, 'Run query');
  await keyboard.press('Enter');
  await expect(workbench.region('SQL')).toContainText(' rows in ');
  await focus('button').toHaveText('Run query');

  await action(page, 'Share: make one file');
  await expect(dialog).toBeVisible();
  const download = page.waitForEvent('download');
  await tabTo(page, 'Download file');
  await keyboard.press('Enter');
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

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let press = 0; press < 200; press++) {
    const called = await page.evaluate(() => {
      const own = document.activeElement;
      return (own?.getAttribute('aria-label') ?? own?.textContent ?? '').trim();
    });
    if (typeof name === 'string' ? called === name : name.test(called)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`expected to come to ${String(name)} with Tab`);
}

/** Takes an action out of the list of all. */
async function action(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+.');
  await expect(page.getByRole('combobox', { name: 'Find an action' })).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

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
