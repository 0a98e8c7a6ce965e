/** Kinds that no longer say what was asked, or ask for what no tool does, written without a look at the repairs. */
import { inArgument, inChannels, inFilter, inWindow, isTexts, lost, text, type Kind } from './kind.ts';
import { asText, beside, forTool, inCapture, inPredicate, iso, quoted, single, withArguments } from './blind-parts.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const more = (tool: RegExp, extra: Readonly<Record<string, unknown>>): Kind['break'] => forTool(tool, withArguments(extra));
const lacks =
  (key: string): Kind['break'] =>
  (call) => {
    if (call.arguments[key] === undefined) return undefined;
    const { [key]: _, ...args } = call.arguments;
    return { ...call, arguments: args };
  };

const calls: readonly Kind[] = [
  lost(
    'a call cut in its middle',
    asText((json) => json.slice(0, Math.floor(json.length * 0.6))),
  ),
  lost('a call that the user did not approve', (call) => ({
    name: call.tool_name,
    arguments: beside(call),
    status: 'rejected',
    approved: false,
  })),
  lost(
    'a call as an example in an explanation',
    (call) => `You could, for example, call it like this (I have not done so):\n\`\`\`json\n${text(call)}\n\`\`\``,
  ),
  lost('a call with dry_run', (call) => ({ ...call, dry_run: true })),
  lost('two calls of which one is wanted', (call) => [call, { ...call, tool_name: 'capture_overview', arguments: { top: 3 } }]),
  lost('a tool that is not there', (call) => ({ ...call, tool_name: 'wifi_deauth_detector' })),
  lost('a tool by a word that fits several', (call) =>
    /statistic|anova|summary/.test(call.tool_name) ? { ...call, tool_name: 'statistics' } : undefined,
  ),
  lost('a version that is not there', (call) => ({ ...call, tool_version: '9.0.0' })),
  lost(
    'the words of a template for a capture',
    inCapture(() => '<capture_id>'),
    { open: 'several' },
  ),
  lost(
    'no capture where several are open',
    (call) =>
      'capture_id' in call.capture_selection || 'capture_ids' in call.capture_selection ? { ...call, capture_selection: {} } : undefined,
    { open: 'several' },
  ),
  lost(
    'the current capture',
    inCapture(() => 'current'),
    { open: 'several' },
  ),
  lost(
    'all captures but one',
    inCapture((id) => `!${id}`),
    { open: 'several' },
  ),
  lost(
    'a capture with a letter that fits none',
    inCapture(() => 'office_floor_2'),
  ),
];

const filters: readonly Kind[] = [
  lost(
    'a filter that ends with AND',
    inFilter((filter) => `${filter} AND`),
  ),
  lost('a filter with a placeholder', inPredicate(single((c, o) => (o === '>' ? `${c} > <threshold>` : undefined)))),
  lost('a filter with a variable in braces', inPredicate(single((c, o) => (o === '>' ? `${c} > {{min_rssi}}` : undefined)))),
  lost('a filter with a dollar', inPredicate(single((c, o) => (o === '>' ? `${c} > $1` : undefined)))),
  lost('a filter in a vague word', inPredicate(single((c) => (c === 'rssi' ? 'strong signal only' : undefined)))),
  lost('a filter with more or less', inPredicate(single((c, o, v) => (o === '>' ? `${c} > ${String(v)} or so` : undefined)))),
  lost('a filter with an average', inPredicate(single((c, o) => (o === '>' ? `${c} > AVG(${c})` : undefined)))),
  lost(
    'a filter with the top',
    inFilter((filter) => `${filter} top 100 by rssi`),
  ),
  lost(
    'a filter with a regular expression',
    inFilter((filter) => `${filter} AND local_name ~ '^Phone.*'`),
  ),
  lost(
    'a filter and an exception in words',
    inFilter((filter) => `${filter} except the first minute`),
  ),
  lost(
    'a filter that compares two strengths of words',
    inFilter((filter) => `${filter} AND mostly channel 37`),
  ),
  lost(
    'a filter with a column of another tool',
    inFilter((filter) => `${filter} AND snr_db > 10`),
  ),
  lost('filters in an object with an unknown sign', inPredicate(single((column, _, value) => ({ column, op: 'approximately', value })))),
  lost('a filter object with a weight', inPredicate(single((column, op, value) => ({ column, op, value, tolerance: 3 })))),
  lost('a filter that is off', inPredicate(single((column, op, value) => ({ column, op, value, enabled: false })))),
  lost(
    'a filter that negates itself in words',
    inPredicate(single((c, o, v) => (o === '>' ? `not necessarily ${c} > ${quoted(v, "'")}` : undefined))),
  ),
  lost(
    'a window that is relative',
    inWindow(() => 'first 10 seconds'),
  ),
  lost(
    'a window that is yesterday',
    inWindow(() => 'yesterday'),
  ),
  lost(
    'a window with a start alone and about',
    inWindow(({ start_ms }) => `around ${iso(start_ms)}`),
  ),
  lost(
    'a window in local time without a zone',
    inWindow(({ start_ms, end_ms }) => ({
      start: `${iso(start_ms).slice(0, -1)} local time`,
      end: `${iso(end_ms).slice(0, -1)} local time`,
    })),
  ),
  lost(
    'a window with open ends',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, end_ms, exclusive: true })),
  ),
  lost(
    'two windows',
    inWindow(({ start_ms, end_ms }) => [
      { start_ms, end_ms: start_ms + 4000 },
      { start_ms: end_ms - 4000, end_ms },
    ]),
  ),
  lost(
    'data channels',
    inChannels(() => 'data'),
  ),
  lost(
    'a channel that is not there',
    inChannels(() => ['37', '41']),
  ),
  lost(
    'channels with an exception',
    inChannels(() => '37-39 but not 38'),
  ),
];

const statistics: readonly Kind[] = [
  lost('regression without its target', forTool(/regression|generalized/, lacks('target'))),
  lost('regression without its features', forTool(/regression|generalized/, lacks('features'))),
  lost('regression with a ridge', more(/regression/, { regularization: 'ridge' })),
  lost('regression with a degree', more(/regression/, { polynomial_degree: 3 })),
  lost('regression with a split', more(/regression|generalized/, { test_size: 0.2, random_state: 42 })),
  lost(
    'regression with all others',
    one('features', () => '.'),
  ),
  lost(
    'a mean of a feature',
    inArgument(
      (value, key) => isTexts(value) && key === 'features',
      ([first]: string[]) => [`mean(${first ?? ''})`],
    ),
  ),
  lost(
    'generalized model with another family',
    forTool(
      /^generalized/,
      one('family', () => 'negative_binomial'),
    ),
  ),
  lost('generalized model with a probit', more(/^generalized/, { link: 'probit' })),
  lost('generalized model without a family', forTool(/^generalized/, lacks('family'))),
  lost('survival with competing events', more(/^survival/, { competing_event: 'reset' })),
  lost('survival at a landmark', more(/^survival/, { landmark: 60 })),
  lost(
    'survival of lives of a vendor',
    one('lives_of', () => 'vendor'),
  ),
  lost('survival by a parametric curve', more(/^survival/, { model: 'weibull' })),
  lost('analysis of variance without factors', forTool(/^anova/, lacks('factors'))),
  lost(
    'analysis of variance with a test of Scheffé',
    one('post_hoc', () => ['scheffe']),
  ),
  lost('analysis of variance with a covariate', more(/^anova/, { covariates: ['length'] })),
  lost('analysis of variance on ranks', more(/^anova/, { nonparametric: true })),
  lost('comparison to one side', more(/^statistical_comparison/, { alternative: 'greater' })),
  lost(
    'comparison by Kolmogorov and Smirnov',
    forTool(/^statistical_comparison/, (call) => ({ ...call, arguments: { ...call.arguments, test: 'kolmogorov_smirnov' } })),
  ),
  lost(
    'comparison of three groups',
    one('groups', (list: string[]) => [...list, 'ADV_NONCONN_IND']),
  ),
  lost('comparison with a seed', more(/^statistical_comparison/, { n_permutations: 500, random_seed: 7 })),
  lost(
    'a level as a word',
    one('alpha', () => 'strict'),
  ),
  lost('a level and a level of confidence that differ', (call) =>
    typeof call.arguments['alpha'] === 'number' ? { ...call, arguments: { ...call.arguments, confidence_level: 0.8 } } : undefined,
  ),
  lost(
    'a level above one',
    one('alpha', () => 1.5),
  ),
  lost('summary with a rolling window', more(/^summary_stats/, { rolling_window: 60 })),
  lost('summary of some figures', more(/^summary_stats/, { statistics: ['mean', 'mode'] })),
  lost(
    'summary by a mutual information',
    one('correlation', () => 'mutual_information'),
  ),
  lost(
    'summary of a ratio of columns',
    forTool(
      /^summary_stats/,
      one('columns', ([first]: string[]) => [`${first ?? ''}/length`]),
    ),
  ),
  lost('summary with weights', more(/^summary_stats/, { weight_column: 'length' })),
  lost(
    'summary of all columns that are numbers',
    forTool(
      /^summary_stats/,
      one('columns', () => 'numeric'),
    ),
  ),
  lost(
    'a bucket without a unit',
    forTool(/^summary_stats/, (call) => {
      const { time_bucket_ms, ...args } = call.arguments;
      return time_bucket_ms === undefined ? undefined : { ...call, arguments: { ...args, time_bucket: 10 } };
    }),
  ),
];

const others: readonly Kind[] = [
  lost('overview by another column', more(/^capture_overview/, { group_by: 'local_name' })),
  lost('overview with bins by length', more(/^capture_overview/, { bin_by: 'rssi' })),
  lost(
    'query in English',
    one('sql', () => 'show me the strongest devices on channel 37'),
  ),
  lost(
    'query with a parameter and no value',
    one('sql', (value: string) => `${value.replace(/ ORDER BY.*$| WHERE.*$/, '')} HAVING count(*) > ?`),
  ),
  lost(
    'query cut at its end',
    one('sql', (value: string) => (value.endsWith('DESC') ? undefined : value.slice(0, value.lastIndexOf(' ') + 1))),
  ),
  lost('query with an order of its own beside', more(/^capture_query/, { order_by: 'rssi DESC' })),
  lost(
    'query without a limit in words',
    forTool(
      /^capture_query/,
      one('limit', () => 'unlimited'),
    ),
  ),
  lost(
    'query with a limit of minus one',
    forTool(
      /^capture_query/,
      one('limit', () => -1),
    ),
  ),
  lost('analyzer with a least probability', more(/^bluetooth_address/, { min_probability: 0.9 })),
  lost(
    'analyzer with a strict mode',
    forTool(
      /^bluetooth_address/,
      one('analysis_mode', () => 'strict'),
    ),
  ),
  lost('analyzer without a minimum', forTool(/^bluetooth_address/, lacks('min_observation_count'))),
  lost(
    'analyzer with any cadence',
    forTool(
      /^bluetooth_address|^device_id/,
      one('rpa_rotation_model', () => 'auto'),
    ),
  ),
  lost('device ids within a distance', more(/^device_id/, { max_rssi_difference: 6 })),
  lost(
    'audit of an address with wildcards',
    one('addresses', () => ['7D:40:*:*:*:*']),
  ),
  lost(
    'audit of the phone',
    one('addresses', () => ['the phone']),
  ),
  lost('audit of findings that are severe', more(/^rotation_privacy/, { min_severity: 'high' })),
  lost(
    'export to a spreadsheet',
    forTool(
      /^capture_export/,
      one('format', () => 'xlsx'),
    ),
  ),
  lost('export with semicolons', more(/^capture_export/, { delimiter: ';' })),
  lost('export of the first rows', more(/^capture_export/, { max_rows: 100 })),
  lost('export of a masked address', more(/^capture_export/, { anonymize: true })),
  lost('export with an order', more(/^capture_export/, { sort_by: 'rssi' })),
  lost('resolver with one key by name', more(/^resolvable/, { key_name: 'my phone' })),
  lost(
    'description of columns by a kind',
    inArgument(
      (_, key) => key === 'columns',
      () => ['all address columns'],
    ),
  ),
  lost('description with a histogram', more(/^describe/, { histogram: true })),
  lost('connections that ended by a timeout', more(/^connection_overview/, { end_reason: 'timeout' })),
  lost('connections after a time', more(/^connection_overview/, { min_duration_s: 10 })),
  lost('attributes of a characteristic', more(/^gatt/, { characteristic_uuid: '2A37' })),
  lost('attributes that notify', more(/^gatt/, { properties: ['notify'] })),
  lost('search for a kind that is not there', more(/^search_catalog/, { kinds: ['issue'] })),
  lost('search with a least score', more(/^search_catalog/, { min_score: 0.5 })),
  lost('clock of New York', more(/^get_current_time/, { timezone: 'America/New_York' })),
  lost('clock with an offset', more(/^get_current_time/, { offset_hours: -2 })),
  lost('captures by their age', more(/^list_captures/, { newer_than: '1h' })),
  lost('companions in three places at least', more(/^companion/, { min_places: 3 })),
  lost(
    'companions without their places',
    forTool(
      /^companion/,
      one('places', () => 'home and work'),
    ),
  ),
];

export const BLIND_D_LOST: readonly Kind[] = [...calls, ...filters, ...statistics, ...others];
