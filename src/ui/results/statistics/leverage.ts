import { formatFigure } from '../../charts/number-axis.ts';
import type { PointPlot } from '../../charts/plot.ts';
import { formatCount } from '../../widgets/format.ts';
import { type Fields, list, number, record } from './fields.ts';

/** Rows from this Cook's distance on move the fit by themselves (Cook and Weisberg 1982). */
const LARGE_COOK = 1;

/**
 * Standardised residuals over leverage, of the rows that the answer holds for plots. An answer says the leverage of the ten most
 * influential rows; of the others it follows from residual and standardised residual, r = e / (s √(1 − h)), where no weights are.
 */
export function leveragePlot(output: Fields, points: readonly Fields[], weighted: boolean): readonly PointPlot[] {
  const influence = list(output['influence']).map(record);
  const spread = number(output['residual_standard_error']);
  const derived =
    weighted || !(spread > 0) ? [] : points.map((point) => leverageOf(number(point['residual']), number(point['standardized']), spread));
  const named = influence.map((row) => [number(row['leverage']), number(row['studentized_residual'])] as const);
  const all = derived.length > 0;
  const shown = (all ? derived : named).filter((pair) => pair.every(Number.isFinite));
  if (shown.length === 0) return [];
  const large = influence.filter((row) => number(row['cooks_distance']) >= LARGE_COOK).length;
  const [first] = influence;
  const most = Math.max(...shown.map(([leverage]) => leverage));
  const of = all
    ? `${formatCount(shown.length)} of ${formatCount(number(output['sample_count']))} rows`
    : `The ${String(shown.length)} most influential rows`;
  const worst = first
    ? ` Largest Cook’s distance ${formatFigure(number(first['cooks_distance']))}, used row ${formatCount(number(first['row']) + 1)}.`
    : '';
  return [
    {
      kind: 'points',
      id: 'leverage',
      title:
        large === 0
          ? 'No single row moves the fit by itself'
          : `${String(large)} of the rows ${large === 1 ? 'moves' : 'move'} the fit: Cook’s distance of 1 or more`,
      text: `${of}; leverage at most ${formatFigure(most)}.${worst}`,
      x: 'leverage, a ratio',
      y: all ? 'standardised residual' : 'studentised residual',
      line: 'zero',
      points: shown,
      columns: [
        { title: 'Leverage', detail: 'ratio', align: 'end' },
        { title: all ? 'Standardised residual' : 'Studentised residual', align: 'end' },
      ],
      rows: shown.map((pair) => pair.map(formatFigure)),
    },
  ];
}

function leverageOf(residual: number, standardized: number, spread: number): readonly [number, number] {
  return [Math.min(1, Math.max(0, 1 - (residual / (spread * standardized)) ** 2)), standardized];
}
