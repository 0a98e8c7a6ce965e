import { formatExactSpan } from '../../../base/format.ts';
import type { Emitter } from './emitters.ts';
import { bounded, type Evidence, HABITS, type Heard, laplace, type Part, partOf, ratioOf } from './heard.ts';
import { count } from './sorted.ts';

/** How far apart the parts of a device come (or go), s, by kind of device; the last kind is independent of it, as `HABITS.ends` says. */
const SCALES = [1, 5, 20] as const;
/** Emitters that came within this of two others say how usual it is to come then, s. */
const AROUND_S = 30;
/** Usual silence between two addresses of one device of which one follows the other, s. */
const HANDOVER_S = 10;

/** Moments at which emitters came, or at which they left. */
class Ends {
  constructor(
    /** Sorted, while the receiver listened, s. */
    private readonly moments: Float64Array,
    /** Share of emitters that were there when listening began (or ended). */
    readonly outside: number,
    private readonly span: number,
  ) {}

  /** Density of moments, per s, around one of them, without `own` that are compared. */
  density(moment: number, own: number): number {
    const width = 2 * AROUND_S;
    const others = Math.max(0, count(this.moments, moment - AROUND_S, moment + AROUND_S) - own);
    return (others + 1) / (width * (Math.max(this.moments.length - 2, 0) + this.span / width));
  }
}

/** One end of two stays. */
interface BothEnds {
  /** Whether each end fell into the time of the capture. */
  readonly inside: readonly [boolean, boolean];
  /** Between them, s. */
  readonly off: number;
  readonly moment: number;
  readonly spacing: number;
}

/** Compares when two emitters came and left with when the others did. */
export class Presence {
  private readonly starts: Ends;
  private readonly stops: Ends;
  /** Sorted lengths of stay with both ends seen, s. */
  private readonly stays: Float64Array;

  constructor({ emitters, span }: Heard) {
    const ends = (inside: (emitter: Emitter) => boolean, moment: (emitter: Emitter) => number): Ends => {
      const own = emitters.filter(inside);
      const outside = (emitters.length - own.length + 1) / (emitters.length + 2);
      return new Ends(Float64Array.from(own, moment).sort(), outside, Math.max(span, 2 * AROUND_S));
    };
    this.starts = ends(
      ({ before }) => !before,
      ({ first }) => first,
    );
    this.stops = ends(
      ({ after }) => !after,
      ({ last }) => last,
    );
    const whole = emitters.filter(({ before, after }) => !before && !after);
    this.stays = Float64Array.from(whole, ({ first, last }) => last - first).sort();
  }

  term(a: Emitter, b: Emitter): Evidence {
    const start = bothEnds(!a.before, !b.before, [a.first, b.first], a.spacing[0] + b.spacing[0]);
    const stop = bothEnds(!a.after, !b.after, [a.last, b.last], a.spacing[1] + b.spacing[1]);
    // Emitters that were there together came and went no further apart than they stayed.
    const met = 1 / (a.last - a.first + b.last - b.first);
    const usual = Math.max(met, a.before || b.before ? 0 : this.usualStay(a));
    const parts: Part[] = [partOf('ends', endNats(this.starts, start, met)), partOf('ends', endNats(this.stops, stop, usual))];
    const company = parts.reduce((sum, part) => sum + Math.log(ratioOf(part, HABITS)), 0);
    return {
      term: 'presence',
      parts,
      fixed: 0,
      company: bounded(company),
      statement: `${endWords('came', start, 'were there at the start')}; ${endWords('left', stop, 'stayed to the end')}`,
      times: [start, stop].filter(({ inside: [one, other] }) => one && other).map(({ moment }) => moment),
      packets: [],
    };
  }

  /** Of two that were not there together: how soon the later one came after the earlier one had left. Null where that was not heard. */
  handover(a: Emitter, b: Emitter): Evidence | null {
    const [earlier, later] = a.first < b.first ? [a, b] : [b, a];
    if (earlier.after || later.before) return null;
    const spacing = earlier.spacing[1] + later.spacing[0];
    const gap = later.first - earlier.last;
    const chance = this.starts.density(later.first, Math.abs(gap) < AROUND_S ? 1 : 0);
    return {
      term: 'presence',
      parts: [partOf('handover', [Math.log(laplace(gap, HANDOVER_S + spacing) / chance), 0])],
      fixed: 0,
      company: 0,
      statement:
        gap < 0
          ? 'the later one came before the earlier one left'
          : `the later one came ${formatExactSpan(gap)} after the earlier one left`,
      times: [later.first],
      packets: [],
    };
  }

  /** Density, per s, with which others stay as long: emitters with one timer whose changes were missed leave together without being one. */
  private usualStay({ first, last }: Emitter): number {
    const stay = last - first;
    const alike = count(this.stays, stay - 2, stay + 2) - 2;
    return alike <= 0 ? 0 : alike / (4 * this.stays.length);
  }
}

const bothEnds = (one: boolean, other: boolean, [a, b]: readonly [number, number], spacing: number): BothEnds => ({
  inside: [one, other],
  off: a - b,
  moment: (a + b) / 2,
  spacing,
});

/** @param usual density with which such ends meet by chance at the least, per s */
function endNats(ends: Ends, { inside, off, moment, spacing }: BothEnds, usual: number): number[] {
  if (inside[0] !== inside[1]) return [...SCALES.map(() => -Infinity), 0];
  if (!inside[0]) return [...SCALES.map(() => -Math.log(ends.outside)), 0];
  const chance = Math.max(ends.density(moment, Math.abs(off) < 2 * AROUND_S ? 2 : 0), usual);
  return [...SCALES.map((scale) => Math.log(laplace(off, scale + spacing) / chance)), 0];
}

function endWords(verb: 'came' | 'left', { inside, off }: BothEnds, outside: string): string {
  if (inside[0] && inside[1]) return `they ${verb} ${formatExactSpan(Math.abs(off))} apart`;
  return inside[0] === inside[1] ? `both ${outside}` : `only one ${verb} while the capture ran`;
}
