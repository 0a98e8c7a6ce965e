import type { SelectionFault } from '../../selection/types.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { Path } from './draft.ts';
import { choice, loss, type Mending, type Option } from './mending.ts';

/** Returns the proposals for a fault in a selection, best first. */
export function selectionOptions(mending: Mending, { path, code, offset, allowed = [], details }: SelectionFault): Option[] {
  const value = mending.get(path);
  if (code === 'UNSUPPORTED_TIME_RANGE') return windowOptions(path, value, details?.['supported']);
  if (path.includes('channels'))
    return [
      ...allowed.slice(0, 2).map((name) => choice(path, name, `the captures have the channel ${name}`)),
      loss(path, undefined, 'the channel would no longer be asked for'),
    ];
  if (typeof value !== 'string' || !(path.includes('filters') || path.includes('filter_expression'))) return [];
  const found =
    offset === undefined ? undefined : /^(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_]*)/u.exec(value.slice(offset))?.[0];
  const named =
    found === undefined || offset === undefined
      ? []
      : allowed.slice(0, 3).map((name) => {
          const written = found.startsWith("'") ? `'${name}'` : name;
          return choice(path, value.slice(0, offset) + written + value.slice(offset + found.length), `${name} is the most similar name`);
        });
  return [...named, loss(path, undefined, 'the filter would be left out, so more rows would count')];
}

/** Proposes the part of a time window that the captures cover; nothing if the window is completely outside. */
function windowOptions(path: Path, window: unknown, supported: unknown): Option[] {
  const gone = loss(path, undefined, 'the whole time of the captures would count');
  if (!isRecord(window) || !isRecord(supported)) return [gone];
  const [start, end, low, high] = [window['start_ms'], window['end_ms'], supported['start_ms'], supported['end_ms']].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const cut = { start_ms: Math.max(low, start), end_ms: Math.min(high, end) };
  return cut.start_ms <= cut.end_ms ? [choice(path, cut, 'the part of the window that the captures cover'), gone] : [gone];
}
