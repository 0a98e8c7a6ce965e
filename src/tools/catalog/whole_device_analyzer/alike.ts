import { amount } from '../../../base/amount.ts';
import type { Emitter } from './emitters.ts';
import { bounded, type Evidence, type Heard, laplace, partOf, sharedTime } from './heard.ts';
import { fisher, information, type Levels, type Movement, movementOf, movements, SLOT_S } from './levels.ts';

/**
 * Expected correlation of the levels of a device's parts, by kind of device. `HABITS.level` adds a kind whose parts do not vary together.
 */
const CORRELATIONS = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9] as const;
/** Expected correlation of the levels of two devices that are carried together: a body shadows both, but each has its own antenna. */
const BESIDE: readonly number[] = [0, 0.1, 0.2, 0.3, 0.4, 0.5];
/** Maximum number of pairs from which is measured how often levels vary together by chance. */
const MOST_PAIRS = 20_000;

/** Compares how the levels of two emitters vary together with how those of all pairs do. */
export class Moving {
  private readonly traces: readonly Levels[];
  private readonly centre: number;
  private readonly spread: number;

  constructor({ emitters, levels }: Heard) {
    this.traces = movements(levels);
    const scores: number[] = [];
    const pairs = (emitters.length * (emitters.length - 1)) / 2;
    const step = Math.max(1, Math.ceil(pairs / MOST_PAIRS));
    let number = 0;
    for (let a = 0; a < emitters.length; a++)
      for (let b = a + 1; b < emitters.length; b++) {
        if (number++ % step !== 0 || sharedTime(emitters[a]!, emitters[b]!) < SLOT_S) continue;
        const movement = this.movement(emitters, a, b);
        if (movement !== null) scores.push(fisher(movement));
      }
    const sorted = Float64Array.from(scores).sort();
    const quarter = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? 0;
    this.centre = sorted.length < 20 ? 0 : quarter(0.5);
    this.spread = sorted.length < 20 ? 1.2 : Math.max(1, (quarter(0.75) - quarter(0.25)) / 1.35);
  }

  private movement(emitters: readonly Emitter[], a: number, b: number): Movement | null {
    const [one, other] = [emitters[a]!, emitters[b]!];
    return movementOf(this.traces[a]!, this.traces[b]!, Math.max(one.first, other.first), Math.min(one.last, other.last));
  }

  /** Evidence from the levels of two emitters; null if they were hardly heard at the same time. */
  term(emitters: readonly Emitter[], a: number, b: number): Evidence | null {
    const movement = this.movement(emitters, a, b);
    if (movement === null) return null;
    const { correlation, slots } = movement;
    const score = fisher(movement);
    const chance = student((score - this.centre) / this.spread);
    const nats = (assumed: number): number =>
      bounded(Math.log(student((score - Math.atanh(assumed) * information(slots)) / this.spread) / chance));
    return {
      term: 'level',
      parts: [partOf('level', [...CORRELATIONS.map(nats), 0])],
      fixed: 0,
      company: Math.log(BESIDE.reduce((sum, assumed) => sum + Math.exp(nats(assumed)), 0) / BESIDE.length),
      statement: `levels without slow trends correlate by ${correlation.toFixed(2)} in ${amount(slots, 'slot')} of ${String(SLOT_S)} s`,
      times: [Math.max(emitters[a]!.first, emitters[b]!.first)],
      packets: [],
    };
  }
}

/** Density of Student's t with five degrees of freedom, because strangers' levels agree more often than a normal distribution allows. */
const student = (t: number): number => 0.3796 * (1 + (t * t) / 5) ** -3;

/** Compares the clock drifts of two emitters with those of all other emitters. */
export class Clocks {
  private readonly values: Float64Array;
  private readonly spread: number;

  constructor({ emitters, driftSpread }: Heard) {
    this.values = Float64Array.from(emitters.flatMap(({ drift }) => drift?.value ?? [])).sort();
    this.spread = driftSpread;
  }

  /** Evidence from clock drifts; null if the sniffer has no precise clock, or there are too few emitters to tell how common a drift is. */
  term({ drift: one }: Emitter, { drift: other }: Emitter): Evidence | null {
    if (one === null || other === null || this.values.length < 6) return null;
    const scale = this.spread + Math.hypot(one.error, other.error);
    const off = one.value - other.value;
    // Smooth the density of similar drifts, so that no drift looks rare if there are few emitters.
    const width = Math.max(4 * scale, this.range() / 8);
    const middle = (one.value + other.value) / 2;
    const near = this.values.reduce((sum, value) => sum + (Math.abs(value - middle) < width / 2 ? 1 : 0), 0);
    const chance = Math.max(1, near - 1) / (width * Math.max(this.values.length - 1, 1));
    return {
      term: 'clock',
      parts: [partOf('clock', [bounded(Math.log(laplace(off, scale) / chance)), 0])],
      fixed: 0,
      company: 0,
      statement: `clocks differ by ${Math.abs(off).toFixed(1)} µs/s, where clocks of others differ by ${(this.range() / 2).toFixed(0)} µs/s`,
      times: [],
      packets: [],
    };
  }

  /** Distance between the 10th and the 90th percentile of all drifts. */
  private range(): number {
    const at = (share: number): number => this.values[Math.floor(share * (this.values.length - 1))]!;
    return Math.max(at(0.9) - at(0.1), 1);
  }
}
