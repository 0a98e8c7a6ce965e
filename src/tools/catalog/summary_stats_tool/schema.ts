/** Input and output of version 1.0.0. A figure that does not exist for the data is absent, never a made-up number. */
import { ratio, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

export const Input = z.strictObject({
  columns: z
    .array(text(1, 128).describe('Name of a numeric column.'))
    .min(1)
    .max(32)
    .describe('Names of the numeric columns to describe, each once.')
    .meta({ examples: [['rssi', 'length']] }),
  group_by: z
    .array(text(1, 128).describe('Name of a column.'))
    .max(4)
    .default([])
    .describe('Columns whose values make groups; no groups when absent.')
    .meta({ examples: [['channel']] }),
  time_bucket_ms: z
    .int()
    .min(1)
    .max(31_536_000_000)
    .describe('Length of a time bucket in ms, from 0 of the clock; rows are not cut by time when absent.')
    .meta({ examples: [60_000], 'x-unit': 'ms' })
    .optional(),
  quantiles: z
    .array(ratio().describe('A probability.'))
    .max(32)
    .default([0.05, 0.25, 0.5, 0.75, 0.95])
    .describe('Probabilities of the quantiles, each a ratio; 0.05, 0.25, 0.5, 0.75 and 0.95 by default.')
    .meta({ examples: [[0.25, 0.5, 0.75]] }),
  quantile_type: z
    .int()
    .min(1)
    .max(9)
    .default(7)
    .describe('How quantiles lie between values, unitless: type 1 to 9 of Hyndman and Fan; 7 when absent.')
    .meta({ examples: [7], 'x-unit': 'unitless' }),
  correlation: z
    .enum(['none', 'pearson', 'spearman', 'kendall', 'all'])
    .default('none')
    .describe(
      'Which correlation of each pair of columns: none (when absent), pearson (linear), spearman (of ranks), kendall (tau-b of pairs) or all three.',
    )
    .meta({ examples: ['spearman'] }),
});

const figure = (what: string, unit = 'of the column') => z.number().describe(what).meta({ 'x-unit': unit }).optional();

const Figures = z.strictObject({
  count: whole().describe('Finite values, in rows.').meta({ 'x-unit': 'rows' }),
  missing: whole().describe('Rows without a value.').meta({ 'x-unit': 'rows' }),
  infinite: whole().describe('Rows with an infinite value, left out.').meta({ 'x-unit': 'rows' }),
  mean: figure('Arithmetic mean.'),
  sd: figure('Sample standard deviation (n − 1).'),
  variance: figure('Sample variance (n − 1).', 'square of the column'),
  skewness: figure('Third moment over the 1.5th power of the second, both with n.', 'unitless'),
  kurtosis: figure('Fourth moment over the square of the second, both with n, less 3.', 'unitless'),
  min: figure('Smallest value.'),
  max: figure('Largest value.'),
  quantiles: z
    .record(z.string(), z.number().describe('Quantile.').meta({ 'x-unit': 'of the column' }))
    .describe('Quantiles by probability.'),
  median: figure('Median.'),
  mad: figure('Median distance from the median, unscaled.'),
  trimmed_mean: figure('Mean without the tenth of the values at each end.'),
  mode: figure('Most frequent value, the smallest of several; absent when every value occurs once.'),
  entropy: figure('Shannon entropy of the distinct values.', 'bits'),
  autocorrelation_lag1: figure('Correlation of each value with the next one in the order of the rows.', 'unitless'),
  histogram: z
    .strictObject({
      edges: z
        .array(z.number().describe('Edge of a bin.').meta({ 'x-unit': 'of the column' }))
        .max(65)
        .describe('Edges of bins of equal width.'),
      counts: z
        .array(whole().describe('Values in the bin.').meta({ 'x-unit': 'rows' }))
        .max(64)
        .describe('Values per bin; the last bin holds its upper edge too.'),
    })
    .describe('Frequencies in bins; empty without values.'),
});

const byColumn = z.record(z.string(), Figures.describe('Figures of the column.'));

export const Output = z.strictObject({
  row_count: whole().describe('Selected rows.').meta({ 'x-unit': 'rows' }),
  columns: byColumn.describe('Figures over all selected rows, by column.'),
  groups: z
    .array(
      z.strictObject({
        key: z
          .record(z.string(), z.string().describe('Value, as text.'))
          .describe('Values that make the group; a missing one is left out.'),
        bucket_start_ms: z.int().describe('Start of the time bucket.').meta({ 'x-unit': 'ms' }).optional(),
        columns: byColumn.describe('Figures over the rows of the group, by column.'),
      }),
    )
    .max(200)
    .describe('Groups in the order of their keys; empty when none were asked for.'),
  group_count: whole().describe('Groups there are; more than are listed when the list is cut.').meta({ 'x-unit': 'groups' }),
  correlation: z
    .array(
      z.strictObject({
        method: z.enum(['pearson', 'spearman', 'kendall']).describe('Kind of correlation.'),
        column_a: text(1, 128).describe('First column.'),
        column_b: text(1, 128).describe('Second column.'),
        count: whole().describe('Rows that are complete in both.').meta({ 'x-unit': 'rows' }),
        coefficient: z
          .number()
          .min(-1)
          .max(1)
          .describe('The correlation; absent when a column is constant.')
          .meta({ 'x-unit': 'unitless' })
          .optional(),
        p: ratio().describe('Two-sided p-value against none, a ratio.').meta({ 'x-unit': 'ratio' }).optional(),
        log10_p: z
          .number()
          .max(0)
          .describe('Its decimal logarithm, also where p itself is below the range.')
          .meta({ 'x-unit': 'unitless' })
          .optional(),
      }),
    )
    .max(1488)
    .describe('One entry per pair and method; empty when none was asked for.'),
});

export type Arguments = z.output<typeof Input>;
export type Summary = z.output<typeof Output>;
export type Figures = z.output<typeof Figures>;
