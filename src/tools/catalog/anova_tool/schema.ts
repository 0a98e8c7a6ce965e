/** Schemas of the tool's arguments and result. A figure that cannot be computed from the data is absent from the result. */
import { ratio, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { alpha } from '../significance.ts';

export const Input = z.strictObject({
  response: text(1, 128)
    .describe('Name of the numeric column whose means are compared.')
    .meta({ examples: ['rssi'] }),
  factors: z
    .array(text(1, 128).describe('Name of a column.'))
    .min(1)
    .max(2)
    .describe('Columns whose values make the groups, at most 500: two for two_way, else one.')
    .meta({ examples: [['channel']] }),
  design: z
    .enum(['one_way', 'two_way', 'repeated'])
    .default('one_way')
    .describe('one_way: groups of one factor, also when absent; two_way: two crossed factors; repeated: one factor within subjects.')
    .meta({ examples: ['one_way'] }),
  subject: text(1, 128)
    .optional()
    .describe('Column that tells subjects apart, for repeated, whose rows per subject and value are averaged; none when absent.')
    .meta({ examples: ['advertiser_addr'] }),
  ss_type: z
    .enum(['I', 'II', 'III'])
    .optional()
    .describe(
      'Sums of squares of two_way: I in the order of the factors, II after the other factor, III also after the interaction; II when absent.',
    )
    .meta({ examples: ['II'] }),
  cluster_by: text(1, 128)
    .optional()
    .describe('Column of one_way: rows of one of its values may depend on each other; the addresses when absent.')
    .meta({ examples: ['advertiser_addr'] }),
  alpha,
  post_hoc: z
    .array(
      z
        .enum(['tukey_kramer', 'games_howell', 'holm', 'bonferroni'])
        .describe(
          'tukey_kramer and games_howell (for unequal spreads) use the studentized range, holm and bonferroni adjust p-values of t-tests with the pooled spread.',
        ),
    )
    .max(4)
    .default([])
    .describe(
      'Comparisons of each pair of groups, for up to 20; repeated takes holm and bonferroni, on differences within subjects; none when absent.',
    )
    .meta({ examples: [['tukey_kramer']] }),
  welch: z
    .boolean()
    .default(false)
    .describe(
      'Whether Welch’s test for unequal spreads comes with one_way in any case; false when absent: then it comes where the spreads differ.',
    )
    .meta({ examples: [true] }),
  comparisons: whole()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('Number of tests that this one is part of, unitless: the p-values of the verdict are multiplied by it; 1 when absent.')
    .meta({ examples: [1], 'x-unit': 'unitless' }),
});

const optional = (what: string, unit: string) => z.number().describe(what).meta({ 'x-unit': unit }).optional();
const p = () => ratio().describe('Upper tail of the statistic, a ratio.').meta({ 'x-unit': 'ratio' }).optional();
const log10p = () =>
  z.number().max(0).describe('Decimal logarithm of p, also where p itself is below the range.').meta({ 'x-unit': 'unitless' }).optional();
const interval = (what: string) =>
  z
    .array(z.number().describe('Bound.').meta({ 'x-unit': 'of the response' }))
    .min(2)
    .max(2)
    .describe(what)
    .optional();

/** Schema of a statistical test in the result; earlier versions of the tool use it too. */
export const test = <Name extends string>(names: readonly [Name, ...Name[]], what: string) =>
  z.strictObject({
    test: z.enum(names).describe(what),
    statistic: optional(
      'F; chi-square of bartlett, kruskal_wallis, friedman and ljung_box; W of mauchly; |t| of hac and cluster.',
      'unitless',
    ),
    df: z
      .array(z.number().min(0).describe('Degrees of freedom.').meta({ 'x-unit': 'unitless' }))
      .max(2)
      .describe('Degrees of freedom of the statistic.'),
    p: p(),
    log10_p: log10p(),
  });

/** Schema of the verdict in the result; earlier versions of the tool use it too. */
export const Verdict = z
  .strictObject({
    conclusion: z
      .enum(['differs', 'provisional', 'not_shown', 'undecided', 'untested'])
      .describe(
        'differs; provisional: an assumption is in doubt that the design cannot do without; not_shown; undecided: the rows cannot tell, for a reason in doubt; untested: nothing varies within.',
      ),
    test: z
      .enum(['classic', 'welch', 'kruskal_wallis', 'greenhouse_geisser', 'huynh_feldt', 'hac', 'cluster'])
      .describe(
        'The test that the assumptions license: hac for rows that depend on those before, cluster for rows of one value of a column.',
      ),
    reason: text(1, 400).describe('Why it is this test, in words.'),
    doubt: text(1, 300).describe('Why it is undecided, in words.').optional(),
    effects: z
      .array(
        z.strictObject({
          source: text(1, 257).describe('Factor, or interaction as a:b.'),
          statistic: optional('F; chi-square of kruskal_wallis; |t| of hac and cluster.', 'unitless'),
          df: z
            .array(z.number().min(0).describe('Degrees of freedom.').meta({ 'x-unit': 'unitless' }))
            .max(2)
            .describe('Degrees of freedom of the statistic.'),
          p: p(),
          log10_p: log10p(),
          adjusted_p: ratio().describe('p times the number of comparisons, at most 1.').meta({ 'x-unit': 'ratio' }).optional(),
          omega_sq: optional('Size of the effect: share of the variance, corrected for chance; negative where F is below 1.', 'ratio'),
          differs: z.boolean().describe('Whether adjusted_p is below alpha.'),
        }),
      )
      .max(3)
      .describe('What the test says of each factor and of their interaction.'),
    comparisons: whole().min(1).describe('Number of tests that the p-values are adjusted for.').meta({ 'x-unit': 'unitless' }),
    sentence: text(1, 2000).describe('The conclusion as a sentence.'),
  })
  .describe('The conclusion, by the test that the assumptions license.');

export const Output = z.strictObject({
  verdict: Verdict,
  design: z.enum(['one_way', 'two_way', 'repeated']).describe('The design that was analysed.'),
  ss_type: z.enum(['I', 'II', 'III']).optional().describe('Type of the sums of squares of two_way.'),
  coding: z.enum(['sum']).optional().describe('How values of two_way are coded: to sum to zero, which type III rests on.'),
  sample_count: whole().describe('Rows with a finite response and a group.').meta({ 'x-unit': 'rows' }),
  rows_dropped: z
    .strictObject({
      missing: whole().describe('Rows without a response or group.').meta({ 'x-unit': 'rows' }),
      infinite: whole().describe('Rows with an infinite response.').meta({ 'x-unit': 'rows' }),
      incomplete: whole().optional().describe('Rows of subjects without every value of the factor.').meta({ 'x-unit': 'rows' }),
    })
    .describe('Selected rows that were left out, by reason.'),
  subjects: z
    .strictObject({
      used: whole().describe('Subjects with every value of the factor.').meta({ 'x-unit': 'subjects' }),
      dropped: whole().describe('Subjects without.').meta({ 'x-unit': 'subjects' }),
    })
    .optional()
    .describe('Subjects of repeated.'),
  table: z
    .array(
      z.strictObject({
        source: text(1, 257).describe('Factor, interaction as a:b, subject, or residual for what varies within groups.'),
        df: whole().describe('Degrees of freedom.').meta({ 'x-unit': 'unitless' }),
        sum_sq: z.number().min(0).describe('Sum of squares.').meta({ 'x-unit': 'square of the response' }),
        mean_sq: z.number().min(0).describe('Sum of squares over its degrees of freedom.').meta({ 'x-unit': 'square of the response' }),
        f: optional('Mean square over that of the residual.', 'unitless'),
        p: p(),
        log10_p: log10p(),
        eta_sq: optional('Share of the total sum of squares, a ratio.', 'ratio'),
        partial_eta_sq: optional('Share of its own and the residual sum of squares, a ratio.', 'ratio'),
        omega_sq: optional('The share corrected for chance, a ratio; negative where F is below 1.', 'ratio'),
      }),
    )
    .max(4)
    .describe('Analysis of variance, one row per source; never empty.'),
  groups: z
    .array(
      z.strictObject({
        group: text(0, 513).describe('Value of the factor, as text; values of a cell as a:b.'),
        levels: z.array(text(0, 256).describe('Value.')).max(2).optional().describe('Values of both factors of two_way.'),
        count: whole().describe('Rows of the group.').meta({ 'x-unit': 'rows' }),
        mean: z.number().describe('Mean response.').meta({ 'x-unit': 'of the response' }),
        sd: optional('Sample standard deviation, of repeated over subjects; absent with one row.', 'of the response'),
        confidence_interval: interval('Interval of the mean by the group’s own spread, low then high.'),
      }),
    )
    .max(500)
    .describe('Groups in the order of their values, one per value.'),
  post_hoc: z
    .array(
      z.strictObject({
        method: z.enum(['tukey_kramer', 'games_howell', 'holm', 'bonferroni']).describe('How the pair was compared.'),
        group_a: text(0, 513).describe('First group.'),
        group_b: text(0, 513).describe('Second group.'),
        difference: z.number().describe('Mean of the first less mean of the second.').meta({ 'x-unit': 'of the response' }),
        standard_error: z.number().min(0).describe('Standard error of the difference.').meta({ 'x-unit': 'of the response' }).optional(),
        confidence_interval: interval('Interval of the difference, adjusted for all pairs; low, then high; none for holm.'),
        p: ratio().describe('Adjusted p-value, a ratio.').meta({ 'x-unit': 'ratio' }).optional(),
      }),
    )
    .max(760)
    .describe('One entry per pair and method; empty when none was asked for.'),
  assumptions: z
    .array(
      test(
        ['levene', 'brown_forsythe', 'bartlett', 'mauchly', 'ljung_box', 'clusters'],
        'Equal spreads: levene by distances from means, brown_forsythe from medians, bartlett by variances; mauchly: sphericity; ljung_box: no dependence on rows before; clusters: no likeness within.',
      ),
    )
    .max(5)
    .describe('Tests of what F takes for granted, one per method.'),
  sphericity_corrections: z
    .array(
      z.strictObject({
        method: z.enum(['greenhouse_geisser', 'huynh_feldt']).describe('How epsilon was estimated.'),
        epsilon: ratio().describe('Factor of both degrees of freedom, at most 1.').meta({ 'x-unit': 'ratio' }),
        df: z
          .array(z.number().min(0).describe('Degrees of freedom.').meta({ 'x-unit': 'unitless' }))
          .max(2)
          .describe('Corrected degrees of freedom of F.'),
        p: p(),
        log10_p: log10p(),
      }),
    )
    .max(2)
    .optional()
    .describe('F of repeated, judged with fewer degrees of freedom; empty with two values.'),
  alternatives: z
    .array(
      test(
        ['welch', 'kruskal_wallis', 'friedman', 'hac', 'cluster'],
        'welch for unequal spreads; kruskal_wallis and friedman by ranks; hac and cluster for dependent rows: largest t of each group against all other rows, p of all by Simes.',
      ),
    )
    .max(4)
    .describe('The same question asked with fewer assumptions, one per method.'),
  dependence: z
    .strictObject({
      first_correlation: z.number().min(-1).max(1).describe('Correlation of neighbouring rows.').meta({ 'x-unit': 'ratio' }),
      effective_rows: z
        .number()
        .min(0)
        .describe('Independent rows that say as much, for the difference that has the fewest.')
        .meta({ 'x-unit': 'rows' }),
      cluster_by: text(1, 128).describe('Column of clusters.').optional(),
      clusters: whole().describe('Clusters.').meta({ 'x-unit': 'clusters' }).optional(),
    })
    .optional()
    .describe('Whether rows of one_way depend on each other.'),
});

export type Arguments = z.output<typeof Input>;
export type Analysis = z.output<typeof Output>;
