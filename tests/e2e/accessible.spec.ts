import { readFileSync, writeFileSync } from 'node:fs';
import { AxeBuilder } from '../support/axe.ts';
import { addToResolvingList, btsnoop } from '../support/hci-log.ts';
import { fixture, SAMPLE } from '../support/fixtures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';

/** Of the whole page, of one region of it, or of the dialog before it. */
async function violations(workbench: WorkbenchPage, region?: string): Promise<string[]> {
  // WCAG 2.2: the rule is off by default.
  const axe = new AxeBuilder({ page: workbench.page }).options({ rules: { 'target-size': { enabled: true } } });
  const named = region !== undefined && region !== 'dialog';
  const id = named ? await workbench.region(region).getAttribute('aria-labelledby') : null;
  if (region === 'dialog') axe.include('dialog');
  if (id !== null) axe.include(`[aria-labelledby="${id}"]`);
  const { violations: found } = await axe.analyze();
  return found.flatMap(({ id: rule, nodes }) => nodes.map((node) => `${rule}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}

const FEATURES = ['channel', 'length', 'packet_no'];
/** Tools whose answers are drawn, and how many plots that makes. */
const STATISTICS = [
  [
    'statistical_regression_tool',
    '1.2.0',
    { operation: 'linear_regression', target: 'rssi', features: FEATURES, alpha: 0.05, normalize: false },
    4,
  ],
  ['anova_tool', '1.0.0', { response: 'rssi', factors: ['channel', 'adv_type'], design: 'two_way' }, 1],
  ['summary_stats_tool', '1.0.0', { columns: ['rssi', 'length'] }, 2],
] as const;

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
          else if (panel === 'Result' || panel === 'Audit') await workbench.show(panel);
        };
        expect(await violations(workbench), 'welcome').toEqual([]);

        const chooser = page.waitForEvent('filechooser');
        await workbench.button('Look before opening…').click();
        await (await chooser).setFiles([fixture('mitll/ground-truth.tsv'), fixture('hackrf/adv38_snap20.pcap')]);
        await expect(page.getByRole('dialog').getByRole('grid', { name: 'First rows' })).toBeVisible();
        await expect(page.getByRole('dialog').getByRole('button', { name: /snap20.*pcap$/ })).toBeVisible();
        expect(await violations(workbench, 'dialog'), 'look before opening').toEqual([]);
        await page.getByRole('button', { name: 'Cancel' }).click();

        await workbench.drop(SAMPLE);
        expect(await violations(workbench, 'Captures'), 'captures').toEqual([]);

        await workbench.show('Traffic');
        const packets = workbench.region('Traffic').getByRole('grid', { name: 'Packets' });
        await packets.getByRole('gridcell', { name: 'ADV_IND' }).first().click();
        await expect(workbench.region('Traffic').getByRole('treegrid')).toBeVisible();
        expect(await violations(workbench, 'Traffic'), 'packets').toEqual([]);

        await workbench.show('SQL');
        await workbench.write('SQL query', 'SELECT * FROM chamber_four_phones');
        await workbench.button('Run query').click();
        await expect(workbench.region('SQL').getByRole('grid')).toBeVisible();
        expect(await violations(workbench, 'SQL'), 'rows').toEqual([]);

        await show('Call');
        await workbench.region('Invocation editor').getByRole('button', { name: 'Run', exact: true }).click();
        await show('Result');
        const result = workbench.region('Result');
        await expect(result.getByText('Complete.')).toBeVisible({ timeout: 60_000 });
        for (const tab of [/Summary/, /Addresses/, /Timeline/, /Clusters/, /Graph/, /Links/]) {
          await result.getByRole('tab', { name: tab }).click();
          expect(await violations(workbench, 'Result'), String(tab)).toEqual([]);
        }

        await result.getByRole('grid', { name: 'Links' }).focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog').getByRole('img')).toHaveCount(2);
        expect(await violations(workbench, 'dialog'), 'pair').toEqual([]);
        await page.keyboard.press('Escape');

        await page.keyboard.press('Control+.');
        await page.getByRole('combobox', { name: 'Find an action' }).fill('shortcuts');
        expect(await violations(workbench, 'dialog'), 'actions').toEqual([]);
        await page.keyboard.press('Enter');
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
        expect(await violations(workbench, 'dialog'), 'shortcuts').toEqual([]);
        await page.keyboard.press('Escape');

        await show('Audit');
        expect(await violations(workbench), 'everything at work').toEqual([]);
        await workbench.button('Share').click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(workbench), 'share').toEqual([]);
      });

      test('envelope, plots, repair, journal, assistants and found keys pass axe', async ({ workbench }, info) => {
        const { page } = workbench;
        const show = async (panel: string): Promise<void> => {
          if (width < 900) await page.getByRole('navigation', { name: 'Panels' }).getByRole('tab', { name: panel }).click();
          else if (panel === 'Result' || panel === 'Audit') await workbench.show(panel);
        };
        await workbench.drop(SAMPLE);
        await page.evaluate(() =>
          window.workbench.run({
            tool_name: 'get_current_time',
            tool_version: '1.0.0',
            arguments: {},
            request_id: 'now',
            timeout_ms: 1000,
          }),
        );
        await show('Result');
        await workbench.region('Result').getByRole('tab', { name: 'Envelope' }).click();
        await expect(workbench.region('Replay bundle of this call')).toBeVisible();
        expect(await violations(workbench, 'Result'), 'envelope').toEqual([]);
        await page.screenshot({ path: info.outputPath('envelope.png') });

        for (const [tool_name, tool_version, args, drawn] of STATISTICS) {
          await page.evaluate(
            (call) => window.workbench.run({ ...call, capture_selection: { capture_id: 'chamber_four_phones' }, timeout_ms: 60_000 }),
            { tool_name, tool_version, arguments: args, request_id: tool_name },
          );
          await workbench.region('Result').getByRole('tab', { name: 'Plots' }).click();
          await expect(workbench.region('Result').getByRole('img')).toHaveCount(drawn);
          expect(await violations(workbench, 'Result'), tool_name).toEqual([]);
          await page.screenshot({ path: info.outputPath(`${tool_name}.png`) });
        }
        const result = workbench.region('Result');
        for (const kind of ['SVG', 'PNG']) {
          const saved = page.waitForEvent('download');
          await result
            .getByRole('button', { name: new RegExp(`^Save .* as ${kind}$`) })
            .first()
            .click();
          expect((await saved).suggestedFilename()).toMatch(new RegExp(`${kind}$`, 'i'));
        }
        await result.getByRole('button', { name: 'As table' }).first().click();
        await expect(result.getByRole('grid')).toHaveCount(1);
        expect(await violations(workbench, 'Result'), 'plot as table').toEqual([]);
        const rows = page.waitForEvent('download');
        // Other plots have their rows too.
        await result
          .getByRole('button', { name: /^Save .* as CSV$/ })
          .first()
          .click();
        expect(readFileSync(await (await rows).path(), 'utf8').split('\r\n').length).toBeGreaterThan(2);

        await page.evaluate(
          (call) => window.workbench.run({ ...call, capture_selection: { capture_id: 'chamber_four_phones' }, timeout_ms: 60_000 }),
          {
            tool_name: 'rotation_privacy_audit',
            tool_version: '1.0.0',
            arguments: { addresses: ['7D:40:A6:DF:72:73'] },
            request_id: 'privacy',
          },
        );
        await result.getByRole('tab', { name: /Findings/ }).click();
        await expect(result.getByText('Remedy.').first()).toBeVisible();
        expect(await violations(workbench, 'Result'), 'findings').toEqual([]);

        await show('Captures');
        await workbench.drop(fixture('pact/iphone_web_scan.ndjson.gz'));
        await page.evaluate(() =>
          window.workbench.run({
            tool_name: 'device_id_analyzer',
            tool_version: '1.0.0',
            capture_selection: { capture_id: 'iphone_web_scan' },
            arguments: {},
            request_id: 'ids',
            timeout_ms: 60_000,
          }),
        );
        await show('Result');
        await result.getByRole('tab', { name: 'Summary' }).click();
        await expect(result.getByText('3 ids heard; 1 probable change of id')).toBeVisible();
        await expect(result.getByText(/never proof of identity\. Ids are weaker/)).toBeVisible();
        expect(await violations(workbench, 'Result'), 'ids: summary').toEqual([]);
        await result.getByRole('tab', { name: 'Device ids' }).click();
        await expect(result.getByRole('grid', { name: 'Device ids' }).getByRole('row')).toHaveCount(4);
        expect(await violations(workbench, 'Result'), 'ids').toEqual([]);
        await result.getByRole('tab', { name: 'Links' }).click();
        await expect(result.getByText('counts as a link')).toHaveCount(1);
        expect(await violations(workbench, 'Result'), 'ids: links').toEqual([]);
        await page.evaluate(() => window.workbench.close('iphone_web_scan'));

        await show('Call');
        await workbench.write('Invocation JSON', JSON.stringify(workbench.invocation(['chamber_four_phone']), null, 2));
        const offer = workbench.region('Proposed repair');
        await offer.getByText(/^Repair/).click();
        expect(await violations(workbench, 'Invocation editor'), 'repair').toEqual([]);
        await page.screenshot({ path: info.outputPath('repair.png') });

        await show('Audit');
        const dialog = page.getByRole('dialog');
        await workbench.region('Audit').getByRole('button', { name: 'Callers…' }).click();
        await expect(dialog.getByRole('list', { name: 'Callers' })).toContainText('Script in the console');
        expect(await violations(workbench, 'dialog'), 'callers').toEqual([]);
        await page.screenshot({ path: info.outputPath('callers.png') });
        await dialog.getByRole('button', { name: /^Show the lines/ }).click();
        expect(await violations(workbench, 'Audit'), 'lines of a caller').toEqual([]);
        await page.screenshot({ path: info.outputPath('caller-lines.png') });
        await workbench.region('Audit').getByRole('button', { name: 'Journal…' }).click();
        await dialog.getByLabel('A journal that was saved').fill('{"broken": 1}');
        await dialog.getByRole('button', { name: 'Verify journal' }).click();
        expect(await violations(workbench, 'dialog'), 'journal').toEqual([]);
        await page.screenshot({ path: info.outputPath('journal.png') });
        await page.keyboard.press('Escape');

        // The assistants of the same page: what each of them shows when it was used.
        await page.keyboard.press('Control+.');
        await page.getByRole('combobox', { name: 'Find an action' }).fill('transcript');
        await page.keyboard.press('Enter');
        const asked = JSON.stringify({ capture_selection: { capture_id: 'chamber_four_phones' }, sql: 'SELECT 1 AS one' });
        const tool_calls = [asked, asked.replace('phones', 'phone'), '{'].map((args, at) => ({
          id: `call_${String(at)}`,
          type: 'function',
          function: { name: 'capture_query', arguments: args },
        }));
        await dialog.getByRole('textbox', { name: 'Transcript' }).fill(JSON.stringify({ role: 'assistant', tool_calls }));
        const calls = dialog.getByRole('list', { name: 'Calls' }).locator('> li');
        await expect(calls).toHaveText([/Ready/, /Needs repair/, /Rejected/]);
        await calls.nth(0).getByRole('button', { name: 'Run' }).click();
        await expect(dialog.getByRole('textbox', { name: 'Answers as messages' })).toBeVisible();
        for (const closed of await dialog.locator('summary').all()) await closed.click();
        expect(await violations(workbench, 'dialog'), 'transcript').toEqual([]);
        await page.screenshot({ path: info.outputPath('transcript.png') });

        await dialog.getByRole('tab', { name: 'Schemas' }).click();
        await dialog.getByRole('searchbox').fill('address');
        await dialog.locator('summary').first().click();
        expect(await violations(workbench, 'dialog'), 'schemas and choice of tools').toEqual([]);
        await page.screenshot({ path: info.outputPath('schemas.png') });

        await dialog.getByRole('tab', { name: 'Planner' }).click();
        await dialog.getByRole('button', { name: 'Ask' }).click();
        const answer = dialog.getByRole('region', { name: 'Answer' });
        await expect(answer).toBeVisible();
        const step = dialog.getByRole('list', { name: 'Steps of the conversation' });
        await expect(step.locator('> li')).toHaveCount(1);
        // One step, one answer: it is said once.
        const said = (await answer.innerText()).split(': ').slice(1).join(': ').trim();
        expect(said).not.toBe('');
        expect((await step.locator('> li').allInnerTexts()).filter((text) => text.includes(said))).toEqual([]);
        await page.screenshot({ path: info.outputPath('planner-closed.png') });
        await step.locator('summary').first().click();
        expect(await violations(workbench, 'dialog'), 'planner').toEqual([]);
        await page.screenshot({ path: info.outputPath('planner.png') });
        await dialog.getByRole('combobox', { name: 'Planner' }).selectOption('plan');
        expect(await violations(workbench, 'dialog'), 'planner with a plan').toEqual([]);
        await page.keyboard.press('Escape');

        const log = info.outputPath('pairing.log');
        writeFileSync(log, btsnoop([addToResolvingList('00:11:22:33:44:55', 'ec0234a357c8ad05341010a60a397d9b', '0'.repeat(31) + '1')]));
        await show('Captures');
        await workbench.drop(log);
        await workbench.button('Add 2 resolving keys…').click();
        await expect(dialog).toBeVisible();
        expect(await violations(workbench, 'dialog'), 'found keys').toEqual([]);
        await page.screenshot({ path: info.outputPath('found-keys.png') });
        await page.keyboard.press('Escape');
      });
    });
  }
}
