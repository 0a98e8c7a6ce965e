/** A pair of emitters that may be parts of one device. */
export interface Edge {
  readonly a: number;
  readonly b: number;
  /** Whether both emitters were present together; only such pairs compete. */
  readonly beside: boolean;
}

/** Limit of a pair's odds while it competes with other pairs, so that differences of sums stay precise. */
const MOST_ODDS = 1e5;
/**
 * Odds of pairs that compete for partners, by belief propagation on the graph of pairs: if one partner of an emitter is probable, the
 * others become less so; if all others are excluded, the last becomes more so. Prior: partners are paired at random, so two of N emitters
 * are partners with probability mean / N.
 */
export class Partners {
  /** For each pair, the message of `a` (then of `b`): how far its other pairs allow this one. */
  private readonly fromA: Float64Array;
  private readonly fromB: Float64Array;
  /** For each emitter, ln of the product over its pairs of 1 + `more` · odds. */
  private readonly sums: Float64Array;

  /**
   * Creates the graph of pairs. @param more an emitter with k partners is `more`^(k − 1) / k! times as common as one with a single partner
   */
  constructor(
    private readonly edges: readonly Edge[],
    emitters: number,
    private readonly more: number,
  ) {
    this.fromA = new Float64Array(edges.length).fill(1);
    this.fromB = new Float64Array(edges.length).fill(1);
    this.sums = new Float64Array(emitters);
  }

  /** Mean number of partners of an emitter if the share `alone` of all emitters has none. */
  mean(alone: number): number {
    return this.one(alone) * Math.exp(this.more);
  }

  private one(alone: number): number {
    return ((1 - alone) * this.more) / Math.expm1(this.more);
  }

  /**
   * One round of message passing.
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
      // Use the geometric mean of old and new messages, so that they do not oscillate.
      fromA[at] = Math.sqrt(fromA[at]! * this.allowed(a, toA, alone));
      fromB[at] = Math.sqrt(fromB[at]! * this.allowed(b, toB, alone));
    }
  }

  /** Factor by which the other pairs of both emitters change the odds of a pair. */
  allowance(at: number): number {
    return this.fromA[at]! * this.fromB[at]!;
  }

  /** Expected number of emitters without a partner. */
  countAlone(weights: Float64Array, alone: number): number {
    this.collect(weights);
    const some = this.one(alone) / this.more;
    return this.sums.reduce((total, sum) => total + alone / (alone + some * Math.expm1(sum)), 0);
  }

  /** Ratio of an emitter's weight with this partner to its weight without it, given its other pairs. */
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
