import type { SuccessionInput } from '../../kernels/contract.ts';
import { SHOWN } from './linkage.ts';
import type { Candidate } from './linkage.ts';
import type { Observation } from './observe.ts';

/** What an analyst knows about two addresses, with the names of the tool's arguments. */
export interface Constraint {
  readonly address_a: string;
  readonly address_b: string;
  readonly rule: 'must_link' | 'cannot_link';
}

const key = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Returns the first pair of addresses that is both required and forbidden; undefined if there is none. */
export function contradiction(constraints: readonly Constraint[]): Constraint | undefined {
  const rules = new Map<string, Constraint['rule']>();
  return constraints.find(({ address_a, address_b, rule }) => {
    const pair = key(address_a, address_b);
    if (address_a === address_b || (rules.get(pair) ?? rule) !== rule) return true;
    rules.set(pair, rule);
    return false;
  });
}

/** Finds the index of an address by binary search; −1 if it was not received. */
function numberOf(name: string, { addresses }: Observation): number {
  let low = 0;
  let high = addresses.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (addresses[middle]!.address < name) low = middle + 1;
    else high = middle;
  }
  return addresses[low]?.address === name ? low : -1;
}

/** Whether one address can succeed the other: both were received, in the same kind of stream, and not at the same time. */
export function usable(constraint: Constraint, groups: readonly (readonly number[])[], observation: Observation): boolean {
  const [a, b] = [constraint.address_a, constraint.address_b].map((name) => numberOf(name, observation));
  const group = groups.find((members) => members.includes(a!));
  if (group?.includes(b!) !== true) return false;
  const { First, Last } = observation.features.columns;
  return constraint.rule === 'cannot_link' || First[a!]! >= Last[b!]! || First[b!]! >= Last[a!]!;
}

/** Converts constraints on addresses of one kind to rules for the kernel: of each pair, the later address is the successor. */
export function rulesFor(
  constraints: readonly Constraint[],
  members: readonly number[],
  observation: Observation,
): SuccessionInput['rules'] {
  if (constraints.length === 0) return [];
  const place = new Map(members.map((number, at) => [observation.addresses[number]!.address, at]));
  return constraints.flatMap(({ address_a, address_b, rule }) => {
    const a = place.get(address_a);
    const b = place.get(address_b);
    if (a === undefined || b === undefined || !usable({ address_a, address_b, rule }, [members], observation)) return [];
    return [{ from: Math.min(a, b), to: Math.max(a, b), linked: rule === 'must_link' }];
  });
}

/**
 * Removes the weakest link from every chain that would join two addresses under a cannot-link constraint; links required by the analyst are
 * removed last.
 */
export function severed<Pair extends Candidate>(
  candidates: readonly Pair[],
  constraints: readonly Constraint[],
  { addresses }: Observation,
): Pair[] {
  const apart = constraints.filter(({ rule }) => rule === 'cannot_link');
  if (apart.length === 0) return [...candidates];
  const number = new Map(addresses.map(({ address }, at) => [address, at]));
  const next = new Map(candidates.filter((pair) => pair.chosen && pair.probability >= SHOWN).map((pair) => [pair.from, pair]));
  const cut = new Set<Pair>();
  for (const { address_a, address_b } of apart) {
    const ends = [number.get(address_a), number.get(address_b)] as const;
    for (const [start, stop] of [ends, [ends[1], ends[0]] as const]) {
      const chain: Pair[] = [];
      let at = start;
      for (let pair = next.get(at ?? -1); pair !== undefined && at !== stop; pair = next.get(at)) {
        chain.push(pair);
        at = pair.to;
      }
      if (chain.length === 0 || at !== stop) continue;
      const weakest = chain.reduce((least, pair) => (pair.probability < least.probability ? pair : least));
      next.delete(weakest.from);
      cut.add(weakest);
    }
  }
  return candidates.map((pair) => (cut.has(pair) ? { ...pair, chosen: false } : pair));
}
