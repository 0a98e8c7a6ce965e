import type { MergeClock, MergeState } from '../tables/merges.ts';
import { median, quantile, readClock, type ClockLine } from './line.ts';
import type { Sensor, SensorRows } from './sensor.ts';

/** How well the times of two sensors agree for transmissions that both received. */
export interface Agreement {
  readonly residual_us: { readonly median: number; readonly p95: number };
  readonly tolerance_us: number;
  /** Mean number of pairs that the matching rules find by chance, at deliberately wrong clock offsets. */
  readonly chance: number;
  /** Residuals of a sample of pairs in time order: `at_s` is the time since the first common packet in s. */
  readonly residuals: readonly { readonly at_s: number; readonly residual_us: number }[];
}

/**
 * How a capture's times are converted for the merged view: `clock + offset_us + drift · (clock − pivot_us)`, or `ts_us + fallback_us` if
 * that clock is NULL. Integer µs, except for the drift, which has no unit.
 */
export interface Placement {
  readonly state: MergeState;
  readonly clock: MergeClock;
  readonly offset_us: number;
  readonly pivot_us: number;
  readonly drift: number;
  readonly fallback_us: number;
  /** How much aligning the capture changed `ts_us` in the middle of the packets that both sensors received, µs. */
  readonly moved_us: number;
  readonly agreement: Agreement | null;
  /** If the capture could not be aligned, its number of pairs at the best clock offset, and at wrong offsets. */
  readonly refused: { readonly common: number; readonly chance: number } | null;
  /**
   * Rows of this capture that duplicate rows of others. `duplicate_of`: the first record of each transmission, by number among all rows.
   */
  readonly duplicate_rows: Float64Array;
  readonly duplicate_of: Float64Array;
}

/** Placement of a capture whose times stay on the clock of its file. */
export const AS_RECORDED = {
  clock: 'ts_us',
  offset_us: 0,
  pivot_us: 0,
  drift: 0,
  fallback_us: 0,
  moved_us: 0,
  agreement: null,
  refused: null,
  duplicate_rows: new Float64Array(),
  duplicate_of: new Float64Array(),
} as const satisfies Omit<Placement, 'state'>;

/**
 * Converts a line from one of a sensor's clocks to the reference's `time` into a formula over the columns of the capture.
 * @param referenceOrigin zero of the reference's `time`, µs
 */
export function formula(
  clock: MergeClock,
  line: ClockLine,
  sensor: Sensor,
  referenceOrigin: number,
): Pick<Placement, 'clock' | 'offset_us' | 'pivot_us' | 'drift' | 'fallback_us' | 'moved_us'> {
  const own = clock === 'ts_us' ? sensor.origin_us : 0;
  const shift = referenceOrigin - sensor.origin_us;
  const moved = clock === 'ts_us' ? line.offset + shift : typicalMove(sensor, line) + shift;
  return {
    clock,
    offset_us: Math.round(line.offset + referenceOrigin - own),
    pivot_us: Math.round(line.pivot + own),
    drift: line.drift,
    fallback_us: Math.round(moved),
    moved_us: Math.round(moved),
  };
}

/** Median difference between the converted radio clock and `time`, µs. */
const typicalMove = ({ time, radio }: SensorRows, line: ClockLine): number =>
  median(radio.map((value, i) => readClock(line, value) - time[i]!).filter((value) => !Number.isNaN(value)));

const MOST_POINTS = 400;

/** @param at_us times of the pairs on one clock, in any order; @param distances their residuals, in the same order */
export function agreement(at_us: Float64Array, distances: Float64Array, tolerance_us: number, chance: number): Agreement {
  const absolute = distances.map(Math.abs);
  const order = [...distances.keys()].sort((left, right) => at_us[left]! - at_us[right]!);
  const step = Math.max(1, Math.ceil(order.length / MOST_POINTS));
  const first = at_us[order[0] ?? 0] ?? 0;
  return {
    residual_us: { median: quantile(absolute, 0.5), p95: quantile(absolute, 0.95) },
    tolerance_us,
    chance,
    residuals: order
      .filter((_, i) => i % step === 0)
      .map((at) => ({ at_s: (at_us[at]! - first) / 1e6, residual_us: Math.round(distances[at]! * 10) / 10 })),
  };
}
