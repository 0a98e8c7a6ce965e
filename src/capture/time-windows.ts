import { formatAmount, formatBytes, formatUtc } from '../base/format.ts';
import type { RowsKept } from '../tables/reading.ts';
import type { Span } from './decoder.ts';
import type { Offer } from './fit.ts';
import { FIRST_WALL_CLOCK_US } from './packets.ts';

/** Maximum number of windows offered; more would be no help in choosing. */
const MOST_WINDOWS = 200;

/**
 * The first windows that follow each other and together have all rows with a time, at most `MOST_WINDOWS`, without those of a part that does not fit by itself.
 *
 * @param spans parts of the rows, which are loaded as wholes where they reach into a window
 * @param fitting bytes that rows may take
 * @param row_bytes what a row takes
 */
export function timeWindows(spans: readonly Span[], fitting: number, row_bytes: number, keep: RowsKept): Offer[] {
  const windows: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start_us - b.start_us)) {
    const last = windows.at(-1);
    const joins = last && ((last.rows + span.rows) * row_bytes <= fitting || milliseconds(span.start_us) === milliseconds(last.start_us));
    if (!joins) windows.push(span);
    else windows[windows.length - 1] = { ...last, rows: last.rows + span.rows, end_us: Math.max(last.end_us, span.end_us) };
  }
  const end = windows.reduce((latest, { end_us }) => Math.max(latest, milliseconds(end_us)), -Infinity);
  return windows.slice(0, MOST_WINDOWS).flatMap(({ rows, start_us }, at) => {
    if (rows * row_bytes > fitting) return [];
    const start_ms = milliseconds(start_us);
    const next = windows[at + 1];
    const end_ms = next === undefined ? end : milliseconds(next.start_us) - 1;
    const label = `${moment(start_ms)} to ${moment(end_ms)}: about ${formatAmount(rows, 'packet')}, ${formatBytes(rows * row_bytes)}`;
    return [{ label, keep: { ...keep, time_window: { start_ms, end_ms } } }];
  });
}

const milliseconds = (us: number): number => Math.floor(us / 1000);

/** UTC of a time with a date, else seconds since the start. */
export const moment = (ms: number): string =>
  ms * 1000 < FIRST_WALL_CLOCK_US ? `${(ms / 1000).toLocaleString('en-US')} s` : formatUtc(ms, false);
