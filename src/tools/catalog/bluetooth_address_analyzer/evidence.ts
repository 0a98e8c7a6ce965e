import { REASONS } from '../../../kernels/layout.ts';
import { round } from '../../linkage/classify.ts';
import { MOST } from './bounds.ts';
import { digest } from '../../linkage/digest.ts';
import type { ModelEdition } from '../../linkage/editions.ts';
import type { Constraint } from '../../linkage/constraints.ts';
import { scoresOf } from './labels.ts';
import type { Candidate } from '../../linkage/linkage.ts';
import type { Observation } from '../../linkage/observe.ts';
import type { Answer, Arguments } from './schema.ts';
import type { LearntKind, SuccessionModel } from '../../linkage/successors.ts';
import { TOLD } from '../../linkage/successors.ts';

/** The parts of the answer that describe evidence: candidate links, ambiguous groups and the model. */
export type Evidence = Pick<Answer, 'candidate_links' | 'ambiguous_groups' | 'linkage_model' | 'label_scores'>;

const MOST_LISTED = 2000;
/** A candidate pair counts as undecided if its probability is between these. */
const UNDECIDED = { from: 0.1, to: 0.9 } as const;
/** Factor from nats to decibans: 10 / ln 10. */
const DECIBANS = 4.342944819032518;
const HOUR_S = 3600;
const NOTE =
  'Scores for investigation, not proof that two addresses are one device: conditioned on the packets heard, on rpa_rotation_model and on the assumptions in the model card.';

interface Found {
  readonly linkage: SuccessionModel | null;
  readonly observation: Observation;
  readonly minimum: number;
  readonly links: readonly Candidate[];
}

export function evidenceOf(
  { linkage, observation, minimum, links }: Found,
  { labels, linkage_window_s: window_s }: Pick<Arguments, 'labels' | 'linkage_window_s'>,
  edition: ModelEdition,
): { readonly more: Evidence; readonly groups: number } {
  const often = (number: number): boolean => observation.addresses[number]!.frames >= minimum;
  const candidates = (linkage?.candidates ?? []).filter((pair) => pair.probability >= TOLD && often(pair.from) && often(pair.to));
  const ordered = candidates.sort((a, b) => b.probability - a.probability || a.from - b.from || a.to - b.to);
  const shown = new Set<Candidate>(links);
  const { groups, left } = groupsOf(ordered, observation);
  const more: Evidence = {
    candidate_links: ordered.slice(0, MOST_LISTED).map((pair) => listed(pair, shown.has(pair), observation)),
    ambiguous_groups: groups,
    linkage_model: {
      version: edition.version,
      note: NOTE,
      learnt: (linkage?.learnt ?? []).map(learntOf),
      unused_constraints: (linkage?.unused ?? []).map(constraintText),
    },
    ...(labels !== undefined && linkage !== null && { label_scores: scoresOf(labels, ordered, links, observation, { window_s, minimum }) }),
  };
  return { more, groups: left };
}

const constraintText = ({ address_a, address_b, rule }: Constraint): string => `${address_a} ${address_b} ${rule}`;

function listed(pair: Candidate, shown: boolean, { addresses, features }: Observation): Evidence['candidate_links'][number] {
  return {
    from_address: addresses[pair.from]!.address,
    to_address: addresses[pair.to]!.address,
    probability: round(pair.probability),
    shown,
    gap_s: round(features.columns.First[pair.to]! - features.columns.Last[pair.from]!),
    evidence: REASONS.map((term) => ({ term, decibans: Number((pair.reasons[term] * DECIBANS).toFixed(2)) })),
  };
}

const learntOf = ({ kind, addresses, values }: LearntKind): Evidence['linkage_model']['learnt'][number] => ({
  kind,
  addresses,
  departures_per_hour: round(values.LeavingRate * HOUR_S),
  rotations_share: round(values.Rotating),
  arrivals_per_hour: round(values.ArrivalRate * HOUR_S),
  quiet_share: round(values.Quiet),
  interval_change_share: round(values.IntervalStray),
  same_content_share: round(values.ContentKept),
  level_spread_db: round(values.LevelNear),
  clock_spread_us_per_s: round(values.DriftSpread),
});

/** Groups of addresses that undecided pairs connect, each with several possible predecessors and successors; and how many are omitted. */
function groupsOf(
  candidates: readonly Candidate[],
  { addresses }: Observation,
): { readonly groups: Evidence['ambiguous_groups']; readonly left: number } {
  const undecided = candidates.filter(({ probability }) => probability >= UNDECIDED.from && probability <= UNDECIDED.to);
  const root = new Map<number, number>();
  // Use two nodes per address, one as predecessor and one as successor, because it may end one pair and begin another.
  const find = (node: number): number => {
    let at = node;
    for (let up = root.get(at); up !== undefined && up !== at; up = root.get(at)) {
      // Path halving: shortens every second step for later searches.
      root.set(at, root.get(up) ?? up);
      at = up;
    }
    return at;
  };
  for (const { from, to } of undecided) {
    const a = find(2 * from);
    const b = find(2 * to + 1);
    root.set(Math.max(a, b), Math.min(a, b));
  }
  const groups = new Map<number, Candidate[]>();
  for (const pair of undecided) {
    const key = find(2 * pair.from);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [pair]);
    else group.push(pair);
  }
  const found = [...groups.entries()]
    .sort(([a], [b]) => a - b)
    .flatMap(([, pairs]) => {
      const ends = [...new Set(pairs.map((pair) => pair.from))].sort((a, b) => a - b);
      const starts = [...new Set(pairs.map((pair) => pair.to))].sort((a, b) => a - b);
      return ends.length < 2 || starts.length < 2 ? [] : [{ pairs, ends, starts }];
    });
  const listed = found.filter(({ ends, starts }) => ends.length + starts.length <= MOST.inAGroup).slice(0, MOST.groups);
  const name = (number: number): string => addresses[number]!.address;
  return {
    groups: listed.map(({ pairs, ends, starts }) => {
      const sum = pairs.reduce((total, pair) => total + pair.probability, 0);
      return {
        group_id: `group_${digest([...ends, -1, ...starts].map((number) => (number < 0 ? '>' : name(number))).join(' '))}`,
        predecessors: ends.map(name),
        successors: starts.map(name),
        probability: round(Math.min(sum / ends.length, 1)),
      };
    }),
    left: found.length - listed.length,
  };
}
