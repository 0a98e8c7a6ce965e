/** Latest kinds of names, values, selections and filters. */
import { argumentCalled, inArgument, inChannels, inFilter, inWindow, isNumber, isText, isTexts, kind, type Kind, renamed } from './kind.ts';

const isColumns = (value: unknown, key: string): boolean => isTexts(value) && /columns|features|factors|group_by/.test(key);
const dated = (ms: number): string => new Date(ms).toISOString();
const seconds = (value: unknown, key: string): boolean => isNumber(value) && key.endsWith('_s');

const names: readonly Kind[] = [
  ...(
    [
      ['min_observation_count', 'minimum_observation_count'],
      ['min_observation_count', 'observation_count_min'],
      ['min_observation_count', 'min_packets'],
      ['linkage_window_s', 'linkage_window_seconds'],
      ['linkage_window_s', 'window_linkage_s'],
      ['linkage_window_s', 'linkageWindow'],
      ['columns', 'column_list'],
      ['columns', 'fields'],
      ['group_by', 'grouping_columns'],
      ['time_bins', 'number_of_time_bins'],
      ['top', 'top_n'],
      ['file_name', 'filename'],
      ['format', 'output_format'],
      ['alpha', 'significance_level'],
      ['target', 'target_variable'],
      ['target', 'y'],
      ['features', 'feature_names'],
      ['features', 'predictors'],
      ['response', 'response_variable'],
      ['factors', 'factor_columns'],
      ['operation', 'regression_type'],
      ['correlation', 'correlation_method'],
      ['max_addresses', 'maximum_addresses'],
      ['max_addresses', 'address_limit'],
      ['limit', 'max_rows'],
      ['addresses', 'address_list'],
      ['sql', 'sql_query'],
      ['post_hoc', 'posthoc_methods'],
      ['quantile_type', 'quantiles_type'],
      ['normalize', 'normalise_features'],
      ['follow_links', 'should_follow_links'],
      ['provenance', 'include_provenance'],
    ] as const
  ).map(([from, to]) => kind(`${to} for ${from}`, argumentCalled(from, to))),
];

const values: readonly Kind[] = [
  kind(
    'seconds with a long unit',
    inArgument(seconds, (value: number) => `${String(value)} seconds`),
  ),
  kind(
    'minutes with a short unit',
    inArgument(
      (value, key) => seconds(value, key) && Number(value) % 60 === 0,
      (value: number) => `${String(value / 60)}min`,
    ),
  ),
  kind(
    'a number and unit in an object',
    inArgument(seconds, (value: number) => ({ amount: value, unit: 'seconds' })),
  ),
  kind(
    'a number as a float in a text',
    inArgument(isNumber, (value: number) => (Number.isInteger(value) ? `${String(value)}.0` : String(value))),
  ),
  kind(
    'thousands with a blank',
    inArgument(
      (value) => isNumber(value) && Number(value) >= 10_000,
      (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ' '),
    ),
  ),
  kind(
    'numbers in a list of one',
    inArgument(isNumber, (value: number) => [value]),
  ),
  kind(
    'texts in objects with a value',
    inArgument(isText, (value: string, key) => (key === 'sql' ? undefined : { value })),
  ),
  kind(
    'truth as a number in a text',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => (value ? '1' : '0'),
    ),
  ),
  kind(
    'truth in capitals',
    inArgument(
      (value) => typeof value === 'boolean',
      (value: boolean) => String(value).toUpperCase(),
    ),
  ),
  kind(
    'columns joined by semicolons',
    inArgument(isColumns, (value: string[]) => value.join('; ')),
  ),
  kind(
    'columns in a Python list',
    inArgument(isColumns, (value: string[]) => `[${value.map((each) => `'${each}'`).join(', ')}]`),
  ),
  kind(
    'columns as an object of names',
    inArgument(isColumns, (value: string[]) => Object.fromEntries(value.map((each) => [each, true]))),
  ),
  kind(
    'columns with blanks for underscores',
    inArgument(isColumns, (value: string[]) => value.map((each) => each.replaceAll('_', ' '))),
  ),
  kind(
    'columns in camel case',
    inArgument(isColumns, (value: string[]) => value.map((each) => each.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))),
  ),
  kind(
    'columns behind df',
    inArgument(isColumns, (value: string[]) => value.map((each) => `df.${each}`)),
  ),
  kind(
    'columns as field objects',
    inArgument(isColumns, (value: string[]) => value.map((field) => ({ field }))),
  ),
  kind(
    'columns in quotes',
    inArgument(isColumns, (value: string[]) => value.map((each) => `"${each}"`)),
  ),
  kind(
    'columns with and',
    inArgument(
      (value, key) => isColumns(value, key) && (value as string[]).length > 1,
      (value: string[]) => value.join(' and '),
    ),
  ),
  kind(
    'addresses without separators',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) => value.map((each) => each.replaceAll(':', '')),
    ),
  ),
  kind(
    'one address as a text',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) => value[0],
    ),
  ),
  kind(
    'addresses as objects',
    inArgument(
      (_, key) => key === 'addresses',
      (value: string[]) => value.map((address) => ({ address })),
    ),
  ),
  kind(
    'quantiles as percents',
    inArgument(
      (_, key) => key === 'quantiles',
      (value: number[]) => value.map((each) => `${String(Math.round(each * 100))}%`),
    ),
  ),
  kind(
    'quantiles with p',
    inArgument(
      (_, key) => key === 'quantiles',
      (value: number[]) => value.map((each) => `p${String(Math.round(each * 100))}`),
    ),
  ),
  kind(
    'alpha in percent and words',
    inArgument(
      (_, key) => key === 'alpha',
      (value: number) => `${String(value * 100)} percent`,
    ),
  ),
  kind(
    'format with a dot',
    inArgument(
      (_, key) => key === 'format',
      (value: string) => `.${value}`,
    ),
  ),
  kind(
    'format with file',
    inArgument(
      (_, key) => key === 'format',
      (value: string) => `${value.toUpperCase()} file`,
    ),
  ),
  kind(
    'options with blanks',
    inArgument(
      (value, key) => isText(value) && /operation|design|rpa_rotation_model/.test(key),
      (value: string) => value.replaceAll('_', ' '),
    ),
  ),
  kind(
    'options with hyphens',
    inArgument(
      (value, key) => isText(value) && /operation|design|rpa_rotation_model/.test(key),
      (value: string) => value.replaceAll('_', '-'),
    ),
  ),
  kind(
    'rank correlation in full',
    inArgument(
      (value, key) => key === 'correlation' && value === 'spearman',
      () => 'Spearman rank correlation',
    ),
  ),
  kind(
    'one test as a text',
    inArgument(
      (_, key) => key === 'post_hoc',
      (value: string[]) => value.join(','),
    ),
  ),
];

const selections: readonly Kind[] = [
  kind(
    'time range as from and to',
    inWindow(({ start_ms, end_ms }) => ({ from: dated(start_ms), to: dated(end_ms) })),
  ),
  kind(
    'time range as a list of ISO times',
    inWindow(({ start_ms, end_ms }) => [dated(start_ms), dated(end_ms)]),
  ),
  kind(
    'time range with begin and end',
    inWindow(({ start_ms, end_ms }) => ({ begin_ms: start_ms, end_ms })),
  ),
  kind(
    'time range in seconds with names',
    inWindow(({ start_ms, end_ms }) => ({ start_s: start_ms / 1000, end_s: end_ms / 1000 })),
  ),
  kind(
    'time range with start time and end time',
    inWindow(({ start_ms, end_ms }) => ({ start_time: dated(start_ms), end_time: dated(end_ms) })),
  ),
  kind(
    'time range with gte and lte',
    inWindow(({ start_ms, end_ms }) => ({ gte: start_ms, lte: end_ms })),
  ),
  kind(
    'time range as a text with a hyphen',
    inWindow(({ start_ms, end_ms }) => `${dated(start_ms)} - ${dated(end_ms)}`),
  ),
  kind(
    'time range with a plus for the zone',
    inWindow(({ start_ms, end_ms }) => ({ start: dated(start_ms).replace('Z', '+00:00'), end: dated(end_ms).replace('Z', '+00:00') })),
  ),
  kind(
    'time range with floats',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: `${String(start_ms)}.0`, end_ms: `${String(end_ms)}.0` })),
  ),
  kind(
    'channels as one text',
    inChannels((list) => list.join(',')),
  ),
  kind(
    'channels with names',
    inChannels((list) => list.map((each) => `channel ${each}`)),
  ),
  kind(
    'channels as objects',
    inChannels((list) => list.map((each) => ({ channel: Number(each) }))),
  ),
  kind(
    'channels in a member in',
    inChannels((list) => ({ in: list.map(Number) })),
  ),
  kind('channel in the singular', (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (selectors?.['channels'] === undefined) return undefined;
    renamed(selectors, 'channels', 'channel');
    return call;
  }),
  kind('selectors spread in the selection', ({ capture_selection: { selectors, ...own }, ...others }) =>
    selectors === undefined ? undefined : { ...others, capture_selection: { ...own, ...(selectors as object) } },
  ),
  kind('filters called where', ({ capture_selection: { filter_expression, ...own }, ...others }) =>
    filter_expression === undefined ? undefined : { ...others, capture_selection: { ...own, where: filter_expression } },
  ),
  kind('selection called data', ({ capture_selection, ...others }) => ({ ...others, data: capture_selection })),
  kind('capture beside the arguments', ({ capture_selection: { capture_id, ...own }, ...others }) =>
    isText(capture_id) && Object.keys(own).length === 0 ? { ...others, capture: capture_id } : undefined,
  ),
  kind('capture with its file ending in a list', (call) =>
    Array.isArray(call.capture_selection['capture_ids']) && call.capture_selection['capture_ids'][0] === 'chamber_four_phones'
      ? { ...call, capture_selection: { ...call.capture_selection, capture_ids: ['chamber_four_phones.pcapng'] } }
      : undefined,
  ),
  kind('selection as a list of one', (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: [call.capture_selection] },
  ),
];

const filters: readonly Kind[] = [
  kind(
    'filter with double equals and quotes',
    inFilter((filter) => filter.replace(/(?<![<>!])=/g, '==').replaceAll("'", '"')),
  ),
  kind(
    'filter with and in capitals and signs',
    inFilter((filter) => filter.replaceAll(' AND ', ' && ').replaceAll(' != ', ' <> ').replaceAll(' OR ', ' || ')),
  ),
  kind(
    'filter behind WHERE',
    inFilter((filter) => `WHERE ${filter}`),
  ),
  kind(
    'filter behind a statement',
    inFilter((filter) => `SELECT * FROM capture WHERE ${filter};`),
  ),
  kind(
    'filter of a data frame',
    inFilter((filter) => (/^rssi > -90$/.test(filter) ? "df[df['rssi'] > -90]" : filter)),
  ),
  kind(
    'filter of a query',
    inFilter((filter) => (/^(?:rssi|snr) > -?\d+$/.test(filter) ? `df.query("${filter}")` : filter)),
  ),
  kind('filter of Mongo', (call) => {
    const [, column, value] =
      /^(rssi|snr) > (-?\d+)$/.exec(
        typeof call.capture_selection['filter_expression'] === 'string' ? call.capture_selection['filter_expression'] : '',
      ) ?? [];
    if (column === undefined) return undefined;
    call.capture_selection['filter_expression'] = { [column]: { $gt: Number(value) } };
    return call;
  }),
  kind('filter as field, op and value', (call) => {
    const [, field, value] =
      /^(rssi|snr) > (-?\d+)$/.exec(
        typeof call.capture_selection['filter_expression'] === 'string' ? call.capture_selection['filter_expression'] : '',
      ) ?? [];
    if (field === undefined) return undefined;
    call.capture_selection['filter_expression'] = { field, op: 'gt', value: Number(value) };
    return call;
  }),
  kind(
    'filter with words',
    inFilter((filter) => filter.replace(/ > /g, ' greater than ').replace(/ >= /g, ' at least ')),
  ),
  kind(
    'filter with is',
    inFilter((filter) => filter.replace(/crc_ok = TRUE/, 'crc_ok is true').replace(/adv_type = /g, 'adv_type is ')),
  ),
  kind(
    'filter with a table',
    inFilter((filter) =>
      filter.replace(/\b(rssi|channel|adv_type|crc_ok|snr|site|jitter|latency_ms|local_name|advertiser_addr)\b/g, 'packets.$1'),
    ),
  ),
  kind(
    'filter with columns in capitals',
    inFilter((filter) => filter.replace(/\b(rssi|channel|adv_type|crc_ok|snr|jitter)\b/g, (name) => name.toUpperCase())),
  ),
  kind(
    'filter with a list in square brackets',
    inFilter((filter) => filter.replace('IN (37, 38, 39)', 'in [37, 38, 39]')),
  ),
  kind(
    'filter with is not null in words',
    inFilter((filter) => filter.replace('IS NULL', 'is None')),
  ),
  kind(
    'filter in brackets',
    inFilter((filter) => `(${filter.replace(/ = /g, ' == ')})`),
  ),
  kind(
    'filter with a cast',
    inFilter((filter) => filter.replace(/rssi > (-?\d+)/, 'CAST(rssi AS INTEGER) > $1')),
  ),
];

export const LATEST_VALUES: readonly Kind[] = [...names, ...values, ...selections, ...filters];
