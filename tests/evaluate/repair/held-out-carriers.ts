/** Held-out kinds of carriers and conditions. Most were reported of real models; the link names the report. Readers were written after them. */
import { VALUES, LOST_VALUES } from './held-out-values.ts';
import { inChannels, inFilter, inWindow, kind, type Kind, plain, rest, text } from './kind.ts';
import type { Call } from './originals.ts';

/** The members of a call beside its name: what a client would send as arguments. */
const lines = (call: Call, line: (key: string, value: string) => string): string =>
  Object.entries(rest(call))
    .map(([key, value]) => line(key, plain(value)))
    .join('\n');

/** A value in the block style of YAML. */
function yaml(value: object, indent = ''): string {
  return Object.entries(value)
    .map(([key, member]: [string, unknown]) => {
      const isBlock = typeof member === 'object' && member !== null && !Array.isArray(member) && Object.keys(member).length > 0;
      return isBlock ? `${indent}${key}:\n${yaml(member, `${indent}  `)}` : `${indent}${key}: ${text(member)}`;
    })
    .join('\n');
}

const envelope: readonly Kind[] = [
  // https://github.com/antoinezambelli/forge/pull/56
  kind(
    'XML of Qwen3-Coder',
    (call) =>
      `<tool_call>\n<function=${call.tool_name}>\n${lines(call, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`)}\n</function>\n</tool_call>`,
  ),
  kind(
    'XML with named parameters',
    (call) =>
      `<invoke name="${call.tool_name}">\n${lines(call, (key, value) => `<parameter name="${key}">${value}</parameter>`)}\n</invoke>`,
  ),
  kind(
    'keys and values in tags',
    (call) =>
      `<tool_call>${call.tool_name}\n${lines(call, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>`)}\n</tool_call>`,
  ),
  // https://github.com/Tanzania-AI-Community/twiga/issues/63
  kind('tag of a function around JSON', (call) => `<function=${call.tool_name}>${text(rest(call))}</function>`),
  kind('name before [ARGS]', (call) => `[TOOL_CALLS]${call.tool_name}[ARGS]${text(rest(call))}`),
  // https://github.com/kekzl/imp/pull/1719
  kind(
    'message of a channel',
    (call) => `<|channel|>commentary to=functions.${call.tool_name} <|constrain|>json<|message|>${text(rest(call))}<|call|>`,
  ),
  kind('name with a token of the channel', (call) => ({ ...call, tool_name: `${call.tool_name}<|channel|>commentary` })),
  // https://github.com/ggml-org/llama.cpp/pull/15158
  kind('json glued to the name', (call) => ({ ...call, tool_name: `${call.tool_name}json` })),
  kind(
    'action and action input in lines',
    (call) => `Thought: I need the figures first.\nAction: ${call.tool_name}\nAction Input: ${text(rest(call))}\nObservation:`,
  ),
  kind('YAML', (call) => yaml(call)),
  // https://github.com/cloudwego/eino/issues/385
  kind('properties around the arguments', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: { properties: call.arguments } },
  ),
  // https://github.com/THUDM/slime/pull/2306
  kind('raw arguments of a client', (call) => ({ ...call, arguments: { _raw_arguments: text(call.arguments) } })),
  // https://github.com/yigit353/langchain-qwq/issues/30
  kind('a closing brace too many', (call) => `${text(call)}}`),
  // https://github.com/Pythagora-io/gpt-pilot/issues/756
  kind('escaped underscores', (call) => text(call).replaceAll('_', String.raw`\_`)),
  kind('no commas between the lines', (call) => JSON.stringify(call, null, 2).replace(/,\n/g, '\n')),
];

const COLUMN = /\b(?:rssi|channel|adv_type|advertiser_addr|local_name|crc_ok|snr|jitter|site|latency_ms)\b/g;
const CONDITION = /^(\w+) (>=?|=) (-?\d+)$/;
const FREQUENCIES: Readonly<Record<string, string>> = { 37: '2402 MHz', 38: '2426 MHz', 39: '2480 MHz' };

const selection: readonly Kind[] = [
  kind(
    'columns of a data frame',
    inFilter((filter) => (/IN|NULL|NOT/.test(filter) ? filter : filter.replace(COLUMN, "df['$&']").replaceAll(' = ', ' == '))),
  ),
  kind(
    'casts in a filter',
    inFilter((filter) => filter.replace(/([<>]=?) (-?\d+)/g, '$1 $2::int')),
  ),
  kind('condition as a list', (call) => {
    const { capture_selection: own } = call;
    const [, column, operator, value] = CONDITION.exec(plain(own['filter_expression'] ?? '')) ?? [];
    if (column === undefined) return undefined;
    own['filter_expression'] = [column, operator, Number(value)];
    return call;
  }),
  kind('conditions of a query builder', (call) => {
    const { capture_selection: own } = call;
    const [, field, operator, value] = CONDITION.exec(plain(own['filter_expression'] ?? '')) ?? [];
    if (field === undefined) return undefined;
    own['filter_expression'] = { combinator: 'and', rules: [{ field, operator, value: Number(value) }] };
    return call;
  }),
  kind(
    'start and duration',
    inWindow(({ start_ms, end_ms }) => ({ start_ms, duration_ms: end_ms - start_ms })),
  ),
  kind(
    'channels as a range',
    inChannels((list) => (list.length === 3 ? ['37-39'] : list)),
  ),
  kind(
    'channels by their frequency',
    inChannels((list) => list.map((each) => FREQUENCIES[each])),
  ),
];

export const CARRIERS_AND_CONDITIONS: readonly Kind[] = [...envelope, ...selection, ...VALUES, ...LOST_VALUES];
