import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MergeInfo, MergeMember } from '../../../../src/tables/merges.ts';
import { describeMember, describeMerge, formatMicros, formatOffset, parseOffset } from '../../../../src/answers/captures/merge-words.ts';

test('an offset is parsed as written, to the µs', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3_200_000_000_000_000, max: 3_200_000_000_000_000 }), (us) => {
      expect(parseOffset(formatOffset(us))).toEqual({ ok: true, value: us === 0 ? 0 : us });
    }),
  );
});

test.each([
  ['0', 0],
  ['1.5', 1_500_000],
  ['+0,000001', 1],
  [' -3600 ', -3_600_000_000],
  ['−0.25', -250_000],
])('%j is %d µs', (text, us) => {
  const offset = parseOffset(text);
  expect(offset.ok && offset.value === us).toBe(true);
});

test.each(['', '-', '1.0000001', '1e3', '0x10', '12 s', '1.', '9999999999', 'NaN'])('%j is no offset', (text) => {
  expect(parseOffset(text).ok).toBe(false);
});

test.each([
  [0.4, '0.4 µs'],
  [24.6, '25 µs'],
  [-13_307, '13.307 ms'],
  [2_500_001, '2.500001 s'],
])('%d µs reads %s', (us, text) => {
  expect(formatMicros(us)).toBe(text);
});

const member: MergeMember = {
  capture_id: 'b',
  sensor: null,
  state: 'aligned',
  clock: 'ts_us',
  offset_us: -13_307,
  drift_ppm: 34.43,
  residual_us: { median: 24.6, p95: 57 },
  tolerance_us: 250,
  common_packets: 2054,
  chance_packets: 0,
  comparable_rows: 7816,
  reason: null,
  residuals: [],
};

test('alignment in plain words', () => {
  expect(describeMember(member)).toEqual([
    'Its recorded time is moved back by 13.307 ms, and its clock runs 34.4 ppm slow.',
    '2,054 of its 7,816 packets (26 %) were also received by another sensor; chance explains none of them.',
    'Half of these agree within 25 µs, 95 % within 57 µs; up to 250 µs count as one transmission.',
  ]);
  expect(describeMember({ ...member, state: 'unaligned', reason: 'expected more, found less' })[0]).toContain('expected more, found less');
  expect(describeMember({ ...member, state: 'manual', residual_us: null, offset_us: 1e6 })).toEqual([
    'Its time is moved forward by 1.000000 s by hand.',
    'None of its packets was received by another sensor at that time, so nothing is marked as a duplicate.',
  ]);
  const info = { transmissions: 8212, duplicates: 2054, members: [member, { ...member, state: 'unaligned' }] } as unknown as MergeInfo;
  expect(describeMerge(info)).toBe(
    '8,212 transmissions; 2,054 further records of them are marked as duplicates; one capture is not aligned.',
  );
});
