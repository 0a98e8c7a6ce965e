import { readFileSync } from 'node:fs';
import { violations } from '../support/axe.ts';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';
import { expectAccessible } from '../support/screens.ts';

// Every screen and every dialog passes axe in screens.spec.ts, where they are kept as pictures. Here are states of them that more work
// leads to, in both themes; tools.spec.ts (4K), live.long.spec.ts and servers.long.spec.ts do the same for theirs.

test('axe finds text of too little contrast, however its colours are written, and a button without a name', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>axe</title><main><h1>axe</h1>
    <p id="grey" style="color: #777; background: #888">grey</p><p style="color: #666; background: #fff0">grey on paper</p>
    <p id="mixed" style="color: color-mix(in srgb, #773, #883); background: rgb(0 0 0 / 40%)">mixed</p><p>black</p><button></button></main>`);
  const colours = [/^color-contrast: #grey /, /^color-contrast: #mixed /].map((pattern) => expect.stringMatching(pattern));
  expect(await violations(page, 'colours')).toEqual(colours);
  expect(await violations(page)).toEqual([expect.stringMatching(/^button-name: button /), ...colours]);
  expect(await violations(page.locator('h1, #mixed'), 'colours')).toEqual(colours.slice(1));
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const) {
  test.describe(`${String(width)} × ${String(height)}`, () => {
    test.use({ viewport: { width, height } });

    test('what is reached by work passes axe: copies of a call, plots as tables, callers, assistants and what they answer', async ({
      workbench,
    }) => {
      const { page } = workbench;
      const dialog = page.getByRole('dialog');
      const result = workbench.region('Result');
      const agents = workbench.region('Plans and agents');
      await workbench.drop(SAMPLE);
      await (await workbench.at('Packets')).getByRole('button', { name: 'Copy call' }).click();
      const copies = page.getByRole('group', { name: 'Copy call' });
      await copies.getByRole('button', { name: 'MCP', exact: true }).click();
      await expect(copies.getByRole('status')).not.toBeEmpty();
      await expectAccessible('the menu that copies a call', copies);
      await page.keyboard.press('Escape');
      await page.evaluate(() =>
        window.workbench.run({
          tool_name: 'summary_stats_tool',
          tool_version: '1.0.0',
          capture_selection: { capture_id: 'chamber_four_phones' },
          arguments: { columns: ['rssi', 'length'] },
          request_id: 'summary',
          timeout_ms: 60_000,
        }),
      );
      await workbench.go('Result');
      await result.getByRole('tab', { name: 'JSON' }).click();
      await expectAccessible('the whole result', result);
      await result.getByRole('tab', { name: 'Plots' }).click();
      await expect(result.getByRole('img')).toHaveCount(2);
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
      await expectAccessible('plot as table', result);
      const rows = page.waitForEvent('download');
      // Other plots have their rows too.
      await result
        .getByRole('button', { name: /^Save .* as CSV$/ })
        .first()
        .click();
      expect(readFileSync(await (await rows).path(), 'utf8').split('\r\n').length).toBeGreaterThan(2);

      await workbench.go('Journal');
      await workbench.region('Journal').getByRole('button', { name: 'Callers…' }).click();
      await expect(dialog.getByRole('list', { name: 'Callers' })).toContainText('Script in the console');
      await dialog.getByRole('button', { name: /^Show the lines/ }).click();
      await workbench.region('Journal').getByRole('button', { name: 'Filter (on)' }).click();
      await expectAccessible('lines of a caller', workbench.region('Journal'));
      await workbench.region('Journal').getByRole('button', { name: 'Journal…' }).click();
      await dialog.getByLabel('Paste or drop a saved journal').fill('{"broken": 1}');
      await dialog.getByRole('button', { name: 'Verify journal' }).click();
      await expectAccessible('a broken journal', dialog);
      await page.keyboard.press('Escape');

      await workbench.button('Share').click();
      await dialog.getByRole('radio', { name: /^Masked/ }).check();
      await expectAccessible('sharing masked', dialog);
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
      await agents.getByRole('textbox', { name: 'Transcript' }).fill(JSON.stringify({ role: 'assistant', tool_calls }));
      const calls = agents.getByRole('list', { name: 'Calls' }).locator('> li');
      await expect(calls).toHaveText([/Ready/, /Needs repair/, /Rejected/]);
      await calls.nth(0).getByRole('button', { name: 'Run' }).click();
      await expect(agents.getByRole('textbox', { name: 'Answers as messages' })).toBeVisible();
      for (const closed of await agents.locator('summary').all()) await closed.click();
      await expectAccessible('a transcript that was run', agents);

      await agents.getByRole('tab', { name: 'Schemas' }).click();
      await agents.getByRole('searchbox').fill('address');
      await agents.locator('summary').first().click();
      await expectAccessible('schemas of the tools that words find', agents);

      await agents.getByRole('tab', { name: 'Ask' }).click();
      await agents.getByRole('button', { name: 'Ask' }).click();
      const answer = agents.getByRole('region', { name: 'Answer' });
      await expect(answer).toBeVisible();
      const step = agents.getByRole('list', { name: 'Steps of the conversation' });
      await expect(step.locator('> li')).toHaveCount(1);
      // One step has one answer, which is announced once.
      const said = (await answer.innerText()).split(': ').slice(1).join(': ').trim();
      expect(said).not.toBe('');
      expect((await step.locator('> li').allInnerTexts()).filter((text) => text.includes(said))).toEqual([]);
      await step.locator('summary').first().click();
      await expectAccessible('what the planner was shown', agents);
      await agents.getByRole('combobox', { name: 'Planner' }).selectOption('plan');
      await expectAccessible('a planner that is given a plan', agents);
    });
  });
}
