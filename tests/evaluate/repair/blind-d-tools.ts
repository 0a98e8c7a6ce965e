/** Kinds for each tool, written without a look at the repairs: names of other tools and libraries for its arguments. */
import { argumentCalled, hasArgument, inArgument, kind, written, type Kind } from './kind.ts';
import { called, forTool, withArguments } from './blind-parts.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const more = (tool: RegExp, extra: Readonly<Record<string, unknown>>): Kind['break'] => forTool(tool, withArguments(extra));

const statistics: readonly Kind[] = [
  kind('regression: x and y', called({ target: 'y', features: 'x' })),
  kind(
    'regression: dependent_variable and independent_variables',
    called({ target: 'dependent_variable', features: 'independent_variables' }),
  ),
  kind('regression: response and predictors', called({ target: 'response', features: 'predictors' })),
  kind('regression: label_column and feature_columns', called({ target: 'label_column', features: 'feature_columns' })),
  kind(
    'regression: a formula',
    forTool(/^statistical_regression/, (call) => {
      const { target, features, ...others } = call.arguments;
      if ('terms' in others || 'categorical' in others || others['intercept'] === false) return undefined;
      return { ...call, arguments: { ...others, formula: `${String(target)} ~ ${(features as string[]).join(' + ')}` } };
    }),
  ),
  kind('regression: fit_intercept', argumentCalled('intercept', 'fit_intercept')),
  kind('regression: standardize', argumentCalled('normalize', 'standardize')),
  kind('regression: cov_type', argumentCalled('robust_se', 'cov_type')),
  kind('regression: rows at most as n_rows', argumentCalled('max_rows', 'n_rows')),
  kind('regression: method for the operation', argumentCalled('operation', 'method')),
  kind(
    'regression: without the operation',
    forTool(/^statistical_regression/, (call) => {
      delete call.arguments['operation'];
      return call;
    }),
  ),
  kind('generalized model: kind of the model', argumentCalled('family', 'model_type')),
  kind(
    'generalized model: family of statsmodels',
    one('family', (value: string) => (value === 'poisson' ? 'sm.families.Poisson()' : 'Binomial')),
  ),
  kind('generalized model: outcome and covariates', forTool(/^generalized/, called({ target: 'outcome', features: 'covariates' }))),
  kind(
    'a model with the coding alone',
    one('categorical', (value: Record<string, { coding: string }>) =>
      Object.fromEntries(Object.entries(value).map(([key, { coding }]) => [key, coding])),
    ),
  ),
  kind('survival: names of lifelines', called({ duration: 'duration_col', group: 'group_col' })),
  kind('survival: time and status', forTool(/^survival/, called({ duration: 'time', covariates: 'predictors' }))),
  kind('survival: group by', forTool(/^survival/, argumentCalled('group', 'group_by'))),
  kind('survival: lives of a kind under unit', argumentCalled('lives_of', 'lifetimes_of')),
  kind(
    'analysis of variance: dependent_variable and factor',
    forTool(/^anova/, called({ response: 'dependent_variable', factors: 'factor' })),
  ),
  kind('analysis of variance: value and group columns', forTool(/^anova/, called({ response: 'value_column', factors: 'group_column' }))),
  kind('analysis of variance: names of the regression', forTool(/^anova/, called({ response: 'target', factors: 'features' }))),
  kind(
    'analysis of variance: a sum of squares by number',
    one('ss_type', () => 3),
  ),
  kind(
    'analysis of variance: type in words',
    one('ss_type', () => 'Type III'),
  ),
  kind(
    'analysis of variance: equal_var',
    forTool(
      /^anova/,
      written('welch', 'equal_var', (value: boolean) => !value),
    ),
  ),
  kind('analysis of variance: sum_of_squares_type', argumentCalled('ss_type', 'sum_of_squares_type')),
  kind(
    'comparison: names of the analysis of variance',
    forTool(/^statistical_comparison/, called({ factor: 'factors', response: 'response_column' })),
  ),
  kind('comparison: metric and group by', forTool(/^statistical_comparison/, called({ response: 'metric', factor: 'group_by' }))),
  kind(
    'comparison: group a and group b',
    forTool(/^statistical_comparison/, (call) => {
      if (!hasArgument(call, 'groups')) return undefined;
      const { groups, ...args } = call.arguments;
      const [group_a, group_b] = groups as string[];
      return { ...call, arguments: { ...args, group_a, group_b } };
    }),
  ),
  kind(
    'comparison: groups as numbers',
    forTool(
      /^statistical_comparison/,
      one('groups', (list: string[]) => (list.every((each) => /^\d+$/.test(each)) ? list.map(Number) : undefined)),
    ),
  ),
  kind('comparison: popmean', forTool(/^statistical_comparison/, argumentCalled('value', 'popmean'))),
  kind('comparison: mu', forTool(/^statistical_comparison/, argumentCalled('value', 'mu'))),
  kind('comparison: test_type', forTool(/^statistical_comparison/, argumentCalled('test', 'test_type'))),
  kind('comparison: method of adjustment', forTool(/^statistical_comparison/, argumentCalled('adjustment', 'p_adjust_method'))),
  kind('comparison: two sides', forTool(/^statistical_comparison/, withArguments({ alternative: 'two-sided' }))),
  kind('summary: fields and by', forTool(/^summary_stats/, called({ columns: 'fields', group_by: 'by' }))),
  kind('summary: metrics and dimensions', forTool(/^summary_stats/, called({ columns: 'metrics', group_by: 'dimensions' }))),
  kind(
    'summary: a column alone',
    forTool(/^summary_stats/, (call) => {
      const { columns, ...args } = call.arguments;
      const list = columns as string[];
      return list.length === 1 ? { ...call, arguments: { ...args, column: list[0] } } : undefined;
    }),
  ),
  kind('summary: method of the correlation', forTool(/^summary_stats/, argumentCalled('correlation', 'correlation_method'))),
  kind(
    'summary: interval',
    forTool(
      /^summary_stats/,
      written('time_bucket_ms', 'interval', (value: number) => `${String(value / 1000)}s`),
    ),
  ),
];

const others: readonly Kind[] = [
  kind('overview: bins and n', forTool(/^capture_overview/, called({ top: 'top_n', time_bins: 'num_bins' }))),
  kind('overview: limit for the lists', forTool(/^capture_overview/, argumentCalled('top', 'limit'))),
  kind('query: query', argumentCalled('sql', 'query')),
  kind('query: sql_query and max_rows', called({ sql: 'sql_query', limit: 'max_rows' })),
  kind('query: statement and page_size', called({ sql: 'statement', limit: 'page_size', offset: 'skip' })),
  kind(
    'query: a statement in a fence',
    one('sql', (value: string) => `\`\`\`sql\n${value};\n\`\`\``),
  ),
  kind(
    'query: a statement with a semicolon and blanks',
    one('sql', (value: string) => `  ${value} ;\n`),
  ),
  kind(
    'query: a statement in a list',
    one('sql', (value: string) => [value]),
  ),
  kind(
    'query: an object with the statement',
    one('sql', (query: string) => ({ query, dialect: 'duckdb' })),
  ),
  kind('analyzer: mode', argumentCalled('analysis_mode', 'mode')),
  kind(
    'analyzer: window and observations',
    forTool(/^bluetooth_address/, called({ linkage_window_s: 'max_gap_seconds', min_observation_count: 'min_packets' })),
  ),
  kind('analyzer: rotation model', argumentCalled('rpa_rotation_model', 'rotation_model')),
  kind(
    'analyzer: columns as a list',
    one('address_columns', (value: Record<string, string>) => Object.values(value)),
  ),
  kind(
    'analyzer: columns in camel case',
    one('address_columns', () => ({ advertiserAddr: 'advertiser_addr', initiatorAddr: 'initiator_addr', scannerAddr: 'scanner_addr' })),
  ),
  kind(
    'device ids: window and minimum',
    forTool(/^device_id/, called({ linkage_window_s: 'window_seconds', min_observation_count: 'min_observations' })),
  ),
  kind(
    'audit: one address',
    forTool(
      /^rotation_privacy/,
      written('addresses', 'address', ([first]: string[]) => first),
    ),
  ),
  kind('audit: mac addresses', forTool(/^rotation_privacy/, argumentCalled('addresses', 'mac_addresses'))),
  kind(
    'audit: device address',
    forTool(
      /^rotation_privacy/,
      written('addresses', 'device_address', ([first]: string[]) => first),
    ),
  ),
  kind('audit: include_linked', forTool(/^rotation_privacy/, argumentCalled('follow_links', 'include_linked'))),
  kind('export: output format and filename', forTool(/^capture_export/, called({ format: 'output_format', file_name: 'filename' }))),
  kind(
    'export: a name with its ending',
    forTool(
      /^capture_export/,
      one('file_name', (value: string) => `${value}.csv`),
    ),
  ),
  kind('export: fields', forTool(/^capture_export/, called({ columns: 'fields', format: 'file_type' }))),
  kind(
    'export: columns in an object of true',
    forTool(
      /^capture_export/,
      one('columns', (list: string[]) => Object.fromEntries(list.map((each) => [each, true]))),
    ),
  ),
  kind(
    'export: jsonl',
    forTool(
      /^capture_export/,
      one('format', (value: string) => (value === 'ndjson' ? 'jsonl' : undefined)),
    ),
  ),
  kind(
    'export: a comma as delimiter',
    forTool(/^capture_export/, (call) =>
      call.arguments['format'] === 'csv' ? { ...call, arguments: { ...call.arguments, delimiter: ',' } } : undefined,
    ),
  ),
  kind(
    'export: labels by address',
    forTool(
      /^capture_export/,
      one('labels', (list: { address: string; label: string }[]) => Object.fromEntries(list.map(({ address, label }) => [address, label]))),
    ),
  ),
  kind('resolver: limit', forTool(/^resolvable/, argumentCalled('max_addresses', 'limit'))),
  kind('resolver: max_results', forTool(/^resolvable/, argumentCalled('max_addresses', 'max_results'))),
  kind('description: fields and samples', forTool(/^describe/, called({ columns: 'fields', examples: 'num_examples' }))),
  kind('description: sample_size', forTool(/^describe/, argumentCalled('examples', 'sample_size'))),
  kind('connections: device and max_results', forTool(/^connection_overview/, called({ limit: 'max_results', address: 'device' }))),
  kind('connections: mac', forTool(/^connection_overview|^gatt/, argumentCalled('address', 'mac_address'))),
  kind('attributes: peer and count', forTool(/^gatt/, called({ limit: 'max_attributes', address: 'device_address' }))),
  kind('search: question and top_k', forTool(/^search_catalog/, called({ text: 'question', limit: 'top_k', kinds: 'types' }))),
  kind(
    'search: query and kinds in the plural',
    forTool(/^search_catalog/, (call) => {
      const { text, kinds, ...args } = call.arguments;
      return { ...call, arguments: { ...args, query: text, kinds: (kinds as string[]).map((each) => `${each}s`) } };
    }),
  ),
  kind('captures: a search', forTool(/^list_captures/, argumentCalled('id_contains', 'search'))),
  kind(
    'captures: a filter in an object',
    forTool(/^list_captures/, (call) => ({ ...call, arguments: { filter: { id_contains: call.arguments['id_contains'] } } })),
  ),
  kind('clock: the zone of the answer', more(/^get_current_time/, { timezone: 'UTC' })),
  kind(
    'clock: a text for no arguments',
    forTool(/^get_current_time/, (call) => ({ ...call, arguments: '{}' })),
  ),
  kind(
    'companions: places with start and end',
    one('places', (list: { name: string; time_range: { start_ms: number; end_ms: number } }[]) =>
      list.map(({ name, time_range: { start_ms, end_ms } }) => ({ name, start_ms, end_ms })),
    ),
  ),
  kind(
    'companions: places with ISO times',
    one('places', (list: { name: string; time_range: { start_ms: number; end_ms: number } }[]) =>
      list.map(({ name, time_range: { start_ms, end_ms } }) => ({
        name,
        time_range: { start: new Date(start_ms).toISOString(), end: new Date(end_ms).toISOString() },
      })),
    ),
  ),
  kind('companions: locations and max_devices', forTool(/^companion/, called({ places: 'locations', limit: 'max_devices' }))),
];

export const BLIND_D_TOOLS: readonly Kind[] = [...statistics, ...others];
