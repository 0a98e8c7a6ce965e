import { formatExactSpan } from '../../../base/format.ts';
import type { Emitter } from './emitters.ts';
import { bounded, type Evidence, HABITS, type Heard, laplace, type Part, partOf, ratioOf } from './heard.ts';
import { count } from './sorted.ts';

/** Scale of the time, s, between the appearance (or end) of two parts, by kind of device; `HABITS.ends` adds an independent kind. */
const SCALES = [1, 5, 20] as const;
/** The density of appearances at a moment is estimated from emitters that appeared within this time, in s. */
const AROUND_S = 30;
/** Usual silence in s between two addresses of a device that follow one another. */
const HANDOVER_S = 10;

/** The times at which emitters appeared, or those at which they disappeared. */
class Ends {
  constructor(
    /** Times during the recording, s, sorted. */
    private readonly moments: Float64Array,
    /** Share of emitters that were present when the recording began (for disappearances: when it ended). */
    readonly outside: number,
    private readonly span: number,
  ) {}

  /** Density per s of such times around `moment`, without the `own` compared emitters. */
  density(moment: number, own: number): number {
    const width = 2 * AROUND_S;
    const others = Math.max(0, count(this.moments, moment - AROUND_S, moment + AROUND_S) - own);
    return (others + 1) / (width * (Math.max(this.moments.length - 2, 0) + this.span / width));
  }
}

/** The same end (beginning or end) of the presences of two emitters. */
interface BothEnds {
  /** For each emitter, whether that end was observed rather than cut off by the recording. */
  readonly inside: readonly [boolean, boolean];
  /** Time between the two ends, s. */
  readonly off: number;
  readonly moment: number;
  readonly spacing: number;
}

/** Compares when two emitters appeared and disappeared, relative to all other emitters. */
export class Presence {
  private readonly starts: Ends;
  private readonly stops: Ends;
  /** Sorted durations in s of presences whose both ends were observed. */
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
    // Limit the distance to the shorter stay, because two emitters that were present together cannot be further apart.
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

  /** Evidence from the time between two emitters that were never present together. Null if that time was not observed. */
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

  /** Density per s of presences as long as this one. If address changes were missed, emitters with equal timers seem to leave together. */
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

/** Computes evidence from two ends. @param usual lower bound of the density, per s, with which such ends coincide by chance */
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
