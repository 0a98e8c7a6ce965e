import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test, WorkbenchPage } from '../support/page.ts';

/** Each step with the words that `docs/tutorial/first-capture.md` uses for it. */
const TEXT = readFileSync('docs/tutorial/first-capture.md', 'utf8').replaceAll('\n', ' ');

function quoted(words: string): string {
  expect(TEXT).toContain(words);
  return words;
}

test('the first capture in five minutes, as the tutorial describes it @offline', async ({ workbench, context, guard }, info) => {
  const { page } = workbench;
  await page.getByRole('button', { name: quoted('One phone, one hour') }).click();
  const overview = workbench.region('Overview');
  await expect(overview.getByRole('heading', { name: quoted('6 addresses in 1 h 5 min') })).toBeVisible();
  for (const finding of ['5 addresses disappeared, 4 appeared', '1 name links addresses'])
    await expect(overview.getByText(quoted(finding), { exact: true })).toBeVisible();

  const identity = await workbench.at('Identity');
  await expect(identity.getByRole('heading', { name: quoted('1 device probably used more than one address') })).toBeVisible();
  const step = /Press \*\*(0\.\d+)\*\*/.exec(TEXT)?.[1] ?? '';
  await identity.getByRole('button', { name: new RegExp(`^Probability ${step}`) }).click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText(quoted('Your verdict'));

  const sql = /```sql (.*?)```/.exec(TEXT)?.[1] ?? '';
  expect((await workbench.rows(sql)).length).toBeGreaterThan(50);
  await (await workbench.at('SQL')).getByRole('button', { name: quoted('Run query') }).click();
  await expect(workbench.region('SQL').getByRole('gridcell').first()).toBeVisible();

  await workbench.button(quoted('Share')).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(quoted('Masked'))).toBeVisible();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: quoted('Download file') }).click();
  const path = info.outputPath('shared.html');
  await (await downloading).saveAs(path);
  await page.close();
  await context.setOffline(true);
  guard.allow(pathToFileURL(path).href);
  const colleague = new WorkbenchPage(await context.newPage(), pathToFileURL(path).href);
  await colleague.goto();
  await expect(colleague.region('SQL')).toBeVisible();
});
