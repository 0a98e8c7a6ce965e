import { firstRow, type Track } from './track.ts';

/** A possible offset between two clocks, found in one stretch of `b`. */
export interface Candidate {
  /** Offset to add to times on the clock of track `b`, µs. */
  readonly offset: number;
  /** Width in µs of the window in which the votes for this clock offset lie. */
  readonly width: number;
  /** Start of the stretch of track `b` whose rows voted for this clock offset. */
  readonly from: number;
  readonly to: number;
  /** How far the votes for this clock offset exceed those for other offsets nearby, in standard deviations of chance. */
  readonly score: number;
}

/**
 * Number of stretches into which the shorter track is divided. Each votes on the clock offset alone, so that drift within it is negligible.
 */
const STRETCHES = 8;
const STRETCH_US = 10e6;
/** Minimum number of rows of a stretch that can vote on the clock offset; shorter stretches are lengthened. */
const FEWEST_VOTERS = 60;
const LONGEST_STRETCH_US = 300e6;
/** Maximum number of time differences between rows of two tracks that are listed for one stretch. */
const PAIR_BUDGET = 120_000;
/** At least this many rows vote on a clock offset, even if each has many partners, as with payloads that are repeated for an hour. */
const SURE_VOTERS = 40;
const MOST_PAIRS = 1_200_000;
/** Widths of the windows in which votes are counted, from exact radio clocks to timestamps of a busy host. */
const WIDTHS_US = [100, 1000, 10_000] as const;
const PER_STRETCH = 2;

/**
 * Finds possible offsets between two clocks. In each stretch, every row votes for its time difference to every equal row of `a`, rare rows
 * first. The differences with the most votes are the candidates, best first. An offset may have any size. A payload that is repeated for
 * hours also votes for many wrong offsets; the jitter of advertising events (advDelay, Vol 6 Part B 4.4.2.2) spreads those votes, but not
 * the votes for the right one.
 */
export function vote(a: Track, b: Track): Candidate[] {
  const shared: number[] = [];
  for (let i = 0; i < b.time.length; i++) if (rows(a, b.key[i]!) > 0) shared.push(i);
  const found: Candidate[] = [];
  let last = -1;
  for (let n = 0; n < STRETCHES; n++) {
    const first = shared[Math.floor((n * shared.length) / STRETCHES)];
    if (first === undefined || first === last) continue;
    last = first;
    const from = b.time[first]!;
    const to = stretchEnd(b, first, from);
    const differences = list(a, b, first, firstRow(b, to), to);
    for (const width of WIDTHS_US) found.push(...peaks(differences, width).map((peak) => ({ ...peak, width, from, to })));
  }
  return found.sort((left, right) => right.score - left.score);
}

const rows = (track: Track, code: number): number => track.starts[code + 1]! - track.starts[code]!;

function stretchEnd(b: Track, first: number, from: number): number {
  const enough = b.time[Math.min(first + FEWEST_VOTERS, b.time.length - 1)]!;
  return Math.min(Math.max(from + STRETCH_US, enough), from + LONGEST_STRETCH_US);
}

/** Lists all time differences `a − b` between rows of two tracks with equal PDUs, for one stretch of `b`, in ascending order. */
function list(a: Track, b: Track, first: number, end: number, to: number): Float64Array {
  const voters: number[] = [];
  for (let i = first; i < end && b.time[i]! <= to; i++) if (rows(a, b.key[i]!) > 0) voters.push(i);
  voters.sort((left, right) => rows(a, b.key[left]!) - rows(a, b.key[right]!) || left - right);
  let pairs = 0;
  const cut = voters.findIndex((voter, n) => (pairs += rows(a, b.key[voter]!)) > (n < SURE_VOTERS ? MOST_PAIRS : PAIR_BUDGET));
  const chosen = cut < 0 ? voters : voters.slice(0, cut);
  const out = new Float64Array(chosen.reduce((sum, voter) => sum + rows(a, b.key[voter]!), 0));
  let count = 0;
  for (const voter of chosen) {
    const code = b.key[voter]!;
    for (let at = a.starts[code]!; at < a.starts[code + 1]!; at++) out[count++] = a.time[a.order[at]!]! - b.time[voter]!;
  }
  return out.sort();
}

/** Finds where a sorted list of time differences is densest, counted in a window of `width`. */
function peaks(differences: Float64Array, width: number): { offset: number; score: number }[] {
  const best: { offset: number; score: number }[] = [];
  let low = 0;
  let wideLow = 0;
  let wideHigh = 0;
  for (let high = 0; high < differences.length; high++) {
    const top = differences[high]!;
    while (top - differences[low]! > width) low++;
    const votes = high - low + 1;
    if (votes < 3) continue;
    const offset = (top + differences[low]!) / 2;
    while (wideLow < high && offset - differences[wideLow]! > 25 * width) wideLow++;
    while (wideHigh < differences.length && differences[wideHigh]! - offset < 25 * width) wideHigh++;
    const chance = Math.max(0, wideHigh - wideLow - votes) / 49;
    const score = (votes - chance) / Math.sqrt(chance + 1);
    keepBest(best, { offset, score }, width);
  }
  return best;
}

function keepBest(best: { offset: number; score: number }[], peak: { offset: number; score: number }, width: number): void {
  const near = best.findIndex((other) => Math.abs(other.offset - peak.offset) <= 2 * width);
  if (near >= 0) {
    if (best[near]!.score < peak.score) best[near] = peak;
    return;
  }
  if (best.length < PER_STRETCH) best.push(peak);
  else {
    const worst = best.reduce((at, other, i) => (other.score < best[at]!.score ? i : at), 0);
    if (best[worst]!.score < peak.score) best[worst] = peak;
  }
}
