/** How often the verdict of a logistic or Poisson regression is right, by kind of data, and how sure it says it is; α = .05. */
import { randomSource } from '../../support/random.ts';
import { judge } from './judge.ts';
import { KINDS } from './kinds.ts';

export interface Rates {
  readonly kind: string;
  /** Shares of draws without an effect in which one is found, or left undecided. */
  readonly found: number;
  readonly undecided: number;
  /** Share of draws with an effect in which it is found. */
  readonly power: number;
  readonly judged: readonly { readonly right: boolean; readonly confidence: number }[];
}

export async function ratesOf(kind: string, draws: number, seed: number): Promise<Rates> {
  const { make, effect } = KINDS[kind]!;
  const random = randomSource(seed);
  const judged: { right: boolean; confidence: number }[] = [];
  const sums = { found: 0, undecided: 0, power: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const nothing = await judge(make(random, 0));
    const something = await judge(make(random, effect));
    const shown = something.verdict.effects[0]?.conclusion;
    sums.found += Number(nothing.verdict.conclusion === 'related');
    sums.undecided += Number(nothing.verdict.conclusion === 'undecided');
    sums.power += Number(shown === 'related');
    judged.push({ right: nothing.verdict.conclusion === 'not_shown', confidence: nothing.confidence });
    judged.push({ right: shown === 'related', confidence: something.confidence });
  }
  return { kind, found: sums.found / draws, undecided: sums.undecided / draws, power: sums.power / draws, judged };
}

/** Mean distance between confidence and the share that is right, over bins of equal width. */
export function calibrationError(judged: Rates['judged']): number {
  const bins = Array.from({ length: 10 }, (_, bin) => judged.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin));
  return bins.reduce((sum, own) => {
    const mean = (of: (each: (typeof own)[number]) => number): number => own.reduce((total, each) => total + of(each), 0);
    return sum + Math.abs(mean(({ confidence }) => confidence) - mean(({ right }) => Number(right))) / judged.length;
  }, 0);
}

/** Lines of what, without an effect found, undecided, with an effect found. */
export async function generalizedLines(draws: number, seed: number): Promise<string[][]> {
  const all: Rates[] = [];
  for (const kind of Object.keys(KINDS)) all.push(await ratesOf(kind, draws, seed));
  const error = calibrationError(all.flatMap(({ judged }) => judged));
  return [
    ...all.map(({ kind, found, undecided, power }) => [kind, found.toFixed(3), undecided.toFixed(3), power.toFixed(3)]),
    ['calibration error of the confidence', error.toFixed(3), '', ''],
  ];
}
