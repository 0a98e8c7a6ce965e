import { type CandidateLink, LINK_THRESHOLD } from './model.ts';

/** The result of applying another threshold to the same probabilities. */
export interface ThresholdChange {
  readonly links: number;
  readonly gained: readonly CandidateLink[];
  readonly lost: readonly CandidateLink[];
  /** Sets of addresses joined by links, largest first; each of two addresses or more. */
  readonly clusters: readonly (readonly string[])[];
  /** Clusters at this threshold that do not exist at the tool's own, and vice versa. */
  readonly clustersGained: readonly (readonly string[])[];
  readonly clustersLost: readonly (readonly string[])[];
}

/** The links at a threshold; at the tool's own threshold, exactly those that the tool reports. */
export function linksAt(candidates: readonly CandidateLink[], threshold: number): readonly CandidateLink[] {
  if (threshold === LINK_THRESHOLD) return candidates.filter(({ shown }) => shown);
  const above = ({ probability }: CandidateLink): boolean => probability >= threshold;
  return candidates.filter((pair) => (threshold < LINK_THRESHOLD ? pair.shown || above(pair) : pair.shown && above(pair)));
}

export function thresholdChange(candidates: readonly CandidateLink[], threshold: number): ThresholdChange {
  const before = linksAt(candidates, LINK_THRESHOLD);
  // Fast path for the tool's own threshold, the usual case.
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

/** Components of the graph whose edges are the links; addresses in order of appearance. */
export function clustersOf(links: readonly CandidateLink[]): readonly (readonly string[])[] {
  const parents = new Map<string, string>();
  const rootOf = (address: string): string => {
    let root = address;
    for (let above = parents.get(root); above !== undefined && above !== root; above = parents.get(root)) root = above;
    // Path compression: a later lookup from here takes one step.
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

/** Clusters of the first list that do not occur identically in the second. */
function without(clusters: readonly (readonly string[])[], others: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const key = (cluster: readonly string[]): string => [...cluster].sort().join(' ');
  const known = new Set(others.map(key));
  return clusters.filter((cluster) => !known.has(key(cluster)));
}
