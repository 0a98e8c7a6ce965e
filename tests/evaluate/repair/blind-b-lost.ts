/** More kinds that must be asked about or refused, written without a look at the repairs. */
import { hasArgument, inArgument, inChannels, inFilter, inWindow, isTexts, lost, text, type Kind } from './kind.ts';
import { beside, forTool, inPredicate, iso, single, withArguments } from './blind-parts.ts';
import type { Call } from './originals.ts';

const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const extra = (tool: RegExp, more: Readonly<Record<string, unknown>>): Kind['break'] => forTool(tool, withArguments(more));
const named = (call: Call): Record<string, unknown> => ({ name: call.tool_name, arguments: beside(call) });
const sends = (call: Call): Record<string, unknown> => ({ name: call.tool_name, arguments: text(beside(call)) });

const envelopes: readonly Kind[] = [
  lost('a function call that is incomplete', (call) => ({
    type: 'function_call',
    id: 'fc_1',
    call_id: 'c1',
    status: 'incomplete',
    ...sends(call),
  })),
  lost('a message that reached its longest', (call) => ({
    role: 'assistant',
    stop_reason: 'max_tokens',
    content: [{ type: 'tool_use', id: 't1', name: call.tool_name, input: beside(call) }],
  })),
  lost('a choice that ended by its length', (call) => ({
    choices: [
      {
        index: 0,
        finish_reason: 'length',
        message: { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: sends(call) }] },
      },
    ],
  })),
  lost('a choice that a filter of contents ended', (call) => ({
    choices: [
      {
        index: 0,
        finish_reason: 'content_filter',
        message: { role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'function', function: sends(call) }] },
      },
    ],
  })),
  lost('a candidate that was malformed', (call) => ({
    candidates: [
      {
        finishReason: 'MALFORMED_FUNCTION_CALL',
        content: { role: 'model', parts: [{ functionCall: { name: call.tool_name, args: beside(call) } }] },
      },
    ],
  })),
  lost('invalid tool calls of LangChain', (call) => ({
    type: 'ai',
    content: '',
    tool_calls: [],
    invalid_tool_calls: [{ name: call.tool_name, args: text(beside(call)), id: 'c1', error: 'Malformed args.' }],
  })),
  lost('an interrupt of a graph', (call) => ({
    type: 'interrupt',
    value: { action_request: { action: call.tool_name, args: beside(call) }, config: { allow_accept: true } },
  })),
  lost('an answer of a person who ignores it', (call) => ({ type: 'ignore', args: { action: call.tool_name, args: beside(call) } })),
  lost('a result of MCP', (call) => ({
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: text(named(call)) }], isError: false },
  })),
  lost('a span of a trace', (call) => ({
    name: `execute_tool ${call.tool_name}`,
    endTimeUnixNano: '1775203200000000000',
    attributes: { 'gen_ai.tool.name': call.tool_name, 'gen_ai.tool.call.arguments': text(beside(call)) },
  })),
  lost('a case of an evaluation', (call) => ({ input: 'How many packets are there?', expected_tool_calls: [named(call)] })),
  lost('a job that runs', (call) => ({ job_id: 'j1', status: 'running', tool_name: call.tool_name, tool_input: beside(call) })),
  lost('a tool that is one of two in a text', (call) => ({
    ...call,
    tool_name: `${call.tool_name} or ${call.tool_name === 'list_captures' ? 'describe_capture' : 'list_captures'}`,
  })),
];

const rows: readonly Kind[] = [
  lost(
    'a day that is not in the calendar',
    inWindow(({ start_ms, end_ms }) => ({ start: `${iso(start_ms).slice(0, 4)}-02-30T00:00:00Z`, end: iso(end_ms) })),
  ),
  lost(
    'an hour that is not on the clock',
    inWindow(({ start_ms, end_ms }) => ({ start: iso(start_ms).replace(/T\d\d/, 'T25'), end: iso(end_ms) })),
  ),
  lost(
    'a window by its week',
    inWindow(({ start_ms }) => ({ week: `${iso(start_ms).slice(0, 4)}-W18` })),
  ),
  lost(
    'a window of the hours of work',
    inWindow(() => 'business hours'),
  ),
  lost(
    'a window with a start and a word for its end',
    inWindow(({ start_ms }) => ({ start_ms, end_ms: 'a bit later' })),
  ),
  lost(
    'a window of two starts',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, start: iso(start_ms + 3000), end_ms })),
  ),
  lost(
    'a filter of a packet filter of the kernel',
    inFilter(() => 'ether host 00:11:22:33:44:55 and len > 20'),
  ),
  lost(
    'a filter with a count',
    inFilter((filter) => `${filter} AND count(*) > 5`),
  ),
  lost(
    'a filter with packets for each device',
    inFilter((filter) => `(${filter}) AND packets_per_device > 10`),
  ),
  lost(
    'a filter with the first time of a device',
    inFilter((filter) => `(${filter}) AND first_seen_today = TRUE`),
  ),
  lost(
    'a filter with part of a type',
    inFilter((filter) => filter.replace(/'ADV_IND'/, "'ADV'")),
  ),
  lost('a filter that compares with nothing', inPredicate(single((c, o) => (o === '>' ? `${c} > None` : undefined)))),
  lost('a filter with two values for one sign', inPredicate(single((c, o, v) => (o === '>' ? `${c} > ${String(v)} -70` : undefined)))),
  lost(
    'a filter with a bracket that may close in two places',
    inPredicate(({ join, terms }) =>
      join === 'AND' && terms.length === 2 && terms.every(({ operator }) => operator !== 'in' && operator !== 'null')
        ? `(${terms.map(({ column, operator, value }) => `${column} ${operator} ${String(value)}`).join(' AND ')} OR snr = 1`
        : undefined,
    ),
  ),
  lost('a filter that is a name alone', inPredicate(single((c, o) => (o === '>' ? c : undefined)))),
  lost(
    'a mask of channels',
    inChannels(() => '0x1FFFFFFFFF'),
  ),
  lost(
    'a share of the channels',
    inChannels(() => ['half of them']),
  ),
  lost(
    'channels and a question',
    inChannels((list) => [...list, '?']),
  ),
];

const statistics: readonly Kind[] = [
  lost('a degree for all columns', extra(/regression/, { degree: 2 })),
  lost('interactions of all columns', extra(/regression/, { interactions: true })),
  lost('a share of rows for a test', extra(/regression/, { test_size: 0.2 })),
  lost('folds of a validation', extra(/regression/, { cv: 5 })),
  lost('random effects', extra(/regression|anova/, { random_effects: ['advertiser_addr'] })),
  lost('samples of a bootstrap', extra(/regression|comparison|summary_stats/, { bootstrap: 1000 })),
  lost(
    'robust errors of no kind',
    forTool(/regression/, (call) => ({ ...call, arguments: { ...call.arguments, robust_se: true } })),
  ),
  lost(
    'sums of squares of a type that is not there',
    one('ss_type', () => 'IV'),
  ),
  lost('the power of a test', extra(/comparison|anova/, { power: 0.8 })),
  lost(
    'two correlations of three',
    one('correlation', () => ['pearson', 'kendall']),
  ),
  lost(
    'a type of quantiles that is not there',
    one('quantile_type', () => 10),
  ),
  lost(
    'a number of quantiles',
    one('quantiles', () => 4),
  ),
  lost(
    'quantiles in two units',
    one('quantiles', ([first, ...more]: number[]) => [100 * (first ?? 0), ...more]),
  ),
  lost('a level and a confidence that differ', (call) =>
    hasArgument(call, 'alpha') ? { ...call, arguments: { ...call.arguments, confidence_level: 0.9 } } : undefined,
  ),
  lost(
    'one group of two',
    one('groups', ([first]: string[]) => [first]),
  ),
  lost('a pair in a design of two samples', (call) =>
    call.arguments['design'] === 'two_sample'
      ? { ...call, arguments: { ...call.arguments, paired_with: call.arguments['response'] === 'rssi' ? 'length' : 'snr' } }
      : undefined,
  ),
  lost('groups in a design of one sample', (call) =>
    call.arguments['design'] === 'one_sample'
      ? { ...call, arguments: { ...call.arguments, factor: 'site', groups: ['north', 'south'] } }
      : undefined,
  ),
  lost(
    'a name for a column that two columns could have',
    inArgument(
      (value, key) => isTexts(value) && /^(columns|features)$/.test(key),
      (list: string[]) => list.map((each) => (each === 'advertiser_addr' ? 'address' : each === 'ts_us' ? 'time or radio time' : each)),
    ),
  ),
];

const others: readonly Kind[] = [
  lost('a separator of a spreadsheet', (call) =>
    call.arguments['format'] === 'csv' ? { ...call, arguments: { ...call.arguments, delimiter: ';', decimal: ',' } } : undefined,
  ),
  lost(
    'two formats',
    one('format', (format: string) => [format, 'parquet']),
  ),
  lost('a password for the file', extra(/export/, { password: 'secret' })),
  lost('rows of a file at most', extra(/export/, { rows_per_file: 1000 })),
  lost(
    'a question in place of the SQL',
    one('sql', () => 'the average RSSI per channel'),
  ),
  lost(
    'an order by chance',
    one('sql', (sql: string) => `SELECT * FROM (${sql}) ORDER BY random()`),
  ),
  lost('a cursor that is made up', extra(/query/, { cursor: 'next' })),
  lost(
    'a statement over a capture that is not selected',
    one('sql', (sql: string) => (sql.includes('chamber_four_phones') ? 'SELECT count(*) AS n FROM lab WHERE channel = 37' : undefined)),
    { open: 'several' },
  ),
  lost('a threshold of the links', extra(/address_analyzer/, { min_probability: 0.9 })),
  lost(
    'a column of addresses that is not there',
    one('address_columns', (columns: object) => ({ ...columns, advertiser_addr: 'src_mac' })),
  ),
  lost(
    'a rule for pairs that is not there',
    extra(/address_analyzer/, { constraints: [{ address_a: '7D:40:A6:DF:72:73', address_b: '4B:11:8E:20:C7:55', rule: 'maybe_link' }] }),
  ),
  lost('an earlier recording that is not open', extra(/audit/, { before: { capture_id: 'last_week', addresses: ['7D:40:A6:DF:72:73'] } })),
  lost(
    'two addresses for one',
    one('address', (address: string) => [address, 'C4:10:20:30:40:51']),
  ),
  lost('connections of one side', extra(/connection_overview/, { role: 'central' })),
  lost('values that are not decoded', extra(/gatt/, { decode: false })),
  lost('a clock of an hour ago', extra(/current_time/, { offset: '-1h' })),
  lost(
    'two parts of an id',
    one('id_contains', (part: string) => [part, 'heart']),
  ),
  lost(
    'a kind that is not searched',
    one('kinds', () => ['video']),
  ),
  lost('a search since a day', extra(/search/, { since: '2026-01-01' })),
  lost(
    'a place without its end',
    one('places', (places: { name: string; time_range: { start_ms: number } }[]) =>
      places.map(({ name, time_range }, at) => (at === 0 ? { name, time_range: { start_ms: time_range.start_ms } } : { name, time_range })),
    ),
  ),
  lost('places within a distance', extra(/companion/, { radius_m: 50 })),
  lost('ids that come close', extra(/device_id/, { min_rssi: -60 })),
  lost('a bin for each channel', extra(/capture_overview/, { bins_by: 'channel' })),
  lost('columns with a correlation', extra(/describe/, { correlate_with: 'rssi' })),
];

export const BLIND_B_LOST: readonly Kind[] = [...envelopes, ...rows, ...statistics, ...others];
