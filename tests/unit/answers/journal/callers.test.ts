import { expect, it, test } from 'vitest';
import { byCaller, byServer, callerOf, serverOf } from '../../../../src/answers/journal/callers.ts';
import { EVERY_LINE, filterLines, valuesOf } from '../../../../src/answers/journal/audit-lines.ts';
import { bench, call, multiplier } from '../../../support/tools.ts';

test.each([
  ['page', 'user:local', 'Person on the page'],
  ['console', 'user:local', 'Script in the console'],
  ['planner', 'user:local', 'Person, by a planner without a model'],
  ['planner', 'agent:local-model', 'Model on this machine'],
  ['planner', 'agent:built-in-model', 'Model of the browser'],
  ['webmcp', 'agent:webmcp', 'Browser agent'],
  ['mcp', 'agent:mcp', 'MCP client'],
  ['console', 'agent:nightly', 'Script in the console (nightly)'],
  // From a journal written by another program.
  ['side-door', 'user:local', 'side-door'],
  ['constructor', 'agent:__proto__', 'constructor (__proto__)'],
  ['page', '__proto__', 'Person on the page'],
])('through %s as %s: %s', (entry, actor, name) => {
  expect(callerOf({ entry, actor })).toBe(name);
});

test.each([
  ['mcp__lab__echo', 'lab'],
  ['mcp__lab_two__echo_1', 'lab_two'],
  ['capture_query', null],
  ['mcp_lab', null],
])('the server of %s is %s', (tool, server) => {
  expect(serverOf(tool)).toBe(server);
});

it('sums what each caller called, how it ended, what was asked and refused, whoever called last first', async () => {
  const answers: ('approved' | 'rejected')[] = ['approved'];
  const { runner, clock } = bench(
    [
      multiplier(),
      multiplier({
        manifest: {
          name: 'careful_multiplier',
          kebab_name: 'multiply-with-care',
          effect: 'state_change',
          category: 'mutation',
          deterministic: true,
        },
      }),
    ],
    {
      approve: () => Promise.resolve({ kind: answers.shift() ?? 'rejected', by: 'Ada' }),
    },
  );
  const careful = { tool_name: 'careful_multiplier' };
  await runner.run(call({ request_id: 'a' }), { entry: 'page' });
  clock.move(60_000);
  await runner.run(call({ request_id: 'b', arguments: { factor: 99 } }), { entry: 'page' });
  await runner.run(call({ request_id: 'c', ...careful }), { entry: 'page', interactive: true });
  await runner.run(call({ request_id: 'c2', ...careful, arguments: { factor: 4 } }), { entry: 'page', interactive: true });
  await runner.run(call({ request_id: 'c3', ...careful, arguments: { factor: 5 } }), { entry: 'page' });
  clock.move(60_000);
  await runner.run(call({ request_id: 'd' }), { entry: 'webmcp', context: { agent: { id: 'webmcp', version: '2026' } } });
  const lines = runner.audit();
  expect(byCaller(lines)).toEqual([
    {
      name: 'Browser agent',
      calls: 1,
      tools: [['row_multiplier', 1]],
      first: '2026-04-03T08:02:00.000Z',
      last: '2026-04-03T08:02:00.000Z',
      ...{ ok: 0, partial: 0, failed: 1, denied: 1, approved: 0, modified: 0, rejected: 0, unattended: 0 },
      codes: [['POLICY_DENIED', 1]],
    },
    {
      name: 'Person on the page',
      calls: 5,
      tools: [
        ['careful_multiplier', 3],
        ['row_multiplier', 2],
      ],
      first: '2026-04-03T08:00:00.000Z',
      last: '2026-04-03T08:01:00.000Z',
      ...{ ok: 2, partial: 0, failed: 3, denied: 1, approved: 1, modified: 0, rejected: 1, unattended: 0 },
      codes: [
        ['APPROVAL_REJECTED', 1],
        ['INVALID_VALUE', 1],
        ['POLICY_DENIED', 1],
      ],
    },
  ]);
  expect(valuesOf(lines, 'caller')).toEqual(['Browser agent', 'Person on the page']);
  expect(filterLines(lines, { ...EVERY_LINE, caller: 'Browser agent' }).map(({ request_id }) => request_id)).toEqual(['d']);
  expect(byServer(lines)).toEqual([]);
  const foreign = lines.map((line) => ({ ...line, tool_name: 'mcp__lab__echo' }));
  expect(byServer(foreign)).toMatchObject([{ name: 'lab', calls: 6, tools: [['mcp__lab__echo', 6]] }]);
});
