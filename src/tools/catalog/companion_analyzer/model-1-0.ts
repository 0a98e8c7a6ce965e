import type { Candidate } from './candidates.ts';
import type { Stay } from './read.ts';
import type { BaseRate, Scored, Scores } from './model.ts';
import type { RateOf, Recognition, Term } from './schema.ts';

/**
 * The model of version 1.0, whose probabilities below 0.9 are too high: how probable it is that a device travels with the receiver, against the chance that it recurs otherwise: a person on the same way, or
 * something fixed that two places hear. How often devices recur by chance is estimated from the other devices of the same kind; what
 * each figure means is said in docs/how-to/companions.md.
 */
const MODEL = {
  /** A companion is heard in a place where it is. */
  detected: 0.95,
  /** A companion is there from the first place to the last. */
  whole: 0.85,
  /** Share of devices that recur in a second place, and of these in a third, before anything is seen, and what it counts in devices. */
  second: { share: 0.1, weight: 4 },
  further: { share: 0.2, weight: 2 },
  /** Companions of one kind: as many expected before anything is seen, and never more than. */
  expected: 1,
  most: 4,
  /** Spread of a companion's median level from place to place, dB, and of the crowd's at least. */
  levelSpread: 6,
  crowdSpread: 8,
  levelStray: 0.1,
  levelMost: 4,
  /** Shares of presence: below .1, .3, .6, .85 and above, of companions and of the crowd before anything is seen. */
  presenceBounds: [0.1, 0.3, 0.6, 0.85],
  companionPresence: [0.01, 0.04, 0.12, 0.25, 0.58],
  crowdPresence: [0.3, 0.25, 0.2, 0.15, 0.1],
  crowdPresenceWeight: 5,
  /** Of devices that recur by chance, the share that are there as long as a companion, something fixed, before anything is seen. */
  fixed: { share: 0.5, weight: 4 },
  /** Places of one device are no independent witnesses of how it is heard. */
  tempered: 0.85,
  /** Probability of a companion before the first round, and rounds. */
  start: 0.1,
  rounds: 40,
} as const;

const DECIBANS = 10 / Math.LN10;

/** @param groupOf for every place that was compared, two at least, a number that places share which probably are one */
export function scoreCompanions10(
  found: readonly Candidate[],
  identities: ReadonlyMap<Recognition, number>,
  groupOf: readonly number[],
): Scores {
  const levels = crowdLevels(found);
  const of = (...kinds: Recognition[]): Candidate[] => found.filter(({ by }) => kinds.includes(by));
  const sizeOf = (own: readonly Candidate[], ...kinds: Recognition[]): number =>
    Math.max(
      own.length,
      kinds.reduce((sum, kind) => sum + (identities.get(kind) ?? 0), 0),
    );
  const lasting = new Group(of(...LASTING), { size: sizeOf(of(...LASTING), ...LASTING), expected: 2 * MODEL.expected, groupOf, levels });
  const short = new Group(of('private_address'), {
    size: sizeOf(of('private_address'), 'private_address'),
    expected: MODEL.expected,
    groupOf,
    levels,
  });
  // How often one device recurs is seen best where an address says that it is one.
  const said = new Group(of('payload'), {
    size: sizeOf(of('payload'), 'payload'),
    expected: MODEL.expected,
    groupOf,
    levels,
    rates: lasting.rates(),
  });
  const scored = [lasting, short, said].flatMap((group) => group.scores());
  const rates = [lasting.rate('lasting_address'), short.rate('private_address'), said.rate('payload')];
  return {
    scored: scored.sort((x, y) => y.probability - x.probability || y.candidate.stays.length - x.candidate.stays.length),
    rates: rates.filter((rate) => rate.identities > 0),
  };
}

/** Addresses that stay for a walk at least, and devices that the caller knows. */
const LASTING = ['fixed_address', 'tracker_address', 'known'] as const;

interface Levels {
  readonly mean: number;
  readonly variance: number;
}

function crowdLevels(found: readonly Candidate[]): Levels {
  const levels = found.flatMap(({ stays }) => stays.flatMap(({ level }) => level ?? []));
  const mean = levels.reduce((sum, level) => sum + level, 0) / Math.max(1, levels.length);
  const variance = levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / Math.max(1, levels.length);
  return { mean, variance: Math.max(variance, MODEL.crowdSpread ** 2) };
}

/** What the devices of one kind that are no companions do; sums over devices, each counted by its probability to be none. */
interface Crowd {
  /** Probable companions. */
  readonly companions: number;
  /** By number of places: devices heard in that many or more; those of one place at index 1. */
  readonly reached: readonly number[];
  /** Stays by presence. */
  readonly presence: readonly number[];
  /** Devices that recur by chance, and of these the ones that are there as long as a companion. */
  readonly byChance: number;
  readonly fixed: number;
}

interface Rates {
  /** Chance that a device recurs in a 2nd, 3rd, … place when it did in the one before, by the number of the place. */
  readonly ladder: readonly number[];
  /** Of those that recur by chance, the share that is fixed and heard as long as a companion. */
  readonly fixed: number;
}

interface Given {
  /** Identities that could have been recognised elsewhere. */
  readonly size: number;
  /** Companions that are expected before anything is seen. */
  readonly expected: number;
  readonly groupOf: readonly number[];
  readonly levels: Levels;
  /** How often a device recurs by chance, as other devices say; by its own devices where absent. */
  readonly rates?: Rates;
}

/** Devices that are recognised in one way: companions and others, told apart by expectation maximisation. */
class Group {
  private readonly recurring: readonly Candidate[];
  /** Stays by presence of the devices that were heard in one place. */
  private readonly passing: readonly number[];
  /** Probability that each recurring candidate is a companion. */
  private readonly weights: readonly number[];
  /** Probability that each is something fixed, if it recurs by chance. */
  private readonly fixed: readonly number[];

  constructor(
    all: readonly Candidate[],
    private readonly given: Given,
  ) {
    this.recurring = all.filter(({ stays }) => stays.length >= 2);
    const passing = MODEL.crowdPresence.map((share) => share * MODEL.crowdPresenceWeight);
    for (const { stays } of all) if (stays.length < 2) for (const { presence } of stays) passing[binOf(presence)]! += 1;
    this.passing = passing;
    this.fixed = this.recurring.map(() => MODEL.fixed.share);
    this.weights = this.recurring.map((candidate) => (isExpected(candidate) ? 1 : MODEL.start));
    for (let round = 0; round < MODEL.rounds; round++) {
      const crowd = this.crowd();
      this.fixed = this.recurring.map(({ stays }, at) =>
        fixedOf(stays, this.without(crowd, at), this.rates(this.without(crowd, at)).fixed),
      );
      this.weights = fewAtMost(
        this.recurring.map((candidate, at) => (isExpected(candidate) ? 1 : this.scoreOf(candidate, this.without(crowd, at)).probability)),
        MODEL.most,
      );
    }
  }

  scores(): Scored[] {
    const crowd = this.crowd();
    return this.recurring.map((candidate, at) => {
      const apart = new Set(candidate.stays.map(({ place }) => this.given.groupOf[place])).size;
      return { candidate, apart, ...this.scoreOf(candidate, this.without(crowd, at)) };
    });
  }

  rates(crowd = this.crowd()): Rates {
    return this.given.rates ?? { ladder: ladderOf(crowd), fixed: fixedShare(crowd) };
  }

  rate(by: RateOf): BaseRate {
    const { ladder } = this.rates();
    const reaching = (count: number): number => this.recurring.filter(({ stays }) => stays.length >= count).length;
    const chance_in_three = this.given.groupOf.length < 3 ? 0 : this.given.size * ladder[2]! * ladder[3]!;
    return { by, identities: this.given.size, in_two: reaching(2), in_three: reaching(3), chance_in_three };
  }

  private scoreOf(candidate: Candidate, crowd: Crowd): Pick<Scored, 'probability' | 'same' | 'evidence'> {
    const evidence = this.evidenceOf(candidate, crowd);
    const { stays, coincidences, linked } = candidate;
    // Different devices that look like one are heard as long and as loud as any: their places are independent.
    const alike = Math.exp(logPresence(stays, crowd) + logLevels(stays, this.given.levels));
    const same = linked / (1 + coincidences / (this.companionsIn(crowd) * alike));
    return { probability: companionOf(evidence) * same, same, evidence };
  }

  private evidenceOf({ stays }: Candidate, crowd: Crowd): Record<Term, number> {
    const companions = this.companionsIn(crowd);
    const { ladder, fixed } = this.rates(crowd);
    return {
      base_rate: DECIBANS * Math.log(companions / this.given.size),
      places: DECIBANS * (logAlong(stays, this.given.groupOf.length) - logChance(stays.length, ladder)),
      presence: DECIBANS * logLonger(stays, crowd, fixed),
      level: DECIBANS * logLevels(stays, this.given.levels),
    };
  }

  /** Companions of this kind that are expected, by the others. */
  private companionsIn({ companions }: Crowd): number {
    return Math.min(MODEL.most, companions / 4 + this.given.expected);
  }

  private crowd(): Crowd {
    const reached = new Array<number>(this.given.groupOf.length + 1).fill(0);
    const presence = [...this.passing];
    let [companions, fixed] = [0, 0];
    this.recurring.forEach((candidate, at) => {
      const other = 1 - this.weights[at]!;
      for (let count = 2; count <= candidate.stays.length; count++) reached[count]! += other;
      for (const stay of candidate.stays) presence[binOf(stay.presence)]! += other;
      if (!isExpected(candidate)) companions += 1 - other;
      fixed += other * this.fixed[at]!;
    });
    reached[1] = Math.max(1, this.given.size - this.recurring.length + (reached[2] ?? 0));
    return { companions, reached, presence, byChance: reached[2] ?? 0, fixed };
  }

  /** No device is evidence for or against itself. */
  private without({ companions, reached, presence, byChance, fixed }: Crowd, at: number): Crowd {
    const candidate = this.recurring[at]!;
    const { stays } = candidate;
    const other = 1 - this.weights[at]!;
    const bins = stays.map((stay) => binOf(stay.presence));
    return {
      companions: isExpected(candidate) ? companions : companions - this.weights[at]!,
      reached: reached.map((count, places) =>
        places >= 1 && places <= stays.length ? Math.max(places === 1 ? 1 : 0, count - other) : count,
      ),
      presence: presence.map((count, bin) => count - other * bins.filter((own) => own === bin).length),
      byChance: byChance - other,
      fixed: fixed - other * this.fixed[at]!,
    };
  }
}

/** Where more recur than can be companions, it is the places that are alike: the rest counts as chance. */
function fewAtMost(weights: readonly number[], most: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return sum <= most ? [...weights] : weights.map((weight) => (weight * most) / sum);
}

const isExpected = ({ known }: Candidate): boolean => known?.mine === true;

/** Chance that a device recurs in a 2nd, 3rd, … place when it did in the one before. */
function ladderOf({ reached }: Crowd): number[] {
  return reached.map((count, at) => {
    if (at < 2) return 1;
    const { share, weight } = at === 2 ? MODEL.second : MODEL.further;
    return (count + share * weight) / (reached[at - 1]! + weight);
  });
}

/** Log chance of exactly these places out of all, for a device that does not travel along. */
function logChance(count: number, ladder: readonly number[]): number {
  const reached = ladder.slice(2, count + 1).reduce((product, share) => product * share, 1);
  const places = ladder.length - 1;
  const ends = count < places ? 1 - ladder[count + 1]! : 1;
  return Math.log(reached * ends) - logChoose(places, count);
}

/** Presence as a companion has it, against that of the crowd. */
function logPresence(stays: readonly Stay[], { presence: counts }: Crowd): number {
  const sum = counts.reduce((all, count) => all + count, 0);
  return stays.reduce(
    (log, { presence }) => log + Math.log((MODEL.companionPresence[binOf(presence)]! * sum) / counts[binOf(presence)]!),
    0,
  );
}

const fixedShare = ({ byChance, fixed }: Crowd): number =>
  (fixed + MODEL.fixed.share * MODEL.fixed.weight) / (byChance + MODEL.fixed.weight);

/** Probability that a device that recurs by chance is something fixed, by how long it is there. */
function fixedOf(stays: readonly Stay[], crowd: Crowd, share: number): number {
  return share / (share + (1 - share) * Math.exp(-MODEL.tempered * logPresence(stays, crowd)));
}

/** Presence as a companion has it, against devices that recur by chance: fixed ones are there as long, others as long as the crowd. */
function logLonger(stays: readonly Stay[], crowd: Crowd, share: number): number {
  return -Math.log(share + (1 - share) * Math.exp(-MODEL.tempered * logPresence(stays, crowd)));
}

/** Probability by the sum of the evidence. */
const companionOf = (evidence: Readonly<Record<Term, number>>): number =>
  1 / (1 + Math.exp(-Object.values(evidence).reduce((sum, each) => sum + each, 0) / DECIBANS));
const binOf = (presence: number): number => MODEL.presenceBounds.filter((bound) => presence >= bound).length;

function logChoose(all: number, some: number): number {
  let log = 0;
  for (let at = 1; at <= some; at++) log += Math.log((all - some + at) / at);
  return log;
}

/** Log chance of these places as a companion: there for a run of places, missed now and then. */
function logAlong(stays: readonly Stay[], places: number): number {
  const heard = stays.length;
  const [first, last] = [stays[0]!.place, stays.at(-1)!.place];
  const runs = (places * (places - 1)) / 2;
  let chance = 0;
  for (let from = 0; from <= first; from++)
    for (let to = last; to < places; to++) {
      const missed = to - from + 1 - heard;
      const whole = from === 0 && to === places - 1;
      const prior = runs === 1 ? 1 : whole ? MODEL.whole : (1 - MODEL.whole) / (runs - 1);
      chance += prior * MODEL.detected ** heard * (1 - MODEL.detected) ** missed;
    }
  return Math.log(chance);
}

/** Levels that agree from place to place against levels as the crowd has them. */
function logLevels(stays: readonly Stay[], { mean, variance }: Levels): number {
  const levels = stays.flatMap(({ level }) => level ?? []);
  if (levels.length < 2) return 0;
  const own = MODEL.levelSpread ** 2;
  const between = Math.max(variance - own, 9);
  const centre = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const scatter = levels.reduce((sum, level) => sum + (level - centre) ** 2, 0);
  const spread = own + levels.length * between;
  const along =
    -((levels.length - 1) * Math.log(own) + Math.log(spread) + scatter / own + (levels.length * (centre - mean) ** 2) / spread) / 2;
  const crowd = -levels.reduce((sum, level) => sum + Math.log(own + between) + (level - mean) ** 2 / (own + between), 0) / 2;
  return Math.log(MODEL.levelStray + (1 - MODEL.levelStray) * Math.min(MODEL.levelMost, Math.exp(along - crowd)));
}
