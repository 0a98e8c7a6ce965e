/** Kinds of envelopes, texts and names around a call, as models and agent libraries send them; written without a look at the repairs. */
import { camel, kind, plain, python, text, type Kind } from './kind.ts';
import { as, type Way } from './blind-f-calls.ts';

type Values = Record<string, unknown>;
const each = (all: Values, way: (key: string, value: unknown) => string, between: string): string =>
  Object.entries(all)
    .map(([key, value]) => way(key, value))
    .join(between);
const keys = (all: Values, change: (key: string) => string): Values =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [change(key), value]));
const words = (name: string): string => name.replaceAll('_', ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
const pairs = (all: Values): string => each(all, (key, value) => `${key}=${python(value)}`, ', ');
/** A value as YAML writes it in one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${key}: ${flow(member)}`)
      .join(', ')}}`;
  return typeof value === 'string' && /^[A-Za-z_]+$/.test(value) ? value : text(value);
}
/** Writes a value as TOML, with each list and inline table on one line. */
const toml = (all: Values, path: string): string => {
  const isTable = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
  const inline = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
    return isTable(value) ? `{ ${each(value, (key, member) => `${key} = ${inline(member)}`, ', ')} }` : text(value);
  };
  const own = Object.entries(all).filter(([, value]) => !isTable(value));
  const tables = Object.entries(all).filter(([, value]) => isTable(value));
  return [
    ...(path === '' ? [] : [`[${path}]`]),
    ...own.map(([key, value]) => `${key} = ${inline(value)}`),
    ...tables.map(([key, value]) => toml(value as Values, path === '' ? key : `${path}.${key}`)),
  ].join('\n');
};
const kebab = (name: string): string => name.replaceAll('_', '-');

const ENVELOPES: Readonly<Record<string, Way>> = {
  'a request of JSON-RPC': (all, name) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: all } }),
  'parallel uses of one tool': (all, name) => ({ tool_uses: [{ recipient_name: `functions.${name}`, parameters: all }] }),
  'a parallel wrapper by name': (all, name) => ({
    name: 'multi_tool_use.parallel',
    arguments: { tool_uses: [{ recipient_name: `functions.${name}`, parameters: all }] },
  }),
  'a call of LangChain': (args, name) => ({ name, args, id: 'call_9', type: 'tool_call' }),
  'a message of LangChain': (args, name) => ({ content: '', tool_calls: [{ name, args, id: 'call_9' }], usage_metadata: null }),
  'a part of the AI SDK': (input, toolName) => ({ type: 'tool-call', toolCallId: 'c9', toolName, input }),
  'keyword arguments of LlamaIndex': (all, name) => ({ tool_id: 't9', tool_name: name, tool_kwargs: all }),
  'a plugin of Semantic Kernel': (all, name) => ({ plugin: 'workbench', function: name, parameters: all }),
  'a list of AutoGen': (all, name) => [{ id: 'c9', arguments: text(all), name }],
  'a use of Bedrock': (input, name) => ({ toolUse: { toolUseId: 'u9', name, input } }),
  'a message of Bedrock': (input, name) => ({
    role: 'assistant',
    content: [{ text: 'Let me look.' }, { toolUse: { toolUseId: 'u9', name, input } }],
  }),
  'an action and its input': (all, name) => ({ thought: 'I need data', action: name, action_input: all }),
  'an action and its input as text': (all, name) => ({ action: name, action_input: text(all) }),
  'a next action': (all, name) => ({ next_action: { tool: name, input: all }, is_final: false }),
  'a plan of one step': (all, name) => ({ plan: [{ step: 1, tool: name, args: all }] }),
  'a step in steps': (all, name) => ({ steps: [{ tool_name: name, tool_input: all, reason: 'overview' }] }),
  'calls with one call': (_, __, call) => ({ calls: [call] }),
  'data around the call': (_, __, call) => ({ data: call }),
  'a request around the call': (_, __, call) => ({ request: call }),
  'an event with a payload': (all, name) => ({ event: 'tool_call', payload: { name, arguments: all } }),
  'arguments twice': (_, __, call) => ({ ...call, arguments: { arguments: call.arguments } }),
  'arguments in input': (_, __, call) => ({ ...call, arguments: { input: call.arguments } }),
  'arguments in the name of the tool': (_, name, call) => ({ ...call, arguments: { [name]: call.arguments } }),
  'arguments in a request': (_, __, call) => ({ ...call, arguments: { request: call.arguments } }),
  'arguments in params and args': (_, __, { arguments: args, ...call }) => ({ ...call, params: { args } }),
  'arguments as JSON text twice': (_, __, call) => ({ ...call, arguments: text(text(call.arguments)) }),
  'arguments as a dict of Python': (_, __, call) => ({ ...call, arguments: python(call.arguments) }),
  'arguments as YAML': (_, __, call) => ({ ...call, arguments: each(call.arguments, (key, value) => `${key}: ${flow(value)}`, '\n') }),
  'arguments as keywords': (_, __, call) => ({ ...call, arguments: pairs(call.arguments) }),
  'arguments with tags of a type': (_, __, call) => ({
    ...call,
    arguments: Object.fromEntries(
      Object.entries(call.arguments).map(([key, value]) => [key, { type: Array.isArray(value) ? 'array' : typeof value, value }]),
    ),
  }),
  'keys in capitals': (_, __, call) => ({ ...call, arguments: keys(call.arguments, (key) => key.toUpperCase()) }),
  'keys with hyphens': (_, __, call) => ({ ...call, arguments: keys(call.arguments, kebab) }),
  'keys in words': (_, __, call) => ({ ...call, arguments: keys(call.arguments, words) }),
  'keys with two hyphens': (_, __, call) => ({ ...call, arguments: keys(call.arguments, (key) => `--${kebab(key)}`) }),
  'keys of the call in camel case': (_, __, call) => keys(call as unknown as Values, camel),
  'keys of the call in Pascal case': (_, __, call) => keys(call as unknown as Values, (key) => camel(`_${key}`)),
  'nulls and empty texts for what is absent': (_, __, call) => ({
    ...call,
    arguments: { ...call.arguments, comment: '', remark: null, extra_options: {}, tags: [] },
  }),
  'nulls in the selection': (_, __, call) =>
    Object.keys(call.capture_selection).length === 0
      ? undefined
      : { ...call, capture_selection: { filter_expression: null, time_window: null, selectors: null, ...call.capture_selection } },
  'a rationale and a confidence': (_, __, call) => ({ rationale: 'Signal strength first.', confidence: 0.9, ...call }),
  'an intent of the user in the arguments': (_, __, call) => ({
    ...call,
    arguments: { ...call.arguments, user_intent: 'Show me the packets', thought: 'ok' },
  }),
  'a model and a stream beside': (_, __, call) => ({ ...call, model: 'any', stream: false, tool_choice: 'auto' }),
  'a note beside the arguments': (_, __, call) => ({ ...call, arguments: { ...call.arguments, _comment: 'as the user wished' } }),
};

const NAMES: Readonly<Record<string, (name: string) => string | undefined>> = {
  'in camel case': camel,
  'in words': words,
  'in Pascal case': (name) => camel(`_${name}`),
  'with hyphens': (name) => (name.includes('_') ? kebab(name) : undefined),
  'with parentheses': (name) => `${name}()`,
  'with functions before': (name) => `functions.${name}`,
  'with a colon before': (name) => `default_api:${name}`,
  'with an at sign and a version': (name) => `${name}@1.0.0`,
  'with run behind': (name) => `${name}.run`,
  'with a slash before': (name) => `/${name}`,
  'with the word tool': (name) => `the ${name} tool`,
  'without tool at its end': (name) => (name.endsWith('_tool') ? name.slice(0, -5) : undefined),
  'with tool at its end': (name) => (name.endsWith('_tool') ? undefined : `${name}_tool`),
  'with run before': (name) => `run_${name}`,
  'in backticks': (name) => `\`${name}\``,
};

const TEXTS: Readonly<Record<string, Way>> = {
  'channels of Harmony': (all, name) => `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${text(all)}<|call|>`,
  'a tag of Llama': (parameters, name) => `<|python_tag|>${text({ name, parameters })}<|eom_id|>`,
  'a list of Python calls': (all, name) => `[${name}(${pairs(all)})]`,
  'tokens of DeepSeek': (all, name) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${text(all)}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  'tokens of Kimi': (all, name) =>
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${text(all)}<|tool_call_end|><|tool_calls_section_end|>`,
  'functions and parameters of Qwen': (all, name) =>
    `<tool_call>\n<function=${name}>\n${each(all, (key, value) => `<parameter=${key}>\n${plain(value)}\n</parameter>`, '\n')}\n</function>\n</tool_call>`,
  'invokes of MiniMax': (all, name) =>
    `<minimax:tool_call>\n<invoke name="${name}">\n${each(all, (key, value) => `<parameter name="${key}">${plain(value)}</parameter>`, '\n')}\n</invoke>\n</minimax:tool_call>`,
  'a dict in tags': (args, name) => `<tool_call>\n${python({ name, arguments: args })}\n</tool_call>`,
  'bold labels and a fence': (all, name) => `**Tool:** ${name}\n\n**Arguments:**\n\`\`\`json\n${JSON.stringify(all, null, 2)}\n\`\`\``,
  'labels and one line of JSON': (all, name) => `Tool: ${name}\nParameters: ${text(all)}`,
  'a fence between sentences': (_, __, call) =>
    `Sure! I will look at the capture first.\n\n\`\`\`json\n${JSON.stringify(call, null, 2)}\n\`\`\`\n\nAfter that I can tell you more.`,
  'a call in a sentence': (all, name) => `I'll call \`${name}\` with \`${text(all)}\`.`,
  TOML: (_, __, call) => toml(call as unknown as Values, ''),
  'TOML in a fence': (args, name) => `\`\`\`toml\n${toml({ name, arguments: args }, '')}\n\`\`\``,
  'YAML in lines of flow': (_, __, call) => each(call as unknown as Values, (key, value) => `${key}: ${flow(value)}`, '\n'),
  'YAML of a document': (args, name) =>
    `---\nname: ${name}\narguments:\n${each(args, (key, value) => `  ${key}: ${flow(value)}`, '\n')}\n...`,
  'a command line': (all, name) =>
    `${name} ${each(all, (key, value) => `--${kebab(key)} '${plain(value).replaceAll("'", `'\\''`)}'`, ' ')}`,
  'JSON5 over lines': (_, __, call) =>
    JSON.stringify(call, null, 2)
      .replace(/"(\w+)":/g, '$1:')
      .replace('arguments:', '// what to look at\n  arguments:'),
  'a semicolon behind': (_, __, call) => `${text(call)};`,
  'JSON text twice': (_, __, call) => text(text(call)),
  'a call with one object': (all, name) => `${name}(${text(all)})`,
  'an awaited call': (all, name) => `const result = await tools.${name}(${text(all)});`,
  'a Python call of a client': (all, name) => `result = client.call_tool("${name}", ${python(all)})`,
  'a call of MCP in Python': (all, name) => `await session.call_tool(name="${name}", arguments=${python(all)})`,
  'a request of HTTP': (all, name) => `POST /tools/${name} HTTP/1.1\nContent-Type: application/json\n\n${text(all)}`,
  'a first line with the name': (all, name) => `${name}\n${text(all)}`,
  'a thought without an end': (args, name) => `<think>The user wants numbers.\n${text({ name, arguments: args })}`,
  'blanks that do not break': (_, __, call) => JSON.stringify(call, null, 2).replaceAll('  ', '\u00a0\u00a0'),
  'escaped underscores': (_, __, call) => text(call).replaceAll('_', '\\_'),
  'two last braces too many': (_, __, call) => `${text(call)}}}`,
  'numbers with underscores': (_, __, call) => {
    const changed = text(call).replace(/(?<=:)(\d{1,3})(\d{3})(?=[,}])/g, '$1_$2');
    return changed === text(call) ? undefined : changed;
  },
};

const of = (ways: Readonly<Record<string, Way>>): Kind[] => Object.entries(ways).map(([name, way]) => kind(`h: ${name}`, as(way)));
export const BLIND_H_CALLS: readonly Kind[] = [
  ...of(ENVELOPES),
  ...Object.entries(NAMES).map(([name, change]) =>
    kind(`h: a name ${name}`, (call) => {
      const tool_name = change(call.tool_name);
      return tool_name === undefined ? undefined : { ...call, tool_name };
    }),
  ),
  ...of(TEXTS),
];
