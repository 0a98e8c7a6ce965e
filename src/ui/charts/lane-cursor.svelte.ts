import { isCluster } from './timeline-band.ts';
import type { TimelineLane, TimelineRow } from './timeline-layout.ts';

/** Lines that a page of keys goes over. */
const PAGE = 10;

/** The line of a timeline that the keyboard is on: a lane, or the heading of several. */
export class LaneCursor {
  #held = $state.raw<TimelineRow | null>(null);
  /** Its place among the lines there are now; folding makes others of them. A lane that is folded away leaves its heading. */
  readonly #at: number = $derived.by(() => placeOf(this.#held, this.rows()));

  /** @param rows lines of the timeline from top to bottom */
  constructor(private readonly rows: () => readonly TimelineRow[]) {}

  get row(): TimelineRow | null {
    return this.rows()[this.#at] ?? null;
  }

  /** Moves by a key; false where the key is no step. */
  step(key: string): boolean {
    const last = this.rows().length - 1;
    const at = this.#at;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE, Home: 0, End: last }[key];
    if (next === undefined || last < 0) return false;
    this.#held = this.rows()[Math.min(last, Math.max(0, next))] ?? null;
    return true;
  }
}

/** -1 where it is nowhere. */
function placeOf(held: TimelineRow | null, rows: readonly TimelineRow[]): number {
  if (!held) return -1;
  const lane = held.kind === 'lane' ? held.lane : null;
  const at = lane ? rows.findIndex((row) => row.kind === 'lane' && row.lane === lane) : -1;
  return at < 0 ? rows.findIndex((row) => row.kind === 'heading' && row.group === held.group) : at;
}

/** A line in words, for whoever does not see where the keyboard is. */
export function rowWords(row: TimelineRow, picked: ReadonlySet<string>, instant: (ms: number) => string): string {
  const { lanes } = row.group;
  if (row.kind === 'heading') {
    const chosen = lanes.filter(({ label }) => picked.has(label)).length;
    const folded = isCluster(row.group) ? (row.folded ? ', folded' : ', unfolded') : '';
    const active = isCluster(row.group) ? activeWords(lanes, instant) : '';
    return `${row.group.title}${active}, ${String(lanes.length)} in all, ${String(chosen)} selected${folded}`;
  }
  return `${row.lane.label}${activeWords([row.lane], instant)}${picked.has(row.lane.label) ? ', selected' : ''}`;
}

/** From the first moment of some lanes to their last. */
function activeWords(lanes: readonly TimelineLane[], instant: (ms: number) => string): string {
  let [start, end] = [Infinity, -Infinity];
  for (const { spans } of lanes) {
    for (const span of spans) {
      start = Math.min(start, span.start);
      end = Math.max(end, span.end);
    }
  }
  return end < start ? '' : `, ${instant(start)} to ${instant(end)}`;
}
