import { type CandidateLink, LINK_THRESHOLD } from './model.ts';

/** What changes in an answer's clusters if another probability threshold decides which pairs of addresses are links. */
export interface ThresholdChange {
  readonly links: number;
  readonly gained: readonly CandidateLink[];
  readonly lost: readonly CandidateLink[];
  /** Sets of two or more addresses that links connect, largest first. */
  readonly clusters: readonly (readonly string[])[];
  /** Clusters that exist at this threshold but not at the tool's own. `clustersLost`: those that exist only at the tool's own. */
  readonly clustersGained: readonly (readonly string[])[];
  readonly clustersLost: readonly (readonly string[])[];
}

/** Returns the links at a threshold. At the tool's own threshold, these are exactly the links that the tool reports. */
export function linksAt(candidates: readonly CandidateLink[], threshold: number): readonly CandidateLink[] {
  if (threshold === LINK_THRESHOLD) return candidates.filter(({ shown }) => shown);
  const above = ({ probability }: CandidateLink): boolean => probability >= threshold;
  return candidates.filter((pair) => (threshold < LINK_THRESHOLD ? pair.shown || above(pair) : pair.shown && above(pair)));
}

export function thresholdChange(candidates: readonly CandidateLink[], threshold: number): ThresholdChange {
  const before = linksAt(candidates, LINK_THRESHOLD);
  // At the tool's own threshold, the usual case, use the tool's links as they are.
  if (threshold === LINK_THRESHOLD)
    return { links: before.length, gained: [], lost: [], clusters: clustersOf(before), clustersGained: [], clustersLost: [] };
  const now = linksAt(candidates, threshold);
  const [inBefore, inNow] = [new Set(before), new Set(now)];
  const [clustersBefore, clusters] = [clustersOf(before), clustersOf(now)];
  return {
    links: now.length,
    gained: now.filter((pair) => !inBefore.has(pair)),
    lost: before.filter((pair) => !inNow.has(pair)),
    clusters,
    clustersGained: without(clusters, clustersBefore),
    clustersLost: without(clustersBefore, clusters),
  };
}

/** Finds the sets of addresses that links connect (components of a graph). Addresses are in the order in which they appear. */
export function clustersOf(links: readonly CandidateLink[]): readonly (readonly string[])[] {
  const parents = new Map<string, string>();
  const rootOf = (address: string): string => {
    let root = address;
    for (let above = parents.get(root); above !== undefined && above !== root; above = parents.get(root)) root = above;
    // Let every address on the way point to the root, so that later lookups take one step.
    for (let at = address; at !== root;) {
      const above = parents.get(at) ?? root;
      parents.set(at, root);
      at = above;
    }
    if (!parents.has(root)) parents.set(root, root);
    return root;
  };
  for (const { from, to } of links) parents.set(rootOf(to), rootOf(from));
  const clusters = new Map<string, string[]>();
  for (const address of new Set(links.flatMap(({ from, to }) => [from, to]))) {
    const root = rootOf(address);
    const cluster = clusters.get(root);
    if (cluster) cluster.push(address);
    else clusters.set(root, [address]);
  }
  return [...clusters.values()].sort((left, right) => right.length - left.length);
}

/** The clusters of the first list that the second list does not contain in the same form. */
function without(clusters: readonly (readonly string[])[], others: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const key = (cluster: readonly string[]): string => [...cluster].sort().join(' ');
  const known = new Set(others.map(key));
  return clusters.filter((cluster) => !known.has(key(cluster)));
}
