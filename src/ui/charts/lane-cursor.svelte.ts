import type { SlicedRow, TimelinePlace } from '../../answers/charts/timeline-slice.ts';
import type { TimeView } from '../../answers/charts/time-view.ts';

/** Number of timeline rows by which Page Up and Page Down move the keyboard cursor. */
const PAGE = 10;

/**
 * Keyboard cursor of a timeline, on a lane or on the heading of several. A key requests a row by number; once it has loaded, the cursor
 * stores its place, which does not change when others fold.
 */
export class LaneCursor {
  #wanted = $state.raw<TimelinePlace | number | null>(null);

  /** The row to request. */
  get wanted(): TimelinePlace | number | null {
    return this.#wanted;
  }

  /** Stores the row that was loaded for `wanted`. */
  arrived(row: SlicedRow | null): void {
    if (typeof this.#wanted === 'number' && row?.at === this.#wanted) this.#wanted = placeOf(row);
  }

  /**
   * Moves by a key; returns false if the key does not move the cursor.
   *
   * @param row the row loaded last @param count number of rows
   */
  step(key: string, row: SlicedRow | null, count: number): boolean {
    const last = count - 1;
    const at = typeof this.#wanted === 'number' ? this.#wanted : this.#wanted === null ? -1 : (row?.at ?? -1);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE, Home: 0, End: last }[key];
    if (next === undefined || last < 0) return false;
    this.#wanted = Math.min(last, Math.max(0, next));
    return true;
  }
}

export const placeOf = ({ kind, group, label }: SlicedRow): TimelinePlace => ({
  group: group.index,
  label: kind === 'lane' ? label : null,
});

/** Describes a row of the timeline for screen readers; `picked` are the selected addresses. */
export function rowWords(row: SlicedRow, picked: ReadonlySet<string>, instant: (ms: number) => string): string {
  const { group, hull, label, words } = row;
  const active = `${words === undefined ? '' : `, ${words}`}${activeWords(hull, instant)}`;
  if (row.kind === 'lane') return `${label}${active}${picked.has(label) ? ', selected' : ''}`;
  const folded = group.cluster ? (row.folded ? ', folded' : ', unfolded') : '';
  return `${group.title}${active}, ${String(group.lanes)} in all, ${String(group.chosen)} selected${folded}`;
}

const activeWords = (hull: TimeView | null, instant: (ms: number) => string): string =>
  hull === null ? '' : `, ${instant(hull.start)} to ${instant(hull.end)}`;
