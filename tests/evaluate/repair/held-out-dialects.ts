/** Held-out kinds of calls in the notations of models, shells and libraries. The link names a report. Readers were changed after them once. */
import { LOST_NOTATIONS, NOTATIONS } from './held-out-notations.ts';
import { camel, gemma, kind, type Kind, plain, python, rest, text } from './kind.ts';

/** A value as `google.protobuf.Value`. */
function protobuf(value: unknown): unknown {
  if (value === null) return { nullValue: null };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(protobuf) } };
  return { structValue: { fields: Object.fromEntries(Object.entries(value as object).map(([key, member]) => [key, protobuf(member)])) } };
}

function toml(value: object, path = ''): string {
  const isTable = (member: unknown): boolean => typeof member === 'object' && member !== null && !Array.isArray(member);
  const own = Object.entries(value).filter(([, member]) => !isTable(member));
  const tables = Object.entries(value).filter(([, member]) => isTable(member)) as [string, object][];
  const lines = own.map(([key, member]) => `${key} = ${text(member)}`);
  return [...lines, ...tables.map(([key, member]) => `\n[${path}${key}]\n${toml(member, `${path}${key}.`)}`)].join('\n');
}

function dict(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(dict).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return python(value);
  return `dict(${Object.entries(value)
    .map(([key, member]) => `${key}=${dict(member)}`)
    .join(', ')})`;
}

const flag = (key: string, value: unknown): string => `--${key.replaceAll('_', '-')} '${plain(value).replaceAll("'", String.raw`'\''`)}'`;

const carriers: readonly Kind[] = [
  // https://github.com/NousResearch/hermes-agent/issues/7457
  kind('call of Gemma', (call) => `<|tool_call>call:${call.tool_name}${gemma(rest(call))}<tool_call|>`),
  // https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1979
  kind('Python between tokens', (call) => {
    const given = Object.entries(rest(call)).map(([key, value]) => `${key}=${python(value)}`);
    return `<|tool_call_start|>[${call.tool_name}(${given.join(', ')})]<|tool_call_end|>`;
  }),
  kind(
    'call of Kimi',
    (call) =>
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.${call.tool_name}:0<|tool_call_argument_begin|>${text(rest(call))}<|tool_call_end|><|tool_calls_section_end|>`,
  ),
  kind(
    'call of DeepSeek',
    (call) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.tool_name}\n\`\`\`json\n${text(rest(call))}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ),
  kind('name behind three angle brackets', (call) => `>>>${call.tool_name}\n${text(rest(call))}`),
  kind(
    'curl',
    (call) =>
      `curl -X POST http://localhost:8080/call -H 'Content-Type: application/json' -d '${text(call).replaceAll("'", String.raw`'\''`)}'`,
  ),
  kind(
    'HTTP request to the tool',
    (call) => `POST /tools/${call.tool_name} HTTP/1.1\nHost: localhost\nContent-Type: application/json\n\n${text(rest(call))}`,
  ),
  kind('TOML', (call) => toml(call)),
  kind(
    'query string',
    (call) =>
      `${call.tool_name}?${Object.entries(rest(call))
        .map(([key, value]) => `${key}=${encodeURIComponent(plain(value))}`)
        .join('&')}`,
  ),
  kind(
    'command line',
    (call) =>
      `${call.tool_name} ${Object.entries(rest(call))
        .map(([key, value]) => flag(key, value))
        .join(' ')}`,
  ),
  // https://github.com/mastra-ai/mastra/pull/12823
  kind('keys without their first quote', (call) => text(call).replace(/([{,])"(\w+)":/g, '$1$2":')),
  kind('arguments in pieces', (call) => {
    const whole = text(rest(call));
    const at = Math.floor(whole.length / 2);
    return { name: call.tool_name, arguments: [whole.slice(0, at), whole.slice(at)] };
  }),
  kind('escaped without quotes around', (call) => text(text(call)).slice(1, -1)),
  kind('JSON escaped as HTML', (call) =>
    text(call).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ),
  kind('members in bold', (call) =>
    Object.entries(call)
      .map(([key, value]) => `- **${key}**: \`${plain(value)}\``)
      .join('\n'),
  ),
  kind('awaited call of the page', (call) => `const result = await workbench.run(${JSON.stringify(call, null, 2)});`),
  kind('function with the name first', (call) => `client.callTool("${call.tool_name}", ${text(rest(call))})`),
  kind('constructors of Python', (call) => dict(call)),
  kind('field of GraphQL', (call) => {
    const bareKeys = (value: unknown): string => text(value).replace(/"(\w+)":/g, '$1: ');
    const given = Object.entries(rest(call)).map(([key, value]) => `${key}: ${bareKeys(value)}`);
    return `query { ${call.tool_name}(${given.join(', ')}) }`;
  }),
  kind('text in the content of a message', (call) => ({ role: 'assistant', content: [{ type: 'text', text: text(call) }] })),
  kind('toolUse of Bedrock', (call) => ({ toolUse: { toolUseId: 'tooluse_1', name: call.tool_name, input: rest(call) } })),
  kind('values of protobuf', (call) => ({
    functionCall: {
      name: call.tool_name,
      args: { fields: Object.fromEntries(Object.entries(rest(call)).map(([key, value]) => [key, protobuf(value)])) },
    },
  })),
  kind('arguments as names and values', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : { ...call, arguments: Object.entries(call.arguments).map(([name, value]) => ({ name, value })) },
  ),
  kind('keys with their path', ({ capture_selection, arguments: args, ...others }) => ({
    ...others,
    ...Object.fromEntries(Object.entries(capture_selection).map(([key, value]) => [`capture_selection.${key}`, value])),
    ...Object.fromEntries(Object.entries(args).map(([key, value]) => [`arguments.${key}`, value])),
  })),
  kind('verb and camel case as name', (call) => {
    const name = camel(call.tool_name);
    return { ...call, tool_name: `run${name.charAt(0).toUpperCase()}${name.slice(1)}` };
  }),
];

export const DIALECTS: readonly Kind[] = [...carriers, ...NOTATIONS, ...LOST_NOTATIONS];
