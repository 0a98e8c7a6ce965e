import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import { STATISTICS_TERMS } from '../terms.ts';
import examples from './examples.json';
import { postconditions } from './postconditions.ts';
import { Input, Output } from './schema.ts';

/** Linear regression over the selected rows (S0 §4). */
export const statisticalRegressionTool = defineTool({
  manifest: {
    name: 'statistical_regression_tool',
    version: '1.3.0',
    kebab_name: 'fit-linear-regression',
    title: 'Linear regression',
    description:
      'Fits a linear model that explains one numeric column by others: least squares with powers, products, factors and weights. Use it to see which columns move together with a target and how strongly. Do not use it to compare group means only; anova_tool does that. Returns the verdict by the errors that the residuals license, coefficients with intervals, the quality of the fit, diagnostics and predictions.',
    long_description:
      'Rows that lack a value are left out and counted. Terms that follow from others are taken out and named. The factorisation is a Householder QR, in double-double arithmetic for small or ill-conditioned data, so that polynomials of high degree keep their digits. The verdict takes errors for dependent rows (HAC), for clusters such as addresses (CR2), or for unequal variances (HC3), where residuals show them. Its p-values are adjusted for the number of terms. It is undecided where too few independent rows are left. Example: does the signal level depend on the channel, as a factor, and the square of the length? An association is not a cause.',
    capabilities: ['linear_regression'],
    ...STATISTICS_TERMS,
    tags: ['statistics', 'regression'],
    columns: [
      { argument: 'target', holds: 'number' },
      { argument: 'features[]', holds: 'number_or_level' },
      { argument: 'weights', holds: 'number' },
      { argument: 'cluster_by', holds: 'any' },
      { argument: 'terms[].columns[]', holds: 'number' },
    ],
    error_codes: [
      { code: 'INVALID_VALUE', meaning: 'A column is missing, not numeric or constant, or a term, level or place cannot be.' },
      { code: 'INSUFFICIENT_DATA', meaning: 'No more complete rows than terms.' },
    ],
    preconditions: ['The target is a numeric column; features are numeric or named in categorical.'],
    fallback: 'summary_stats_tool',
    alternatives: ['anova_tool', 'summary_stats_tool'],
    confidence_semantics:
      'Confidence grows with the complete rows per term and the share of rows that are complete, and falls when terms nearly depend on each other, variances are unequal or neighbouring residuals go together; it is not the probability that the model is true.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: [
      'verdict',
      'model',
      'sample_count',
      'incomplete_count',
      'rows_dropped',
      'r_squared',
      'adjusted_r_squared',
      'coefficients',
      'unscaled_coefficients',
      'standardized_coefficients',
      'standard_errors',
      'standard_error_type',
      't_values',
      'p_values',
      'log10_p_values',
      'confidence_intervals',
      'significant_features',
      'df_model',
      'degrees_of_freedom',
      'df_residual',
      'residual_standard_error',
      'f_statistic',
      'f_p_value',
      'f_log10_p',
      'aic',
      'bic',
      'condition_number',
      'vif',
      'durbin_watson',
      'breusch_pagan',
      'jarque_bera',
      'influence',
      'predictions',
      'points',
      'dropped_columns',
      'algorithm',
      'precision',
    ],
  },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'statistical_regression_tool/rows_and_assumptions@2',
    compute: (inputs) => {
      const perTerm = Number(inputs['rows']) / Number(inputs['terms']);
      const conditioned = Number(inputs['condition_number']) > 1e7 ? 0.7 : 1;
      const assumed = (inputs['equal_variances'] === true ? 1 : 0.85) * (inputs['uncorrelated'] === true ? 1 : 0.85);
      return (perTerm / (perTerm + 10)) * (0.5 + 0.5 * Number(inputs['share_complete'])) * conditioned * assumed;
    },
  },
  postconditions: [
    ...postconditions,
    {
      id: 'verdict-and-terms-agree',
      description: 'The significant features are the terms that the verdict calls related.',
      holds: ({ verdict, significant_features }) =>
        verdict.effects.filter(({ conclusion }) => conclusion === 'related').length === significant_features.length &&
        (verdict.conclusion === 'related') === significant_features.length > 0,
    },
  ],
  examples: examples['1.3.0'],
  fallbackArguments: ({ target, features, categorical }) => ({
    columns: [...new Set([target, ...features.filter((name) => !Object.hasOwn(categorical, name))])].slice(0, 32),
  }),
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, onStamps(capabilities)),
});
