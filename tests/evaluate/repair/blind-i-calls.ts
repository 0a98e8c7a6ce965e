/** Kinds of whole calls as models send them, written before the repairs changed for this set. */
import { camel, kind, python, renamed, rest, text, type Kind } from './kind.ts';
import { asText, beside, idOf } from './blind-parts.ts';
import type { Call } from './originals.ts';

const inputOf = ({ capture_selection, arguments: args, timeout_ms }: Call): Record<string, unknown> => ({
  capture_selection,
  arguments: args,
  timeout_ms,
});
const pascal = (name: string): string => camel(`_${name}`);
const yaml = (value: unknown, depth: number): string => {
  const pad = '  '.repeat(depth);
  if (Array.isArray(value)) return value.length === 0 ? ' []' : (value as unknown[]).map((each) => `\n${pad}- ${text(each)}`).join('');
  if (typeof value !== 'object' || value === null) return ` ${typeof value === 'string' ? text(value) : String(value)}`;
  const entries = Object.entries(value);
  return entries.length === 0 ? ' {}' : entries.map(([key, member]) => `\n${pad}${key}:${yaml(member, depth + 1)}`).join('');
};
const curl = (call: Call): string =>
  `curl -X POST http://localhost:8080/tools/invoke \\\n  -H 'Content-Type: application/json' \\\n  -d '${text(call).replaceAll("'", `'\\''`)}'`;

const envelopes: readonly Kind[] = [
  kind('call as a function with text', (call) => ({
    type: 'function',
    id: 'call_9',
    function: { name: call.tool_name, arguments: text(beside(call)) },
  })),
  kind('call as an item of a response', (call) => ({ type: 'function_call', call_id: 'fc_1', name: call.tool_name, arguments: text(beside(call)), status: 'completed' })), // prettier-ignore
  kind('call as a block of content', (call) => ({ type: 'tool_use', id: 'toolu_01', name: call.tool_name, input: inputOf(call) })),
  kind('call of a cloud with a block', (call) => ({ toolUse: { toolUseId: 'tooluse_1', name: call.tool_name, input: inputOf(call) } })),
  kind('call as a part', (call) => ({ role: 'model', parts: [{ functionCall: { name: call.tool_name, args: beside(call) } }] })),
  kind('call by a remote procedure', (call) => ({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: call.tool_name, arguments: beside(call), _meta: { progressToken: 1 } } })), // prettier-ignore
  kind('call as the action of an agent', (call) => ({ type: 'AgentAction', tool: call.tool_name, tool_input: inputOf(call), log: '' })),
  kind('call as the only step of a plan', (call) => ({ plan: { steps: [{ id: 1, tool: call.tool_name, input: inputOf(call) }] } })),
  kind('call in calls', (call) => ({ tool_calls: [call] })),
  kind('call in a list', (call) => [call]),
  kind('call under its name', (call) => ({ [call.tool_name]: inputOf(call) })),
  kind('call in invocation', (call) => ({ invocation: call })),
  kind('call as action and parameters', (call) => ({ action: call.tool_name, parameters: beside(call) })),
  kind('call as command and args', (call) => ({ command: { name: call.tool_name, args: inputOf(call) } })),
  kind('call as a recipient', (call) => ({ recipient_name: `functions.${call.tool_name}`, parameters: inputOf(call) })),
  kind('calls in parallel, one of them', (call) => ({
    tool_uses: [{ recipient_name: `functions.${call.tool_name}`, parameters: beside(call) }],
  })),
  kind('call with thoughts', (call) => ({ thought: 'I need the figures first.', ...call, confidence: 'high' })),
  kind('call in camel case throughout', (call) => Object.fromEntries(Object.entries(call).map(([key, value]) => [camel(key), key === 'arguments' || key === 'capture_selection' ? Object.fromEntries(Object.entries(value as object).map(([name, member]) => [camel(name), member as unknown])) : (value as unknown)]))), // prettier-ignore
  kind('call in Pascal case', (call) => Object.fromEntries(Object.entries(call).map(([key, value]) => [pascal(key), value as unknown]))),
  kind('call in kebab case', (call) =>
    Object.fromEntries(Object.entries(call).map(([key, value]) => [key.replaceAll('_', '-'), value as unknown])),
  ),
  kind('arguments spread in the call', ({ arguments: args, ...call }) => ({ ...call, ...args })),
  kind('arguments called params', (call) => {
    renamed(call as never, 'arguments', 'params');
    return call;
  }),
  kind('arguments called options', (call) => {
    renamed(call as never, 'arguments', 'options');
    return call;
  }),
  kind('arguments twice', (call) => ({ ...call, arguments: { arguments: call.arguments } })),
  kind('arguments under the name of the tool', (call) => ({ ...call, arguments: { [call.tool_name]: call.arguments } })),
  kind('arguments as text', (call) => ({ ...call, arguments: text(call.arguments) })),
  kind('arguments as text of Python', (call) => ({ ...call, arguments: python(call.arguments) })),
  kind('selection as text', (call) => ({ ...call, capture_selection: text(call.capture_selection) })),
  kind('selection in arguments', ({ capture_selection, ...call }) => ({ ...call, arguments: { capture_selection, ...call.arguments } })),
  kind('selection called capture', (call) => {
    renamed(call as never, 'capture_selection', 'capture');
    return call;
  }),
  kind('selection called data source', (call) => {
    renamed(call as never, 'capture_selection', 'data_source');
    return call;
  }),
  kind('id of the capture beside the arguments', ({ capture_selection, ...call }) => {
    const { capture_id, capture_ids, ...others } = capture_selection;
    if (Object.keys(others).length > 0 || (capture_id ?? capture_ids) === undefined) return undefined;
    return { ...call, capture: capture_id ?? (capture_ids as unknown[])[0] };
  }),
  kind('version in the name', ({ tool_version, ...call }) => ({ ...call, tool_name: `${call.tool_name}@${tool_version}` })),
  kind('version with a letter', (call) => ({ ...call, tool_version: `v${call.tool_version}` })),
  kind('version of two numbers', (call) =>
    /\.0$/.test(call.tool_version) ? { ...call, tool_version: call.tool_version.replace(/\.0$/, '') } : undefined,
  ),
  kind('version latest', (call) => ({ ...call, tool_version: 'latest' })),
  kind('name with the server', (call) => ({ ...call, tool_name: `mcp__capture-workbench__${call.tool_name}` })),
  kind('name in Pascal case', (call) => ({ ...call, tool_name: pascal(call.tool_name) })),
  kind('name with blanks', (call) => ({ ...call, tool_name: call.tool_name.replaceAll('_', ' ') })),
  kind('name with its kind before', (call) => ({ ...call, tool_name: `tool:${call.tool_name}` })),
  kind('name with brackets of a call', (call) => ({ ...call, tool_name: `${call.tool_name}()` })),
  kind('name as an object', (call) => ({ ...call, tool_name: { name: call.tool_name, version: call.tool_version } })),
  kind('timeout in seconds', (call) => ({
    ...rest({ ...call, timeout_ms: undefined } as never),
    tool_name: call.tool_name,
    timeout_s: call.timeout_ms / 1000,
  })),
  kind('timeout with a unit', (call) => ({ ...call, timeout_ms: `${String(call.timeout_ms / 1000)}s` })),
  kind('timeout and id as null', (call) => ({ ...call, timeout_ms: null, request_id: null })),
  kind('id as a number', (call) => ({ ...call, request_id: 1 })),
];

const texts: readonly Kind[] = [
  kind('text in a fence with a sentence', (call) => `Sure! Here is the call:\n\n\`\`\`json\n${JSON.stringify(call, null, 2)}\n\`\`\`\n\nIt will return the figures.`), // prettier-ignore
  kind('text twice encoded', (call) => JSON.stringify(text(call))),
  kind(
    'text with comments',
    asText((json) => json.replace('"arguments":', '/* what to compute */ "arguments":').replace(/\}$/, ', }')),
  ),
  kind('text with typographic quotes', (call) =>
    text(call).includes('\\"') ? undefined : text(call).replace(/"([^"]*)"/g, '\u201c$1\u201d'),
  ),
  kind('text of Python', (call) => python(call)),
  kind(
    'text with entities',
    asText((json) => json.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ),
  kind('text of a request with curl', curl),
  kind('text of a request', (call) => `POST /invoke HTTP/1.1\nHost: localhost\nContent-Type: application/json\n\n${text(call)}`),
  kind('text of YAML', (call) => yaml(call, 0).trim()),
  kind('text of YAML in a fence', (call) => `\`\`\`yaml${yaml(call, 0)}\n\`\`\``),
  kind('text of an action', (call) => `Thought: I should run the tool.\nAction: ${call.tool_name}\nAction Input: ${text(beside(call))}`),
  kind('text of an action with an end', (call) => `Action: ${call.tool_name}\nAction Input: ${text(beside(call))}\nObservation:`),
  kind(
    'text of tags with the name inside',
    (call) => `<tool_call>\n${text({ name: call.tool_name, arguments: beside(call) })}\n</tool_call>`,
  ),
  kind('text of tags of parameters', (call) => `<function_calls>\n<invoke name="${call.tool_name}">\n${Object.entries(beside(call)).map(([key, value]) => `<parameter name="${key}">${typeof value === 'string' ? value : text(value)}</parameter>`).join('\n')}\n</invoke>\n</function_calls>`), // prettier-ignore
  kind('text of a function with its name', (call) => `<function=${call.tool_name}>${text(beside(call))}</function>`),
  kind('text of a call in Python', (call) => `${call.tool_name}(${Object.entries(beside(call)).map(([key, value]) => `${key}=${python(value)}`).join(', ')})`), // prettier-ignore
  kind('text of a call in JavaScript', (call) => `const result = await workbench.invoke('${call.tool_name}', ${text(beside(call))});`),
  kind('text of a call with an object', (call) => `await ${call.tool_name}(${text(beside(call))})`),
  kind('text of a printed call in Python', (call) => `\`\`\`python\nresult = ${call.tool_name}(${Object.entries(beside(call)).map(([key, value]) => `${key}=${python(value)}`).join(', ')})\nprint(result)\n\`\`\``), // prettier-ignore
  kind('text with a mark before', (call) => `[TOOL_CALLS][${text({ name: call.tool_name, arguments: beside(call) })}]`),
  kind('text with a mark of a channel', (call) => `<|channel|>commentary to=functions.${call.tool_name} <|constrain|>json<|message|>${text(beside(call))}<|call|>`), // prettier-ignore
  kind('text with a python tag', (call) => `<|python_tag|>${text({ name: call.tool_name, parameters: beside(call) })}`),
  kind(
    'text with a byte order mark',
    asText((json) => `\ufeff${json}`),
  ),
  kind(
    'text with a full stop',
    asText((json) => `${json}.`),
  ),
  kind(
    'text with a remark of the end',
    asText((json) => `${json}\n// end of call`),
  ),
  kind('text of JSON with keys without quotes', (call) => text(call).replace(/"(\w+)":/g, '$1: ')),
  kind('text of lines of the call', (call) => Object.entries(call).map(([key, value]) => `${key}: ${typeof value === 'string' ? value : text(value)}`).join('\n')), // prettier-ignore
  kind('text of a list in Markdown', (call) => [`**Tool:** \`${call.tool_name}\``, `**Capture selection:** \`${text(call.capture_selection)}\``, `**Arguments:** \`${text(call.arguments)}\``].join('\n')), // prettier-ignore
  kind('text with the literal of a template', (call) => `String.raw\`${text(call)}\``),
  kind('text of parsed JSON', (call) => `JSON.parse('${text(call).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}')`),
  kind(
    'text of a dictionary by its function',
    (call) =>
      `dict(${Object.entries(call)
        .map(([key, value]) => `${key}=${python(value)}`)
        .join(', ')})`,
  ),
  kind('text of the command line', (call) => {
    const id = idOf(call);
    if (Object.keys(call.capture_selection).length > 1) return undefined;
    return `${call.tool_name} ${id === undefined ? '' : `--capture-selection '${text({ capture_id: id })}' `}--arguments '${text(call.arguments).replaceAll("'", `'\\''`)}'`;
  }),
];

export const BLIND_I_CALLS: readonly Kind[] = [...envelopes, ...texts];
