import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../../src/selection/parse.ts';
import { withSelection } from '../../../src/selection/narrowed-call.ts';

const A = 'AA:BB:CC:DD:EE:01';
const B = 'AA:BB:CC:DD:EE:02';
const ONLY_A = `advertiser_addr IN ('${A}')`;
const time_range = { start_ms: 1_588_000_000_000, end_ms: 1_588_000_001_000 };
const selectionOf = (call: object): unknown => Reflect.get(call, 'capture_selection');

describe('a call narrowed to the selection', () => {
  it('keeps the members of the call and writes a window and a filter in the newer spelling', () => {
    const call = { tool_name: 't', extra: 1, capture_selection: { capture_ids: ['c'], selectors: { channels: ['37'] } } };
    expect(withSelection(call, { time_range, addresses: [A] })).toEqual({
      tool_name: 't',
      extra: 1,
      capture_selection: { capture_ids: ['c'], time_window: time_range, selectors: { channels: ['37'], filters: [ONLY_A] } },
    });
  });

  it('uses the spelling of the call', () => {
    const call = {
      capture_selection: {
        time_base: 'epoch',
        filter_expression: 'rssi > -90 OR crc_ok',
        selectors: { time_range: { start_ms: 0, end_ms: 1 } },
      },
    };
    const selection = selectionOf(withSelection(call, { time_range: { start_ms: 5, end_ms: 9 }, addresses: [A] }));
    expect(selection).toEqual({
      time_base: 'relative',
      filter_expression: `(rssi > -90 OR crc_ok) AND (${ONLY_A})`,
      selectors: { time_range: { start_ms: 5, end_ms: 9 } },
    });
    expect(parseFilter(String(Reflect.get(Object(selection), 'filter_expression'))).ok).toBe(true);
  });

  it.each([
    ['', ONLY_A],
    [`advertiser_addr IN ('${B}')`, ONLY_A],
    [`(rssi > -90 OR crc_ok) AND (advertiser_addr IN ('${B}'))`, `(rssi > -90 OR crc_ok) AND (${ONLY_A})`],
    [`rssi > -90 AND crc_ok AND (advertiser_addr IN ('${B}') OR device_id IN ('d'))`, `((rssi > -90) AND (crc_ok)) AND (${ONLY_A})`],
    [`rssi > -90 OR advertiser_addr IN ('${B}')`, `(rssi > -90 OR advertiser_addr IN ('${B}')) AND (${ONLY_A})`],
    ['rssi >', `(rssi >) AND (${ONLY_A})`],
  ])('replaces the addresses of an earlier selection in %j and nothing else', (before, after) => {
    const call = { capture_selection: { filter_expression: before } };
    expect(selectionOf(withSelection(call, { time_range: null, addresses: [A] }))).toEqual({ filter_expression: after });
  });

  it('replaces them in a list of filters', () => {
    const filters = ['crc_ok', `advertiser_addr IN ('${B}')`];
    const call = { capture_selection: { selectors: { filters } } };
    const selection = selectionOf(withSelection(call, { time_range: null, addresses: [A, 'device-1'] }));
    expect(selection).toEqual({ selectors: { filters: ['crc_ok', `${ONLY_A} OR device_id IN ('device-1')`] } });
  });

  it('does not change a call if nothing is selected', () => {
    const call = { capture_selection: { capture_id: 'c' } };
    expect(withSelection(call, { time_range: null, addresses: [] })).toEqual(call);
  });
});
