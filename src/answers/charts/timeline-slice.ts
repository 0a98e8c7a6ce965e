import type { DeviceName } from '../../base/device-name.ts';
import { bandOf, hullOf, isCluster } from './timeline-band.ts';
import {
  type TimelineGroup,
  type TimelineLayout,
  type TimelineRow,
  type TimelineSpan,
  layoutTimeline,
  rowIndexAt,
} from './timeline-layout.ts';
import type { TimeView } from './time-view.ts';

/** More lanes of clusters than this start folded: each cluster is one band. */
const MANY_LANES = 40;
/** Rows of one slice, more than a high window shows. */
const MOST_ROWS = 200;
/** Spans of one slice, and the fewest that every row may have. */
const MOST_SPANS = 4800;
const LEAST_SPANS = 24;

/** Which clusters show one band instead of their lanes. */
export interface TimelineFolds {
  /** `initial`: all where the lanes of clusters are many, else none. */
  readonly start: 'initial' | 'all' | 'none';
  /** Indices of groups that differ from `start`. */
  readonly toggled: readonly number[];
}

/** Identifies a row, the heading of a group or one of its lanes, also when groups are folded or unfolded. */
export interface TimelinePlace {
  readonly group: number;
  /** Null for the heading. */
  readonly label: string | null;
}

export interface TimelineRequest {
  readonly folds: TimelineFolds;
  /** Names that the person gave to devices. */
  readonly names?: readonly DeviceName[] | undefined;
  /** Pixels from the top of the chart, axis excluded. */
  readonly top: number;
  readonly height: number;
  /** The visible time; null for all of it. */
  readonly view: TimeView | null;
  /** Labels of the selected lanes. */
  readonly picked: readonly string[];
  /** The row of the keyboard: by its place, or by its number among the rows. */
  readonly cursor: TimelinePlace | number | null;
}

/** A group as its rows show it. */
export interface TimelineHead {
  readonly index: number;
  readonly title: string;
  /** Its name alone, for narrow charts. */
  readonly short: string;
  /** 1–8 for a series colour, 0 for none. */
  readonly series: number;
  /** Several lanes of one series, which fold. */
  readonly cluster: boolean;
  /** Number of lanes, and of those that are selected. */
  readonly lanes: number;
  readonly chosen: number;
}

/** A row of the chart with what a drawing of the visible time needs. */
export interface SlicedRow {
  readonly kind: 'heading' | 'lane';
  /** Number among all rows. */
  readonly at: number;
  readonly top: number;
  readonly height: number;
  readonly group: TimelineHead;
  readonly folded: boolean;
  /** Empty for a heading. */
  readonly label: string;
  /** Of the lane, or of all lanes of a cluster together; those near the visible time. Very short ones are merged. */
  readonly spans: readonly TimelineSpan[];
  /** From the first moment to the last; null where there is none, and for a heading of no cluster. */
  readonly hull: TimeView | null;
}

/** The rows of a timeline that are in sight. */
export interface TimelineSlice {
  readonly rows: readonly SlicedRow[];
  /** All rows. */
  readonly count: number;
  /** Pixels of all rows. */
  readonly height: number;
  /** Hull of every span. */
  readonly start: number;
  readonly end: number;
  readonly clusters: number;
  /** Clusters that are folded. */
  readonly folded: number;
  /** The row of the keyboard, wherever it is. */
  readonly cursor: SlicedRow | null;
}

/** Groups of a timeline with the layout of some folds. */
export interface FoldedTimeline {
  readonly groups: readonly TimelineGroup[];
  readonly layout: TimelineLayout;
  readonly folded: ReadonlySet<TimelineGroup>;
  readonly clusters: number;
}

export function foldTimeline(groups: readonly TimelineGroup[], { start, toggled }: TimelineFolds): FoldedTimeline {
  const clusters = groups.filter(isCluster);
  const lanes = clusters.reduce((sum, group) => sum + group.lanes.length, 0);
  const all = start === 'all' || (start === 'initial' && lanes > MANY_LANES);
  const other = new Set(toggled);
  const folded = new Set(groups.filter((group, index) => isCluster(group) && all !== other.has(index)));
  return { groups, layout: layoutTimeline(groups, folded), folded, clusters: clusters.length };
}

/** The rows of a stretch of the chart, and the row of the keyboard. */
export function timelineSlice({ groups, layout, folded, clusters }: FoldedTimeline, request: TimelineRequest): TimelineSlice {
  const { rows, height, start, end } = layout;
  const picked = new Set(request.picked);
  const indices = new Map(groups.map((group, index) => [group, index]));
  const heads = new Map<TimelineGroup, TimelineHead>();
  const headOf = (group: TimelineGroup): TimelineHead => {
    const head = heads.get(group) ?? makeHead(group, indices.get(group) ?? 0, picked);
    heads.set(group, head);
    return head;
  };
  // A stretch below the last row moves up to it: folding makes the chart lower.
  const top = Math.max(0, Math.min(request.top, height - request.height));
  const first = Math.max(0, rowIndexAt(rows, top));
  const last = rowIndexAt(rows, top + request.height);
  const to = Math.min(first + MOST_ROWS, last < 0 ? rows.length : last + 1);
  const shown = Array.from({ length: Math.max(0, to - first) }, (_, offset) => first + offset);
  const spans = Math.max(LEAST_SPANS, Math.floor(MOST_SPANS / Math.max(1, shown.length)));
  const sliced = (at: number): SlicedRow[] => {
    const row = rows[at];
    return row ? [sliceRow(row, at, headOf(row.group), request.view ?? { start, end }, spans)] : [];
  };
  const cursor = cursorIndex(rows, indices, request.cursor);
  return {
    rows: shown.flatMap(sliced),
    count: rows.length,
    height,
    start,
    end,
    clusters,
    folded: folded.size,
    cursor: cursor === null ? null : (sliced(cursor)[0] ?? null),
  };
}

function makeHead(group: TimelineGroup, index: number, picked: ReadonlySet<string>): TimelineHead {
  const { title, short = title, series, lanes } = group;
  const chosen = picked.size === 0 ? 0 : lanes.filter(({ label }) => picked.has(label)).length;
  return { index, title, short, series, cluster: isCluster(group), lanes: lanes.length, chosen };
}

function sliceRow(row: TimelineRow, at: number, group: TimelineHead, view: TimeView, most: number): SlicedRow {
  const { kind, top, height } = row;
  const spans = row.kind === 'lane' ? row.lane.spans : group.cluster ? bandOf(row.group) : [];
  const hull = hullOf(spans);
  return {
    kind,
    at,
    top,
    height,
    group,
    folded: row.kind === 'heading' && row.folded,
    label: row.kind === 'lane' ? row.lane.label : '',
    spans: nearSpans(spans, view, most),
    hull: hull ? { start: hull.start, end: hull.end } : null,
  };
}

/** A place whose lane is folded away leaves the heading of its group. */
function cursorIndex(
  rows: readonly TimelineRow[],
  indices: ReadonlyMap<TimelineGroup, number>,
  cursor: TimelineRequest['cursor'],
): number | null {
  if (cursor === null || rows.length === 0) return null;
  if (typeof cursor === 'number') return Math.min(rows.length - 1, Math.max(0, cursor));
  const inGroup = (row: TimelineRow): boolean => indices.get(row.group) === cursor.group;
  const lane = rows.findIndex((row) => row.kind === 'lane' && row.lane.label === cursor.label && inGroup(row));
  const at = lane < 0 ? rows.findIndex((row) => row.kind === 'heading' && inGroup(row)) : lane;
  return at < 0 ? null : at;
}

/**
 * Spans in the visible time and one of its lengths on either side. More than `most` are merged where the gaps between them are
 * shortest.
 */
export function nearSpans(spans: readonly TimelineSpan[], view: TimeView, most: number): readonly TimelineSpan[] {
  const length = view.end - view.start;
  const near: readonly TimelineSpan[] = spans.filter((span) => span.end >= view.start - length && span.start <= view.end + length);
  let merged: readonly TimelineSpan[] = near;
  for (let least = length / 4000; merged.length > most; least *= 2) merged = mergeShort(near, least);
  return merged;
}

/** Spans that begin less than `least` after the end of the one before are one with it, as strong as the strongest of them. */
function mergeShort(spans: readonly TimelineSpan[], least: number): readonly TimelineSpan[] {
  const merged: TimelineSpan[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.start - last.end < least) {
      const { start, end, weight } = last;
      merged[merged.length - 1] = { start, end: Math.max(end, span.end), weight: Math.max(weight, span.weight) };
    } else merged.push(span);
  }
  return merged;
}
