import { spawnSync } from 'node:child_process';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import { violations } from '../support/axe.ts';
import { fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

const UBERTOOTH = 'anechoic_ubertooth_90';
const NORDIC = 'anechoic_nrf52_90';

test('two sniffers of one scene: merged, aligned, counted once, placed by hand and back @offline', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(fixture(`mitll/${UBERTOOTH}.pcapng`), fixture(`mitll/${NORDIC}.pcapng`));
  await workbench.go('Open files');
  await workbench.button('Merge captures…').click();
  const dialog = page.getByRole('dialog', { name: 'Merge captures' });
  await dialog.getByLabel('Reference clock').selectOption(UBERTOOTH);
  await dialog.getByLabel(`Name of the sensor of ${NORDIC}`).fill('hall');
  await dialog.getByRole('button', { name: 'Align and merge' }).click();
  const nordic = dialog.getByRole('region', { name: NORDIC });
  await expect(nordic).toContainText('recorded time is moved back by 13.');
  await expect(nordic).toContainText('the radio clock runs 34.4 ppm slow');
  await expect(nordic.getByRole('img', { name: /agree within/ })).toBeVisible();
  expect(await violations(dialog)).toEqual([]);

  const offset = nordic.getByLabel('Add to its time, s');
  await offset.fill('soon');
  await offset.press('Enter');
  await expect(nordic.getByRole('alert')).toContainText('Expected seconds');
  await offset.fill('3600.000001');
  await offset.press('Enter');
  await expect(nordic).toContainText('moved forward by 3,600.000001 s by hand');
  await nordic.getByRole('button', { name: 'Align by packets instead' }).click();
  await expect(nordic).toContainText('the radio clock runs 34.4 ppm slow');
  await dialog.getByRole('button', { name: 'Close' }).click();

  const [counts] = await workbench.rows('SELECT count(*), count(DISTINCT transmission_no), count(*) FILTER (duplicate) FROM merged');
  const [info] = await page.evaluate(() => window.workbench.merges());
  expect(info?.capture.sensors).toEqual([UBERTOOTH, 'hall'].sort());
  expect(counts?.map(Number)).toEqual([info?.capture.row_count, info?.transmissions, info?.duplicates]);
  // The next call is over the view alone, and the view is a capture like any other.
  await expect(await workbench.at('Calls')).toContainText('"merged"');
  const result = await page.evaluate((call) => window.workbench.run(call), workbench.invocation(['merged']));
  expect(result.errors).toEqual([]);
  // The command line merges the same files to the same result.
  const options = ['--merge', 'merged', '--sensor', `${NORDIC}=hall`, '--json', '-q'];
  const files = [UBERTOOTH, NORDIC].map((name) => `tests/fixtures/captures/mitll/${name}.pcapng`);
  const command = spawnSync(process.execPath, ['dist/cli/capture-workbench.mjs', 'run', '-', ...files, ...options], {
    input: JSON.stringify(workbench.invocation(['merged'])),
    encoding: 'utf8',
  });
  expect((JSON.parse(command.stdout) as ToolResult).metadata.result_hash).toBe(result.metadata.result_hash);

  // A capture takes the views over it along.
  await page.evaluate((id) => window.workbench.close(id), NORDIC);
  expect(await page.evaluate(() => window.workbench.captures().map(({ capture_id }) => capture_id))).toEqual([UBERTOOTH]);
});
