/** Input and output of version 1.3.0. A figure that does not exist for the data is absent. Maps are keyed by term. */
import { ratio, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { modelArguments } from '../model-arguments.ts';

const column = (what: string) => text(1, 128).describe(what);

export const Input = z.strictObject({
  operation: z
    .enum(['linear_regression'])
    .describe('What to compute; linear_regression is least squares.')
    .meta({ examples: ['linear_regression'] }),
  target: column('Name of the numeric column to explain.').meta({ examples: ['rssi'] }),
  features: z
    .array(column('Name of a column; not numeric ones need an entry in categorical.'))
    .min(1)
    .max(64)
    .describe('Names of the columns that explain it, each once and none of them the target.')
    .meta({ examples: [['channel', 'length']] }),
  alpha: z
    .number()
    .min(0.0001)
    .max(0.5)
    .default(0.05)
    .describe('Significance level, a ratio: p-values below it count as significant, intervals cover 1 − alpha; 0.05 when absent.')
    .meta({ examples: [0.05], 'x-unit': 'ratio' }),
  normalize: z
    .boolean()
    .default(false)
    .describe('Whether numeric terms are centred and brought to standard deviation 1 before the fit; false when absent.')
    .meta({ examples: [false] }),
  intercept: modelArguments.intercept,
  weights: column('Name of the numeric column of weights, above 0; all rows weigh the same when absent.')
    .optional()
    .meta({ examples: ['length'] }),
  terms: modelArguments.terms,
  categorical: modelArguments.categorical,
  robust_se: z
    .enum(['HC0', 'HC1', 'HC2', 'HC3'])
    .describe(
      'Standard errors that allow unequal variances, classic ones when absent: HC0 squares of residuals, HC1 times n / df, HC2 over 1 − leverage, HC3 over its square.',
    )
    .optional()
    .meta({ examples: ['HC3'] }),
  cluster_by: modelArguments.cluster_by,
  comparisons: modelArguments.comparisons,
  precision: z
    .enum(['auto', 'double', 'exact'])
    .default('auto')
    .describe('Arithmetic: exact is double-double, double is faster, auto takes exact for small or ill-conditioned data; auto when absent.')
    .meta({ examples: ['auto'] }),
  predict_at: modelArguments.predict_at,
  missing: z
    .enum(['drop', 'error'])
    .default('drop')
    .describe('What rows without a value do: drop leaves them out and counts them, error fails the call; drop when absent.')
    .meta({ examples: ['drop'] }),
  max_rows: modelArguments.max_rows,
});

const figure = (what: string, unit: string) => z.number().describe(what).meta({ 'x-unit': unit });
const byTerm = (what: string, unit: string) => z.record(z.string(), figure(`${what} of the term.`, unit)).describe(`${what} by term.`);
const p = () => ratio().describe('Tail of the statistic, a ratio.').meta({ 'x-unit': 'ratio' }).optional();
const log10p = () => z.number().max(0).describe('Decimal logarithm of p.').meta({ 'x-unit': 'unitless' }).optional();
const bounds = (what: string) => z.array(figure('Bound.', 'of the estimate')).min(2).max(2).describe(what);
const test = (what: string) =>
  z
    .strictObject({
      statistic: figure('The statistic.', 'unitless').optional(),
      df: whole().describe('Degrees of freedom.').meta({ 'x-unit': 'unitless' }),
      p: p(),
      log10_p: log10p(),
    })
    .describe(what);

const verdict = z
  .strictObject({
    conclusion: z
      .enum(['related', 'undecided', 'not_shown'])
      .describe('related: a term is; undecided: none is, but the data cannot tell of one; not_shown: neither.'),
    test: z
      .enum(['classic', 'HC0', 'HC1', 'HC2', 'HC3', 'hac', 'cluster', 'hac_and_cluster'])
      .describe(
        'The errors that the residuals license: classic; HC0 to HC3 for unequal variances; hac for rows that depend on those before; cluster for rows of one value of a column (CR2); hac_and_cluster for the larger p of both.',
      ),
    reason: text(1, 400).describe('Why it is this test, in words.'),
    effects: z
      .array(
        z.strictObject({
          term: text(1, 600).describe('The term.'),
          estimate: figure('Its coefficient.', 'target units per term unit'),
          standard_error: z
            .number()
            .min(0)
            .describe('Standard error of the test.')
            .meta({ 'x-unit': 'target units per term unit' })
            .optional(),
          statistic: figure('Student’s t of the test.', 'unitless').optional(),
          df: z.number().min(0).describe('Degrees of freedom of the test.').meta({ 'x-unit': 'unitless' }),
          p: p(),
          log10_p: log10p(),
          adjusted_p: ratio().describe('p after Holm over the terms, times comparisons.').meta({ 'x-unit': 'ratio' }).optional(),
          interval: bounds('Low, then high, of coverage 1 − alpha by the test.').optional(),
          standardized: figure('Slope in standard deviations.', 'unitless').optional(),
          effective_rows: z
            .number()
            .min(0)
            .describe('Independent rows, or clusters, that say as much about the term; absent where rows are independent.')
            .meta({ 'x-unit': 'rows' })
            .optional(),
          conclusion: z
            .enum(['related', 'undecided', 'not_shown'])
            .describe('related: adjusted_p is below alpha; undecided: too few independent rows, or it hangs on one row.'),
        }),
      )
      .max(264)
      .describe('What the test says of each term but the intercept.'),
    comparisons: whole().min(1).describe('Number of fits that the p-values are adjusted for.').meta({ 'x-unit': 'unitless' }),
    sentence: text(1, 2000).describe('The conclusion as a sentence.'),
  })
  .describe('The conclusion, by the errors that the residuals license.');

export const Output = z.strictObject({
  verdict,
  model: z.enum(['linear_regression']).describe('The model that was fitted.'),
  sample_count: whole().describe('Rows that were used, in rows.').meta({ 'x-unit': 'rows' }),
  incomplete_count: whole().describe('Selected rows that were left out, in rows.').meta({ 'x-unit': 'rows' }),
  rows_dropped: z
    .strictObject({
      missing: whole().describe('Rows that lack a value.').meta({ 'x-unit': 'rows' }),
      infinite: whole().describe('Rows with an infinite value.').meta({ 'x-unit': 'rows' }),
      unweighted: whole().describe('Rows whose weight is 0.').meta({ 'x-unit': 'rows' }),
    })
    .describe('Selected rows that were left out, by reason.'),
  r_squared: ratio()
    .describe('Share of the spread of the target that the model explains, about the mean with an intercept and about 0 without.')
    .meta({ 'x-unit': 'ratio' }),
  adjusted_r_squared: z.number().max(1).describe('The same, corrected for the terms.').meta({ 'x-unit': 'ratio' }),
  coefficients: byTerm('Estimate', 'target units per term unit'),
  unscaled_coefficients: byTerm('Estimate in the units of the data', 'target units per term unit').optional(),
  standardized_coefficients: byTerm('Slope in standard deviations', 'unitless'),
  standard_errors: byTerm('Standard error', 'target units per term unit'),
  standard_error_type: z
    .enum(['classic', 'HC0', 'HC1', 'HC2', 'HC3'])
    .describe('Which standard errors, t and p stand by term, as robust_se asks; those of the verdict may be others.'),
  t_values: byTerm('Student’s t', 'unitless'),
  p_values: z
    .record(z.string(), ratio().describe('Two-sided p-value of the term.').meta({ 'x-unit': 'ratio' }))
    .describe('Two-sided p-values against 0 by term.'),
  log10_p_values: z
    .record(z.string(), z.number().max(0).describe('Decimal logarithm of p.').meta({ 'x-unit': 'unitless' }))
    .describe('Decimal logarithms of the p-values by term, also below the range of p.'),
  confidence_intervals: z.record(z.string(), bounds('Low, then high.')).describe('Intervals of coverage 1 − alpha by term, low then high.'),
  significant_features: z
    .array(text(1, 600).describe('A term.'))
    .max(264)
    .describe('Terms that the verdict calls related, smallest p first; empty when there are none.'),
  df_model: whole().describe('Terms but the intercept.').meta({ 'x-unit': 'unitless' }),
  degrees_of_freedom: whole().describe('The same as df_residual.').meta({ 'x-unit': 'unitless' }),
  df_residual: whole().describe('Rows less terms.').meta({ 'x-unit': 'unitless' }),
  residual_standard_error: z.number().min(0).describe('Spread of what is left.').meta({ 'x-unit': 'target units' }),
  f_statistic: figure('F of all terms together; absent when nothing is left to compare with.', 'unitless').optional(),
  f_p_value: p(),
  f_log10_p: log10p(),
  aic: figure('Akaike’s criterion; the variance counts as a parameter.', 'unitless').optional(),
  bic: figure('Bayesian criterion; the variance counts as a parameter.', 'unitless').optional(),
  condition_number: z
    .number()
    .min(1)
    .describe('Ratio of the singular values of the terms at unit length; large where terms nearly depend on each other.')
    .meta({ 'x-unit': 'unitless' }),
  vif: byTerm('Variance inflation', 'unitless'),
  durbin_watson: figure('Of residuals in the order of the rows; near 2 without correlation.', 'unitless').optional(),
  breusch_pagan: test('Equal variances, studentised after Koenker; without figures for weights or no intercept.'),
  jarque_bera: test('Normal residuals.'),
  influence: z
    .array(
      z.strictObject({
        row: whole().describe('Position among the used rows, from 0.').meta({ 'x-unit': 'rows' }),
        leverage: ratio().describe('Leverage, a ratio.').meta({ 'x-unit': 'ratio' }),
        cooks_distance: z.number().min(0).describe('Cook’s distance.').meta({ 'x-unit': 'unitless' }),
        studentized_residual: figure('Externally studentised.', 'unitless').optional(),
      }),
    )
    .max(10)
    .describe('The rows of the largest Cook’s distances, largest first; empty without residuals.'),
  predictions: z
    .array(
      z.strictObject({
        fit: figure('Predicted target.', 'target units'),
        standard_error: z.number().min(0).describe('Of the mean there.').meta({ 'x-unit': 'target units' }),
        confidence_interval: bounds('Of the mean, low then high.'),
        prediction_interval: bounds('Of a new row of weight 1, low then high.'),
      }),
    )
    .max(100)
    .describe('One per place of predict_at, in its order.'),
  points: z
    .array(
      z.strictObject({
        fitted: figure('Fitted target.', 'target units'),
        residual: figure('Residual.', 'target units'),
        standardized: figure('Residual over its own standard error.', 'unitless').optional(),
      }),
    )
    .max(1000)
    .describe('Evenly spaced rows for plots; never empty.'),
  dropped_columns: z
    .array(
      z.strictObject({
        term: text(1, 600).describe('The term.'),
        reason: z.enum(['constant', 'dependent']).describe('constant: no spread; dependent: follows from the terms before it.'),
      }),
    )
    .max(264)
    .describe('Terms that were taken out, as they cannot be told from the others; empty when there are none.'),
  algorithm: z.enum(['householder_qr', 'double_double_householder_qr']).describe('The factorisation, block by block of 32768 rows.'),
  precision: z.enum(['double', 'exact']).describe('The arithmetic that was used.'),
});

export type Arguments = z.output<typeof Input>;
export type Fit = z.output<typeof Output>;
