import { readFileSync } from 'node:fs';
import type { TraceRequest } from '../../src/planner/trace.ts';
import { askingPage } from '../support/asking.ts';
import type { HeldAnswer } from '../support/held-endpoint.ts';
import { expect, test } from '../support/page.ts';
import { expectAccessible } from '../support/screens.ts';

const call = (id: string, column: string): object => ({
  role: 'assistant',
  tool_calls: [
    {
      index: 0,
      id,
      type: 'function',
      function: {
        name: 'capture_query',
        arguments: JSON.stringify({
          capture_selection: { capture_id: 'chamber_four_phones' },
          sql: `SELECT count(${column}) AS n FROM chamber_four_phones`,
        }),
      },
    },
  ],
});
const roles = ({ request }: HeldAnswer): readonly string[] => request.messages.map(({ role }) => role);

test('a conversation with approval is paused, survives a reload, goes on, is forked, leaves its trace, and is deleted for good', async ({
  page,
  context,
}, info) => {
  const { endpoint, guard, workbench, view, close } = await askingPage(page, context);
  const list = view.getByRole('list', { name: 'Conversations' }).getByRole('listitem');
  const steps = view.getByRole('list', { name: 'Steps of the conversation' }).locator('> li');
  const answer = view.getByRole('region', { name: 'Answer', exact: true });
  const approval = page.getByRole('dialog', { name: 'Approve this call?' });
  const approve = approval.getByRole('button', { name: 'Approve', exact: true });
  const comeBack = async (): Promise<void> => {
    await page.reload();
    await page.evaluate(() => window.workbench.ready);
    await page.getByRole('button', { name: /^Open the session of / }).click();
    await expect.poll(() => page.evaluate(() => window.workbench.captures().length)).toBe(1);
    await workbench.idle();
    await workbench.act('planner');
  };
  // Agents are allowed tools within the person's own limits, so the approval that these require holds for them too.
  await page.evaluate(() => {
    const policy = window.workbench.policy();
    return window.workbench.setPolicy({ ...policy, requireApprovalForEffects: ['read_only', 'state_change', 'external_side_effect'] });
  });
  await view.getByRole('button', { name: 'Allow it the read-only tools' }).click();
  await view.getByRole('button', { name: 'Ask', exact: true }).click();

  // The first call is approved; while the model thinks about the second, the person pauses, and closes the page instead of deciding.
  (await endpoint.next()).answer(call('call_1', '*'), 'tool_calls');
  await approve.click();
  const second = await endpoint.next();
  await expect(list).toHaveText([/How many packets are there\?.*running, 1 step/]);
  await view.getByRole('button', { name: 'Pause' }).click();
  await expect(view.getByRole('status')).toHaveText('Pausing after this step…');
  await expect(view.getByRole('button', { name: 'Pause' })).toBeDisabled();
  second.answer(call('call_2', 'rssi'), 'tool_calls');
  await expect(approval).toBeVisible();
  await page.screenshot({ path: info.outputPath('waits.png') });

  await comeBack();
  await expect(list).toHaveText([/How many packets are there\?.*paused, 2 steps/]);
  await list.getByRole('button', { name: 'Resume' }).click();
  await expect(approval).toBeVisible();
  await approve.click();
  const third = await endpoint.next();
  expect(roles(third)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
  third.answer({ role: 'assistant', content: 'There are many.' }, 'stop');
  await expect(answer).toHaveText('There are many.');
  await expect(list).toHaveText([/answered, 2 steps/]);
  await expect(list.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  await expectAccessible('a conversation that was resumed', view);

  // The fork shares the first step; its own answer does not change the conversation that it came from.
  await steps.nth(0).getByRole('button', { name: 'Fork after step 1' }).click();
  await expect(list).toHaveText([/paused, 1 step, forked after step 1/, /answered, 2 steps/]);
  await expect(steps).toHaveCount(1);
  await list.nth(0).getByRole('button', { name: 'Resume' }).click();
  const fourth = await endpoint.next();
  expect(roles(fourth)).toEqual(['system', 'user', 'assistant', 'tool']);
  fourth.answer({ role: 'assistant', content: 'There are some.' }, 'stop');
  await expect(answer).toHaveText('There are some.');
  await list.nth(1).getByRole('button', { name: 'How many packets are there?' }).click();
  await expect(answer).toHaveText('There are many.');
  await expect(steps).toHaveCount(2);

  // The trace is OTLP JSON: the agent, each answer and each call, and nothing that was said.
  const saved = page.waitForEvent('download');
  await list.nth(1).getByRole('button', { name: 'Save the trace' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^capture-workbench-trace\..+\.json$/);
  const text = readFileSync(await file.path(), 'utf8');
  const { spans } = (JSON.parse(text) as TraceRequest).resourceSpans[0]!.scopeSpans[0]!;
  const once = ['chat small', 'execute_tool capture_query'];
  expect(spans.map(({ name }) => name)).toEqual(['invoke_agent capture-workbench', ...once, ...once, 'chat small']);
  expect(text).not.toMatch(/packets|many|SELECT/);

  for (const theme of ['light', 'dark'] as const)
    for (const width of [390, 1280, 1920]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: width === 390 ? 844 : 1000 });
      await list.first().scrollIntoViewIfNeeded();
      await page.screenshot({ path: info.outputPath(`list-${theme}-${String(width)}.png`) });
    }
  await page.setViewportSize({ width: 1280, height: 800 });

  // Deleting takes a second press, clears what is shown of it, and lasts.
  await list.nth(1).getByRole('button', { name: 'Delete…' }).click();
  await list.nth(1).getByRole('button', { name: 'Keep' }).click();
  await expect(list).toHaveCount(2);
  await list.nth(1).getByRole('button', { name: 'Delete…' }).click();
  await list.nth(1).getByRole('button', { name: 'Delete the conversation' }).click();
  await expect(list).toHaveText([/answered, 1 step, forked/]);
  await expect(steps).toHaveCount(0);
  await comeBack();
  await expect(list).toHaveText([/answered, 1 step, forked/]);
  expect([endpoint.untaken(), guard.foreign]).toEqual([0, []]);
  await close();
});
