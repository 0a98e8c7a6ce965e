import { fixture } from '../support/fixtures.ts';
import { expect, test, viewLink } from '../support/page.ts';

test('what is wrong with a call is said where it is written, and no call is left without an answer', async ({ workbench }) => {
  await workbench.drop(fixture('mitll/anechoic_nrf52_0.pcapng'));

  await test.step('broken JSON is shown at its line, and Run says why it waits', async () => {
    const editor = await workbench.at('Calls');
    await workbench.write('Invocation JSON', '{\n  "tool_name": "bluetooth_address_analyzer",\n  "timeout_ms": \n}');
    await expect(editor.getByRole('list', { name: 'Problems in the call' })).toContainText(/line [34]/);
    const run = editor.getByRole('button', { name: 'Run', exact: true });
    await expect(run).toBeDisabled();
    await expect(run).toHaveAccessibleDescription(/\w{3}/);
  });

  await test.step('faults of both kinds are listed together with code, path and line', async () => {
    const call = workbench.invocation(['anechoic_nrf52_0']);
    const faulty = { ...call, timeout_ms: 'soon', arguments: { ...(call['arguments'] as object), linkage_window_s: -5 } };
    const text = JSON.stringify(faulty, null, 2);
    await workbench.write('Invocation JSON', text);
    const problems = workbench.region('Calls').getByRole('list', { name: 'Problems in the call' }).getByRole('listitem');
    const lineOf = (key: string): string => `line ${String(text.split('\n').findIndex((line) => line.includes(key)) + 1)}`;
    await expect(problems.filter({ hasText: 'timeout_ms' })).toContainText(lineOf('"timeout_ms"'));
    await expect(problems.filter({ hasText: 'arguments.linkage_window_s' })).toContainText(lineOf('"linkage_window_s"'));
    await expect(workbench.region('Calls').getByRole('button', { name: 'Run', exact: true })).toBeDisabled();
  });

  await test.step('an answer does not take a person away from the view that they went on to', async () => {
    const editor = await workbench.at('Calls');
    await workbench.write('Invocation JSON', JSON.stringify(workbench.invocation(['anechoic_nrf52_0'])));
    const run = editor.getByRole('button', { name: 'Run', exact: true });
    await expect(run).toBeEnabled();
    const journal = viewLink(workbench.page, 'Journal');
    const buttons = [await run.elementHandle(), await journal.elementHandle()];
    // Both in one task: the answer comes after the view is left, however fast it is.
    await workbench.page.evaluate((both) => both.forEach((button) => (button as HTMLElement).click()), buttons);
    await workbench.idle();
    await expect(workbench.region('Journal').getByText('bluetooth_address_analyzer').first()).toBeVisible();
    await expect(workbench.region('Calls')).toBeHidden();
    await workbench.go('Calls');
  });

  await test.step('a call nobody can answer comes back as a failure, never as a rejection', async () => {
    const calls = [
      workbench.invocation(['anechoic_nrf52_0'], { tool_name: 'crystal_ball' }),
      workbench.invocation(['anechoic_nrf52_0'], { tool_version: '9.0.0' }),
      workbench.invocation(['no_such_capture']),
      'not even an object',
      null,
    ];
    const results = await workbench.page.evaluate(async (invocations) => {
      const answers = [];
      for (const invocation of invocations) answers.push(await window.workbench.run(invocation));
      return answers.map((result) => ({ status: result.status, code: result.errors[0]?.code, message: result.errors[0]?.message }));
    }, calls);
    expect(results.map((result) => result.status)).toEqual(calls.map(() => 'error'));
    expect(results.slice(0, 2).map((result) => result.code)).toEqual(['UNKNOWN_TOOL', 'UNSUPPORTED_TOOL_VERSION']);
    for (const { message } of results) expect(message?.length).toBeGreaterThan(10);
  });

  await test.step('a request_id that was used is refused', async () => {
    const call = workbench.invocation(['anechoic_nrf52_0']);
    const statuses = await workbench.page.evaluate(async (invocation) => {
      const first = await window.workbench.run(invocation);
      const second = await window.workbench.run(invocation);
      return [first.status, second.status, second.errors[0]?.code];
    }, call);
    expect(statuses).toEqual(['ok', 'error', expect.any(String)]);
  });

  await test.step('pasted text of ten megabytes is refused, and a key given twice is reported', async () => {
    const { page } = workbench;
    const editor = workbench.region('Calls');
    const problems = editor.getByRole('list', { name: 'Problems in the call' });
    await workbench.write(
      'Invocation JSON',
      '{\n  "tool_name": "capture_overview",\n  "timeout_ms": 5,\n  "tool_name": "capture_query"\n}',
    );
    await expect(problems).toContainText('expected every key once, got "tool_name" again (first in line 2)');
    await expect(problems).toContainText('line 4');

    await page.evaluate(() => {
      const list = Array.from({ length: 330_000 }, (_, at) => `  {"n": ${String(at)}, "text": "abc"}`);
      const text = `{"tool_name": "capture_overview", "arguments": {"list": [\n${list.join(',\n')}\n]}}`;
      if (text.length < 10_000_000) throw new Error(`only ${String(text.length)} characters`);
      const target = document.querySelector('[role=textbox][aria-label="Invocation JSON"]');
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(editor.getByRole('alert')).toContainText(
      /PAYLOAD_TOO_LARGE: expected at most 65,536 characters in an editor, got 1\d,\d{3},\d{3}/,
    );
    // What was there stays.
    await expect(problems).toContainText('expected every key once');
    await expect(editor.getByRole('textbox', { name: 'Invocation JSON' })).toContainText('"timeout_ms": 5');
    await workbench.write('Invocation JSON', '{}');
    await expect(problems).toContainText('MISSING_REQUIRED_ARGUMENT');
    await expect(editor.getByRole('alert')).toHaveCount(0);
  });

  await test.step('two hundred errors at once are counted, and the first 64 listed', async () => {
    const call = workbench.invocation(['anechoic_nrf52_0']);
    const extra = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`extra_${String(at)}`, at]));
    await workbench.write(
      'Invocation JSON',
      JSON.stringify({ ...call, arguments: { ...(call['arguments'] as object), ...extra } }, null, 1),
    );
    const editor = workbench.region('Calls');
    await expect(editor).toContainText('200 errors to fix first.');
    await expect(editor).toContainText('and 136 more errors');
  });
});
