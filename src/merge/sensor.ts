import type { MergeClock } from '../tables/merges.ts';
import { DRIFT_LIMIT } from './align.ts';
import { fitLine, type ClockLine } from './line.ts';

/** The comparable rows of one capture, in file order; the four arrays have equal length. */
export interface SensorRows {
  /** `ts_us` since the sensor's origin, µs. */
  readonly time: Float64Array;
  /** The sniffer's own clock, µs; NaN if there is none. */
  readonly radio: Float64Array;
  /** Digest of everything that identifies a PDU, an integer below 2^53. */
  readonly digest: Float64Array;
  /** Number of the row in its capture, from 0. */
  readonly row: Float64Array;
}

export interface Sensor extends SensorRows {
  /** Zero of `time`: the `ts_us` of that moment, µs. */
  readonly origin_us: number;
  /** Number of the capture's first row among the rows of all captures. */
  readonly first_row: number;
  /** Offset that a person entered for its `ts_us`, µs; null to align it by its packets. */
  readonly manual_us: number | null;
}

/** One of the clocks of a sensor. */
export interface Reading {
  readonly clock: MergeClock;
  readonly time: Float64Array;
}

/** Fewest timestamps for a radio clock to be considered. */
const FEWEST_STAMPS = 20;

/** The clocks of a sensor, the more precise first: a host's timestamps jitter by milliseconds, a radio's by a few µs. */
export function readings({ time, radio }: SensorRows): Reading[] {
  const stamped = radio.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const host: Reading = { clock: 'ts_us', time };
  return stamped < FEWEST_STAMPS ? [host] : [{ clock: 'radio_ts_us', time: radio }, host];
}

/**
 * Converts a sensor's radio clock to its own `time`. Packets from the sniffer's buffer were timestamped late, all at once; up to half of
 * the rows may be such packets. If all are, the two clocks are assumed to run equally fast, and the row with the shortest delay sets the
 * offset.
 */
export function radioOnHost({ time, radio }: SensorRows): ClockLine {
  const at = radio.filter((value) => !Number.isNaN(value));
  const lag = time.map((value, i) => value - radio[i]!).filter((value) => !Number.isNaN(value));
  const { line } = fitLine(at, lag, DRIFT_LIMIT);
  if (line.drift !== 0) return line;
  return { ...line, offset: lag.reduce((least, value) => Math.min(least, value), Infinity) };
}
