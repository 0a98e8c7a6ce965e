/**
 * Calls of the statistical tools whose answers have to be the same bits wherever they are made: sizes at and across the bounds of
 * the regression's blocks (32,768 rows), every option, missing values.
 */
import { randomSource } from './random.ts';

/** Hashes of the answers by name; written anew by `npx vitest run -u` over the test in Node. */
export const GOLDEN = 'tests/golden/statistics-hashes.json';
const ROWS = 66_000;
export const TABLE = 'bits';

/** Numbers as text with all their digits, so that every place reads the same ones. */
export function statisticsTable(): string {
  const chance = randomSource(7);
  const lines = ['id,x,twice,z,w,level,pair,subject,wide,y'];
  for (let row = 0; row < ROWS; row++) {
    const [x, z, noise] = [chance.between(-3, 3), chance.between(0, 1), chance.between(-1, 1)];
    const [level, pair] = [`l${String(chance.below(4))}`, ['a', 'b'][chance.below(2)]!];
    const y = 1 + x / 3 - 2 * z + x * x * 0.07 + noise + (level === 'l2' ? 0.4 : 0);
    const wide = row % 500 === 0 ? '' : String(noise * 10 ** chance.below(9));
    const weight = row % 1000 === 1 ? 0 : 0.5 + z;
    lines.push([row, x, 2 * x, z, weight, level, pair, `s${String(chance.below(40))}`, wide, y].join(','));
  }
  return lines.join('\n');
}

export interface StatisticsRun {
  readonly name: string;
  readonly tool_name: string;
  readonly tool_version: string;
  readonly filters?: readonly string[];
  readonly arguments: Readonly<Record<string, unknown>>;
}

const regression = (name: string, args: Readonly<Record<string, unknown>>): StatisticsRun => ({
  name,
  tool_name: 'statistical_regression_tool',
  tool_version: '1.2.0',
  arguments: { operation: 'linear_regression', target: 'y', features: ['x', 'z'], ...args },
});
const anova = (name: string, args: Readonly<Record<string, unknown>>, filters: readonly string[] = []): StatisticsRun => ({
  name,
  tool_name: 'anova_tool',
  tool_version: '1.1.0',
  filters,
  arguments: { response: 'y', ...args },
});

/** Those that are spread over threads; the other tools work on one. */
export const REGRESSIONS: readonly StatisticsRun[] = [
  ...[32_767, 32_768, 32_769, 65_536].map((max_rows) => regression(`double, ${String(max_rows)} rows`, { precision: 'double', max_rows })),
  regression('exact over a bound', { precision: 'exact', max_rows: 32_769, robust_se: 'HC2' }),
  regression('auto: rows alone make it double', {
    features: ['x', 'z', 'wide', 'level'],
    categorical: { level: { coding: 'treatment' } },
    terms: [
      { columns: ['x'], powers: [2] },
      { columns: ['x', 'z'], powers: [1, 1] },
    ],
    robust_se: 'HC3',
    normalize: true,
    predict_at: [{ x: 1, z: 0.5, wide: 3, level: 'l1' }],
  }),
  regression('weights, a factor coded to sum to zero, no constant', {
    features: ['x', 'pair'],
    categorical: { pair: { coding: 'sum', reference: 'b' } },
    weights: 'w',
    intercept: false,
    precision: 'double',
    alpha: 0.01,
  }),
  regression('a term that follows from another: made again in double-double', {
    features: ['x', 'twice', 'z', 'level', 'pair'],
    categorical: { level: { coding: 'treatment' }, pair: { coding: 'treatment' } },
    terms: [
      { columns: ['x'], powers: [3] },
      { columns: ['x', 'z'], powers: [2, 1] },
      { columns: ['id'], powers: [2] },
    ],
    robust_se: 'HC1',
  }),
  {
    ...regression('a verdict by clusters', {
      features: ['x', 'level'],
      categorical: { level: { coding: 'treatment' } },
      cluster_by: 'subject',
    }),
    tool_version: '1.3.0',
  },
];

export const STATISTICS_RUNS: readonly StatisticsRun[] = [
  ...REGRESSIONS,
  anova('one factor', { factors: ['level'], welch: true, post_hoc: ['tukey_kramer', 'games_howell', 'holm', 'bonferroni'] }),
  ...['I', 'II', 'III'].map((ss_type) =>
    anova(`two factors, ${ss_type}`, { factors: ['level', 'pair'], design: 'two_way', ss_type, post_hoc: ['tukey_kramer'] }, [
      'id < 40000',
    ]),
  ),
  anova('within subjects', { factors: ['level'], design: 'repeated', subject: 'subject', post_hoc: ['holm'] }),
  {
    name: 'summary by group with correlations',
    tool_name: 'summary_stats_tool',
    tool_version: '1.0.0',
    filters: ['id < 33000'],
    arguments: { columns: ['x', 'wide', 'y'], group_by: ['level', 'pair'], correlation: 'all', quantile_type: 8 },
  },
];

/** The call of a run, in the words of the contract. */
export const callOf = ({ tool_name, tool_version, filters = [], arguments: args }: StatisticsRun, request_id: string): object => ({
  tool_name,
  tool_version,
  capture_selection: { capture_id: TABLE, selectors: { filters } },
  arguments: args,
  request_id,
  timeout_ms: 120_000,
});
