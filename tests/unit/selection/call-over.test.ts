import { expect, it } from 'vitest';
import { callOver, callWithFilter } from '../../../src/selection/narrowed-call.ts';

const call = {
  tool_name: 'summary_stats_tool',
  extra: 1,
  capture_selection: { capture_ids: ['a'], time_window: { start_ms: 1, end_ms: 2 }, note: 'kept' },
};

it('replaces the rows of a call and keeps unknown members', () => {
  expect(callOver(call, { capture_ids: ['b'], selectors: { filters: ['rssi > -60'] } })).toEqual({
    tool_name: 'summary_stats_tool',
    extra: 1,
    capture_selection: { note: 'kept', capture_ids: ['b'], selectors: { filters: ['rssi > -60'] } },
  });
});

it('writes a filter under the key that the call uses, never under both', () => {
  const plain = callWithFilter({ ...call, capture_selection: { capture_ids: ['a'], selectors: { channels: ['37'] } } }, 'crc_ok');
  expect(plain['capture_selection']).toEqual({ capture_ids: ['a'], selectors: { channels: ['37'], filters: ['crc_ok'] } });
  const other = callWithFilter({ ...call, capture_selection: { capture_id: 'a', filter_expression: 'rssi > 1' } }, 'crc_ok');
  expect(other['capture_selection']).toEqual({ capture_id: 'a', filter_expression: 'crc_ok' });
});
