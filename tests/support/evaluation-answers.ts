type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>, selection?: Readonly<Record<string, unknown>>];

const analyzer = (more: object): Record<string, unknown> => ({
  address_columns: { advertiser_addr: 'advertiser_addr', scanner_addr: 'scanner_addr', initiator_addr: 'initiator_addr' },
  analysis_mode: 'both',
  linkage_window_s: 60,
  min_observation_count: 5,
  rpa_rotation_model: 'spec_default',
  ...more,
});
const query = (sql: string, more: object = {}): Call => ['capture_query', { sql: `SELECT ${sql} FROM chamber_four_phones`, ...more }];
const anova = (more: object): Call => ['anova_tool', { response: 'rssi', factors: ['channel'], ...more }];
const summary = (more: object): Call => ['summary_stats_tool', { columns: ['rssi'], ...more }];
const regression = (more: object): Call => [
  'statistical_regression_tool',
  { operation: 'linear_regression', target: 'rssi', features: ['length'], ...more },
];

/** For each question of the evaluation file what a good assistant calls, and what a bad one does. */
export const ANSWERS: Readonly<Record<string, { readonly good: readonly Call[]; readonly bad: readonly Call[] }>> = {
  air: { good: [['capture_overview', {}]], bad: [query('*')] },
  count: { good: [query('count(*) AS n', {})], bad: [['get_current_time', {}]] },
  rotate: {
    good: [['bluetooth_address_analyzer', analyzer({})]],
    bad: [['bluetooth_address_analyzer', analyzer({ min_observation_count: 2 })]],
  },
  channels: { good: [anova({ design: 'one_way' })], bad: [anova({ response: 'length', design: 'one_way' })] },
  spread: { good: [summary({})], bad: [summary({ columns: ['channel'] })] },
  nothing: { good: [], bad: [['capture_overview', {}]] },
  types: { good: [['capture_overview', { top: 3 }]], bad: [['capture_overview', { top: 1 }]] },
  bins: { good: [['capture_overview', { time_bins: 24 }]], bad: [['capture_overview', { time_bins: 12 }]] },
  strongest: {
    good: [query('advertiser_addr, max(rssi) AS best FROM chamber_four_phones GROUP BY 1 --')],
    bad: [query('min(rssi) AS worst')],
  },
  'first-rows': { good: [query('*', { limit: 20 })], bad: [query('*', { limit: 500 })] },
  'two-channels': {
    good: [['capture_query', { sql: 'SELECT count(*) AS n FROM chamber_four_phones' }, { selectors: { channels: ['37', '38'] } }]],
    bad: [query('count(*) AS n')],
  },
  'scan-requests': { good: [query("count(*) FILTER (adv_type = 'SCAN_REQ') AS n")], bad: [query('count(*) AS n')] },
  classes: {
    good: [['bluetooth_address_analyzer', analyzer({ analysis_mode: 'classification' })]],
    bad: [['bluetooth_address_analyzer', analyzer({})]],
  },
  slow: {
    good: [['bluetooth_address_analyzer', analyzer({ rpa_rotation_model: 'slow_rotation' })]],
    bad: [['bluetooth_address_analyzer', analyzer({})]],
  },
  window: {
    good: [['bluetooth_address_analyzer', analyzer({})]],
    bad: [['bluetooth_address_analyzer', analyzer({ linkage_window_s: 1 })]],
  },
  'two-factors': { good: [anova({ factors: ['channel', 'adv_type'], design: 'two_way' })], bad: [anova({})] },
  'which-differ': { good: [anova({ post_hoc: ['games_howell'] })], bad: [anova({})] },
  unequal: { good: [anova({ welch: true })], bad: [anova({ welch: false })] },
  'by-channel': { good: [summary({ group_by: ['channel'] })], bad: [summary({})] },
  together: { good: [summary({ columns: ['rssi', 'length'], correlation: 'spearman' })], bad: [summary({ columns: ['rssi', 'length'] })] },
  'by-minute': { good: [summary({ time_bucket_ms: 60_000 })], bad: [summary({ time_bucket_ms: 1000 })] },
  explain: { good: [regression({})], bad: [regression({ target: 'length', features: ['rssi'] })] },
  robust: { good: [regression({ robust_se: 'HC3' })], bad: [regression({})] },
  clock: { good: [['get_current_time', {}]], bad: [] },
  'two-answers': { good: [summary({}), ['capture_overview', {}]], bad: [summary({})] },
  'no-key': { good: [], bad: [['resolvable_address_resolver', {}]] },
};
