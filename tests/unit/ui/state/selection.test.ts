import { describe, expect, it } from 'vitest';
import { SelectionState } from '../../../../src/ui/state/selection.svelte.ts';

describe('selection', () => {
  it('takes in what opens and lets go of what closes', () => {
    const selection = new SelectionState();
    selection.follow(['a', 'b'], []);
    selection.setCapture('a', false);
    selection.follow(['a', 'b', 'c'], ['a', 'b']);
    expect(selection.data.capture_ids).toEqual(['b', 'c']);
    selection.follow(['a', 'c'], ['a', 'b', 'c']);
    expect(selection.data.capture_ids).toEqual(['c']);
  });

  it('means all captures where none is chosen', () => {
    const selection = new SelectionState();
    expect(selection.effectiveCaptures(['a', 'b'])).toEqual(['a', 'b']);
    selection.setCapture('b', true);
    expect(selection.effectiveCaptures(['a', 'b'])).toEqual(['b']);
  });

  it('holds addresses and a time range as data', () => {
    const selection = new SelectionState();
    selection.setAddress('AA', true);
    selection.setAddress('AA', true);
    selection.setTimeRange({ start_ms: 1, end_ms: 2 });
    expect(selection.data).toEqual({ capture_ids: [], time_range: { start_ms: 1, end_ms: 2 }, addresses: ['AA'] });
    selection.setAddress('AA', false);
    expect(selection.hasAddress('AA')).toBe(false);
  });

  it('takes several addresses in, and out again when it has them all', () => {
    const selection = new SelectionState();
    selection.toggleAddresses(['AA', 'BB']);
    selection.toggleAddresses(['BB', 'CC']);
    expect(selection.data.addresses).toEqual(['AA', 'BB', 'CC']);
    selection.toggleAddresses(['AA', 'CC']);
    expect([selection.data.addresses, selection.narrowed]).toEqual([['BB'], true]);
    selection.clearAddresses();
    expect(selection.narrowed).toBe(false);
  });
});
