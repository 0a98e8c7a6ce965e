import { describe, expect, it } from 'vitest';
import { SelectionState } from '../../../../src/ui/state/selection.svelte.ts';

describe('selection', () => {
  it('takes in what opens and lets go of what closes', () => {
    const selection = new SelectionState();
    selection.follow(['a', 'b'], [], true);
    selection.setCapture('a', false);
    selection.follow(['a', 'b', 'c'], ['a', 'b'], true);
    expect(selection.data.capture_ids).toEqual(['b', 'c']);
    selection.follow(['a', 'c'], ['a', 'b', 'c'], true);
    expect(selection.data.capture_ids).toEqual(['c']);
  });

  it('leaves a capture that was opened beside others out of calls until it is chosen', () => {
    const selection = new SelectionState();
    selection.follow(['a'], [], true);
    selection.follow(['a', 'b'], ['a'], false);
    expect(selection.effectiveCaptures(['a', 'b'])).toEqual(['a']);
    selection.setCapture('b', true);
    expect(selection.effectiveCaptures(['a', 'b'])).toEqual(['a', 'b']);
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

  it('knows the address that was chosen last, and none after several were chosen at once', () => {
    const selection = new SelectionState();
    const after = (change: () => void): string | undefined => {
      change();
      return selection.last;
    };
    expect(after(() => selection.toggleAddresses(['AA']))).toBe('AA');
    expect(after(() => selection.toggleAddresses(['BB']))).toBe('BB');
    expect(after(() => selection.toggleAddresses(['AA']))).toBe('BB');
    expect(after(() => selection.toggleAddresses(['CC', 'DD']))).toBeUndefined();
    expect(after(() => selection.setAddresses(['CC']))).toBe('CC');
    expect(after(() => selection.setTimeRange({ start_ms: 1, end_ms: 2 }))).toBe('CC');
    expect(after(() => selection.clear())).toBeUndefined();
  });
});
