import { readFileSync } from 'node:fs';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

const query = (id: string, sql: string, needs: readonly string[] = []) => ({
  id,
  needs,
  invocation: {
    tool_name: 'capture_query',
    tool_version: '1.0.0',
    capture_selection: { capture_id: 'chamber_four_phones' },
    arguments: { sql },
    request_id: `req-${id}`,
    timeout_ms: 60_000,
  },
});

const count = (what: string): string => `SELECT count(${what}) AS n FROM chamber_four_phones`;
const plan = (steps: readonly object[]) => ({ format: 'capture-workbench/plan', version: 1, parallel: 2, steps });
const five = [
  query('rows', count('*')),
  { ...query('wrong', count('rssi')), invocation: { ...query('wrong', count('rssi')).invocation, timeout_ms: 1 } },
  query('after', count('channel'), ['wrong']),
  query('apart', count('crc_ok'), ['rows']),
  query('end', count('phy'), ['after', 'apart']),
];

test('a plan of five steps: one is wrong, is repaired, and all give their result', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);
  await workbench.button('Plan').click();
  const dialog = page.getByRole('dialog', { name: 'Plan' });
  await expect(dialog.getByRole('button', { name: /overview/ })).toBeVisible();

  await workbench.write('Plan JSON', JSON.stringify(plan([{ ...query('a', count('*')), needs: ['a'] }]), null, 1));
  await expect(dialog.getByRole('list', { name: 'Problems in the call' })).toContainText('a ring: a → a');
  await expect(dialog.getByRole('button', { name: 'Run the plan' })).toBeDisabled();

  await workbench.write('Plan JSON', JSON.stringify(plan(five), null, 1));
  const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(5);
  await expect(steps.nth(1)).toContainText('not valid');
  await dialog.getByRole('button', { name: 'Run the plan' }).click();
  await expect(dialog.getByRole('status')).toContainText('5 steps of 5 gave a result', { timeout: 60_000 });
  await steps.nth(1).getByRole('button').press('Enter');
  await expect(dialog.getByRole('region', { name: 'Step' })).toContainText('Repaired with 2 changes');
  const lines = await page.evaluate(() => window.workbench.audit().map(({ entry, status }) => [entry, status]));
  expect(lines).toEqual(Array.from({ length: 5 }, () => ['plan', 'ok']));
});

test('a bundle runs again in a fresh profile; a changed one is refused', async ({ workbench, browser }) => {
  await workbench.drop(SAMPLE);
  await workbench.page.evaluate((call) => window.workbench.run(call), five[0]?.invocation);
  await workbench.button('Plan').click();
  const saved = workbench.page.waitForEvent('download');
  await workbench.page.getByRole('checkbox', { name: 'with the captures' }).check();
  await workbench.button('Save a replay bundle').click();
  const text = readFileSync(await (await saved).path(), 'utf8');

  const context = await browser.newContext();
  const fresh = new WorkbenchPage(await context.newPage(), workbench.home);
  await fresh.goto();
  await fresh.button('Plan').click();
  const region = fresh.page.getByRole('region', { name: 'Replay' });
  const choose = (content: string): Promise<void> =>
    fresh.page
      .getByLabel('Replay bundle', { exact: true })
      .setInputFiles({ name: 'replay.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await choose(text);
  await expect(region).toContainText('1 of 1 calls gave the same result.', { timeout: 60_000 });
  await choose(text.replace('count(*)', 'count(1)'));
  await expect(region).toContainText('TAMPERED_BUNDLE');
  await context.close();
});
