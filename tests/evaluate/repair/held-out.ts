/** Kinds of broken calls that were new when they were first run. The repairs were mended after them once. */
import { ARGUMENTS, LOST } from './held-out-arguments.ts';
import { CARRIERS_AND_CONDITIONS } from './held-out-carriers.ts';
import { DIALECTS } from './held-out-dialects.ts';
import { TEXT_AND_NOTATION } from './held-out-text.ts';
import { SHAPES } from './held-out-shapes.ts';
import { SIXTH } from './held-out-sixth.ts';
import { inChannels, inFilter, inWindow, isText, kind, python, renamed, text, windowOf, type Kind } from './kind.ts';

const dated = (ms: number): string => new Date(ms).toISOString();

const envelope: readonly Kind[] = [
  kind('Anthropic tool_use', ({ tool_name, ...rest }) => ({ type: 'tool_use', id: 'toolu_01', name: tool_name, input: rest })),
  kind('MCP request', ({ tool_name, ...rest }) => ({
    jsonrpc: '2.0',
    id: 3,
    method: 'tools/call',
    params: { name: tool_name, arguments: rest },
  })),
  kind('Gemini functionCall', ({ tool_name, ...rest }) => ({ functionCall: { name: tool_name, args: rest } })),
  kind('LangChain action', ({ tool_name, ...rest }) => ({ action: tool_name, action_input: rest })),
  kind('tool_calls of one', ({ tool_name, ...rest }) => ({
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: tool_name, arguments: text(rest) } }],
  })),
  kind('tag around', (call) => `<tool_call>\n${text(call)}\n</tool_call>`),
  kind('list of one', (call) => [call]),
  kind('Python dict', (call) => python(call)),
  kind('bare keys', (call) => JSON.stringify(call, null, 1).replace(/"(\w+)":/g, '$1:')),
  kind('curly quotes', (call) => (text(call).includes('\\') ? undefined : text(call).replace(/"([^"]*)"/g, '“$1”'))),
  kind('byte order mark', (call) => `\uFEFF${text(call)}`),
  kind('last bracket missing', (call) => text(call).slice(0, -1)),
  kind('tool and params', ({ tool_name, arguments: args, ...rest }) => ({ tool: tool_name, params: args, ...rest })),
  kind('flat', ({ arguments: args, ...rest }) => (Object.keys(args).length === 0 ? undefined : { ...rest, ...args })),
  kind('selection in the arguments under another name', ({ capture_selection, ...rest }) => ({
    ...rest,
    arguments: { ...rest.arguments, selection: capture_selection },
  })),
  kind('selection members beside the call', ({ capture_selection, ...rest }) =>
    Object.keys(capture_selection).length === 0 ? undefined : { ...rest, ...capture_selection },
  ),
  kind('kebab members', (call) => Object.fromEntries(Object.entries(call).map(([key, value]) => [key.replaceAll('_', '-'), value]))),
  kind('title as name', (call) => ({
    ...call,
    tool_name: call.tool_name
      .split('_')
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join(' '),
  })),
  kind('version in the name', ({ tool_version, ...rest }) => ({ ...rest, tool_name: `${rest.tool_name}@${tool_version}` })),
  kind('latest', (call) => ({ ...call, tool_version: 'latest' })),
  kind('short version', (call) => ({ ...call, tool_version: call.tool_version.replace(/\.0$/, '') })),
  kind('timeout with a unit', ({ timeout_ms: _, ...rest }) => ({ ...rest, timeout: '30s' })),
  kind('a thought in the arguments', (call) => ({ ...call, arguments: { ...call.arguments, thought: 'I need the figures first.' } })),
];

const selection: readonly Kind[] = [
  kind(
    'path in place of the id',
    id((each) => `/data/captures/${each}.pcapng`),
  ),
  kind(
    'spaces in the id',
    id((each) => each.replaceAll('_', ' ')),
  ),
  kind('selection is the id', (call) =>
    Object.keys(call.capture_selection).length === 1 && isText(call.capture_selection['capture_id'])
      ? { ...call, capture_selection: call.capture_selection['capture_id'] }
      : undefined,
  ),
  kind('captureId', (call) => {
    if (call.capture_selection['capture_id'] === undefined) return undefined;
    renamed(call.capture_selection, 'capture_id', 'captureId');
    return call;
  }),
  kind('no selection', ({ capture_selection, ...rest }) => (Object.keys(capture_selection).length === 1 ? rest : undefined), {
    open: 'one',
  }),
  kind(
    'channels as one text',
    inChannels((list) => list.join(',')),
  ),
  kind(
    'channels in words',
    inChannels((list) => list.map((each) => `Channel ${each}`)),
  ),
  kind(
    'times without a zone',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: dated(start_ms).replace('Z', ''), end_ms: dated(end_ms).replace('Z', '') })),
  ),
  kind(
    'times with a blank',
    inWindow(({ start_ms, end_ms }) => ({
      start_ms: dated(start_ms).replace('T', ' ').replace('Z', ' UTC'),
      end_ms: dated(end_ms).replace('T', ' ').replace('Z', ' UTC'),
    })),
  ),
  kind(
    'times of another zone',
    inWindow(({ start_ms, end_ms }) => ({
      start_ms: dated(start_ms + 7_200_000).replace('Z', '+02:00'),
      end_ms: dated(end_ms + 7_200_000).replace('Z', '+02:00'),
    })),
  ),
  kind(
    'window as list',
    inWindow(({ start_ms, end_ms }) => [start_ms, end_ms]),
  ),
  kind(
    'window as interval',
    inWindow(({ start_ms, end_ms }) => `${dated(start_ms)}/${dated(end_ms)}`),
  ),
  kind(
    'times in µs',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: start_ms * 1000, end_ms: end_ms * 1000 })),
  ),
  kind(
    'start_time and end_time as ISO',
    inWindow(({ start_ms, end_ms }) => ({ start_time: dated(start_ms), end_time: dated(end_ms) })),
  ),
  kind(
    'from and to',
    inWindow(({ start_ms, end_ms }) => ({ from: start_ms, to: end_ms })),
  ),
  kind(
    'inverted',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: end_ms, end_ms: start_ms })),
  ),
  kind('time_range beside the selectors', (call) => {
    const found = windowOf(call);
    if (found?.key !== 'time_range') return undefined;
    call.capture_selection['time_range'] = found.window;
    delete found.holder['time_range'];
    return call;
  }),
  kind('filters beside the selectors', (call) => {
    const selectors = call.capture_selection['selectors'] as Record<string, unknown> | undefined;
    if (!selectors?.['filters']) return undefined;
    call.capture_selection['filters'] = selectors['filters'];
    delete selectors['filters'];
    return call;
  }),
  kind('where', (call) => {
    if (call.capture_selection['filter_expression'] === undefined) return undefined;
    renamed(call.capture_selection, 'filter_expression', 'where');
    return call;
  }),
  kind(
    'WHERE before',
    inFilter((filter) => `WHERE ${filter}`),
  ),
  kind(
    'semicolon behind',
    inFilter((filter) => `${filter};`),
  ),
  kind(
    'mathematical signs',
    inFilter((filter) => filter.replaceAll('!=', '≠').replaceAll('>=', '≥').replaceAll('<=', '≤')),
  ),
  kind(
    '=< and =>',
    inFilter((filter) => filter.replaceAll('>=', '=>').replaceAll('<=', '=<')),
  ),
  kind(
    'backticks',
    inFilter((filter) => filter.replace(/\b(rssi|channel|adv_type|snr|jitter)\b/g, '`$1`')),
  ),
  kind(
    'table before the column',
    inFilter((filter) => filter.replace(/\b(rssi|channel|adv_type|snr|jitter)\b/g, 'packets.$1')),
  ),
  kind(
    'list in brackets',
    inFilter((filter) => filter.replace('(37, 38, 39)', '[37, 38, 39]')),
  ),
  kind(
    '= NULL',
    inFilter((filter) => filter.replace('IS NULL', '= NULL')),
  ),
  kind(
    'None',
    inFilter((filter) => filter.replace('IS NULL', '== None')),
  ),
  kind(
    'text without quotes',
    inFilter((filter) => filter.replace(/'([A-Z_]{5,})'/g, '$1')),
  ),
  kind(
    '!==',
    inFilter((filter) => filter.replaceAll('!=', '!==')),
  ),
  kind(
    'truth as text in a filter',
    inFilter((filter) => filter.replace('= TRUE', "= 'true'")),
  ),
  kind(
    'truth as number in a filter',
    inFilter((filter) => filter.replace('= TRUE', '= 1')),
  ),
  kind(
    'curly quotes in a filter',
    inFilter((filter) => filter.replace(/'([^']*)'/g, '‘$1’')),
  ),
  kind(
    'condition as object',
    inFilterObject(([column, op, value]) => ({ column, op, value })),
  ),
  kind(
    'condition in the way of Mongo',
    inFilterObject(([column, op, value]) => ({ [column]: { [{ '>': '$gt', '=': '$eq', '>=': '$gte' }[op] ?? op]: value } })),
  ),
  kind(
    'blank address',
    inFilter((filter) => filter.replace(/'([\dA-F]{2}(?::[\dA-F]{2}){5})'/, (_, found: string) => `'${found.replaceAll(':', '-')}'`)),
  ),
];

function id(change: (id: string) => string): Kind['break'] {
  return (call) => {
    const { capture_selection: own } = call;
    const list = own['capture_ids'];
    if (isText(own['capture_id'])) own['capture_id'] = change(String(own['capture_id']));
    else if (Array.isArray(list)) own['capture_ids'] = list.map((each) => change(String(each)));
    else return undefined;
    return call;
  };
}

function inFilterObject(change: (parts: [string, string, unknown]) => unknown): Kind['break'] {
  return (call) => {
    const { capture_selection: own } = call;
    const match = /^(\w+) (>=?|=) (-?\d+|TRUE)$/.exec(text(own['filter_expression'] ?? '').slice(1, -1));
    if (!match) return undefined;
    own['filter_expression'] = change([match[1]!, match[2]!, match[3] === 'TRUE' ? true : Number(match[3])]);
    return call;
  };
}

export const HELD_OUT: readonly Kind[] = [
  ...envelope,
  ...selection,
  ...ARGUMENTS,
  ...LOST,
  ...TEXT_AND_NOTATION,
  ...CARRIERS_AND_CONDITIONS,
  ...DIALECTS,
  ...SHAPES,
  ...SIXTH,
];
