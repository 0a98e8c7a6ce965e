/** Status and warnings of a comparison, and suggested calls that test or correct what is doubtful. */
import { amount } from '../../../base/amount.ts';
import type { NextCall, ToolWarning } from '../../contract/index.ts';
import { leftOut, risksOf } from '../doubts.ts';
import type { Outcome, Rows } from './data.ts';
import { groupsPlot, testTable } from './plots.ts';
import type { Arguments, Comparison } from './schema.ts';

const DOUBT = 0.05;
/** If a group has fewer rows, its normality cannot be checked. */
const FEW = 10;

export function outcome(
  args: Arguments,
  output: Comparison,
  rows: Pick<Rows, 'selected' | 'chosen'>,
  more: readonly ToolWarning[],
): Outcome {
  const { verdict } = output;
  const warnings = [...dropped(output), ...doubts(args, output, rows.chosen), ...more];
  const next = nextCalls(args, output);
  return {
    status: verdict.conclusion === 'untested' ? 'partial' : 'ok',
    summary: verdict.sentence.length <= 400 ? verdict.sentence : `${verdict.sentence.slice(0, 399)}…`,
    structured_output: output,
    warnings,
    confidence_inputs: confidenceInputs(args, output),
    hints: {
      assumptions: [
        output.dependence?.clusters === undefined
          ? 'Rows are independent, or depend on those before'
          : 'Clusters are independent of each other',
        'Rows are a sample of what is compared; a difference is not a cause',
      ],
      riskFactors: risksOf(verdict.doubt, next),
      next,
      noNext: 'the data do not speak against its assumptions',
      contextNeeded: verdict.conclusion === 'not_shown' ? ['the smallest difference that matters, as margin'] : [],
      reasoning: verdict.sentence,
    },
    artifacts: [testTable(output), ...groupsPlot(output)],
    measures: { rows: output.sample_count, selected: rows.selected },
  };
}

function confidenceInputs({ alpha }: Arguments, { verdict, sample_count }: Comparison) {
  const { conclusion, adjusted_p = 1 } = verdict;
  return { conclusion, adjusted_p, alpha, rows: sample_count };
}

function dropped({ rows_dropped: { missing, infinite, other_groups } }: Comparison): ToolWarning[] {
  return [
    ...leftOut(missing, 'ROWS_INCOMPLETE', 'a value or group is missing'),
    ...leftOut(infinite, 'VALUES_INFINITE', 'the value is infinite'),
    ...leftOut(other_groups, 'GROUPS_LEFT_OUT', 'they belong to other groups'),
  ];
}

function doubts(args: Arguments, output: Comparison, chosen: boolean): ToolWarning[] {
  const { verdict, groups, assumptions, dependence, reversal, tests } = output;
  const low = (name: string): boolean => assumptions.some(({ test, p }) => test === name && p !== undefined && p < DOUBT);
  const dependent = verdict.test === 'hac' || verdict.test === 'cluster' || (verdict.doubt?.includes('independent') ?? false);
  const numbers = args.response !== undefined;
  const unused = args.test !== 'auto' && verdict.test !== args.test;
  const list: (ToolWarning | false)[] = [
    chosen && {
      code: 'GROUPS_CHOSEN',
      message: `${args.factor ?? ''} has more than two values: the two with most rows are compared; groups names others`,
      field: 'arguments.groups',
    },
    unused && {
      code: 'TEST_NOT_LICENSED',
      message: tests.some(({ test }) => test === args.test)
        ? `the verdict rests on ${verdict.test} instead of ${args.test}: ${verdict.reason}`
        : `this design has no test ${args.test}; the verdict rests on ${verdict.test}`,
      field: 'arguments.test',
    },
    dependent && {
      code: 'ROWS_DEPENDENT',
      message: `${verdict.reason}: the verdict allows for this, but every other test assumes independent rows`.slice(0, 400),
      field: 'arguments.cluster_by',
      ...(dependence && { details: { effective_rows: dependence.effective_rows } }),
    },
    numbers &&
      low('brown_forsythe') && {
        code: 'UNEQUAL_SPREADS',
        message: 'the groups differ in spread: student assumes equal spreads, and mann_whitney may detect the spread instead of a shift',
        field: 'arguments.test',
      },
    numbers &&
      low('shapiro_wilk') && {
        code: 'NOT_NORMAL',
        message: 'the values are not normal: with few rows, tests by ranks are safer than tests of means',
        field: 'arguments.test',
      },
    numbers &&
      groups.some(({ count }) => count < FEW) && {
        code: 'FEW_ROWS',
        message: `a group has fewer than ${String(FEW)} rows: whether its values are normal cannot be seen`,
        field: 'arguments.test',
      },
    reversal !== undefined && {
      code: 'REVERSED_WITHIN',
      message: `within each value of ${reversal.column} the difference has the other sign: the groups have different shares of these values`,
      field: 'arguments.factor',
      details: { values: reversal.values },
    },
    verdict.conclusion === 'untested' && { code: 'NO_SPREAD', message: 'nothing varies: no test has a value' },
  ];
  return list.filter((each) => each !== false);
}

/** Suggested calls, at most one per tool. */
function nextCalls(args: Arguments, output: Comparison): NextCall[] {
  return [...again(args, output), ...adjusted(args, output), ...looked(args, output)].sort((a, b) => b.benefit.share - a.benefit.share);
}

/** Suggests the same comparison by a test with fewer assumptions, or a test of equivalence. */
function again(args: Arguments, output: Comparison): NextCall[] {
  const { verdict, groups, tests, sample_count } = output;
  const rows = amount(sample_count, 'row');
  const few = groups.some(({ count }) => count < FEW);
  const free = tests.find(({ test }) => test === 'permutation' || test === 'mann_whitney' || test === 'wilcoxon');
  const independent = verdict.test !== 'hac' && verdict.test !== 'cluster' && verdict.doubt === undefined;
  if (few && independent && args.test === 'auto' && free !== undefined && free.test !== verdict.test && free.p !== undefined)
    return [
      {
        tool: 'statistical_comparison_tool',
        arguments: { ...args, test: free.test },
        why: 'Compare without taking the values as normal, which so few rows cannot show.',
        expectedOutcome: `The same comparison of ${rows} by ${free.test}.`,
        benefit: { measure: 'assumption_in_doubt', share: 0.5 },
      },
    ];
  const sd = Math.max(...groups.map(({ sd: own }) => own ?? 0));
  if (verdict.conclusion !== 'not_shown' || args.margin !== undefined || args.response === undefined || !(sd > 0)) return [];
  return [
    {
      tool: 'statistical_comparison_tool',
      arguments: { ...args, margin: Number((sd / 2).toPrecision(2)) },
      why: 'Test whether they are equivalent within half a standard deviation: no difference shown is not the same.',
      expectedOutcome: `Two one-sided tests over ${rows}.`,
      benefit: { measure: 'question_left_open', share: 0.4 },
    },
  ];
}

/** Suggests a regression of the same difference, adjusted for the column that reverses it or that names the clusters. */
function adjusted(args: Arguments, { verdict, reversal, dependence, groups, sample_count }: Comparison): NextCall[] {
  const { response, factor, cluster_by } = args;
  if (response === undefined || factor === undefined || groups.length !== 2) return [];
  const column = reversal?.column;
  const by = cluster_by ?? dependence?.cluster_by;
  if (column === undefined && verdict.test !== 'hac' && verdict.test !== 'cluster') return [];
  const fixed = column === undefined ? [] : [column];
  const categorical = Object.fromEntries([factor, ...fixed].map((name) => [name, { coding: 'treatment' }]));
  return [
    {
      tool: 'statistical_regression_tool',
      arguments: {
        operation: 'linear_regression',
        target: response,
        features: [factor, ...fixed],
        categorical,
        ...(by !== undefined && by !== column && by !== factor && { cluster_by: by }),
      },
      why:
        column === undefined
          ? `Fit ${response} to ${factor} with errors for dependent rows, and look at the residuals.`
          : `Compare with ${column} held fixed, within whose values the difference has the other sign.`,
      expectedOutcome: `Terms of ${[factor, ...fixed].join(' and ')} over ${amount(sample_count, 'row')}.`,
      benefit: { measure: column === undefined ? 'rows_dependent' : 'difference_reversed', share: column === undefined ? 0.6 : 0.9 },
    },
  ];
}

/** Suggests a summary of shape, outliers and correlation of neighbouring rows, by group. */
function looked({ response, factor }: Arguments, { assumptions, sample_count }: Comparison): NextCall[] {
  const p = Math.min(1, ...assumptions.flatMap(({ test, p: own }) => (test === 'shapiro_wilk' || test === 'ljung_box' ? [own ?? 1] : [])));
  if (response === undefined || p >= DOUBT) return [];
  return [
    {
      tool: 'summary_stats_tool',
      arguments: { columns: [response], ...(factor !== undefined && { group_by: [factor] }) },
      why: `Look at the shape, the extremes and the order of ${response}, which the tests of assumptions doubt.`,
      expectedOutcome: `Quantiles, histogram and autocorrelation of ${amount(sample_count, 'row')}.`,
      benefit: { measure: 'assumption_in_doubt', share: (1 - p) / 2 },
    },
  ];
}
