import { type CandidateLink, LINK_THRESHOLD } from './model.ts';

/** What another threshold than that of the tool makes of the same probabilities. */
export interface ThresholdChange {
  readonly links: number;
  readonly gained: readonly CandidateLink[];
  readonly lost: readonly CandidateLink[];
  /** Sets of addresses joined by links, largest first; each of two addresses or more. */
  readonly clusters: readonly (readonly string[])[];
  /** Clusters at the threshold that the tool's own does not have, and the other way round. */
  readonly clustersGained: readonly (readonly string[])[];
  readonly clustersLost: readonly (readonly string[])[];
}

/** What counts as a link at a threshold; at the tool's own, exactly what the tool shows. */
export function linksAt(candidates: readonly CandidateLink[], threshold: number): readonly CandidateLink[] {
  if (threshold === LINK_THRESHOLD) return candidates.filter(({ shown }) => shown);
  const above = ({ probability }: CandidateLink): boolean => probability >= threshold;
  return candidates.filter((pair) => (threshold < LINK_THRESHOLD ? pair.shown || above(pair) : pair.shown && above(pair)));
}

export function thresholdChange(candidates: readonly CandidateLink[], threshold: number): ThresholdChange {
  const [before, now] = [linksAt(candidates, LINK_THRESHOLD), linksAt(candidates, threshold)];
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
  const clusterOf = new Map<string, string[]>();
  for (const { from, to } of links) {
    const left = clusterOf.get(from) ?? [from];
    const right = clusterOf.get(to) ?? [to];
    const joined = left === right ? left : [...left, ...right];
    for (const address of joined) clusterOf.set(address, joined);
  }
  return [...new Set(clusterOf.values())].sort((left, right) => right.length - left.length);
}

/** Clusters of the first list that are not, address for address, in the second. */
function without(clusters: readonly (readonly string[])[], others: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const key = (cluster: readonly string[]): string => [...cluster].sort().join(' ');
  const known = new Set(others.map(key));
  return clusters.filter((cluster) => !known.has(key(cluster)));
}
