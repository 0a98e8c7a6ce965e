/** The way from a capture to a file for a colleague with one kind of input and no other. */
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { AXIS_HEIGHT, timeAt } from '../../src/answers/charts/timeline-draw.ts';
import { HEADING_HEIGHT } from '../../src/answers/charts/timeline-layout.ts';
import { SAMPLE } from '../support/fixtures.ts';
import { Keyboard, listen } from '../support/keyboard.ts';
import { type WorkbenchPage, expect, test } from '../support/page.ts';

test('by keyboard alone', async ({ workbench }) => {
  const { page } = workbench;
  const keys = new Keyboard(page);
  const said = await listen(page);
  const result = workbench.region('Result');
  const dialog = page.getByRole('dialog');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
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
  // What was pressed is gone with the welcome.
  await expect.poll(async () => (await keys.focus()).fault).toBe('');
  await keys.action('Go to Calls');
  await expect(workbench.region('Calls')).toContainText('Valid.');
  await keys.action('Run the call');
  await expect(result.getByText('Complete.')).toBeVisible();
  expect((await said()).filter((text) => text.includes('Classified 12 addresses'))).toHaveLength(1);

  await keys.action('Go to Result');
  await keys.to('Summary');
  await keys.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  const selection = workbench.region('Selection');
  const chips = selection.locator('.chip');
  await expect(result.getByRole('grid', { name: 'Addresses', exact: true })).toBeVisible();
  await keys.to('Addresses');
  await keys.press('ArrowDown', 'Enter');
  await expect(chips).toContainText(':');
  await keys.press('Enter');
  await expect(chips).toHaveCount(0);
  // A cell that shows a part of its text is written out below.
  await keys.press('End');
  const cell = result.getByRole('gridcell', { name: /^Address-type bit|^Seen in/ }).first();
  await expect(cell).toBeVisible();

  await tab(/^Lanes/);
  await keys.to('Visible time');
  await keys.press('ArrowDown', 'ArrowDown');
  await expect(result.getByRole('status').filter({ hasText: /^7D:40:A6:DF:72:73, .* UTC to .* UTC$/ })).toBeVisible();
  await keys.press('Enter');
  await expect(chips).toContainText('7D:40:A6:DF:72:73');
  await keys.press('+', 's');
  await expect(chips.first()).toContainText('UTC');
  await keys.to('Use for the next call');
  await keys.press('Enter');
  await expect(workbench.region('Calls')).toContainText('advertiser_addr IN (');
  await keys.to('Clear all', 'Tab', 8);
  await keys.press('Enter');
  await expect(chips).toHaveCount(0);
  await expect(selection).toContainText('Whole capture');

  await keys.action('Go to Result');
  await tab(/^Devices/);
  await keys.to(/, inspect$|, the same address$/);
  await keys.press('ArrowDown', 'ArrowLeft');
  const { name: pair } = await keys.focus();
  expect(pair).toMatch(/inspect$/);
  await keys.press('Enter');
  await expect(inspector).toContainText('never proof of identity');
  await keys.press('Escape');
  await expect(inspector).toBeHidden();
  await expect.poll(async () => (await keys.focus()).name).toBe(pair);

  await tab(/Graph/);
  await keys.to(/^7D:40:A6:DF:72:73, resolvable private/);
  await keys.press('ArrowRight');
  expect((await keys.focus()).name).toMatch(/^69:80:F9:33:3B:EE/);
  await keys.press('Enter');
  await expect(chips).toContainText('69:80:F9:33:3B:EE');
  await keys.press('Enter');
  await keys.to('As table');
  await keys.press('Enter');
  await expect(result.getByRole('grid', { name: 'Links of the graph' })).toContainText('69:80:F9:33:3B:EE');

  await tab(/^Pairs/);
  await keys.to('Threshold');
  await keys.press('ArrowLeft', 'ArrowLeft');
  await expect(result.getByRole('slider', { name: 'Threshold' })).toHaveAttribute('aria-valuetext', 'probability 0.48');
  await keys.to('Back to 0.50');
  await keys.press('Enter');
  await expect.poll(async () => (await keys.focus()).name).toBe('Threshold');
  await keys.to('Links');
  await keys.press('Enter');
  await expect(inspector).toContainText('never proof of identity');
  await keys.to(/^Open not judged/);
  await keys.press('ArrowUp', 'ArrowUp');
  await expect(inspector.getByRole('radio', { name: /^Confirm/ })).toBeChecked();
  await keys.press('Escape');
  await expect(inspector).toBeHidden();
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
  await expect(workbench.region('Calls')).toContainText('"rssi > -60"');
  await expect(workbench.region('Calls')).toContainText('"capture_export"');
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
    const views = page.getByRole('navigation', { name: 'Views' });
    const show = (view: string) => views.getByRole('link', { name: view, exact: true }).tap();
    const showMore = async (view: string): Promise<void> => {
      await views.getByRole('button', { name: 'More' }).tap();
      await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: view, exact: true }).tap();
    };
    await workbench.button('Open sample capture').tap();
    await workbench.idle();
    await show('Packets');
    await expect(workbench.region('Packets').getByRole('row').nth(1)).toBeVisible();
    await showMore('Calls');
    await workbench.region('Calls').getByRole('button', { name: 'Run', exact: true }).tap();
    await workbench.button('Result').tap();
    const result = workbench.region('Result');
    await expect(result.getByText('Complete.')).toBeVisible();
    await result.getByRole('tab', { name: 'Lanes' }).tap();
    const time = result.getByRole('slider', { name: 'Visible time' });
    const seen = () => time.getAttribute('aria-valuetext');
    const whole = await seen();
    await result.getByRole('button', { name: /Zoom in/ }).tap();
    await expect.poll(seen).not.toBe(whole);
    const near = await seen();
    /** What lies so far below the top of the chart, in the window. On a telephone the chart is scrolled to, and moves as the strip grows. */
    const at = async (below: number): Promise<number> => {
      const canvas = result.locator('canvas');
      await canvas.scrollIntoViewIfNeeded();
      const box = await canvas.boundingBox();
      if (!box) throw new Error('expected a timeline');
      return box.y + below;
    };
    const lanes = await at(60);
    const timeline = await Shown.of(workbench);
    await swipe(page, timeline.x(0.8), timeline.x(0.5), lanes);
    await expect.poll(seen).not.toBe(near);
    // Two fingers zoom: what was between them comes to be as wide as they are apart.
    const [before, middle] = [await timeline.length(), timeline.x(0.65)];
    await pinch(page, [middle - 30, middle + 30], [middle - 60, middle + 60], lanes);
    await expect.poll(async () => (await timeline.length()) / before).toBeCloseTo(0.5, 1);
    await result.getByRole('button', { name: 'Whole time' }).tap();
    await expect.poll(seen).toBe(whole);
    // A time is selected by a swipe over the axis, and by two taps.
    await swipe(page, timeline.x(0.5), timeline.x(0.7), await at(10));
    await timeline.expectSelected(0.5, 0.7);
    expect(await seen()).toBe(whole);
    await result.getByRole('button', { name: 'Select time', exact: true }).tap();
    for (const share of [0.9, 0.6]) await page.touchscreen.tap(timeline.x(share), await at(60));
    await timeline.expectSelected(0.6, 0.9);
    await result.getByRole('tab', { name: /^Pairs/ }).tap();
    await result.getByRole('grid', { name: 'Links' }).getByRole('row').nth(1).tap();
    await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('never proof of identity');
  });
});

test('a timeline by wheel and by clicks without a drag, its clusters folded, and a link to what it shows', async ({ workbench }) => {
  const { page } = workbench;
  const result = workbench.region('Result');
  const press = (name: string) => result.getByRole('button', { name, exact: true }).click();
  const wheel = async (key: string | null, deltaY: number): Promise<void> => {
    if (key) await page.keyboard.down(key);
    await page.mouse.wheel(0, deltaY);
    if (key) await page.keyboard.up(key);
  };
  await workbench.drop(SAMPLE);
  await page.evaluate((call) => window.workbench.run(call), workbench.invocation(['chamber_four_phones']));
  await workbench.go('Result');
  await result.getByRole('tab', { name: 'Lanes' }).click();
  await workbench.idle();
  const timeline = await Shown.of(workbench);
  const whole = await timeline.now();

  // What is under the pointer stays under it.
  const under = async (): Promise<number> => timeAt(timeline.width * 0.7, await timeline.now(), timeline.width);
  const pointed = await under();
  await page.mouse.move(timeline.x(0.7), timeline.y + AXIS_HEIGHT + 40);
  await wheel('Control', -200);
  await expect.poll(() => timeline.length()).toBeLessThan((whole.end - whole.start) * 0.8);
  // To two pixels of the whole.
  expect(Math.abs((await under()) - pointed)).toBeLessThan((2 * (whole.end - whole.start)) / timeline.width);
  const near = await timeline.now();
  await wheel('Shift', 100);
  await expect.poll(async () => (await timeline.now()).start).toBeGreaterThan(near.start + 10);
  expect(Math.abs((await timeline.length()) - (near.end - near.start))).toBeLessThan(3);
  const later = await timeline.now();
  await wheel(null, 100);
  await workbench.idle();
  expect(await timeline.now()).toEqual(later);
  await page.mouse.move(timeline.x(0.7), timeline.y + 10);
  await wheel(null, -200);
  await expect.poll(() => timeline.length()).toBeLessThan((later.end - later.start) * 0.8);

  // What is visible is selected by one press; the link brings both back, and a time that the capture does not reach shows it whole.
  await press('Select visible');
  await expect.poll(() => new URL(page.url()).hash).toMatch(/&w=(\d+-\d+)&v=\1(&|$)/);
  const [link, linked] = [new URL(page.url()).hash, await timeline.now()];
  await press('Whole time');
  await expect.poll(() => timeline.now()).toEqual(whole);
  await expect.poll(() => new URL(page.url()).hash).not.toContain('&v=');
  await page.evaluate((hash) => void (location.hash = hash), link);
  await expect.poll(async () => Math.abs((await timeline.now()).start - linked.start)).toBeLessThan(2);
  await page.evaluate(() => void (location.hash = 'view=1&p=calls&v=5-6&r=timeline'));
  await expect.poll(() => timeline.now()).toEqual(whole);
  await press('Select time');
  await page.mouse.click(timeline.x(0.8), timeline.y + 60);
  await expect(result.getByRole('status').filter({ hasText: /^Selecting from .* UTC: click the end/ })).toBeVisible();
  await page.mouse.click(timeline.x(0.6), timeline.y + 60);
  await timeline.expectSelected(0.6, 0.8);
  await press('Select time');

  // A cluster folds by its name and by Space; its band stands for all of its addresses.
  const lanes = async (): Promise<number> => {
    const picture = page.waitForEvent('download');
    await result.getByRole('button', { name: /^Save .* as SVG$/ }).click();
    return readFileSync(await (await picture).path(), 'utf8').match(/<text[^>]*>(?:[0-9A-F]{2}:){5}[0-9A-F]{2}<\/text>/g)?.length ?? 0;
  };
  const all = await lanes();
  const heading = timeline.y + AXIS_HEIGHT + HEADING_HEIGHT / 2;
  await page.mouse.click(timeline.box.x + 40, heading);
  await expect(result.getByRole('button', { name: 'Unfold all' })).toBeVisible();
  expect(await lanes()).toBe(all - 2);
  await page.mouse.click(timeline.x(0.7), heading);
  const addresses = workbench.region('Selection').locator('.chip').last();
  await expect(addresses).toHaveText(/^2 addresses/);
  await expect(addresses).toHaveAttribute('title', /^((?:[0-9A-F]{2}:){5}[0-9A-F]{2} ?){2}$/);
  const slider = result.getByRole('slider', { name: 'Visible time' });
  await slider.press('ArrowDown');
  const said = result.getByRole('status').filter({ hasText: /probably one device/ });
  await expect(said).toHaveText(/2 in all, 2 selected, folded$/);
  await slider.press('Space');
  await expect(said).toHaveText(/unfolded$/);
  expect(await lanes()).toBe(all);
  await press('Fold all');
  await expect(said).toBeHidden();
  await press('Unfold all');
  await expect(result.getByRole('button', { name: 'Fold all' })).toBeVisible();
});

/** The time that a timeline shows, and where it lies on the screen. */
class Shown {
  private constructor(
    private readonly workbench: WorkbenchPage,
    readonly box: { readonly x: number; readonly y: number; readonly width: number },
  ) {}

  static async of(workbench: WorkbenchPage): Promise<Shown> {
    const box = await workbench.region('Result').locator('canvas').boundingBox();
    if (!box) throw new Error('expected a timeline');
    return new Shown(workbench, box);
  }

  get width(): number {
    return this.box.width;
  }

  get y(): number {
    return this.box.y;
  }

  /** In pixels of the window, by a share of the chart. */
  x(share: number): number {
    return this.box.x + this.box.width * share;
  }

  async now(): Promise<{ start: number; end: number }> {
    const slider = this.workbench.region('Result').getByRole('slider', { name: 'Visible time' });
    const words = ((await slider.getAttribute('aria-valuetext')) ?? '').split(' to ');
    const [start = NaN, end = NaN] = words.map((at) => Date.parse(at.replace(' UTC', 'Z').replace(' ', 'T')));
    return { start, end };
  }

  async length(): Promise<number> {
    const { start, end } = await this.now();
    return end - start;
  }

  /** Waits until the selected time, as the page's address says it, lies between two places of the chart, to some pixels. */
  async expectSelected(from: number, to: number): Promise<void> {
    const now = await this.now();
    const pixel = timeAt(1, now, this.width) - timeAt(0, now, this.width);
    const off = (): number[] => {
      const ends = /&w=(\d+)-(\d+)/.exec(new URL(this.workbench.page.url()).hash)?.slice(1).map(Number) ?? [];
      return [from, to].map((share, end) => Math.abs((ends[end] ?? NaN) - timeAt(this.width * share, now, this.width)) / pixel);
    };
    await expect.poll(() => Math.max(...off())).toBeLessThan(4);
  }
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

/** Two fingers, from where they come down to where they are lifted. */
async function pinch(page: Page, from: readonly [number, number], to: readonly [number, number], y: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const points = (share: number) => from.map((x, id) => ({ id, y, x: x + ((to[id] ?? x) - x) * share }));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
  for (let step = 1; step <= 5; step++)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(step / 5) });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
