import type { ToolResult } from '../../tools/contract/index.ts';
import { formatFigure } from '../charts/number-axis.ts';
import { formatCount } from '../../base/format.ts';
import type { AnswerTable } from '../generic/answer-table.ts';
import { comparisonTables } from './comparison.ts';
import { formatP, list, NO_UNITS, number, pair, record, text, type Fields, type Units } from './fields.ts';
import { generalizedTables } from './generalized.ts';
import { predictionPlaces } from './places.ts';
import { summaryTables } from './summary-tables.ts';
import { survivalTables } from './survival.ts';
import { cellP, conclusionText, figures } from './table.ts';
import { varianceTables } from './variance-tables.ts';

/**
 * Returns the numbers of an answer as tables, in the order and with the names that statistical software uses. Reads validated results; a
 * result of another version may lack parts.
 *
 * @param units units of the columns that the call read
 * @param call the invocation, if it is known: it contains the values for which to predict
 */
export function tablesOf(result: ToolResult, units: Units = NO_UNITS, call?: unknown): readonly AnswerTable[] {
  const output = record(result.structured_output);
  const readers: Readonly<Record<string, () => readonly AnswerTable[]>> = {
    statistical_regression_tool: () => [
      verdictTable(output),
      ...regressionTables(output),
      predictionTable(output, record(record(call)['arguments'])),
    ],
    anova_tool: () => varianceTables(output),
    statistical_comparison_tool: () => comparisonTables(output),
    generalized_linear_tool: () => generalizedTables(output, record(record(call)['arguments'])),
    summary_stats_tool: () => summaryTables(output, units),
    survival_tool: () => survivalTables(output),
  };
  const name = result.metadata.toolName;
  const tables = Object.hasOwn(readers, name) ? (readers[name]?.() ?? []) : [];
  return tables.filter(({ rows }) => rows.length > 0);
}

function regressionTables(output: Fields): readonly AnswerTable[] {
  const [estimates, errors, t, p, intervals, inflation] = [
    'coefficients',
    'standard_errors',
    't_values',
    'p_values',
    'confidence_intervals',
    'vif',
  ].map((name) => record(output[name])) as [Fields, Fields, Fields, Fields, Fields, Fields];
  const kind = text(output['standard_error_type']);
  return [
    {
      id: 'coefficient-table',
      title: 'Coefficients',
      text: fitText(output),
      columns: [
        { title: 'Term' },
        figures('Estimate'),
        figures('Std. error', kind === '' || kind === 'classic' ? undefined : kind),
        figures('t'),
        figures('p', 'two-sided'),
        figures('Low', 'of the interval'),
        figures('High', 'of the interval'),
        figures('VIF'),
      ],
      rows: Object.keys(estimates).map((name) => {
        const [low, high] = pair(intervals[name]) ?? [NaN, NaN];
        return [
          name,
          ...[estimates[name], errors[name], t[name]].map((value) => formatFigure(number(value))),
          cellP(number(p[name])),
          ...[low, high, number(inflation[name])].map(formatFigure),
        ];
      }),
    },
    {
      id: 'assumptions',
      title: 'Tests of the assumptions of the fit',
      text: '',
      columns: [{ title: 'Test' }, figures('Statistic'), figures('df'), figures('p'), { title: 'Low p means' }],
      rows: [
        ['breusch_pagan', 'Breusch–Pagan', 'the spread changes'] as const,
        ['jarque_bera', 'Jarque–Bera', 'residuals are not normal'] as const,
      ].flatMap(([key, name, says]) => {
        const test = record(output[key]);
        const row = [name, formatFigure(number(test['statistic'])), formatFigure(number(test['df'])), cellP(number(test['p'])), says];
        return output[key] === undefined ? [] : [row];
      }),
    },
    {
      id: 'influence',
      title: 'Most influential rows',
      text: 'Rows are counted from 1 among those that the fit used. A Cook’s distance of 1 or more marks an influential row.',
      columns: [figures('Row', 'used'), figures('Cook’s distance'), figures('Leverage', 'ratio'), figures('Studentised residual')],
      rows: list(output['influence'])
        .map(record)
        .map((row) => [
          formatCount(number(row['row']) + 1),
          ...[row['cooks_distance'], row['leverage'], row['studentized_residual']].map((value) => formatFigure(number(value))),
        ]),
    },
  ];
}

/** Table of the terms, each with the standard errors that its assumptions permit. */
function verdictTable(output: Fields): AnswerTable {
  const verdict = record(output['verdict']);
  return {
    id: 'verdict',
    title: 'Verdict by term',
    text: text(verdict['sentence']),
    columns: [
      { title: 'Term' },
      { title: 'Conclusion' },
      figures('Estimate'),
      figures('Std. error', 'of the verdict'),
      figures('Low', 'of the interval'),
      figures('High', 'of the interval'),
      figures('df'),
      figures('p', 'adjusted'),
    ],
    rows: list(verdict['effects']).map((value) => {
      const { term, conclusion, estimate, standard_error, interval, df, adjusted_p } = record(value);
      const [low, high] = pair(interval) ?? [NaN, NaN];
      return [
        text(term),
        conclusionText(text(conclusion)),
        ...[number(estimate), number(standard_error), low, high, number(df)].map(formatFigure),
        cellP(number(adjusted_p)),
      ];
    }),
  };
}

/** Table of predictions in the order of `predict_at`. Each is named by its values if the call is known, otherwise by its number. */
function predictionTable(output: Fields, asked: Fields): AnswerTable {
  const places = predictionPlaces(asked);
  const bounds = (value: unknown): readonly string[] => (pair(value) ?? [NaN, NaN]).map(formatFigure);
  return {
    id: 'predictions',
    title: 'Predictions',
    text: 'The first interval is for the mean at that point, the second for a single new row.',
    columns: [
      ...places.columns,
      figures('Predicted'),
      figures('Std. error', 'of the mean'),
      figures('Low', 'of the mean'),
      figures('High', 'of the mean'),
      figures('Low', 'of a row'),
      figures('High', 'of a row'),
    ],
    rows: list(output['predictions']).map((value, at) => {
      const { fit, standard_error, confidence_interval, prediction_interval } = record(value);
      return [
        ...places.cells(at),
        ...[fit, standard_error].map((figure) => formatFigure(number(figure))),
        ...bounds(confidence_interval),
        ...bounds(prediction_interval),
      ];
    }),
  };
}

/** Text below a table of coefficients: explained variance and number of rows. */
function fitText(output: Fields): string {
  const of = (name: string): string => formatFigure(number(output[name]));
  const residual = formatCount(number(output['df_residual']));
  const f = Number.isFinite(number(output['f_statistic']))
    ? `F(${of('df_model')}, ${residual}) = ${of('f_statistic')}, ${formatP(number(output['f_p_value']))}. `
    : '';
  const watson = Number.isFinite(number(output['durbin_watson'])) ? ` Durbin–Watson ${of('durbin_watson')}.` : '';
  return (
    `R² ${of('r_squared')}, adjusted ${of('adjusted_r_squared')}. ${f}` +
    `Residual standard error ${of('residual_standard_error')} on ${residual} degrees of freedom. ` +
    `AIC ${of('aic')}, BIC ${of('bic')}.${watson}`
  );
}
