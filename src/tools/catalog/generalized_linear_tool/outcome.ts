/** Status and warnings of a fit, and suggested calls that test or correct what is doubtful. */
import { amount } from '../../../base/amount.ts';
import { toolError } from '../../contract/errors.ts';
import type { NextCall, ToolWarning } from '../../contract/index.ts';
import { leftOut, risksOf } from '../doubts.ts';
import type { Outcome } from './data.ts';
import { coefficientTable, predictionTable, ratioPlot } from './plots.ts';
import type { Fitted } from './run.ts';
import type { Arguments, Output } from './schema.ts';
import { eventsPerTerm, LEAST_EVENTS } from './verdict.ts';

/** If there are fewer events per coefficient, estimates are biased away from 1 (Peduzzi and others, J. Clin. Epidemiol. 49, 1996). */
const FEW = 10;
const ILL_CONDITIONED = 1e7;

export function outcome(args: Arguments, output: Output, fitted: Fitted, rounded: readonly ToolWarning[]): Outcome {
  const { verdict } = output;
  const dropped = fitted.table.dropped.map(({ at }) => fitted.names[at]!);
  const next = nextCalls(args, output, fitted);
  const p = Math.min(1, ...verdict.effects.map(({ adjusted_p = 1 }) => adjusted_p));
  return {
    status: dropped.length > 0 || verdict.test === 'none' ? 'partial' : 'ok',
    summary: verdict.sentence.length <= 400 ? verdict.sentence : `${verdict.sentence.slice(0, 399)}…`,
    structured_output: output,
    warnings: [...ofRows(args, output, fitted), ...ofFit(args, output, fitted), ...rounded],
    ...(dropped.length > 0 && {
      errors: [
        toolError(
          'INVALID_VALUE',
          `${words(dropped)}: constant, or follows from the terms before; fitted without`,
          ['arguments', 'features'],
          {
            fatal: false,
            got: words(dropped).slice(0, 128),
          },
        ),
      ],
    }),
    confidence_inputs: {
      ...{ conclusion: verdict.conclusion, adjusted_p: p, alpha: args.alpha, rows: output.sample_count },
      events_per_term: Math.min(1e9, eventsPerTerm(args, fitted)),
    },
    hints: {
      assumptions: [
        `The ${args.family === 'logistic' ? 'logarithm of the odds' : 'logarithm of the mean'} depends linearly on the terms`,
        'Rows are independent where the verdict does not say otherwise',
      ],
      riskFactors: risksOf(verdict.doubt, next),
      next,
      noNext: 'the data do not speak against its assumptions',
      contextNeeded: verdict.conclusion === 'not_shown' ? ['other columns that may explain the target'] : [],
      reasoning: verdict.sentence,
    },
    artifacts: [coefficientTable(output), ...predictionTable(args, output), ...ratioPlot(output)],
    measures: { rows: output.sample_count, selected: fitted.rows.selected },
  };
}

const words = (names: readonly string[]): string => names.slice(0, 8).join(', ').slice(0, 300);
const kept = (warnings: readonly (ToolWarning | false)[]): ToolWarning[] => warnings.filter((each) => each !== false);

function ofRows(args: Arguments, { rows_dropped: { missing, infinite, unweighted } }: Output, { rows }: Fitted): ToolWarning[] {
  return [
    ...leftOut(missing, 'ROWS_INCOMPLETE', 'a value is missing'),
    ...leftOut(infinite, 'VALUES_INFINITE', 'a value is infinite'),
    ...leftOut(unweighted, 'ROWS_UNWEIGHTED', 'the weight is 0'),
    ...kept([
      args.max_rows !== undefined &&
        rows.selected >= args.max_rows && {
          code: 'TRUNCATED',
          message: `the first ${String(args.max_rows)} selected rows were read, as max_rows says`,
          field: 'arguments.max_rows',
        },
    ]),
  ];
}

function ofFit(args: Arguments, output: Output, fitted: Fitted): ToolWarning[] {
  const { table, names } = fitted;
  const { verdict, separation, dispersion = 1, overdispersion } = output;
  const events = eventsPerTerm(args, fitted);
  const robust = verdict.test === 'hac' || verdict.test === 'cluster' || verdict.test === 'hac_and_cluster';
  return kept([
    separation !== undefined && {
      code: 'ROWS_SEPARATED',
      message: `${words(separation.terms.map(({ term }) => term))}: ${separation.kind === 'complete' ? 'every row’s value' : 'the values of some rows'} can be told without fault, so that maximum likelihood has no finite estimate`,
      field: 'arguments.penalty',
      details: { terms: separation.terms.length },
    },
    table.figures === null &&
      separation === undefined &&
      table.dropped.length < names.filter((name) => name !== 'intercept').length && {
        code: 'NOT_CONVERGED',
        message: `the fit did not settle in ${String(table.iterations)} steps`,
        field: 'arguments.features',
      },
    table.dropped.length > 0 && {
      code: 'COLUMNS_DROPPED',
      message: `${words(table.dropped.map(({ at, reason }) => `${names[at]!} (${reason})`))}: taken out, as they cannot be told from the other terms`,
      field: 'arguments.features',
    },
    events < FEW && {
      code: 'FEW_EVENTS',
      message: `fewer than ${String(events < LEAST_EVENTS ? LEAST_EVENTS : FEW)} ${args.family === 'logistic' ? 'rows of the rarer value' : 'events'} for each coefficient: maximum likelihood exaggerates effects`,
      field: 'arguments.penalty',
      details: { events_per_term: events },
    },
    verdict.test === 'quasi_likelihood' && {
      code: 'OVERDISPERSED',
      message: `counts spread ${String(Number(dispersion.toPrecision(3)))} times as much as Poisson: errors, intervals and p-values by coefficient are too small, those of the verdict are not`,
      details: { dispersion, p: overdispersion?.p ?? 1 },
    },
    robust && {
      code: 'ROWS_DEPENDENT',
      message: `${verdict.reason}: errors, intervals and p-values by coefficient take rows as independent; the verdict does not`,
      field: 'arguments.cluster_by',
    },
    output.condition_number > ILL_CONDITIONED && {
      code: 'ILL_CONDITIONED',
      message: 'the terms nearly depend on each other: single coefficients hang on the last digits of the data',
      field: 'arguments.features',
      details: { condition_number: output.condition_number },
    },
  ]);
}

function nextCalls(args: Arguments, { verdict, separation, sample_count }: Output, fitted: Fitted): NextCall[] {
  const few = eventsPerTerm(args, fitted) < LEAST_EVENTS;
  if (args.penalty === 'none' && fitted.rows.rows > 0 && (separation !== undefined || few))
    return [
      {
        tool: 'generalized_linear_tool',
        arguments: { ...args, penalty: 'firth' },
        why:
          separation === undefined
            ? 'Fit with Firth’s penalty, which allows for few rows.'
            : 'Fit with Firth’s penalty, whose estimates are finite.',
        expectedOutcome: `Finite ratios with intervals and tests over ${amount(sample_count, 'row')}.`,
        benefit: { measure: 'assumption_in_doubt', share: 0.9 },
      },
    ];
  if (verdict.doubt === undefined) return [];
  const numeric = args.features.filter((name) => !Object.hasOwn(args.categorical, name));
  const by = fitted.cluster?.column;
  if (numeric.length === 0) return [];
  return [
    {
      tool: 'summary_stats_tool',
      arguments: { columns: numeric.slice(0, 8), ...(by !== undefined && { group_by: [by] }) },
      why: `Look at the features${by === undefined ? '' : ` by ${by}`}, as ${verdict.doubt}.`.slice(0, 300),
      expectedOutcome: `Quantiles of ${amount(sample_count, 'row')}.`,
      benefit: { measure: 'question_left_open', share: 0.4 },
    },
  ];
}
