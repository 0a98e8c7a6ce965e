import type { TimelineRow } from './timeline-layout.ts';

/** Lines that a page of keys goes over. */
const PAGE = 10;

/** The line of a timeline that the keyboard is on: a lane, or the heading of several. */
export class LaneCursor {
  #at = $state.raw<number | null>(null);

  /** @param rows lines of the timeline from top to bottom */
  constructor(private readonly rows: () => readonly TimelineRow[]) {}

  get row(): TimelineRow | null {
    return this.#at === null ? null : (this.rows()[this.#at] ?? null);
  }

  /** Moves by a key; false where the key is no step. */
  step(key: string): boolean {
    const last = this.rows().length - 1;
    const at = this.#at ?? -1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE, Home: 0, End: last }[key];
    if (next === undefined || last < 0) return false;
    this.#at = Math.min(last, Math.max(0, next));
    return true;
  }
}

/** A line in words, for whoever does not see where the keyboard is. */
export function rowWords(row: TimelineRow, picked: ReadonlySet<string>, instant: (ms: number) => string): string {
  const { lanes } = row.group;
  const lane = row.kind === 'lane' ? row.lane : null;
  if (!lane)
    return `${row.group.title}, ${String(lanes.length)} in all, ${String(lanes.filter(({ label }) => picked.has(label)).length)} selected`;
  const start = lane.spans.reduce((least, span) => Math.min(least, span.start), Infinity);
  const end = lane.spans.reduce((most, span) => Math.max(most, span.end), -Infinity);
  const active = lane.spans.length > 0 ? `, ${instant(start)} to ${instant(end)}` : '';
  return `${lane.label}${active}${picked.has(lane.label) ? ', selected' : ''}`;
}
