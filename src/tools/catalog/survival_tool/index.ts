import { defineTool } from '../../definition.ts';
import { STATISTICS_TERMS } from '../terms.ts';
import { confidenceOf } from './confidence.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Analyses times until an event, some of which are censored. */
export const survivalTool = defineTool({
  manifest: {
    name: 'survival_tool',
    version: '1.0.0',
    kebab_name: 'analyze-survival',
    title: 'Survival and address lifetimes',
    description:
      'Estimates how long something lasts where not every end was seen: Kaplan–Meier curves, log-rank test, Cox proportional hazards. Use it to learn how long addresses stay on the air (lifetimes: true), or whether times to an event differ between groups or with covariates. Do not use it to find which address followed another; bluetooth_address_analyzer does that. Returns the verdict, medians with intervals, curves with rows at risk, tests, and ratios of hazards.',
    long_description:
      'Rows without an event are censored, and entry delays the time from which a row counts (left truncation). With lifetimes it takes the addresses of a capture. An address whose last packet is within its usual silence before the end, or before a gap, counts as still alive. An address already on the air at the beginning has an unknown age and is left out. Intervals are for ln(−ln S) with Greenwood’s error; those of lifetimes allow for the wait for the first and the last packet. Hazards use Efron’s ties, and each ratio is tested for change over time. The verdict is undecided with few events, infinite ratios, rows of one unit with several events, or a ratio that changes.',
    capabilities: ['survival_analysis', 'log_rank_test', 'proportional_hazards', 'address_lifetimes'],
    ...STATISTICS_TERMS,
    tags: ['statistics', 'survival', 'privacy'],
    columns: [
      { argument: 'duration', holds: 'number' },
      { argument: 'event', holds: 'any' },
      { argument: 'entry', holds: 'number' },
      { argument: 'group', holds: 'any' },
      { argument: 'covariates[]', holds: 'number' },
      { argument: 'strata', holds: 'any' },
      { argument: 'cluster_by', holds: 'any' },
    ],
    error_codes: [
      {
        code: 'INVALID_VALUE',
        meaning: 'A column is missing or does not hold what its argument needs, or an argument does not go with lifetimes.',
      },
      { code: 'INSUFFICIENT_DATA', meaning: 'No row was observed for any time, or no address advertises.' },
    ],
    preconditions: [
      'duration and covariates are numeric columns; event is true and false, or 1 and 0; or the captures have addresses and times.',
    ],
    fallback: 'summary_stats_tool',
    alternatives: ['statistical_comparison_tool', 'statistical_regression_tool', 'bluetooth_address_analyzer'],
    confidence_semantics:
      'Confidence is highest where p is far below alpha or many events were seen, lower otherwise, and lowest where the verdict is undecided; it is not the probability of a time.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: ['verdict', 'time_unit', 'sample_count', 'event_count', 'rows_dropped', 'curves', 'tests', 'terms', 'lifetimes'],
  },
  requires: ['captures', 'query', 'kernels'],
  confidence: { method: 'survival_tool/conclusion_p_and_events@1', compute: confidenceOf },
  postconditions: [
    {
      id: 'events-add-up',
      description: 'The groups hold every row and every event that was used.',
      holds: ({ curves, sample_count, event_count }) =>
        curves.reduce((sum, { rows }) => sum + rows, 0) === sample_count &&
        curves.reduce((sum, { events }) => sum + events, 0) === event_count,
    },
    {
      id: 'verdict-is-licensed',
      description: 'A difference or relation is concluded where the adjusted p of the verdict is below alpha, and nowhere else.',
      holds: ({ verdict: { conclusion, adjusted_p } }, { alpha }) =>
        (conclusion !== 'differs' && conclusion !== 'related') || (adjusted_p !== undefined && adjusted_p < alpha),
    },
    {
      id: 'curves-fall',
      description: 'No curve rises.',
      holds: ({ curves }) =>
        curves.every(({ points }) => points.every(({ survival }, at) => at === 0 || survival <= points[at - 1]!.survival)),
    },
  ],
  examples: examples['1.0.0'],
  fallbackArguments: ({ duration, group }) => ({
    ...(duration !== undefined && { columns: [duration] }),
    ...(group !== undefined && { group_by: [group] }),
  }),
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
