import { SAMPLE } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

test('another caller: a transcript is pasted, judged, run and answered, and a script asks in a dialect', async ({ workbench }, info) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);

  await test.step('a pasted transcript: its calls are judged, one runs, one is mended, and the answers go back', async () => {
    const view = await workbench.at('Plans and agents');
    await view.getByRole('tab', { name: 'Transcript' }).click();
    const ask = (id: string, capture_id: string, rest: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [
        {
          id,
          type: 'function',
          function: { name: 'capture_query', arguments: `{"capture_selection": {"capture_id": "${capture_id}"}, ${rest}` },
        },
      ],
    });
    const sql = '"sql": "SELECT count(*) AS n FROM chamber_four_phones"';
    const messages = [
      ask('call_1', 'chamber_four_phone', `${sql}}`),
      ask('call_2', 'chamber_four_phones', `${sql}}`),
      ask('call_3', 'x', '"sq'),
    ];
    await view.getByRole('textbox', { name: 'Transcript' }).fill(JSON.stringify({ messages }));
    await expect(view.getByRole('status').first()).toContainText('OpenAI chat completions (detected): 3 calls, 2 can run');
    const calls = view.getByRole('list', { name: 'Calls' }).locator('> li');
    await expect(calls).toHaveText([/Needs repair.*INVALID_CAPTURE_SELECTION/s, /Ready/, /Rejected.*invalid_json/s]);
    expect(await page.evaluate(() => window.workbench.audit().length)).toBe(0);
    await page.screenshot({ path: info.outputPath('judged.png') });

    await calls.nth(0).getByRole('button', { name: 'Run repaired' }).click();
    await expect(calls.nth(0)).toContainText('Show the result');
    await calls.nth(1).getByRole('button', { name: 'Run' }).click();
    await expect(calls.nth(1)).toContainText('Show the result');
    const answers = view.getByRole('textbox', { name: 'Answers as messages' });
    await expect
      .poll(async () => (JSON.parse(await answers.inputValue()) as object[]).map((each) => ({ ...each, content: '' })))
      .toEqual([
        { role: 'tool', tool_call_id: 'call_1', content: '' },
        { role: 'tool', tool_call_id: 'call_2', content: '' },
      ]);
    expect(await page.evaluate(() => window.workbench.audit().map(({ entry, status }) => `${entry} ${status}`))).toEqual([
      'transcript ok',
      'transcript ok',
    ]);
    await page.screenshot({ path: info.outputPath('answered.png') });
    await calls.nth(1).getByRole('button', { name: 'Open in the editor' }).click();
    await expect(workbench.region('Calls').getByRole('textbox', { name: 'Invocation JSON' })).toContainText('"call_2"');

    // The same view asks a question of the list: its steps are seen, and become a plan to be changed.
    await page.keyboard.press('Control+.');
    await page.getByRole('combobox', { name: 'Find an action' }).fill('planner');
    await page.keyboard.press('Enter');
    await view.getByRole('combobox', { name: 'Question' }).selectOption('Does RSSI predict loss?');
    await view.getByRole('button', { name: 'Ask' }).click();
    await expect(view.getByRole('region', { name: 'Answer' })).toContainText('No difference in rssi between 2 groups of crc_ok is shown');
    await expect(view.getByRole('list', { name: 'Steps of the conversation' }).locator('> li')).toHaveCount(2);
    await expect(view.getByLabel('Budget')).toContainText('2 of 24');
    await page.screenshot({ path: info.outputPath('planner.png') });
    await view.getByRole('combobox', { name: 'Planner' }).selectOption('endpoint');
    await expect(view.getByRole('status')).toContainText('This build reaches no server');
    await expect(view.getByRole('button', { name: 'Ask' })).toBeDisabled();
    await view.getByRole('tab', { name: 'Schemas' }).click();
    await view.getByRole('searchbox').fill('address linkage');
    await expect(view.getByRole('table', { name: /in full/ })).toContainText('bluetooth_address_analyzer');
    await expect(view.getByRole('table', { name: /^Answers of this session/ })).toContainText('capture_query');
    const saved = page.waitForEvent('download');
    await view.getByRole('button', { name: 'Save the definitions' }).click();
    expect((await saved).suggestedFilename()).toBe('capture-workbench-tools.openai-chat.json');
    const example = page.waitForEvent('download');
    await view.getByRole('button', { name: 'Save an example transcript' }).click();
    expect((await example).suggestedFilename()).toBe('capture-workbench-example.openai-chat.json');
    await page.screenshot({ path: info.outputPath('schemas.png') });
    await view.getByRole('tab', { name: 'Ask' }).click();
    await view.getByRole('button', { name: 'Edit as a plan' }).click();
    await expect(view.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('another caller asks in its own dialect: a wrong call, the answer, the right one', async () => {
    const found = await page.evaluate(async () => {
      const wb = window.workbench;
      const before = wb.audit().length;
      const [capture] = wb.captures();
      const { value, warnings } = wb.encode('anthropic', { tools: ['capture_query'], choice: { name: 'query-capture' } });
      const ask = (id: string, input: object) => ({
        role: 'assistant',
        content: [{ type: 'tool_use', id, name: 'capture_query', input }],
        stop_reason: 'tool_use',
      });
      const selection = { capture_id: capture?.capture_id };
      const [wrong] = wb.decode('anthropic', ask('toolu_1', { capture_selection: selection, sql: 'SELECT nowhere FROM nothing' })).calls;
      const failed = await wb.run(wrong?.invocation);
      const answer = wb.encode('anthropic', { tools: [], results: [failed] }).value;
      const sql = `SELECT count(*) AS n FROM ${capture?.capture_id ?? ''}`;
      // In events, as a stream would bring it, and cut: the first one must not run.
      const stream = (stop: string) =>
        [
          { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'toolu_2', name: 'capture_query', input: {} } },
          ...(JSON.stringify({ capture_selection: selection, sql }).match(/.{1,9}/gs) ?? []).map((partial_json) => ({
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'input_json_delta', partial_json },
          })),
          { type: 'message_delta', delta: { stop_reason: stop } },
        ]
          .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
          .join('');
      const cut = wb.decode('anthropic', stream('max_tokens'));
      const [right] = wb.decode('anthropic', stream('tool_use')).calls;
      const ok = await wb.run(right?.invocation);
      return {
        offered: value['tools'],
        choice: value['tool_choice'],
        warned: warnings.map(({ code }) => code),
        answer,
        cut: cut.calls.map(({ invocation, error }) => [invocation, error?.errorCode]),
        results: [failed, ok].map(({ status, tool_call_id, errors }) => [status, tool_call_id, errors.map(({ code }) => code)]),
        rows: ok.structured_output?.['rows'],
        packets: capture?.row_count,
        journal: wb
          .audit()
          .slice(before)
          .map((entry) => [entry.entry, entry.request_id]),
      };
    });
    expect(found.offered).toMatchObject([{ name: 'capture_query', input_schema: { type: 'object', additionalProperties: false } }]);
    expect([found.choice, found.warned]).toEqual([{ type: 'tool', name: 'capture_query' }, ['SAID_IN_WORDS']]);
    expect(found.answer).toMatchObject({ messages: [{ role: 'user', content: [{ tool_use_id: 'toolu_1', is_error: true }] }] });
    expect(found.cut).toEqual([[null, 'invalid_json']]);
    expect(found.results).toEqual([
      ['error', 'toolu_1', ['SQL_ERROR']],
      ['ok', 'toolu_2', []],
    ]);
    expect(found.rows).toEqual([[found.packets]]);
    expect(found.journal).toEqual([
      ['console', 'toolu_1'],
      ['console', 'toolu_2'],
    ]);
    const refused = await page.evaluate(() => {
      const caught = (work: () => unknown): string => {
        try {
          return String(work());
        } catch (error) {
          return (error as Error).message;
        }
      };
      return [caught(() => window.workbench.decode('anthropic', '<html>')), caught(() => window.workbench.encode('soap'))];
    });
    expect(refused[0]).toContain('expected a transcript');
    expect(refused[1]).toContain('expected one of openai-chat');
  });
});
