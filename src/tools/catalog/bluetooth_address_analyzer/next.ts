import { amount } from '../../../base/amount.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { NextCall } from '../../contract/index.ts';
import type { Linkage } from '../../linkage/linkage.ts';
import { FEWEST_SENT } from '../../linkage/linkage.ts';
import type { Candidate } from '../../linkage/linkage.ts';
import type { Observation } from '../../linkage/observe.ts';
import { packetsOf } from '../../rows-of.ts';
import type { Cluster } from './clusters.ts';

/** Maximum number of addresses that the rotation audit accepts. */
const MOST_AUDITED = 200;
/** A second run is suggested only if a lower `min_observation_count` would admit at least this share of the addresses. */
const WORTH_ADMITTING = 0.1;

export interface Analysed {
  readonly args: { readonly min_observation_count: number; readonly analysis_mode: string };
  readonly captures: readonly CaptureInfo[];
  readonly observation: Observation;
  /** The result of the linkage; null if the call requested classes only. */
  readonly linkage: Linkage | null;
  readonly links: readonly Candidate[];
  readonly clusters: readonly Cluster[];
}

/** Suggests calls that follow an analysis, most useful first. The benefit of each is measured on the observed addresses. */
export function afterAnalysis(found: Analysed): NextCall[] {
  const followed = found.clusters.length === 0 ? [] : [...audit(found), ...undecided(found)];
  const calls = [...admit(found), ...linkAlso(found), ...followed, ...(followed.length > 0 ? [] : busiest(found))];
  return calls.sort((a, b) => b.benefit.share - a.benefit.share);
}

/** Suggests the same analysis with a lower minimum of frames. Each such call lowers it further, so suggestions end. */
function admit({ args, observation: { addresses } }: Analysed): NextCall[] {
  const minimum = args.min_observation_count;
  const lower = Math.max(FEWEST_SENT, Math.floor(minimum / 5));
  if (lower >= minimum) return [];
  const admitted = addresses.filter(({ frames }) => frames >= lower && frames < minimum).length;
  const share = admitted / addresses.length;
  if (share < WORTH_ADMITTING) return [];
  return [
    {
      tool: 'bluetooth_address_analyzer',
      arguments: { ...args, min_observation_count: lower },
      why: `Analyse addresses from ${amount(lower, 'frame')} on; those with fewer than ${String(minimum)} are listed as unknown.`,
      expectedOutcome: `Classes of ${amount(admitted, 'more address', 'more addresses')} of ${String(addresses.length)}, with less certain links.`,
      benefit: { measure: 'addresses_admitted', share },
    },
  ];
}

/** If only classes were requested, suggests the same call with linkage. */
function linkAlso({ args, linkage, observation: { addresses } }: Analysed): NextCall[] {
  if (linkage !== null) return [];
  return [
    {
      tool: 'bluetooth_address_analyzer',
      arguments: { ...args, analysis_mode: 'both' },
      why: 'Estimate which of these addresses belong to one emitter.',
      expectedOutcome: `Probable successors among ${amount(addresses.length, 'address', 'addresses')}.`,
      benefit: {
        measure: 'addresses_explained',
        share: addresses.filter(({ frames }) => frames >= args.min_observation_count).length / addresses.length,
      },
    },
  ];
}

/** Suggests an audit of how the emitter of the largest cluster can be followed. */
function audit({ clusters, links }: Analysed): NextCall[] {
  const largest = clusters.reduce((most, cluster) => (cluster.addresses.length > most.addresses.length ? cluster : most));
  const addresses = largest.addresses.slice(0, MOST_AUDITED);
  const chain = addresses.slice(1).map((_, at) => largest.pairwise_probability_matrix[at]?.[at + 1] ?? 0);
  const expected = chain.reduce((sum, probability) => sum + probability, 0);
  return [
    {
      tool: 'rotation_privacy_audit',
      arguments: { addresses },
      why: `See what lets the largest cluster, of ${amount(largest.addresses.length, 'address', 'addresses')}, be followed.`,
      expectedOutcome: `Findings on ${amount(chain.length, 'change of address', 'changes of address')}, of ${amount(links.length, 'link')} in all.`,
      benefit: { measure: 'links_audited', share: expected / links.length },
    },
  ];
}

/** Whether the probability of a candidate pair is so close to one half that the model leaves it undecided. */
const isOpen = ({ probability }: Candidate): boolean => probability >= 0.1 && probability <= 0.9;

/** Suggests a query of the packets of addresses in undecided pairs. */
function undecided({ observation, linkage, captures }: Analysed): NextCall[] {
  const open = (linkage?.candidates ?? []).filter(isOpen).sort((a, b) => Math.abs(a.probability - 0.5) - Math.abs(b.probability - 0.5));
  const [first] = open;
  if (first === undefined) return [];
  const rivals = open.filter(({ from, to }) => from === first.from || to === first.to);
  const numbers = [...new Set(rivals.flatMap(({ from, to }) => [from, to]))];
  return packets(
    numbers,
    observation,
    captures,
    `Compare what ${amount(numbers.length, 'address', 'addresses')} of an undecided link sent.`,
  );
}

/** Suggests a query of the packets of the address with the most frames. */
function busiest({ observation, captures }: Analysed): NextCall[] {
  const { addresses } = observation;
  const most = addresses.reduce((best, { advertised }, at) => (advertised > (addresses[best]?.advertised ?? 0) ? at : best), 0);
  return packets([most], observation, captures, 'Look at what the most active address sent.');
}

function packets(numbers: readonly number[], { addresses, rows }: Observation, captures: readonly CaptureInfo[], why: string): NextCall[] {
  // The suggested statement searches only the advertiser column, so skip addresses that never advertised.
  const chosen = numbers.map((number) => addresses[number]!).filter(({ advertised }) => advertised > 0);
  return packetsOf({
    captures,
    column: 'advertiser_addr',
    senders: chosen.map(({ address }) => address),
    packets: chosen.reduce((sum, { frames }) => sum + frames, 0),
    rows,
    why,
  });
}
