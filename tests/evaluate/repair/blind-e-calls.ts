/** Kinds of envelopes that public reports of failed tool calls describe, written without a look at the repairs. */
import { camel, kind, text, type Kind } from './kind.ts';
import { beside } from './blind-parts.ts';
import type { Call } from './originals.ts';

export type Values = Record<string, unknown>;
export const with_ =
  (wrap: (all: Values, call: Call) => unknown): Kind['break'] =>
  (call) =>
    wrap(beside(call), call);
const twice = (value: unknown): string => text(text(value));
/** Every object and list as its JSON text. */
const inner = (all: Values): Values =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, typeof value === 'object' && value !== null ? text(value) : value]));
const args =
  (change: (values: Values) => unknown): Kind['break'] =>
  (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: change(call.arguments) };
const called =
  (change: (name: string) => string): Kind['break'] =>
  (call) =>
    change(call.tool_name) === call.tool_name ? undefined : { ...call, tool_name: change(call.tool_name) };
const versioned =
  (change: (version: string) => unknown): Kind['break'] =>
  (call) => ({ ...call, tool_version: change(call.tool_version) });
const keys =
  (change: (key: string) => string): Kind['break'] =>
  (call) =>
    Object.fromEntries(Object.entries(call).map(([key, value]) => [change(key), value as unknown]));
export const more =
  (extra: Values): Kind['break'] =>
  (call) => ({ ...call, ...extra });
const pascal = (name: string): string => camel(`_${name}`);
export const entries = (all: Values): [string, unknown][] => Object.entries(all);

const envelopes: readonly Kind[] = [
  kind(
    'e: everything as JSON text',
    with_((all, { tool_name: name }) => ({ name, arguments: text(all) })),
  ),
  kind(
    'e: everything as JSON text of JSON text',
    with_((all, { tool_name: name }) => ({ name, arguments: twice(all) })),
  ),
  kind(
    'e: each nested value as JSON text',
    with_((all, { tool_name: name }) => ({ name, arguments: inner(all) })),
  ),
  kind(
    'e: the whole call as JSON text of JSON text',
    with_((all, { tool_name: name }) => twice({ name, arguments: all })),
  ),
  kind(
    'e: kwargs',
    with_((kwargs, { tool_name }) => ({ tool_name, kwargs })),
  ),
  kind(
    'e: empty args and kwargs',
    with_((kwargs, { tool_name: name }) => ({ name, args: [], kwargs })),
  ),
  kind(
    'e: input in arguments',
    with_((input, { tool_name: name }) => ({ name, arguments: { input } })),
  ),
  kind(
    'e: params as text in arguments',
    with_((all, { tool_name: name }) => ({ name, arguments: { params: text(all) } })),
  ),
  kind(
    'e: an input that a client did not parse',
    with_((all, { tool_name: name }) => ({ name, arguments: { __unparsedToolInput: { raw: text(all) } } })),
  ),
  kind(
    'e: raw arguments',
    with_((all, { tool_name: name }) => ({ name, arguments: { raw_arguments: text(all) } })),
  ),
  kind(
    'e: tool and input',
    with_((input, { tool_name: tool }) => ({ tool, input })),
  ),
  kind(
    'e: action and action_input',
    with_((all, { tool_name: action }) => ({ thought: 'I look at the rows.', action, action_input: all })),
  ),
  kind(
    'e: action_input as text',
    with_((all, { tool_name: action }) => ({ action, action_input: text(all) })),
  ),
  kind(
    'e: a parallel use of one tool',
    with_((parameters, { tool_name }) => ({
      recipient_name: 'multi_tool_use.parallel',
      parameters: { tool_uses: [{ recipient_name: `functions.${tool_name}`, parameters }] },
    })),
  ),
  kind(
    'e: a recipient and its parameters',
    with_((parameters, { tool_name }) => ({ recipient_name: `functions.${tool_name}`, parameters })),
  ),
  kind(
    'e: tool_call around the call',
    with_((all, { tool_name: name }) => ({ tool_call: { name, arguments: all } })),
  ),
  kind(
    'e: function as a text',
    with_((all, { tool_name }) => ({ function: tool_name, arguments: all })),
  ),
  kind(
    'e: function_name and function_args',
    with_((all, { tool_name }) => ({ function_name: tool_name, function_args: all })),
  ),
  kind(
    'e: thoughts and a command',
    with_((all, { tool_name: name }) => ({ thoughts: { text: 'Rows first.', criticism: 'none' }, command: { name, args: all } })),
  ),
  kind(
    'e: a request of JSON-RPC',
    with_((all, { tool_name: name }) => ({ jsonrpc: '2.0', id: 12, method: 'tools/call', params: { name, arguments: all } })),
  ),
  kind(
    'e: a request of JSON-RPC with text',
    with_((all, { tool_name: name }) => ({ jsonrpc: '2.0', id: 12, method: 'tools/call', params: { name, arguments: text(all) } })),
  ),
  kind(
    'e: a server beside the tool',
    with_((all, { tool_name }) => ({ server_name: 'capture-workbench', tool_name, arguments: all })),
  ),
  kind(
    'e: the tool as a key',
    with_((all, { tool_name }) => ({ [tool_name]: all })),
  ),
  kind(
    'e: the tool as a key in a list',
    with_((all, { tool_name }) => [{ [tool_name]: all }]),
  ),
  kind(
    'e: a choice of a completion',
    with_((all, { tool_name: name }) => ({
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'call_9', type: 'function', function: { name, arguments: text(all) } }],
          },
          finish_reason: 'tool_calls',
        },
      ],
    })),
  ),
  kind(
    'e: a legacy function_call',
    with_((all, { tool_name: name }) => ({ role: 'assistant', content: '', function_call: { name, arguments: text(all) } })),
  ),
  kind(
    'e: a message of Ollama',
    with_((all, { tool_name: name }) => ({
      message: { role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: all } }] },
      done: true,
    })),
  ),
  kind(
    'e: a candidate of Gemini',
    with_((all, { tool_name: name }) => ({ candidates: [{ content: { role: 'model', parts: [{ functionCall: { name, args: all } }] } }] })),
  ),
  kind(
    'e: everything beside the name',
    with_((all, { tool_name }) => ({ tool_name, ...all })),
  ),
  kind('e: the selection spread among the arguments', (call) => ({
    tool_name: call.tool_name,
    arguments: { ...call.capture_selection, ...call.arguments },
  })),
  kind('e: a step of a plan', (call) => ({ step: 1, description: 'Look at the rows', call })),
  kind('e: steps of one call', (call) => ({ plan: 'one step', steps: [call] })),
];

const shapes: readonly Kind[] = [
  kind(
    'e: arguments as pairs of name and value',
    args((values) => entries(values).map(([name, value]) => ({ name, value }))),
  ),
  kind(
    'e: arguments as pairs of key and value',
    args((values) => entries(values).map(([key, value]) => ({ key, value }))),
  ),
  kind(
    'e: arguments as objects of one key',
    args((values) => entries(values).map(([key, value]) => ({ [key]: value }))),
  ),
  kind(
    'e: arguments as a list of pairs',
    args((values) => entries(values)),
  ),
  kind(
    'e: arguments as properties',
    args((properties) => ({ properties })),
  ),
  kind(
    'e: arguments as an object of a schema',
    args((properties) => ({ type: 'object', properties })),
  ),
  kind(
    'e: arguments with a value each',
    args((values) => Object.fromEntries(entries(values).map(([key, value]) => [key, { value }]))),
  ),
  kind(
    'e: arguments with a type and a value each',
    args((values) =>
      Object.fromEntries(entries(values).map(([key, value]) => [key, { type: Array.isArray(value) ? 'array' : typeof value, value }])),
    ),
  ),
  kind(
    'e: arguments with a description and a value each',
    args((values) => Object.fromEntries(entries(values).map(([key, value]) => [key, { description: `the ${key}`, value }]))),
  ),
  kind(
    'e: names with a colon',
    args((values) => Object.fromEntries(entries(values).map(([key, value]) => [`${key}:`, value]))),
  ),
  kind(
    'e: names with blanks around',
    args((values) => Object.fromEntries(entries(values).map(([key, value]) => [` ${key} `, value]))),
  ),
  kind(
    'e: names in quotes',
    args((values) => Object.fromEntries(entries(values).map(([key, value]) => [`"${key}"`, value]))),
  ),
  kind(
    'e: names with hyphens of a command',
    args((values) => Object.fromEntries(entries(values).map(([key, value]) => [`--${key.replaceAll('_', '-')}`, value]))),
  ),
  kind(
    'e: names behind arguments and a point',
    args((values) => Object.fromEntries(entries(values).map(([key, value]) => [`arguments.${key}`, value]))),
  ),
  kind('e: no arguments as an empty text', (call) => (Object.keys(call.arguments).length === 0 ? { ...call, arguments: '' } : undefined)),
  kind('e: no arguments as an empty list', (call) => (Object.keys(call.arguments).length === 0 ? { ...call, arguments: [] } : undefined)),
  kind('e: no arguments as null', (call) => (Object.keys(call.arguments).length === 0 ? { ...call, arguments: null } : undefined)),
  kind('e: envelope in camel case', keys(camel)),
  kind('e: envelope in Pascal case', keys(pascal)),
  kind(
    'e: envelope in kebab case',
    keys((key) => key.replaceAll('_', '-')),
  ),
  kind(
    'e: envelope in capitals',
    keys((key) => key.toUpperCase()),
  ),
  kind('e: a timeout as text', (call) => ({ ...call, timeout_ms: String(call.timeout_ms) })),
  kind('e: a timeout with milliseconds', (call) => ({ ...call, timeout_ms: `${String(call.timeout_ms)} ms` })),
  kind('e: null for the timeout', more({ timeout_ms: null })),
  kind('e: a request id as a number', more({ request_id: 17 })),
  kind('e: a thought beside', more({ thought: 'First the overview.', reasoning: 'It is short.' })),
  kind('e: a risk beside', more({ security_risk: 'LOW', requires_approval: false })),
  kind(
    'e: a comment and a schema beside',
    more({ _comment: 'rows of the chamber', $schema: 'https://json-schema.org/draft/2020-12/schema' }),
  ),
  kind('e: progress beside', more({ task_progress: '- [x] open\n- [ ] look', confidence: 0.9 })),
];

const names: readonly Kind[] = [
  kind(
    'e: tool twice in one name',
    called((name) => name + name),
  ),
  kind(
    'e: tool behind mcp and a server',
    called((name) => `mcp__capture_workbench__${name}`),
  ),
  kind(
    'e: tool behind default_api',
    called((name) => `default_api.${name}`),
  ),
  kind(
    'e: tool behind functions and a slash',
    called((name) => `functions/${name}`),
  ),
  kind(
    'e: tool behind a server and a colon',
    called((name) => `capture-workbench:${name}`),
  ),
  kind(
    'e: tool with parentheses',
    called((name) => `${name}()`),
  ),
  kind(
    'e: tool with a line break',
    called((name) => `${name}\n`),
  ),
  kind(
    'e: tool in quotes',
    called((name) => `"${name}"`),
  ),
  kind(
    'e: tool in backticks',
    called((name) => `\`${name}\``),
  ),
  kind(
    'e: tool with its version',
    called((name) => `${name}@latest`),
  ),
  kind(
    'e: tool with a token of a channel',
    called((name) => `${name}<|channel|>commentary`),
  ),
  kind(
    'e: tool with a token of json',
    called((name) => `${name}<|constrain|>json`),
  ),
  kind(
    'e: tool in words',
    called((name) => name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())),
  ),
  kind(
    'e: tool without its ending',
    called((name) => name.replace(/_tool$/, '')),
  ),
  kind(
    'e: tool in kebab case',
    called((name) => name.replaceAll('_', '-')),
  ),
  kind('e: tool in Pascal case', called(pascal)),
  kind(
    'e: tool with escaped lines',
    called((name) => name.replaceAll('_', '\\_')),
  ),
  kind(
    'e: tool with a number of a call',
    called((name) => `${name}:0`),
  ),
  kind(
    'e: version behind a v',
    versioned((version) => `v${version}`),
  ),
  kind(
    'e: version with a caret',
    versioned((version) => `^${version}`),
  ),
  kind(
    'e: version at least',
    versioned((version) => `>=${version}`),
  ),
  kind(
    'e: version in two places',
    versioned((version) => version.replace(/\.\d+$/, '')),
  ),
  kind(
    'e: version with an x',
    versioned((version) => version.replace(/\.\d+$/, '.x')),
  ),
  kind(
    'e: the latest version',
    versioned(() => 'latest'),
  ),
  kind(
    'e: null for the version',
    versioned(() => null),
  ),
];

export const BLIND_E_CALLS: readonly Kind[] = [...envelopes, ...shapes, ...names];
