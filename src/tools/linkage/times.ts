import { formatExactSpan } from '../../base/format.ts';

/** Formats a duration in seconds. */
export type SpanWords = (seconds: number) => string;

/** Time base of a run and its format of durations. Each tool version keeps its own. */
export interface Times {
  /** `capture`: the one time base of each capture. `selection`: late packets are looked for among the selected rows, as before. */
  readonly from: 'capture' | 'selection';
  /** Whether a place where a sniffer lost many frames counts as a hole of unknown length (`CaptureInfo.losses`). */
  readonly losses: boolean;
  readonly words: SpanWords;
}

/** The time base of the captures (docs/decisions/0025-one-time-base.md). */
export const ONE_BASE: Times = { from: 'capture', losses: false, words: formatExactSpan };

/** The same, including time lost by sniffers. */
export const WITH_LOSSES: Times = { ...ONE_BASE, losses: true };

/** Behaviour of versions before captures had a time base. */
export const EARLIER: Times = { from: 'selection', losses: false, words: seconds };

/** A length of time as people say it: seconds, minutes from ten of them on, hours from ten of those. */
function seconds(value: number): string {
  if (value < 600) return `${trim(value, value < 10 ? 2 : 1)} s`;
  return value < 36_000 ? `${trim(value / 60, 1)} min` : `${trim(value / 3600, 1)} h`;
}

const trim = (value: number, digits: number): string => String(Number(value.toFixed(digits)));
