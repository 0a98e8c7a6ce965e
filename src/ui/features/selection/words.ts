import { isRelative } from '../../state/call-selection.ts';
import type { SelectionData } from '../../state/selection.svelte.ts';
import { formatDuration, formatUtc } from '../../../base/format.ts';

/** A selected time with its zone and length; of captures without a wall clock, from the first packet. */
export function timeWords({ start_ms, end_ms }: NonNullable<SelectionData['time_range']>): string {
  const length = formatDuration(end_ms - start_ms + 1);
  if (isRelative(start_ms)) return `${(start_ms / 1000).toFixed(3)} to ${(end_ms / 1000).toFixed(3)} s since the first packet (${length})`;
  const [from, to] = [formatUtc(start_ms).replace(' UTC', ''), formatUtc(end_ms)];
  return `${from} – ${from.slice(0, 10) === to.slice(0, 10) ? to.slice(11) : to} (${length})`;
}
