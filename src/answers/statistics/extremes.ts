import type { PointPlot } from '../charts/plot.ts';
import { formatCount } from '../../base/format.ts';
import { type Fields, number } from './fields.ts';

/** Number of points that are labelled with their row, as in R's plots of fits (plot.lm, id.n). */
const NAMED = 3;

/** A row that the answer contains so that it can be plotted. */
export interface DrawnRow {
  /** Index of the row among those used in the fit, counted from 0; null if it cannot be determined. */
  readonly row: number | null;
  readonly fitted: number;
  readonly residual: number;
  readonly standardized: number;
}

/**
 * The rows of `points` with their indices. An answer contains every k-th used row, and the number of used rows. If the number of points
 * fits, the n-th point is row k · n; if points are missing, no index is known.
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

/** Number of a row in a table, counted from 1. */
export const rowName = ({ row }: Pick<DrawnRow, 'row'>): string => (row === null ? '–' : formatCount(row + 1));
/** Describes the point of a row. */
export const rowWords = ({ row }: Pick<DrawnRow, 'row'>): string =>
  row === null ? 'row without a number' : `used row ${formatCount(row + 1)}`;
/** Column of a table for the number of the row. */
export const ROW = { title: 'Row', detail: 'used', align: 'end' } as const;

/** Maximum number of points in an answer. */
const MOST_POINTS = 1000;

/**
 * Labels for the plotted rows with the largest standardised residuals, largest first; of several at one position, only for the first.
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
