import type { Candidate } from '../../linkage/linkage.ts';
import { Comparison, type Scored, scoredPairs } from './compare.ts';
import { FigureStore } from './figures.ts';
import { type Habit, HABITS, type Heard, type Shares, sharedTime, type Term, TOGETHER_S, weightOf } from './heard.ts';
import { Pace, type Work } from './pace.ts';

/** Two emitters, positions in `Heard.emitters`, and how probable it is that they are one device. */
export interface Pair {
  readonly a: number;
  readonly b: number;
  /** Log-odds of one device before any evidence. */
  readonly prior: number;
  readonly probability: number;
  /** The evidence, made anew at each call: few of all pairs are shown. */
  readonly terms: () => readonly Term[];
}

export interface Device {
  /** Positions in `Heard.emitters`, two at least. */
  readonly members: readonly number[];
  readonly probability: number;
  /** Pairs with evidence inside the device, most probable first. */
  readonly pairs: readonly Pair[];
  /** Changes of address inside it of which the successor is one of several members, and their probability. */
  readonly successions: readonly { readonly from: number; readonly to: number; readonly probability: number }[];
}

export interface Devices {
  readonly devices: readonly Device[];
  readonly pairs: readonly Pair[];
  readonly learnt: Learnt;
}

export interface Learnt {
  /** How many other emitters of its own device are there together with an emitter, on average. */
  readonly partners: number;
  /** The same of devices that travel with it. */
  readonly companions: number;
  /** The same of emitters of its own device that were never there together with it. */
  readonly successors: number;
  readonly shares: Shares;
}

/** What is assumed before anything is seen, and how many emitters and how many pairs of one device that counts for. */
const PRIOR = {
  partners: 0.2,
  companions: 0.15,
  successors: 0.1,
  shares: HABITS,
  emitters: 8,
  pairs: 15,
  rounds: 8,
} as const;
/** Most that is learnt of partners, so that weak evidence of many pairs cannot make everything one device. */
const MOST_PARTNERS = 1;
/** Pairs less probable than this teach nothing about devices. */
const LEAST_LEARNT = 1e-3;
const JOINED = 0.5;

/** Odds of one device, of two that travel together, and of all explanations. */
function weigh(store: FigureStore, { a, b, figures, company: besides, beside }: Scored, together: readonly number[], learnt: Learnt) {
  const rivals = Math.max(2, beside ? (together[a]! + together[b]!) / 2 : together.length - 1 - (together[a]! + together[b]!) / 2);
  const [partners, companions] = beside ? [learnt.partners, learnt.companions] : [learnt.successors, 0];
  const one = (partners / rivals) * Math.exp(store.weight(figures, learnt.shares));
  const company = (companions / rivals) * Math.exp(besides);
  const rest = Math.max(0.1, 1 - (partners + companions) / rivals);
  return { one, company, all: one + company + rest, prior: Math.log(partners / rivals / rest) };
}

/** One round of expectation maximisation. */
function learn(store: FigureStore, scored: readonly Scored[], together: readonly number[], known: Learnt): Learnt {
  const pairs = { partners: 0, companions: 0, successors: 0 };
  const had = Object.fromEntries(Object.entries(HABITS).map(([habit, shares]) => [habit, shares.map((share) => share * PRIOR.pairs)]));
  for (const pair of scored) {
    const { one, company, all } = weigh(store, pair, together, known);
    const probability = one / all;
    pairs[pair.beside ? 'partners' : 'successors'] += probability;
    pairs.companions += company / all;
    if (probability >= LEAST_LEARNT) store.credit(pair.figures, probability, known.shares, had);
  }
  const perEmitter = (what: keyof typeof pairs): number =>
    Math.min(MOST_PARTNERS, (PRIOR[what] * PRIOR.emitters + 2 * pairs[what]) / (PRIOR.emitters + together.length));
  return {
    partners: perEmitter('partners'),
    companions: perEmitter('companions'),
    successors: perEmitter('successors'),
    shares: Object.fromEntries(Object.entries(had).map(([habit, list]) => [habit, shared(list)])) as Record<Habit, number[]>,
  };
}

function shared(counts: readonly number[]): number[] {
  const sum = counts.reduce((total, each) => total + each, 0);
  return counts.map((each) => each / sum);
}

/** How much weaker the evidence is because two devices may travel together: `other` are the odds of two devices, `company` of such. */
function companyTerm(other: number, company: number): Term {
  const share = Math.min(1, company / other);
  return {
    term: 'company',
    nats: Math.log((other - company) / other),
    statement: `if they are two devices, they travel together with a probability of ${share.toPrecision(2)}`,
    times: [],
    packets: [],
  };
}

/**
 * Scores every pair of emitters that was there together or says the same, and joins those that are probably one device.
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
  let learnt: Learnt = PRIOR;
  for (let round = 0; round < PRIOR.rounds; round++) {
    await pace.yield();
    learnt = learn(store, scored, together, learnt);
  }
  await pace.yield();
  const pairs = scored.map((pair) => weighed(pair, weigh(store, pair, together, learnt), comparison, learnt));
  pairs.sort((x, y) => y.probability - x.probability || x.a - y.a || x.b - y.b);
  return { devices: devicesOf(heard, pairs, candidates), pairs, learnt };
}

function weighed({ a, b }: Scored, odds: ReturnType<typeof weigh>, comparison: Comparison, { shares }: Learnt): Pair {
  const { one, company, all, prior } = odds;
  const terms = (): Term[] => [
    ...comparison.evidence(a, b).map((each): Term => {
      const { term, statement, times, packets } = each;
      return { term, nats: weightOf(each, shares), statement, times, packets };
    }),
    companyTerm(all - one, company),
  ];
  return { a, b, prior, probability: one / all, terms };
}

/** For each emitter, how many others were there with it. */
function companions({ emitters }: Heard): number[] {
  return emitters.map((one) => emitters.reduce((sum, other) => sum + (other !== one && sharedTime(one, other) >= TOGETHER_S ? 1 : 0), 0));
}

interface Group {
  readonly id: number;
  readonly members: number[];
  /** Probability that its members are one device. */
  probability: number;
}

/** One number for both orders of a pair; there are far fewer than 2^20 emitters. */
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

/** Mean probability of the pairs between two groups; pairs that were never there together and say nothing alike do not count. */
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
 * Joins groups of which one follows the other: where it is undecided which of two earbuds took which address, their device is still certain.
 * What counts is the expected number of changes from one group to the other, for each member that could take part in one.
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
    // A change between two emitters alone is the linkage model's to decide.
    if (one === other || probability < JOINED || Math.max(each.from.size, each.to.size) < 2) continue;
    join(one, other, probability, groupOf);
    joined.push({ from, to, probability });
  }
  return joined;
}
