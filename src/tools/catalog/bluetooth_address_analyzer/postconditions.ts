import type { Postcondition } from '../../definition.ts';
import type { Answer, Arguments } from './schema.ts';

/** Conditions that every answer of the address analyzer meets. */
export const postconditions: readonly Postcondition<Arguments, Answer>[] = [
  {
    id: 'square-matrices',
    description: 'Every matrix is square, symmetric, has a unit diagonal and one row per address.',
    holds: (output) =>
      output.probabilistic_links.every(
        ({ addresses, pairwise_probability_matrix: matrix }) =>
          matrix.length === addresses.length && matrix.every((row) => row.length === addresses.length) && isUnitSymmetric(matrix),
      ),
  },
  {
    id: 'linked-are-classified',
    description: 'Linked addresses are classified ones, when classes were asked for, and stand in one cluster each.',
    holds: (output, args) => {
      const linked = output.probabilistic_links.flatMap((cluster) => cluster.addresses);
      const known = new Set(output.address_classification.map((item) => item.address));
      return new Set(linked).size === linked.length && (args.analysis_mode !== 'both' || linked.every((address) => known.has(address)));
    },
  },
  {
    id: 'segments-in-order',
    description: 'Every segment ends at or after its start.',
    holds: (output) => output.timeline_segments.every(({ start_ts, end_ts }) => start_ts <= end_ts),
  },
  {
    id: 'shown-are-candidates',
    description: 'Every listed pair names two different addresses, likeliest first.',
    holds: ({ candidate_links: links }) =>
      links.every((pair, at) => pair.from_address !== pair.to_address && (at === 0 || links[at - 1]!.probability >= pair.probability)),
  },
];

/** Whether a matrix is symmetric with ones on its diagonal. Uses loops, because answers have up to 250,000 cells. */
function isUnitSymmetric(matrix: readonly (readonly number[])[]): boolean {
  for (const [at, row] of matrix.entries()) {
    if (row[at] !== 1) return false;
    for (let before = 0; before < at; before++) if (row[before] !== matrix[before]?.[at]) return false;
  }
  return true;
}
