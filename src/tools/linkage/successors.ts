import type { SuccessionInput, SuccessionTable } from '../../kernels/contract.ts';
import type { ReasonName, SuccessionColumn } from '../../kernels/layout.ts';
import { REASONS } from '../../kernels/layout.ts';
import type { ToolCapabilities } from '../definition.ts';
import { categories } from './categories.ts';
import type { Constraint } from './constraints.ts';
import { rulesFor, severed, usable } from './constraints.ts';
import type { Candidate, Linkage, LinkageOptions } from './linkage.ts';
import { bornBefore, confidentLives, kindOf, streamKinds, UNHEARD_RATE } from './linkage.ts';
import { firstEndingAfter, lastOver } from './holes.ts';
import { hiddenIn, type Hole, type Observation } from './observe.ts';
import { type Habit, silenceHabits } from './silences.ts';
import { levelSpreads, clockSpread, measuredLevels } from './spread.ts';

/** Learned parameters of one kind of stream. */
export interface LearntKind {
  /** Class and role of the addresses of this kind, such as `rpa advertises`. */
  readonly kind: string;
  readonly addresses: number;
  readonly values: SuccessionTable['learnt'];
}

export interface SuccessionModel extends Linkage {
  readonly learnt: readonly LearntKind[];
  /** The analyst's constraints that could not be followed. */
  readonly unused: readonly Constraint[];
}

/**
 * Parameters before learning; docs/explanation/linkage-model.md explains how each was chosen. `Lost` is the share of rotations whose next
 * address is not heard within the window. `HabitStrength` is how many addresses the rotation model counts as when the rotation of a family
 * of payloads is learned.
 */
const DEFAULTS = {
  LeavingRate: 1 / 1800,
  Rotating: 1,
  Lost: 0.03,
  Quiet: 0.03,
  IntervalStray: 0.1,
  ContentKept: 0.5,
  LayoutKept: 0.33,
  FamilyKept: 0.13,
  Slack: 0.02,
  LevelStray: 0.08,
  IntervalSpread: 0.002,
  NameKept: 0.97,
  PhaseSpread: 15,
  PhaseKept: 0.4,
  HabitStrength: 8,
  LeaveOut: 0,
  Corrections: 0,
  RotatingStrength: 4,
  PauseStrength: 0,
  SurePauses: 0,
  SwapStrength: 0,
  Prune: -7,
} as const;

/** Prior share of new addresses whose device arrived, rather than having changed its address. */
const ARRIVING = 0.3;
/** Length in s of the pause around a change of address. */
const SWAP_S = 0.3;
/** Standard deviation of one advDelay in s, which is uniform on 0–10 ms (Core Vol 6 Part B 4.4.2.2). */
const ADV_DELAY_S = 0.0029;
const ROUNDS = 4;
/** Pairs with a probability below this are not reported. */
export const TOLD = 0.02;
/** Number of imagined events with the usual level noise that are added to every address. */
const IMAGINED_EVENTS = 30;
/** Assumed age in s of an address that was present when the capture began. */
const UNSEEN_S = 3600;

/**
 * Scores possible successors and computes their probabilities, one kind of stream at a time, because addresses of different kinds never
 * succeed one another.
 */
export async function succeed(observation: Observation, options: LinkageOptions, capabilities: ToolCapabilities): Promise<SuccessionModel> {
  const candidates: Candidate[] = [];
  const learnt: LearntKind[] = [];
  const groups = options.streams?.of(observation) ?? streamKinds(observation);
  let considered = 0;
  for (const members of groups) {
    let table = await run(members, options.edition.lives(options.model), observation, options, capabilities);
    if (options.model === 'learned') {
      table = await run(members, options.edition.learn(confidentLives(members, table, observation)), observation, options, capabilities);
    }
    considered += table.considered;
    const kind = options.streams?.kind ?? kindOf(observation.addresses[members[0]!]!);
    learnt.push({ kind, addresses: members.length, values: table.learnt });
    for (let pair = 0; pair < table.from.length; pair++) {
      candidates.push(successionOf(members, table, pair));
    }
  }
  const constraints = options.constraints ?? [];
  return {
    candidates: severed(candidates, constraints, observation),
    considered,
    members: groups.flat().sort((a, b) => a - b),
    learnt,
    unused: constraints.filter((constraint) => !usable(constraint, groups, observation)),
  };
}

async function run(
  members: readonly number[],
  lifetimes: SuccessionInput['lifetimes'],
  observation: Observation,
  options: LinkageOptions,
  capabilities: ToolCapabilities,
): Promise<SuccessionTable> {
  return capabilities.kernels.succeed(successionInput(members, lifetimes, observation, options), {
    signal: capabilities.signal,
    onProgress: (progress) => capabilities.progress(progress),
  });
}

/** Builds the kernel's input for the addresses of one kind of stream, ordered by first frame. */
export function successionInput(
  members: readonly number[],
  lifetimes: SuccessionInput['lifetimes'],
  observation: Observation,
  options: LinkageOptions,
): SuccessionInput {
  const columns = columnsFor(members, observation, options.edition.measured);
  return {
    columns,
    parameters: parametersFor(members, observation, options),
    lifetimes,
    holes: Float64Array.from(observation.holes.flatMap((hole) => [hole.start, hole.end, hiddenIn(hole)])),
    rules: rulesFor(options.constraints ?? [], members, observation),
    rounds: ROUNDS,
    least: TOLD,
  };
}

const KEPT = [
  'First',
  'Last',
  'RssiFirst',
  'RssiLast',
  'Interval',
  'PhaseFirst',
  'PhaseFirstAt',
  'DriftFirst',
  'DriftFirstError',
  'ResidualFirst',
  'PhaseLast',
  'PhaseLastAt',
  'DriftLast',
  'DriftLastError',
  'ResidualLast',
] as const;

function columnsFor(members: readonly number[], observation: Observation, measured: boolean): Record<SuccessionColumn, Float64Array> {
  const { columns } = observation.features;
  const take = (values: Float64Array): Float64Array => Float64Array.from(members, (number) => values[number]!);
  const payloads = members.map((number) => observation.addresses[number]!.payload);
  const content = categories(payloads.map((payload) => payload.content));
  const layout = categories(payloads.map((payload) => payload.layout));
  const family = categories(
    payloads.map((payload) => payload.family),
    true,
  );
  const name = categories(members.map((number) => observation.addresses[number]!.name));
  const rate = (values: Float64Array): Float64Array => take(values).map((each) => 1 / (1 / (each > 0 ? each : UNHEARD_RATE) + SWAP_S));
  // The frames of one event, on three channels, share the emitter's position and orientation, so count them once.
  const events = (levels: Float64Array): Float64Array =>
    Float64Array.from(members, (number) => (levels[number]! * columns.Events[number]!) / columns.Count[number]!);
  const { LevelNoise } = levelSpreads(members, observation);
  const restless = (number: number): number => {
    const events = columns.Events[number]!;
    const own = columns.RssiSpread[number]! ** 2 / LevelNoise;
    return Number.isNaN(own) ? 1 : (IMAGINED_EVENTS + events * own) / (IMAGINED_EVENTS + events);
  };
  const levels = measured ? measuredLevels(members, observation) : undefined;
  const lost = observation.holes.filter((hole) => hiddenIn(hole) > 0);
  const interval = take(columns.Interval);
  const support = take(columns.IntervalSupport);
  const known = (seconds: number): number => (seconds > 0 ? seconds : 1e6);
  const scatter = measured ? take(columns.IntervalScatter) : interval.map(() => ADV_DELAY_S);
  const habits = measured ? silenceHabits(members, family.ids, observation) : [];
  const habit = (of: keyof Habit): Float64Array => Float64Array.from(members, (_, at) => habits[at]?.[of] ?? 0);
  const order = members.map((_, at) => at);
  order.sort((a, b) => family.ids[a]! - family.ids[b]! || known(interval[a]!) - known(interval[b]!) || a - b);
  return {
    ...(Object.fromEntries(KEPT.map((column) => [column, take(columns[column])])) as Record<(typeof KEPT)[number], Float64Array>),
    RateFirst: rate(columns.RateFirst),
    RateLast: rate(columns.RateLast),
    LevelsFirst: events(columns.LevelsFirst),
    LevelsLast: events(columns.LevelsLast),
    ...levels?.columns,
    Restless: Float64Array.from(members, restless),
    HoleBefore: Float64Array.from(members, (number) => silenceBefore(number, observation, lost)),
    HoleAfter: Float64Array.from(members, (number) => silenceAfter(number, observation)),
    Ended: Float64Array.from(members, (number) => (ended(number, observation) ? 1 : 0)),
    IntervalError: interval.map((each, at) => Math.max(scatter[at]!, ADV_DELAY_S) / (each * Math.sqrt(Math.max(support[at]!, 1)))),
    Scatter: scatter.map((each) => (each > 0 ? each : ADV_DELAY_S)),
    Order: Float64Array.from(order),
    Silence: habit('silence'),
    SilenceSpread: habit('spread'),
    SilenceShare: habit('share'),
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

const silenceAt = (rate: number): number => 1 + 3 / (rate > 0 ? rate : UNHEARD_RATE);

/** How many seconds before its first frame the address may already have been used. */
function silenceBefore(number: number, observation: Observation, lost: readonly Hole[]): number {
  const { First, Last } = observation.features.columns;
  const first = First[number]!;
  // Add the time that the sniffer lost while the address was used, which makes it older.
  const inside = lost.reduce((sum, hole) => (hole.start >= first && hole.end <= Last[number]! ? sum + hiddenIn(hole) : sum), 0);
  if (!bornBefore(number, observation)) return inside;
  const hole = lastOver(observation.holes, first);
  return inside + (hole === undefined ? UNSEEN_S : hole.end - hole.start + hiddenIn(hole));
}

function silenceAfter(number: number, { features, holes }: Observation): number {
  const last = features.columns.Last[number]!;
  const reach = last + silenceAt(features.columns.RateLast[number]!);
  const hole = holes[firstEndingAfter(holes, last)];
  return hole !== undefined && hole.start < reach ? hole.end - Math.max(hole.start, last) + hiddenIn(hole) : 0;
}

/** Whether the address fell silent, for longer than its usual waits, before the capture ended. */
function ended(number: number, { features, span }: Observation): boolean {
  return features.columns.Last[number]! + silenceAt(features.columns.RateLast[number]!) < span;
}

function parametersFor(members: readonly number[], observation: Observation, options: LinkageOptions): SuccessionInput['parameters'] {
  const listened = Math.max(observation.span - observation.holes.reduce((sum, hole) => sum + hole.end - hole.start, 0), 1);
  const arrivals = (ARRIVING * members.length) / listened;
  return {
    ...DEFAULTS,
    ...options.edition.parameters,
    ...(options.edition.measured ? measuredLevels(members, observation).parameters : levelSpreads(members, observation)),
    ...clockSpread(members, observation),
    ArrivalRate: arrivals,
    Listened: listened,
    Succeeding: 1 - ARRIVING,
    Unseen: UNSEEN_S,
    Window: options.window_s,
  };
}

function successionOf(members: readonly number[], table: SuccessionTable, pair: number): Candidate {
  const reasons = Object.fromEntries(REASONS.map((name) => [name, table.reasons[name][pair]!])) as Record<ReasonName, number>;
  return {
    from: members[table.from[pair]!]!,
    to: members[table.to[pair]!]!,
    probability: table.probability[pair]!,
    chosen: table.chosen[pair] === 1,
    llr: table.llr[pair]!,
    reasons,
  };
}
