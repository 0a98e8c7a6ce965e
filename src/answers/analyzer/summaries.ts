import { type DeviceName, nameOfDevice, namesByAddress } from '../../base/device-name.ts';
import { groupBy } from '../../base/group.ts';
import { matrixTitle } from './plot-titles.ts';
import { type AnalyzerOutput, type CandidateLink, type Cluster, pairOf, stepProbabilities } from './model.ts';
import type { Narrowed } from './narrowed.ts';
import type { ThresholdChange } from './threshold.ts';

/** Maximum number of clusters in a headline; `SHOWN_ADDRESSES` limits the addresses of each. */
const SHOWN_CLUSTERS = 12;
const SHOWN_ADDRESSES = 8;
/** Maximum number of links and of clusters that are listed when the threshold changes. */
const SHOWN_CHANGES = 6;

/** The first addresses of a cluster, in the order in which a device used them. */
export interface ClusterChain {
  readonly addresses: readonly string[];
  /** Probability of the step from each address to the next one. */
  readonly steps: readonly number[];
  /** Number of all addresses in the cluster, including those that are not listed. */
  readonly total: number;
  /** Name that a person gave to one of the addresses. */
  readonly name: string | undefined;
}

/** What the summary of an answer shows. */
export interface AnalyzerHeadline {
  /** Number of addresses of each type, the most frequent type first. */
  readonly types: readonly { readonly type: string; readonly count: number }[];
  readonly chains: readonly ClusterChain[];
  /** Number of all clusters of the answer, including those that are not listed. */
  readonly total: number;
}

export function analyzerHeadline({ addresses, clusters }: AnalyzerOutput, names: readonly DeviceName[] = []): AnalyzerHeadline {
  const given = namesByAddress(names);
  return {
    types: [...groupBy(addresses, ({ type }) => type)]
      .map(([type, members]) => ({ type, count: members.length }))
      .sort((left, right) => right.count - left.count),
    chains: clusters.slice(0, SHOWN_CLUSTERS).map((cluster) => ({
      addresses: cluster.addresses.slice(0, SHOWN_ADDRESSES),
      steps: stepProbabilities(cluster).slice(0, SHOWN_ADDRESSES - 1),
      total: cluster.addresses.length,
      name: nameOfDevice(cluster.addresses, given),
    })),
    total: clusters.length,
  };
}

/** A cluster as a card shows it, without its matrix of probabilities. */
export interface ClusterCard {
  /** Index of the cluster among all, which determines its colour. */
  readonly index: number;
  readonly letter: string;
  /** Name that a person gave to one of the cluster's addresses. */
  readonly name: string | undefined;
  readonly size: number;
  /** Probability of the least likely step from one address of the cluster to the next. */
  readonly weakest: number;
  /** A sentence about what the cluster's matrix of probabilities shows. */
  readonly title: string;
  readonly rationale: readonly string[];
}

export interface ClusterPage {
  readonly rows: readonly ClusterCard[];
  /** Number of clusters that are within the selection. */
  readonly total: number;
  readonly all: number;
}

/** Returns a page of the clusters within the selection, largest first. */
export function clusterPage(
  { clusters }: AnalyzerOutput,
  left: Narrowed,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  names: readonly DeviceName[] = [],
): ClusterPage {
  const given = namesByAddress(names);
  const those = [...clusters.entries()].filter(([, { addresses }]) => !left.narrows || addresses.some(left.has));
  return { rows: those.slice(offset, offset + limit).map((each) => clusterCard(each, given)), total: those.length, all: clusters.length };
}

const clusterCard = ([index, cluster]: readonly [number, Cluster], given: ReadonlyMap<string, string>): ClusterCard => ({
  index,
  letter: cluster.letter,
  name: nameOfDevice(cluster.addresses, given),
  size: cluster.addresses.length,
  weakest: stepProbabilities(cluster).reduce((least, step) => Math.min(least, step), 1),
  title: matrixTitle(cluster.matrix),
  rationale: cluster.rationale.slice(0, 100),
});

/** A rectangular part of a cluster's matrix of probabilities between addresses. */
export interface MatrixPart {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** The probabilities in this part of the matrix, row by row. */
  readonly cells: readonly (readonly number[])[];
}

export function matrixPart({ addresses, matrix }: Cluster, row: number, column: number, rows: number, columns: number): MatrixPart {
  return {
    rows: addresses.slice(row, row + rows),
    columns: addresses.slice(column, column + columns),
    cells: matrix.slice(row, row + rows).map((values) => values.slice(column, column + columns)),
  };
}

/** Two addresses, with everything that the answer says about the pair. */
export interface PairEvidence {
  readonly pair: CandidateLink;
  readonly rationale: readonly string[];
  /** Size of the group of addresses that cannot be told apart to which the pair belongs; null if it belongs to none. */
  readonly ambiguous: { readonly predecessors: number; readonly successors: number } | null;
  /** Whether times are relative to the first packet. */
  readonly relative: boolean;
}

export function pairEvidence(output: AnalyzerOutput, from: string, to: string): PairEvidence {
  const pair = pairOf(output, from, to);
  const group = output.ambiguous.find(({ predecessors, successors }) => predecessors.includes(pair.from) && successors.includes(pair.to));
  return {
    pair,
    rationale: output.clusters.flatMap(({ rationale }) => rationale.filter((text) => text.includes(pair.from) && text.includes(pair.to))),
    ambiguous: group ? { predecessors: group.predecessors.length, successors: group.successors.length } : null,
    relative: output.relative,
  };
}

/** The first items of a list, with the length of the whole list. */
export interface Beginning<T> {
  readonly first: readonly T[];
  readonly total: number;
}

/** How a threshold changes an answer, cut to lists of limited length; see `ThresholdChange`. */
export interface ThresholdSummary {
  readonly links: number;
  readonly clusters: number;
  readonly gained: Beginning<Pick<CandidateLink, 'from' | 'to' | 'probability'>>;
  readonly lost: Beginning<Pick<CandidateLink, 'from' | 'to' | 'probability'>>;
  readonly clustersGained: Beginning<{ readonly address: string; readonly size: number }>;
  readonly clustersLost: Beginning<{ readonly address: string; readonly size: number }>;
}

export function thresholdSummary(change: ThresholdChange): ThresholdSummary {
  const pairs = (list: readonly CandidateLink[]) => ({
    first: list.slice(0, SHOWN_CHANGES).map(({ from, to, probability }) => ({ from, to, probability })),
    total: list.length,
  });
  const clusters = (list: readonly (readonly string[])[]) => ({
    first: list.slice(0, SHOWN_CHANGES).map((cluster) => ({ address: cluster[0] ?? '', size: cluster.length })),
    total: list.length,
  });
  return {
    links: change.links,
    clusters: change.clusters.length,
    gained: pairs(change.gained),
    lost: pairs(change.lost),
    clustersGained: clusters(change.clustersGained),
    clustersLost: clusters(change.clustersLost),
  };
}
