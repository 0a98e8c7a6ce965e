import { expect, it } from 'vitest';
import { EVERY_LINE, filterLines, valuesOf } from '../../../../src/answers/journal/audit-lines.ts';
import { bench, call } from '../../../support/tools.ts';

it('shows the lines that fit every choice and hold every word', async () => {
  const { runner } = bench();
  await runner.run(call({ request_id: 'first' }));
  await runner.run(call({ request_id: 'second', arguments: { factor: 99 } }));
  await runner.run(call({ tool_name: 'nothing_known', request_id: 'third' }));
  const lines = runner.audit();
  const ids = (change: Partial<typeof EVERY_LINE>) => filterLines(lines, { ...EVERY_LINE, ...change }).map(({ request_id }) => request_id);
  expect(ids({})).toEqual(['first', 'second', 'third']);
  expect(ids({ status: 'error' })).toEqual(['second', 'third']);
  expect(ids({ tool: 'row_multiplier', status: 'error' })).toEqual(['second']);
  expect(ids({ decision: 'unknown' })).toEqual(['third']);
  expect(ids({ approval: 'approved' })).toEqual([]);
  expect(ids({ text: '  INVALID_value row_multiplier ' })).toEqual(['second']);
  expect(valuesOf(lines, 'tool')).toEqual(['nothing_known', 'row_multiplier']);
});
