import { z } from '../contract/zod.ts';

/** Schema of the argument `alpha`, shared by tools that run tests. */
export const alpha = z
  .number()
  .min(0.0001)
  .max(0.5)
  .default(0.05)
  .describe('Significance level, a ratio: intervals cover 1 − alpha; 0.05 when absent.')
  .meta({ examples: [0.05], 'x-unit': 'ratio' });
