import { categories } from './categories.ts';
import type { LinkInput, LinkTable } from '../../kernels/contract.ts';
import type { ReasonName, TermName } from '../../kernels/layout.ts';
import { TERMS } from '../../kernels/layout.ts';
import type { ToolCapabilities } from '../definition.ts';
import { classOf, isFindMy } from './classify.ts';
import type { Constraint } from './constraints.ts';
import type { ModelEdition } from './editions.ts';
import { lastOver } from './holes.ts';
import type { Observation, Observed } from './observe.ts';
import type { RotationModel } from './rotation.ts';
import { learn, priorOf } from './rotation.ts';

/** A candidate pair with its posterior; numbers are positions in `Observation.addresses`. */
export interface Candidate {
  readonly from: number;
  readonly to: number;
  readonly probability: number;
  /** Part of the best one-to-one assignment. */
  readonly chosen: boolean;
  readonly llr: number;
  readonly terms: Readonly<Record<TermName, number>>;
  /** The terms of model 1.2, where that model made the pair. */
  readonly reasons?: Readonly<Record<ReasonName, number>>;
}

export interface Linkage {
  readonly candidates: readonly Candidate[];
  /** Pairs inside the window that could be successors. */
  readonly considered: number;
  /** Addresses that took part, by position. */
  readonly members: readonly number[];
}

export interface LinkageOptions {
  readonly window_s: number;
  readonly model: RotationModel;
  /** What a person knows; none for model 1.0. */
  readonly constraints?: readonly Constraint[];
  /** Which version of the model of succession; model 1.0 has none. */
  readonly edition?: ModelEdition;
  /** Which of those observed may succeed one another, where no address tells it; model 1.0 goes by the class alone. */
  readonly streams?: Streams;
}

/** Groups of those that may succeed one another, each ordered by first seen, and what a group is called. */
export interface Streams {
  of(observation: Observation): number[][];
  readonly kind: string;
}

/**
 * Fixed figures of model 1.0. Levels and shares were set on the public recordings named in
 * docs/explanation/linkage-model.md, which also says how each was chosen.
 */
const MODEL = {
  /** Share of ends that are departures, and of starts that are arrivals. */
  departures: 0.3,
  departureMean_s: 1800,
  /** The pause around a change of address, s. */
  swap_s: 0.3,
  slack_s: 0.02,
  tail: 0.08,
  rssiSigma: 6,
  rssiDrift: 0.15,
  rssiOutlier: 0.15,
  intervalSigma: 0.012,
  intervalOutlier: 0.12,
  contentKept: 0.5,
  layoutKept: 0.33,
  familyKept: 0.13,
  nameKept: 0.97,
  prune: -9,
} as const;

/** A link is shown when it is more likely than not. */
export const SHOWN = 0.5;

/** Two emissions are the least that an address can be followed by. */
export const FEWEST_SENT = 2;
export const UNHEARD_RATE = 1 / 30;

/** Scores and resolves successors, one stream kind at a time: private classes never succeed one another. */
export async function link(observation: Observation, options: LinkageOptions, capabilities: ToolCapabilities): Promise<Linkage> {
  const groups = streamKinds(observation);
  const candidates: Candidate[] = [];
  let considered = 0;
  for (const members of groups) {
    let table = await run(members, priorOf(options.model), observation, options, capabilities);
    if (options.model === 'learned') {
      table = await run(members, learn(confidentLives(members, table, observation)), observation, options, capabilities);
    }
    considered += table.considered;
    for (let pair = 0; pair < table.from.length; pair++) candidates.push(candidateOf(members, table, pair));
  }
  return { candidates, considered, members: groups.flat().sort((a, b) => a - b) };
}

/**
 * Addresses that may succeed one another: the same private class, and advertising or only scanning. Static and
 * public addresses do not rotate, except Find My beacons, whose bits only look static.
 */
export function streamKinds(observation: Observation): number[][] {
  const kinds = new Map<string, number[]>();
  observation.addresses.forEach((observed, number) => {
    const type = classOf(observed);
    const rotates = type === 'rpa' || type === 'nrpa' || (type === 'random_static' && isFindMy(observed));
    if (!rotates || observed.sent < FEWEST_SENT) return;
    const kind = kindOf(observed);
    const members = kinds.get(kind);
    if (members === undefined) kinds.set(kind, [number]);
    else members.push(number);
  });
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, members]) => inOrder(members, observation));
}

/** By when they were first heard. */
function inOrder(members: readonly number[], { features }: Observation): number[] {
  const { First } = features.columns;
  return [...members].sort((a, b) => First[a]! - First[b]! || a - b);
}

/** Class and role: addresses of different kinds never succeed one another. */
export const kindOf = (observed: Observed): string => `${classOf(observed)} ${observed.advertised > 0 ? 'advertises' : 'scans'}`;

async function run(
  members: readonly number[],
  lifetimes: LinkInput['lifetimes'],
  observation: Observation,
  options: LinkageOptions,
  capabilities: ToolCapabilities,
): Promise<LinkTable> {
  return capabilities.kernels.link(
    {
      columns: columnsFor(members, observation),
      parameters: parametersFor(members, observation, options),
      lifetimes,
      holes: holeTable(observation),
    },
    { signal: capabilities.signal, onProgress: (progress) => capabilities.progress(progress) },
  );
}

const holeTable = ({ holes }: Observation): Float64Array => Float64Array.from(holes.flatMap(({ start, end }) => [start, end]));

function columnsFor(members: readonly number[], observation: Observation): LinkInput['columns'] {
  const { columns } = observation.features;
  const take = (values: Float64Array): Float64Array => Float64Array.from(members, (number) => values[number]!);
  const payloads = members.map((number) => observation.addresses[number]!.payload);
  const content = categories(payloads.map((payload) => payload.content));
  const layout = categories(payloads.map((payload) => payload.layout));
  const family = categories(payloads.map((payload) => payload.family));
  const name = categories(members.map((number) => observation.addresses[number]!.name));
  return {
    First: take(columns.First),
    Last: take(columns.Last),
    RateFirst: take(columns.RateFirst).map(effectiveRate),
    RateLast: take(columns.RateLast).map(effectiveRate),
    RssiFirst: take(columns.RssiFirst),
    RssiLast: take(columns.RssiLast),
    Interval: take(columns.Interval),
    BornBefore: Float64Array.from(members, (number) => (bornBefore(number, observation) ? 1 : 0)),
    Content: content.ids,
    Layout: layout.ids,
    Family: family.ids,
    Name: name.ids,
    ContentShare: content.shares,
    LayoutShare: layout.shares,
    FamilyShare: family.shares,
    NameShare: name.shares,
  };
}

/** Events per second near an end, with the pause that a change of address may take. */
const effectiveRate = (rate: number): number => 1 / (1 / (rate > 0 ? rate : UNHEARD_RATE) + MODEL.swap_s);

/** Whether the address may have been there before listening began, or resumed: its age is then unknown. */
export function bornBefore(number: number, { features, holes }: Observation): boolean {
  const first = features.columns.First[number]!;
  const rate = features.columns.RateFirst[number]!;
  const resumed = lastOver(holes, first)?.end ?? 0;
  return first - resumed < 1 + 3 / (rate > 0 ? rate : UNHEARD_RATE);
}

function parametersFor(members: readonly number[], observation: Observation, options: LinkageOptions): LinkInput['parameters'] {
  const levels = members.map((number) => observation.features.columns.RssiFirst[number]!).filter((level) => !Number.isNaN(level));
  const mean = levels.reduce((sum, level) => sum + level, 0) / Math.max(levels.length, 1);
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / Math.max(levels.length, 1);
  const listened = observation.span - observation.holes.reduce((sum, hole) => sum + hole.end - hole.start, 0);
  return {
    Window: options.window_s,
    Slack: MODEL.slack_s,
    ArrivalRate: (MODEL.departures * members.length) / Math.max(listened, 1),
    DepartureShare: MODEL.departures,
    DepartureMean: MODEL.departureMean_s,
    TailWeight: MODEL.tail,
    RssiSigma: MODEL.rssiSigma,
    RssiDrift: MODEL.rssiDrift,
    RssiOutlier: MODEL.rssiOutlier,
    RssiPopulationMean: mean,
    // 6 dB at least: a selection of few addresses does not know how levels spread.
    RssiPopulationSigma: Math.sqrt(variance + 36),
    IntervalSigma: MODEL.intervalSigma,
    IntervalOutlier: MODEL.intervalOutlier,
    ContentKept: MODEL.contentKept,
    LayoutKept: MODEL.layoutKept,
    FamilyKept: MODEL.familyKept,
    NameKept: MODEL.nameKept,
    Prune: MODEL.prune,
  };
}

function candidateOf(members: readonly number[], table: LinkTable, pair: number): Candidate {
  const terms = Object.fromEntries(TERMS.map((name) => [name, table.terms[name][pair]!])) as Record<TermName, number>;
  return {
    from: members[table.from[pair]!]!,
    to: members[table.to[pair]!]!,
    probability: table.probability[pair]!,
    chosen: table.chosen[pair] === 1,
    llr: table.llr[pair]!,
    terms,
  };
}

/** Lives with both ends seen of addresses that were succeeded with p ≥ 0.8. */
export function confidentLives(
  members: readonly number[],
  table: Pick<LinkTable, 'from' | 'probability'>,
  observation: Observation,
): number[] {
  const { First, Last } = observation.features.columns;
  const lives: number[] = [];
  for (let pair = 0; pair < table.from.length; pair++) {
    const number = members[table.from[pair]!]!;
    if (table.probability[pair]! >= 0.8 && !bornBefore(number, observation)) lives.push(Last[number]! - First[number]!);
  }
  return lives;
}
