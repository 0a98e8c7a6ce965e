import { z } from '../../contract/zod.ts';
import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { postconditions } from './postconditions.ts';
import { anovaTool11 as current } from './version-1-1.ts';

/** Version 1.0.0, the previous minor (R21): the verdict is in the summary only, and p-values are those of one test. */
export const anovaTool10 = defineTool({
  ...current,
  manifest: {
    ...current.manifest,
    version: '1.0.0',
    description:
      'Tests whether the mean of a numeric column differs between the groups of one or two other columns, or within subjects. Use it to learn whether channels, receivers or devices differ, and which of them. Do not use it to explain a column by numeric columns; statistical_regression_tool does that. Returns the analysis of variance, group means, pairwise comparisons, and tests of assumptions.',
    long_description:
      'The response is numeric. The classic test assumes equal spreads; levene, brown_forsythe and bartlett test that, and welch and kruskal_wallis do not need it. two_way adds the interaction if every combination has rows. repeated compares values within subjects that have all of them, and corrects for a lack of sphericity. Pairwise comparisons are adjusted for their number. Rows without a response or group are left out and counted.',
    deprecated: { since: '1.1.0', replacement: 'anova_tool', announcedOn: '2026-11-25', removalDate: '2027-06-01' },
  },
  input: current.input.omit({ comparisons: true }).extend({
    welch: z
      .boolean()
      .default(false)
      .describe('Whether Welch’s test for unequal spreads stands beside that of one_way; false when absent.')
      .meta({ examples: [true] }),
  }),
  output: current.output.omit({ verdict: true }),
  redaction: { allow: current.redaction.allow.filter((path) => path !== 'verdict') },
  postconditions,
  examples: examples['1.0.0'],
  fallbackArguments: ({ response, factors }) => ({ columns: [response], group_by: factors }),
  async run(args, context, capabilities) {
    const outcome = await current.run({ ...args, comparisons: 1 }, context, capabilities);
    if (outcome.status === 'error') return outcome;
    const { verdict: _, ...output } = outcome.structured_output;
    return { ...outcome, structured_output: output };
  },
});
