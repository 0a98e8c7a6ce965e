import { amount } from '../../../base/amount.ts';
import type { Change, Emitter } from './emitters.ts';
import { type Evidence, type Heard, partOf, sharedTime } from './heard.ts';
import { count } from './sorted.ts';

/** Probability that a device's change of all addresses is observed on two of its emitters. */
const SEEN = 0.92;
/** Two address changes count as simultaneous if they differ by at most this, in s, beyond the silences around them. */
const MOMENT_S = 1;
/** If the silence around an address change is longer than this, in s, the moment of the change is too uncertain to use. */
const LONGEST_S = 30;
/** An emitter counts for a change only if it was present this long, s, before and after it. */
const BESIDE_S = 10;
/** Prior of the rate of address changes: this many emitters that changed at the usual rate are added to those observed. */
const IMAGINED = 5;
/** Lifetimes that differ by at most this, s, count as equal. */
const ALIKE_S = 2;

/** Compares when two emitters changed their addresses, relative to all other emitters. */
export class Rotation {
  private readonly lives: Float64Array;
  private readonly watched = new Map<Change, { readonly present: number; readonly changed: number }>();

  constructor(private readonly heard: Heard) {
    const lives = heard.emitters.flatMap(({ changes }) => changes.slice(1).map((change, at) => change.from - changes[at]!.until));
    this.lives = Float64Array.from(lives).sort();
  }

  /** Evidence from address changes; null if neither emitter changed its address while the other was present. */
  term(a: Emitter, b: Emitter): Evidence | null {
    if (sharedTime(a, b) < 2 * BESIDE_S) return null;
    const matches: { readonly moment: number; readonly chance: number }[] = [];
    let nats = 0;
    let missed = 0;
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      for (const change of one.changes) {
        if (change.until - change.from > LONGEST_S || !isBeside(other, change)) continue;
        const chance = this.chance(change, other);
        if (changedIn(other, change)) matches.push({ moment: (change.from + change.until) / 2, chance });
        else {
          missed += 1;
          nats += Math.log((1 - SEEN) / (1 - Math.min(chance, 0.99)));
        }
      }
    }
    if (matches.length === 0 && missed === 0) return null;
    matches.sort((x, y) => x.moment - y.moment);
    const moments: number[] = [];
    for (const { moment, chance } of matches) {
      // Both emitters report the same change, so count it once.
      const before = moments.at(-1);
      if (before !== undefined && moment - before < LONGEST_S / 2) continue;
      // After one common change, equal timers coincide again even on different devices.
      const again = before === undefined ? 0 : this.usualLife(moment - before);
      nats += Math.log(SEEN / Math.min(SEEN, Math.max(chance, again)));
      moments.push(moment);
    }
    const statement = `${amount(moments.length, 'change of address', 'changes of address')} in one moment, ${amount(missed, 'change')} of one alone`;
    return {
      term: 'rotation',
      parts: [partOf('rotation', [nats, 0])],
      fixed: 0,
      company: 0,
      statement,
      times: moments,
      packets: [],
    };
  }

  /** Probability that an emitter changes its address at this moment by chance: the others' rate then, but at least its own mean rate. */
  private chance(change: Change, other: Emitter): number {
    const width = change.until - change.from + 2 * MOMENT_S;
    const rate = other.changes.length / Math.max(other.last - other.first, width);
    const usual = 1 - Math.exp(-rate * width);
    const { present, changed } = this.watchedIn(change);
    // Exclude the two compared emitters from those that changed.
    const others = Math.max(0, changed - (changedIn(other, change) ? 2 : 1));
    return Math.max(usual, (others + IMAGINED * usual) / (Math.max(0, present - 2) + IMAGINED), 1e-4);
  }

  private watchedIn(change: Change): { readonly present: number; readonly changed: number } {
    const known = this.watched.get(change);
    if (known !== undefined) return known;
    let [present, changed] = [0, 0];
    for (const emitter of this.heard.emitters) {
      if (!isBeside(emitter, change)) continue;
      present += 1;
      if (changedIn(emitter, change)) changed += 1;
    }
    const found = { present, changed };
    this.watched.set(change, found);
    return found;
  }

  /** Share of all lifetimes that are equal to this one within `ALIKE_S`. */
  private usualLife(life: number): number {
    const alike = count(this.lives, life - ALIKE_S, life + ALIKE_S);
    return Math.max(0, alike - 2 + 0.5) / Math.max(1, this.lives.length - 2 + 1);
  }
}

const isBeside = ({ first, last }: Emitter, { from, until }: Change): boolean => first < from - BESIDE_S && last > until + BESIDE_S;

const changedIn = ({ changes }: Emitter, { from, until }: Change): boolean =>
  changes.some((change) => change.from <= until + MOMENT_S && change.until >= from - MOMENT_S);
