/** A time range in which a lane was active. */
export interface TimelineSpan {
  readonly start: number;
  readonly end: number;
  /** How active the lane was, from 0 to 1; drawn as opacity. */
  readonly weight: number;
}

export interface TimelineLane {
  readonly label: string;
  readonly spans: readonly TimelineSpan[];
}

/** A group of lanes under one heading. */
export interface TimelineGroup {
  readonly title: string;
  /** Short name for narrow charts; by default the title. */
  readonly short?: string;
  /** Number of the series colour, 1 to 8; 0 for none. */
  readonly series: number;
  readonly lanes: readonly TimelineLane[];
}

/** A row of the chart: a heading or a lane. */
export type TimelineRow =
  | {
      readonly kind: 'heading';
      readonly top: number;
      readonly height: number;
      readonly group: TimelineGroup;
      /** Whether the lanes of the group are hidden. */
      readonly folded: boolean;
    }
  | { readonly kind: 'lane'; readonly top: number; readonly height: number; readonly group: TimelineGroup; readonly lane: TimelineLane };

export const HEADING_HEIGHT = 24;
export const LANE_HEIGHT = 18;

export interface TimelineLayout {
  readonly rows: readonly TimelineRow[];
  readonly height: number;
  readonly start: number;
  readonly end: number;
}

const NONE: ReadonlySet<TimelineGroup> = new Set();

/** Places groups, and the lanes of groups that are not folded, below each other. The extent covers every span. */
export function layoutTimeline(groups: readonly TimelineGroup[], folds: ReadonlySet<TimelineGroup> = NONE): TimelineLayout {
  const rows: TimelineRow[] = [];
  let top = 0;
  let start = Infinity;
  let end = -Infinity;
  for (const group of groups) {
    const folded = folds.has(group);
    rows.push({ kind: 'heading', top, height: HEADING_HEIGHT, group, folded });
    top += HEADING_HEIGHT;
    for (const lane of group.lanes) {
      if (!folded) {
        rows.push({ kind: 'lane', top, height: LANE_HEIGHT, group, lane });
        top += LANE_HEIGHT;
      }
      for (const span of lane.spans) {
        start = Math.min(start, span.start);
        end = Math.max(end, span.end);
      }
    }
  }
  return { rows, height: top, start: Number.isFinite(start) ? start : 0, end: Number.isFinite(end) ? end : 0 };
}

/** Index of the row at a vertical position; -1 if there is none. Rows are ordered by `top`. */
export function rowIndexAt(rows: readonly { readonly top: number; readonly height: number }[], y: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = rows[middle];
    if (!row) return -1;
    if (y < row.top) high = middle - 1;
    else if (y >= row.top + row.height) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** Finds the span that is nearest to an instant, at most `tolerance` away. */
export function spanAt(spans: readonly TimelineSpan[], at: number, tolerance: number): TimelineSpan | undefined {
  let best: TimelineSpan | undefined;
  let nearest = tolerance;
  for (const span of spans) {
    const distance = at < span.start ? span.start - at : at > span.end ? at - span.end : 0;
    if (distance <= nearest) {
      nearest = distance;
      best = span;
      if (distance === 0) break;
    }
  }
  return best;
}
