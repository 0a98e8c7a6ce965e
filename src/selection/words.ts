import type { NormalSelection, TimeRange } from './types.ts';

/** A selection in plain words, one phrase per axis: captures, time, channels, filters. */
export interface SelectionWords {
  readonly captures: string;
  readonly time: string;
  readonly channels: string;
  readonly filters: string;
  /** All of it as one line. */
  readonly line: string;
}

export function describeSelection(selection: NormalSelection): SelectionWords {
  const { capture_ids, channels, filters } = selection;
  const captures = capture_ids.length > 3 ? `${capture_ids.length} captures` : joined(capture_ids, 'and');
  const time = timeWords(selection);
  const channelWords =
    channels.length === 0 ? 'all channels' : `${channels.length === 1 ? 'channel' : 'channels'} ${joined(channels, 'or')}`;
  const filterWords =
    filters.length === 0 ? 'all rows' : `rows where ${filters.map((filter) => both(filter, filters.length)).join(' and ')}`;
  const narrowed = [channels.length > 0 ? channelWords : '', filters.length > 0 ? filterWords : ''].filter((words) => words !== '');
  return { captures, time, channels: channelWords, filters: filterWords, line: [captures, time, ...narrowed].join(', ') };
}

function timeWords({ time_range, time_base, windowed }: NormalSelection): string {
  if (time_range === null) return 'no times';
  const span =
    time_base === 'epoch' ? clockSpan(time_range) : `${offset(time_range.start_ms)} to ${offset(time_range.end_ms)} after the start`;
  return windowed ? span : `all of ${span}`;
}

/** `2026-04-03 08:00:00.000 to 08:30:00.000 UTC`; the day is said once. */
function clockSpan({ start_ms, end_ms }: TimeRange): string {
  const [start, end] = [instant(start_ms), instant(end_ms)];
  return `${start} to ${start.slice(0, 10) === end.slice(0, 10) && start.length === end.length ? end.slice(11) : end} UTC`;
}

/** Beyond what a date can hold the number stands for itself. */
function instant(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString().replace('T', ' ').replace('Z', '');
}

/** `1:02:03.004`, `2:03.004` or `3.004 s`. */
function offset(ms: number): string {
  const size = Math.abs(ms);
  const seconds = ((size % 60_000) / 1000).toFixed(3);
  const minutes = Math.floor(size / 60_000) % 60;
  const hours = Math.floor(size / 3_600_000);
  const sign = ms < 0 ? '-' : '';
  if (hours === 0 && minutes === 0) return `${sign}${seconds} s`;
  const tail = seconds.padStart(6, '0');
  return hours === 0 ? `${sign}${minutes}:${tail}` : `${sign}${hours}:${String(minutes).padStart(2, '0')}:${tail}`;
}

const both = (filter: string, count: number): string => (count > 1 ? `(${filter})` : filter);

function joined(names: readonly string[], word: 'and' | 'or'): string {
  const shown = names.length > 8 ? [...names.slice(0, 8), `${names.length - 8} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${word} ${shown.at(-1)!}`;
}
