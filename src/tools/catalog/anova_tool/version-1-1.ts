import { text } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { anovaTool as current } from './index.ts';
import { postconditions } from './postconditions.ts';
import { Input, Output, test, Verdict } from './schema.ts';

/** Version 1.1.0 of the tool, the previous minor (R21): it assumes independent rows, and orders them by the timestamps in their files. */
export const anovaTool11 = defineTool({
  ...current,
  manifest: {
    ...current.manifest,
    version: '1.1.0',
    description:
      'Tests whether the mean of a numeric column differs between the groups of one or two other columns, or within subjects. Use it to learn whether channels, receivers or devices differ, and which of them. Do not use it to explain a column by numeric columns; statistical_regression_tool does that. Returns a verdict by the test whose assumptions hold, the analysis of variance, group means, pairwise comparisons, and tests of assumptions.',
    long_description:
      'The response is numeric. The classic test assumes equal spreads; levene, brown_forsythe and bartlett test that, and welch and kruskal_wallis do not need it. The verdict names its test and why it was chosen: Welch’s if spreads differ, a corrected F if sphericity is in doubt. two_way adds the interaction if every combination has rows. repeated compares values within subjects that have all of them, and corrects for a lack of sphericity. Pairwise comparisons are adjusted for their number. Rows without a response or group are left out and counted.',
    confidence_semantics:
      'Confidence grows with the rows per group and the share of complete rows and falls when spreads differ; it is not the probability that the means differ.',
    columns: (current.manifest.columns ?? []).filter(({ argument }) => argument !== 'cluster_by'),
    deprecated: { since: '1.2.0', replacement: 'anova_tool', announcedOn: '2026-11-27', removalDate: '2027-06-01' },
  },
  input: Input.omit({ cluster_by: true }),
  output: Output.omit({ dependence: true }).extend({
    verdict: Verdict.omit({ doubt: true })
      .extend({
        conclusion: z
          .enum(['differs', 'provisional', 'not_shown', 'untested'])
          .describe(
            'differs; provisional: an assumption is in doubt that the design cannot do without; not_shown; untested: nothing varies within.',
          ),
        test: z
          .enum(['classic', 'welch', 'kruskal_wallis', 'greenhouse_geisser', 'huynh_feldt'])
          .describe('The test that the assumptions license.'),
        reason: text(1, 200).describe('Why it is this test, in words.'),
      })
      .describe('The conclusion, by the test that the assumptions license.'),
    assumptions: z
      .array(
        test(
          ['levene', 'brown_forsythe', 'bartlett', 'mauchly'],
          'Equal spreads: levene by distances from means, brown_forsythe from medians, bartlett by variances; mauchly: sphericity.',
        ),
      )
      .max(3)
      .describe('Tests of what F takes for granted, one per method.'),
    alternatives: z
      .array(test(['welch', 'kruskal_wallis', 'friedman'], 'welch for unequal spreads; kruskal_wallis and friedman by ranks.'))
      .max(2)
      .describe('The same question asked with fewer assumptions, one per method.'),
  }),
  redaction: { allow: current.redaction.allow.filter((path) => path !== 'dependence') },
  confidence: {
    method: 'anova_tool/rows_per_group@1',
    compute: (inputs) => {
      const perGroup = Number(inputs['rows']) / Number(inputs['groups']);
      const spread = inputs['equal_spreads'] === true ? 1 : 0.7;
      return (perGroup / (perGroup + 10)) * (0.5 + 0.5 * Number(inputs['share_complete'])) * spread;
    },
  },
  postconditions,
  examples: examples['1.1.0'],
  fallbackArguments: ({ response, factors }) => ({ columns: [response], group_by: factors }),
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, onStamps(capabilities), false) as never,
});
