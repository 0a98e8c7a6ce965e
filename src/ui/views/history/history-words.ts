import { formatUtcSpan } from '../../widgets/format.ts';

/** What a call read, short: captures, window, filters. */
export function selectionWords(invocation: unknown): string {
  const selection = member(invocation, 'capture_selection');
  const ids = [member(selection, 'capture_ids'), member(selection, 'capture_id')].flat().filter((id) => typeof id === 'string');
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

/** Times below this count from the first packet, as calls write them (R5). */
const LEAST_EPOCH_MS = 1e11;
const spanWords = (start: number, end: number): string =>
  start < LEAST_EPOCH_MS ? `${String(start / 1000)} – ${String(end / 1000)} s from the start` : formatUtcSpan(start, end);

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (Reflect.get(value, key) as unknown) : undefined;

/** The call as a new one: its own id, everything else as it was, unknown members too. */
export const duplicated = (invocation: unknown, request_id: string): unknown =>
  typeof invocation === 'object' && invocation !== null && !Array.isArray(invocation) ? { ...invocation, request_id } : invocation;
