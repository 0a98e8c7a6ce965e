import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import { STATISTICS_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Descriptive statistics of numeric columns. */
export const summaryStatsTool = defineTool({
  manifest: {
    name: 'summary_stats_tool',
    version: '1.0.0',
    kebab_name: 'describe-columns',
    title: 'Summary statistics',
    description:
      'Describes numeric columns by mean, spread, shape, quantiles and histogram, for all rows, by group and by time bucket. Use it to learn how values are distributed and which columns go together. Do not use it to compare groups by a test; anova_tool does that. Returns figures by column, groups, and correlations with p-values.',
    long_description:
      'Missing and infinite values are left out and counted. A figure that does not exist, such as the spread of one value, is absent. Sums are accurate to about 32 digits, so that a large common offset costs no precision. Autocorrelation follows the order of the rows.',
    capabilities: ['descriptive_statistics', 'correlation'],
    ...STATISTICS_TERMS,
    tags: ['statistics', 'summary'],
    columns: [
      { argument: 'columns[]', holds: 'number' },
      { argument: 'group_by[]', holds: 'any' },
    ],
    error_codes: [
      { code: 'INVALID_VALUE', meaning: 'A column is missing, named twice or not numeric, or the rows have no time for buckets.' },
      { code: 'INSUFFICIENT_DATA', meaning: 'No column holds a finite value in the selection.' },
    ],
    preconditions: ['The described columns are numeric.'],
    fallback: 'capture_overview',
    alternatives: ['capture_overview', 'anova_tool'],
    confidence_semantics:
      'Confidence grows with the number of values of the emptiest column and with the share of values present; it is not a probability.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['row_count', 'columns', 'groups', 'group_count', 'correlation'] },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'summary_stats_tool/values_present@1',
    compute: (inputs) => {
      const count = Number(inputs['least_count']);
      return (count / (count + 10)) * Number(inputs['share_present']);
    },
  },
  postconditions: [
    {
      id: 'columns-as-asked',
      description: 'There is one entry per column.',
      holds: (output, args) => Object.keys(output.columns).sort().join() === [...args.columns].sort().join(),
    },
    {
      id: 'rows-add-up',
      description: 'Values, missing and infinite ones of every column are the selected rows.',
      holds: ({ columns, row_count }) =>
        Object.values(columns).every(({ count, missing, infinite }) => count + missing + infinite === row_count),
    },
  ],
  examples: examples['1.0.0'],
  fallbackArguments: () => ({ top: 10, time_bins: 20 }),
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, onStamps(capabilities)),
});
