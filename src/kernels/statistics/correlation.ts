import type { Tick } from '../chunks.ts';
import type { Correlation, CorrelationMethod } from './contract.ts';
import type { StatisticsMemory, Tails } from './memory.ts';
import { finite, log10, scaleOf } from './memory.ts';
import { kendallDistinct, kendallExact, leastPairing, MOST_PAIRED, MOST_SCORED, spearmanExact } from './exact-ranks.ts';
import { ranksOf, sortedPositions } from './ranks.ts';

type Figures = Pick<Correlation, 'coefficient' | 'p' | 'log10_p'>;
const NONE: Figures = { coefficient: null, p: null, log10_p: null };

/** Computes the correlation of every pair of columns by every method, over the rows in which both columns have a value. */
export function correlations(
  memory: StatisticsMemory,
  columns: readonly Float64Array[],
  methods: readonly CorrelationMethod[],
  tick: Tick,
): Correlation[] {
  const out: Correlation[] = [];
  if (methods.length === 0) return out;
  for (let a = 0; a < columns.length; a++) {
    for (let b = a + 1; b < columns.length; b++) {
      tick({ phase: 'correlation', done: a, total: columns.length, unit: 'steps' });
      const [x, y] = complete(columns[a]!, columns[b]!);
      for (const method of methods) out.push({ method, a, b, count: x.length, ...correlate(memory, method, x, y) });
    }
  }
  return out;
}

function complete(x: Float64Array, y: Float64Array): [Float64Array, Float64Array] {
  const keep = (_: number, row: number): boolean => Number.isFinite(x[row]) && Number.isFinite(y[row]);
  return [x.filter(keep), y.filter(keep)];
}

function correlate(memory: StatisticsMemory, method: CorrelationMethod, x: Float64Array, y: Float64Array): Figures {
  if (x.length < 2) return NONE;
  if (method === 'pearson') return pearson(memory, x, y);
  return method === 'spearman' ? spearman(memory, x, y) : kendall(memory, x, y);
}

/**
 * Spearman's correlation: Pearson's correlation of the ranks. Its p-value is exact for few rows; otherwise it comes from Student's t, but
 * is at least that of the least probable pairing.
 */
function spearman(memory: StatisticsMemory, x: Float64Array, y: Float64Array): Figures {
  const [of, and] = [ranksOf(x), ranksOf(y)];
  const figures = pearson(memory, of.ranks, and.ranks);
  if (figures.p === null) return figures;
  const n = x.length;
  const distinct = of.ties.length === 0 && and.ties.length === 0;
  if (n <= (distinct ? MOST_PAIRED.distinct : MOST_PAIRED.ties))
    return { ...figures, ...exactly(spearmanExact([...of.ranks], [...and.ranks])) };
  const least = leastPairing(n, of.ties);
  if ((figures.log10_p ?? -Infinity) * Math.LN10 >= least) return figures;
  return { ...figures, p: Math.exp(least), log10_p: least / Math.LN10 };
}

const exactly = (p: number): Pick<Correlation, 'p' | 'log10_p'> => ({ p, log10_p: Math.log10(p) });

function pearson(memory: StatisticsMemory, x: Float64Array, y: Float64Array): Figures {
  memory.clear();
  const [xs, ys] = [memory.put(x), memory.put(y)];
  const [of, and] = [memory.moments(xs, x.length, scaleOf(x)), memory.moments(ys, y.length, scaleOf(y))];
  if (of.squares === 0 || and.squares === 0) return NONE;
  const ratio = memory.coproduct(xs, of, ys, and) / Math.sqrt(of.squares * and.squares);
  const coefficient = Math.min(1, Math.max(-1, ratio));
  const df = x.length - 2;
  if (df < 1) return { coefficient, p: null, log10_p: null };
  const t = coefficient * Math.sqrt(df / ((1 - coefficient) * (1 + coefficient)));
  return { coefficient, ...twoSided(memory, memory.tails('t', Math.abs(t), df)) };
}

function twoSided(memory: StatisticsMemory, { upper, log_upper }: Tails): Pick<Correlation, 'p' | 'log10_p'> {
  return { p: finite(Math.min(1, 2 * upper)), log10_p: log10(Math.min(0, log_upper + memory.ln(2))) };
}

/**
 * Kendall's tau-b, computed by sorting (Knight, JASA 61, 1966). Its p-value is exact for few rows; for more it comes from the normal
 * distribution with tie-corrected variance (Kendall, Rank Correlation Methods, §4).
 */
function kendall(memory: StatisticsMemory, x: Float64Array, y: Float64Array): Figures {
  const n = x.length;
  const order = sortedPositions(y);
  const byY = Float64Array.from(order, (at) => x[at]!);
  // Sort by x, and by y within equal x.
  const places = sortedPositions(byY);
  const sequence = Float64Array.from(places, (at) => y[order[at]!]!);
  let both = 0;
  for (let from = 0; from < n;) {
    let to = from + 1;
    while (to < n && byY[places[to]!] === byY[places[from]!] && sequence[to] === sequence[from]) to++;
    both += pairs(to - from);
    from = to;
  }
  const [t, u] = [ranksOf(x).ties, ranksOf(y).ties];
  const all = pairs(n);
  const tiedX = sum(t, pairs);
  const tiedY = sum(u, pairs);
  if (tiedX === all || tiedY === all) return NONE;
  const score = all - tiedX - tiedY + both - 2 * exchanges(sequence);
  const coefficient = Math.min(1, Math.max(-1, score / Math.sqrt((all - tiedX) * (all - tiedY))));
  const triple = (k: number): number => k * (k - 1) * (k - 2);
  const weight = (k: number): number => k * (k - 1) * (2 * k + 5);
  const variance =
    (weight(n) - sum(t, weight) - sum(u, weight)) / 18 +
    (2 * tiedX * tiedY) / (n * (n - 1)) +
    (n > 2 ? (sum(t, triple) * sum(u, triple)) / (9 * triple(n)) : 0);
  if (n < 3 || !(variance > 0)) return { coefficient, p: null, log10_p: null };
  if (t.length === 0 && u.length === 0 && n <= MOST_SCORED) return { coefficient, ...exactly(kendallDistinct(n, score)) };
  if (n <= MOST_PAIRED.ties) return { coefficient, ...exactly(kendallExact(Array.from(x), Array.from(y))) };
  return { coefficient, ...twoSided(memory, memory.tails('normal', Math.abs(score) / Math.sqrt(variance))) };
}

const pairs = (k: number): number => (k * (k - 1)) / 2;
const sum = (values: readonly number[], of: (value: number) => number): number => values.reduce((total, value) => total + of(value), 0);

/** Counts the exchanges of neighbours that would sort the values, by merge sort. */
function exchanges(values: Float64Array): number {
  let from = values.slice();
  let to = new Float64Array(values.length);
  let count = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      let [left, right] = [start, middle];
      for (let k = start; k < end; k++) {
        if (right >= end || (left < middle && from[left]! <= from[right]!)) to[k] = from[left++]!;
        else {
          to[k] = from[right++]!;
          count += middle - left;
        }
      }
    }
    [from, to] = [to, from];
  }
  return count;
}
