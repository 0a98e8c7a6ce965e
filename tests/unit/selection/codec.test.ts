import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallSelection } from '../../../src/selection/call.ts';
import { decodeSelection, encodeSelection } from '../../../src/selection/codec.ts';
import { describeSelection } from '../../../src/selection/words.ts';

const START = Date.UTC(2026, 3, 3, 8);

test('a selection is a short string', () => {
  const call: CallSelection = {
    capture_ids: ['lab_a', 'lab_b'],
    time_window: { start_ms: 0, end_ms: 120_000 },
    time_base: 'relative',
    selectors: { channels: ['37', '38'], filters: ['rssi > -92'] },
  };
  expect(encodeSelection(call)).toBe('1~lab_a!lab_b~r0-120000~37!38~rssi%20%3E%20-92');
  expect(encodeSelection({ capture_ids: ['lab_a'] })).toBe('1~lab_a');
});

test('any selection comes back from its string, which needs no escaping', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 });
  const list = fc.array(name, { minLength: 1, maxLength: 4 });
  const any = fc.record(
    {
      capture_ids: list,
      time_window: fc.record({ start_ms: fc.maxSafeNat(), end_ms: fc.maxSafeNat() }),
      time_base: fc.constantFrom('epoch' as const, 'relative' as const),
      selectors: fc.oneof(fc.record({ channels: list, filters: list }), fc.record({ channels: list }), fc.record({ filters: list })),
    },
    { requiredKeys: ['capture_ids', 'time_window', 'time_base'] },
  );
  fc.assert(
    fc.property(any, (call) => {
      const text = encodeSelection(call);
      expect(text).toMatch(/^[\w.~!%-]+$/);
      expect(decodeSelection(text)).toEqual({ ok: true, value: call });
    }),
  );
});

test('any other string is refused', () => {
  for (const text of ['', '2~a', '1', '1~', '1~a~5', '1~a~e5-x', '1~%zz', '1~a~~~~', `1~${'a'.repeat(70_000)}`]) {
    expect(decodeSelection(text)).toMatchObject({ ok: false, error: expect.stringMatching(/^expected /) as string });
  }
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof decodeSelection(text).ok === 'boolean'));
});

test('in words', () => {
  const base = { capture_ids: ['lab_a', 'lab_b'], channels: [], filters: [], windowed: false };
  const clock = describeSelection({ ...base, time_range: { start_ms: START, end_ms: START + 1_800_000 }, time_base: 'epoch' });
  expect(clock.line).toBe('lab_a and lab_b, all of 2026-04-03 08:00:00.000 to 08:30:00.000 UTC');
  const narrow = describeSelection({
    capture_ids: ['a'],
    channels: ['37', '38', '39'],
    filters: ['rssi > -92', 'crc_ok'],
    windowed: true,
    time_range: { start_ms: 500, end_ms: 3_723_004 },
    time_base: 'relative',
  });
  expect(narrow.line).toBe('a, 0.500 s to 1:02:03.004 after the start, channels 37, 38 or 39, rows where (rssi > -92) and (crc_ok)');
  expect(describeSelection({ ...base, time_range: null, time_base: 'none' })).toMatchObject({ time: 'no times', channels: 'all channels' });
});
