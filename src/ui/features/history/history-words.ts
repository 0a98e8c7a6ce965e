import { jsonDiff } from '../../../base/json-diff.ts';
import { formatUtcSpan } from '../../../base/format.ts';
import { clip } from '../../../base/visible-text.ts';
import { isRelative } from '../../../selection/narrowed-call.ts';
import { captureIds, member } from '../../state/pickers.ts';

/** What a call reads, in short: captures, time window, filters. */
export function selectionWords(invocation: unknown): string {
  const selection = member(invocation, 'capture_selection');
  const ids = captureIds(invocation);
  const selectors = member(selection, 'selectors');
  const window = member(selection, 'time_window') ?? member(selectors, 'time_range');
  const [start, end] = [member(window, 'start_ms'), member(window, 'end_ms')];
  const filters = [member(selection, 'filter_expression'), member(selectors, 'filters'), member(selection, 'filters')]
    .flat()
    .filter((filter) => typeof filter === 'string');
  return [
    ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${String(ids.length - 3)} more` : ids.join(', '),
    typeof start === 'number' && typeof end === 'number' ? spanWords(start, end) : '',
    ...filters,
  ]
    .filter(Boolean)
    .join(' · ');
}

const spanWords = (start: number, end: number): string =>
  isRelative(start) ? `${String(start / 1000)} – ${String(end / 1000)} s from the start` : formatUtcSpan(start, end);

/** A copy of the call with another request id; unknown members stay. */
export const duplicated = (invocation: unknown, request_id: string): unknown =>
  typeof invocation === 'object' && invocation !== null && !Array.isArray(invocation) ? { ...invocation, request_id } : invocation;

/** Maximum number of changes listed in one line of the history; `VALUE` is that of characters per value. */
const MOST_CHANGES = 6;
const VALUE = 48;

/** The differences of two calls: `linkage_window_s 180 → 30`. Empty if only the request id differs. */
export function changedWords(before: unknown, call: unknown): string {
  const { changes, added, removed, changed } = jsonDiff(before, call, {
    most: MOST_CHANGES,
    ignore: (path) => path.length === 1 && path[0] === 'request_id',
  });
  const words = changes.map((change) => {
    const place =
      change.path.slice(change.path[0] === 'arguments' || change.path[0] === 'capture_selection' ? 1 : 0).join('.') || 'the call';
    if (change.op === 'remove') return `${place} left out (${spelled(change.before)})`;
    if (change.op === 'add') return `${place} ${spelled(change.value)} added`;
    const [from, to] = apart(spelledOut(change.before), spelledOut(change.value));
    return `${place} ${clip(from, VALUE)} → ${clip(to, VALUE)}`;
  });
  const more = added + removed + changed - changes.length;
  return [...words, ...(more > 0 ? [`${String(more)} more`] : [])].join(' · ');
}

const spelledOut = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));
const spelled = (value: unknown): string => clip(spelledOut(value), VALUE);

/** Cuts the common beginning of two long texts, so that their difference is visible. */
function apart(before: string, after: string): readonly [string, string] {
  if (before.length <= VALUE && after.length <= VALUE) return [before, after];
  let same = 0;
  while (same < before.length && same < after.length && before[same] === after[same]) same += 1;
  const word = before.slice(0, Math.max(0, same - CONTEXT)).lastIndexOf(' ') + 1;
  return word === 0 ? [before, after] : [`…${before.slice(word)}`, `…${after.slice(word)}`];
}

/** Number of characters that stay visible before the first difference of two texts. */
const CONTEXT = 12;
