/** Kinds of envelopes and of texts around a call, as models of several makers send them; written without a look at the repairs. */
import { kind, plain, python, text, type Kind } from './kind.ts';
import { as, type Way } from './blind-f-calls.ts';

type Values = Record<string, unknown>;
const isPlainObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const mapped = (all: Values, change: (value: unknown) => unknown): Values =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]));
const joined = (all: Values, way: (key: string, value: unknown) => string, between: string): string =>
  Object.entries(all)
    .map(([key, value]) => way(key, value))
    .join(between);

/** A value as google.protobuf.Value. */
function struct(value: unknown): unknown {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(struct) } };
  return { structValue: { fields: mapped(value as Values, struct) } };
}
/** A value in blocks of YAML. */
function yaml(value: unknown, depth = 0): string {
  const indent = '  '.repeat(depth);
  if (Array.isArray(value)) {
    return value.some((each) => typeof each === 'object')
      ? value.map((each) => `\n${indent}- ${text(each)}`).join('')
      : value.map((each) => `\n${indent}- ${text(each)}`).join('');
  }
  if (!isPlainObject(value)) return ` ${typeof value === 'string' && /^\w+$/.test(value) ? value : text(value)}`;
  if (Object.keys(value).length === 0) return ' {}';
  return `${depth > 0 ? '\n' : ''}${joined(value, (key, each) => `${indent}${key}:${yaml(each, depth + 1)}`, '\n')}`;
}
/** A value as JSON5: bare keys, single quotes, commas at the ends. */
function json5(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map((each) => `${json5(each)}, `).join('')}]`;
  if (!isPlainObject(value)) return text(value);
  return `{${joined(value, (key, each) => `${key}: ${json5(each)},`, ' ')}}`;
}
/** Paths of all values, with a mark between the keys. */
function flat(value: unknown, path: string, mark: string): [string, unknown][] {
  if (!isPlainObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => flat(each, path === '' ? key : `${path}${mark}${key}`, mark));
}
const xml = (key: string, value: unknown): string => {
  if (Array.isArray(value)) return `<${key}>${value.map((each) => xml('item', each)).join('')}</${key}>`;
  return `<${key}>${isPlainObject(value) ? joined(value, xml, '') : String(value).replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</${key}>`;
};

const ENVELOPES: Readonly<Record<string, Way>> = {
  'objects in it as JSON text': (all, name) => ({
    name,
    arguments: mapped(all, (value) => (typeof value === 'object' ? text(value) : value)),
  }),
  'every value as text': (all, name) => ({ name, arguments: mapped(all, plain) }),
  'every value as JSON text in JSON text': (all, name) => ({ name, arguments: text(mapped(all, text)) }),
  'fields of a struct of Gemini': (all, name) => ({ functionCall: { name, args: { fields: mapped(all, struct) } } }),
  'a candidate of Gemini': (args, name) => ({ candidates: [{ content: { role: 'model', parts: [{ functionCall: { name, args } }] } }] }),
  'a custom tool of OpenAI': (all, name) => ({ type: 'custom_tool_call', call_id: 'c1', name, input: text(all) }),
  'a choice of a completion': (all, name) => ({
    choices: [
      {
        index: 0,
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: text(all) } }],
        },
      },
    ],
  }),
  'an output of Responses': (all, name) => ({
    id: 'r1',
    object: 'response',
    output: [
      { type: 'reasoning', summary: [] },
      { type: 'function_call', name, arguments: text(all) },
    ],
  }),
  'a use of a tool of MCP': (all, name) => ({ type: 'mcp_tool_use', id: 'm1', server_name: 'workbench', name, input: all }),
  'a name with a server before': (all, name) => ({ type: 'tool_use', id: 't1', name: `mcp__capture-workbench__${name}`, input: all }),
  'a name with a server and a point': (all, name) => ({ name: `workbench.${name}`, arguments: all }),
  'a name with a slash': (all, name) => ({ name: `capture-workbench/${name}`, arguments: all }),
  'a name with its version': (all, name, call) => ({ name: `${name}_v${call.tool_version.replaceAll('.', '_')}`, arguments: all }),
  'arguments of the call in the selection': (_, __, call) => ({
    ...call,
    arguments: {},
    capture_selection: { ...call.capture_selection, ...call.arguments },
  }),
  'the selection in the arguments': (_, __, { capture_selection, ...call }) => ({
    ...call,
    arguments: { ...call.arguments, capture_selection },
  }),
  'members of the selection in the arguments': (_, __, { capture_selection, ...call }) => ({
    ...call,
    arguments: { ...call.arguments, ...capture_selection },
  }),
  'everything at the top': (_, __, { capture_selection, arguments: args, ...call }) => ({ ...call, ...capture_selection, ...args }),
  'arguments under kwargs': (_, __, { arguments: kwargs, ...call }) => ({ ...call, kwargs }),
  'arguments under options': (_, __, { arguments: options, ...call }) => ({ ...call, options }),
  'arguments in a list of one': (_, __, call) => ({ ...call, arguments: [call.arguments] }),
  'arguments in a list of names and values': (_, __, call) => ({
    ...call,
    arguments: Object.entries(call.arguments).map(([name, value]) => ({ name, value })),
  }),
  'arguments in a list of keys and values': (_, __, call) => ({
    ...call,
    arguments: Object.entries(call.arguments).map(([key, value]) => ({ key, value: plain(value) })),
  }),
  'arguments in a list of pairs': (_, __, call) => ({ ...call, arguments: Object.entries(call.arguments) }),
  'arguments as JSON text with a space in front': (_, __, call) => ({ ...call, arguments: ` ${text(call.arguments)}\n` }),
  'arguments of all envelopes at once': (_, __, call) => ({ ...call, arguments: { properties: call.arguments } }),
  'arguments as values of a schema': (_, __, call) => ({ ...call, arguments: mapped(call.arguments, (value) => ({ value })) }),
  'keys with points': (all, name) => ({ name, arguments: Object.fromEntries(flat(all, '', '.')) }),
  'keys with two underscores': (all, name) => ({ name, arguments: Object.fromEntries(flat(all, '', '__')) }),
  'keys with slashes of a pointer': (all, name) => ({
    name,
    arguments: Object.fromEntries(flat(all, '', '/').map(([key, value]) => [`/${key}`, value])),
  }),
  'keys in quotes': (_, __, call) => ({
    ...call,
    arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [`"${key}"`, value])),
  }),
  'keys with a colon': (_, __, call) => ({
    ...call,
    arguments: Object.fromEntries(Object.entries(call.arguments).map(([key, value]) => [`${key}:`, value])),
  }),
  'keys in Pascal case': (_, __, call) => ({
    ...call,
    arguments: Object.fromEntries(
      Object.entries(call.arguments).map(([key, value]) => [
        `_${key}`.replace(/_([a-z])/g, (___, letter: string) => letter.toUpperCase()),
        value,
      ]),
    ),
  }),
  'nulls for what is absent': (_, __, call) => ({ ...call, arguments: { ...call.arguments, notes: null, options: null, extra: null } }),
  'a thought beside the call': (_, __, call) => ({ thought: 'The user wants statistics.', ...call }),
  'a reason in the arguments': (_, __, call) => ({
    ...call,
    arguments: { ...call.arguments, reasoning: 'This shows the signal strength.' },
  }),
  'a description beside the call': (_, __, call) => ({ ...call, description: 'Look at the packets', title: 'First look' }),
  'a tool call of a small model': (parameters, name) => ({ function_name: name, parameters }),
  'an intent with slots': (slots, intent) => ({ intent, slots }),
  'a command with args': (args, command) => ({ command, args }),
  'a function and params': (params, name) => ({ function: name, params }),
  'an endpoint with a payload': (payload, name) => ({ endpoint: name, payload: text(payload) }),
  'one key with the name': (all, name) => ({ [name]: all }),
  'one key with the name and JSON text': (all, name) => ({ [name]: text(all) }),
  'a list with the name first': (all, name) => [name, all],
};

const TEXTS: Readonly<Record<string, Way>> = {
  'print of default_api': (all, name) =>
    `\`\`\`tool_code\nprint(default_api.${name}(${joined(all, (key, value) => `${key}=${python(value)}`, ', ')}))\n\`\`\``,
  'print of default_api with objects': (all, name) =>
    `print(default_api.${name}(capture_selection=default_api.CaptureSelection(${joined(all['capture_selection'] as Values, (key, value) => `${key}=${python(value)}`, ', ')})${joined(
      Object.fromEntries(Object.entries(all).filter(([key]) => key !== 'capture_selection')),
      (key, value) => `, ${key}=${python(value)}`,
      '',
    )}))`,
  'calls of Olmo': (all, name) => `<function_calls>${name}(${joined(all, (key, value) => `${key}=${text(value)}`, ', ')})</function_calls>`,
  'keys and values of GLM': (all, name) =>
    `<tool_call>${name}\n${joined(all, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${plain(value)}</arg_value>`, '\n')}\n</tool_call>`,
  'calls of Mistral': (all, name) => `[TOOL_CALLS]${name}[ARGS]${text(all)}`,
  'a list of Granite': (args, name) => `<|tool_call|>[${text({ name, arguments: args })}]`,
  'a list of Phi': (args, name) => `<|tool_call|>[${text({ name, arguments: args })}]<|/tool_call|>`,
  'a list of Nemotron': (args, name) => `<TOOLCALL>[${text({ name, arguments: args })}]</TOOLCALL>`,
  'invokes in a text': (all, name) =>
    `I'll look at it.\n<function_calls>\n<invoke name="${name}">\n${joined(all, (key, value) => `<parameter name="${key}">${plain(value)}</parameter>`, '\n')}\n</invoke>\n</function_calls>`,
  'an invoke that is not closed': (all, name) =>
    `<invoke name="${name}">\n${joined(all, (key, value) => `<parameter name="${key}">${plain(value)}</parameter>`, '\n')}`,
  'elements by the names of the arguments': (all, name) => `<${name}>\n${joined(all, xml, '\n')}\n</${name}>`,
  'elements with JSON in them': (all, name) =>
    `<${name}>\n${joined(all, (key, value) => `<${key}>${plain(value)}</${key}>`, '\n')}\n</${name}>`,
  'blocks of YAML': (all, name) => `tool_name: ${name}\n${yaml(all)}`,
  'blocks of YAML in a fence': (all, name) => `\`\`\`yaml\ntool: ${name}\narguments:${yaml(all, 1)}\n\`\`\``,
  'JSON5 with single quotes': (_, __, call) => json5(call),
  'JSON5 in a fence': (args, name) => `\`\`\`json5\n// look at the packets\n${json5({ name, arguments: args })}\n\`\`\``,
  'a dict of Python': (_, __, call) => python(call),
  'a dict() of Python': (all, name) =>
    `dict(name="${name}", arguments=dict(${joined(all, (key, value) => `${key}=${python(value)}`, ', ')}))`,
  'a variable of Python': (_, __, call) => `call = ${python(call)}`,
  'a constant of JavaScript': (_, __, call) => `const call = ${json5(call)};`,
  'a call with keywords and JSON': (all, name) => `${name}(${joined(all, (key, value) => `${key}=${text(value)}`, ', ')})`,
  'lines of a ReAct loop': (all, name) =>
    `Thought: I should look at the packets.\nAction: ${name}\nAction Input: ${text(all)}\nObservation:`,
  'lines of a ReAct loop with a dict': (all, name) => `Action: ${name}\nAction Input: ${python(all)}`,
  'tags of a thought': (args, name) =>
    `<think>\nI use {the tool} with care.\n</think>\n<tool_call>\n${text({ name, arguments: args })}\n</tool_call>`,
  'a comment in JSON': (_, __, call) => text(call).replace('"arguments":', '/* what to look at */ "arguments":'),
  'a comment of a hash': (_, __, call) => JSON.stringify(call, null, 2).replace('"arguments": ', '# what to look at\n  "arguments": '),
  'typographic quotes': (_, __, call) => text(call).replace(/"([^"]*)"/g, '“$1”'),
  'a missing comma between lines': (_, __, call) => JSON.stringify(call, null, 2).replace(/,\n {2}"arguments"/, '\n  "arguments"'),
  'commas at all ends': (_, __, call) => text(call).replaceAll('}', ',}').replaceAll(']', ',]').replaceAll('{,}', '{}'),
  'literals of Python in JSON': (_, __, call) => text(call).replaceAll(':true', ':True').replaceAll(':false', ':False'),
  'quotes with a backslash': (_, __, call) => text(call).replaceAll('"', '\\"'),
  'a last brace that is missing': (_, __, call) => text(call).slice(0, -1),
  'a mark of the end': (args, name) => `${text({ name, arguments: args })}<|im_end|>`,
  'a mark of a byte order': (_, __, call) => `\ufeff${text(call)}`,
  'lines of JSON': (all, name) => `${text({ name })}\n${text({ arguments: all })}`,
};

const of = (ways: Readonly<Record<string, Way>>): Kind[] => Object.entries(ways).map(([name, way]) => kind(`g: ${name}`, as(way)));
export const BLIND_G_CALLS: readonly Kind[] = [...of(ENVELOPES), ...of(TEXTS)];
