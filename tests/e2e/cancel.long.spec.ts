import { writeFileSync } from 'node:fs';
import { delayWorkersOfCore } from '../support/core-thread.ts';
import { fixture } from '../support/fixtures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';

/** Statements of minutes. */
const ENDLESS = 'SELECT count(*) FROM range(2000000) AS a, range(2000000) AS b WHERE a.range % 7 = b.range % 11';

const CALL = {
  tool_name: 'capture_query',
  tool_version: '1.1.0',
  capture_selection: { capture_ids: ['adv38'] },
  timeout_ms: 120_000,
};

/** Which part of the machine takes its time. */
interface Slow {
  yields: number;
  core: number;
}

const tables = (workbench: WorkbenchPage) => workbench.rows('SELECT table_name FROM information_schema.tables ORDER BY ALL');

test('an opening, a call, a query and what is written are cancelled by their buttons, and the page goes on', async ({
  workbench,
}, info) => {
  const { page } = workbench;
  const activity = workbench.region('Activity');
  await workbench.drop(fixture('hackrf/adv38.pcap'));

  await test.step('an opening is cancelled by its button in the activity list: nothing of it is left, and the page goes on', async () => {
    const before = await tables(workbench);
    // Three million rows take many times as long as it takes to press a button.
    const path = info.outputPath('long.csv');
    writeFileSync(path, `time,address,rssi\n${'1588358485.5,AA:BB:CC:DD:EE:FF,-60\n'.repeat(3_000_000)}`);
    const chooser = page.waitForEvent('filechooser');
    await workbench.button('Open files').click();
    await (await chooser).setFiles(path);

    const entry = activity.getByRole('listitem').filter({ hasText: 'long.csv' }).filter({ hasText: 'Cancel' });
    await expect(entry).toContainText(/: [\d.]+ [kM]B of [\d.]+ MB · [\d,]+ rows/);
    await expect(entry.getByRole('progressbar')).toBeVisible();
    await page.screenshot({ path: info.outputPath('running.png') });
    await entry.getByRole('button', { name: 'Cancel: Opening long.csv' }).click();
    // The list goes with what ran; from here on it is open, because it was asked for.
    await workbench.button('Activity: Ready').click();
    await expect(activity.getByRole('button', { name: 'Dismiss: Opening long.csv' })).toBeVisible();
    await expect(activity).toContainText('was cancelled');
    await page.screenshot({ path: info.outputPath('cancelled.png') });

    await workbench.idle();
    expect(await page.evaluate(() => window.workbench.captures().map(({ capture_id }) => capture_id))).toEqual(['adv38']);
    expect(await tables(workbench)).toEqual(before);
    await expect(activity.getByRole('listitem').filter({ hasText: 'long' })).toHaveCount(1);
    await activity.getByRole('button', { name: 'Dismiss: Opening long.csv' }).click();
    await expect(activity).not.toContainText('long');
    await expect(await workbench.at('Open files')).not.toContainText('long');
    // Its name is free again, and what reads files reads the next one.
    await workbench.drop(fixture('hackrf/ble_all_adv.pcap'));
    expect(await workbench.rows('SELECT count(*) > 0 FROM ble_all_adv')).toEqual([[true]]);
  });

  await test.step('a call and a query are cancelled by their own buttons and by those of the activity list', async () => {
    const editor = workbench.region('Calls');
    /** Nothing runs on: the engine answers; where it did not let go in time it was started anew, with what was open. */
    const answers = (): Promise<void> =>
      expect.poll(() => workbench.rows('SELECT count(*) > 0 FROM adv38').catch(String)).toEqual([[true]]);
    const invocation = { ...CALL, arguments: { sql: ENDLESS }, request_id: 'req-cancel' };
    await workbench.go('Calls');
    await workbench.write('Invocation JSON', JSON.stringify(invocation, null, 2));
    for (const button of [
      editor.getByRole('button', { name: 'Cancel' }),
      activity.getByRole('button', { name: 'Cancel: Running capture_query' }),
    ]) {
      await editor.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(activity.getByRole('button', { name: 'Cancel: Running capture_query' })).toBeVisible();
      await button.click();
      await expect(editor.getByRole('button', { name: 'Run', exact: true })).toBeEnabled();
      await expect(activity.getByRole('button', { name: 'Cancel: Running capture_query' })).toHaveCount(0);
      await expect(workbench.region('Result')).toContainText('CANCELLED');
      await answers();
    }
    expect(await page.evaluate(() => window.workbench.audit().map(({ error_codes }) => error_codes.join()))).toEqual([
      'CANCELLED',
      'CANCELLED',
    ]);

    await workbench.go('SQL');
    const sql = workbench.region('SQL');
    await workbench.write('SQL query', ENDLESS);
    for (const button of [sql.getByRole('button', { name: 'Cancel' }), activity.getByRole('button', { name: 'Cancel: Running a query' })]) {
      await sql.getByRole('button', { name: 'Run query' }).click();
      // Shorter ones do not come into the list.
      await expect(activity.getByRole('button', { name: 'Cancel: Running a query' })).toBeVisible();
      await button.click();
      await expect(sql.getByText('Cancelled: no rows were returned.')).toBeVisible();
      await expect(activity.getByRole('button', { name: 'Cancel: Running a query' })).toHaveCount(0);
      await answers();
    }
  });

  await test.step('what is written and looked at by the page stands in the same list when it takes longer', async () => {
    // A machine on which a yield to the event loop (a message of null), or a message to the core, takes as long as the journey says.
    await page.addInitScript(() => {
      const slow: Slow = { yields: 0, core: 0 };
      const delay = (prototype: Worker | MessagePort, msOf: (message: unknown) => number): void => {
        const post = Reflect.get(prototype, 'postMessage') as (...given: unknown[]) => void;
        prototype.postMessage = function (this: unknown, ...given: unknown[]) {
          const ms = msOf(given[0]);
          if (ms === 0) post.apply(this, given);
          else setTimeout(() => post.apply(this, given), ms);
        };
      };
      delay(Worker.prototype, () => slow.core);
      delay(MessagePort.prototype, (message) => (message === null ? slow.yields : 0));
      Object.assign(globalThis, { slow });
    });
    await workbench.goto();
    const slow = (change: Partial<Slow>): Promise<void> =>
      page.evaluate((given) => void Object.assign((globalThis as unknown as { slow: Slow }).slow, given), change);
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    /** Presses the button of the entry, and waits until it has ended. */
    const cancel = async (title: string): Promise<void> => {
      await activity.getByRole('button', { name: `Cancel: ${title}` }).click();
      await expect(activity.getByRole('button', { name: `Dismiss: ${title}` })).toBeVisible();
      await activity.getByRole('button', { name: `Dismiss: ${title}` }).click();
    };
    await workbench.drop(fixture('hackrf/adv38.pcap'));
    await workbench.button('Activity: Ready').click();

    await test.step('a table', async () => {
      await workbench.go('SQL');
      await workbench.write('SQL query', 'SELECT range AS n FROM range(60000)');
      await workbench.region('SQL').getByRole('spinbutton', { name: 'Row limit' }).fill('60000');
      await workbench.region('SQL').getByRole('button', { name: 'Run query' }).click();
      await expect(workbench.region('SQL').getByText('60,000 rows', { exact: true })).toBeVisible();
      await slow({ yields: 100 });
      for (const kind of ['CSV', 'JSON']) {
        await workbench.button(`Save Query rows as ${kind}`).click();
        await expect(activity.getByRole('listitem').filter({ hasText: 'Saving Query rows' })).toContainText(
          /writing: [\d,]+ of 60,000 rows/,
        );
        if (kind === 'CSV') await page.screenshot({ path: info.outputPath('saving.png') });
        await cancel('Saving Query rows');
      }
      await slow({ yields: 0 });
      const saved = page.waitForEvent('download');
      await workbench.button('Save Query rows as CSV').click();
      expect((await saved).suggestedFilename()).toBe('query-rows.csv');
    });

    await test.step('a look into a table: it does not open', async () => {
      await delayWorkersOfCore(page, 3000);
      const path = info.outputPath('levels.csv');
      writeFileSync(path, 'time,rssi\n1,-40\n2,-41\n');
      const chooser = page.waitForEvent('filechooser');
      await workbench.button('Open files').first().click();
      await (await chooser).setFiles(path);
      await cancel('Reading the beginning of levels.csv');
      await delayWorkersOfCore(page, 0);
      await workbench.idle();
      expect(await page.evaluate(() => window.workbench.captures().map(({ capture_id }) => capture_id))).toEqual(['adv38']);
    });

    await test.step('a report, which its dialog ends too', async () => {
      await page.evaluate((call) => window.workbench.run(call), { ...CALL, arguments: { sql: 'SELECT 1 AS n' }, request_id: 'req-report' });
      await page.keyboard.press('Control+.');
      await page.getByRole('combobox', { name: 'Find an action' }).fill('Report: the finding');
      await page.keyboard.press('Enter');
      const report = page.getByRole('dialog', { name: 'Report of a finding' });
      await slow({ core: 2000 });
      await report.getByRole('button', { name: 'Download report' }).click();
      // Behind the dialog.
      await expect(activity.getByText('Writing the report')).toBeVisible();
      await report.getByRole('button', { name: 'Cancel' }).click();
      await expect(report.getByRole('alert')).toHaveText('Cancelled; nothing was written.');
      await slow({ core: 0 });
      await expect(activity.getByRole('listitem').filter({ hasText: 'Writing the report' })).toContainText('cancelled');
      await report.getByRole('button', { name: 'Close' }).click();
    });
    expect(downloads).toEqual(['query-rows.csv']);
  });
});
