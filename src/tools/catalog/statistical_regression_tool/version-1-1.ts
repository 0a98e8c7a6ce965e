import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import { STATISTICS_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './v1/schema.ts';

/** Version 1.1.0, the previous minor (R21): straight lines with an intercept, in double. */
export const statisticalRegressionTool11 = defineTool({
  manifest: {
    name: 'statistical_regression_tool',
    version: '1.1.0',
    kebab_name: 'fit-linear-regression',
    title: 'Linear regression',
    description:
      'Fits a straight-line model that explains one numeric column by others, using ordinary least squares. Use it to see which columns move together with a target and how strongly. Do not use it to count rows; capture_overview does that. Returns coefficients, standard errors, p-values, intervals and the share of variance explained.',
    long_description:
      'Rows that lack a value in one of the columns are left out and counted. Large common levels and features that nearly depend on each other cost few digits (QR of the centred columns). A feature that follows from the others is named instead of dropped in silence. Example: does the signal level depend on the channel and the length of the packet? An association is not a cause.',
    capabilities: ['linear_regression'],
    ...STATISTICS_TERMS,
    tags: ['statistics', 'regression'],
    columns: [
      { argument: 'target', holds: 'number' },
      { argument: 'features[]', holds: 'number' },
    ],
    error_codes: [
      { code: 'INVALID_VALUE', meaning: 'A column is missing, not numeric, constant, or follows from the other features.' },
      { code: 'INSUFFICIENT_DATA', meaning: 'Fewer complete rows than the number of features plus two.' },
    ],
    preconditions: ['The target and the features are numeric columns.'],
    fallback: 'capture_overview',
    alternatives: ['capture_overview'],
    confidence_semantics:
      'Confidence grows with the number of complete rows per term and with the share of rows that are complete; it is not the probability that the model is true.',
    deprecated: {
      since: '1.2.0',
      replacement: 'statistical_regression_tool',
      announcedOn: '2026-11-22',
      removalDate: '2027-06-01',
    },
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: [
      'model',
      'sample_count',
      'incomplete_count',
      'r_squared',
      'adjusted_r_squared',
      'coefficients.*',
      'standard_errors.*',
      'p_values.*',
      'confidence_intervals',
      'significant_features[]',
      'degrees_of_freedom',
      'residual_standard_error',
    ],
  },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'statistical_regression_tool/rows_per_term@1',
    compute: (inputs) => {
      const perTerm = Number(inputs['rows']) / Number(inputs['terms']);
      return (perTerm / (perTerm + 10)) * (0.5 + 0.5 * Number(inputs['share_complete']));
    },
  },
  postconditions: [
    {
      id: 'terms-as-asked',
      description: 'There is one coefficient per feature and one for the intercept.',
      holds: (output, args) => Object.keys(output.coefficients).sort().join() === ['intercept', ...args.features].sort().join(),
    },
    {
      id: 'intervals-hold-estimates',
      description: 'Every interval contains its estimate.',
      holds: (output) =>
        Object.entries(output.confidence_intervals).every(
          ([name, [low = NaN, high = NaN]]) => low <= (output.coefficients[name] ?? NaN) && (output.coefficients[name] ?? NaN) <= high,
        ),
    },
  ],
  examples: examples['1.1.0'],
  fallbackArguments: () => ({ top: 10, time_bins: 20 }),
  run: async (args, _context, capabilities) => (await import('./v1/run.ts')).run(args, onStamps(capabilities)),
});
