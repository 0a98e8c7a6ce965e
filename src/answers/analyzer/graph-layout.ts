import type { TimeView } from '../charts/time-view.ts';
import { type AnalyzerOutput, type CandidateLink, LINK_THRESHOLD } from './model.ts';
import { clustersOf, linksAt } from './threshold.ts';

/** An address in the graph. Positions are in CSS pixels. */
export interface GraphNode {
  readonly address: string;
  /** Type of the address as the tool names it; empty if the tool did not classify it. */
  readonly type: string;
  /** Left edge of the box, which is the start of the address's activity. */
  readonly x: number;
  /** Right edge of the box: the end of the activity, or further right if the box would be too narrow. */
  readonly until: number;
  /** Vertical centre in pixels of the lane in which the address is drawn. */
  readonly y: number;
  /** Number of the cluster's colour, 1 to 8; 0 for none. */
  readonly series: number;
  /** Start and end of the address's activity in ms; null if no segment was long enough to measure it. */
  readonly active: TimeView | null;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly probability: number;
  /** Time without packets between the two addresses in s; null if unknown. */
  readonly gap_s: number | null;
  readonly path: string;
  /** Whether two devices are more likely than one. Such a pair is drawn, but not counted as a link. */
  readonly weak: boolean;
  /** Width in pixels of the line that connects two addresses. */
  readonly width: number;
}

export interface LinkGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly height: number;
  /** Time range of the x axis. */
  readonly view: TimeView;
  /** Numbers of linked addresses, and of pairs of drawn addresses, that the graph leaves out. */
  readonly left: { readonly addresses: number; readonly pairs: number };
  /** Whether times are relative to the first packet. */
  readonly relative: boolean;
}

export const NODE_WIDTH = 52;
export const NODE_HEIGHT = 24;
const LANE = 34;
const BETWEEN = 14;
const AIR = 10;
/** Maximum number of addresses in a graph; those of the largest clusters take precedence. */
const MOST = 600;
/** Maximum number of lines in a graph; the most likely pairs take precedence. */
const MOST_EDGES = 900;
const SERIES = 8;

/** What a graph shows, before positions are computed for a width. */
export interface Linked {
  readonly links: readonly CandidateLink[];
  /** The addresses of each cluster of linked addresses, the largest cluster first. */
  readonly clusters: readonly (readonly string[])[];
  readonly active: ReadonlyMap<string, TimeView>;
  /** Number of the series colour for each address. */
  readonly colour: ReadonlyMap<string, number>;
  /** Type of each address, by address. */
  readonly types: ReadonlyMap<string, string>;
  readonly view: TimeView;
  readonly relative: boolean;
}

/** Selects the addresses that have a link at the threshold, and the pairs between them. */
export function linkedAt(output: AnalyzerOutput, threshold: number): Linked {
  const links = linksAt(output.candidates, threshold);
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const active = activity(output, linked);
  const colour = new Map<string, number>();
  output.clusters.forEach(({ addresses }, at) => {
    for (const address of addresses) if (linked.has(address)) colour.set(address, (at % SERIES) + 1);
  });
  const types = new Map(output.addresses.filter(({ address }) => linked.has(address)).map(({ address, type }) => [address, type]));
  const { relative } = output;
  return { links, clusters: clustersOf(links), active, colour, types, view: extent([...active.values()]), relative };
}

/**
 * Computes positions. Each cluster gets a horizontal band; bands are ordered by first activity. Within a band, an address gets the first
 * lane in which it overlaps no other box.
 *
 * @param width width of the chart in pixels
 */
export function layoutGraph(linked: Linked, width: number): LinkGraph {
  const { nodes, height, left } = placeNodes(linked, width);
  const lanes = new Map<number, number[]>();
  for (const { x, y } of nodes.values()) {
    const lane = lanes.get(y);
    if (lane) lane.push(x);
    else lanes.set(y, [x]);
  }
  const pairs = linked.links.filter(({ from, to }) => nodes.has(from) && nodes.has(to));
  const edges = likeliest(pairs).flatMap((pair): GraphEdge[] => {
    const [from, to] = [nodes.get(pair.from), nodes.get(pair.to)];
    if (!from || !to) return [];
    const weak = pair.probability < LINK_THRESHOLD && !pair.shown;
    const sure = Math.max(0, (pair.probability - LINK_THRESHOLD) / (1 - LINK_THRESHOLD));
    const { probability, gap_s } = pair;
    const path = curve(from, to, lanes.get(from.y) ?? []);
    return [{ from: pair.from, to: pair.to, probability, gap_s, weak, width: weak ? 1 : 1 + 3 * sure, path }];
  });
  return {
    nodes: [...nodes.values()],
    edges,
    height,
    view: linked.view,
    left: { addresses: left, pairs: pairs.length - edges.length },
    relative: linked.relative,
  };
}

/** Selects the pairs of addresses that the graph draws, in the order of the answer. */
function likeliest(pairs: readonly CandidateLink[]): readonly CandidateLink[] {
  if (pairs.length <= MOST_EDGES) return pairs;
  const kept = new Set([...pairs].sort((a, b) => b.probability - a.probability).slice(0, MOST_EDGES));
  return pairs.filter((pair) => kept.has(pair));
}

function placeNodes(
  { clusters, active, colour, types, view }: Linked,
  width: number,
): { readonly nodes: ReadonlyMap<string, GraphNode>; readonly height: number; readonly left: number } {
  const scale = (ms: number): number => AIR + ((ms - view.start) / (view.end - view.start)) * Math.max(0, width - NODE_WIDTH - 2 * AIR);
  const nodes = new Map<string, GraphNode>();
  let [top, left] = [0, 0];
  for (const cluster of clusters) {
    if (nodes.size + cluster.length > MOST && nodes.size > 0) {
      left += cluster.length;
      continue;
    }
    const boxes = cluster
      .map((address) => {
        const span = active.get(address) ?? null;
        const x = span ? scale(span.start) : AIR;
        return { address, type: types.get(address) ?? '', active: span, x, until: Math.max(x + NODE_WIDTH, span ? scale(span.end) : 0) };
      })
      .sort((a, b) => a.x - b.x);
    const ends: number[] = [];
    for (const box of boxes) {
      const free = ends.findIndex((end) => end + AIR <= box.x);
      const lane = free < 0 ? ends.length : free;
      ends[lane] = box.until;
      nodes.set(box.address, { ...box, y: top + lane * LANE + LANE / 2, series: colour.get(box.address) ?? 0 });
    }
    top += ends.length * LANE + BETWEEN;
  }
  return { nodes, height: Math.max(0, top - BETWEEN), left };
}

/**
 * Computes a curve from the end of one box to the start of the next, which bends around boxes between them on the same lane.
 * @param lane left edges of the boxes in the lane of `from`
 */
function curve(from: GraphNode, to: GraphNode, lane: readonly number[]): string {
  const [x1, x2] = [from.x + NODE_WIDTH, to.x];
  const between = lane.some((x) => x > from.x && x < to.x);
  const bow = from.y === to.y && (between || x2 < x1) ? LANE * 0.9 : 0;
  const reach = Math.max(18, Math.abs(x2 - x1) / 2.5);
  const part = (value: number): string => value.toFixed(1);
  return `M${part(x1)} ${part(from.y)}C${part(x1 + reach)} ${part(from.y - bow)} ${part(x2 - reach)} ${part(to.y - bow)} ${part(x2)} ${part(to.y)}`;
}

/** The activity of each address: from the start of its first segment to the end of its last. */
function activity(output: AnalyzerOutput, addresses: ReadonlySet<string>): ReadonlyMap<string, TimeView> {
  const spans = new Map<string, TimeView>();
  for (const { address, start_ms, end_ms } of output.segments) {
    if (!addresses.has(address) || !Number.isFinite(start_ms) || !Number.isFinite(end_ms)) continue;
    const known = spans.get(address);
    spans.set(address, { start: Math.min(start_ms, known?.start ?? start_ms), end: Math.max(end_ms, known?.end ?? end_ms) });
  }
  return spans;
}

/** The smallest time range that covers all given ones. A single instant is widened to a second. */
function extent(active: readonly TimeView[]): TimeView {
  let [start, end] = [Infinity, -Infinity];
  for (const span of active) [start, end] = [Math.min(start, span.start), Math.max(end, span.end)];
  if (!Number.isFinite(start)) return { start: 0, end: 1000 };
  return end > start ? { start, end } : { start: start - 500, end: end + 500 };
}
