import type { ColumnInfo } from '../../tables/captures.ts';
import { formatCount } from '../../base/format.ts';
import { clip, visibleString } from '../../base/visible-text.ts';
import { type Profile, before, figure, isInstant } from './profile.ts';

/** Finds the shortest run of adjacent bars that contains at least half of the rows; the first one if there are several. */
export function densest(rows: readonly number[]): { readonly from: number; readonly to: number; readonly rows: number } | null {
  const total = rows.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let best = { from: 0, to: rows.length - 1, rows: total };
  let [from, held] = [0, 0];
  for (const [to, count] of rows.entries()) {
    held += count;
    while (2 * (held - (rows[from] ?? 0)) >= total) held -= rows[from++] ?? 0;
    const fewer = to - from < best.to - best.from;
    if (2 * held >= total && (fewer || (to - from === best.to - best.from && held > best.rows))) best = { from, to, rows: held };
  }
  return best;
}

/** Writes what a distribution shows, from its bars: `rssi: 8 of 12 values lie between −70 and −60 dBm`. */
export function columnTitle(column: ColumnInfo, profile: Profile, epoch: boolean): string {
  const name = visibleString(clip(column.name, 60));
  const { bars, top, present } = profile;
  const [first] = top;
  const found = bars === null ? null : densest(bars.rows);
  if (bars === null || found === null)
    return first === undefined
      ? `${name}: no value`
      : `${name}: ${formatCount(first.rows)} of ${formatCount(present)} values are ${visibleString(clip(first.value, 40)) || 'empty'}`;
  const unit = column.unit === undefined || isInstant(column, epoch) ? '' : ` ${column.unit}`;
  const [low, end] = [bars.edges[found.from] ?? 0, before(column, bars.edges[found.to + 1] ?? 0)];
  const last = Math.max(low, Math.min(end, profile.high ?? end));
  const [from, to] = [low, last].map((value) => figure(column, epoch, value));
  const total = bars.rows.reduce((sum, count) => sum + count, 0);
  // Compare the texts, because two different numbers may look equal after rounding.
  const where =
    from === to ? `${low === last ? 'are' : 'lie near'} ${from ?? ''}${unit}` : `lie between ${from ?? ''} and ${to ?? ''}${unit}`;
  return `${name}: ${formatCount(found.rows)} of ${formatCount(total)} values ${where}`;
}
