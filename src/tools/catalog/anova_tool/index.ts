import { defineTool } from '../../definition.ts';
import { STATISTICS_TERMS } from '../terms.ts';
import examples from './examples.json';
import { postconditions } from './postconditions.ts';
import { Input, Output } from './schema.ts';

/** The tool for analysis of variance: with one factor, two crossed factors, or one factor within subjects. */
export const anovaTool = defineTool({
  manifest: {
    name: 'anova_tool',
    version: '1.2.0',
    kebab_name: 'compare-group-means',
    title: 'Analysis of variance',
    description:
      'Tests whether the mean of a numeric column differs between the groups of one or two other columns, or within subjects. Use it to learn whether channels, receivers or devices differ, and which of them. Do not use it to explain a column by numeric columns; statistical_regression_tool does that. Returns a verdict by the test whose assumptions hold, also for rows that depend on each other, the analysis of variance, group means, pairwise comparisons, and tests of assumptions.',
    long_description:
      'The response is numeric. The classic test assumes equal spreads; levene, brown_forsythe and bartlett test that, and welch and kruskal_wallis do not need it. The verdict names its test and why: Welch’s if spreads differ, a corrected F if sphericity is in doubt. Rows of one address, or that depend on those before, are not taken as independent in one_way: each group is tested against all other rows by errors that allow for it; where too few independent rows are left, it is undecided. two_way adds the interaction if every combination has rows. repeated compares values within subjects that have all of them. Pairwise comparisons are adjusted for their number. Rows without a response or group are left out and counted.',
    capabilities: ['one_way_anova', 'two_way_anova', 'repeated_measures_anova', 'post_hoc_comparison'],
    ...STATISTICS_TERMS,
    tags: ['statistics', 'anova'],
    columns: [
      { argument: 'response', holds: 'number' },
      { argument: 'factors[]', holds: 'any' },
      { argument: 'subject', holds: 'any' },
      { argument: 'cluster_by', holds: 'any' },
    ],
    error_codes: [
      {
        code: 'INVALID_VALUE',
        meaning: 'A column is missing, not numeric or constant, there are too many groups, or an argument does not fit the design.',
      },
      { code: 'INSUFFICIENT_DATA', meaning: 'Fewer than two groups or subjects, or no more complete rows than groups.' },
    ],
    preconditions: ['The response is a numeric column.'],
    fallback: 'summary_stats_tool',
    alternatives: ['summary_stats_tool', 'statistical_regression_tool'],
    confidence_semantics:
      'Confidence grows with the rows per group and the share of complete rows and falls when spreads differ or the verdict is undecided; it is not the probability that the means differ.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: [
      'verdict',
      'design',
      'ss_type',
      'coding',
      'sample_count',
      'rows_dropped',
      'subjects',
      'table',
      'groups',
      'post_hoc',
      'assumptions',
      'sphericity_corrections',
      'alternatives',
      'dependence',
    ],
  },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'anova_tool/rows_per_group@2',
    compute: (inputs) => {
      const perGroup = Number(inputs['rows']) / Number(inputs['groups']);
      const spread = inputs['equal_spreads'] === true ? 1 : 0.7;
      const decided = inputs['decided'] === false ? 0.5 : 1;
      return (perGroup / (perGroup + 10)) * (0.5 + 0.5 * Number(inputs['share_complete'])) * spread * decided;
    },
  },
  postconditions,
  examples: examples['1.2.0'],
  fallbackArguments: ({ response, factors }) => ({ columns: [response], group_by: factors }),
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
