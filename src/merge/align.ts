import { fitLine, quantile, readClock, refineLine, type ClockLine, type LineFit } from './line.ts';
import { EVERYTHING, matchRows, type Pairs, type Span } from './matching.ts';
import { firstRow, type Track } from './track.ts';
import { vote, type Candidate } from './votes.ts';

/** How the clocks of two tracks `a` and `b` are related, with the evidence for it. */
export interface Alignment {
  /** Converts times on the clock of track `b` to the clock of track `a`. */
  readonly line: ClockLine;
  /** Maximum distance between two records of one transmission, µs. */
  readonly tolerance: number;
  readonly pairs: Pairs;
  /** Time differences between the two records of each pair after the clocks were aligned, µs. */
  readonly residual: { readonly median: number; readonly p95: number };
  /** Number of pairs that the matching rules find by chance, at deliberately wrong clock offsets: mean and maximum. */
  readonly chance: number;
  readonly rival: number;
}

export type Outcome =
  { readonly ok: true; readonly alignment: Alignment } | { readonly ok: false; readonly common: number; readonly chance: number };

/** Minimum number of common transmissions for a conclusion. */
export const LEAST_COMMON = 20;
/** The accepted clock offset must give at least this many times as many pairs as wrong offsets do. */
const LEAST_CONTRAST = 3;
const LEAST_LEAD = 1.5;
/** Maximum drift between two clocks: crystals may drift by 50 ppm (Vol 6 Part B 4.2.2), computers adjust clocks by up to 500 ppm. */
export const DRIFT_LIMIT = 600e-6;
/** Maximum change of the drift between two clocks along a capture, so that a straight line still describes the clocks well. */
const WANDER = 20e-6;
const FEWEST_PAIRS = 5;
const FINEST_US = 30;
const COARSEST_US = 20_000;
const USUAL_DRIFT = 100e-6;
const TRIED = 8;
const MOST_POINTS = 20_001;
/** Maximum number of rows on which wrong clock offsets are tried, taken around the middle of the common rows. */
const MOST_PROBED = 60_000;
/** A doubled matching tolerance is used only if it gives at least this many times as many pairs. */
const WORTHWHILE = 1.01;

/**
 * Determines how the clock of `b` maps to the clock of `a`, from transmissions that both received. Possible offsets come from voting. Each
 * is extended from its stretch to the whole track by a robust line, and judged by how many more transmissions it pairs than wrong offsets
 * do. Fails if too few transmissions are common, or if another offset is nearly as good.
 */
export function align(a: Track, b: Track): Outcome {
  // Divide the shorter track into stretches, so that more of them lie where both sensors were recording.
  const swap = lasts(a) < lasts(b);
  const candidates = distinct(swap ? vote(b, a).map((candidate) => turned(candidate)) : vote(a, b)).slice(0, TRIED);
  let best: Alignment | null = null;
  for (const candidate of candidates) {
    const grown = grow(a, b, candidate);
    if (grown && (!best || surplus(grown) > surplus(best))) best = grown;
    if (best && isDecisive(best)) break;
  }
  if (!best) return { ok: false, common: 0, chance: 0 };
  const rival = Math.max(best.rival, ...candidates.map((candidate) => pairsElsewhere(a, b, best, candidate)));
  const common = best.pairs.a.length;
  if (common < LEAST_COMMON || common < LEAST_CONTRAST * best.chance || common < LEAST_LEAD * rival)
    return { ok: false, common, chance: Math.max(best.chance, rival) };
  return { ok: true, alignment: { ...best, rival } };
}

const surplus = ({ pairs, chance }: Alignment): number => pairs.a.length - chance;

const isDecisive = ({ pairs, chance }: Alignment): boolean => pairs.a.length >= 5 * LEAST_COMMON && pairs.a.length > 10 * chance;

/** Number of pairs that another possible clock offset, which contradicts the best one, gives at the same tolerance. */
function pairsElsewhere(a: Track, b: Track, best: Alignment, candidate: Candidate): number {
  const middle = (candidate.from + candidate.to) / 2;
  const line = { offset: candidate.offset, pivot: middle, drift: best.line.drift };
  const apart = Math.abs(readClock(line, middle) - readClock(best.line, middle));
  return apart > 4 * best.tolerance + 2 * candidate.width ? matchRows(a, b, line, best.tolerance).a.length : 0;
}

const lasts = ({ time }: Track): number => (time.at(-1) ?? 0) - (time[0] ?? 0);

const turned = (candidate: Candidate): Candidate => ({
  ...candidate,
  offset: -candidate.offset,
  from: candidate.from + candidate.offset,
  to: candidate.to + candidate.offset,
});

/** Removes candidates that are nearly equal, because neighbouring stretches vote for the same offset; only the best one stays. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const near = (other: Candidate): boolean =>
      Math.abs(other.offset - candidate.offset) <=
      2 * Math.max(other.width, candidate.width) + USUAL_DRIFT * Math.abs(other.from - candidate.from);
    if (!kept.some(near)) kept.push(candidate);
  }
  return kept;
}

/** Extends a candidate from its stretch to the whole track: matches rows, fits a line and widens the range, several times. */
function grow(a: Track, b: Track, candidate: Candidate): Alignment | null {
  let span: Span = { from: candidate.from, to: candidate.to };
  let line: ClockLine = { offset: candidate.offset, pivot: (span.from + span.to) / 2, drift: 0 };
  let tolerance = candidate.width + (DRIFT_LIMIT / 2) * (span.to - span.from);
  const begin = b.time[0] ?? 0;
  const end = b.time.at(-1) ?? 0;
  for (;;) {
    const rounds = rowsIn(b, span) > MOST_PROBED ? 1 : 3;
    for (let round = 0; round < rounds; round++) {
      const pairs = matchRows(a, b, line, tolerance, span);
      if (pairs.a.length < FEWEST_PAIRS) return null;
      const fit = fitPairs(a, b, pairs);
      line = fit.line;
      tolerance = Math.min(tolerance, settled(fit.sigma));
    }
    if (span.from <= begin && span.to >= end) break;
    const more = (span.to - span.from) / 2;
    span = { from: span.from - more, to: span.to + more };
    tolerance = Math.min(COARSEST_US, tolerance + WANDER * more);
  }
  return settle(a, b, line, tolerance);
}

/**
 * Refines a line. Clocks do not drift evenly, so wider tolerances are tried as long as they add more pairs than wrong offsets gain; then
 * the line is fitted to all pairs.
 */
function settle(a: Track, b: Track, start: ClockLine, from: number): Alignment | null {
  let line = start;
  let tolerance = from;
  const probe = probedSpan(b, line.pivot);
  let net = netPairs(a, b, line, tolerance, probe);
  for (let wider = 2 * tolerance; wider <= COARSEST_US; wider *= 2) {
    const pairs = matchRows(a, b, line, wider);
    if (pairs.a.length < FEWEST_PAIRS) return null;
    const refitted = fitPairs(a, b, pairs).line;
    const gained = netPairs(a, b, refitted, wider, probe);
    if (gained < WORTHWHILE * net) break;
    line = refitted;
    tolerance = wider;
    net = gained;
  }
  const pairs = matchRows(a, b, line, tolerance);
  if (pairs.a.length < FEWEST_PAIRS) return null;
  const { time, difference } = differences(a, b, pairs);
  return judge(a, b, refineLine(time, difference, line, DRIFT_LIMIT), tolerance);
}

const rowsIn = (track: Track, { from, to }: Span): number => firstRow(track, to) - firstRow(track, from);

/** Selects the rows of a track around a time, at most `MOST_PROBED`. */
function probedSpan(track: Track, middle: number): Span {
  if (track.time.length <= MOST_PROBED) return EVERYTHING;
  const first = Math.max(0, Math.min(firstRow(track, middle) - MOST_PROBED / 2, track.time.length - MOST_PROBED));
  return { from: track.time[first]!, to: track.time[first + MOST_PROBED - 1]! };
}

const netPairs = (a: Track, b: Track, line: ClockLine, tolerance: number, probe: Span): number => {
  const at = (offset: number): number => matchRows(a, b, { ...line, offset: line.offset + offset }, tolerance, probe).a.length;
  return at(0) - (at(-5 * tolerance) + at(5 * tolerance)) / 2;
};

const settled = (sigma: number): number => Math.min(COARSEST_US, Math.max(FINEST_US, 5 * sigma));

const fitPairs = (a: Track, b: Track, pairs: Pairs): LineFit => {
  const { time, difference } = differences(a, b, pairs);
  return fitLine(time, difference, DRIFT_LIMIT);
};

/** The time differences of the pairs, or of every n-th pair if there are many, which is enough to fit a line. */
function differences(a: Track, b: Track, pairs: Pairs): { time: Float64Array; difference: Float64Array } {
  const step = Math.max(1, Math.ceil(pairs.b.length / MOST_POINTS));
  const count = Math.ceil(pairs.b.length / step);
  const time = new Float64Array(count);
  const difference = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    time[i] = b.time[pairs.b[i * step]!]!;
    difference[i] = a.time[pairs.a[i * step]!]! - time[i]!;
  }
  return { time, difference };
}

/** Deliberately wrong clock offsets to try, as multiples of the tolerance: with them, no transmission can be paired with itself. */
const WRONG = [-31, -19, -11, -5, 5, 11, 19, 31];

/** Compares the number of pairs that a conversion between two clocks gives with the numbers that wrong offsets give. */
export function judge(a: Track, b: Track, line: ClockLine, tolerance: number): Alignment {
  const pairs = matchRows(a, b, line, tolerance);
  const probe = probedSpan(b, line.pivot);
  const share = b.time.length / Math.max(1, Math.min(b.time.length, MOST_PROBED));
  const wrong = WRONG.map(
    (times) => share * matchRows(a, b, { ...line, offset: line.offset + times * tolerance }, tolerance, probe).a.length,
  );
  const distances = residuals(a, b, line, pairs).map(Math.abs);
  return {
    line,
    tolerance,
    pairs,
    residual: { median: quantile(distances, 0.5), p95: quantile(distances, 0.95) },
    chance: wrong.reduce((sum, count) => sum + count, 0) / wrong.length,
    rival: Math.max(...wrong),
  };
}

/** The time on track `a` minus the time on track `b` after alignment, in µs for each pair of records. */
export function residuals(a: Track, b: Track, line: ClockLine, pairs: Pairs): Float64Array {
  const out = new Float64Array(pairs.a.length);
  for (let i = 0; i < out.length; i++) out[i] = a.time[pairs.a[i]!]! - readClock(line, b.time[pairs.b[i]!]!);
  return out;
}
