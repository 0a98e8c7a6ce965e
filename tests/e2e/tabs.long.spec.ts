import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

const KEY = (digit: string): string => digit.repeat(32);

/** Takes an action by its name. */
async function act(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+.');
  await page.getByRole('combobox', { name: 'Find an action' }).fill(name);
  await page.keyboard.press('Enter');
}

/** The dialog of the ring, with one key in it. */
async function withKey(workbench: WorkbenchPage, name: string, irk: string) {
  const calls = await workbench.at('Calls');
  await calls.getByTitle('Start a new call of this tool').selectOption('resolvable_address_resolver');
  await calls.getByRole('button', { name: 'Add keys…' }).click();
  const dialog = workbench.page.getByRole('dialog', { name: 'Keys of devices' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Key', { exact: true }).fill(irk);
  await dialog.getByRole('button', { name: 'Add key', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Keys' })).toContainText(name);
  const details = dialog.getByRole('group');
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  return dialog;
}

test('two tabs share one store: the second says so, is refused where it would lose keys, and may have both', async ({
  workbench,
  context,
}, info) => {
  const note = (page: Page) => page.getByText('Also open in another tab');
  await expect(note(workbench.page)).toHaveCount(0);
  const other = new WorkbenchPage(await context.newPage(), workbench.home);
  await other.goto();
  await expect(note(other.page)).toBeVisible();

  const [first, second] = [await withKey(workbench, 'phone', KEY('1')), await withKey(other, 'watch', KEY('2'))];
  await first.getByLabel('Passphrase').fill('correct horse');
  await first.getByRole('button', { name: 'Store encrypted' }).click();
  await expect(first.getByText('Stored, encrypted with the passphrase.')).toBeVisible();

  await expect(second).toContainText('Keys are stored in this browser, encrypted');
  await expect(second).toContainText('open in another tab too');
  await second.getByLabel('Passphrase').fill('other horse');
  await second.getByRole('button', { name: 'Replace with these keys' }).click();
  await expect(second.getByRole('alert')).toContainText('another tab has stored other keys');
  await other.page.screenshot({ path: info.outputPath('refused.png') });
  await second.getByLabel('Passphrase').fill('correct horse');
  await second.getByRole('button', { name: 'Unlock' }).click();
  await expect(second.getByRole('list', { name: 'Keys' })).toContainText('phone');
  await second.getByLabel('Passphrase').fill('correct horse');
  await second.getByRole('button', { name: 'Replace with these keys' }).click();
  await expect(second.getByText('Stored, encrypted with the passphrase.')).toBeVisible();

  // The remaining tab becomes the first tab, and finds both keys at its next visit.
  await workbench.page.close();
  await expect(note(other.page)).toHaveCount(0);
  await other.goto();
  const names = async (): Promise<string[]> =>
    other.page.evaluate(() =>
      window.workbench.keyring
        .list()
        .map(({ name }) => name)
        .sort(),
    );
  expect(await names()).toEqual([]);
  const again = await withKey(other, 'third', KEY('3'));
  await again.getByLabel('Passphrase').fill('correct horse');
  await again.getByRole('button', { name: 'Unlock' }).click();
  await expect(again.getByRole('list', { name: 'Keys' })).toContainText('phone');
  expect(await names()).toEqual(['phone', 'third', 'watch']);

  // One place shows what outlives the page, and takes it away.
  await again.getByRole('button', { name: 'Close' }).click();
  await other.page.evaluate(() => {
    localStorage.setItem('capture-workbench.theme', 'dark');
    localStorage.setItem('of another page', 'stays');
  });
  await act(other.page, 'Stored in this browser');
  const stored = other.page.getByRole('dialog', { name: 'Stored in this browser' });
  const list = stored.getByRole('list', { name: 'Stored in this browser' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list).toContainText('encrypted under your passphrase');
  await other.page.screenshot({ path: info.outputPath('stored.png') });
  await stored.getByRole('button', { name: 'Remove Settings' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await stored.getByRole('button', { name: 'Remove everything…' }).click();
  await stored.getByRole('button', { name: 'Remove everything now' }).click();
  await expect(list).toContainText('Nothing is stored.');
  expect(
    await other.page.evaluate(() => [localStorage.getItem('capture-workbench.theme'), localStorage.getItem('of another page')]),
  ).toEqual([null, 'stays']);
  await other.goto();
  const empty = await withKey(other, 'fourth', KEY('4'));
  await expect(empty.getByRole('button', { name: 'Unlock' })).toHaveCount(0);
});

test('a session is saved as a file, opens again, and says which captures are not here', async ({ workbench }, info) => {
  await workbench.drop(SAMPLE);
  const call = { tool_name: 'capture_query', tool_version: '1.1.0', capture_selection: { capture_ids: ['chamber_four_phones'] } };
  const run = {
    ...call,
    arguments: { sql: 'SELECT count(*) AS n FROM chamber_four_phones' },
    request_id: 'req-session',
    timeout_ms: 60_000,
  };
  expect(await workbench.page.evaluate(async (given) => (await window.workbench.run(given)).status, run)).toBe('ok');
  await workbench.page.evaluate(() => window.workbench.setPolicy({ ...window.workbench.policy(), approvalRisk: 0.25 }));
  const saved = async (name: string | null, to = 'session.json'): Promise<string> => {
    await act(workbench.page, 'Save the session');
    const dialog = workbench.page.getByRole('dialog', { name: 'Save the session' });
    const field = dialog.getByRole('textbox', { name: 'Name' });
    if (name === null) await expect(field).toHaveValue('chamber_four_phones');
    else await field.fill(name);
    const downloading = workbench.page.waitForEvent('download');
    await field.press('Enter');
    const download = await downloading;
    await download.saveAs(info.outputPath(to));
    return download.suggestedFilename();
  };
  const path = info.outputPath('session.json');
  // Named after its captures until a person names it.
  expect(await saved(null)).toBe('capture-workbench-session-chamber_four_phones.json');
  expect(await saved('Lobby, Tuesday\u202e/..')).toBe('capture-workbench-session-Lobby-Tuesday.json');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: 'Lobby, Tuesday\u202e/..' });

  await workbench.goto();
  const chooser = workbench.page.waitForEvent('filechooser');
  await act(workbench.page, 'Open a session');
  await (await chooser).setFiles(path);
  // The session shows the view that it was saved in once it is read.
  await expect(workbench.page).toHaveTitle(/^Lobby, Tuesday.* · Capture Workbench$/);
  await workbench.idle();
  await expect((await workbench.at('Result')).getByText('capture_query').first()).toBeVisible();
  await expect(workbench.page.getByText(/refers to: chamber_four_phones\.pcapng/).first()).toBeVisible();
  await expect(workbench.page).toHaveTitle(/^Lobby, Tuesday.* · Capture Workbench$/);
  expect(await saved('  ', 'unnamed.json')).toBe('capture-workbench-session-Session.json');

  // The policy that it was made under is not in force by itself; the person looks at it and takes it over.
  const risk = (): Promise<number | undefined> => workbench.page.evaluate(() => window.workbench.policy().approvalRisk);
  expect(await risk()).toBeUndefined();
  await act(workbench.page, 'Policy: who may call what');
  const policy = workbench.page.getByRole('dialog', { name: 'Policy' });
  await policy.getByRole('button', { name: 'Of the session' }).click();
  await expect(policy.getByRole('region', { name: 'Changes to the policy in force' })).toContainText('approvalRisk');
  await policy.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect.poll(risk).toBe(0.25);
});
