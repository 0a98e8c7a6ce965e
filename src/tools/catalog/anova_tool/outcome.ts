/** Status, summary sentence, warnings and suggested calls of an analysis of variance. */
import { amount } from '../../../base/amount.ts';
import type { NextCall, ToolWarning } from '../../contract/index.ts';
import { MOST_TERMS } from '../../model-rows/terms.ts';
import { risksOf } from '../doubts.ts';
import { MOST_COMPARED, type Outcome } from './data.ts';
import { tableOf } from './describe.ts';
import { meansPlot } from './plots.ts';
import type { Analysis, Arguments } from './schema.ts';
import { verdictOf, type RowEvidence } from './verdict.ts';

interface Basis {
  /** Number of rows before any was left out. */
  readonly selected: number;
  /** Whether the data allow pairs of groups to be compared, even if the call did not request it. */
  readonly compared: boolean;
  readonly warnings: readonly ToolWarning[];
  /** What is known about dependence between rows; null if the tool version assumes that rows are independent. */
  readonly evidence: RowEvidence | null;
}

/** For each assumption of the classic F test, the test whose small p contradicts it, and which result to use instead. */
const DOUBTS = {
  brown_forsythe: {
    code: 'UNEQUAL_SPREADS',
    message: 'the groups differ in spread: the verdict rests on a test without equal spreads; compare pairs by games_howell',
    field: 'arguments.post_hoc',
    risk: 'The groups differ in spread, which the classic test takes as equal.',
    mitigation: 'Read the verdict, welch and games_howell.',
  },
  /** The same for cells of two factors, for which there is no Welch test. */
  cells: {
    code: 'UNEQUAL_SPREADS',
    message: 'the cells differ in spread: read small p values with care, or compare the cells as one factor with welch',
    field: 'arguments.factors',
    risk: 'The cells differ in spread, which the test takes as equal.',
    mitigation: 'Put both factors into one column and read welch and games_howell over it.',
  },
  mauchly: {
    code: 'NOT_SPHERICAL',
    message: 'differences between values vary unequally: the verdict rests on the corrected p',
    field: 'arguments.factors',
    risk: 'Differences between values of the factor vary unequally, which the classic test takes as equal.',
    mitigation: 'Read p of huynh_feldt or greenhouse_geisser instead.',
  },
} as const;

export function outcome(args: Arguments, figures: Omit<Analysis, 'verdict'>, { selected, compared, warnings, evidence }: Basis): Outcome {
  const output: Analysis = { ...figures, verdict: verdictOf(args, figures, evidence) };
  const doubts = output.assumptions.flatMap(({ test, p }) =>
    (test === 'brown_forsythe' || test === 'mauchly') && p !== undefined && p < args.alpha
      ? [DOUBTS[test === 'brown_forsythe' && args.design === 'two_way' ? 'cells' : test]]
      : [],
  );
  const untested = output.table[0]?.f === undefined;
  const skipped = !compared && args.post_hoc.length > 0;
  const { verdict } = output;
  const found = verdict.effects.some(({ differs }) => differs);
  const dependent = verdict.test === 'hac' || verdict.test === 'cluster';
  const next = [...(dependent && output.groups.length <= MOST_TERMS ? fitted(args, output) : []), ...robustPairs(args, output, selected)];
  return {
    status: untested || skipped || warnings.some(({ code }) => code === 'INTERACTION_LEFT_OUT') ? 'partial' : 'ok',
    summary: `${output.verdict.sentence} ${amount(output.sample_count, 'row')}.`,
    structured_output: output,
    warnings: [
      ...dropped(output),
      ...warnings,
      ...shape(args, output, untested),
      ...doubts.map(({ code, message, field }) => ({ code, message, field })),
      ...(dependent ? [rowsDependent(output)] : []),
      ...(skipped ? [notCompared(output)] : []),
    ],
    confidence_inputs: {
      // Count a subject once per level, because further rows of a subject are no further evidence.
      rows: output.subjects ? output.subjects.used * output.groups.length : output.sample_count,
      ...(evidence && { decided: verdict.conclusion !== 'undecided' }),
      groups: output.groups.length,
      share_complete: output.sample_count / selected,
      equal_spreads: doubts.length === 0,
    },
    hints: {
      assumptions: [
        args.design === 'repeated'
          ? 'Subjects are independent of each other'
          : evidence === null
            ? 'Rows are independent; rows close in time often are not'
            : evidence.clusters === null
              ? 'Rows are independent, or depend on those before'
              : 'Clusters are independent of each other',
        'Residuals are near normal, with one spread in all groups',
      ],
      riskFactors: [
        ...risksOf(verdict.doubt, next),
        ...doubts.map(({ risk, mitigation }) => ({
          type: 'accuracy' as const,
          severity: 'medium' as const,
          description: risk,
          probability: 0.8,
          impact: 0.4,
          mitigation,
        })),
      ],
      next,
      noNext:
        doubts.length > 0 ? 'this design has no test without the assumption in doubt' : 'the data do not speak against its assumptions',
      contextNeeded: found ? [] : ['other factors that may explain the response'],
      reasoning: output.verdict.sentence,
    },
    artifacts: [tableOf(output), meansPlot(output, args.response)],
    measures: { rows: output.sample_count, selected },
  };
}

/** Suggests a regression of the same means with errors for dependent rows, which shows for each group how it differs. */
function fitted({ response, factors: [factor = ''], cluster_by }: Arguments, { dependence, sample_count, groups }: Analysis): NextCall[] {
  const by = cluster_by ?? dependence?.cluster_by;
  return [
    {
      tool: 'statistical_regression_tool',
      arguments: {
        ...{ operation: 'linear_regression', target: response, features: [factor], categorical: { [factor]: { coding: 'sum' } } },
        ...(by !== undefined && by !== factor && { cluster_by: by }),
      },
      why: `Fit ${response} to ${factor} with errors for dependent rows, and look at the residuals.`,
      expectedOutcome: `Terms of ${amount(groups.length, 'group')} over ${amount(sample_count, 'row')}.`,
      benefit: { measure: 'rows_dependent', share: 0.6 },
    },
  ];
}

/** Suggests comparisons of pairs that allow unequal spreads, if spreads differ and the call did not request such comparisons. */
function robustPairs(args: Arguments, { verdict, assumptions, groups }: Analysis, selected: number): NextCall[] {
  const p = assumptions.find(({ test }) => test === 'brown_forsythe')?.p;
  const compared = groups.length <= MOST_COMPARED && groups.every(({ count }) => count > 1);
  if (verdict.test !== 'welch' || p === undefined || !compared || args.post_hoc.includes('games_howell')) return [];
  return [
    {
      tool: 'anova_tool',
      arguments: { ...args, post_hoc: ['games_howell'] },
      why: 'Compare the pairs without equal spreads, which the groups do not have.',
      expectedOutcome: `Pairs of ${amount(groups.length, 'group')} of ${amount(selected, 'row')} by Games and Howell.`,
      benefit: { measure: 'assumption_in_doubt', share: 1 - p },
    },
  ];
}

function dropped({ rows_dropped: { missing, infinite } }: Analysis): ToolWarning[] {
  return [
    ...(missing > 0
      ? [{ code: 'ROWS_INCOMPLETE', message: `${String(missing)} rows lack a response or group and were left out`, details: { missing } }]
      : []),
    ...(infinite > 0
      ? [
          {
            code: 'VALUES_INFINITE',
            message: `${String(infinite)} rows have an infinite response and were left out`,
            details: { infinite },
          },
        ]
      : []),
  ];
}

function shape(args: Arguments, { groups }: Analysis, untested: boolean): ToolWarning[] {
  const single = args.design === 'repeated' ? 0 : groups.filter(({ count }) => count === 1).length;
  return [
    ...(single > 0
      ? [
          {
            code: 'GROUP_OF_ONE',
            message: `${String(single)} groups have one row and no spread of their own: welch, bartlett and games_howell need two`,
            details: { groups: single },
          },
        ]
      : []),
    ...(untested
      ? [{ code: 'NO_RESIDUAL', message: 'nothing varies within the groups: F has no value', field: 'arguments.response' }]
      : []),
  ];
}

const rowsDependent = ({ verdict, dependence }: Analysis): ToolWarning => ({
  code: 'ROWS_DEPENDENT',
  message: `${verdict.reason}: the verdict allows for this, but every other test, interval and pair assumes independent rows`.slice(0, 400),
  field: 'arguments.cluster_by',
  ...(dependence && { details: { effective_rows: dependence.effective_rows } }),
});

const notCompared = ({ groups, sample_count }: Analysis): ToolWarning => ({
  code: 'POST_HOC_SKIPPED',
  message:
    sample_count > groups.length
      ? `${String(groups.length)} groups are too many to compare in pairs; at most 20 are`
      : 'each group has one row: pairs cannot be compared',
  field: 'arguments.post_hoc',
});
