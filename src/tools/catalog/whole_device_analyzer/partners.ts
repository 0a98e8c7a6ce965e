/** A pair of emitters that may be parts of one device. */
export interface Edge {
  readonly a: number;
  readonly b: number;
  /** Whether both were there together; only such pairs compete. */
  readonly beside: boolean;
}

/** Odds of one partner count for no more than this against others, which keeps differences of sums precise. */
const MOST_ODDS = 1e5;
/**
 * Odds of pairs when partners compete, by belief propagation on the graph of pairs: where one partner of an emitter is probable, another
 * is not, and where all others are excluded the last one is the likelier. Partners are paired as the half-edges of a
 * random graph are: before any evidence, two of N emitters are partners with the probability mean / N.
 */
export class Partners {
  /** Of each pair, how much `a` and `b` allow it, by their other pairs. */
  private readonly fromA: Float64Array;
  private readonly fromB: Float64Array;
  /** Of each emitter, ln of the product of 1 + `more` · odds of its pairs. */
  private readonly sums: Float64Array;

  /** @param more an emitter with k partners has `more`^(k − 1) / k! of the share of those with one */
  constructor(
    private readonly edges: readonly Edge[],
    emitters: number,
    private readonly more: number,
  ) {
    this.fromA = new Float64Array(edges.length).fill(1);
    this.fromB = new Float64Array(edges.length).fill(1);
    this.sums = new Float64Array(emitters);
  }

  /** Mean number of partners where this share of emitters has none. */
  mean(alone: number): number {
    return this.one(alone) * Math.exp(this.more);
  }

  private one(alone: number): number {
    return ((1 - alone) * this.more) / Math.expm1(this.more);
  }

  /**
   * One round of messages.
   *
   * @param weights of the pairs: likelihood ratio, over rivals and mean number of partners
   * @param alone share of emitters without a partner
   */
  sweep(weights: Float64Array, alone: number): void {
    this.collect(weights);
    const { edges, fromA, fromB } = this;
    for (let at = 0; at < edges.length; at++) {
      const { a, b, beside } = edges[at]!;
      if (!beside) continue;
      const [toA, toB] = [cut(weights[at]! * fromB[at]!), cut(weights[at]! * fromA[at]!)];
      // The mean of old and new logarithms, so that the messages do not alternate.
      fromA[at] = Math.sqrt(fromA[at]! * this.allowed(a, toA, alone));
      fromB[at] = Math.sqrt(fromB[at]! * this.allowed(b, toB, alone));
    }
  }

  /** How much the other pairs of both emitters allow a pair: its odds over its weight. */
  allowance(at: number): number {
    return this.fromA[at]! * this.fromB[at]!;
  }

  /** Expected number of emitters without a partner. */
  countAlone(weights: Float64Array, alone: number): number {
    this.collect(weights);
    const some = this.one(alone) / this.more;
    return this.sums.reduce((total, sum) => total + alone / (alone + some * Math.expm1(sum)), 0);
  }

  /** How much an emitter allows a partner: with it over without it, given its other pairs. */
  private allowed(emitter: number, odds: number, alone: number): number {
    const others = this.sums[emitter]! - Math.log1p(this.more * odds);
    const one = this.one(alone);
    return one / (alone * Math.exp(-others) - (one / this.more) * Math.expm1(-others));
  }

  private collect(weights: Float64Array): void {
    const { edges, fromA, fromB, sums } = this;
    sums.fill(0);
    for (let at = 0; at < edges.length; at++) {
      const { a, b, beside } = edges[at]!;
      if (!beside) continue;
      sums[a]! += Math.log1p(this.more * cut(weights[at]! * fromB[at]!));
      sums[b]! += Math.log1p(this.more * cut(weights[at]! * fromA[at]!));
    }
  }
}

const cut = (odds: number): number => Math.min(odds, MOST_ODDS);
