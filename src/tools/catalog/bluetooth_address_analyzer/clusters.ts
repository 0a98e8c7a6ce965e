import type { Candidate } from '../../linkage/linkage.ts';
import { digest } from '../../linkage/digest.ts';
import { SHOWN } from '../../linkage/linkage.ts';
import type { Observation } from '../../linkage/observe.ts';
import { clusterRoom } from './bounds.ts';
import { round } from '../../linkage/classify.ts';
import { rationale, whyOf } from './words.ts';

/** A group of addresses that probably belong to one emitter, in the form of the result. */
export interface Cluster {
  readonly cluster_id: string;
  readonly addresses: readonly string[];
  readonly pairwise_probability_matrix: readonly (readonly number[])[];
  readonly rationale: readonly string[];
}

/** The links that are shown: in the one-to-one assignment, above the probability threshold, and between addresses with enough frames. */
export function shownLinks(candidates: readonly Candidate[], observation: Observation, minimum: number): Candidate[] {
  const often = (number: number): boolean => observation.addresses[number]!.frames >= minimum;
  return candidates.filter((pair) => pair.chosen && pair.probability >= SHOWN && often(pair.from) && often(pair.to));
}

/**
 * Builds chains of links. An address has at most one successor and one predecessor, so a cluster is a chain, and the probability that two
 * of its members share an emitter is the product of the probabilities of the links between them.
 */
export function clustersOf(
  links: readonly Candidate[],
  candidates: readonly Candidate[],
  observation: Observation,
): { readonly clusters: Cluster[]; readonly left: number } {
  const why = whyOf(candidates, observation);
  const successor = new Map(links.map((pair) => [pair.from, pair]));
  const succeeded = new Set(links.map((pair) => pair.to));
  const { First } = observation.features.columns;
  const heads = [...successor.keys()].filter((number) => !succeeded.has(number)).sort((a, b) => First[a]! - First[b]! || a - b);
  const clusters: Cluster[] = [];
  const room = clusterRoom();
  let left = 0;
  for (const head of heads) {
    const chain: Candidate[] = [];
    for (let pair = successor.get(head); pair !== undefined; pair = successor.get(pair.to)) chain.push(pair);
    const members = [head, ...chain.map((pair) => pair.to)];
    if (!room(members.length)) {
      left += 1;
      continue;
    }
    const addresses = members.map((number) => observation.addresses[number]!.address);
    clusters.push({
      cluster_id: `cluster_${digest(addresses.join(' '))}`,
      addresses,
      pairwise_probability_matrix: matrixOf(chain),
      rationale: rationale(chain, why),
    });
  }
  return { clusters, left };
}

function matrixOf(chain: readonly Candidate[]): number[][] {
  const size = chain.length + 1;
  const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(1));
  for (let row = 0; row < size; row++) {
    let product = 1;
    for (let column = row + 1; column < size; column++) {
      product *= chain[column - 1]!.probability;
      matrix[row]![column] = matrix[column]![row] = round(product);
    }
  }
  return matrix;
}
