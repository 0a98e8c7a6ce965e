/** Schemas of the tool's arguments and result. A figure that cannot be computed from the data is absent from the result. */
import { ratio, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { alpha } from '../significance.ts';

const column = () => text(1, 128);

export const Input = z.strictObject({
  lifetimes: z
    .boolean()
    .default(false)
    .describe(
      'true: one life per advertising address, censored by the recording, and no column is named; false: rows by duration; false when absent.',
    )
    .meta({ examples: [true] }),
  lives_of: z
    .enum(['address_class', 'family', 'all'])
    .default('address_class')
    .describe('Groups of lifetimes: address_class; family: what the packets say the device is; all: one group; address_class when absent.')
    .meta({ examples: ['address_class'] }),
  min_observation_count: whole()
    .min(2)
    .max(1_000_000)
    .default(5)
    .describe('Packets that an address needs, with lifetimes; 5 when absent.')
    .meta({ examples: [5], 'x-unit': 'packets' }),
  duration: column()
    .optional()
    .describe('Numeric column: time of the event, or until which none was seen; none when absent, with lifetimes only.')
    .meta({ examples: ['lifetime_s'] }),
  event: column()
    .optional()
    .describe(
      'Column that is true or 1 where the event was seen, and false or 0 where the row is censored; every row has its event when absent.',
    )
    .meta({ examples: ['ended'] }),
  entry: column()
    .optional()
    .describe('Numeric column: time, on the scale of duration, from which the row was watched (left truncation); 0 when absent.')
    .meta({ examples: ['age_at_start_s'] }),
  group: column()
    .optional()
    .describe('Column whose 2 to 20 values are compared; not compared when absent.')
    .meta({ examples: ['vendor'] }),
  covariates: z
    .array(column().describe('Numeric column.'))
    .max(20)
    .default([])
    .describe('Numeric columns of proportional hazards, beside group; none when absent.')
    .meta({ examples: [['rssi']] }),
  strata: column()
    .optional()
    .describe('Column within whose values rows are compared, for what has hazards that are not proportional; none when absent.')
    .meta({ examples: ['site'] }),
  cluster_by: column()
    .optional()
    .describe('Column: rows of one of its values are of one unit and may depend on each other; the addresses when absent.')
    .meta({ examples: ['advertiser_addr'] }),
  alpha,
  comparisons: whole()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('Number of tests that this one is part of, unitless; 1 when absent.')
    .meta({ examples: [1], 'x-unit': 'unitless' }),
});

const figure = (what: string, unit: string) => z.number().describe(what).meta({ 'x-unit': unit }).optional();
const p = (what = 'p-value, a ratio.') => ratio().describe(what).meta({ 'x-unit': 'ratio' }).optional();
const log10p = () =>
  z.number().max(0).describe('Decimal logarithm of p, also where p itself is below the range.').meta({ 'x-unit': 'unitless' }).optional();
const TIME = 'of time_unit';

const TESTS = ['log_rank', 'peto_peto', 'likelihood_ratio', 'wald', 'score', 'proportional_hazards'] as const;

const tested = {
  statistic: figure('Chi-square.', 'unitless'),
  df: figure('Degrees of freedom.', 'unitless'),
  p: p(),
  log10_p: log10p(),
};

const bounds = {
  low: figure('Low bound of the interval; absent where there is none.', TIME),
  high: figure('High bound of the interval; absent where the data do not reach it.', TIME),
};

const verdict = z
  .strictObject({
    conclusion: z
      .enum(['estimated', 'differs', 'related', 'not_shown', 'undecided', 'untested'])
      .describe(
        'estimated: times without a comparison; differs: between groups; related: to a covariate; not_shown: neither; undecided: the data cannot tell, for a reason in doubt; untested: no event was seen.',
      ),
    test: z
      .enum(['none', 'log_rank', 'wald'])
      .describe('What it rests on: none for times alone, log_rank for groups, wald for proportional hazards.'),
    reason: text(1, 400).describe('Why it is this test, in words.'),
    doubt: text(1, 300).describe('Why it is undecided, in words.').optional(),
    adjusted_p: p('p of the test, the smallest of several terms, adjusted for their number and for comparisons.'),
    comparisons: whole().min(1).describe('Number of tests that adjusted_p allows for.').meta({ 'x-unit': 'unitless' }),
    sentence: text(1, 1000).describe('The conclusion as a sentence.'),
  })
  .describe('The conclusion.');

const curve = z.strictObject({
  group: text(0, 256).describe('Value of the group; all where there is one.'),
  rows: whole().describe('Rows, or addresses with lifetimes.').meta({ 'x-unit': 'rows' }),
  events: whole().describe('Events that were seen.').meta({ 'x-unit': 'rows' }),
  expected_events: figure('Events expected if all groups had one hazard.', 'rows'),
  median: z
    .strictObject({ value: figure('Time by which half had the event; absent where the curve stays above one half.', TIME), ...bounds })
    .describe('Median time, with the interval of ln(−ln S).'),
  watched: z.number().describe('Longest time until which a row was watched.').meta({ 'x-unit': TIME }),
  last_survival: ratio().describe('Share without the event at the end of the curve.').meta({ 'x-unit': 'ratio' }),
  points: z
    .array(
      z.strictObject({
        time: z.number().describe('Time of events.').meta({ 'x-unit': TIME }),
        survival: ratio().describe('Share without the event after it (Kaplan and Meier).').meta({ 'x-unit': 'ratio' }),
        standard_error: figure('Greenwood’s standard error.', 'ratio'),
        low: p('Low bound of the interval of ln(−ln S).'),
        high: p('High bound.'),
        at_risk: whole().describe('Rows watched just before.').meta({ 'x-unit': 'rows' }),
        events: whole().describe('Events at the time.').meta({ 'x-unit': 'rows' }),
      }),
    )
    .max(200)
    .describe('The curve, at up to 200 of its steps.'),
  at_risk: z
    .array(
      z.strictObject({
        time: z.number().describe('Time.').meta({ 'x-unit': TIME }),
        rows: whole().describe('Rows watched just before.').meta({ 'x-unit': 'rows' }),
      }),
    )
    .max(12)
    .describe('Rows at risk at a few times.'),
});

const term = z.strictObject({
  term: text(1, 400).describe('Covariate, or group=value against the first group.'),
  hazard_ratio: figure('Ratio of the hazards per unit; absent where it is infinite or the term was left out.', 'ratio'),
  confidence_interval: z
    .array(z.number().describe('Bound.').meta({ 'x-unit': 'ratio' }))
    .min(2)
    .max(2)
    .optional()
    .describe('Interval of the ratio, low then high.'),
  coefficient: figure('Its natural logarithm.', 'per unit'),
  standard_error: figure('Standard error of the coefficient.', 'per unit'),
  z: figure('Wald statistic.', 'unitless'),
  p: p('Two-sided p-value, a ratio.'),
  log10_p: log10p(),
  adjusted_p: p('p, adjusted for the number of terms (Holm) and for comparisons.'),
  proportional_p: p('p of the test that the ratio does not change over time.'),
  left_out: z
    .enum(['constant_or_dependent', 'infinite'])
    .describe('Why it has no figures: it says nothing of its own, or it orders the events without fault.')
    .optional(),
});

export const Output = z.strictObject({
  verdict,
  time_unit: z.enum(['seconds', 'duration']).describe('Unit of times: seconds with lifetimes, else that of the duration column.'),
  sample_count: whole().describe('Rows that were used, or addresses with lifetimes.').meta({ 'x-unit': 'rows' }),
  event_count: whole().describe('Events that were seen.').meta({ 'x-unit': 'rows' }),
  rows_dropped: z
    .strictObject({
      missing: whole().describe('Rows without a value.').meta({ 'x-unit': 'rows' }),
      infinite: whole().describe('Rows with an infinite value.').meta({ 'x-unit': 'rows' }),
      no_time: whole().describe('Rows that were watched for no time: duration is not above entry, or below 0.').meta({ 'x-unit': 'rows' }),
    })
    .describe('Selected rows that were left out, by reason.'),
  curves: z.array(curve).max(20).describe('By group, in order; empty where no life began while it was recorded.'),
  tests: z
    .array(z.strictObject({ test: z.enum(TESTS).describe('The test.'), ...tested }))
    .max(6)
    .describe(
      'log_rank and peto_peto (early events weigh more) compare groups; the others are of all terms of the hazards together; empty without group and covariates.',
    ),
  terms: z.array(term).max(39).describe('Proportional hazards (Efron’s ties); empty without group and covariates.'),
  lifetimes: z
    .strictObject({
      addresses: whole().describe('Advertising addresses.').meta({ 'x-unit': 'addresses' }),
      ended: whole().describe('Lives that ended while it was recorded.').meta({ 'x-unit': 'addresses' }),
      alive_at_end: whole().describe('Addresses still on the air when the recording ended.').meta({ 'x-unit': 'addresses' }),
      lost_in_gap: whole()
        .describe('Addresses on the air when a gap of the recording began, and not heard after it.')
        .meta({ 'x-unit': 'addresses' }),
      age_unknown: whole()
        .describe('Addresses of these that were on the air when the recording, or a part of it, began; left out.')
        .meta({ 'x-unit': 'addresses' }),
      too_few_packets: whole()
        .describe('Addresses with fewer packets than min_observation_count; left out.')
        .meta({ 'x-unit': 'addresses' }),
      gaps: whole().describe('Gaps, in which nothing at all was heard.').meta({ 'x-unit': 'gaps' }),
      recorded_s: z.number().min(0).describe('From the first row to the last.').meta({ 'x-unit': 's' }),
      naive_median_s: figure('Median of last less first packet over all addresses: too short, because it ignores the censoring.', 's'),
    })
    .optional()
    .describe('What became of the addresses; absent without lifetimes.'),
});

export type Arguments = z.output<typeof Input>;
export type Survival = z.output<typeof Output>;
export type Verdict = Survival['verdict'];
export type Curve = Survival['curves'][number];
export type Term = Survival['terms'][number];
