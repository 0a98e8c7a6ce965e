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

/** Number of lanes in clusters above which all clusters are folded at first, each to one band. */
const MANY_LANES = 40;
/** Maximum number of rows that one slice of the timeline contains; more than a tall window shows. */
const MOST_ROWS = 200;
/** Maximum number of spans that one slice of the timeline contains; `LEAST_SPANS` is available to each row in any case. */
const MOST_SPANS = 4800;
const LEAST_SPANS = 24;
/** Maximum number of labels listed for a group. The first label for which there are words describes the group. */
const MOST_FIRST = 8;

/** Which clusters are folded, so that one band replaces their lanes. */
export interface TimelineFolds {
  /** State of clusters at first. `initial`: all are folded if they have many lanes, otherwise none. */
  readonly start: 'initial' | 'all' | 'none';
  /** Indices of the groups that a person folded or unfolded, contrary to `start`. */
  readonly toggled: readonly number[];
}

/** Identifies a row (the heading of a group, or one of its lanes), whichever groups are folded. */
export interface TimelinePlace {
  readonly group: number;
  /** Label of the lane; null for the heading of the group. */
  readonly label: string | null;
}

export interface TimelineRequest {
  readonly folds: TimelineFolds;
  /** Names that the person gave to devices. */
  readonly names?: readonly DeviceName[] | undefined;
  /** Vertical position of the slice in pixels from the top of the chart, without the axis. */
  readonly top: number;
  readonly height: number;
  /** The time range that is visible; null for the whole. */
  readonly view: TimeView | null;
  /** Labels of the selected lanes. */
  readonly picked: readonly string[];
  /** The row that has the keyboard focus, by its place or by its index. */
  readonly cursor: TimelinePlace | number | null;
}

/** A group, as its rows show it. */
export interface TimelineHead {
  readonly index: number;
  readonly title: string;
  /** Short name of the group of lanes, without additions, for narrow charts. */
  readonly short: string;
  /** Number of the series colour, 1 to 8; 0 for none. */
  readonly series: number;
  /** Whether the group has several lanes of one series, so that it can be folded. */
  readonly cluster: boolean;
  /** Labels of the first lanes of the group, which describe it. */
  readonly first: readonly string[];
  /** Number of lanes; `chosen` is the number of those that are selected. */
  readonly lanes: number;
  readonly chosen: number;
}

/** A row of the chart, with what is needed to draw it for the visible time. */
export interface SlicedRow {
  readonly kind: 'heading' | 'lane';
  /** Index of the row among all rows. */
  readonly at: number;
  readonly top: number;
  readonly height: number;
  readonly group: TimelineHead;
  readonly folded: boolean;
  /** Label of the lane; empty for a heading. */
  readonly label: string;
  /** What the device is, in a few words; absent if that is not known. */
  readonly words?: string;
  /** Spans of the lane, or of all lanes of a cluster, near the visible time only. Very short spans are joined. */
  readonly spans: readonly TimelineSpan[];
  /** Time range of all spans; null if there are none, and for headings of groups that are not clusters. */
  readonly hull: TimeView | null;
}

/** The part of a timeline that is visible. */
export interface TimelineSlice {
  readonly rows: readonly SlicedRow[];
  /** Number of all rows. */
  readonly count: number;
  /** Height of all rows together in pixels. */
  readonly height: number;
  /** Start of the time range of all spans, in ms. */
  readonly start: number;
  readonly end: number;
  readonly clusters: number;
  /** Number of clusters that are folded. */
  readonly folded: number;
  /** The row that has the keyboard focus, even if it is not visible. */
  readonly cursor: SlicedRow | null;
}

/** A timeline whose rows were placed for certain folded groups. */
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

/** Labels by which a row can be described: its own or, for a cluster, those of its lanes. */
const describing = ({ kind, label, group }: SlicedRow): readonly string[] => (kind === 'lane' ? [label] : group.cluster ? group.first : []);

/** Labels for which `withWords` needs words. */
export const labelsOf = (rows: readonly SlicedRow[]): readonly string[] => [...new Set(rows.flatMap(describing))];

/** Adds to a row what its device is, if that is known. */
export function withWords(row: SlicedRow, known: ReadonlyMap<string, string>): SlicedRow {
  const words = describing(row)
    .map((label) => known.get(label))
    .find((each) => each !== undefined);
  return words === undefined ? row : { ...row, words };
}

/** Returns the rows in a vertical range of the chart, and the row with the keyboard focus. */
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
  // Move a range below the last row up, because the chart is lower after groups were folded.
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
  return {
    index,
    title,
    short,
    series,
    cluster: isCluster(group),
    first: lanes.slice(0, MOST_FIRST).map(({ label }) => label),
    lanes: lanes.length,
    chosen,
  };
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

/** Index of the row with the keyboard focus. If it is a lane that was folded away, the heading of its group gets the focus. */
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
 * The spans within the visible time and as much again on either side. If there are more than `most`, those with the shortest gaps are
 * joined.
 */
export function nearSpans(spans: readonly TimelineSpan[], view: TimeView, most: number): readonly TimelineSpan[] {
  const length = view.end - view.start;
  const near: readonly TimelineSpan[] = spans.filter((span) => span.end >= view.start - length && span.start <= view.end + length);
  let merged: readonly TimelineSpan[] = near;
  for (let least = length / 4000; merged.length > most; least *= 2) merged = mergeShort(near, least);
  return merged;
}

/** Joins spans that begin less than `least` after the previous one; the joined span has the larger weight. */
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
