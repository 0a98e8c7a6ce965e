import type { TimeView } from './time-view.ts';

export interface Tick {
  readonly at: number;
  readonly label: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Possible distances between the ticks of a time axis, at round times. */
const STEPS = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  SECOND,
  2 * SECOND,
  5 * SECOND,
  10 * SECOND,
  15 * SECOND,
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  30 * DAY,
  365 * DAY,
] as const;

/** The smallest usual distance between ticks of a time axis that is at least `wanted`, in ms. */
export const roundStep = (wanted: number): number =>
  STEPS.find((candidate) => candidate >= wanted) ?? 365 * DAY * Math.ceil(wanted / (365 * DAY));

/** Width in pixels that each label of a time axis needs. */
const LABEL_WIDTH = 92;

/** Ticks at round UTC times (or round offsets), as many as there is space for labels. */
export function timeTicks(view: TimeView, width: number, relative: boolean): readonly Tick[] {
  const length = view.end - view.start;
  if (!(length > 0) || width < LABEL_WIDTH) return [];
  const step = roundStep((length * LABEL_WIDTH) / width);
  const ticks: Tick[] = [];
  for (let at = Math.ceil(view.start / step) * step; at <= view.end; at += step) {
    ticks.push({ at, label: relative ? offsetLabel(at, step) : clockLabel(at, step) });
  }
  return ticks;
}

function clockLabel(at: number, step: number): string {
  const text = new Date(at).toISOString();
  if (step >= DAY || at % DAY === 0) return text.slice(0, 10);
  if (step >= MINUTE) return text.slice(11, 16);
  return text.slice(11, step >= SECOND ? 19 : 23);
}

function offsetLabel(at: number, step: number): string {
  if (step < SECOND) return `${(at / SECOND).toFixed(3)} s`;
  if (step < MINUTE) return `${String(at / SECOND)} s`;
  return step < HOUR ? `${String(at / MINUTE)} min` : `${String(at / HOUR)} h`;
}
