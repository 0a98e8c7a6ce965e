import { isRecord } from '../contract/json-schema.ts';
import type { Draft } from './draft.ts';
import type { Fault } from './rules.ts';

/** Repairs of `capture_selection`: what exists instead of what was named, and ranges inside what the captures cover. */

const ROOT = 'capture_selection';

/** A capture, channel or column that exists; a filter that cannot be mended is left out. */
export function mendSelection({ draft, error, path, facts }: Fault): boolean {
  const inner = path[0] === 'arguments' ? path.slice(1) : path;
  const [, axis] = inner;
  if (axis === undefined) return settleAxes(draft);
  const open = facts.captures.list().map((capture) => capture.capture_id);
  const [nearest] = error.allowed ?? open;
  if (axis === 'capture_id' || axis === 'capture_ids') {
    if (draft.get([ROOT, 'capture_id']) !== undefined && draft.get([ROOT, 'capture_ids']) !== undefined) return settleAxes(draft);
    return nearest !== undefined && draft.set(path, nearest, 'an open capture with the most similar name');
  }
  if (inner.includes('channels')) {
    return nearest === undefined
      ? draft.remove(path, 'the captures name no channels')
      : draft.set(path, nearest, 'a channel that the captures have');
  }
  const text = draft.get(path);
  if (typeof text === 'string' && error.offset !== undefined && error.allowed?.[0] !== undefined) {
    const found = /^"(?:[^"]|"")*"|^[\p{L}_][\p{L}\p{N}_]*/u.exec(text.slice(error.offset))?.[0];
    if (found) {
      const mended = text.slice(0, error.offset) + String(error.allowed[0]) + text.slice(error.offset + found.length);
      return draft.set(path, mended, 'the column with the most similar name');
    }
  }
  if (settleAxes(draft)) return true;
  return draft.remove(path, 'a filter that cannot be read');
}

/** One axis given in both spellings: the newer one stays. */
function settleAxes(draft: Draft): boolean {
  const pairs: [readonly string[], readonly string[]][] = [
    [['capture_ids'], ['capture_id']],
    [['time_window'], ['selectors', 'time_range']],
    [['filter_expression'], ['selectors', 'filters']],
  ];
  let changed = false;
  for (const [kept, dropped] of pairs) {
    if (draft.get([ROOT, ...kept]) === undefined) continue;
    changed = draft.remove([ROOT, ...dropped], `${kept.join('.')} says it already`) || changed;
  }
  return draft.remove(['arguments', ROOT], 'the selection stands beside the arguments') || changed;
}

/** Turned round when inverted, else cut to what the captures support, else left out. */
export function mendTimeRange({ draft, error, path }: Fault): boolean {
  const place = windowPlace(draft) ?? path;
  const window = draft.get(place);
  if (!isRecord(window)) return false;
  const start = Number(window['start_ms']);
  const end = Number(window['end_ms']);
  const supported = error.details?.['supported'];
  if (!isRecord(supported)) {
    if (start > end) return draft.set(place, { start_ms: end, end_ms: start }, 'start and end changed places');
    return draft.remove(place, 'the captures have no time to select by');
  }
  const low = Number(supported['start_ms']);
  const high = Number(supported['end_ms']);
  const [from, to] = [Math.max(low, Math.min(start, end)), Math.min(high, Math.max(start, end))];
  const range = from <= to ? { start_ms: from, end_ms: to } : { start_ms: low, end_ms: high };
  const changed = draft.set(place, range, 'inside what the captures cover');
  const base = error.details?.['time_base'];
  return (
    (typeof base === 'string' &&
      draft.get([ROOT, 'time_base']) !== undefined &&
      draft.set([ROOT, 'time_base'], base, 'what the supported range counts from')) ||
    changed
  );
}

function windowPlace(draft: Draft): readonly string[] | undefined {
  const places = [
    [ROOT, 'time_window'],
    [ROOT, 'selectors', 'time_range'],
    ['arguments', ROOT, 'time_window'],
  ];
  return places.find((place) => draft.get(place) !== undefined);
}

/** More rows: whatever narrows the selection is taken off. */
export function broaden(draft: Draft): boolean {
  const why = 'a broader selection holds more rows';
  const places = [['filter_expression'], ['selectors', 'filters'], ['selectors', 'channels'], ['selectors', 'time_range'], ['time_window']];
  let changed = false;
  for (const place of places) changed = draft.remove([ROOT, ...place], why) || changed;
  return changed;
}

/** Fewer rows: half of the time range, or one capture instead of several. */
export function narrow(draft: Draft, why: string): boolean {
  const place = windowPlace(draft);
  const window = place && draft.get(place);
  if (place && isRecord(window) && Number(window['end_ms']) > Number(window['start_ms'])) {
    const start = Number(window['start_ms']);
    return draft.set([...place, 'end_ms'], Math.floor((start + Number(window['end_ms'])) / 2), why);
  }
  const ids = draft.get([ROOT, 'capture_ids']);
  if (Array.isArray(ids) && ids.length > 1) return draft.set([ROOT, 'capture_ids'], ids.slice(0, 1), why);
  return false;
}
