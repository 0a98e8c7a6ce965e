import type { Candidate } from './candidates.ts';
import type { Levels, Parameters, Prior } from './likelihoods.ts';
import { binOf, crowdLevels, logAlong, logChance, logLevels, logPresence } from './likelihoods.ts';
import { PARAMETERS } from './parameters.ts';
import type { RateOf, Recognition, Term } from './schema.ts';

const DECIBANS = 10 / Math.LN10;
const ROUNDS = 20;

/** A device that may travel along, with its score. */
export interface Scored {
  readonly candidate: Candidate;
  /** Number of places in which the device was heard; places that are probably the same count once. */
  readonly apart: number;
  readonly probability: number;
  /** Probability that the senders are one device in all its places; a factor of `probability`. */
  readonly same: number;
  readonly evidence: Readonly<Record<Term, number>>;
}

export interface BaseRate {
  readonly by: RateOf;
  readonly identities: number;
  readonly in_two: number;
  readonly in_three: number;
  readonly chance_in_three: number;
}

export interface Scores {
  /** The devices that were heard in at least two places. */
  readonly scored: readonly Scored[];
  readonly rates: readonly BaseRate[];
}

/** What was found on a walk through several places. Devices that were heard in one place only are counted, not listed. */
export interface Summary {
  readonly recurring: readonly Candidate[];
  readonly identities: ReadonlyMap<Recognition, number>;
  /** Number of stays, by kind and bin of presence, of devices that were heard in one place only. */
  readonly passing: ReadonlyMap<Recognition, readonly number[]>;
  readonly levels: Levels;
  /** Group number of each place; places that are probably the same have the same number. */
  readonly groupOf: readonly number[];
}

export function summaryOf(
  found: readonly Candidate[],
  identities: ReadonlyMap<Recognition, number>,
  groupOf: readonly number[],
  parameters: Parameters = PARAMETERS,
): Summary {
  const passing = new Map<Recognition, number[]>();
  for (const { by, stays } of found) {
    if (stays.length !== 1) continue;
    const counts = passing.get(by) ?? [0, 0, 0, 0, 0];
    passing.set(by, counts);
    counts[binOf(stays[0]!.presence)]! += 1;
  }
  const recurring = found.filter(({ stays }) => stays.length >= 2);
  return {
    recurring,
    identities,
    passing,
    levels: crowdLevels(
      found.flatMap(({ stays }) => stays),
      parameters,
    ),
    groupOf,
  };
}

/**
 * Estimates for each recurring device the probability that it travels with the receiver. A device may also recur because a person takes the
 * same route, or because a fixed device is heard in two places; the frequency of both is estimated from the other devices of the same kind.
 * @param groupOf for each of two or more places the number of its group; places that are probably the same share a number
 */
export function scoreCompanions(
  found: readonly Candidate[],
  identities: ReadonlyMap<Recognition, number>,
  groupOf: readonly number[],
): Scores {
  return scoreSummary(summaryOf(found, identities, groupOf), PARAMETERS);
}

export function scoreSummary(summary: Summary, parameters: Parameters): Scores {
  const lasting = new Group(summary, ['fixed_address', 'known'], parameters);
  // Estimate fixed devices separately for trackers: fixed devices of buildings keep their address, but few of them are trackers.
  const trackers = new Group(summary, ['tracker_address'], parameters, lasting.shares());
  const short = new Group(summary, ['private_address'], parameters);
  // Devices recognised by an address show best how often a single device recurs.
  const said = new Group(summary, ['payload'], parameters, lasting.shares());
  const scored = [lasting, trackers, short, said].flatMap((group) => group.scores());
  const fixed = lasting.rate('lasting_address');
  const anyTracker = (summary.identities.get('tracker_address') ?? 0) > 0;
  const rates = [
    anyTracker ? together(fixed, trackers.rate('lasting_address')) : fixed,
    short.rate('private_address'),
    said.rate('payload'),
  ];
  return {
    scored: scored.sort((x, y) => y.probability - x.probability || y.candidate.stays.length - x.candidate.stays.length),
    rates: rates.filter((rate) => rate.identities > 0),
  };
}

const together = (a: BaseRate, b: BaseRate): BaseRate => ({
  by: a.by,
  identities: a.identities + b.identities,
  in_two: a.in_two + b.in_two,
  in_three: a.in_three + b.in_three,
  chance_in_three: a.chance_in_three + b.chance_in_three,
});

/** Probability of each explanation of why one device recurs; the sum is 1. */
interface Explained {
  readonly companion: number;
  readonly passer: number;
  readonly fixed: number;
}

/** Sums over the recurring devices, in which each device counts with the probability of the explanation. */
interface Crowd {
  companions: number;
  /** Number of devices that were heard in n or more places, at index n. */
  readonly passers: number[];
  readonly fixed: number[];
  /** Number of stays by bin of presence. */
  readonly presence: number[];
}

/** Share of devices that reach a 2nd, 3rd, … place, at the number of that place. */
interface Shares {
  readonly passers: readonly number[];
  readonly fixed: readonly number[];
}

interface Weighed {
  readonly explained: Explained;
  readonly evidence: Record<Term, number>;
  /** Likelihood ratio of presence and levels: for one companion, against several devices that look alike. */
  readonly along: number;
  /** Likelihood under all explanations together, relative to a device heard in one place. */
  readonly whole: number;
}

/** First bin of presence that counts as a long stay, and the number of devices that the prior share counts as. */
const PRESENT_LONG = 3;
const STAYING_WEIGHT = 4;

/** Devices that are recognised in the same way (such as by address). Expectation maximisation separates companions from the others. */
class Group {
  private readonly recurring: readonly Candidate[];
  private readonly places: number;
  private readonly size: number;
  /** Number of stays by bin of presence, of devices that were heard in one place, plus the prior. */
  private readonly passing: readonly number[];
  /** Share of long stays among devices that were heard in one place, and the number of these devices. */
  private readonly staying: number;
  private readonly long: number;
  private readonly explained: readonly Explained[];

  constructor(
    private readonly summary: Summary,
    private readonly kinds: readonly Recognition[],
    private readonly parameters: Parameters,
    private readonly given?: Shares,
  ) {
    this.recurring = summary.recurring.filter(({ by }) => kinds.includes(by));
    this.places = summary.groupOf.length;
    const identities = kinds.reduce((sum, kind) => sum + (summary.identities.get(kind) ?? 0), 0);
    // Use devices of all kinds to estimate how long others stay, because a name or data may come from any device.
    const alike = kinds.includes('payload') ? [...summary.passing.keys()] : kinds;
    const counts = [0, 0, 0, 0, 0].map((_, bin) => alike.reduce((sum, kind) => sum + (summary.passing.get(kind)?.[bin] ?? 0), 0));
    this.size = Math.max(identities, this.recurring.length, 1);
    this.passing = counts.map((count, bin) => count + parameters.crowdPresence[bin]! * parameters.crowdPresenceWeight);
    const all = counts.reduce((sum, count) => sum + count, 0);
    this.staying = (counts.slice(PRESENT_LONG).reduce((sum, count) => sum + count, 0) + 1) / (all + STAYING_WEIGHT);
    this.long = 1 + this.staying * this.size;
    this.explained = this.recurring.map((candidate) => (isExpected(candidate) ? SURE : START));
    for (let round = 0; round < ROUNDS; round++) {
      const crowd = this.crowd();
      this.explained = this.fewAtMost(this.recurring.map((candidate, at) => this.explain(candidate, this.without(crowd, at)).explained));
    }
  }

  scores(): Scored[] {
    const crowd = this.crowd();
    return this.recurring.map((candidate, at) => {
      const apart = new Set(candidate.stays.map(({ place }) => this.summary.groupOf[place])).size;
      const others = this.without(crowd, at);
      const { evidence, along, whole } = this.explain(candidate, others);
      const { coincidences, linked } = candidate;
      const chained = linked === 1 ? 1 : (linked * whole) / (linked * whole + (1 - linked) * this.size);
      const same = chained / (1 + coincidences / (this.companionsIn(others) * along));
      return { candidate, apart, probability: logistic(evidence) * same, same, evidence };
    });
  }

  shares(crowd = this.crowd()): Shares {
    if (this.given !== undefined) return this.given;
    const { again, onceMore, reaching, reachingFurther } = this.parameters;
    const passers = this.size - crowd.companions - (crowd.fixed[2] ?? 0);
    return {
      passers: ladderOf(crowd.passers, passers, again, onceMore),
      fixed: ladderOf(crowd.fixed, this.long + (crowd.fixed[2] ?? 0), reaching, reachingFurther),
    };
  }

  rate(by: RateOf): BaseRate {
    const { passers, fixed } = this.shares();
    const reaching = (count: number): number => this.recurring.filter(({ stays }) => stays.length >= count).length;
    const chance_in_three = this.places < 3 ? 0 : this.size * passers[2]! * passers[3]! + this.long * fixed[2]! * fixed[3]!;
    return { by, identities: this.size, in_two: reaching(2), in_three: reaching(3), chance_in_three };
  }

  /** Computes the probability of each explanation, and the evidence as terms, each of which adds to the terms before it. */
  private explain(candidate: Candidate, crowd: Crowd): Weighed {
    const { parameters, places, summary } = this;
    const { stays } = candidate;
    const shares = this.shares(crowd);
    const { companionSpread, fixedSpread } = parameters;
    const companions = this.companionsIn(crowd);
    const present = logPresence(stays, crowd.presence, parameters);
    const level = logLevels(stays, companionSpread, summary.levels, parameters);
    const steps = [
      {
        companion: Math.log(companions) + logAlong(stays, places, parameters),
        passer: Math.log(this.size) + logChance(stays.length, shares.passers),
        fixed: Math.log(this.long) + logChance(stays.length, shares.fixed),
      },
      { companion: present, passer: 0, fixed: present },
      { companion: level, passer: 0, fixed: logLevels(stays, fixedSpread, summary.levels, parameters) },
    ];
    const sums = { companion: 0, passer: 0, fixed: 0 };
    const odds = steps.map((step) => {
      for (const name of ['companion', 'passer', 'fixed'] as const) sums[name] += step[name];
      return DECIBANS * (sums.companion - logSum(sums.passer, sums.fixed));
    });
    const base = DECIBANS * Math.log(companions / this.size);
    const evidence = { base_rate: base, places: odds[0]! - base, presence: odds[1]! - odds[0]!, level: odds[2]! - odds[1]! };
    const all = logSum(sums.companion, logSum(sums.passer, sums.fixed));
    const explained = isExpected(candidate)
      ? SURE
      : { companion: Math.exp(sums.companion - all), passer: Math.exp(sums.passer - all), fixed: Math.exp(sums.fixed - all) };
    const along = Math.exp(present + level);
    return { explained, evidence, along, whole: Math.exp(all) };
  }

  /** Expected number of companions among the devices of this kind, given the devices other than this one. */
  private companionsIn({ companions }: Crowd): number {
    const { expected, more, most } = this.parameters;
    return Math.min(most, this.kinds.length * expected + companions * more);
  }

  private crowd(): Crowd {
    const empty = (): number[] => new Array<number>(this.places + 1).fill(0);
    const crowd = { companions: 0, passers: empty(), fixed: empty(), presence: [...this.passing] };
    for (const at of this.recurring.keys()) this.add(crowd, at, 1);
    return crowd;
  }

  /** Counts of all devices without this one, so that it is no evidence for or against itself. */
  private without(crowd: Crowd, at: number): Crowd {
    const copy = { ...crowd, passers: [...crowd.passers], fixed: [...crowd.fixed], presence: [...crowd.presence] };
    this.add(copy, at, -1);
    return copy;
  }

  private add(crowd: Crowd, at: number, sign: 1 | -1): void {
    const candidate = this.recurring[at]!;
    const { companion, passer, fixed } = this.explained[at]!;
    if (!isExpected(candidate)) crowd.companions += sign * companion;
    for (let count = 2; count <= candidate.stays.length; count++) {
      crowd.passers[count]! += sign * passer;
      crowd.fixed[count]! += sign * fixed;
    }
    for (const { presence } of candidate.stays) crowd.presence[binOf(presence)]! += sign * passer;
  }

  /** Limits the expected companions to the maximum: if more devices recur, places are alike, and the rest counts as chance. */
  private fewAtMost(explained: readonly Explained[]): Explained[] {
    const sum = explained.reduce((all, { companion }, at) => all + (isExpected(this.recurring[at]!) ? 0 : companion), 0);
    const { most } = this.parameters;
    if (sum <= most) return [...explained];
    return explained.map((each, at) => {
      if (isExpected(this.recurring[at]!)) return each;
      const companion = (each.companion * most) / sum;
      const rest = (each.companion - companion) / 2;
      return { companion, passer: each.passer + rest, fixed: each.fixed + rest };
    });
  }
}

const SURE: Explained = { companion: 1, passer: 0, fixed: 0 };
const START: Explained = { companion: 0.1, passer: 0.6, fixed: 0.3 };

const isExpected = ({ known }: Candidate): boolean => known?.mine === true;

function logSum(a: number, b: number): number {
  const most = Math.max(a, b);
  return most + Math.log(Math.exp(a - most) + Math.exp(b - most));
}

/** Converts the sum of the evidence, in decibans, to a probability. */
const logistic = (evidence: Readonly<Record<Term, number>>): number =>
  1 / (1 + Math.exp(-Object.values(evidence).reduce((sum, each) => sum + each, 0) / DECIBANS));

/** Prior of recurring devices. @param first number of devices that could have been heard in a second place */
function ladderOf(reached: readonly number[], first: number, second: Prior, further: Prior): number[] {
  return reached.map((count, at) => {
    if (at < 2) return 1;
    const { share, weight } = at === 2 ? second : further;
    const before = Math.max(at === 2 ? first : reached[at - 1]!, count, 0);
    return (Math.max(count, 0) + share * weight) / (before + weight);
  });
}
