import { SAMPLE } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

const FIELD = { name: 'Find an action' } as const;

test('what is typed right behind the shortcut of the palette is in its field, also while its code is still on the way', async ({
  workbench,
  context,
}) => {
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (send = resolve));
  await context.route(/CommandPalette.*\.js$/, async (route) => {
    await sent;
    await route.continue();
  });
  const { page } = workbench;
  await page.reload();
  await workbench.idle();
  await page.keyboard.press('Control+k');
  // N and L alone would begin a note and a name.
  await page.keyboard.type('jn');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('ournal');
  await expect(page.getByRole('combobox', FIELD)).toBeHidden();
  send();
  await expect(page.getByRole('combobox', FIELD)).toHaveValue('journal');
  await page.keyboard.type(' view');
  await expect(page.getByRole('combobox', FIELD)).toHaveValue('journal view');
});

test('a dialog whose code cannot be loaded says so, and the page goes on', async ({ workbench, context, guard }) => {
  const { page } = workbench;
  await context.route('**/assets/KeysHelp*', (route) => route.abort('internetdisconnected'));
  await page.keyboard.press('?');
  await expect(page.getByRole('button', { name: 'Dismiss: Opening the dialog' })).toBeVisible();
  await workbench.go('Devices');
  await context.unroute('**/assets/KeysHelp*');
  expect(guard.complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_INTERNET_DISCONNECTED']);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a page whose rules cannot be loaded says so', async ({ workbench, context, guard }) => {
  const { page } = workbench;
  await context.route('**/assets/check-policy*', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Dismiss: Starting the page' })).toBeVisible();
  expect(guard.complaints.splice(0).join('\n')).toMatch(/ERR_INTERNET_DISCONNECTED/);
});

test('the one search finds names in packets, answers and the manual, which is read without a network @offline', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);
  const find = async (text: string, option: RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', FIELD).fill(text);
    await page.getByRole('option', { name: option }).first().click();
  };
  await find('testphone1', /^Packets [\d,]+ packets with the name TestPhone1$/);
  await expect(workbench.region('Packets').getByRole('list', { name: 'Active filters' })).toContainText('TestPhone1');

  const manual = page.getByRole('dialog', { name: 'Manual' });
  const article = manual.getByRole('article');
  await find('masking keeps', /^Manual What masking keeps$/);
  await expect(article.getByRole('heading', { name: 'What masking keeps' })).toBeVisible();
  // A link in a page leads to its place in the manual, and a search to a heading.
  await manual.getByRole('navigation').getByRole('button', { name: 'Your first capture' }).click();
  await article.getByRole('link', { name: 'Filters' }).click();
  await expect(manual.getByRole('navigation').getByRole('button', { name: 'Filters' })).toHaveAttribute('aria-current', 'page');
  await manual.getByRole('searchbox').fill('decrypt');
  await manual.getByRole('navigation').getByRole('button').first().click();
  await expect(article.locator(':focus')).toBeVisible();
});
