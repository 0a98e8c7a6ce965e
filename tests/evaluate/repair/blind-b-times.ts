/** More kinds of time windows, written without a look at the repairs. */
import { filtersOf, inWindow, kind, type Kind } from './kind.ts';
import { iso, takeWindow } from './blind-parts.ts';

const day = (ms: number): Date => new Date(ms);
const clock = (ms: number): string => iso(ms).slice(11);
function weekDate(ms: number): string {
  const date = day(ms);
  const weekday = date.getUTCDay() || 7;
  const thursday = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 4 - weekday);
  const year = day(thursday).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / 86_400_000 / 7) + 1;
  return `${String(year)}-W${String(week).padStart(2, '0')}-${String(weekday)}T${clock(ms)}`;
}
function ordinalDate(ms: number): string {
  const year = day(ms).getUTCFullYear();
  const number = Math.floor((ms - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  return `${String(year)}-${String(number).padStart(3, '0')}T${clock(ms)}`;
}
const both = (write: (ms: number) => unknown): Kind['break'] =>
  inWindow(({ start_ms, end_ms }) => ({ start_ms: write(start_ms), end_ms: write(end_ms) }));

export const BLIND_B_TIMES: readonly Kind[] = [
  kind('times by the week', both(weekDate)),
  kind('times by the day of the year', both(ordinalDate)),
  kind(
    'times with a zone by its name',
    both((ms) => `${iso(ms).slice(0, -1)}+00:00[UTC]`),
  ),
  kind(
    'seconds with their letter',
    both((ms) => `${(ms / 1000).toFixed(3)}s`),
  ),
  kind(
    'times of the files of Windows',
    inWindow(({ start_ms, end_ms }) => ({
      start_filetime: String((BigInt(start_ms) + 11_644_473_600_000n) * 10_000n),
      end_filetime: String((BigInt(end_ms) + 11_644_473_600_000n) * 10_000n),
    })),
  ),
  kind(
    'seconds and milliseconds in objects',
    inWindow(({ start_ms, end_ms }) => ({
      start: { seconds: Math.floor(start_ms / 1000), milliseconds: start_ms % 1000 },
      end: { seconds: Math.floor(end_ms / 1000), milliseconds: end_ms % 1000 },
    })),
  ),
  kind(
    'the middle of a window and half of its width',
    inWindow(({ start_ms, end_ms }) => ({ center_ms: (start_ms + end_ms) / 2, half_width_ms: (end_ms - start_ms) / 2 })),
  ),
  kind('a window as a filter on the time', (call) => {
    if (filtersOf(call).length > 0) return undefined;
    const window = takeWindow(call);
    if (window)
      call.capture_selection['filter_expression'] =
        `timestamp BETWEEN '${iso(window.start_ms)}' AND '${iso(window.end_ms).replace('Z', '999Z')}'`;
    return window && call;
  }),
  kind(
    'a window in a sentence',
    inWindow(({ start_ms, end_ms }) => `from ${iso(start_ms)} through ${iso(end_ms)}, both included`),
  ),
  kind(
    'a window with its start in text and its end in numbers',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: iso(start_ms), end_ms: String(end_ms) })),
  ),
];
