/** Logistic and Poisson regression: tables of the verdict, coefficients, fit and predictions; a plot of the ratios with their intervals. */
import { formatCount } from '../../base/format.ts';
import { formatFigure } from '../charts/number-axis.ts';
import type { Plot } from '../charts/plot.ts';
import type { AnswerTable } from '../generic/answer-table.ts';
import { formatP, list, number, pair, record, text, type Fields } from './fields.ts';
import { predictionPlaces } from './places.ts';
import { cellP, conclusionText, figures } from './table.ts';

const MOST_MARKS = 60;
const LEFT_OUT: Readonly<Record<string, string>> = {
  constant: 'constant',
  dependent: 'follows from others',
  infinite: 'infinite',
  separated: 'not estimated',
};

const ratioOf = ({ family }: Fields): string => (family === 'poisson' ? 'Rate ratio' : 'Odds ratio');

export function generalizedTables(output: Fields, asked: Fields): readonly AnswerTable[] {
  return [verdictTable(output), coefficientTable(output), separationTable(output), predictions(output, asked)];
}

function verdictTable(output: Fields): AnswerTable {
  const verdict = record(output['verdict']);
  return {
    id: 'verdict',
    title: 'Verdict by term',
    text: text(verdict['sentence']),
    columns: [
      { title: 'Term' },
      { title: 'Conclusion' },
      figures(ratioOf(output), 'per unit'),
      figures('Low', 'of the interval'),
      figures('High', 'of the interval'),
      figures('Statistic', text(verdict['test']).replaceAll('_', ' ')),
      figures('df'),
      figures('p', 'adjusted'),
    ],
    rows: list(verdict['effects'])
      .map(record)
      .map(({ term, conclusion, ratio, ratio_interval, statistic, df, adjusted_p }) => [
        text(term),
        conclusionText(text(conclusion)),
        ...[number(ratio), ...(pair(ratio_interval) ?? [NaN, NaN]), number(statistic), number(df)].map(formatFigure),
        cellP(number(adjusted_p)),
      ]),
  };
}

function coefficientTable(output: Fields): AnswerTable {
  return {
    id: 'coefficient-table',
    title: 'Coefficients',
    text: fitText(output),
    columns: [
      { title: 'Term' },
      figures('Estimate', 'logarithm of the ratio'),
      figures('Std. error'),
      figures('z'),
      figures('p', 'Wald, two-sided'),
      figures(ratioOf(output), 'per unit'),
      figures('Low', 'of the interval'),
      figures('High', 'of the interval'),
    ],
    rows: list(output['coefficients'])
      .map(record)
      .map(({ term, estimate, standard_error, z, p, ratio, ratio_interval, left_out }) =>
        left_out === undefined
          ? [
              text(term),
              ...[estimate, standard_error, z].map((value) => formatFigure(number(value))),
              cellP(number(p)),
              ...[number(ratio), ...(pair(ratio_interval) ?? [NaN, NaN])].map(formatFigure),
            ]
          : [text(term), LEFT_OUT[text(left_out)] ?? text(left_out), ...new Array<string>(6).fill('–')],
      ),
  };
}

function separationTable(output: Fields): AnswerTable {
  const separation = record(output['separation']);
  return {
    id: 'separation',
    title: 'Terms without a finite estimate',
    text:
      separation['kind'] === 'complete'
        ? 'Together they tell the value of every row without fault.'
        : 'Together they tell the values of some rows without fault.',
    columns: [{ title: 'Term' }, { title: 'Its coefficient' }],
    rows: list(separation['terms'])
      .map(record)
      .map(({ term, direction }) => [text(term), direction === 'down' ? 'falls without bound' : 'grows without bound']),
  };
}

function predictions(output: Fields, asked: Fields): AnswerTable {
  const places = predictionPlaces(asked);
  return {
    id: 'predictions',
    title: 'Predictions',
    text: 'Intervals are of the mean at that place, for independent rows.',
    columns: [
      ...places.columns,
      figures(output['family'] === 'poisson' ? 'Mean count' : 'Probability'),
      figures('Low', 'of the interval'),
      figures('High', 'of the interval'),
    ],
    rows: list(output['predictions']).map((value, at) => {
      const { fit, interval } = record(value);
      return [...places.cells(at), ...[number(fit), ...(pair(interval) ?? [NaN, NaN])].map(formatFigure)];
    }),
  };
}

/** Text below the table of coefficients: number of rows, deviance and test of the whole model. */
function fitText(output: Fields): string {
  const of = (name: string): string => formatFigure(number(output[name]));
  const whole = record(output['whole_model']);
  const spread = output['family'] === 'poisson' ? ` Dispersion ${of('dispersion')}.` : '';
  const test = Number.isFinite(number(whole['statistic']))
    ? ` χ²(${formatFigure(number(whole['df']))}) = ${formatFigure(number(whole['statistic']))}, ${formatP(number(whole['p']))}.`
    : '';
  const events = output['family'] === 'poisson' ? 'events' : `of ${text(output['modelled_value'])}`;
  return (
    `${formatCount(number(output['sample_count']))} rows, ${formatFigure(number(output['event_count']))} ${events}.${test}` +
    (output['deviance'] === undefined
      ? ''
      : ` Deviance ${of('deviance')} of ${of('null_deviance')}. AIC ${of('aic')}, BIC ${of('bic')}.${spread}`)
  );
}

/** Plots of ratios on a logarithmic axis, with the intervals of the verdict if there are any. */
export function generalizedPlots(output: Fields, alpha: number): readonly Plot[] {
  const verdict = record(output['verdict']);
  const effects = new Map(
    list(verdict['effects'])
      .map(record)
      .map((own) => [text(own['term']), own] as const),
  );
  const terms = list(output['coefficients'])
    .map(record)
    .flatMap((own) => {
      const name = text(own['term']);
      const interval = pair(effects.get(name)?.['ratio_interval']) ?? pair(own['ratio_interval']);
      const value = number(own['ratio']);
      const isDrawn = interval !== null && interval[0] > 0 && value > 0 && Number.isFinite(value);
      return name === 'intercept' || !isDrawn ? [] : [{ name, value, interval, p: number(effects.get(name)?.['adjusted_p'] ?? own['p']) }];
    });
  if (terms.length === 0) return [];
  const kind = output['family'] === 'poisson' ? 'rate ratio' : 'odds ratio';
  return [
    {
      kind: 'intervals',
      id: 'ratios',
      title: text(verdict['sentence']),
      text: `${kind === 'rate ratio' ? 'Rate ratios' : 'Odds ratios'} per unit of each term: ${terms
        .slice(0, 8)
        .map(({ name, value }) => `${name} ${formatFigure(value)}`)
        .join(', ')}.`,
      axis: `${kind} per unit, ${formatFigure(100 * (1 - alpha))} % intervals, logarithmic`,
      reference: 1,
      logarithmic: true,
      marks: terms.slice(0, MOST_MARKS).map(({ name, value, interval }) => ({ label: name, value, interval, series: 1 })),
      columns: [{ title: 'Term' }, figures('Ratio'), figures('Low'), figures('High'), figures('p')],
      rows: terms.map(({ name, value, interval, p }) => [name, ...[value, ...interval].map(formatFigure), cellP(p)]),
    },
  ];
}
