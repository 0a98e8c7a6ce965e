import { defineTool } from '../../definition.ts';
import { STATISTICS_TERMS } from '../terms.ts';
import examples from './examples.json';
import { confidenceOf } from './confidence.ts';
import { Input, Output } from './schema.ts';

/** Tests of one or two samples and of tables of counts. */
export const statisticalComparisonTool = defineTool({
  manifest: {
    name: 'statistical_comparison_tool',
    version: '1.0.0',
    kebab_name: 'compare-samples',
    title: 'Comparison of two groups',
    description:
      'Compares one or two samples, pairs, shares or tables of counts: t tests, equivalence, ranks, chi-square, exact tests. Use it to learn whether two groups differ, whether a mean or share is some value, or whether two columns of categories go together. Do not use it for three or more groups of numbers; anova_tool does that. Returns the verdict of the test that the data license, every other test, effect sizes with intervals, and tests of assumptions.',
    long_description:
      'The verdict names the test and why: Welch’s t test; tests by ranks where few values are far from normal or one row carries them; Fisher’s test where few rows are expected. Rows of one address are not taken as independent: errors are by cluster (CR2), and for rows that depend on those before they are HAC. Where too few independent rows or addresses are left, or the difference is reversed within the values of another column, it is undecided. With margin it tests equivalence by two one-sided tests. p is exact for up to 100 rows of ranks and for counts.',
    capabilities: ['two_sample_test', 'paired_test', 'equivalence_test', 'contingency_table', 'proportion_test'],
    ...STATISTICS_TERMS,
    tags: ['statistics', 'hypothesis-test'],
    columns: [
      { argument: 'response', holds: 'number' },
      { argument: 'paired_with', holds: 'number' },
      { argument: 'outcome', holds: 'any' },
      { argument: 'factor', holds: 'any' },
      { argument: 'cluster_by', holds: 'any' },
    ],
    error_codes: [
      {
        code: 'INVALID_VALUE',
        meaning: 'A column is missing or not numeric, a value is not there, or an argument does not fit the design.',
      },
      { code: 'INSUFFICIENT_DATA', meaning: 'Fewer than two complete rows, groups or values.' },
    ],
    preconditions: ['The response is a numeric column; outcome and factor have at most 50 values each.'],
    fallback: 'summary_stats_tool',
    alternatives: ['anova_tool', 'summary_stats_tool', 'statistical_regression_tool'],
    confidence_semantics:
      'Confidence is highest where p is far below alpha, lower where it is near, and lowest where the verdict is undecided; it is not the probability that the groups differ.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: [
      'verdict',
      'design',
      'sample_count',
      'rows_dropped',
      'groups',
      'tests',
      'effects',
      'table',
      'assumptions',
      'dependence',
      'reversal',
    ],
  },
  requires: ['captures', 'query', 'kernels'],
  confidence: { method: 'statistical_comparison_tool/conclusion_and_p@1', compute: confidenceOf },
  postconditions: [
    {
      id: 'rows-add-up',
      description: 'The groups hold every row that was compared.',
      holds: ({ groups, sample_count }) => groups.reduce((sum, { count }) => sum + count, 0) === sample_count,
    },
    {
      id: 'verdict-is-licensed',
      description: 'A difference is concluded where the adjusted p of the test of the verdict is below alpha, and nowhere else.',
      holds: ({ verdict: { conclusion, adjusted_p } }, { alpha }) =>
        (conclusion !== 'differs' && conclusion !== 'equivalent') || (adjusted_p !== undefined && adjusted_p < alpha),
    },
  ],
  examples: examples['1.0.0'],
  fallbackArguments: ({ response, factor }) => ({
    ...(response !== undefined && { columns: [response] }),
    ...(factor !== undefined && { group_by: [factor] }),
  }),
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
