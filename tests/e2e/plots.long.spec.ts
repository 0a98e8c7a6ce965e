import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';
import { painted } from '../support/painted.ts';

/** A regression over the sample, with its plots in front. */
async function plots(workbench: WorkbenchPage): Promise<Locator> {
  await workbench.drop(SAMPLE);
  await workbench.page.evaluate(() =>
    window.workbench.run({
      tool_name: 'statistical_regression_tool',
      tool_version: '1.3.0',
      capture_selection: { capture_id: 'chamber_four_phones' },
      arguments: {
        operation: 'linear_regression',
        target: 'rssi',
        features: ['channel', 'length', 'packet_no'],
        alpha: 0.05,
        normalize: false,
      },
      request_id: 'plots-1',
      timeout_ms: 60_000,
    }),
  );
  await workbench.idle();
  await workbench.go('Result');
  const result = workbench.region('Result');
  await result.getByRole('tab', { name: 'Plots', exact: true }).click();
  return result.getByRole('tabpanel', { name: 'Plots' });
}

/** Heights of the words of a chart as they stand on the page, in CSS pixels. */
const heights = (chart: Locator): Promise<readonly number[]> =>
  chart.locator('text').evaluateAll((words) => words.map((word) => word.getBoundingClientRect().height));

test('a point is named by pointer and by keys, and words of a chart follow the size of text, its files not', async ({ workbench }) => {
  const { page } = workbench;
  const panel = await plots(workbench);
  const residuals = panel.getByRole('figure', { name: /robust_se allows for that/ });

  await test.step('a point is named by pointer and by keys, and its words go away', async () => {
    const tip = residuals.locator('[data-tip]');
    const points = residuals.getByRole('slider');
    await expect(points).toHaveAttribute('aria-valuetext', 'none yet');

    // The row that the chart itself names, where it stands: a little beside it is near enough.
    const ring = residuals.locator('circle').first();
    const row = await residuals.locator('svg.chart text.name').first().textContent();
    await ring.scrollIntoViewIfNeeded();
    const box = (await ring.boundingBox())!;
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await page.mouse.move(middle[0] + 1, middle[1] + 1);
    await expect(tip).toContainText(`used row ${row ?? ''}`);
    await expect(tip).toContainText(/fitted rssi, dBm: −\d+/);
    await expect(tip).toContainText(/residual, dBm: −\d+/);
    // The pointer may go to the words and read on; Escape takes them away without it, and they stay away.
    const words = (await tip.boundingBox())!;
    await page.mouse.move(words.x + words.width / 2, words.y + words.height / 2, { steps: 5 });
    await expect(tip).toBeVisible();
    await page.mouse.move(middle[0] + 1, middle[1] + 1, { steps: 5 });
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
    await page.mouse.move(middle[0], middle[1]);
    await expect(tip).toHaveCount(0);
    const chart = (await residuals.locator('svg.chart').boundingBox())!;
    await page.mouse.move(chart.x - 5, chart.y - 5);
    await page.mouse.move(middle[0] + 1, middle[1] + 1);
    await expect(tip).toBeVisible();
    await page.mouse.move(chart.x - 5, chart.y - 5);
    await expect(tip).toHaveCount(0);

    // Keys go through the points in the order of the axis: the table behind the plot says which ones these are.
    await residuals.getByRole('button', { name: 'As table' }).click();
    const download = page.waitForEvent('download');
    await residuals.getByRole('button', { name: /as CSV$/ }).click();
    const rows = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => /^"?([\d,]+)"?,"?(.+?)"?,"?(.+?)"?$/.exec(line)!.slice(1, 4));
    await residuals.getByRole('button', { name: 'As chart' }).click();
    const fitted = rows.map(([, value]) => Number(value!.replace('−', '-')));
    await residuals.getByRole('button', { name: 'As table' }).focus();
    await page.keyboard.press('Tab');
    await expect(points).toBeFocused();
    const said = async (): Promise<string> => (await points.getAttribute('aria-valuetext')) ?? '';
    const fittedSaid = async (): Promise<number> => Number(/fitted rssi, dBm: (−?[\d.]+)/.exec(await said())![1]!.replace('−', '-'));
    await expect(tip).toBeVisible();
    expect(await fittedSaid()).toBe(Math.min(...fitted));
    await page.keyboard.press('End');
    expect(await fittedSaid()).toBe(Math.max(...fitted));
    const last = await said();
    await page.keyboard.press('ArrowLeft');
    expect(await said()).not.toBe(last);
    const [, name] = /used row ([\d,]*\d)/.exec(await said())!;
    expect(rows.find(([own]) => own === name)?.[1]).toBe(String(await fittedSaid()).replace('-', '−'));
    await expect(tip).toContainText(`used row ${name ?? ''}`);
    await page.keyboard.press('Escape');
    await expect(tip).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    expect(await said()).toBe(last);
    await expect(tip).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(tip).toHaveCount(0);
  });

  await test.step('words of a chart follow the size of text, and its files stay as they are', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const chart = residuals.locator('svg.chart');
    const usual = await heights(chart);
    expect(usual.length).toBeGreaterThan(10);
    const save = async (): Promise<string> => {
      const download = page.waitForEvent('download');
      await residuals.getByRole('button', { name: /as SVG$/ }).click();
      return readFileSync(await (await download).path(), 'utf8');
    };
    const facts = (svg: string) => ({
      faces: new Set([...svg.matchAll(/<text[^>]*font-size:\s*([\d.]+px)/g)].map(([, size]) => size)),
      strokes: new Set([...svg.matchAll(/<(?:path|line|circle)[^>]*stroke-width:\s*([\d.]+px)/g)].map(([, size]) => size)),
      width: Number(/<svg[^>]* width="([\d.]+)"/.exec(svg)?.[1]),
    });
    const before = facts(await save());

    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 24, fixed: 20 } });
    await painted(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('24px');
    const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
    await expect(async () => {
      expect(median(await heights(chart)) / median(usual)).toBeGreaterThan(1.4);
      expect(median(await heights(chart)) / median(usual)).toBeLessThan(1.6);
    }).toPass();
    // No wider than its place: it is the same room with larger words in it.
    const [whole, place] = [(await chart.boundingBox())!, (await residuals.boundingBox())!];
    expect(whole.width).toBeGreaterThan(0.9 * place.width);
    expect(whole.x + whole.width).toBeLessThanOrEqual(place.x + place.width + 1);
    // The pointer finds the same points in it.
    await residuals.locator('circle').first().scrollIntoViewIfNeeded();
    const box = (await residuals.locator('circle').first().boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await expect(residuals.locator('[data-tip]')).toContainText(
      `used row ${(await chart.locator('text.name').first().textContent()) ?? ''}`,
    );
    const after = facts(await save());
    expect(after.faces).toEqual(before.faces);
    expect(after.strokes).toEqual(before.strokes);
    expect(after.width).toBeCloseTo(whole.width / 1.5, -1);
  });
});
