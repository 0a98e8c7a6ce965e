import { priorOf } from '../../src/tools/linkage/rotation.ts';
import { shownLinks } from '../../src/tools/catalog/bluetooth_address_analyzer/clusters.ts';
import { MODEL_12 } from '../../src/tools/linkage/editions.ts';
import type { Candidate } from '../../src/tools/linkage/linkage.ts';
import { bornBefore } from '../../src/tools/linkage/linkage.ts';
import type { Observation } from '../../src/tools/linkage/observe.ts';
import { successionInput } from '../../src/tools/linkage/successors.ts';
import type { SuccessionInput } from '../../src/kernels/contract.ts';
import type { ScenePlan } from '../support/scene/scene.ts';
import { claimsOf, kernels } from './heard.ts';
import type { Claim } from './score.ts';
import type { TrueStream } from './truth.ts';

/** How each kind of stream of `support/scene/devices.ts` rotates: known only to the simulator. */
const KINDS: Readonly<Record<string, { readonly lives: SuccessionInput['lifetimes']; readonly keepsPhase: boolean }>> = {
  'iphone nearby': { lives: [around(0.9, 900, 0.4), uniform(0.1, 840, 960)], keepsPhase: false },
  'find my': { lives: [uniform(1, 880, 910)], keepsPhase: false },
  android: { lives: [uniform(0.5, 300, 900), around(0.5, 917, 12)], keepsPhase: true },
  watch: { lives: [around(1, 900, 0.4)], keepsPhase: false },
  earbud: { lives: [around(1, 900, 0.5)], keepsPhase: false },
  laptop: { lives: [uniform(1, 500, 1000)], keepsPhase: false },
};

function around(weight: number, centre: number, scale: number) {
  return { kind: 'laplace', weight, centre, scale } as const;
}
function uniform(weight: number, from: number, to: number) {
  return { kind: 'uniform', weight, from, to } as const;
}

/**
 * The links of one who knows the simulator: which kind of stream every address is of, how that kind rotates, how long
 * people stay, how many arrive, and what a rotation keeps (counted on the truth). Same terms, same assignment, nothing learnt but what the
 * lives of neighbours say of one another.
 */
export async function oracle(
  observation: Observation,
  streams: readonly TrueStream[],
  plan: ScenePlan,
  window_s: number,
  minimum: number,
): Promise<Claim[]> {
  const number = new Map(observation.addresses.map((observed, at) => [observed.address, at]));
  const { First } = observation.features.columns;
  const found: Candidate[] = [];
  for (const [kind, { lives, keepsPhase }] of Object.entries(KINDS)) {
    const chains = streams
      .filter((stream) => stream.kind === kind)
      .map(({ addresses }) =>
        addresses.flatMap((address) => number.get(address) ?? []).filter((at) => observation.addresses[at]!.sent >= 2),
      );
    const members = chains.flat().sort((a, b) => First[a]! - First[b]! || a - b);
    if (members.length < 2) continue;
    const options = { window_s, model: 'spec_default', edition: MODEL_12 } as const;
    const given = successionInput(members, priorOf('spec_default'), observation, options);
    const arrived = chains.filter(([first]) => first !== undefined && !bornBefore(first, observation)).length;
    const kept = survivals(chains, observation);
    const table = await kernels.succeed({
      ...given,
      lifetimes: lives,
      held: true,
      parameters: {
        ...given.parameters,
        ...kept,
        LeavingRate: plan.stay_s === Infinity ? 1e-6 : 1 / plan.stay_s,
        ArrivalRate: Math.max(arrived, 1) / Math.max(observation.span, 1),
        PhaseKept: keepsPhase ? 0.99 : 0.001,
        HabitStrength: 1e9,
      },
    });
    for (let pair = 0; pair < table.from.length; pair++) {
      found.push({
        from: members[table.from[pair]!]!,
        to: members[table.to[pair]!]!,
        probability: table.probability[pair]!,
        chosen: table.chosen[pair] === 1,
        llr: table.llr[pair]!,
        reasons: { Gap: 0, Lifetime: 0, Renewal: 0, Payload: 0, Name: 0, Interval: 0, Level: 0, Phase: 0, Drift: 0 },
      });
    }
  }
  return claimsOf(shownLinks(found, observation, minimum), observation);
}

/** Shares of the true rotations that keep content, only layout, only family; one imagined of each. */
function survivals(chains: readonly (readonly number[])[], { addresses }: Observation) {
  const counts = { ContentKept: 1, LayoutKept: 1, FamilyKept: 1 };
  let pairs = 4;
  for (const chain of chains) {
    for (let at = 1; at < chain.length; at++) {
      const [a, b] = [addresses[chain[at - 1]!]!.payload, addresses[chain[at]!]!.payload];
      pairs += 1;
      if (a.content === b.content) counts.ContentKept += 1;
      else if (a.layout === b.layout) counts.LayoutKept += 1;
      else if (a.family === b.family) counts.FamilyKept += 1;
    }
  }
  return { ContentKept: counts.ContentKept / pairs, LayoutKept: counts.LayoutKept / pairs, FamilyKept: counts.FamilyKept / pairs };
}
