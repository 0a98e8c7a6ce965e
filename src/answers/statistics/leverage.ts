import { formatFigure } from '../charts/number-axis.ts';
import type { PointPlot } from '../charts/plot.ts';
import { formatCount } from '../../base/format.ts';
import { type DrawnRow, ROW, rowName, rowWords } from './extremes.ts';
import { type Fields, list, number, record } from './fields.ts';

/** Number of the most influential rows that are labelled with their number. */
const NAMED = 3;
/** Cook's distances for which contour lines are drawn. */
const CONTOURS = [0.5, 1] as const;
const CONTOUR_STEPS = 48;

/** Cook's distance from which a single row changes the fit considerably (Cook and Weisberg 1982). */
const LARGE_COOK = 1;

/**
 * Plot of standardised residuals against leverage, for the rows that the answer contains for plots. An answer states the leverage of the
 * ten most influential rows; for the others it is derived from both kinds of residual, r = e / (s √(1 − h)), unless there are weights.
 */
export function leveragePlot(output: Fields, rows: readonly DrawnRow[], weighted: boolean): readonly PointPlot[] {
  const influence = list(output['influence']).map(record);
  const spread = number(output['residual_standard_error']);
  const derived: readonly Placed[] =
    weighted || !(spread > 0)
      ? []
      : rows.map(({ row, residual, standardized }) => ({ row, at: leverageOf(residual, standardized, spread) }));
  const reported = influence.map((row): Placed => ({
    row: wholeNumber(row['row']),
    at: [number(row['leverage']), number(row['studentized_residual'])],
  }));
  const all = derived.length > 0;
  const placed = (all ? derived : reported).filter(({ at }) => at.every(Number.isFinite));
  const shown = placed.map(({ at }) => at);
  if (shown.length === 0) return [];
  const large = influence.filter((row) => number(row['cooks_distance']) >= LARGE_COOK).length;
  const [first] = influence;
  const most = Math.max(...shown.map(([leverage]) => leverage));
  const of = all
    ? `${formatCount(shown.length)} of ${formatCount(number(output['sample_count']))} rows`
    : `The ${String(shown.length)} most influential rows`;
  const curves = contours(number(output['df_model']) + 1, most, Math.max(...shown.map(([, residual]) => Math.abs(residual))));
  const distances =
    curves.length === 0
      ? ' Cook’s distances of 0.5 and 1 lie outside the plot.'
      : ' Dashed lines: Cook’s distance of 0.5 and, if in range, 1.';
  const worst = first
    ? ` Largest Cook’s distance ${formatFigure(number(first['cooks_distance']))}, used row ${formatCount(number(first['row']) + 1)}.${distances}`
    : '';
  return [
    {
      kind: 'points',
      id: 'leverage',
      title:
        large === 0
          ? 'No single row is influential'
          : `${String(large)} ${large === 1 ? 'row' : 'rows'} ${large === 1 ? 'is' : 'are'} influential: Cook’s distance of 1 or more`,
      text: `${of}; leverage at most ${formatFigure(most)}.${worst}`,
      x: 'leverage, a ratio',
      y: all ? 'standardised residual' : 'studentised residual',
      line: 'zero',
      points: shown,
      names: placed.map(rowWords),
      curves,
      named: namedRows(influence, (row) => [
        number(row['leverage']),
        scaled(number(row['studentized_residual']), all, number(output['df_residual'])),
      ]),
      columns: [
        ROW,
        { title: 'Leverage', detail: 'ratio', align: 'end' },
        { title: all ? 'Standardised residual' : 'Studentised residual', align: 'end' },
      ],
      rows: placed.map(({ row, at }) => [rowName({ row }), ...at.map(formatFigure)]),
    },
  ];
}

/** A row with its position in the plot: leverage and residual. */
interface Placed {
  readonly row: number | null;
  readonly at: readonly [number, number];
}

const wholeNumber = (value: unknown): number | null => (Number.isInteger(value) ? number(value) : null);

function leverageOf(residual: number, standardized: number, spread: number): readonly [number, number] {
  return [Math.min(1, Math.max(0, 1 - (residual / (spread * standardized)) ** 2)), standardized];
}

/** Vertical position of a studentised residual: itself, or converted to a residual that is standardised by the spread of all rows. */
const scaled = (studentized: number, standardised: boolean, df: number): number =>
  standardised ? studentized * Math.sqrt(df / (df - 1 + studentized ** 2)) : studentized;

/** Labels for the most influential rows. Of several rows at one position, only the first is labelled. */
function namedRows(influence: readonly Fields[], placeOf: (row: Fields) => readonly [number, number]): NonNullable<PointPlot['named']> {
  const places = influence.slice(0, NAMED).map((row) => ({ label: formatCount(number(row['row']) + 1), at: placeOf(row) }));
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.05 * Math.max(Math.abs(a), Math.abs(b));
  return places.filter(
    ({ at }, index) =>
      at.every(Number.isFinite) && places.slice(0, index).every((other) => !(near(other.at[0], at[0]) && near(other.at[1], at[1]))),
  );
}

/** Contour lines of Cook's distance D = r² h / (p (1 − h)), above and below 0, within the range of leverages and residuals. */
function contours(coefficients: number, most: number, residual: number): NonNullable<PointPlot['curves']> {
  if (!(coefficients > 0) || !(most > 0)) return [];
  const end = Math.min(1, most * 1.03);
  const at = (distance: number, leverage: number): number => Math.sqrt((distance * coefficients * (1 - leverage)) / leverage);
  return CONTOURS.filter((distance) => at(distance, end) <= residual).flatMap((distance) =>
    [1, -1].map((side) => ({
      label: `Cook’s distance ${formatFigure(distance)}`,
      points: Array.from({ length: CONTOUR_STEPS }, (_, step) => {
        const leverage = (end * (step + 1)) / CONTOUR_STEPS;
        return [leverage, side * at(distance, leverage)] as const;
      }),
    })),
  );
}
