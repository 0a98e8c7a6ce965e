/** Plots of the results of statistical tools: marks, the finding in words, and the table of the same values. */
import type { ToolResult } from '../../tools/contract/index.ts';
import { formatFigure } from '../charts/number-axis.ts';
import type { Plot } from '../charts/plot.ts';
import { formatCount } from '../../base/format.ts';
import { comparisonPlots } from './comparison.ts';
import { figureIn, formatP, inUnit, list, NO_UNITS, number, pair, record, text, type Fields, type Units } from './fields.ts';
import { drawnRows, namedExtremes, ROW, rowName, rowWords, type DrawnRow } from './extremes.ts';
import { generalizedPlots } from './generalized.ts';
import { leveragePlot } from './leverage.ts';
import { meansPlots } from './means.ts';
import { survivalPlots } from './survival.ts';

const MOST_MARKS = 60;

const judged = (p: number, alpha: number, found: string, none: string): string =>
  Number.isNaN(p) ? none : `${p < alpha ? found : none} (${formatP(p)})`;

/**
 * Returns the plots of a validated result; a result of another version may lack the data for some.
 *
 * @param call the invocation, if it is known: it contains names of columns, and alpha
 * @param units units of the columns that the call read
 */
export function plotsOf(result: ToolResult, call?: unknown, units: Units = NO_UNITS): readonly Plot[] {
  const output = record(result.structured_output);
  const asked = record(record(call)['arguments']);
  const alpha = typeof asked['alpha'] === 'number' ? asked['alpha'] : 0.05;
  const readers: Readonly<Record<string, () => readonly Plot[]>> = {
    statistical_regression_tool: () =>
      regressionPlots(output, {
        target: text(asked['target']),
        alpha,
        weighted: call === undefined || asked['weights'] !== undefined,
        dependent: result.warnings.some(({ code }) => code === 'ROWS_DEPENDENT'),
        units,
      }),
    anova_tool: () => meansPlots(output, text(asked['response']), alpha, units(text(asked['response']))),
    statistical_comparison_tool: () => comparisonPlots(output, text(asked['response']), alpha, units(text(asked['response']))),
    generalized_linear_tool: () => generalizedPlots(output, alpha),
    summary_stats_tool: () => histograms(output, units),
    survival_tool: () => survivalPlots(output, text(asked['duration'])),
  };
  const name = result.metadata.toolName;
  return Object.hasOwn(readers, name) ? (readers[name]?.() ?? []) : [];
}

interface Asked {
  readonly target: string;
  readonly alpha: number;
  readonly weighted: boolean;
  /** Whether neighbouring rows are correlated, which makes p-values too low. */
  readonly dependent: boolean;
  readonly units: Units;
}

function regressionPlots(output: Fields, { target, alpha, weighted, dependent, units }: Asked): readonly Plot[] {
  const unit = units(target);
  const points = list(output['points']).map(record);
  const rows = drawnRows(output, points);
  return [
    ...coefficients(output, target, alpha, dependent),
    ...(points.length > 0
      ? [
          residuals(output, rows, inUnit(`fitted ${target || 'value'}`, unit), inUnit('residual', unit), alpha),
          normal(output, rows, alpha),
          ...scaleLocation(output, rows, inUnit(`fitted ${target || 'value'}`, unit), alpha),
        ]
      : []),
    ...leveragePlot(output, rows, weighted),
  ];
}

/** Plots slopes in standard deviations, so that terms with different units can share one axis. */
function coefficients(output: Fields, target: string, alpha: number, dependent: boolean): readonly Plot[] {
  const [estimates, intervals] = [record(output['coefficients']), record(output['confidence_intervals'])];
  const verdict = record(output['verdict']);
  const effects = new Map(list(verdict['effects']).map((value) => [text(record(value)['term']), record(value)] as const));
  const sentence = text(verdict['sentence']);
  const terms = Object.entries(record(output['standardized_coefficients'])).flatMap(([name, value]) => {
    // Use the intervals and p-values of the verdict if the version has one, because those per term assume independent rows.
    const effect = effects.get(name);
    const [standard, estimate] = [number(value), number(estimates[name])];
    const own = pair(effect === undefined ? intervals[name] : effect['interval']);
    const factor = standard / estimate;
    if (own === null || !Number.isFinite(standard)) return [];
    const ends = [own[0] * factor, own[1] * factor];
    const interval = ends.every(Number.isFinite) ? ([Math.min(...ends), Math.max(...ends)] as const) : null;
    return [
      {
        name,
        standard,
        estimate,
        own,
        interval,
        p: number(effect === undefined ? record(output['p_values'])[name] : effect['adjusted_p']),
      },
    ];
  });
  if (terms.length === 0) return [];
  const order = [...terms].sort((a, b) => Math.abs(b.standard) - Math.abs(a.standard));
  const related = order.filter(({ name, p }) => (effects.size === 0 ? p < alpha : effects.get(name)?.['conclusion'] === 'related'));
  const [first] = related;
  const title = first
    ? `${target || 'The target'} is most strongly associated with ${first.name}: ${formatFigure(first.standard)} sd per sd`
    : verdict['conclusion'] === 'undecided'
      ? `Undecided which terms explain ${target || 'the target'}`
      : `No term explains ${target || 'the target'} beyond chance`;
  const open = dependent ? ', which is undecided: rows depend on each other' : '';
  const lead = sentence || `${String(related.length)} of ${String(terms.length)} terms differ from 0 at ${String(alpha)}${open}.`;
  return [
    {
      kind: 'intervals',
      id: 'coefficients',
      title,
      text: `${lead} ${order
        .slice(0, 8)
        .map(({ name, standard }) => `${name} ${formatFigure(standard)}`)
        .join(', ')}.`,
      axis: `sd per sd of the term, ${formatFigure(100 * (1 - alpha))} % intervals`,
      reference: 0,
      marks: order.slice(0, MOST_MARKS).map(({ name, standard, interval }) => ({ label: name, value: standard, interval, series: 1 })),
      columns: [
        { title: 'Term' },
        { title: 'Estimate', align: 'end' },
        { title: 'Low', align: 'end' },
        { title: 'High', align: 'end' },
        { title: 'Standardised', detail: 'sd per sd', align: 'end' },
        { title: 'p', align: 'end' },
      ],
      rows: order.map(({ name, estimate, own, standard, p }) => [
        name,
        ...[estimate, own[0], own[1], standard].map(formatFigure),
        formatFigure(p),
      ]),
    },
  ];
}

const pointText = (shown: number, all: number): string =>
  shown === all ? `${formatCount(shown)} rows.` : `${formatCount(shown)} of ${formatCount(all)} rows, evenly spaced.`;

function residuals(output: Fields, rows: readonly DrawnRow[], x: string, y: string, alpha: number): Plot {
  const whole = rows.filter(({ fitted, residual }) => Number.isFinite(fitted) && Number.isFinite(residual));
  const shown = whole.map(({ fitted, residual }) => [fitted, residual] as const);
  const course = runningMeans(shown);
  const named = namedExtremes(rows, ({ fitted, residual }) => [fitted, residual]);
  return {
    kind: 'points',
    id: 'residuals',
    title: judged(
      number(record(output['breusch_pagan'])['p']),
      alpha,
      'The spread of the residuals changes with the terms: robust_se allows for that',
      'Residuals over fitted values: no change of spread shown',
    ),
    text: `${pointText(shown.length, number(output['sample_count']))}${
      course.length === 0 ? '' : ' The dashed line is their running mean, which stays near 0 if the model fits.'
    }${farText(named)}`,
    x,
    y,
    line: 'zero',
    points: shown,
    names: whole.map(rowWords),
    curves: course.length === 0 ? [] : [{ label: 'running mean', points: course }],
    named,
    columns: [ROW, { title: 'Fitted', align: 'end' }, { title: 'Residual', align: 'end' }],
    rows: whole.map((row) => [rowName(row), formatFigure(row.fitted), formatFigure(row.residual)]),
  };
}

function normal(output: Fields, rows: readonly DrawnRow[], alpha: number): Plot {
  const order = rows.filter(({ standardized }) => Number.isFinite(standardized)).sort((a, b) => a.standardized - b.standardized);
  const places = new Map(order.map((row, at) => [row, [normalQuantile((at + 0.5) / order.length), row.standardized] as const]));
  const shown = [...places.values()];
  const named = namedExtremes(order, (row) => places.get(row) ?? [NaN, NaN]);
  return {
    kind: 'points',
    id: 'normal',
    title: judged(
      number(record(output['jarque_bera'])['p']),
      alpha,
      'Residuals are not normal: p-values from few rows are less reliable',
      'Residuals against the normal distribution: no departure shown',
    ),
    text: `${pointText(shown.length, number(output['sample_count']))} Normal residuals lie on the line.${farText(named)}`,
    x: 'normal quantile',
    y: 'standardised residual',
    line: 'equal',
    points: shown,
    names: order.map(rowWords),
    named,
    columns: [ROW, { title: 'Normal quantile', align: 'end' }, { title: 'Standardised residual', align: 'end' }],
    rows: [...places].map(([row, place]) => [rowName(row), ...place.map(formatFigure)]),
  };
}

/** Plots the square root of absolute standardised residuals against fitted values. The points are level if the spread is constant. */
function scaleLocation(output: Fields, rows: readonly DrawnRow[], x: string, alpha: number): readonly Plot[] {
  const placeOf = ({ fitted, standardized }: DrawnRow) => [fitted, Math.sqrt(Math.abs(standardized))] as const;
  const whole = rows.filter((row) => placeOf(row).every(Number.isFinite));
  if (whole.length === 0) return [];
  const shown = whole.map(placeOf);
  const course = runningMeans(shown);
  const named = namedExtremes(whole, placeOf);
  return [
    {
      kind: 'points',
      id: 'scale-location',
      title: judged(
        number(record(output['breusch_pagan'])['p']),
        alpha,
        'Spread of the residuals over fitted values: it changes',
        'Spread of the residuals over fitted values: no change shown',
      ),
      text: `${pointText(shown.length, number(output['sample_count']))}${
        course.length === 0 ? '' : ' The dashed line is their running mean, which is level if the spread is constant.'
      }${farText(named)}`,
      x,
      y: 'square root of |standardised residual|',
      line: 'none',
      points: shown,
      names: whole.map(rowWords),
      curves: course.length === 0 ? [] : [{ label: 'running mean', points: course }],
      named,
      columns: [ROW, { title: 'Fitted', align: 'end' }, { title: 'Square root', align: 'end' }],
      rows: whole.map((row) => [rowName(row), ...placeOf(row).map(formatFigure)]),
    },
  ];
}

/** Describes the rows that a plot labels. */
function farText(named: ReturnType<typeof namedExtremes>): string {
  const rows = named.map(({ label }) => label).join(', ');
  return named.length === 0 ? '' : ` Largest residuals: used ${named.length === 1 ? 'row' : 'rows'} ${rows}.`;
}

/** Minimum number of points for each mean. */
const MEAN_OF = 25;

/** Means of y along x, each over the same number of points; empty if there are few points or few different values of x. */
function runningMeans(points: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const parts = Math.min(16, Math.floor(points.length / MEAN_OF));
  if (parts < 3) return [];
  const order = [...points].sort(([a], [b]) => a - b);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const means = Array.from({ length: parts }, (_, part) => {
    const own = order.slice(Math.floor((part * order.length) / parts), Math.floor(((part + 1) * order.length) / parts));
    return [mean(own.map(([x]) => x)), mean(own.map(([, y]) => y))] as const;
  });
  const apart = means.every(([x], at) => at === 0 || x > (means[at - 1]?.[0] ?? x));
  return apart ? means : [];
}

/** Quantile of the normal distribution at p, accurate to 4.5e-4, which is enough for plots (Abramowitz and Stegun 26.2.23). */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  return (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
}

function histograms(output: Fields, units: Units): readonly Plot[] {
  return Object.entries(record(output['columns'])).flatMap(([name, value]): Plot[] => {
    const figures = record(value);
    const unit = units(name);
    const bins = record(figures['histogram']);
    const [edges, counts] = [list(bins['edges']).map(number), list(bins['counts']).map(number)];
    if (counts.length === 0 || edges.length !== counts.length + 1) return [];
    const middle = ['median', 'mean', 'sd'].flatMap((key) => {
      const figure = number(figures[key]);
      return Number.isFinite(figure) ? [`${key} ${figureIn(figure, unit)}`] : [];
    });
    const most = counts.indexOf(Math.max(...counts));
    return [
      {
        kind: 'bars',
        id: `histogram ${name}`,
        title: `${name}: ${middle.join(', ') || 'no figures'}`,
        text: `${formatCount(number(figures['count']))} values in ${String(counts.length)} bins; most, ${formatCount(counts[most] ?? 0)}, from ${formatFigure(edges[most] ?? NaN)} to ${figureIn(edges[most + 1] ?? NaN, unit)}.`,
        axis: inUnit(name, unit),
        edges,
        counts,
        columns: [
          { title: 'From', align: 'end', ...(unit !== '' && { detail: unit }) },
          { title: 'To', align: 'end', ...(unit !== '' && { detail: unit }) },
          { title: 'Values', align: 'end' },
        ],
        rows: counts.map((count, at) => [formatFigure(edges[at] ?? NaN), formatFigure(edges[at + 1] ?? NaN), formatCount(count)]),
      },
    ];
  });
}
