/** Status and warnings of an analysis, and suggested calls that test or correct what is doubtful. */
import { amount } from '../../../base/amount.ts';
import type { NextCall, ToolWarning } from '../../contract/index.ts';
import { leftOut, risksOf } from '../doubts.ts';
import { FIRST_ANALYSIS } from '../../linkage/first-analysis.ts';
import type { Analysis } from './analyse.ts';
import { changes } from './changing.ts';
import type { Outcome } from './data.ts';
import { curvePlot, curveTable } from './plots.ts';
import type { Arguments, Survival } from './schema.ts';

/** If a group has fewer events, its curve is coarse. */
const FEW = 10;
const DOUBT = 0.05;
/** A warning is given if at least this share of the addresses was left out. */
const MUCH = 0.2;

interface About {
  readonly analysis: Analysis;
  readonly selected: number;
  readonly more: readonly ToolWarning[];
}

export function outcome(args: Arguments, output: Survival, { analysis, selected, more }: About): Outcome {
  const { verdict } = output;
  const next = nextCalls(args, output, analysis);
  return {
    status: verdict.conclusion === 'untested' ? 'partial' : 'ok',
    summary: verdict.sentence.length <= 400 ? verdict.sentence : `${verdict.sentence.slice(0, 399)}…`,
    structured_output: output,
    warnings: [
      ...dropped(output),
      ...(output.lifetimes ? ofLives(output, output.lifetimes) : ofRows(args, output, analysis)),
      ...limits(output, analysis),
      ...more,
    ],
    confidence_inputs: {
      ...{ conclusion: verdict.conclusion, adjusted_p: verdict.adjusted_p ?? 1, alpha: args.alpha },
      ...{
        events: Math.min(Infinity, ...output.curves.map(({ events }) => events).filter((events) => events > 0), output.event_count),
        rows: output.sample_count,
      },
    },
    hints: {
      assumptions: output.lifetimes
        ? [
            'An address that appears or falls silent while recording goes on begins or ends then: devices that arrive or leave shorten the times',
            'Addresses are independent of each other; the recording does not end because of them',
          ]
        : [
            'Rows are independent, or the pieces of one unit',
            'Rows are censored for reasons that do not depend on when their event would come',
          ],
      riskFactors: risksOf(verdict.doubt, next),
      next,
      noNext: 'the data do not speak against its assumptions',
      contextNeeded: output.event_count === 0 ? ['rows that are watched for longer, until some of them have their event'] : [],
      reasoning: verdict.sentence,
    },
    artifacts: [curveTable(output), ...curvePlot(output)],
    measures: { rows: output.sample_count, events: output.event_count, selected },
  };
}

function dropped({ rows_dropped: { missing, infinite, no_time } }: Survival): ToolWarning[] {
  return [
    ...leftOut(missing, 'ROWS_INCOMPLETE', 'a value is missing'),
    ...leftOut(infinite, 'VALUES_INFINITE', 'a value is infinite'),
    ...leftOut(no_time, 'ROWS_WITHOUT_TIME', 'duration is not above entry, or one of them is below 0'),
  ];
}

const present = (list: readonly (ToolWarning | false)[]): ToolWarning[] => list.filter((each) => each !== false);

/** Warnings about limits of any estimate from these rows. */
function limits({ curves, event_count }: Survival, { emptied }: Analysis): ToolWarning[] {
  const few = curves.filter(({ events }) => events > 0 && events < FEW);
  const none = curves.filter(({ events }) => events === 0);
  const at = emptied.find((time) => time !== null);
  return present([
    none.length > 0 && {
      code: event_count === 0 ? 'ALL_CENSORED' : 'GROUP_CENSORED',
      message: `no event was seen ${
        event_count === 0
          ? ''
          : `in ${none
              .map(({ group }) => group)
              .join(', ')
              .slice(0, 200)} `
      }by the end of the time watched: only a lower bound is known`,
    },
    few.length > 0 && {
      code: 'FEW_EVENTS',
      message: `fewer than ${String(FEW)} events in ${few
        .map(({ group }) => group)
        .join(', ')
        .slice(0, 200)}: the curve is coarse and its interval wide`,
      details: { events: Math.min(...few.map(({ events }) => events)) },
    },
    at !== undefined && {
      code: 'RISK_SET_EMPTIED',
      message: 'no row was left at risk before others came under observation: the curve says nothing after that time',
      ...(at !== null && { details: { time: at } }),
    },
  ]);
}

function ofRows(args: Arguments, { terms, curves }: Survival, { repeated, censoring_p, least_expected }: Analysis): ToolWarning[] {
  const changing = changes(terms);
  const infinite = terms.filter(({ left_out }) => left_out === 'infinite');
  const out = terms.filter(({ left_out }) => left_out === 'constant_or_dependent');
  const names = (list: typeof terms): string =>
    list
      .map(({ term }) => term)
      .join(', ')
      .slice(0, 200);
  return present([
    changing.length > 0 && {
      code: 'NOT_PROPORTIONAL',
      message: `the ratio of hazards of ${names(changing as typeof terms)} changes over time: one ratio is an average, and strata compares without it`,
      field: 'arguments.strata',
      details: { p: Math.min(...changing.map(({ proportional_p }) => proportional_p ?? 1)) },
    },
    infinite.length > 0 && {
      code: 'INFINITE_RATIO',
      message: `${names(infinite)} orders the events without fault: its ratio of hazards has no finite estimate`,
      field: 'arguments.covariates',
    },
    out.length > 0 && {
      code: 'TERMS_LEFT_OUT',
      message: `${names(out)} left out: constant, or determined by the terms before`,
      field: 'arguments.covariates',
    },
    repeated !== null && {
      code: 'ROWS_DEPENDENT',
      message: `several events are of one ${repeated}: rows are not independent, so that intervals and p-values are too small`,
      field: 'arguments.cluster_by',
    },
    censoring_p !== null &&
      censoring_p < DOUBT / 5 && {
        code: 'CENSORING_DIFFERS',
        message: `rows of different values of ${args.group ?? 'group'} are censored at different times: if for a reason that is linked to the event, the comparison is biased`,
        field: 'arguments.group',
        details: { p: censoring_p },
      },
    curves.length > 1 &&
      least_expected < 5 && {
        code: 'FEW_EXPECTED',
        message: 'fewer than 5 events are expected in a group: p of the log-rank test is not accurate',
        field: 'arguments.group',
        details: { events: least_expected },
      },
  ]);
}

function ofLives({ curves }: Survival, lives: NonNullable<Survival['lifetimes']>): ToolWarning[] {
  const enough = lives.addresses - lives.too_few_packets;
  const longest = Math.max(0, ...curves.map(({ median: { value } }) => value ?? 0));
  return present([
    lives.too_few_packets > MUCH * lives.addresses && {
      code: 'ADDRESSES_LEFT_OUT',
      message: `${String(lives.too_few_packets)} of ${String(lives.addresses)} addresses have too few packets; if they live shorter, the times are too long`,
      field: 'arguments.min_observation_count',
      details: { addresses: lives.too_few_packets },
    },
    lives.age_unknown > enough / 2 && {
      code: 'AGES_UNKNOWN',
      message: `${String(lives.age_unknown)} of ${String(enough)} addresses were on the air when the recording, or a part of it, began: their ages are not known, and they are left out`,
      details: { addresses: lives.age_unknown },
    },
    lives.lost_in_gap > MUCH * enough && {
      code: 'GAPS_CENSOR',
      message: `${String(lives.lost_in_gap)} of ${String(enough)} addresses were lost in a gap of the recording`,
      details: { addresses: lives.lost_in_gap },
    },
    longest > lives.recorded_s / 2 && {
      code: 'RECORDING_SHORT',
      message: 'a median is longer than half of the recording: lives near its length are seen only by chance, so that it may be too short',
      details: { recorded_s: lives.recorded_s },
    },
  ]);
}

/** Suggested calls, at most one per tool. */
function nextCalls(args: Arguments, output: Survival, { repeated }: Analysis): NextCall[] {
  if (output.lifetimes) return afterLives(args, output, output.lifetimes);
  return [...again(args, output), ...looked(args, output, repeated)];
}

/** Suggests the same analysis, stratified by the columns whose hazard ratio changes. */
function again(args: Arguments, { terms, sample_count }: Survival): NextCall[] {
  const [first] = changes(terms);
  if (first === undefined || args.strata !== undefined) return [];
  const column = args.covariates.includes(first.term) ? first.term : args.group;
  if (column === undefined) return [];
  const { group, covariates, ...rest } = args;
  const left = covariates.filter((name) => name !== column);
  return [
    {
      tool: 'survival_tool',
      arguments: {
        ...rest,
        ...(group !== undefined && group !== column && { group }),
        ...(left.length > 0 && { covariates: left }),
        strata: column,
      },
      why: `Compare within the values of ${column}, whose ratio of hazards is not the same at all times.`,
      expectedOutcome: `The same analysis of ${amount(sample_count, 'row')}, without a ratio for ${column}.`,
      benefit: { measure: 'assumption_in_doubt', share: 0.7 },
    },
  ];
}

/** Suggests a look at the durations themselves, if the analysis is in doubt. */
function looked({ duration, group }: Arguments, { verdict, sample_count, event_count }: Survival, repeated: string | null): NextCall[] {
  if (duration === undefined || (verdict.doubt === undefined && verdict.conclusion !== 'untested')) return [];
  const by = repeated ?? group;
  return [
    {
      tool: 'summary_stats_tool',
      arguments: { columns: [duration], ...(by !== undefined && { group_by: [by] }) },
      why: `Look at ${duration}${by === undefined ? '' : ` by ${by}`}, as ${verdict.doubt ?? 'no event was seen'}.`,
      expectedOutcome: `Quantiles of ${amount(sample_count, 'row')}, ${String(event_count)} of them with an event.`,
      benefit: { measure: 'question_left_open', share: 0.4 },
    },
  ];
}

function afterLives(
  args: Arguments,
  { event_count, sample_count }: Survival,
  { addresses, age_unknown }: NonNullable<Survival['lifetimes']>,
): NextCall[] {
  const calls: NextCall[] = [
    {
      tool: 'bluetooth_address_analyzer',
      arguments: FIRST_ANALYSIS,
      why: 'Estimate which addresses follow one another: an end may be a change of address, or a device that left.',
      expectedOutcome: `Probable successors of ${amount(event_count, 'address', 'addresses')} that ended.`,
      benefit: { measure: 'addresses_explained', share: addresses > 0 ? event_count / (event_count + sample_count + age_unknown) : 0 },
    },
  ];
  if (args.lives_of === 'family' || event_count === 0) return calls;
  return [
    {
      tool: 'survival_tool',
      arguments: { ...args, lives_of: 'family' },
      why: 'See which kinds of devices keep an address for how long.',
      expectedOutcome: `Lives of ${amount(sample_count, 'address', 'addresses')} by what their packets say the device is.`,
      benefit: { measure: 'addresses_explained', share: addresses > 0 ? sample_count / addresses : 0 },
    },
    ...calls,
  ];
}
