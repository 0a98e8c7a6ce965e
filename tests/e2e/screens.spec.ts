import { SAMPLE } from '../support/fixtures.ts';
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
          .getByText(/Proposed repair/)
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
