import type { MergeClock } from '../tables/merges.ts';
import { DRIFT_LIMIT } from './align.ts';
import { fitLine, type ClockLine } from './line.ts';

/** The rows of one capture that can be compared with other captures, in file order. The four arrays have the same length. */
export interface SensorRows {
  /** `ts_us` of each row minus the sensor's `origin_us`, µs. */
  readonly time: Float64Array;
  /** Time of each row on the sniffer's own clock, µs; NaN if the row has no such time. */
  readonly radio: Float64Array;
  /** Digest of everything that identifies a PDU, as an integer below 2^53. */
  readonly digest: Float64Array;
  /** Number of the row in its capture, counted from 0. */
  readonly row: Float64Array;
}

export interface Sensor extends SensorRows {
  /** The `ts_us` at which `time` is 0, µs. */
  readonly origin_us: number;
  /** Number of the capture's first row among the rows of all captures. */
  readonly first_row: number;
  /** Offset that a person entered for the capture's `ts_us`, µs; null to align it by its packets. */
  readonly manual_us: number | null;
}

/** One of the clocks of a sensor, by which its rows can be aligned with those of another sensor. */
export interface Reading {
  readonly clock: MergeClock;
  readonly time: Float64Array;
}

/** Minimum number of timestamps for which a radio clock is considered. */
const FEWEST_STAMPS = 20;

/** The clocks of a sensor, the more precise one first: timestamps of a host vary by milliseconds, those of a radio by a few µs. */
export function readings({ time, radio }: SensorRows): Reading[] {
  const stamped = radio.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const host: Reading = { clock: 'ts_us', time };
  return stamped < FEWEST_STAMPS ? [host] : [{ clock: 'radio_ts_us', time: radio }, host];
}

/**
 * Converts a sensor's radio clock to its own `time`. Packets from the sniffer's buffer got late timestamps, all at once; up to half of the
 * rows may be such packets. If all are, the two clocks are assumed to run equally fast, and the row with the smallest delay gives the
 * offset.
 */
export function radioOnHost({ time, radio }: SensorRows): ClockLine {
  const at = radio.filter((value) => !Number.isNaN(value));
  const lag = time.map((value, i) => value - radio[i]!).filter((value) => !Number.isNaN(value));
  const { line } = fitLine(at, lag, DRIFT_LIMIT);
  if (line.drift !== 0) return line;
  return { ...line, offset: lag.reduce((least, value) => Math.min(least, value), Infinity) };
}
