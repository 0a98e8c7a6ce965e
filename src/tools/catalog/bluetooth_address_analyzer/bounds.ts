import type { Classified } from '../../linkage/classify.ts';
import type { Cluster } from './clusters.ts';
import type { Observation } from '../../linkage/observe.ts';
import type { Segment } from './segments.ts';

/** Limits of the lists in an answer: a result as text may have at most 64 MB and two million values. */
export const MOST = { classes: 20_000, segments: 40_000, cells: 250_000, clustered: 20_000, groups: 500, inAGroup: 200 } as const;

export interface Lists {
  readonly classes: readonly Classified[];
  readonly clusters: readonly Cluster[];
  readonly segments: readonly Segment[];
}

/** How many items the analysis found but left out of each list. */
export interface LeftOut {
  readonly classes: number;
  readonly clusters: number;
  readonly segments: number;
  readonly groups: number;
}

/**
 * Cuts the lists of an answer to the limits. Keeps classes of clustered addresses and of those with the most frames, and their segments.
 */
export function bounded({ classes, clusters, segments }: Lists, { addresses }: Observation) {
  if (classes.length <= MOST.classes && segments.length <= MOST.segments) {
    return { classes, segments, left: { classes: 0, segments: 0 } };
  }
  const clustered = new Set(clusters.flatMap((cluster) => cluster.addresses));
  const isClustered = Uint8Array.from(addresses, ({ address }) => Number(clustered.has(address)));
  const order = addresses.map((_, number) => number);
  order.sort((a, b) => isClustered[b]! - isClustered[a]! || addresses[b]!.frames - addresses[a]!.frames || a - b);
  const listed = new Set(order.slice(0, MOST.classes).map((number) => addresses[number]!.address));
  const some = classes.filter(({ address }) => listed.has(address));
  const those = segments.filter(({ address }) => listed.has(address)).slice(0, MOST.segments);
  return { classes: some, segments: those, left: { classes: classes.length - some.length, segments: segments.length - those.length } };
}

/** Returns a function that tells whether one more probability matrix of `length` addresses fits into the answer; call it before each. */
export function clusterRoom(): (length: number) => boolean {
  let cells = 0;
  let members = 0;
  return (length) => {
    if (cells + length * length > MOST.cells || members + length > MOST.clustered) return false;
    cells += length * length;
    members += length;
    return true;
  };
}
