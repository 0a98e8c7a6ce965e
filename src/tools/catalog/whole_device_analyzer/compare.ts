import { Clocks, Moving } from './alike.ts';
import type { FigureStore } from './figures.ts';
import { type Evidence, HABITS, type Heard, sharedTime, TOGETHER_S, weightOf } from './heard.ts';
import type { Pace } from './pace.ts';
import { Presence } from './presence.ts';
import { Rotation } from './rotation.ts';
import { SharedTokens } from './shared-tokens.ts';

/** A compared pair without the words of its evidence, which are made later, because there may be half a million pairs. */
export interface Scored {
  readonly a: number;
  readonly b: number;
  /** Index of the pair's figures in the store of figures. */
  readonly figures: number;
  /** Sum of the pair's log likelihood ratios for two devices that travel together. */
  readonly company: number;
  /** Whether both emitters were present at the same time. */
  readonly beside: boolean;
}

/** Pairs with less evidence than this, in nats, are dropped. */
const LEAST_NATS = -4;

/** Compares pairs of emitters, relative to all other emitters. */
export class Comparison {
  private readonly presence: Presence;
  private readonly rotation: Rotation;
  private readonly moving: Moving;
  private readonly clocks: Clocks;
  private readonly said: SharedTokens;

  constructor(readonly heard: Heard) {
    this.presence = new Presence(heard);
    this.rotation = new Rotation(heard);
    this.moving = new Moving(heard);
    this.clocks = new Clocks(heard);
    this.said = new SharedTokens(heard);
  }

  /** Whether both emitters were present together long enough to compare times and levels. */
  beside(a: number, b: number): boolean {
    const { emitters } = this.heard;
    return sharedTime(emitters[a]!, emitters[b]!) >= TOGETHER_S;
  }

  evidence(a: number, b: number): Evidence[] {
    const { emitters } = this.heard;
    const [one, other] = [emitters[a]!, emitters[b]!];
    const always = [this.clocks.term(one, other), ...this.said.terms(a, b)];
    const all = this.beside(a, b)
      ? [this.presence.term(one, other), this.rotation.term(one, other), this.moving.term(emitters, a, b), ...always]
      : [this.presence.handover(one, other), ...always];
    return all.filter((each) => each !== null);
  }

  /** The pairs of emitters that broadcast the same values but were never present together. */
  apart(): (readonly [number, number])[] {
    const all = new Map(this.said.pairs().map((pair) => [pair.join(' '), pair]));
    return [...all.values()].filter(([a, b]) => !this.beside(a, b));
  }
}

/** Scores pairs that were present together or broadcast the same values; drops those with evidence against one device. */
export async function scoredPairs(comparison: Comparison, store: FigureStore, pace: Pace): Promise<Scored[]> {
  const { emitters } = comparison.heard;
  const total = (emitters.length * (emitters.length - 1)) / 2;
  const found: Scored[] = [];
  const add = (a: number, b: number, beside: boolean): void => {
    const evidence = comparison.evidence(a, b);
    if (!(evidence.reduce((sum, each) => sum + weightOf(each, HABITS), 0) > LEAST_NATS)) return;
    const company = evidence.reduce((sum, each) => sum + each.company, 0);
    found.push({ a, b, figures: store.add(evidence), company, beside });
  };
  let done = 0;
  for (let a = 0; a < emitters.length; a++)
    for (let b = a + 1; b < emitters.length; b++) {
      if (comparison.beside(a, b)) add(a, b, true);
      done += 1;
      if (pace.due(done)) await pace.report(done, total);
    }
  for (const [a, b] of comparison.apart()) add(a, b, false);
  return found;
}
