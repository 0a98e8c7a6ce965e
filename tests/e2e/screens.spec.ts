import { fixture, SAMPLE } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';
import { expectScreen, freezeChance, useBundledFonts } from '../support/screens.ts';

test.beforeEach(async ({ page }) => {
  await freezeChance(page);
});

for (const [size, width, height] of [
  ['phone', 390, 844],
  ['laptop', 1280, 800],
  ['wide', 1920, 1080],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport: { width, height }, colorScheme });

      test('every screen is as it was', async ({ workbench }, info) => {
        const { page } = workbench;
        const narrow = width < 900;
        await useBundledFonts(page);
        const name = (screen: string) => ({ screen, size, theme: colorScheme });
        const show = async (panel: string): Promise<void> => {
          if (narrow) await page.getByRole('navigation', { name: 'Panels' }).getByRole('tab', { name: panel }).click();
          else if (panel === 'SQL' || panel === 'Traffic') await workbench.show(panel);
        };
        const closeDialog = () => page.keyboard.press('Escape');
        const dialog = page.getByRole('dialog');
        const result = workbench.region('Result');
        await expectScreen(page, name('welcome'), info);

        await workbench.drop(SAMPLE);
        const activity = page.getByRole('region', { name: 'Activity' });
        await expectScreen(workbench.region('Captures'), name('captures'), info, [activity]);

        await show('Traffic');
        for (const tab of ['Packets', 'Devices', 'Columns']) {
          await workbench.region('Traffic').getByRole('tab', { name: tab }).click();
          // Cards out of sight are not counted: as many as fit.
          if (tab === 'Columns') await workbench.region('Traffic').getByPlaceholder('Column').fill('channel');
          await workbench.idle();
          await expectScreen(workbench.region('Traffic'), name(tab.toLowerCase()), info);
        }
        await workbench.region('Traffic').getByRole('tab', { name: 'Packets' }).click();
        if (!narrow) await workbench.button('Maximise Traffic').click();
        await workbench.region('Traffic').getByRole('grid').first().focus();
        for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
        await expect(workbench.region('Traffic').getByText('Packet 3', { exact: true })).toBeVisible();
        await workbench.idle();
        await expectScreen(workbench.region('Traffic'), name('packet'), info);
        if (!narrow) await workbench.button('Maximise Traffic').click();
        await show('SQL');
        await workbench.write(
          'SQL query',
          'SELECT adv_type, count(*) AS packets FROM chamber_four_phones GROUP BY ALL ORDER BY packets DESC',
        );
        await workbench.button('Run query').click();
        await expect(workbench.region('SQL').getByRole('grid')).toBeVisible();
        await expectScreen(workbench.region('SQL'), name('sql'), info);

        await show('Call');
        await workbench.region('Invocation editor').getByRole('button', { name: 'Run', exact: true }).click();
        await show('Result');
        await expect(result.getByText('Complete.')).toBeVisible({ timeout: 60_000 });
        for (const tab of [/Summary/, /Addresses/, /Timeline/, /Clusters/, /Graph/, /Links/]) {
          await result.getByRole('tab', { name: tab }).click();
          await workbench.idle();
          await expectScreen(result, name(tab.source.toLowerCase()), info);
          if (tab.source === 'Timeline') await expectScreen(page, name('work'), info);
        }
        await result.getByRole('grid', { name: 'Links' }).focus();
        await page.keyboard.press('Enter');
        await expect(dialog.getByRole('img')).toHaveCount(2);
        await expectScreen(dialog, name('pair'), info);
        await closeDialog();

        await show('Call');
        await workbench.write('Invocation JSON', JSON.stringify(workbench.invocation(['chamber_four_phone']), null, 2));
        await workbench
          .region('Proposed repair')
          .getByText(/^Repair/)
          .click();
        await expectScreen(workbench.region('Invocation editor'), name('repair'), info);

        for (const door of ['Share', 'Plan', 'Live']) {
          await workbench.button(door).click();
          await expect(dialog).toBeVisible();
          await workbench.idle();
          await expectScreen(dialog, name(door.toLowerCase()), info);
          await closeDialog();
        }
        await show('Result');
        for (const door of ['History…', 'Report…']) {
          await result.getByRole('button', { name: door }).click();
          await expect(dialog).toBeVisible();
          await expectScreen(dialog, name(door.slice(0, -1).toLowerCase()), info);
          await closeDialog();
        }
        await page.keyboard.press('Control+.');
        await expect(dialog).toBeVisible();
        await expectScreen(dialog, name('actions'), info);
        await closeDialog();
      });
    });
  }
}

/** What the tools answer and is drawn: the call, and the parts of its result that are kept. */
const ANSWERS = [
  [
    'statistical_regression_tool',
    '1.2.0',
    { operation: 'linear_regression', target: 'rssi', features: ['channel', 'length', 'packet_no'], alpha: 0.05, normalize: false },
    ['Summary', 'Tables', 'Plots'],
  ],
  ['anova_tool', '1.0.0', { response: 'rssi', factors: ['channel', 'adv_type'], design: 'two_way' }, ['Tables', 'Plots']],
  ['summary_stats_tool', '1.0.0', { columns: ['rssi', 'length'], group_by: ['channel'], correlation: 'all' }, ['Tables', 'Plots']],
  ['rotation_privacy_audit', '1.0.0', { addresses: ['7D:40:A6:DF:72:73'] }, ['Findings']],
  ['capture_overview', '1.0.0', {}, ['Tables']],
  ['capture_query', '1.1.0', { sql: 'SELECT nope FROM nothing' }, ['Summary']],
] as const;

/** Fewer than above, as each costs time: every width once, one of them in both themes. */
for (const [size, width, height, colorScheme] of [
  ['phone', 390, 844, 'light'],
  ['laptop', 1280, 800, 'light'],
  ['laptop', 1280, 800, 'dark'],
  ['wide', 1920, 1080, 'dark'],
] as const) {
  test.describe(`answers and dialogs, ${size}, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme });

    test('every answer that is drawn and every dialog is as it was', async ({ workbench }, info) => {
      const { page } = workbench;
      await useBundledFonts(page);
      const name = (screen: string) => ({ screen, size, theme: colorScheme });
      const result = workbench.region('Result');
      const dialog = page.getByRole('dialog');
      // In a tall window the captures have a pane of their own, without a tab.
      const show = async (panel: 'Captures' | 'Result' | 'Audit'): Promise<void> => {
        if (panel !== 'Captures' || width < 900 || height < 900) await workbench.show(panel);
      };
      await workbench.drop(SAMPLE);
      await show('Result');
      for (const [tool_name, tool_version, args, tabs] of ANSWERS) {
        await page.evaluate(
          (call) => window.workbench.run({ ...call, capture_selection: { capture_id: 'chamber_four_phones' }, timeout_ms: 60_000 }),
          { tool_name, tool_version, arguments: args, request_id: tool_name },
        );
        for (const tab of tabs) {
          await result.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
          await workbench.idle();
          await expectScreen(result, name(`${tool_name.split('_')[0] ?? ''}-${tab.toLowerCase()}`), info);
        }
      }

      await show('Captures');
      await workbench.drop(fixture('hackrf/adv38_snap20.pcap'), fixture('README.md'));
      await expectScreen(workbench.region('Activity'), name('activity'), info);
      await workbench
        .region('Captures')
        .getByRole('button', { name: /problems/ })
        .click();
      await workbench.idle();
      await expectScreen(dialog, name('problems'), info);
      await page.keyboard.press('Escape');
      await workbench.button('Merge captures…').click();
      await expectScreen(dialog, name('merge'), info);
      await page.keyboard.press('Escape');
      await show('Audit');
      for (const door of ['Callers', 'Journal', 'Policy']) {
        await workbench
          .region('Audit')
          .getByRole('button', { name: `${door}…` })
          .click();
        await expect(dialog).toBeVisible();
        await workbench.idle();
        await expectScreen(dialog, name(door.toLowerCase()), info);
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('?');
      await expectScreen(dialog, name('shortcuts'), info);
    });
  });
}
