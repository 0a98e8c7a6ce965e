/** How the times of a column are written, judged by a sample, and the readers for it. */
import { hasZone, readDate, readTimestamp } from './cells.ts';
import { halfDay, isDayAlone, readCivil } from './civil-time.ts';
import type { ToUtc } from './time-zone.ts';

export type TextTimeForm = 'iso' | 'dmy' | 'mdy';

/** µs since 1970-01-01 UTC of bytes [start, end); NaN where they are no time in this form. */
export type TimeReader = (bytes: Uint8Array, start: number, end: number) => number;

/** `toUtc` is for times that do not say their zone. */
export function timeReader(form: TextTimeForm, toUtc: ToUtc | null): TimeReader {
  if (form === 'iso') {
    if (toUtc === null) return isoTime;
    return (bytes, start, end) => {
      const micros = isoTime(bytes, start, end);
      return micros !== micros || hasZone(bytes, start, end) ? micros : toUtc(micros);
    };
  }
  const monthFirst = form === 'mdy';
  return (bytes, start, end) => {
    const micros = readCivil(bytes, start, end, monthFirst);
    return toUtc === null || micros !== micros ? micros : toUtc(micros);
  };
}

/** ISO 8601, UTC where no zone is said; days alone among times count from midnight. */
export function isoTime(bytes: Uint8Array, start: number, end: number): number {
  const micros = readTimestamp(bytes, start, end);
  return micros === micros ? micros : readDate(bytes, start, end) * 86_400e6;
}

/** Measures how often values rise, and their range. */
export class Order {
  min = Infinity;
  max = -Infinity;
  private steps = 0;
  private rises = 0;
  private previous = NaN;

  add(value: number): void {
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (this.previous === this.previous) {
      this.steps++;
      if (value >= this.previous) this.rises++;
    }
    this.previous = value;
  }

  /** Share of steps between neighbouring values that do not fall. */
  get rising(): number {
    return this.steps === 0 ? 1 : this.rises / this.steps;
  }
}

export class TimeSample {
  iso = 0;
  zoned = 0;
  /** Number of ISO dates without a time of day. */
  days = 0;
  readonly order = new Order();
  private readonly dayFirst = new Order();
  private readonly monthFirst = new Order();
  private dmy = 0;
  private mdy = 0;
  private civilDays = 0;
  private dotted = 0;
  private halves = 0;

  /** Adds a cell; returns whether it is a time in any form. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    const first = bytes[start]! - 48;
    if (!(first >= 0 && first <= 9)) return false;
    const micros = readTimestamp(bytes, start, end);
    if (micros === micros) {
      this.iso++;
      if (hasZone(bytes, start, end)) this.zoned++;
      this.order.add(micros);
      return true;
    }
    const day = readDate(bytes, start, end);
    if (day === day) {
      this.days++;
      this.order.add(day * 86_400e6);
      return true;
    }
    return this.addCivil(bytes, start, end);
  }

  private addCivil(bytes: Uint8Array, start: number, end: number): boolean {
    const dayFirst = readCivil(bytes, start, end, false);
    const monthFirst = readCivil(bytes, start, end, true);
    if (dayFirst === dayFirst) {
      this.dmy++;
      this.dayFirst.add(dayFirst);
    }
    if (monthFirst === monthFirst) {
      this.mdy++;
      this.monthFirst.add(monthFirst);
    }
    if (dayFirst !== dayFirst && monthFirst !== monthFirst) return false;
    if (isDayAlone(bytes, start, end)) this.civilDays++;
    if (bytes[start + 1] === 46 || bytes[start + 2] === 46) this.dotted++;
    if (halfDay(bytes, end - 2, end) >= 0) this.halves++;
    return true;
  }

  /** The order of day and month that reads all `values`; `sure` if the other order does not. */
  civil(values: number): { readonly form: 'dmy' | 'mdy'; readonly order: Order; readonly sure: boolean; readonly days: boolean } | null {
    if (values === 0 || (this.dmy !== values && this.mdy !== values)) return null;
    const days = this.civilDays === values;
    const both = this.dmy === values && this.mdy === values;
    const dmy = { form: 'dmy', order: this.dayFirst, days } as const;
    const mdy = { form: 'mdy', order: this.monthFirst, days } as const;
    if (!both) return { ...(this.dmy === values ? dmy : mdy), sure: true };
    // Dots separate day and month only where the day comes first.
    if (this.dotted === values) return { ...dmy, sure: true };
    if (this.dayFirst.rising !== this.monthFirst.rising) {
      return { ...(this.dayFirst.rising > this.monthFirst.rising ? dmy : mdy), sure: false };
    }
    return { ...(this.halves === values ? mdy : dmy), sure: false };
  }
}
