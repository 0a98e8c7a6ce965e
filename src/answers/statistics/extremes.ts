import type { PointPlot } from '../charts/plot.ts';
import { formatCount } from '../../base/format.ts';
import { type Fields, number } from './fields.ts';

/** Points labelled by their row, as in plots of fits (R's plot.lm, id.n). */
const NAMED = 3;

/** A row that an answer holds for plots. */
export interface DrawnRow {
  /** Among the rows that the fit used, from 0; null where the answer does not let it be known. */
  readonly row: number | null;
  readonly fitted: number;
  readonly residual: number;
  readonly standardized: number;
}

/**
 * The rows of `points` with their places. An answer holds every k-th used row and says how many rows were used: where as many points are there as
 * that makes, the n-th is row k · n. Of an answer that lacks points no row is known.
 */
export function drawnRows(output: Fields, points: readonly Fields[]): readonly DrawnRow[] {
  const rows = number(output['sample_count']);
  const every = Math.ceil(rows / MOST_POINTS);
  const known = points.length > 0 && every >= 1 && Math.ceil(rows / every) === points.length;
  return points.map(({ fitted, residual, standardized }, at) => ({
    row: known ? at * every : null,
    fitted: number(fitted),
    residual: number(residual),
    standardized: number(standardized),
  }));
}

/** The number of a row in a table, from 1. */
export const rowName = ({ row }: Pick<DrawnRow, 'row'>): string => (row === null ? '–' : formatCount(row + 1));
/** A point that represents a row. */
export const rowWords = ({ row }: Pick<DrawnRow, 'row'>): string =>
  row === null ? 'a row whose number the answer does not say' : `used row ${formatCount(row + 1)}`;
/** The column of a table that has them. */
export const ROW = { title: 'Row', detail: 'used', align: 'end' } as const;

/** Points that an answer holds at most. */
const MOST_POINTS = 1000;

/**
 * The drawn rows that lie farthest off by their standardised residual, the farthest first, as labels of a plot; of rows at one place the first speaks.
 *
 * @param placeOf position of a row in the plot
 */
export function namedExtremes(
  rows: readonly DrawnRow[],
  placeOf: (row: DrawnRow) => readonly [number, number],
): NonNullable<PointPlot['named']> {
  const far = rows
    .filter(({ row, standardized }) => row !== null && Number.isFinite(standardized))
    .sort((a, b) => Math.abs(b.standardized) - Math.abs(a.standardized));
  const named: { readonly label: string; readonly at: readonly [number, number] }[] = [];
  for (const row of far) {
    if (named.length === NAMED) break;
    const at = placeOf(row);
    const taken = named.some((other) => other.at[0] === at[0] && other.at[1] === at[1]);
    if (at.every(Number.isFinite) && !taken) named.push({ label: formatCount((row.row ?? 0) + 1), at });
  }
  return named;
}
