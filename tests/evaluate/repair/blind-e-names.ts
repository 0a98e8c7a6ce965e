/** Kinds of names of arguments, absences, and arguments that no longer say what was asked, written without a look at the repairs. */
import { argumentCalled, hasArgument, inArgument, isTexts, kind, lost, type Kind } from './kind.ts';
import { forTool, withArguments } from './blind-parts.ts';
import { choice, column, COLUMNS, columns, counts, flags, named, one } from './blind-e-arguments.ts';

/** Names that models give to an argument, from other libraries and tools. */
const ALIASES: readonly (readonly [tool: RegExp, from: string, to: string])[] = [
  [/^summary/, 'group_by', 'groupby'],
  [/^summary/, 'group_by', 'by'],
  [/^summary/, 'columns', 'fields'],
  [/^summary/, 'columns', 'variables'],
  [/^summary/, 'correlation', 'correlation_method'],
  [/^summary/, 'quantiles', 'percentile_values'],
  [/^summary/, 'time_bucket_ms', 'bucket_ms'],
  [/regression|generalized/, 'target', 'y'],
  [/regression|generalized/, 'target', 'dependent_variable'],
  [/regression/, 'target', 'outcome'],
  [/regression|generalized/, 'features', 'X'],
  [/regression|generalized/, 'features', 'predictors'],
  [/regression/, 'features', 'independent_variables'],
  [/regression/, 'normalize', 'standardize'],
  [/regression/, 'intercept', 'fit_intercept'],
  [/regression/, 'robust_se', 'cov_type'],
  [/^anova/, 'response', 'dependent_variable'],
  [/^anova/, 'response', 'value_column'],
  [/^anova/, 'factors', 'group_columns'],
  [/^anova/, 'factors', 'independent_variables'],
  [/^anova/, 'post_hoc', 'posthoc_tests'],
  [/^anova/, 'ss_type', 'sum_of_squares_type'],
  [/anova|regression|comparison|survival|generalized/, 'alpha', 'significance_level'],
  [/^capture_query/, 'sql', 'query'],
  [/^capture_query/, 'sql', 'sql_query'],
  [/^capture_query/, 'sql', 'statement'],
  [/^capture_query/, 'limit', 'max_results'],
  [/^capture_overview/, 'top', 'top_n'],
  [/^capture_overview/, 'time_bins', 'num_bins'],
  [/^capture_export/, 'format', 'output_format'],
  [/^capture_export/, 'format', 'file_format'],
  [/^capture_export/, 'file_name', 'filename'],
  [/^capture_export/, 'columns', 'fields'],
  [/overview$/, 'address', 'mac_address'],
  [/overview$/, 'address', 'device_address'],
  [/overview$/, 'address', 'bd_addr'],
  [/^rotation/, 'addresses', 'address_list'],
  [/^rotation/, 'linkage_window_s', 'linkage_window_seconds'],
  [/bluetooth|device/, 'min_observation_count', 'min_observations'],
  [/bluetooth|device/, 'rpa_rotation_model', 'rotation_model'],
  [/^bluetooth/, 'analysis_mode', 'mode'],
  [/^bluetooth/, 'linkage_window_s', 'window_s'],
  [/^list/, 'id_contains', 'contains'],
  [/^search/, 'text', 'query'],
  [/^search/, 'kinds', 'types'],
  [/^search/, 'limit', 'max_results'],
  [/^describe/, 'columns', 'column_names'],
  [/^describe/, 'examples', 'num_examples'],
  [/^survival/, 'duration', 'duration_column'],
  [/^survival/, 'duration', 'time_to_event'],
  [/^survival/, 'group', 'group_by'],
  [/^survival/, 'covariates', 'features'],
  [/^generalized/, 'family', 'distribution'],
  [/comparison/, 'response', 'value_column'],
  [/comparison/, 'design', 'test_design'],
  [/comparison/, 'factor', 'group_column'],
  [/comparison/, 'success', 'success_value'],
  [/comparison/, 'adjustment', 'p_adjust_method'],
  [/^resolvable/, 'max_addresses', 'limit'],
  [/^companion/, 'places', 'locations'],
  [/connection|gatt/, 'limit', 'max_results'],
];
const aliases: readonly Kind[] = ALIASES.map(([tool, from, to]) =>
  kind(`e: ${from} as ${to} of ${tool.source}`, forTool(tool, argumentCalled(from, to))),
);

/** Optional arguments that a call leaves out. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  anova_tool: ['subject', 'comparisons'],
  summary_stats_tool: ['time_bucket_ms'],
  statistical_regression_tool: ['weights', 'cluster_by'],
  generalized_linear_tool: ['offset', 'weights'],
  survival_tool: ['entry', 'event'],
  statistical_comparison_tool: ['cluster_by', 'margin'],
  connection_overview: ['address'],
  gatt_overview: ['address'],
  list_captures: ['id_contains'],
  companion_analyzer: ['known_devices'],
};
const absent =
  (value: unknown): Kind['break'] =>
  (call) => {
    const left = (OPTIONAL[call.tool_name] ?? []).filter((key) => !hasArgument(call, key));
    return left.length === 0 ? undefined : withArguments(Object.fromEntries(left.map((key) => [key, value])))(call, undefined as never);
  };
const absences: readonly Kind[] = [
  kind('e: null where nothing is', absent(null)),
  kind('e: the word null in a list where nothing is', forTool(/^companion/, absent(['null']))),
  kind('e: the word none where nothing is', absent('none')),
  kind('e: N/A where nothing is', absent('N/A')),
  kind('e: the word undefined where nothing is', absent('undefined')),
  kind('e: not specified where nothing is', absent('not specified')),
  kind('e: blanks where nothing is', absent('  ')),
];

const more = (tool: RegExp, extra: Readonly<Record<string, unknown>>): Kind['break'] => forTool(tool, withArguments(extra));
const unclear: readonly Kind[] = [
  lost(
    'e: two limits that differ',
    forTool(/^capture_query|overview$/, (call) =>
      hasArgument(call, 'limit') ? withArguments({ max_results: 7777 })(call, undefined as never) : undefined,
    ),
  ),
  lost(
    'e: a number about',
    counts((value) => `about ${String(value)}`),
  ),
  lost(
    'e: a number or another',
    counts((value) => `${String(value)} or ${String(value + 5)}`),
  ),
  lost(
    'e: a number from a range',
    counts((value) => `${String(value)}-${String(value + 5)}`),
  ),
  lost(
    'e: a number that is not one',
    counts(() => 'NaN'),
  ),
  lost(
    'e: a number below zero',
    counts((value) => -value - 1),
  ),
  lost(
    'e: a switch as maybe',
    flags(() => 'maybe'),
  ),
  lost(
    'e: a choice of two',
    one('correlation', () => 'pearson or spearman'),
  ),
  lost(
    'e: a choice that is not there',
    choice(() => 'bayesian'),
  ),
  lost(
    'e: a choice as a number of its place',
    one('correlation', () => 1),
  ),
  lost(
    'e: a level of five',
    one('alpha', () => 5),
  ),
  lost(
    'e: a quantile above one',
    one('quantiles', () => [0.5, 1.5]),
  ),
  lost(
    'e: a column that is not there',
    column(() => 'battery_voltage'),
  ),
  lost(
    'e: a column of a template',
    column(() => '<column_name>'),
  ),
  lost(
    'e: columns of an ellipsis',
    columns(([first]) => [first, '...']),
  ),
  lost(
    'e: columns without one',
    columns(() => 'everything except rssi'),
  ),
  lost(
    'e: a column and its logarithm',
    named((name) => `log(${name})`),
  ),
  lost(
    'e: an address that lacks an octet',
    inArgument(
      (_, key) => key === 'address',
      (value: string) => value.slice(0, -3),
    ),
  ),
  lost(
    'e: an address of an example',
    one('addresses', () => ['XX:XX:XX:XX:XX:XX']),
  ),
  lost(
    'e: an address by its place',
    one('addresses', () => ['first']),
  ),
  lost(
    'e: a reference to a step',
    inArgument(
      (value, key) => isTexts(value) && COLUMNS.test(key),
      () => '$step1.columns',
    ),
  ),
  lost(
    'e: a query with a template',
    one('sql', (value: string) => `${value.replace(/ ORDER BY.*$| WHERE.*$/, '')} {{where}}`),
  ),
  lost(
    'e: a query that was cut',
    one('sql', (value: string) => value.slice(0, value.indexOf(' FROM ') + 6)),
  ),
  lost(
    'e: a query that changes a table',
    one('sql', () => 'DELETE FROM chamber_four_phones WHERE channel = 37'),
  ),
  lost('e: a sample of the rows', more(/summary|anova|regression|comparison/, { sample_fraction: 0.1 })),
  lost('e: a transformation', more(/summary|anova|regression|comparison/, { log_transform: true })),
  lost('e: an outlier rule', more(/summary|anova|regression|comparison/, { remove_outliers: true })),
  lost('e: an excluded device', more(/overview|bluetooth|device_id|rotation/, { exclude_addresses: ['7D:40:A6:DF:72:73'] })),
  lost('e: an aggregate', more(/^capture_export|^describe/, { aggregate: 'median' })),
  lost('e: an order of results', more(/^search|^list|^capture_overview/, { order: 'random' })),
  lost('e: a lag', more(/regression|generalized/, { lag: 1 })),
  lost('e: a confidence that differs', (call) =>
    hasArgument(call, 'alpha') ? withArguments({ significance_level: 0.2 })(call, undefined as never) : undefined,
  ),
  lost(
    'e: a missing response',
    forTool(/^anova/, ({ arguments: { response: _, ...others }, ...call }) => ({ ...call, arguments: others })),
  ),
  lost(
    'e: a missing query',
    forTool(/^capture_query/, ({ arguments: { sql: _, ...others }, ...call }) => ({ ...call, arguments: others })),
  ),
  lost(
    'e: a missing text',
    forTool(/^search/, ({ arguments: { text: _, ...others }, ...call }) => ({ ...call, arguments: others })),
  ),
];

export const BLIND_E_NAMES: readonly Kind[] = [...aliases, ...absences, ...unclear];
