import { text } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { statisticalRegressionTool as current } from './index.ts';
import { postconditions } from './postconditions.ts';
import { Input, Output } from './schema.ts';

/** Version 1.2.0 of the tool, the previous minor (R21): only the summary states the verdict, and features are significant by p alone. */
export const statisticalRegressionTool12 = defineTool({
  ...current,
  manifest: {
    ...current.manifest,
    version: '1.2.0',
    description:
      'Fits a linear model that explains one numeric column by others: least squares with powers, products, factors and weights. Use it to see which columns move together with a target and how strongly. Do not use it to compare group means only; anova_tool does that. Returns coefficients with errors, tests and intervals, the quality of the fit, diagnostics and predictions.',
    long_description:
      'Rows that lack a value are left out and counted. Terms that follow from others are taken out and named. The factorisation is a Householder QR, in double-double arithmetic for small or ill-conditioned data, so that polynomials of high degree keep their digits. Example: does the signal level depend on the channel, as a factor, and the square of the length? An association is not a cause.',
    columns: (current.manifest.columns ?? []).filter(({ argument }) => argument !== 'cluster_by'),
    deprecated: {
      since: '1.3.0',
      replacement: 'statistical_regression_tool',
      announcedOn: '2026-11-26',
      removalDate: '2027-06-01',
    },
  },
  input: Input.omit({ cluster_by: true, comparisons: true }),
  output: Output.omit({ verdict: true }).extend({
    standard_error_type: z.enum(['classic', 'HC0', 'HC1', 'HC2', 'HC3']).describe('Which standard errors, t and p those are.'),
    significant_features: z
      .array(text(1, 600).describe('A term.'))
      .max(264)
      .describe('Terms but the intercept with a p-value below alpha, smallest first; empty when there are none.'),
  }),
  redaction: { allow: current.redaction.allow.filter((path) => path !== 'verdict') },
  postconditions,
  examples: examples['1.2.0'],
  fallbackArguments: ({ target, features, categorical }) => ({
    columns: [...new Set([target, ...features.filter((name) => !Object.hasOwn(categorical, name))])].slice(0, 32),
  }),
  async run(args, context, capabilities) {
    const outcome = await current.run({ ...args, comparisons: 1 }, context, capabilities);
    if (outcome.status === 'error') return outcome;
    const { verdict: _, ...output } = outcome.structured_output;
    const significant_features = Object.entries(output.p_values)
      .filter(([name, p]) => name !== 'intercept' && p < args.alpha)
      .sort(([, a], [, b]) => a - b)
      .map(([name]) => name);
    return { ...outcome, structured_output: { ...output, significant_features } };
  },
});
