import { fixture, SAMPLE } from '../support/fixtures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';
import { freezeChance, Screens, SIZES, useBundledFonts, windowOf } from '../support/screens.ts';

// States of the screens of screens.spec.ts that a first look at them does not show: a room of many senders, each plot by itself,
// rows that nothing fits, words that are wrong, work that goes on, and what a pane shows when it has the whole window. The screens
// themselves are kept in three widths; of these states each is kept where it is tightest and, but for plots, where it is widest.

const CAPTURE = 'chamber_four_phones';
const ROOM = 'screen_room_nrf52_0';

test.beforeEach(async ({ page }) => {
  await freezeChance(page);
});

/** A call of the regression; another level of confidence gives other intervals. */
const regression = (alpha: number): Record<string, unknown> => ({
  tool_name: 'statistical_regression_tool',
  tool_version: '1.2.0',
  arguments: { operation: 'linear_regression', target: 'rssi', features: ['channel', 'length', 'packet_no'], alpha, normalize: false },
  capture_selection: { capture_id: CAPTURE },
  request_id: `alpha-${String(alpha)}`,
  timeout_ms: 60_000,
});

const run = (workbench: WorkbenchPage, call: Record<string, unknown>): Promise<string> =>
  workbench.page.evaluate(async (given) => (await window.workbench.run(given)).status, call);

function plots(size: string): void {
  test('plots and what two calls differ in are as they were, and pass axe', async ({ workbench }, info) => {
    const { page } = workbench;
    const screens = new Screens(workbench, size, info);
    const dialog = page.getByRole('dialog');
    const result = workbench.region('Result');
    await useBundledFonts(page);
    await workbench.drop(SAMPLE);
    for (const alpha of [0.05, 0.01]) expect(await run(workbench, regression(alpha))).toBe('ok');
    await screens.go('Result');
    await workbench.button('Maximise Result').click();
    await result.getByRole('tab', { name: 'Plots' }).click();
    const figures = result.locator('figure');
    await expect(figures).toHaveCount(5);
    for (const [at, name] of ['coefficients', 'residuals', 'normal', 'scale', 'leverage'].entries())
      await screens.expect(`plot-${name}`, figures.nth(at));
    await figures.last().getByRole('button', { name: 'As table' }).click();
    await screens.expect('plot-leverage-table', figures.last());
    await workbench.button('Maximise Result').click();
    await result.getByRole('button', { name: 'History…' }).click();
    const picks = dialog.getByRole('checkbox', { name: /^Compare / });
    for (const pick of [picks.nth(0), picks.nth(1)]) await pick.check();
    await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(dialog).toContainText('alpha');
    await screens.dialog('compare-levels');
  });
}

for (const [size, width, height] of SIZES) {
  test.describe(size, () => {
    test.use(windowOf(width, height));
    const narrow = width < 900;

    if (size === 'laptop') {
      plots(size);
      return;
    }

    test('a room of many senders is as it was, and passes axe', async ({ workbench }, info) => {
      const { page } = workbench;
      const screens = new Screens(workbench, size, info);
      const result = workbench.region('Result');
      await useBundledFonts(page);
      await workbench.drop(fixture(`mitll/${ROOM}.pcapng`));
      expect(await run(workbench, workbench.invocation([ROOM]))).toBe('ok');
      await screens.go('Result');
      if (!narrow) await workbench.button('Maximise Result').click();
      const part = (name: RegExp): Promise<void> => result.getByRole('tab', { name }).click();
      await part(/Timeline/);
      await screens.expect('room-timeline', result);
      await part(/Clusters/);
      await screens.expect('room-clusters', result);
      await part(/Graph/);
      await screens.expect('room-graph', result);
      await result.getByRole('slider', { name: 'Threshold' }).fill('0.95');
      await screens.expect('room-threshold', result);
      await result.getByRole('button', { name: /^Back to/ }).click();
      if (!narrow) await workbench.button('Maximise Result').click();
      await screens.go('Packets');
      if (!narrow) await workbench.button('Maximise Traffic').click();
      await workbench.region('Packets').getByRole('tab', { name: 'Devices' }).click();
      await screens.expect('room-devices', workbench.region('Packets'));
    });

    test('a call, what is wrong and what goes on are as they were, and pass axe', async ({ workbench }, info) => {
      const { page } = workbench;
      const screens = new Screens(workbench, size, info);
      const traffic = workbench.region('Packets');
      const sql = workbench.region('SQL');
      await useBundledFonts(page);
      await workbench.drop(SAMPLE);
      await screens.go('Calls');
      await screens.expect('call', workbench.region('Calls'));
      await workbench.write('Invocation JSON', JSON.stringify(regression(0.05), null, 2));
      await workbench.idle();
      await screens.expect('call-regression', workbench.region('Calls'));

      await screens.go('Packets');
      const filter = traffic.getByRole('combobox', { name: 'Filter', exact: true });
      await filter.fill('rssi > 100');
      await filter.press('Enter');
      await screens.expect('packets-none', traffic);
      await filter.fill('rsi > -60');
      await filter.press('Enter');
      await screens.expect('filter-wrong', traffic);

      await screens.go('SQL');
      await workbench.write('SQL query', `SELECT adv_typ, count(*) FROM ${CAPTURE} GROUP BY 1`);
      await workbench.button('Run query').click();
      await expect(sql.getByRole('alert')).toBeVisible();
      await screens.expect('sql-wrong', sql);
      await workbench.write('SQL query', 'SELECT count(*) FROM range(1000000000000)');
      await workbench.button('Run query').click();
      await expect(sql.getByRole('button', { name: 'Cancel' })).toBeVisible();
      await screens.expect('sql-running', sql, { waits: true });
      await sql.getByRole('button', { name: 'Cancel' }).click();
      await expect(sql.getByRole('button', { name: 'Cancel' })).toBeHidden();
      await screens.expect('sql-cancelled', sql);
    });
  });
}

test.describe('3840 × 2160', () => {
  test.use(windowOf(3840, 2160));

  test('the way from a file to a finding fills a window of 4K', async ({ workbench }, info) => {
    const { page } = workbench;
    const screens = new Screens(workbench, '4k', info);
    await useBundledFonts(page);
    await screens.expect('welcome', page);
    await workbench.drop(SAMPLE);
    expect(await run(workbench, workbench.invocation([CAPTURE]))).toBe('ok');
    await screens.go('Result');
    await workbench
      .region('Result')
      .getByRole('tab', { name: /Timeline/ })
      .click();
    await screens.expect('work', page);
  });
});
