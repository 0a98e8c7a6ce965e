import { amount } from '../../../base/amount.ts';
import type { NextCall, ToolWarning } from '../../contract/index.ts';
import { MOST_COMPARED, type Outcome } from './data.ts';
import { tableOf } from './describe.ts';
import { meansPlot } from './plots.ts';
import type { Analysis, Arguments } from './schema.ts';

/** What an analysis says beside its figures: status, sentence, warnings, hints. */

interface Basis {
  /** Rows before any was left out. */
  readonly selected: number;
  /** What the response was compared over, in words. */
  readonly over: string;
  /** Whether pairs could be compared, had they been asked for. */
  readonly compared: boolean;
  readonly warnings: readonly ToolWarning[];
}

/** The test whose small p speaks against what the classic F takes for granted, and what to read instead. */
const DOUBTS = {
  brown_forsythe: {
    code: 'UNEQUAL_SPREADS',
    message: 'the groups differ in spread: prefer welch and games_howell',
    field: 'arguments.welch',
    risk: 'The groups differ in spread, which the classic test takes as equal.',
    mitigation: 'Read welch and games_howell instead.',
  },
  /** The same between cells of two factors, where there is no Welch test. */
  cells: {
    code: 'UNEQUAL_SPREADS',
    message: 'the cells differ in spread: read small p values with care, or compare the cells as one factor with welch',
    field: 'arguments.factors',
    risk: 'The cells differ in spread, which the test takes as equal.',
    mitigation: 'Put both factors into one column and read welch and games_howell over it.',
  },
  mauchly: {
    code: 'NOT_SPHERICAL',
    message: 'differences between values vary unequally: prefer the corrected p',
    field: 'arguments.factors',
    risk: 'Differences between values of the factor vary unequally, which the classic test takes as equal.',
    mitigation: 'Read p of huynh_feldt or greenhouse_geisser instead.',
  },
} as const;

export function outcome(args: Arguments, output: Analysis, { selected, over, compared, warnings }: Basis): Outcome {
  const doubts = output.assumptions.flatMap(({ test, p }) =>
    (test === 'brown_forsythe' || test === 'mauchly') && p !== undefined && p < args.alpha
      ? [DOUBTS[test === 'brown_forsythe' && args.design === 'two_way' ? 'cells' : test]]
      : [],
  );
  const untested = output.table[0]?.f === undefined;
  const skipped = !compared && args.post_hoc.length > 0;
  const effects = output.table.filter(({ p }) => p !== undefined && p < args.alpha).map(({ source }) => source);
  return {
    status: untested || skipped || warnings.some(({ code }) => code === 'INTERACTION_LEFT_OUT') ? 'partial' : 'ok',
    summary: `${args.response} over ${over}, ${String(output.sample_count)} rows: ${untested ? 'the means cannot be tested' : verdict(args, effects)}.`,
    structured_output: output,
    warnings: [
      ...dropped(output),
      ...warnings,
      ...shape(args, output, untested),
      ...doubts.map(({ code, message, field }) => ({ code, message, field })),
      ...(skipped ? [notCompared(output)] : []),
    ],
    confidence_inputs: {
      // Rows of a subject are no further evidence.
      rows: output.subjects ? output.subjects.used * output.groups.length : output.sample_count,
      groups: output.groups.length,
      share_complete: output.sample_count / selected,
      equal_spreads: doubts.length === 0,
    },
    hints: {
      assumptions: [
        args.design === 'repeated' ? 'Subjects are independent of each other' : 'Rows are independent; rows close in time often are not',
        'Residuals are near normal, with one spread in all groups',
      ],
      riskFactors: doubts.map(({ risk, mitigation }) => ({
        type: 'accuracy' as const,
        severity: 'medium' as const,
        description: risk,
        probability: 0.8,
        impact: 0.4,
        mitigation,
      })),
      next: robustTest(args, output, selected),
      noNext:
        doubts.length > 0 ? 'this design has no test without the assumption in doubt' : 'the data do not speak against its assumptions',
      contextNeeded: effects.length > 0 ? [] : ['other factors that may explain the response'],
      reasoning: 'F compares what varies between the means of the groups with what varies within them.',
    },
    artifacts: [tableOf(output), meansPlot(output, args.response)],
    measures: { rows: output.sample_count, selected },
  };
}

/** The same test without equal spreads, where Brown and Forsythe’s speaks against them. It asks for itself no second time. */
function robustTest(args: Arguments, { assumptions, groups }: Analysis, selected: number): NextCall[] {
  const p = assumptions.find(({ test }) => test === 'brown_forsythe')?.p;
  if (args.design !== 'one_way' || args.welch || p === undefined || p >= args.alpha) return [];
  const compared = groups.length <= MOST_COMPARED && groups.every(({ count }) => count > 1);
  return [
    {
      tool: 'anova_tool',
      arguments: { ...args, welch: true, post_hoc: compared ? ['games_howell'] : [] },
      why: 'Test the means without equal spreads, which the groups do not have.',
      expectedOutcome: `Welch’s test over ${amount(groups.length, 'group')} of ${amount(selected, 'row')}.`,
      benefit: { measure: 'assumption_in_doubt', share: 1 - p },
    },
  ];
}

function verdict({ design }: Arguments, effects: readonly string[]): string {
  if (design !== 'two_way') return effects.length > 0 ? 'the means differ' : 'the means do not differ significantly';
  return effects.length > 0 ? `the means differ by ${effects.join(', ')}` : 'the means do not differ significantly';
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

const notCompared = ({ groups, sample_count }: Analysis): ToolWarning => ({
  code: 'POST_HOC_SKIPPED',
  message:
    sample_count > groups.length
      ? `${String(groups.length)} groups are too many to compare in pairs; at most 20 are`
      : 'each group has one row: pairs cannot be compared',
  field: 'arguments.post_hoc',
});
