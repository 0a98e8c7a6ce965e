/** Kinds of encodings and of the notations of models, written without a look at the repairs. */
import { deflateSync, gzipSync } from 'node:zlib';
import { kind, text, type Kind } from './kind.ts';
import { asText, beside } from './blind-parts.ts';
import type { Call } from './originals.ts';

const json = (call: Call): string => text(beside(call));
const inText =
  (write: (call: Call) => string | undefined): Kind['break'] =>
  (call) =>
    write(call);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
/** A value as blocks of YAML, with quotes only where a text needs them. */
export function yaml(value: unknown, indent = ''): string {
  if (Array.isArray(value) && value.some(isRecord))
    return value.map((each) => `${indent}- ${yaml(each, `${indent}  `).trimStart()}`).join('');
  if (Array.isArray(value)) return value.map((each) => `${indent}- ${scalar(each)}\n`).join('');
  return Object.entries(value as object)
    .map(([key, member]) => {
      const isBlock = typeof member === 'object' && member !== null && Object.keys(member as object).length > 0;
      return isBlock ? `${indent}${key}:\n${yaml(member, `${indent}  `)}` : `${indent}${key}: ${scalar(member)}\n`;
    })
    .join('');
}
const scalar = (value: unknown): string =>
  typeof value === 'string' && /^[A-Za-z][\w./-]*( [\w./-]+)*$/.test(value) ? value : text(value);

const encodings: readonly Kind[] = [
  kind(
    'base64 of the JSON',
    asText((all) => btoa(all)),
  ),
  kind(
    'base64 for addresses',
    asText((all) => Buffer.from(all).toString('base64url')),
  ),
  kind(
    'gzip and base64',
    asText((all) => gzipSync(all).toString('base64')),
  ),
  kind(
    'zlib and base64',
    asText((all) => deflateSync(all).toString('base64')),
  ),
  kind(
    'hexadecimal of the JSON',
    asText((all) => Buffer.from(all).toString('hex')),
  ),
  kind(
    'JSON as a text of JSON, twice',
    asText((all) => text(text(all))),
  ),
  kind(
    'escapes of web pages',
    asText((all) => all.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ),
  kind(
    'quoted-printable',
    asText((all) => all.replaceAll('=', '=3D').replace(/.{70}/g, '$&=\r\n')),
  ),
  kind(
    'a prefix against hijacking',
    asText((all) => `)]}',\n${all}`),
  ),
  kind(
    'a mark of the byte order',
    asText((all) => `\uFEFF${all}`),
  ),
  kind(
    'escapes for every letter',
    asText((all) =>
      all.includes('\\')
        ? all
        : all
            .replace(
              /"([a-z_]+)":/g,
              (_, key: string) => `"${[...key].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}" :`,
            )
            .replaceAll(':', ':\u00a0'),
    ),
  ),
  kind(
    'blanks of no width',
    asText((all) => all.replaceAll('":', '"\u200b:\u200b')),
  ),
  kind('comments of a shell in JSON', (call) => JSON.stringify(call, null, 2).replaceAll(',\n', ', # next\n')),
  kind('a line number before each line', (call) =>
    JSON.stringify(call, null, 2)
      .split('\n')
      .map((line, at) => `${String(at + 1).padStart(3)}\t${line}`)
      .join('\n'),
  ),
  kind('a mark of a quotation before each line', (call) =>
    JSON.stringify(call, null, 2)
      .split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
  ),
  kind('a patch that adds each line', (call) =>
    JSON.stringify(call, null, 2)
      .split('\n')
      .map((line) => `+${line}`)
      .join('\n'),
  ),
  kind('the arguments as base64', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: btoa(text(call.arguments)) },
  ),
  kind('the arguments as YAML', (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: yaml(call.arguments) },
  ),
  kind('the arguments as a query string', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : {
          ...call,
          arguments: Object.entries(call.arguments)
            .map(([key, value]) => `${key}=${encodeURIComponent(typeof value === 'string' ? value : text(value))}`)
            .join('&'),
        },
  ),
];

const models: readonly Kind[] = [
  kind(
    'Granite: a token and a list',
    inText((call) => `<|tool_call|>[{"name": "${call.tool_name}", "arguments": ${json(call)}}]`),
  ),
  kind(
    'Mistral: name, id and arguments',
    inText((call) => `[TOOL_CALLS]${call.tool_name}[CALL_ID]a1b2c3d4e[ARGS]${json(call)}`),
  ),
  kind(
    'Functionary: a name behind signs',
    inText((call) => `>>>${call.tool_name}\n${json(call)}`),
  ),
  kind(
    'Nemotron: a list in capitals',
    inText((call) => `<TOOLCALL>[${text({ name: call.tool_name, arguments: beside(call) })}]</TOOLCALL>`),
  ),
  kind(
    'InternLM: an action of a plugin',
    inText((call) => `<|action_start|><|plugin|>\n${text({ name: call.tool_name, parameters: beside(call) })}<|action_end|>`),
  ),
  kind(
    'Phi: functools',
    inText((call) => `functools[${text({ name: call.tool_name, arguments: beside(call) })}]`),
  ),
  kind(
    'Seed: tags of its own',
    inText(
      (call) =>
        `<seed:tool_call>\n<function=${call.tool_name}>\n${Object.entries(beside(call))
          .map(([key, value]) => `<parameter=${key}>${typeof value === 'string' ? value : text(value)}</parameter>`)
          .join('\n')}\n</function>\n</seed:tool_call>`,
    ),
  ),
  kind(
    'MiniMax: an invocation',
    inText(
      (call) =>
        `<minimax:tool_call>\n<invoke name="${call.tool_name}">\n${Object.entries(beside(call))
          .map(([key, value]) => `<parameter name="${key}">${typeof value === 'string' ? value : text(value)}</parameter>`)
          .join('\n')}\n</invoke>\n</minimax:tool_call>`,
    ),
  ),
  kind(
    'Claude 2: names of tools in tags',
    inText(
      (call) =>
        `<function_calls>\n<invoke>\n<tool_name>${call.tool_name}</tool_name>\n<parameters>\n${Object.entries(beside(call))
          .map(([key, value]) => `<${key}>${typeof value === 'string' ? value : text(value)}</${key}>`)
          .join('\n')}\n</parameters>\n</invoke>\n</function_calls>`,
    ),
  ),
  kind(
    'Cline: a tool of MCP in tags',
    inText(
      (call) =>
        `<use_mcp_tool>\n<server_name>workbench</server_name>\n<tool_name>${call.tool_name}</tool_name>\n<arguments>\n${JSON.stringify(beside(call), null, 2)}\n</arguments>\n</use_mcp_tool>`,
    ),
  ),
  kind(
    'GLM: keys and values in turn',
    inText(
      (call) =>
        `<tool_call>${call.tool_name}\n${Object.entries(beside(call))
          .map(([key, value]) => `<arg_key>${key}</arg_key>\n<arg_value>${typeof value === 'string' ? value : text(value)}</arg_value>`)
          .join('\n')}\n</tool_call>`,
    ),
  ),
  kind(
    'thought, action and action input',
    inText(
      (call) =>
        `Thought: I need the figures.\nAction: ${call.tool_name}\nAction Input:\n\`\`\`json\n${JSON.stringify(beside(call), null, 2)}\n\`\`\`\nObservation:`,
    ),
  ),
  kind(
    'a thought in tags before the JSON',
    inText(
      (call) =>
        `<think>\nThe user wants {figures}. I use the tool.\n</think>\n\n${text({ name: call.tool_name, arguments: beside(call) })}`,
    ),
  ),
];

export const BLIND_C_ENCODINGS: readonly Kind[] = [...encodings, ...models];
