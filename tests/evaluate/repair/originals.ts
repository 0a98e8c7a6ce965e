import type { RandomSource } from '../../support/random.ts';
import type { NodeWorkbench } from '../../support/node-workbench.ts';

/** A valid call, as plain data that a mutation may change. */
export interface Call {
  tool_name: string;
  tool_version: string;
  capture_selection: Record<string, unknown>;
  arguments: Record<string, unknown>;
  request_id: string;
  timeout_ms: number;
}

/** Captures that a call may be over, beside the sample. */
type Other = 'lab' | 'heart_rate' | 'iphone_web_scan';
type Base = readonly [tool: string, args: object, capture?: Other];

const ADDRESSES = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' };
const LINKAGE = { linkage_window_s: 180, min_observation_count: 25, rpa_rotation_model: 'spec_default' };

/** Every tool of the catalog, in calls that answer in short time. */
const BASES: readonly Base[] = [
  ['capture_overview', { top: 5, time_bins: 4 }],
  ['capture_overview', { top: 12 }],
  ['capture_overview', {}],
  ['capture_query', { sql: 'SELECT channel, count(*) AS n FROM chamber_four_phones GROUP BY channel ORDER BY channel' }],
  [
    'capture_query',
    {
      sql: 'SELECT ts_us, channel, rssi FROM chamber_four_phones ORDER BY ts_us DESC, packet_no DESC',
      limit: 3,
      columns: ['channel', 'rssi'],
    },
  ],
  ['capture_query', { sql: 'SELECT avg(rssi) AS mean_rssi FROM chamber_four_phones WHERE channel = 38', limit: 20, offset: 0 }],
  ['summary_stats_tool', { columns: ['rssi', 'length'], group_by: ['channel'], correlation: 'spearman' }],
  ['summary_stats_tool', { columns: ['rssi'], time_bucket_ms: 600_000, quantiles: [0.1, 0.5, 0.9], quantile_type: 8 }],
  ['summary_stats_tool', { columns: ['snr', 'latency_ms'], quantiles: [0.25, 0.75] }, 'lab'],
  ['anova_tool', { response: 'rssi', factors: ['channel'], post_hoc: ['tukey_kramer', 'games_howell'], welch: true }],
  ['anova_tool', { response: 'rssi', factors: ['channel', 'adv_type'], design: 'two_way', ss_type: 'III' }],
  ['anova_tool', { response: 'latency_ms', factors: ['site'], alpha: 0.01, post_hoc: ['holm'] }, 'lab'],
  [
    'statistical_regression_tool',
    { operation: 'linear_regression', target: 'rssi', features: ['channel', 'length'], alpha: 0.01, normalize: true },
  ],
  [
    'statistical_regression_tool',
    { operation: 'linear_regression', target: 'latency_ms', features: ['snr', 'jitter'], robust_se: 'HC3' },
    'lab',
  ],
  [
    'statistical_regression_tool',
    { operation: 'linear_regression', target: 'snr', features: ['jitter'], intercept: false, max_rows: 200 },
    'lab',
  ],
  ['bluetooth_address_analyzer', { address_columns: ADDRESSES, analysis_mode: 'both', ...LINKAGE }],
  ['bluetooth_address_analyzer', { address_columns: ADDRESSES, analysis_mode: 'classification', ...LINKAGE, min_observation_count: 5 }],
  ['rotation_privacy_audit', { addresses: ['7D:40:A6:DF:72:73'], linkage_window_s: 300 }],
  ['rotation_privacy_audit', { addresses: ['7D:40:A6:DF:72:73'], follow_links: false }],
  ['capture_export', { format: 'csv', file_name: 'channel_37', columns: ['ts_us', 'advertiser_addr', 'rssi'], provenance: false }],
  ['capture_export', { format: 'ndjson', columns: ['channel', 'rssi'], provenance: false }],
  ['device_id_analyzer', { linkage_window_s: 60, min_observation_count: 10, rpa_rotation_model: 'spec_default' }],
  ['resolvable_address_resolver', { max_addresses: 500 }],
  ['get_current_time', {}],
  ['describe_capture', { columns: ['rssi', 'channel', 'advertiser_addr'], examples: 3 }],
  ['describe_capture', { columns: ['snr', 'site'], examples: 5 }, 'lab'],
  ['connection_overview', { limit: 10 }, 'heart_rate'],
  ['connection_overview', { address: '6B:B1:B2:B3:B4:B5', limit: 1 }, 'heart_rate'],
  ['gatt_overview', { address: 'C4:10:20:30:40:50', limit: 4 }, 'heart_rate'],
  ['statistical_comparison_tool', { design: 'two_sample', response: 'rssi', factor: 'channel', groups: ['37', '39'], margin: 3 }],
  [
    'statistical_comparison_tool',
    {
      design: 'two_proportions',
      outcome: 'adv_type',
      success: 'ADV_IND',
      factor: 'channel',
      groups: ['37', '38'],
      comparisons: 3,
      other_p_values: [0.02, 0.4],
      adjustment: 'benjamini_hochberg',
    },
  ],
  ['statistical_comparison_tool', { design: 'one_sample', response: 'snr', value: 3, test: 'wilcoxon' }, 'lab'],
  ['statistical_comparison_tool', { design: 'paired', response: 'snr', paired_with: 'jitter', alpha: 0.01 }, 'lab'],
  [
    'capture_export',
    {
      format: 'csv',
      file_name: 'named',
      columns: ['ts_us', 'rssi'],
      labels: [{ address: '7D:40:A6:DF:72:73', label: 'cluster 1' }],
      provenance: false,
    },
  ],
  ['search_catalog', { text: 'which addresses belong to one phone', kinds: ['tool'], limit: 3 }],
  ['list_captures', { id_contains: 'chamber' }],
];

/** More tools, designs and arguments, for the blind sets; the other sets keep their draws. */
const MORE_BASES: readonly Base[] = [
  [
    'companion_analyzer',
    {
      places: [
        { name: 'first', time_range: { start_ms: 1_588_358_913_000, end_ms: 1_588_358_930_000 } },
        { name: 'second', time_range: { start_ms: 1_588_358_935_000, end_ms: 1_588_358_957_000 } },
      ],
      follow_rotation: false,
      limit: 5,
    },
  ],
  [
    'statistical_regression_tool',
    {
      operation: 'linear_regression',
      target: 'rssi',
      features: ['channel', 'length'],
      categorical: { channel: { coding: 'treatment' } },
      terms: [{ columns: ['length'], powers: [2] }],
    },
  ],
  [
    'statistical_regression_tool',
    {
      operation: 'linear_regression',
      target: 'latency_ms',
      features: ['snr', 'jitter'],
      predict_at: [{ snr: 2, jitter: 3 }],
      precision: 'double',
      missing: 'drop',
    },
    'lab',
  ],
  ['statistical_comparison_tool', { design: 'one_proportion', outcome: 'adv_type', success: 'ADV_IND', value: 0.4 }],
  ['statistical_comparison_tool', { design: 'contingency', outcome: 'adv_type', factor: 'channel', test: 'chi_square' }],
  [
    'statistical_comparison_tool',
    { design: 'two_sample', response: 'latency_ms', factor: 'site', groups: ['north', 'south'], test: 'welch' },
    'lab',
  ],
  ['anova_tool', { design: 'one_way', response: 'jitter', factors: ['site'], comparisons: 2, post_hoc: ['tukey_kramer'] }, 'lab'],
  ['anova_tool', { response: 'rssi', factors: ['channel'], design: 'repeated', subject: 'advertiser_addr', post_hoc: ['bonferroni'] }],
  [
    'bluetooth_address_analyzer',
    { address_columns: ADDRESSES, analysis_mode: 'linkage', ...LINKAGE, min_observation_count: 40, rpa_rotation_model: 'fast_rotation' },
  ],
  ['capture_query', { sql: 'SELECT site, avg(snr) AS mean_snr FROM lab GROUP BY site ORDER BY site', limit: 10 }, 'lab'],
  ['capture_export', { format: 'csv', columns: ['ts_us', 'local_name'], spreadsheet_safe: false, provenance: false }],
  ['gatt_overview', { limit: 10 }, 'heart_rate'],
  ['resolvable_address_resolver', { max_addresses: 50 }],
  ['search_catalog', { text: 'export rows to a file', kinds: ['tool', 'document'], limit: 2 }],
  ['describe_capture', { columns: ['length', 'adv_type'], examples: 2 }],
  ['capture_overview', { time_bins: 10, top: 3 }, 'lab'],
  ['device_id_analyzer', { linkage_window_s: 60, min_observation_count: 10, rpa_rotation_model: 'spec_default' }, 'iphone_web_scan'],
];

/** Tools that need something else than packets of advertising; they are called over everything. */
const OVER_EVERYTHING = ['device_id_analyzer', 'resolvable_address_resolver', 'connection_overview', 'gatt_overview'];

/** Filters that leave enough rows for every tool. */
const FILTERS = [
  'rssi > -90',
  'channel IN (37, 38, 39) AND rssi > -95',
  'crc_ok = TRUE',
  "adv_type = 'ADV_IND' OR adv_type = 'ADV_NONCONN_IND'",
  "advertiser_addr != '00:11:22:33:44:55'",
  'channel >= 37 AND local_name IS NULL',
  "NOT adv_type = 'SCAN_RSP'",
];
const LAB_FILTERS = ['snr > 0', "site != 'north' OR jitter < 9", 'jitter >= 1 AND latency_ms <= 60'];

export const BASES_OF_BLIND: readonly Base[] = [...BASES, ...MORE_BASES];

/** The tools that came after the blind sets a, b and c. */
export const BASES_OF_ALL_TOOLS: readonly Base[] = [
  ...BASES_OF_BLIND,
  [
    'generalized_linear_tool',
    { family: 'logistic', target: 'crc_ok', features: ['rssi', 'channel'], categorical: { channel: { coding: 'treatment' } } },
  ],
  ['generalized_linear_tool', { family: 'poisson', target: 'length', features: ['rssi'], cluster_by: 'advertiser_addr' }],
  ['generalized_linear_tool', { family: 'poisson', target: 'latency_ms', features: ['snr', 'jitter'], alpha: 0.01 }, 'lab'],
  ['survival_tool', { lifetimes: true, lives_of: 'family' }],
  ['survival_tool', { duration: 'latency_ms', group: 'site', covariates: ['snr'] }, 'lab'],
  ['survival_tool', { duration: 'length', group: 'channel', alpha: 0.1 }],
];

/** A call with a selection of its own. */
export function originalCall(random: RandomSource, workbench: NodeWorkbench, bases: readonly Base[] = BASES): Call {
  const [tool_name, args, capture] = bases[random.below(bases.length)]!;
  const { version: tool_version = '', scope } = workbench.parts.registry.get(tool_name)?.manifest ?? {};
  const id = capture ?? 'chamber_four_phones';
  const info = workbench.captures.get(id);
  const none = scope === 'none';
  const selection: Record<string, unknown> = none ? {} : random.below(2) === 0 ? { capture_id: id } : { capture_ids: [id] };
  const plain = none || 'places' in args || OVER_EVERYTHING.includes(tool_name);
  const selectors: Record<string, unknown> = {};
  if (!plain && random.below(2) === 0) {
    const pool = id === 'lab' ? LAB_FILTERS : FILTERS;
    const filter = pool[random.below(pool.length)]!;
    if (random.below(2) === 0) selection['filter_expression'] = filter;
    else selectors['filters'] = random.below(3) === 0 ? [filter, pool[(pool.indexOf(filter) + 1) % pool.length]!] : [filter];
  }
  if (!plain && random.below(3) === 0 && info?.time_range) {
    const { start_ms, end_ms } = info.time_range;
    const window = { start_ms: start_ms + 1000 * random.below(3), end_ms: end_ms - 1000 * random.below(3) };
    if (random.below(2) === 0) selection['time_window'] = window;
    else selectors['time_range'] = window;
  }
  if (!plain && id !== 'lab' && !/anova/.test(tool_name) && random.below(4) === 0)
    selectors['channels'] = random.below(2) === 0 ? ['37', '38', '39'] : ['37', '38'];
  if (Object.keys(selectors).length > 0) selection['selectors'] = selectors;
  return {
    tool_name,
    tool_version,
    capture_selection: selection,
    arguments: structuredClone(args) as Record<string, unknown>,
    request_id: '',
    timeout_ms: Math.min(30_000, workbench.parts.registry.get(tool_name)?.manifest.execution_constraints.max_timeout_ms ?? 0),
  };
}
