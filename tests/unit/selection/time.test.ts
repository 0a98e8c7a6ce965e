import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { normaliseSelection } from '../../../src/selection/normalise.ts';
import { toRelation } from '../../../src/selection/relation.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { bleCapture, opened, relativeCapture, tableCapture } from './support.ts';

const START = 1712131200000;
const epoch = bleCapture('lab', { time_range: { start_ms: START, end_ms: START + 120_000 } });
const later = bleCapture('later', { time_range: { start_ms: START + 200_000, end_ms: START + 300_000 } });
const cap = relativeCapture('cap_2026_03_14_a');

function judge(captures: readonly CaptureInfo[], start_ms: number, end_ms: number, time_base?: string) {
  const raw = {
    capture_ids: captures.map((it) => it.capture_id),
    time_window: { start_ms, end_ms },
    ...(time_base !== undefined && { time_base }),
  };
  return normaliseSelection(raw, opened(...captures));
}

function message(captures: readonly CaptureInfo[], start_ms: number, end_ms: number, time_base?: string): string {
  const result = judge(captures, start_ms, end_ms, time_base);
  if (result.ok) throw new Error('accepted');
  expect(result.errors).toMatchObject([{ code: 'UNSUPPORTED_TIME_RANGE', path: ['capture_selection', 'time_window'] }]);
  return result.errors[0]!.message;
}

function window(captures: readonly CaptureInfo[], start_ms: number, end_ms: number, time_base?: string) {
  const result = judge(captures, start_ms, end_ms, time_base);
  if (!result.ok) throw new Error(result.errors[0]!.message);
  return { ...result.value.time_range, base: result.value.time_base, codes: result.warnings.map(({ code }) => code) };
}

describe('a window outside of the captures is rejected with the supported range', () => {
  it('in the words of the contract', () => {
    expect(message([cap], 0, 999_999)).toBe('Requested 0-999999ms but capture cap_2026_03_14_a supports 0-120000ms');
  });

  it('in the caller’s spelling', () => {
    const old = { capture_id: cap.capture_id, selectors: { time_range: { start_ms: 0, end_ms: 999_999 } } };
    expect(normaliseSelection(old, opened(cap))).toMatchObject({
      ok: false,
      errors: [
        {
          code: 'UNSUPPORTED_TIME_RANGE',
          path: ['capture_selection', 'selectors', 'time_range'],
          details: { supported: { start_ms: 0, end_ms: 120_000 } },
        },
      ],
    });
  });

  test.each<[string, CaptureInfo[], number, number, string | undefined, string]>([
    [
      'both bases',
      [epoch],
      0,
      999_999,
      undefined,
      `Requested 0-999999ms but capture lab supports 0-120000ms (${START}-${START + 120_000}ms since 1970-01-01 UTC)`,
    ],
    ['from 1970', [epoch], START - 60_000, START, undefined, `supports ${START}-${START + 120_000}ms (0-120000ms from the start)`],
    ['several', [epoch, later], 0, 360_000, undefined, 'captures lab, later support 0-300000ms'],
    ['inverted', [cap], 5, 1, undefined, 'Requested 5-1ms but capture cap_2026_03_14_a supports 0-120000ms; start_ms is after end_ms'],
    ['two bases in one window', [epoch], 0, START, undefined, '; start_ms counts from the start of the capture, end_ms from 1970'],
    ['said to be relative', [epoch], START, START, 'relative', 'supports 0-120000ms'],
    ['said to be epoch', [epoch], 0, 10, 'epoch', `supports ${START}-`],
    [
      'no time',
      [tableCapture('t', [{ name: 'x', type: 'DOUBLE' }])],
      0,
      10,
      undefined,
      'Requested 0-10ms but capture t has no row with a time',
    ],
  ])('%s', (_, captures, start, end, base, expected) => {
    expect(message(captures, start, end, base)).toContain(expected);
  });
});

test.each([
  ['the end', 1000, 120_000 + 59_999, { start_ms: START + 1000, end_ms: START + 120_000 }],
  ['both ends', START - 59_999, START + 120_001, { start_ms: START, end_ms: START + 120_000 }],
])('a window that reaches less than a minute beyond %s is cut to the capture, with a warning', (_, start, end, range) => {
  expect(window([epoch], start, end)).toEqual({ ...range, base: 'epoch', codes: ['TIME_RANGE_CLAMPED'] });
});

describe('a window within the captures', () => {
  it('counts from the first packet or from 1970', () => {
    const absolute = { start_ms: START + 10, end_ms: START + 20, base: 'epoch', codes: [] };
    expect(window([epoch], 10, 20)).toEqual(absolute);
    expect(window([epoch], START + 10, START + 20)).toEqual(absolute);
    expect(window([epoch], START + 10, START + 20, 'epoch')).toEqual(absolute);
  });

  it('of a capture without a wall clock is relative in either spelling, and is reported as such', () => {
    const offset = { start_ms: 10, end_ms: 20, base: 'relative', codes: ['NO_WALL_CLOCK'] };
    expect(window([cap], 10, 20)).toEqual(offset);
    expect(window([cap], 10, 20, 'epoch')).toEqual(offset);
  });

  it('can leave a capture without rows, with a warning', () => {
    expect(window([epoch, later], 0, 130_000).codes).toEqual(['EMPTY_CAPTURE']);
    expect(window([epoch, later], 130_000, 140_000).codes).toEqual(['EMPTY_CAPTURE', 'EMPTY_CAPTURE']);
    expect(window([epoch, tableCapture('t', [{ name: 'x', type: 'DOUBLE' }])], 0, 1).codes).toEqual(['EMPTY_CAPTURE']);
  });

  it('of captures with and without a clock counts from the start of each kind', () => {
    expect(window([epoch, cap], 0, 10)).toMatchObject({
      start_ms: 0,
      end_ms: 10,
      base: 'relative',
      codes: ['NO_WALL_CLOCK', 'MIXED_TIME_BASES'],
    });
    expect(window([epoch, cap], START, START + 10)).toMatchObject({
      base: 'epoch',
      codes: ['NO_WALL_CLOCK', 'MIXED_TIME_BASES', 'EMPTY_CAPTURE'],
    });
  });

  it('becomes half-open µs within the range of all captures', () => {
    const span = fc
      .tuple(fc.nat(4_000_000), fc.nat(4_000_000))
      .map(([from, length]) => ({ start_ms: START + from, end_ms: START + from + length }));
    fc.assert(
      fc.property(
        fc.array(span, { minLength: 1, maxLength: 4 }),
        fc.nat(9_000_000),
        fc.nat(9_000_000),
        fc.boolean(),
        (spans, from, length, absolute) => {
          const captures = spans.map((time_range, index) => bleCapture(`c_${index}`, { time_range }));
          const first = Math.min(...spans.map(({ start_ms }) => start_ms));
          const last = Math.max(...spans.map(({ end_ms }) => end_ms));
          const start = first + from;
          const end = start + length;
          const shift = absolute ? 0 : first;
          const result = judge(captures, start - shift, end - shift);
          expect(result.ok).toBe(end <= last);
          if (!result.ok) return;
          expect(result.value.time_range).toEqual({ start_ms: start, end_ms: end });
          const { values } = toRelation(result.value, opened(...captures));
          expect(values.slice(0, 3)).toEqual(['c_0', BigInt(start) * 1000n, BigInt(end + 1) * 1000n]);
          const silent = spans.filter((it) => it.end_ms < start || it.start_ms > end).length;
          expect(result.warnings.filter(({ code }) => code === 'EMPTY_CAPTURE')).toHaveLength(silent);
        },
      ),
    );
  });
});
