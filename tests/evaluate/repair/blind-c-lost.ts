/** Kinds that must be asked about or refused, written without a look at the repairs. */
import { inArgument, inChannels, inFilter, inWindow, isTexts, lost, text, type Kind } from './kind.ts';
import { beside, forTool, inCapture, inPredicate, iso, single, withArguments } from './blind-parts.ts';
import type { Call } from './originals.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const extra = (tool: RegExp, more: Readonly<Record<string, unknown>>): Kind['break'] => forTool(tool, withArguments(more));
const json = (call: Call): string => text(beside(call));
const other = (call: Call): string => (call.tool_name === 'list_captures' ? 'describe_capture' : 'list_captures');

const envelopes: readonly Kind[] = [
  lost('a call that is not to be made', (call) => `Do not call this:\n${text({ name: call.tool_name, arguments: beside(call) })}`),
  lost('a call that waits for approval', (call) => ({ status: 'pending_approval', tool_name: call.tool_name, arguments: beside(call) })),
  lost('a call that was cancelled', (call) => ({ type: 'tool_call', status: 'cancelled', name: call.tool_name, arguments: beside(call) })),
  lost('a dry run', (call) => ({ dry_run: true, tool: call.tool_name, input: beside(call) })),
  lost('a step with a condition', (call) => ({ if: 'steps.one.outputs.count > 5', tool: call.tool_name, input: beside(call) })),
  lost('a step that is switched off', (call) => ({ enabled: false, tool: call.tool_name, input: beside(call) })),
  lost('a call for later', (call) => ({ run_at: '2026-05-01T00:00:00Z', tool: call.tool_name, input: beside(call) })),
  lost('a call in a loop', (call) => ({ for_each: ['37', '38'], tool: call.tool_name, input: beside(call) })),
  lost('a call and another one', (call) => [
    { name: call.tool_name, arguments: beside(call) },
    { name: other(call), arguments: {} },
  ]),
  lost('a call of one tool in the name of another', (call) => ({ [call.tool_name]: beside(call), tool_name: other(call) })),
  lost('a field that GraphQL skips', (call) => ({
    query: `query Run($input: Input!) { ${call.tool_name}(input: $input) @skip(if: true) { ok } }`,
    variables: { input: beside(call) },
  })),
  lost('JSON that ends in a text', (call) => text(call).slice(0, text(call).indexOf('capture_selection') + 26)),
  lost(
    'a stream that has no end',
    (call) =>
      `data: ${text({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 't', name: call.tool_name, input: {} } })}\n\ndata: ${text({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: json(call).slice(0, -9) } })}\n\n`,
  ),
  lost('a schema for the values', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : { ...call, arguments: Object.fromEntries(Object.keys(call.arguments).map((key) => [key, { type: 'string', description: key }])) },
  ),
  lost('values in curly brackets of a template', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : { ...call, arguments: Object.fromEntries(Object.keys(call.arguments).map((key) => [key, `{{${key}}}`])) },
  ),
  lost('the output of a step for the arguments', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: '$.steps.previous.output' },
  ),
  lost('a call that was made, with its result', (call) => ({
    tool: call.tool_name,
    input: beside(call),
    output: { ok: true },
    duration_ms: 12,
  })),
  lost('a definition of the tool', (call) => ({
    type: 'function',
    function: { name: call.tool_name, parameters: { type: 'object', properties: { capture_selection: { type: 'object' } } } },
  })),
];

const rows: readonly Kind[] = [
  lost('a variable for a number', inPredicate(single((c, o) => (o === '>' ? `${c} > threshold` : undefined)))),
  lost('a question mark without its value', inPredicate(single((c, o) => (o === '>' ? `${c} > ?` : undefined)))),
  lost(
    'a condition that may hold',
    inPredicate(single((c, o, v) => (o === '>' ? `${c} should be > ${String(v)} if possible` : undefined))),
  ),
  lost('about a number', inPredicate(single((c, o, v) => (o === '>' ? `${c} is about ${String(v)}` : undefined)))),
  lost(
    'only one of two',
    inFilter((filter) => `${filter} XOR channel = 38`),
  ),
  lost(
    'a pattern of a name',
    inFilter((filter) => `${filter} AND local_name =~ /phone/`),
  ),
  lost(
    'a sample of the rows',
    inFilter((filter) => `${filter} TABLESAMPLE 10 PERCENT`),
  ),
  lost(
    'rows up to a number',
    inFilter((filter) => `${filter} LIMIT 100`),
  ),
  lost(
    'an order of the rows and a first',
    inFilter((filter) => `${filter} ORDER BY ts_us LIMIT 1`),
  ),
  lost(
    'a function over time',
    inFilter((filter) => `${filter} AND hour(ts_us) = 8`),
  ),
  lost(
    'a column that no capture has',
    inFilter((filter) => `${filter} AND tx_power_delta > 3`),
  ),
  lost(
    'a filter that contains an object it does not know',
    inPredicate(single((c, o, v) => ({ bool: { must: [{ [o]: { [c]: v } }], must_not: [{ script: { source: 'doc.x' } }] } }))),
  ),
  lost(
    'a boost of a search',
    inPredicate(
      single((c, o, v) => (typeof v === 'string' ? undefined : { function_score: { query: { range: { [c]: { gt: v } } }, weight: o } })),
    ),
  ),
  lost('a condition of Mongo that is not there', inPredicate(single((c, _, v) => ({ [c]: { $near: v } })))),
  lost(
    'a window in hours of a zone without a name',
    inWindow(({ start_ms }) => `8 to 9 in the morning of ${iso(start_ms).slice(0, 10)}`),
  ),
  lost(
    'the last minutes',
    inWindow(() => 'last 5 minutes'),
  ),
  lost(
    'a window of the previous hour',
    inWindow(() => ({ previous: 'hour' })),
  ),
  lost(
    'a window that recurs',
    inWindow(({ start_ms, end_ms }) => `R3/${iso(start_ms)}/${iso(end_ms)}`),
  ),
  lost(
    'a window with a gap in it',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, end_ms, exclude: [{ start_ms: start_ms + 5000, end_ms: start_ms + 6000 }] })),
  ),
  lost(
    'a window whose start is not a time',
    inWindow(({ end_ms }) => ({ start: 'when the phone came', end: iso(end_ms) })),
  ),
  lost(
    'a window of two ends',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, end_ms, end: iso(end_ms - 4000) })),
  ),
  lost(
    'channels but one',
    inChannels(() => 'all except 38'),
  ),
  lost(
    'odd channels',
    inChannels(() => 'odd'),
  ),
  lost(
    'channels with a weight',
    inChannels((list) => Object.fromEntries(list.map((each, at) => [each, at / 2]))),
  ),
  lost(
    'a channel and a question',
    inChannels(() => ['37', 'maybe 38']),
  ),
  lost(
    'a capture that is not there',
    inCapture(() => 'warehouse_north_2019'),
  ),
  lost(
    'two captures in one text',
    inCapture((id) => `${id} minus heart_rate`),
  ),
];

const settings: readonly Kind[] = [
  lost(
    'all columns by a star',
    inArgument(
      (value, key) => isTexts(value) && key === 'columns',
      () => ['*'],
    ),
  ),
  lost(
    'columns by a pattern',
    inArgument(
      (value, key) => isTexts(value) && key === 'columns',
      () => ['/^r.*/'],
    ),
  ),
  lost(
    'columns but one',
    inArgument(
      (value, key) => isTexts(value) && key === 'columns',
      ([first]: string[]) => [`-${first ?? ''}`],
    ),
  ),
  lost(
    'a logarithm of a column',
    inArgument(
      (value, key) => isTexts(value) && key === 'features',
      ([first]: string[]) => [`log(${first ?? ''})`],
    ),
  ),
  lost(
    'a lag of a column',
    inArgument(
      (value, key) => isTexts(value) && key === 'features',
      ([first]: string[]) => [`lag(${first ?? ''}, 1)`],
    ),
  ),
  lost(
    'a logarithm of what is explained',
    one('target', (value: string) => `log(${value})`),
  ),
  lost('weights of a regression', extra(/regression/, { weights: 'rssi' })),
  lost('a penalty of a regression', extra(/regression/, { penalty: 'l2', lambda: 0.1 })),
  lost('clusters of the errors', extra(/regression/, { cluster_by: 'channel' })),
  lost('a side of a test', extra(/comparison/, { alternative: 'perhaps' })),
  lost('blocks of a design', extra(/anova/, { blocks: ['packet_no'] })),
  lost('a trimmed mean', extra(/summary_stats|comparison/, { trim: 0.1 })),
  lost('an order of groups', extra(/summary_stats/, { having: 'count > 100' })),
  lost(
    'a range for a limit',
    one('limit', (value: number) => `${String(value)}-${String(value + 50)}`),
  ),
  lost(
    'about a limit',
    one('limit', (value: number) => `about ${String(value)}`),
  ),
  lost(
    'a limit that is less than one',
    one('limit', () => -5),
  ),
  lost(
    'a limit of a share',
    one('limit', () => '10%'),
  ),
  lost(
    'a window of no unit in words',
    one('linkage_window_s', () => 'a while'),
  ),
  lost(
    'a window of two lengths',
    one('linkage_window_s', (value: number) => [value, value * 2]),
  ),
  lost(
    'a quantile above one hundred',
    one('quantiles', () => ['p150']),
  ),
  lost(
    'all quantiles',
    one('quantiles', () => 'all'),
  ),
  lost(
    'a mean in the place of quantiles',
    one('quantiles', () => ['mean']),
  ),
  lost(
    'an address with five octets',
    inArgument(
      (_, key) => key === 'address' || key === 'addresses',
      (value: string | string[]) => ([value].flat()[0] ?? '').slice(0, -3),
    ),
  ),
  lost(
    'an address of a vendor',
    inArgument(
      (_, key) => key === 'address' || key === 'addresses',
      () => 'Apple',
    ),
  ),
  lost('a second sheet', extra(/capture_export/, { sheet_name: 'two', append: true })),
  lost('a compression of the file', extra(/capture_export/, { compression: 'gzip' })),
  lost(
    'a transformation of columns',
    one('columns', (list: string[]) => Object.fromEntries(list.map((each) => [each, 'round(2)']))),
  ),
  lost('rows with no duplicates', extra(/capture_export|capture_query/, { distinct: true })),
  lost(
    'a second statement',
    one('sql', (value: string) => `${value}; DELETE FROM chamber_four_phones`),
  ),
  lost('addresses to leave out', extra(/address_analyzer/, { exclude_addresses: ['7D:40:A6:DF:72:73'] })),
  lost('a minimum of seconds that differs', extra(/address_analyzer|device_id/, { window_ms: 1 })),
  lost('a direction of connections', extra(/connection_overview|gatt/, { direction: 'incoming' })),
  lost('services of one kind', extra(/gatt/, { service_uuid: '180D' })),
  lost('a search that leaves words out', extra(/search_catalog/, { exclude: 'export' })),
  lost('a clock of a city', extra(/get_current_time/, { timezone: 'Tokio' })),
  lost('captures of a kind', extra(/list_captures/, { recorded_after: '2026-01-01' })),
  lost('places in an order', extra(/companion/, { ordered: true })),
  lost('keys to resolve with', extra(/resolver/, { irk: '00112233445566778899aabbccddeeff' })),
  lost('two names of a tool in an address', (call) => ({ ...call, tool_name: `${call.tool_name}|${other(call)}` })),
];

export const BLIND_C_LOST: readonly Kind[] = [...envelopes, ...rows, ...settings];
