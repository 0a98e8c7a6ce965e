import type { Candidate } from './linkage.ts';
import type { Observation } from './observe.ts';
import { round } from './classify.ts';
import { rationale } from './words.ts';

/** Addresses that probably share one emitter, as the contract prints them. */
export interface Cluster {
  readonly cluster_id: string;
  readonly addresses: readonly string[];
  readonly pairwise_probability_matrix: readonly (readonly number[])[];
  readonly rationale: readonly string[];
}

/** A link is shown when it is more likely than not. */
export const SHOWN = 0.5;

/** The links that count: chosen, likely, and between addresses that were seen often enough. */
export function shownLinks(candidates: readonly Candidate[], observation: Observation, minimum: number): Candidate[] {
  const often = (number: number): boolean => observation.addresses[number]!.frames >= minimum;
  return candidates.filter((pair) => pair.chosen && pair.probability >= SHOWN && often(pair.from) && often(pair.to));
}

/**
 * Chains of links. Each address has at most one successor and one predecessor, so a cluster is a chain and the
 * probability that two of its members share an emitter is the product of the links between them.
 */
export function clustersOf(links: readonly Candidate[], candidates: readonly Candidate[], observation: Observation): Cluster[] {
  const successor = new Map(links.map((pair) => [pair.from, pair]));
  const succeeded = new Set(links.map((pair) => pair.to));
  const { First } = observation.features.columns;
  const heads = [...successor.keys()].filter((number) => !succeeded.has(number)).sort((a, b) => First[a]! - First[b]! || a - b);
  return heads.map((head) => {
    const chain: Candidate[] = [];
    for (let pair = successor.get(head); pair !== undefined; pair = successor.get(pair.to)) chain.push(pair);
    const members = [head, ...chain.map((pair) => pair.to)];
    const addresses = members.map((number) => observation.addresses[number]!.address);
    return {
      cluster_id: `cluster_${digest(addresses.join(' '))}`,
      addresses,
      pairwise_probability_matrix: matrixOf(chain),
      rationale: rationale(chain, candidates, observation),
    };
  });
}

function matrixOf(chain: readonly Candidate[]): number[][] {
  const size = chain.length + 1;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => {
      let product = 1;
      for (let at = Math.min(row, column); at < Math.max(row, column); at++) product *= chain[at]!.probability;
      return round(product);
    }),
  );
}

/** FNV-1a, 32 bits: an id that follows from the members, so that a replay names clusters alike. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
