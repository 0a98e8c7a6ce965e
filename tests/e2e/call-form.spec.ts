import { violations } from '../support/axe.ts';
import { fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

test('a call is made in the form alone, broken, mended by a quick fix, taken back and run, by mouse and keys', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(fixture('mitll/anechoic_nrf52_0.pcapng'));
  const editor = workbench.region('Calls');
  const form = editor.getByRole('form', { name: 'Form of the call' });
  const json = editor.getByRole('textbox', { name: 'Invocation JSON' });
  const run = editor.getByRole('button', { name: 'Run', exact: true });
  const call = async (): Promise<Record<string, unknown>> =>
    JSON.parse((await json.locator('.cm-line').allTextContents()).join('\n')) as Record<string, unknown>;

  await workbench.go('Calls');
  await editor.getByRole('combobox', { name: 'Tool', exact: true }).selectOption('anova_tool');
  // Pickers know what is open: columns with their types, channels, when it was.
  const response = form.getByRole('combobox', { name: 'response' });
  await expect(response.getByRole('option', { name: 'rssi · SMALLINT' })).toHaveCount(1);
  await response.selectOption('rssi');
  await form.getByRole('button', { name: 'Remove factors 1' }).click();
  await form.getByRole('combobox', { name: 'Add a column to factors' }).selectOption('adv_type');
  await form.getByRole('checkbox', { name: '37', exact: true }).check();
  await form.getByRole('checkbox', { name: '38', exact: true }).check();
  await form.getByRole('textbox', { name: 'To', exact: true }).fill('2020-05-01T18:39:21.000');
  await form.getByRole('combobox', { name: 'Column of the new filter' }).selectOption('rssi');
  await form.getByRole('combobox', { name: 'Comparison of the new filter' }).selectOption('>');
  await form.getByRole('textbox', { name: 'Value of the new filter' }).fill('-95');
  await page.keyboard.press('Enter');
  await expect(json).toContainText('"rssi > -95"');
  expect(await call()).toMatchObject({
    capture_selection: {
      capture_ids: ['anechoic_nrf52_0'],
      time_window: { end_ms: Date.UTC(2020, 4, 1, 18, 39, 21) },
      selectors: { channels: ['37', '38'], filters: ['rssi > -95'] },
    },
    arguments: { response: 'rssi', factors: ['adv_type'] },
  });

  // What is typed is kept as it is spelt; what is no number yet holds Run, and changes nothing.
  await form.getByText('Optional').click();
  const alpha = form.getByRole('textbox', { name: 'alpha' });
  await alpha.focus();
  await page.keyboard.type('0.');
  await expect(run).toHaveAccessibleDescription(/is incomplete/);
  await expect(form.getByText('Expected a number such as')).toBeVisible();
  await page.keyboard.type('010');
  await expect(json).toContainText('"alpha": 0.010');
  await expect(run).toBeEnabled();

  await alpha.fill('7');
  await expect(alpha).toHaveAttribute('aria-invalid', 'true');
  const problems = editor.getByRole('list', { name: 'Problems in the call' });
  await problems.getByRole('button', { name: 'Change to 0.07' }).click();
  await expect(json).toContainText('"alpha": 0.07');
  await expect(alpha).toHaveValue('0.07');
  await alpha.focus();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(json).not.toContainText('"alpha": 0.07');
  await page.keyboard.press('ControlOrMeta+y');
  await page.keyboard.press('ControlOrMeta+y');
  await expect(alpha).toHaveValue('0.07');

  // Text that is no JSON freezes the form, and loses nothing.
  await json.locator('.cm-line').last().click();
  await page.keyboard.type('x');
  await expect(form.getByText('The JSON has errors, so the form is read-only.')).toBeVisible();
  await expect(alpha).toBeDisabled();
  await expect(alpha).toHaveValue('0.07');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(alpha).toBeEnabled();
  // The JSON knows the schema too: words about where the cursor is, and what can stand there, by keys.
  await json.locator('.cm-line', { hasText: '"response"' }).getByText('"rssi"').click();
  await expect(editor.getByText('Name of the numeric column whose means are compared.').last()).toBeVisible();
  await page.keyboard.press('Control+Space');
  const offers = page.getByRole('listbox', { name: 'Completions' });
  await expect(offers.getByRole('option', { name: '"length"' })).toBeVisible();
  // Nothing is chosen until an arrow key chooses it.
  await expect(offers.getByRole('option', { selected: true })).toHaveCount(0);
  const places = await offers.getByRole('option').allTextContents();
  for (let at = 0; at <= places.findIndex((text) => text.startsWith('"length"')); at += 1) await page.keyboard.press('ArrowDown');
  // Arrow keys in the text scroll the list, which axe cannot see.
  expect(await violations(page.locator('.cm-tooltip-autocomplete'), 'all', 'scrollable-region-focusable')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(response).toHaveValue('length');
  // One history: taken back and given again from the JSON, seen in the form.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(response).toHaveValue('rssi');
  await page.keyboard.press('ControlOrMeta+y');
  await expect(response).toHaveValue('length');
  // Over a name, the words of its value.
  await json.getByText('"timeout_ms"').hover();
  await expect(page.locator('.cm-tooltip-hover')).toContainText(/^timeout_ms: \w/);
  // One of the two alone, and both again.
  const parts = editor.getByRole('group', { name: 'Parts of the editor' });
  await parts.getByRole('button', { name: 'JSON' }).click();
  await expect(form).toBeHidden();
  await parts.getByRole('button', { name: 'Form' }).click();
  await expect(json).toBeHidden();
  await parts.getByRole('button', { name: 'Both' }).click();
  expect(await violations(editor)).toEqual([]);

  await alpha.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(workbench.region('Result')).toContainText(/adv_type/);
});
