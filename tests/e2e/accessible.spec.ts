import AxeBuilder from '@axe-core/playwright';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';

/** Of the whole page, or of one region of it. */
async function violations(workbench: WorkbenchPage, region?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page: workbench.page });
  const id = region === undefined ? null : await workbench.region(region).getAttribute('aria-labelledby');
  if (id !== null) axe.include(`[aria-labelledby="${id}"]`);
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id: rule, nodes }) => nodes.map((node) => `${rule}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    test.describe(`${colorScheme}, ${String(width)} × ${String(height)}`, () => {
      test.use({ colorScheme, viewport: { width, height } });

      test('every screen passes axe', async ({ workbench }) => {
        const { page } = workbench;
        const narrow = width < 900;
        const show = async (panel: string): Promise<void> => {
          if (narrow) await page.getByRole('navigation', { name: 'Panels' }).getByRole('tab', { name: panel }).click();
        };
        expect(await violations(workbench), 'welcome').toEqual([]);

        await workbench.drop(SAMPLE);
        expect(await violations(workbench, 'Captures'), 'captures').toEqual([]);

        await show('SQL');
        await workbench.write('SQL query', 'SELECT * FROM chamber_four_phones');
        await workbench.button('Run query').click();
        await expect(workbench.region('SQL').getByRole('grid')).toBeVisible();
        expect(await violations(workbench, 'SQL'), 'rows').toEqual([]);

        await show('Call');
        await workbench.region('Invocation editor').getByRole('button', { name: 'Run', exact: true }).click();
        await show('Result');
        const result = workbench.region('Result');
        await expect(result.getByText('Complete.')).toBeVisible({ timeout: 60_000 });
        for (const tab of [/Summary/, /Addresses/, /Timeline/, /Clusters/]) {
          await result.getByRole('tab', { name: tab }).click();
          expect(await violations(workbench, 'Result'), String(tab)).toEqual([]);
        }

        await show('Audit');
        expect(await violations(workbench), 'everything at work').toEqual([]);

        await workbench.button('Share').click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(workbench), 'share').toEqual([]);
      });
    });
  }
}
