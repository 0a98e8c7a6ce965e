/**
 * Rows count as dependent on earlier ones if p is below this; and the minimum number of rows for such a decision. All tools that compare
 * means share both.
 */

const DOUBT = 0.05;
/** The limit of p for fewer than `LEAST_ROWS` rows, which are too few to compute errors that allow for dependence. */
const DOUBT_OF_FEW = 0.01;
/** A correlation counts only if it differs from 0 by this many standard errors, as in `statistical_regression_tool`. */
const CLEARLY = 1.96;
const LEAST_EFFECTIVE = 20;
const LEAST_ROWS = 32;
const LEAST_CLUSTER_DF = 4;
/** Groups with fewer rows than this are ignored by `isSorted`. */
const LEAST_ORDERED = 4;

interface Serial {
  readonly p: number;
  /** Correlation between neighbouring rows. */
  readonly first: number;
}

/** Whether rows depend on the rows before them. */
export function onRowsBefore({ p, first }: Serial, rows: number): boolean {
  const few = rows < LEAST_ROWS;
  return p < (few ? DOUBT_OF_FEW : DOUBT) || (!few && Math.abs(first) * Math.sqrt(rows) > CLEARLY);
}

export const beforeWords = ({ first }: Serial): string => `rows depend on those before (correlation ${first.toFixed(2)})`;
export const withinWords = (column: string): string => `rows of one ${column} are not independent`;

/** Why a test that allows for dependence on earlier rows cannot decide; undefined if it can. */
export const tooFewRows = (rows: number, effective: number): string | undefined =>
  rows < LEAST_ROWS || effective < LEAST_EFFECTIVE ? 'too few independent rows are left' : undefined;

/** Why a test by cluster cannot decide; undefined if it can. */
export const tooFewClusters = (column: string, count: number, df: number): string | undefined =>
  df < LEAST_CLUSTER_DF ? `too few ${column === '' ? 'clusters' : column} values to tell (${String(count)} in all)` : undefined;

/**
 * Whether the values of each group are in ascending or descending order, so that their order shows nothing about dependence. Groups with
 * fewer than four rows are ignored, because a pair is always in order.
 */
export function isSorted(values: Float64Array, group: Uint32Array): boolean {
  const [last, way, rows] = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
  const inOrder = values.every((value, row) => {
    const own = group[row]!;
    const step = Math.sign(value - (last.get(own) ?? value));
    last.set(own, value);
    rows.set(own, (rows.get(own) ?? 0) + 1);
    const before = way.get(own) ?? 0;
    if (before === 0) way.set(own, step);
    return step === 0 || before === 0 || step === before;
  });
  return inOrder && [...rows.values()].some((count) => count >= LEAST_ORDERED);
}
