import type { Tick } from '../../chunks.ts';
import { log10, type StatisticsMemory } from '../memory.ts';
import type { CountsCompared, CountsInput, CountTest, JudgedTest } from './contract.ts';
import { dependentErrors, type DependentErrors } from './dependent.ts';
import { hypergeometric, tailsAt } from './lattice.ts';
import { meansTest, type MeansContext } from './means.ts';
import { randomFrom } from './permutation.ts';
import { cramersV, goodness, MOST_EXACT_COUNTS, newcombe, NO_ESTIMATE, oddsRatio, shareTest, wilson } from './shares.ts';

/** A table of counts by two categories, or the share of the first column in a table of one row. */
export function compareCounts(memory: StatisticsMemory, input: CountsInput, tick: Tick): CountsCompared {
  const { rows, columns, alpha } = input;
  const counts = new Float64Array(rows * columns);
  input.row.forEach((row, at) => {
    const place = row * columns + input.column[at]!;
    counts[place] = counts[place]! + 1;
  });
  const sizes = Array.from({ length: rows }, (_, row) => sum(counts.subarray(row * columns, (row + 1) * columns)));
  const binary = columns === 2 && rows <= 2;
  const shares = columns === 2 ? sizes.map((size, row) => wilson(memory, counts[row * 2]!, size, alpha)) : [];
  tick({ phase: 'tests', done: 0, total: 2, unit: 'steps' });
  const null_value = rows === 1 ? (input.null_share ?? 0.5) : 0;
  const off = binary ? shares[0]!.value - (shares[1]?.value ?? 0) - null_value : undefined;
  const dependent = dependentErrors(memory, { ...dependentInput(input, counts, sizes), off });
  const judged = off === undefined ? [] : dependentShares(memory, { null_value, alpha, off }, sizes, dependent);
  const common = { counts, shares, dependence: dependent?.figures ?? null };
  if (rows === 1) {
    const tests = [shareTest(memory, counts[0]!, sizes[0]!, null_value, alpha), ...judged];
    return { ...common, expected: null, tests, difference: null, odds_ratio: null, cramers_v: null };
  }
  const expected = expectedOf(counts, sizes, columns);
  const df = (rows - 1) * (columns - 1);
  const goodnessTests = goodness(memory, counts, expected, df);
  const square = goodnessTests[0]!.statistic!;
  const two = rows === 2 && columns === 2 ? ([counts[0]!, counts[1]!, counts[2]!, counts[3]!] as const) : null;
  const exact = two !== null && sum(counts) <= MOST_EXACT_COUNTS ? [fisher(memory, two)] : [];
  return {
    ...{ ...common, expected },
    tests: [...goodnessTests, ...exact, ...(two === null && input.permute ? permuted(memory, input, expected, square) : []), ...judged],
    difference: two === null ? null : newcombe(shares[0]!, shares[1]!),
    odds_ratio: two === null ? null : oddsRatio(memory, two, alpha),
    cramers_v: cramersV(memory, square, df, sum(counts), Math.min(rows, columns), alpha),
  };
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

function expectedOf(counts: Float64Array, sizes: readonly number[], columns: number): Float64Array {
  const totals = Array.from({ length: columns }, (_, column) => sizes.reduce((all, _own, row) => all + counts[row * columns + column]!, 0));
  const all = sum(counts);
  return counts.map((_, at) => (sizes[Math.floor(at / columns)]! * totals[at % columns]!) / all);
}

function fisher(memory: StatisticsMemory, [a, b, c, d]: readonly [number, number, number, number]): JudgedTest<CountTest> {
  return { ...NO_ESTIMATE, test: 'fisher', ...tailsAt(memory, hypergeometric(a + b, c + d, a + c), a) };
}

/**
 * For each row of data: 1 if it is in the first column (of more than two: the most frequent), else 0, less that column's share in the row
 * of the table to which it belongs. These residuals show whether rows depend on each other.
 */
function dependentInput({ row, column, rows, columns, clusters }: CountsInput, counts: Float64Array, sizes: readonly number[]) {
  const totals = Array.from({ length: columns }, (_, own) => sizes.reduce((all, _size, at) => all + counts[at * columns + own]!, 0));
  const first = columns === 2 ? 0 : totals.indexOf(Math.max(...totals));
  const residuals = Float64Array.from(
    column,
    (own, at) => (own === first ? 1 : 0) - counts[row[at]! * columns + first]! / sizes[row[at]!]!,
  );
  // For tables of more than two rows, only test whether rows depend on each other, as if all were of one sample.
  const sample = (at: number): number => (rows <= 2 ? row[at]! : 0);
  return { residuals, sample, sizes: rows <= 2 ? sizes : [row.length], clusters };
}

function dependentShares(
  memory: StatisticsMemory,
  asked: Pick<MeansContext, 'null_value' | 'alpha' | 'off'>,
  sizes: readonly number[],
  errors: DependentErrors | null,
): JudgedTest<CountTest>[] {
  if (errors === null) return [];
  const spread = { sd: 0, df: sizes.reduce((all, size) => all + size - 1, 0) };
  const context: MeansContext = { ...asked, memory, scale: 1, margin: null, effects: false, spread };
  return [['hac', errors.serial] as const, ...(errors.clustered ? [['cluster', errors.clustered] as const] : [])].map(
    ([test, { variance, df }]) => ({ ...meansTest(context, test, Math.sqrt(variance), df), test }),
  );
}

const MOST_DRAWN = 9999;
const LEAST_DRAWN = 999;
const WORK = 1e8;

/** Chi-square test by random permutations: each is a table with the same row and column totals, drawn by shuffling. */
function permuted(
  memory: StatisticsMemory,
  { row, column, columns }: CountsInput,
  expected: Float64Array,
  observed: number,
): JudgedTest<CountTest>[] {
  const draws = Math.min(MOST_DRAWN, Math.floor(WORK / row.length));
  if (draws < LEAST_DRAWN) return [];
  const random = randomFrom(20261126);
  const own = column.slice();
  const counts = new Float64Array(expected.length);
  let far = 0;
  for (let draw = 0; draw < draws; draw++) {
    counts.fill(0);
    for (let at = own.length - 1; at >= 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [own[at], own[other]] = [own[other]!, own[at]!];
      const place = row[at]! * columns + own[at]!;
      counts[place] = counts[place]! + 1;
    }
    let square = 0;
    for (let at = 0; at < counts.length; at++) square += (counts[at]! - expected[at]!) ** 2 / expected[at]!;
    if (square >= observed * (1 - 1e-9)) far++;
  }
  const p = (far + 1) / (draws + 1);
  const tails = { p, log10_p: log10(memory.ln(p)), below: null, above: null };
  return [{ ...NO_ESTIMATE, test: 'permutation', statistic: observed, df: null, method: 'sampled', ...tails }];
}
