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

/** With more lanes in clusters than this, clusters start folded, each as one band. */
const MANY_LANES = 40;
/** Most rows of one slice, more than a tall window shows. */
const MOST_ROWS = 200;
/** Most spans of one slice, and the least number available to each row. */
const MOST_SPANS = 4800;
const LEAST_SPANS = 24;
/** Most labels of a group; the first that has words describes the group. */
const MOST_FIRST = 8;

/** Which clusters are folded to one band. */
export interface TimelineFolds {
  /** `initial`: all if the clusters have many lanes, otherwise none. */
  readonly start: 'initial' | 'all' | 'none';
  /** Indices of groups that differ from `start`. */
  readonly toggled: readonly number[];
}

/** Identifies a row (a group's heading or one of its lanes), independent of folding. */
export interface TimelinePlace {
  readonly group: number;
  /** Label of the lane; null for the group's heading. */
  readonly label: string | null;
}

export interface TimelineRequest {
  readonly folds: TimelineFolds;
  /** Names that the person gave to devices. */
  readonly names?: readonly DeviceName[] | undefined;
  /** Pixels from the top of the chart, excluding the axis. */
  readonly top: number;
  readonly height: number;
  /** The visible time; null for all of it. */
  readonly view: TimeView | null;
  /** Labels of the selected lanes. */
  readonly picked: readonly string[];
  /** The row with the keyboard focus, by place or by index. */
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
  /** Whether it has several lanes of one series and can be folded. */
  readonly cluster: boolean;
  /** Labels of its first lanes, which describe it. */
  readonly first: readonly string[];
  /** Number of lanes, and of those that are selected. */
  readonly lanes: number;
  readonly chosen: number;
}

/** A row of the chart with the data to draw it in the visible time. */
export interface SlicedRow {
  readonly kind: 'heading' | 'lane';
  /** Index among all rows. */
  readonly at: number;
  readonly top: number;
  readonly height: number;
  readonly group: TimelineHead;
  readonly folded: boolean;
  /** Empty for a heading. */
  readonly label: string;
  /** What the device is, in a few words; absent if unknown. */
  readonly words?: string;
  /** Spans of the lane, or of all lanes of a cluster; only those near the visible time. Very short ones are merged. */
  readonly spans: readonly TimelineSpan[];
  /** Time range of its spans; null if there are none, and for headings of other groups. */
  readonly hull: TimeView | null;
}

/** The visible rows of a timeline. */
export interface TimelineSlice {
  readonly rows: readonly SlicedRow[];
  /** All rows. */
  readonly count: number;
  /** Height of all rows in pixels. */
  readonly height: number;
  /** Start of the range of all spans. */
  readonly start: number;
  readonly end: number;
  readonly clusters: number;
  /** Number of folded clusters. */
  readonly folded: number;
  /** The row with the keyboard focus, even if it is not visible. */
  readonly cursor: SlicedRow | null;
}

/** Groups of a timeline, laid out with certain folds. */
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

/** Labels that describe a row: its own, or those of its cluster. */
const describing = ({ kind, label, group }: SlicedRow): readonly string[] => (kind === 'lane' ? [label] : group.cluster ? group.first : []);

/** Labels whose words `withWords` adds to rows. */
export const labelsOf = (rows: readonly SlicedRow[]): readonly string[] => [...new Set(rows.flatMap(describing))];

/** A row with what its device is, as far as it is known. */
export function withWords(row: SlicedRow, known: ReadonlyMap<string, string>): SlicedRow {
  const words = describing(row)
    .map((label) => known.get(label))
    .find((each) => each !== undefined);
  return words === undefined ? row : { ...row, words };
}

/** The rows in a range of the chart, and the row with the keyboard focus. */
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
  // A range below the last row is moved up, because folding reduces the height.
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

/** If the focused lane is folded away, the focus moves to its group's heading. */
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
 * Spans within the visible time and one such length on either side. If there are more than `most`, those with the shortest gaps are merged.
 */
export function nearSpans(spans: readonly TimelineSpan[], view: TimeView, most: number): readonly TimelineSpan[] {
  const length = view.end - view.start;
  const near: readonly TimelineSpan[] = spans.filter((span) => span.end >= view.start - length && span.start <= view.end + length);
  let merged: readonly TimelineSpan[] = near;
  for (let least = length / 4000; merged.length > most; least *= 2) merged = mergeShort(near, least);
  return merged;
}

/** Merges spans that begin less than `least` after the previous one; the larger weight is kept. */
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
