import type { Page } from '@playwright/test';
import { fixture } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

/** Leaves the page as a person does who closes its tab. Says whether it asked first; where it did, it stays. */
async function asks(page: Page): Promise<boolean> {
  // Browsers do not prompt on a page without user interaction (HTML, "prompt to unload").
  await page.keyboard.press('Shift');
  const dialog = page.waitForEvent('dialog').then(
    async (asked) => {
      expect(asked.type()).toBe('beforeunload');
      await asked.dismiss();
      return true;
    },
    () => false,
  );
  const closed = page.waitForEvent('close').then(
    () => false,
    () => true,
  );
  await page.close({ runBeforeUnload: true });
  return Promise.race([dialog, closed]);
}

const CAPTURE = fixture('hackrf/adv38.pcap');

/** Statements of minutes. */
const ENDLESS = 'SELECT count(*) FROM range(2000000) AS a, range(2000000) AS b WHERE a.range % 7 = b.range % 11';

const call = (sql: string, change: object = {}): string =>
  JSON.stringify({
    tool_name: 'capture_query',
    tool_version: '1.1.0',
    capture_selection: { capture_ids: ['adv38'] },
    arguments: { sql },
    request_id: 'req-leaving',
    timeout_ms: 120_000,
    ...change,
  });

test('leaving asks for what was typed where nothing brings it back, and not where the browser keeps it @offline', async ({
  workbench,
  home,
  context,
}) => {
  const { page } = workbench;
  await workbench.drop(CAPTURE);
  await workbench.go('SQL');

  if (home === 'file') {
    await workbench.write('SQL query', 'SELECT 42 AS typed');
    expect(await asks(page)).toBe(true);
    // Taken back, nothing is lost.
    await page.getByRole('textbox', { name: 'SQL query' }).click();
    for (const key of ['a', 'Delete']) await page.keyboard.press(key === 'a' ? 'ControlOrMeta+a' : key);
    await workbench.go('Calls');
    await workbench.write('Invocation JSON', call('SELECT 1'));
    expect(await asks(page)).toBe(true);
    await workbench.button('Start over').click();
    await workbench.go('SQL');
    await workbench.write('SQL query', 'SELECT 43 AS typed');
    await workbench.act('Queries: saved');
    const queries = page.getByRole('dialog', { name: 'Queries' });
    await queries.getByLabel('Name for the query in the editor').fill('mine');
    await queries.getByRole('button', { name: 'Save', exact: true }).click();
    await queries.getByRole('button', { name: 'Packets per address' }).click();
    expect(await asks(page)).toBe(true);
    const saved = page.waitForEvent('download');
    await workbench.act('Save the session');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await saved;
    await workbench.idle();
  } else {
    // What is kept is there within seconds of the first capture.
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toContain('capture-workbench-sessions');
    const entries = (): Promise<number> =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const request = indexedDB.open('capture-workbench-sessions');
            request.onsuccess = () => {
              const count = request.result.transaction('entries').objectStore('entries').count();
              count.onsuccess = () => {
                request.result.close();
                resolve(count.result);
              };
            };
          }),
      );
    await expect.poll(entries).toBe(1);
    await workbench.write('SQL query', 'SELECT 42 AS typed');
  }
  expect(await asks(page)).toBe(false);

  if (home === 'site') {
    const next = new WorkbenchPage(await context.newPage(), workbench.home);
    await next.goto();
    await next.page.getByRole('button', { name: /^Open the session of/ }).click();
    await next.idle();
    await expect(next.page.getByRole('textbox', { name: 'SQL query' })).toContainText('SELECT 42 AS typed');
    expect(await asks(next.page)).toBe(false);
    // Nothing is open, so nothing is kept: what is typed now would be lost.
    const empty = new WorkbenchPage(await context.newPage(), workbench.home);
    await empty.goto();
    await empty.go('SQL');
    await empty.write('SQL query', 'SELECT 44 AS typed');
    expect(await asks(empty.page)).toBe(true);
    await empty.page.close();
  }
});

test('leaving asks while a file is opened, a call, a plan or an export runs, and not when they have ended', async ({ workbench }) => {
  const { page } = workbench;
  const activity = workbench.region('Activity');
  await workbench.drop(CAPTURE);

  await test.step('a file', async () => {
    await page.evaluate(() => {
      const line = '1588358485.5,AA:BB:CC:DD:EE:FF,-60\n'.repeat(50_000);
      const file = new File(['time,address,rssi\n', ...Array.from({ length: 60 }, () => line)], 'long.csv');
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    });
    const cancel = activity.getByRole('button', { name: 'Cancel: Opening long.csv' });
    await expect(cancel).toBeVisible();
    expect(await asks(page)).toBe(true);
    await cancel.click();
    await workbench.idle();
  });
  const editor = workbench.region('Calls');
  await test.step('a call', async () => {
    await workbench.go('Calls');
    await workbench.write('Invocation JSON', call(ENDLESS));
    await editor.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(activity.getByRole('button', { name: 'Cancel: Running capture_query' })).toBeVisible();
    expect(await asks(page)).toBe(true);
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await workbench.idle();
  });
  await test.step('a plan', async () => {
    const plan = await workbench.at('Plans and agents');
    const steps = [{ id: 'long', invocation: JSON.parse(call(ENDLESS)) as object }];
    await workbench.write('Plan JSON', JSON.stringify({ format: 'capture-workbench/plan', version: 1, steps }));
    await plan.getByRole('button', { name: 'Run the plan' }).click();
    await plan.getByRole('button', { name: 'Cancel the plan' }).waitFor();
    expect(await asks(page)).toBe(true);
    await plan.getByRole('button', { name: 'Cancel the plan' }).click();
    await expect(plan.getByRole('button', { name: 'Run the plan' })).toBeVisible();
    await workbench.idle();
  });
  await test.step('an export that waits for a word', async () => {
    await (await workbench.at('Open files')).getByRole('button', { name: /^Export/ }).click();
    await editor.getByRole('button', { name: 'Run', exact: true }).click();
    const approval = page.getByRole('dialog');
    await expect(approval).toBeVisible();
    expect(await asks(page)).toBe(true);
    await approval.getByRole('button', { name: 'Reject' }).click();
    await workbench.idle();
  });
  // None of these gave a result.
  expect(await asks(page)).toBe(false);
});

test('leaving asks for results until a file has them, and for keys until the browser keeps them', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(CAPTURE);
  await page.evaluate((text) => window.workbench.run(JSON.parse(text)), call('SELECT 1 AS n'));
  expect(await asks(page)).toBe(true);
  const saved = page.waitForEvent('download');
  await workbench.act('Save the session');
  await page.getByRole('dialog', { name: 'Save the session' }).getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  await workbench.idle();

  await page.evaluate(() => window.workbench.keyring.add('phone', 'ec0234a357c8ad05341010a60a397d9b'));
  expect(await asks(page)).toBe(true);
  await workbench.act('Keys: resolving');
  const keys = page.getByRole('dialog', { name: 'Keys of devices' });
  await keys.getByText('Store the keys').click();
  await keys.getByLabel('Passphrase').fill('correct horse');
  await keys.getByRole('button', { name: 'Store encrypted' }).click();
  await expect(keys.getByText('Stored, encrypted with the passphrase.')).toBeVisible();
  expect(await asks(page)).toBe(false);
});
