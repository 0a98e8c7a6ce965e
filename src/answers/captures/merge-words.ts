import { err, ok, type Result } from '../../base/result.ts';
import type { MergeInfo, MergeMember } from '../../tables/merges.ts';
import type { PointPlot } from '../charts/plot.ts';
import { formatCount } from '../../base/format.ts';

/** Parses an offset in seconds to µs: "-0.013307" → -13307. The decimal separator may be a comma. */
export function parseOffset(text: string): Result<number, string> {
  const match = /^([+\-−]?)(\d{1,10})(?:[.,](\d{1,6}))?$/.exec(text.trim());
  if (!match) return err('Expected seconds with at most six decimals, as in -1.000250');
  const [, sign, seconds = '0', fraction = ''] = match;
  const us = Number(seconds) * 1e6 + Number(fraction.padEnd(6, '0'));
  if (us > FARTHEST_US) return err('Expected less than 100 years');
  return ok(sign === '-' || sign === '−' ? -us : us);
}

const FARTHEST_US = 3.2e15;

/** Writes an offset in µs in seconds: -13307 → "-0.013307". */
export function formatOffset(us: number): string {
  const digits = String(Math.abs(us)).padStart(7, '0');
  return `${us < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Writes a time difference in a suitable unit: "25 µs", "1.2 ms", "13.307 ms", "2.5 s", "3 600.0 s". */
export function formatMicros(us: number): string {
  const size = Math.abs(us);
  if (size < 1000) return `${size < 10 ? size.toFixed(1) : size.toFixed(0)} µs`;
  if (size < 1e6) return `${(size / 1e3).toFixed(3)} ms`;
  return `${formatCount(Math.floor(size / 1e6))}.${String(Math.floor(size % 1e6)).padStart(6, '0')} s`;
}

/** Describes how a capture was aligned in a merged view, one sentence per fact. */
export function describeMember(member: MergeMember): string[] {
  switch (member.state) {
    case 'reference':
      return [
        member.clock === 'radio_ts_us'
          ? `Its time is the reference. Rows are placed by its radio clock, converted to its computer's time; that moves them by ${formatMicros(member.offset_us)}, typically.`
          : 'Its time is the reference.',
      ];
    case 'unaligned':
      return [`Not aligned: ${member.reason ?? ''}. Its rows keep their own recorded time, and none is marked as a duplicate.`];
    case 'manual':
      return [`Its time is ${moved(member.offset_us)} by hand.`, ...evidence(member)];
    case 'aligned':
      return [
        `${member.clock === 'radio_ts_us' ? 'Its radio clock places it: its' : 'Its'} recorded time is ${moved(member.offset_us)}${pace(member)}.`,
        ...evidence(member),
      ];
  }
}

const moved = (us: number): string => `moved ${us < 0 ? 'back' : 'forward'} by ${formatMicros(us)}`;

function pace({ drift_ppm, clock }: MergeMember): string {
  if (Math.abs(drift_ppm) < 0.05) return '';
  const whose = clock === 'radio_ts_us' ? 'the radio clock' : 'its clock';
  return `, and ${whose} runs ${Math.abs(drift_ppm).toFixed(1)} ppm ${drift_ppm > 0 ? 'slow' : 'fast'}`;
}

function evidence({ common_packets, comparable_rows, residual_us, chance_packets, tolerance_us }: MergeMember): string[] {
  if (!residual_us) return ['None of its packets was received by another sensor at that time, so nothing is marked as a duplicate.'];
  const share = comparable_rows === 0 ? 0 : (100 * common_packets) / comparable_rows;
  const chance = chance_packets < 0.5 ? 'chance explains none of them' : `chance would explain ${formatCount(chance_packets)}`;
  return [
    `${formatCount(common_packets)} of its ${formatCount(comparable_rows)} packets (${share.toFixed(0)} %) were also received by another sensor; ${chance}.`,
    `Half of these agree within ${formatMicros(residual_us.median)}, 95 % within ${formatMicros(residual_us.p95)}; up to ${formatMicros(tolerance_us ?? 0)} count as one transmission.`,
  ];
}

/** Plot of the time difference, after alignment, between the two records of each packet that both captures contain. */
export const residualPlot = ({ capture_id, residual_us, residuals }: MergeMember): PointPlot => ({
  ...{ kind: 'points', id: `residuals-${capture_id}`, line: 'zero' },
  title: `${capture_id}: 95 % of the common packets agree within ${formatMicros(residual_us?.p95 ?? 0)}`,
  text: 'Residuals over time: the time between the two records of each common packet.',
  ...{ x: 'time since the first common packet, s', y: 'residual, µs' },
  points: residuals.map(({ at_s, residual_us }) => [at_s, residual_us]),
  columns: [
    { title: 'Time', detail: 's', align: 'end' },
    { title: 'Residual', detail: 'µs', align: 'end' },
  ],
  rows: residuals.map(({ at_s, residual_us }) => [Number(at_s.toFixed(3)), Number(residual_us.toFixed(1))]),
});

export function describeMerge({ transmissions, duplicates, members }: MergeInfo): string {
  const stray = members.filter(({ state }) => state === 'unaligned').length;
  const heard = `${formatCount(transmissions)} transmissions; ${formatCount(duplicates)} further ${duplicates === 1 ? 'record of them is marked as a duplicate' : 'records of them are marked as duplicates'}`;
  return stray === 0 ? `${heard}.` : `${heard}; ${stray === 1 ? 'one capture is' : `${stray} captures are`} not aligned.`;
}
