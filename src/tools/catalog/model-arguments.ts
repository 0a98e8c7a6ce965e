/** Schemas of arguments that all tools share which fit a model of columns. */
import { text, whole } from '../contract/identifiers.ts';
import { z } from '../contract/zod.ts';

const column = (what: string) => text(1, 128).describe(what);

export const modelArguments = {
  intercept: z
    .boolean()
    .default(true)
    .describe('Whether the model has a constant; true when absent.')
    .meta({ examples: [true] }),
  terms: z
    .array(
      z.strictObject({
        columns: z
          .array(column('Name of a numeric column.'))
          .min(1)
          .max(4)
          .describe('Columns that are multiplied.')
          .meta({ examples: [['length']] }),
        powers: z
          .array(z.int().min(1).max(20).describe('Power of the column, unitless.').meta({ 'x-unit': 'unitless' }))
          .min(1)
          .max(4)
          .describe('One power per column.')
          .meta({ examples: [[2]] }),
      }),
    )
    .max(64)
    .default([])
    .describe('Polynomial terms and interactions beside the features, as a^2 or a:b; none when absent.')
    .meta({ examples: [[{ columns: ['length'], powers: [2] }]] }),
  categorical: z
    .record(
      z.string(),
      z.strictObject({
        coding: z
          .enum(['treatment', 'sum'])
          .describe('treatment compares each level with the reference, sum with the mean of the levels.')
          .meta({ examples: ['treatment'] }),
        reference: text(0, 256)
          .describe('The level without a term of its own; the first one when absent.')
          .optional()
          .meta({ examples: ['37'] }),
      }),
    )
    .default({})
    .describe('Features whose values are levels of a factor, by name; none when absent.')
    .meta({ examples: [{ channel: { coding: 'treatment' } }] }),
  predict_at: z
    .array(z.record(z.string(), z.unknown()).describe('A value for every column of the model, by name.'))
    .max(100)
    .default([])
    .describe('Places at which to predict; none when absent.')
    .meta({ examples: [[{ channel: 37, length: 20 }]] }),
  cluster_by: column(
    'Name of a column: rows of one of its values may depend on each other; the addresses when absent, where residuals show it.',
  )
    .optional()
    .meta({ examples: ['advertiser_addr'] }),
  comparisons: whole()
    .min(1)
    .max(1_000_000)
    .default(1)
    .describe('Number of fits that this one is part of, unitless: the p-values of the verdict are multiplied by it; 1 when absent.')
    .meta({ examples: [1], 'x-unit': 'unitless' }),
  max_rows: z
    .int()
    .min(3)
    .max(1_000_000_000)
    .describe('How many selected rows to read at most, in rows; all of them when absent.')
    .optional()
    .meta({ examples: [1_000_000], 'x-unit': 'rows' }),
};
