import { defineTool } from '../../definition.ts';
import { STATISTICS_TERMS } from '../terms.ts';
import { confidenceOf } from './confidence.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Fits a logistic regression of a column of two values, or a Poisson regression of counts. */
export const generalizedLinearTool = defineTool({
  manifest: {
    name: 'generalized_linear_tool',
    version: '1.0.0',
    kebab_name: 'fit-generalized-linear-model',
    title: 'Logistic and Poisson regression',
    description:
      'Explains a column of two values (logistic regression) or a count (Poisson regression) by other columns: numbers, factors, products, offset, weights. Use it to see what raises the odds of a value or a rate, and by how much. Do not use it for a target that is measured on a scale; statistical_regression_tool does that. Returns the verdict by the test that the data license, odds or rate ratios with intervals, likelihood-ratio tests, separation, dispersion and predictions.',
    long_description:
      'Rows that lack a value are left out and counted. Each term is tested by the fit without it, because Wald’s test loses power as effects grow. Counts that spread more than Poisson are tested over their dispersion, dependent rows with errors that allow for rows close in time, or for clusters such as addresses. Where terms tell values of the target apart without fault, no estimate is finite: a linear program finds these terms, and penalty firth fits them. Steps are Newton’s in the basis of a Householder QR, the last ones in double-double for small or ill-conditioned data. Example: do the odds of a broken checksum rise with a weaker signal, and by channel? An association is not a cause.',
    capabilities: ['logistic_regression', 'poisson_regression', 'firth_regression', 'separation_detection'],
    ...STATISTICS_TERMS,
    tags: ['statistics', 'regression'],
    columns: [
      { argument: 'target', holds: 'any' },
      { argument: 'features[]', holds: 'number_or_level' },
      { argument: 'offset', holds: 'number' },
      { argument: 'weights', holds: 'number' },
      { argument: 'cluster_by', holds: 'any' },
      { argument: 'terms[].columns[]', holds: 'number' },
    ],
    error_codes: [
      {
        code: 'INVALID_VALUE',
        meaning: 'A column is missing or does not hold what its argument needs, or a term, level or place cannot be.',
      },
      { code: 'INSUFFICIENT_DATA', meaning: 'Too few complete rows, or only one value of the target among them.' },
    ],
    preconditions: [
      'The target has two values (logistic) or whole numbers of 0 and above (poisson); features are numeric or named in categorical.',
    ],
    fallback: 'summary_stats_tool',
    alternatives: ['statistical_regression_tool', 'statistical_comparison_tool', 'survival_tool'],
    confidence_semantics:
      'Confidence is highest where p is far below alpha, lower with few events by coefficient, and lowest where the verdict is undecided; it is not the probability that the model is true.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: [
      'verdict',
      'family',
      'modelled_value',
      'sample_count',
      'weighted_count',
      'event_count',
      'rows_dropped',
      'coefficients',
      'whole_model',
      'deviance',
      'null_deviance',
      'df_residual',
      'log_likelihood',
      'aic',
      'bic',
      'dispersion',
      'overdispersion',
      'separation',
      'predictions',
      'condition_number',
      'iterations',
      'penalty',
      'precision',
    ],
  },
  requires: ['captures', 'query', 'kernels'],
  confidence: { method: 'generalized_linear_tool/conclusion_p_and_events@1', compute: confidenceOf },
  postconditions: [
    {
      id: 'verdict-is-licensed',
      description: 'A term is related where its adjusted p is below alpha, and nowhere else.',
      holds: ({ verdict: { effects } }, { alpha }) =>
        effects.every(({ conclusion, adjusted_p = 1 }) => conclusion !== 'related' || adjusted_p < alpha),
    },
    {
      id: 'intervals-hold-estimates',
      description: 'Every interval contains its estimate.',
      holds: ({ coefficients }) =>
        coefficients.every(
          ({ estimate, confidence_interval: [low, high] = [] }) =>
            estimate === undefined || low === undefined || high === undefined || (low <= estimate && estimate <= high),
        ),
    },
    {
      id: 'separation-has-no-estimates',
      description: 'Separated rows have estimates with a penalty only.',
      holds: ({ separation, coefficients, penalty }) =>
        separation === undefined || penalty === 'firth' || coefficients.every(({ estimate }) => estimate === undefined),
    },
  ],
  examples: examples['1.0.0'],
  fallbackArguments: ({ features, categorical }) => ({
    columns: [...new Set(features.filter((name) => !Object.hasOwn(categorical, name)))].slice(0, 32),
  }),
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
