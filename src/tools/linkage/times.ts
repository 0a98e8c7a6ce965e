import { formatExactSpan } from '../../base/format.ts';

/** A function that formats a duration in seconds. */
export type SpanWords = (seconds: number) => string;

/** Time base of a run and its format of durations. Each tool version keeps its own. */
export interface Times {
  /** `capture`: each capture has one time base. `selection`: delayed packets are found among the selected rows, as in earlier versions. */
  readonly from: 'capture' | 'selection';
  /** Whether a place where a sniffer lost many frames counts as a hole of unknown length (`CaptureInfo.losses`). */
  readonly losses: boolean;
  readonly words: SpanWords;
}

/** Uses the time base of the captures (docs/decisions/0025-one-time-base.md). */
export const ONE_BASE: Times = { from: 'capture', losses: false, words: formatExactSpan };

/** Uses the time base of the captures, including the time that sniffers lost. */
export const WITH_LOSSES: Times = { ...ONE_BASE, losses: true };

/** Behaves like versions from before captures had a time base. */
export const EARLIER: Times = { from: 'selection', losses: false, words: seconds };

/** Formats a duration: in seconds, from ten minutes on in minutes, and from ten hours on in hours. */
function seconds(value: number): string {
  if (value < 600) return `${trim(value, value < 10 ? 2 : 1)} s`;
  return value < 36_000 ? `${trim(value / 60, 1)} min` : `${trim(value / 3600, 1)} h`;
}

const trim = (value: number, digits: number): string => String(Number(value.toFixed(digits)));
