/** Schemas of the tool's arguments and result. A figure that cannot be computed from the data is absent from the result. */
import { ratio, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { alpha } from '../significance.ts';

const TESTS = [
  'student',
  'welch',
  'mann_whitney',
  'brunner_munzel',
  'wilcoxon',
  'sign',
  'permutation',
  'chi_square',
  'g',
  'fisher',
  'binomial',
  'hac',
  'cluster',
] as const;

export const Input = z.strictObject({
  design: z
    .enum(['one_sample', 'two_sample', 'paired', 'one_proportion', 'two_proportions', 'contingency'])
    .describe(
      'one_sample: response against value; two_sample: response between two values of factor; paired: response less paired_with; one_proportion and two_proportions: share of success in outcome; contingency: outcome by factor.',
    )
    .meta({ examples: ['two_sample'] }),
  response: text(1, 128)
    .optional()
    .describe('Numeric column of one_sample, two_sample and paired; none when absent.')
    .meta({ examples: ['rssi'] }),
  paired_with: text(1, 128)
    .optional()
    .describe('Numeric column of the second measurement of each row, for paired; none when absent.')
    .meta({ examples: ['length'] }),
  outcome: text(1, 128)
    .optional()
    .describe('Column of categories, for one_proportion, two_proportions and contingency; none when absent.')
    .meta({ examples: ['crc_ok'] }),
  success: text(0, 256)
    .optional()
    .describe('Value of outcome whose share is compared; the most frequent one when absent.')
    .meta({ examples: ['true'] }),
  factor: text(1, 128)
    .optional()
    .describe('Column whose values make the groups, for two_sample, two_proportions and contingency; none when absent.')
    .meta({ examples: ['channel'] }),
  groups: z
    .array(text(0, 256).describe('Value of factor, as text.'))
    .min(2)
    .max(2)
    .optional()
    .describe('The two groups to compare, first less second; the two with most rows when absent.')
    .meta({ examples: [['37', '38']] }),
  value: z
    .number()
    .optional()
    .describe('Mean, difference or share under the hypothesis, unitless; 0, or 0.5 for one_proportion, when absent.')
    .meta({ examples: [0], 'x-unit': 'unitless' }),
  margin: z
    .number()
    .gt(0)
    .optional()
    .describe('Tests equivalence: differences from value up to this size count as none, unitless; not tested when absent.')
    .meta({ examples: [3], 'x-unit': 'unitless' }),
  test: z
    .enum(['auto', 'student', 'welch', 'mann_whitney', 'brunner_munzel', 'wilcoxon', 'sign', 'permutation', 'chi_square', 'g', 'fisher'])
    .default('auto')
    .describe('Test that the verdict prefers, unless the data speak against it; the one that the data license when absent.')
    .meta({ examples: ['auto'] }),
  cluster_by: text(1, 128)
    .optional()
    .describe('Column: rows of one of its values may depend on each other; the addresses when absent.')
    .meta({ examples: ['advertiser_addr'] }),
  alpha,
  comparisons: whole()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('Number of tests that this one is part of, unitless; 1 when absent.')
    .meta({ examples: [1], 'x-unit': 'unitless' }),
  other_p_values: z
    .array(ratio().describe('p of another test, a ratio.').meta({ 'x-unit': 'ratio' }))
    .max(1000)
    .default([])
    .describe('p-values of the other tests, where known; unknown ones count as 1; none when absent.')
    .meta({ examples: [[0.02, 0.4]] }),
  adjustment: z
    .enum(['holm', 'benjamini_hochberg'])
    .default('holm')
    .describe('holm keeps the chance of any false positive, benjamini_hochberg the expected share of them (FDR); holm when absent.')
    .meta({ examples: ['holm'] }),
});

const figure = (what: string, unit: string) => z.number().describe(what).meta({ 'x-unit': unit }).optional();
const p = (what = 'Two-sided p-value, a ratio.') => ratio().describe(what).meta({ 'x-unit': 'ratio' }).optional();
const log10p = () =>
  z.number().max(0).describe('Decimal logarithm of p, also where p itself is below the range.').meta({ 'x-unit': 'unitless' }).optional();
const interval = (what: string, unit = 'of the estimate') =>
  z
    .array(z.number().describe('Bound.').meta({ 'x-unit': unit }))
    .min(2)
    .max(2)
    .describe(what)
    .optional();

const tested = {
  statistic: figure('Statistic of the test: t, U, W, count, or chi-square.', 'unitless'),
  df: figure('Degrees of freedom.', 'unitless'),
  p: p(),
  log10_p: log10p(),
  estimate: figure('What the test is about.', 'of the response'),
  standard_error: figure('Standard error of the estimate.', 'of the response'),
  confidence_interval: interval('Interval of the estimate, low then high.'),
  equivalence_p: p('Larger p of the two one-sided tests of equivalence, a ratio.'),
};

const effect = {
  measure: z
    .enum(['hedges_g', 'rank_biserial', 'cramers_v', 'odds_ratio', 'share_difference'])
    .describe('hedges_g: difference in standard deviations, corrected for small samples; rank_biserial: from −1 to 1.'),
  value: z.number().describe('The effect.').meta({ 'x-unit': 'unitless' }),
  confidence_interval: interval('Interval of the effect, low then high.', 'unitless'),
};

const verdict = z
  .strictObject({
    conclusion: z
      .enum(['differs', 'equivalent', 'not_shown', 'undecided', 'untested'])
      .describe(
        'differs; equivalent: within margin; not_shown: neither; undecided: the data cannot tell, for a reason in doubt; untested: nothing varies.',
      ),
    test: z
      .enum(TESTS)
      .describe('The test that the data license: hac for rows that depend on those before, cluster for rows of one value of a column.'),
    reason: text(1, 400).describe('Why it is this test, in words.'),
    doubt: text(1, 300).describe('Why it is undecided, in words.').optional(),
    about: z
      .enum(['mean', 'mean_difference', 'shift', 'median', 'superiority', 'share', 'share_difference', 'association'])
      .describe(
        'What the estimate is; shift: median of all differences or averages of two; superiority: probability that a value of the first group is larger, plus half that of equal ones.',
      ),
    ...tested,
    adjusted_p: p('p, or equivalence_p where that was asked for, adjusted for the number of tests.'),
    effect: z.strictObject(effect).optional().describe('Size of the effect.'),
    comparisons: whole().min(1).describe('Number of tests that adjusted_p allows for.').meta({ 'x-unit': 'unitless' }),
    sentence: text(1, 1000).describe('The conclusion as a sentence.'),
  })
  .describe('The conclusion, by the test that the data license.');

export const Output = z.strictObject({
  verdict,
  design: z
    .enum(['one_sample', 'two_sample', 'paired', 'one_proportion', 'two_proportions', 'contingency'])
    .describe('The design that was analysed.'),
  sample_count: whole().describe('Rows that were compared.').meta({ 'x-unit': 'rows' }),
  rows_dropped: z
    .strictObject({
      missing: whole().describe('Rows without a value or group.').meta({ 'x-unit': 'rows' }),
      infinite: whole().describe('Rows with an infinite value.').meta({ 'x-unit': 'rows' }),
      other_groups: whole().describe('Rows of groups that are not compared.').meta({ 'x-unit': 'rows' }),
    })
    .describe('Selected rows that were left out, by reason.'),
  groups: z
    .array(
      z.strictObject({
        group: text(0, 256).describe('Value of the factor, as text; name of the column without one.'),
        count: whole().describe('Rows.').meta({ 'x-unit': 'rows' }),
        mean: figure('Mean.', 'of the response'),
        sd: figure('Sample standard deviation.', 'of the response'),
        median: figure('Median.', 'of the response'),
        share: p('Share of success, a ratio.'),
        confidence_interval: interval('Interval of the mean, or of the share (Wilson), where rows are independent; low then high.'),
      }),
    )
    .max(100)
    .describe('What is compared, in the order of the difference.'),
  tests: z
    .array(
      z.strictObject({
        test: z.enum(TESTS).describe('The test; all but hac and cluster take rows as independent.'),
        method: z
          .enum(['exact', 'approximate', 'sampled'])
          .describe('How p was computed; sampled: by drawn permutations, the same in every run.'),
        ...tested,
      }),
    )
    .max(8)
    .describe('Every test of the design, whichever the verdict rests on.'),
  effects: z.array(z.strictObject(effect)).max(4).describe('Sizes of effects, where rows are independent; empty where none exists.'),
  table: z
    .strictObject({
      rows: z.array(text(0, 256).describe('Group.')).max(100).describe('Values of factor.'),
      columns: z.array(text(0, 256).describe('Value.')).max(100).describe('Values of outcome.'),
      counts: z
        .array(
          z
            .array(whole().describe('Rows.').meta({ 'x-unit': 'rows' }))
            .max(100)
            .describe('By column.'),
        )
        .max(100)
        .describe('Rows by group and value.'),
      least_expected: figure('Smallest count that is expected under independence.', 'rows'),
    })
    .optional()
    .describe('Counts; absent for numbers.'),
  assumptions: z
    .array(
      z.strictObject({
        test: z
          .enum(['shapiro_wilk', 'brown_forsythe', 'ljung_box', 'clusters'])
          .describe(
            'shapiro_wilk: normal values; brown_forsythe: equal spreads; ljung_box: no dependence on rows before; clusters: no likeness within.',
          ),
        group: text(0, 256).describe('Group that was tested; all rows when absent.').optional(),
        statistic: figure('The statistic.', 'unitless'),
        p: p('p-value; low where the assumption is in doubt, a ratio.'),
      }),
    )
    .max(5)
    .describe('Tests of what tests take for granted.'),
  dependence: z
    .strictObject({
      first_correlation: z.number().min(-1).max(1).describe('Correlation of neighbouring rows.').meta({ 'x-unit': 'ratio' }),
      effective_rows: z.number().min(0).describe('Independent rows that say as much.').meta({ 'x-unit': 'rows' }),
      cluster_by: text(1, 128).describe('Column of clusters.').optional(),
      clusters: whole().describe('Clusters.').meta({ 'x-unit': 'clusters' }).optional(),
      clusters_in_both: whole().describe('Clusters with rows of both groups.').meta({ 'x-unit': 'clusters' }).optional(),
    })
    .optional()
    .describe('Whether rows depend on each other.'),
  reversal: z
    .strictObject({
      column: text(1, 128).describe('Column within whose values the difference has the other sign.'),
      values: whole().describe('Values of the column with rows of both groups.').meta({ 'x-unit': 'values' }),
      within: z.number().describe('Difference within values, averaged.').meta({ 'x-unit': 'of the response' }),
    })
    .optional()
    .describe('Simpson’s reversal; absent where none was found.'),
});

export type Arguments = z.output<typeof Input>;
export type Comparison = z.output<typeof Output>;
export type Verdict = Comparison['verdict'];
