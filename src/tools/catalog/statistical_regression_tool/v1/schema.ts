import { ratio, text, whole } from '../../../contract/identifiers.ts';
import { z } from '../../../contract/zod.ts';

/** Input and output of version 1.1.0: S0 §4 with what the later arguments make visible. */

export const Input = z.strictObject({
  operation: z
    .enum(['linear_regression'])
    .describe('What to compute; linear_regression is ordinary least squares with an intercept.')
    .meta({ examples: ['linear_regression'] }),
  target: text(1, 128)
    .describe('Name of the numeric column to explain.')
    .meta({ examples: ['rssi'] }),
  features: z
    .array(text(1, 128).describe('Name of a numeric column.'))
    .min(1)
    .max(64)
    .describe('Names of the numeric columns that explain it, each once and none of them the target.')
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
    .describe('Whether features are standardised to mean 0 and standard deviation 1 before fitting; false when absent.')
    .meta({ examples: [false] }),
});

const byTerm = (what: string, unit: string) =>
  z.record(z.string(), z.number().describe(`${what} of the term.`).meta({ 'x-unit': unit })).describe(`${what} by term.`);

const Interval = z
  .array(z.number().describe('Bound.').meta({ 'x-unit': 'target units per feature unit' }))
  .min(2)
  .max(2);

export const Output = z.strictObject({
  model: z.enum(['linear_regression']).describe('The model that was fitted.'),
  sample_count: whole().describe('Rows with a finite value in every column, in rows.').meta({ 'x-unit': 'rows' }),
  incomplete_count: whole().describe('Selected rows that lack a value and were left out, in rows.').meta({ 'x-unit': 'rows' }),
  r_squared: ratio().describe('Share of the variance of the target that the model explains, a ratio.').meta({ 'x-unit': 'ratio' }),
  adjusted_r_squared: z.number().max(1).describe('The same, corrected for the number of features, a ratio.').meta({ 'x-unit': 'ratio' }),
  coefficients: byTerm('Estimate', 'target units per feature unit'),
  standard_errors: byTerm('Standard error', 'target units per feature unit'),
  p_values: byTerm('Two-sided p-value against 0', 'ratio'),
  confidence_intervals: z.record(z.string(), Interval.describe('Low, then high.')).describe('Intervals of coverage 1 − alpha by term.'),
  significant_features: z
    .array(text(1, 128).describe('A feature.'))
    .describe('Features with a p-value below alpha, smallest first; empty when there are none.'),
  degrees_of_freedom: whole().describe('Rows less the number of terms, unitless.').meta({ 'x-unit': 'unitless' }),
  residual_standard_error: z
    .number()
    .min(0)
    .describe('Standard deviation of what is left, in units of the target.')
    .meta({ 'x-unit': 'target units' }),
});

export type Arguments = z.output<typeof Input>;
export type Fit = z.output<typeof Output>;
