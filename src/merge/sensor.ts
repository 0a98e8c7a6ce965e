import type { MergeClock } from '../tables/merges.ts';
import { DRIFT_LIMIT } from './align.ts';
import { fitLine, type ClockLine } from './line.ts';

/** The comparable rows of one capture, in file order; the four arrays have one length. */
export interface SensorRows {
  /** `ts_us` since the sensor's origin, µs. */
  readonly time: Float64Array;
  /** The sniffer's own clock, µs; NaN where it has none. */
  readonly radio: Float64Array;
  /** Digest of everything that makes two PDUs equal, a whole number below 2^53. */
  readonly digest: Float64Array;
  /** Number of the row in its capture, from 0. */
  readonly row: Float64Array;
}

export interface Sensor extends SensorRows {
  /** What `time` counts from, µs: the `ts_us` of that moment. */
  readonly origin_us: number;
  /** Number of the capture's first row among the rows of all captures. */
  readonly first_row: number;
  /** What a person adds to its `ts_us`; null to align it by its packets. */
  readonly manual_us: number | null;
}

/** One of the clocks of a sensor. */
export interface Reading {
  readonly clock: MergeClock;
  readonly time: Float64Array;
}

/** Without at least this many stamps a radio clock is not worth a try. */
const FEWEST_STAMPS = 20;

/** The clocks of a sensor, the finer one first: a host's stamps jitter by milliseconds, a radio's by a few µs. */
export function readings({ time, radio }: SensorRows): Reading[] {
  const stamped = radio.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const host: Reading = { clock: 'ts_us', time };
  return stamped < FEWEST_STAMPS ? [host] : [{ clock: 'radio_ts_us', time: radio }, host];
}

/**
 * How a sensor's radio clock reads on its own `time`. What the sniffer's buffer held back was stamped late, all at once;
 * up to half of the rows may be such. Where all of them are, the two clocks are taken as equally fast, and the row that
 * waited least sets the offset.
 */
export function radioOnHost({ time, radio }: SensorRows): ClockLine {
  const at = radio.filter((value) => !Number.isNaN(value));
  const lag = time.map((value, i) => value - radio[i]!).filter((value) => !Number.isNaN(value));
  const { line } = fitLine(at, lag, DRIFT_LIMIT);
  if (line.drift !== 0) return line;
  return { ...line, offset: lag.reduce((least, value) => Math.min(least, value), Infinity) };
}
