/** A pair of addresses of which one may have succeeded the other. */
export interface PossibleLink {
  readonly from: string | number;
  readonly probability: number;
}

/**
 * Measures how certain the successors of these addresses are: 0…1 for each address, summed. For one address it is 1 minus the entropy, in
 * bits and limited to 1, over its possible successors and over having none. An address without a candidate counts as certain to have none.
 * @param links candidate pairs, each once
 * @param members addresses that may have a successor
 */
export function explainedAddresses(links: Iterable<PossibleLink>, members: Iterable<string | number>): number {
  const open = new Map<string | number, { entropy: number; left: number }>();
  for (const { from, probability } of links) {
    const { entropy, left } = open.get(from) ?? { entropy: 0, left: 1 };
    open.set(from, { entropy: entropy + bits(probability), left: left - probability });
  }
  let sum = 0;
  for (const member of members) {
    const { entropy, left } = open.get(member) ?? { entropy: 0, left: 1 };
    sum += 1 - Math.min(1, entropy + bits(left));
  }
  return sum;
}

const bits = (share: number): number => (share <= 0 || share >= 1 ? 0 : -share * Math.log2(share));
