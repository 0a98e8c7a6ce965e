import { bounded, type Evidence, HABITS, type Shares } from './heard.ts';

const NAMES = Object.keys(HABITS) as (keyof typeof HABITS)[];
const FIRST_LENGTH = 1 << 16;

/**
 * Figures of the evidence of all pairs in one array, because half a million objects would slow the garbage collector. Per pair: number of
 * pieces of evidence; per piece: fixed weight, number of parts; per part: kind of habit, ratios.
 */
export class FigureStore {
  private values = new Float64Array(FIRST_LENGTH);
  private length = 0;

  /** Appends the figures of a pair and returns their index. */
  add(evidence: readonly Evidence[]): number {
    const start = this.length;
    this.push(evidence.length);
    for (const { fixed, parts } of evidence) {
      this.push(fixed);
      this.push(parts.length);
      for (const { habit, ratios } of parts) {
        this.push(NAMES.indexOf(habit));
        for (const ratio of ratios) this.push(ratio);
      }
    }
    return start;
  }

  /** Sum of the evidence weights of a pair; equal to the sum of `weightOf` over its evidence. */
  weight(start: number, shares: Shares): number {
    const { values } = this;
    let [at, sum] = [start + 1, 0];
    for (let left = values[start]!; left > 0; left--) {
      let nats = values[at]!;
      let parts = values[at + 1]!;
      at += 2;
      for (; parts > 0; parts--) {
        const own = shares[NAMES[values[at]!]!];
        at += 1;
        nats += Math.log(this.ratio(at, own));
        at += own.length;
      }
      sum += bounded(nats);
    }
    return sum;
  }

  /**
   * Adds to `had`, by kind of device, how well it explains the evidence of a pair, weighted by the probability that the pair is one device.
   */
  credit(start: number, probability: number, shares: Shares, had: Readonly<Record<string, number[]>>): void {
    const { values } = this;
    let at = start + 1;
    for (let left = values[start]!; left > 0; left--) {
      let parts = values[at + 1]!;
      at += 2;
      for (; parts > 0; parts--) {
        const habit = NAMES[values[at]!]!;
        const own = shares[habit];
        at += 1;
        const ratio = this.ratio(at, own);
        for (let kind = 0; kind < own.length; kind++) had[habit]![kind]! += (probability * own[kind]! * values[at + kind]!) / ratio;
        at += own.length;
      }
    }
  }

  private ratio(at: number, shares: readonly number[]): number {
    let sum = 0;
    for (let kind = 0; kind < shares.length; kind++) sum += shares[kind]! * this.values[at + kind]!;
    return sum;
  }

  private push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Float64Array(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }
}
