import type { Candidate } from '../../linkage/linkage.ts';
import { Comparison, type Scored, scoredPairs } from './compare.ts';
import { FigureStore } from './figures.ts';
import { type Habit, HABITS, type Heard, type Shares, sharedTime, type Term, TOGETHER_S, weightOf } from './heard.ts';
import { Pace, type Work } from './pace.ts';
import { Partners } from './partners.ts';

/** Two emitters (indices in `Heard.emitters`) and the probability that they are one device. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  /** Log odds that a pair is one device, before any evidence. */
  readonly prior: number;
  readonly probability: number;
  /** Creates the words of a pair's evidence on demand, because only few of all pairs are shown. */
  readonly terms: () => readonly Term[];
}

export interface Device {
  /** The emitters of the device, as at least two indices in `Heard.emitters`. */
  readonly members: readonly number[];
  readonly probability: number;
  /** Pairs with evidence inside the device, most probable first. */
  readonly pairs: readonly Pair[];
  /** Possible address changes within the device for which several members may be the successor, with their probability. */
  readonly successions: readonly { readonly from: number; readonly to: number; readonly probability: number }[];
}

export interface Devices {
  readonly devices: readonly Device[];
  readonly pairs: readonly Pair[];
  /** Learned parameters: mean numbers of partners and companions per emitter, and shares of the kinds of devices. */
  readonly learnt: { readonly partners: number; readonly companions: number; readonly shares: Shares };
}

interface Learnt {
  /** Share of emitters that have no other emitter of their device present. */
  readonly alone: number;
  /** Share of emitters that have no other device travelling along. */
  readonly unaccompanied: number;
  /** Mean number of other emitters of the same device that were never present together with an emitter. */
  readonly successors: number;
  readonly shares: Shares;
}

/** Prior values, and how many emitters and how many pairs of one device they count as. */
const PRIOR = {
  alone: 0.88,
  unaccompanied: 0.84,
  successors: 0.1,
  shares: HABITS,
  emitters: 8,
  pairs: 15,
  rounds: 8,
} as const;
/** Rounds of message passing per round of learning. */
const SWEEPS = 3;
/** Upper limit of the learnt `successors`, so that weak evidence of many pairs cannot join everything into one device. */
const MOST_SUCCESSORS = 1;
/** Lower limit of the learned shares of emitters without partners or without companions, so that weak evidence cannot join everything. */
const LEAST_ALONE = 0.25;
/** Factor by which each additional part of a device, and each additional companion, is rarer; most devices have two parts. */
const MORE = { parts: 0.1, companions: 0.5 } as const;
/** Pairs whose probability is below this are not used for learning. */
const LEAST_LEARNT = 1e-3;
const JOINED = 0.5;

/** The odds of a pair under the learnt parameters. */
interface Weighed {
  /** Odds that the pair is one device before any evidence. */
  readonly prior: number;
  /** Odds that the pair is one device: prior odds × evidence × allowance for other candidates. */
  readonly odds: number;
  /** Odds that the pair travels together, given that it is two devices. */
  readonly company: number;
  /** Factor by which other candidates of both emitters change the odds; null if the two were never present together. */
  readonly allowance: number | null;
}

/** Computes the odds of all pairs. Pairs that were present together compete for partners and for companions. */
class Weights {
  private readonly partners: Partners;
  private readonly companions: Partners;
  private readonly likelihoods: Float64Array;
  private readonly together: Float64Array;
  /** Weights of "one device" and of "two devices that travel together"; then the same weights, each reduced by the other. */
  private readonly one: Float64Array;
  private readonly company: Float64Array;
  private readonly oneAlone: Float64Array;
  private readonly companyAlone: Float64Array;

  constructor(
    private readonly store: FigureStore,
    private readonly scored: readonly Scored[],
    private readonly present: readonly number[],
  ) {
    this.partners = new Partners(scored, present.length, MORE.parts);
    this.companions = new Partners(scored, present.length, MORE.companions);
    const zeros = (): Float64Array => new Float64Array(scored.length);
    this.likelihoods = zeros();
    this.together = Float64Array.from(scored, ({ company }) => Math.exp(company));
    [this.one, this.company, this.oneAlone, this.companyAlone] = [zeros(), zeros(), zeros(), zeros()];
  }

  update(learnt: Learnt): void {
    const { scored, partners, companions, one, company } = this;
    const means = this.means(learnt);
    scored.forEach(({ figures, beside }, at) => {
      this.likelihoods[at] = Math.exp(this.store.weight(figures, learnt.shares));
      if (!beside) return;
      one[at] = this.likelihoods[at] / (this.rivals(at) * means.partners);
      company[at] = this.together[at]! / (this.rivals(at) * means.companions);
    });
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let at = 0; at < scored.length; at++) {
        this.oneAlone[at] = one[at]! / (1 + company[at]! * companions.allowance(at));
        this.companyAlone[at] = company[at]! / (1 + one[at]! * partners.allowance(at));
      }
      partners.sweep(this.oneAlone, learnt.alone);
      companions.sweep(this.companyAlone, learnt.unaccompanied);
    }
  }

  of(at: number, { alone, successors }: Learnt): Weighed {
    const { beside } = this.scored[at]!;
    const share = Math.min(0.9, (beside ? this.partners.mean(alone) : successors) / this.rivals(at));
    const prior = share / (1 - share);
    if (!beside) return { prior, odds: prior * this.likelihoods[at]!, company: 0, allowance: null };
    const one = this.one[at]! * this.partners.allowance(at);
    const company = this.company[at]! * this.companions.allowance(at);
    return { prior, odds: one / (1 + company), company, allowance: one / (prior * this.likelihoods[at]!) };
  }

  /** Mean number of emitters present with an emitter that belong to the same device, and of those that travel along. */
  means({ alone, unaccompanied }: Learnt): { readonly partners: number; readonly companions: number } {
    return { partners: this.partners.mean(alone), companions: this.companions.mean(unaccompanied) };
  }

  /** Expected number of emitters that have no partner, and that have no companion. */
  alone({ alone, unaccompanied }: Learnt): readonly [alone: number, unaccompanied: number] {
    return [this.partners.countAlone(this.oneAlone, alone), this.companions.countAlone(this.companyAlone, unaccompanied)];
  }

  private rivals(at: number): number {
    const { a, b, beside } = this.scored[at]!;
    const met = (this.present[a]! + this.present[b]!) / 2;
    return Math.max(2, beside ? met : this.present.length - 1 - met);
  }
}

/** One round of expectation maximisation. */
function learn(store: FigureStore, scored: readonly Scored[], weights: Weights, emitters: number, known: Learnt): Learnt {
  let successors = 0;
  const had = Object.fromEntries(Object.entries(HABITS).map(([habit, shares]) => [habit, shares.map((share) => share * PRIOR.pairs)]));
  scored.forEach(({ figures, beside }, at) => {
    const { odds } = weights.of(at, known);
    const probability = odds / (1 + odds);
    if (!beside) successors += probability;
    if (probability >= LEAST_LEARNT) store.credit(figures, probability, known.shares, had);
  });
  const [alone, unaccompanied] = weights.alone(known);
  const shareOf = (expected: number, before: number): number =>
    Math.max(LEAST_ALONE, (expected + before * PRIOR.emitters) / (emitters + PRIOR.emitters));
  return {
    alone: shareOf(alone, PRIOR.alone),
    unaccompanied: shareOf(unaccompanied, PRIOR.unaccompanied),
    successors: Math.min(MOST_SUCCESSORS, (PRIOR.successors * PRIOR.emitters + 2 * successors) / (PRIOR.emitters + emitters)),
    shares: Object.fromEntries(Object.entries(had).map(([habit, list]) => [habit, shared(list)])) as Record<Habit, number[]>,
  };
}

function shared(counts: readonly number[]): number[] {
  const sum = counts.reduce((total, each) => total + each, 0);
  return counts.map((each) => each / sum);
}

/** The evidence term for how much weaker the evidence is because two devices may travel together. */
const companyTerm = (odds: number): Term => ({
  term: 'company',
  nats: -Math.log1p(odds),
  statement: `if they are two devices, they travel together with a probability of ${(odds / (1 + odds)).toPrecision(2)}`,
  times: [],
  packets: [],
});

/** The evidence term for how much the other candidates of both emitters change the odds. */
const partnersTerm = (allowance: number): Term => ({
  term: 'partners',
  nats: Math.log(allowance),
  statement: `with the other candidates for both, one device is ${allowance.toPrecision(2)} times as probable`,
  times: [],
  packets: [],
});

/**
 * Scores every pair of emitters that was present together or broadcasts the same values, and joins those that are probably one device.
 *
 * @param candidates possible changes of address between the addresses of different emitters
 * @throws AbortError when the call is cancelled
 */
export async function wholeDevices(heard: Heard, candidates: readonly Candidate[], work: Work): Promise<Devices> {
  const pace = new Pace(work);
  const comparison = new Comparison(heard);
  const store = new FigureStore();
  const scored = await scoredPairs(comparison, store, pace);
  const together = companions(heard);
  const weights = new Weights(store, scored, together);
  let learnt: Learnt = PRIOR;
  for (let round = 0; round < PRIOR.rounds; round++) {
    await pace.yield();
    weights.update(learnt);
    learnt = learn(store, scored, weights, together.length, learnt);
  }
  await pace.yield();
  weights.update(learnt);
  const pairs = scored.map((pair, at) => pairOf(pair, weights.of(at, learnt), comparison, learnt));
  pairs.sort((x, y) => y.probability - x.probability || x.a - y.a || x.b - y.b);
  return { devices: devicesOf(heard, pairs, candidates), pairs, learnt: { ...weights.means(learnt), shares: learnt.shares } };
}

function pairOf({ a, b }: Scored, weighed: Weighed, comparison: Comparison, { shares }: Learnt): Pair {
  const { prior, odds, company, allowance } = weighed;
  const terms = (): Term[] => [
    ...comparison.evidence(a, b).map((each): Term => {
      const { term, statement, times, packets } = each;
      return { term, nats: weightOf(each, shares), statement, times, packets };
    }),
    companyTerm(company),
    ...(allowance === null ? [] : [partnersTerm(allowance)]),
  ];
  return { a, b, prior: Math.log(prior), probability: odds / (1 + odds), terms };
}

/** For each emitter, the number of other emitters present together with it. */
function companions({ emitters }: Heard): number[] {
  return emitters.map((one) => emitters.reduce((sum, other) => sum + (other !== one && sharedTime(one, other) >= TOGETHER_S ? 1 : 0), 0));
}

interface Group {
  readonly id: number;
  readonly members: number[];
  /** Probability that all members of the group are one device. */
  probability: number;
}

/** A number for a pair, the same in both orders; there are far fewer than 2^20 emitters. */
const keyOf = (a: number, b: number): number => Math.min(a, b) * 2 ** 20 + Math.max(a, b);

function devicesOf(heard: Heard, pairs: readonly Pair[], candidates: readonly Candidate[]): Device[] {
  const known = new Map(pairs.map((pair) => [keyOf(pair.a, pair.b), pair]));
  const groupOf: Group[] = heard.emitters.map((_, at) => ({ id: at, members: [at], probability: 1 }));
  for (const pair of pairs) {
    if (pair.probability < JOINED) break;
    const [one, other] = [groupOf[pair.a]!, groupOf[pair.b]!];
    if (one === other) continue;
    const probability = betweenGroups(heard, known, one, other);
    if (probability >= JOINED) join(one, other, probability, groupOf);
  }
  const successions = followOn(heard, candidates, groupOf);
  const groups = [...new Set(groupOf)].filter(({ members }) => members.length > 1);
  const inside = new Map(groups.map((group): [Group, Pair[]] => [group, []]));
  for (const pair of pairs) if (groupOf[pair.a] === groupOf[pair.b]) inside.get(groupOf[pair.a]!)!.push(pair);
  const devices = groups.map((group): Device => {
    const { members, probability } = group;
    const own = new Set(members);
    return {
      members: [...members].sort((a, b) => a - b),
      probability,
      pairs: inside.get(group)!,
      successions: successions.filter(({ from, to }) => own.has(from) && own.has(to)),
    };
  });
  return devices.sort((a, b) => b.probability - a.probability || a.members[0]! - b.members[0]!);
}

/** Mean probability of the pairs between two groups, ignoring pairs that were never present together and share no values. */
function betweenGroups({ emitters }: Heard, known: ReadonlyMap<number, Pair>, one: Group, other: Group): number {
  let [count, sum] = [0, 0];
  for (const a of one.members)
    for (const b of other.members) {
      const pair = known.get(keyOf(a, b));
      if (pair === undefined && sharedTime(emitters[a]!, emitters[b]!) < TOGETHER_S) continue;
      count += 1;
      sum += pair?.probability ?? 0;
    }
  return count === 0 ? 0 : sum / count;
}

function join(one: Group, other: Group, probability: number, groupOf: Group[]): void {
  one.probability *= other.probability * probability;
  one.members.push(...other.members);
  for (const member of other.members) groupOf[member] = one;
}

/**
 * Joins groups of which one follows the other. It may be open which of two earbuds took which address although their device is certain. So
 * this counts the expected address changes from one group to the other, per member that could take part.
 */
function followOn({ emitters }: Heard, candidates: readonly Candidate[], groupOf: Group[]): Device['successions'] {
  const emitterOf = new Map(emitters.flatMap(({ members }, at) => members.map((member) => [member, at] as const)));
  const between = new Map<string, { readonly from: Set<number>; readonly to: Set<number>; expected: number }>();
  for (const { from, to, probability } of candidates) {
    const [before, after] = [emitterOf.get(from), emitterOf.get(to)];
    if (before === undefined || after === undefined || groupOf[before] === groupOf[after]) continue;
    const key = `${String(groupOf[before]!.id)} ${String(groupOf[after]!.id)}`;
    const found = between.get(key) ?? { from: new Set(), to: new Set(), expected: 0 };
    between.set(key, found);
    found.from.add(before);
    found.to.add(after);
    found.expected += probability;
  }
  const joined: { from: number; to: number; probability: number }[] = [];
  const shareOf = (each: { readonly from: Set<number>; readonly to: Set<number>; readonly expected: number }): number =>
    Math.min(1, each.expected / Math.max(each.from.size, each.to.size));
  for (const each of [...between.values()].sort((x, y) => shareOf(y) - shareOf(x))) {
    const [from, to, probability] = [Math.min(...each.from), Math.min(...each.to), shareOf(each)];
    const [one, other] = [groupOf[from]!, groupOf[to]!];
    // Skip single emitters, because the linkage model already decided on a change between them.
    if (one === other || probability < JOINED || Math.max(each.from.size, each.to.size) < 2) continue;
    join(one, other, probability, groupOf);
    joined.push({ from, to, probability });
  }
  return joined;
}
