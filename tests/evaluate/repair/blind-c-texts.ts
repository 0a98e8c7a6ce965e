/** Kinds of texts, written without a look at the repairs: literals of languages, formats of files, commands and encodings. */
import { yaml } from './blind-c-encodings.ts';
import { kind, python, text, type Kind } from './kind.ts';
import { beside } from './blind-parts.ts';
import type { Call } from './originals.ts';

const json = (call: Call): string => text(beside(call));
const inText =
  (write: (call: Call) => string | undefined): Kind['break'] =>
  (call) =>
    write(call);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
interface Notation {
  readonly key: (key: string) => string;
  readonly record: (members: string) => string;
  readonly list: (items: string) => string;
  readonly between?: string;
  readonly truth?: (value: boolean) => string;
}
function write(value: unknown, notation: Notation): string {
  if (typeof value === 'boolean') return notation.truth?.(value) ?? String(value);
  if (Array.isArray(value)) return notation.list(value.map((each) => write(each, notation)).join(', '));
  if (!isRecord(value)) return text(value);
  return notation.record(
    Object.entries(value)
      .map(([key, member]) => notation.key(key) + write(member, notation))
      .join(notation.between ?? ', '),
  );
}
/** The call without numbers and texts that another language reads in another way. */
const literal = (name: string, notation: Notation, around = (all: string): string => all): Kind =>
  kind(
    name,
    inText((call) => (/[\\$#]/.test(text(call)) ? undefined : around(write(call, notation)))),
  );
const arrow = (key: string): string => `"${key}" => `;
const colon = (key: string): string => `"${key}": `;

const languages: readonly Kind[] = [
  literal('Ruby: a hash with arrows', { key: arrow, record: (all) => `{${all}}`, list: (all) => `[${all}]` }),
  literal('PHP: an array', { key: (key) => `'${key}' => `, record: (all) => `[${all}]`, list: (all) => `[${all}]` }, (all) => `${all};`),
  literal('Lua: a table', { key: (key) => `${key} = `, record: (all) => `{${all}}`, list: (all) => `{${all}}` }, (all) => `return ${all}`),
  literal('Elixir: a map of atoms', { key: (key) => `${key}: `, record: (all) => `%{${all}}`, list: (all) => `[${all}]` }),
  literal('Clojure: a map', {
    key: (key) => `:${key} `,
    record: (all) => `{${all}}`,
    list: (all) => `[${all.replaceAll(', ', ' ')}]`,
    between: ' ',
  }),
  literal('Java: maps and lists', {
    key: (key) => `"${key}", `,
    record: (all) => `Map.of(${all})`,
    list: (all) => `List.of(${all})`,
  }),
  literal('Kotlin: maps and lists', {
    key: (key) => `"${key}" to `,
    record: (all) => `mapOf(${all})`,
    list: (all) => `listOf(${all})`,
  }),
  literal('Go: a literal', {
    key: colon,
    record: (all) => `map[string]any{${all}}`,
    list: (all) => `[]any{${all}}`,
  }),
  literal('C#: an anonymous object', {
    key: (key) => `${key} = `,
    record: (all) => `new { ${all} }`,
    list: (all) => `new[] { ${all} }`,
  }),
  literal('Swift: a dictionary', { key: colon, record: (all) => `[${all}]`, list: (all) => `[${all}]` }),
  literal('Rust: a macro', { key: colon, record: (all) => `{${all}}`, list: (all) => `[${all}]` }, (all) => `json!(${all})`),
  literal('R: a list', {
    key: (key) => `${key} = `,
    record: (all) => `list(${all})`,
    list: (all) => `c(${all})`,
    truth: (value) => String(value).toUpperCase(),
  }),
  literal('Julia: a dictionary', {
    key: arrow,
    record: (all) => `Dict(${all})`,
    list: (all) => `[${all}]`,
  }),
  literal('Python: calls of dict', {
    key: (key) => `${key}=`,
    record: (all) => `dict(${all})`,
    list: (all) => `[${all}]`,
    truth: (value) => (value ? 'True' : 'False'),
  }),
  literal('JSON5: keys without quotes, comments and a last comma', {
    key: (key) => `${key}: `,
    record: (all) => `{ ${all}, }`,
    list: (all) => `[${all},]`,
  }),
  literal('Hjson: lines without commas', {
    key: (key) => `${key}: `,
    record: (all) => `{\n${all}\n}`,
    list: (all) => `[${all}]`,
    between: '\n',
  }),
  kind(
    'Python: an ordered dictionary',
    inText((call) =>
      text(call).includes("'")
        ? undefined
        : `OrderedDict([${Object.entries(call)
            .map(([key, value]) => `('${key}', ${python(value)})`)
            .join(', ')}])`,
    ),
  ),
];

function tomlOf(call: Call): string {
  const line = (key: string, value: unknown): string =>
    `${key} = ${write(value, { key: (name) => `${name} = `, record: (all) => `{ ${all} }`, list: (all) => `[${all}]` })}`;
  const { capture_selection, arguments: args, ...head } = call;
  const table = (name: string, members: Record<string, unknown>): string =>
    `[${name}]\n${Object.entries(members)
      .map(([key, value]) => line(key, value))
      .join('\n')}`;
  return [
    ...Object.entries(head).map(([key, value]) => line(key, value)),
    table('capture_selection', capture_selection),
    table('arguments', args),
  ].join('\n');
}
function xmlOf(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => `<item>${xmlOf(each)}</item>`).join('');
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, member]) => `<${key}>${xmlOf(member)}</${key}>`)
      .join('');
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
function rpcOf(value: unknown): string {
  if (Array.isArray(value)) return `<array><data>${value.map((each) => `<value>${rpcOf(each)}</value>`).join('')}</data></array>`;
  if (isRecord(value))
    return `<struct>${Object.entries(value)
      .map(([key, member]) => `<member><name>${key}</name><value>${rpcOf(member)}</value></member>`)
      .join('')}</struct>`;
  if (typeof value === 'boolean') return `<boolean>${value ? '1' : '0'}</boolean>`;
  if (typeof value === 'number') return Number.isInteger(value) ? `<int>${String(value)}</int>` : `<double>${String(value)}</double>`;
  return `<string>${xmlOf(value)}</string>`;
}
const csvField = (value: unknown): string => `"${(typeof value === 'string' ? value : text(value)).replaceAll('"', '""')}"`;

const files: readonly Kind[] = [
  kind(
    'YAML: a document of blocks',
    inText((call) => yaml(call)),
  ),
  kind(
    'YAML: a step of GitHub Actions',
    inText((call) => yaml([{ name: 'Run', uses: `workbench/${call.tool_name}@v1`, with: beside(call) }])),
  ),
  kind(
    'YAML: a task of Ansible',
    inText((call) => yaml([{ name: 'Run the tool', [call.tool_name]: beside(call) }])),
  ),
  kind(
    'YAML in a fence',
    inText((call) => `Here is the call:\n\`\`\`yaml\n${yaml({ tool: call.tool_name, input: beside(call) })}\`\`\``),
  ),
  kind('TOML: tables', inText(tomlOf)),
  kind(
    'XML: elements with items',
    inText((call) => `<?xml version="1.0"?>\n<call>${xmlOf(call)}</call>`),
  ),
  kind(
    'SOAP: a body',
    inText(
      (call) =>
        `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${call.tool_name}>${xmlOf(beside(call))}</${call.tool_name}></soap:Body></soap:Envelope>`,
    ),
  ),
  kind(
    'XML-RPC: a method',
    inText(
      (call) =>
        `<?xml version="1.0"?><methodCall><methodName>${call.tool_name}</methodName><params><param><value>${rpcOf(beside(call))}</value></param></params></methodCall>`,
    ),
  ),
  kind(
    'CSV: a header and a row',
    inText((call) => `${Object.keys(call).join(',')}\n${Object.values(call).map(csvField).join(',')}`),
  ),
  kind(
    'a table of Markdown',
    inText((call) =>
      text(call).includes('|')
        ? undefined
        : `| field | value |\n| --- | --- |\n${Object.entries(call)
            .map(([key, value]) => `| ${key} | \`${typeof value === 'string' ? value : text(value)}\` |`)
            .join('\n')}`,
    ),
  ),
  kind(
    'variables of a shell',
    inText((call) =>
      Object.entries(call)
        .map(([key, value]) => `${key.toUpperCase()}=${typeof value === 'string' ? value : `'${text(value).replaceAll("'", `'\\''`)}'`}`)
        .join('\n'),
    ),
  ),
  kind(
    'HCL: a block',
    inText((call) =>
      /[\\$]/.test(text(call))
        ? undefined
        : `tool "${call.tool_name}" {\n${Object.entries(beside(call))
            .map(
              ([key, value]) =>
                `  ${key} = ${write(value, { key: (name) => `${name} = `, record: (all) => `{ ${all} }`, list: (all) => `[${all}]` })}`,
            )
            .join('\n')}\n}`,
    ),
  ),
  kind(
    'front matter and no body',
    inText((call) => `---\n${yaml(call)}---\n`),
  ),
];

const query = (call: Call): string =>
  Object.entries(call)
    .map(([key, value]) => `${key}=${encodeURIComponent(typeof value === 'string' ? value : text(value))}`)
    .join('&');
const commands: readonly Kind[] = [
  kind(
    'curl with data',
    inText(
      (call) =>
        `curl -s -X POST http://localhost:3000/tools/${call.tool_name} -H 'Content-Type: application/json' -d '${json(call).replaceAll("'", `'\\''`)}'`,
    ),
  ),
  kind(
    'a request of HTTP',
    inText((call) => `POST /tools/${call.tool_name} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\r\n${json(call)}`),
  ),
  kind(
    'fetch with a body',
    inText((call) => `await fetch("/tools/${call.tool_name}", { method: "POST", body: JSON.stringify(${json(call)}) })`),
  ),
  kind(
    'requests with JSON',
    inText((call) => `requests.post("http://localhost/tools/${call.tool_name}", json=${python(beside(call))})`),
  ),
  kind(
    'options of a command',
    inText(
      (call) =>
        `workbench call ${call.tool_name} --capture-selection '${text(call.capture_selection).replaceAll("'", `'\\''`)}' --arguments '${text(call.arguments).replaceAll("'", `'\\''`)}'`,
    ),
  ),
  kind(
    'a slash command',
    inText((call) => `/${call.tool_name} ${json(call)}`),
  ),
  kind(
    'a method of a client of MCP',
    inText((call) => `await client.callTool({ name: "${call.tool_name}", arguments: ${json(call)} });`),
  ),
  kind(
    'a method of a session in Python',
    inText((call) => `result = await session.call_tool("${call.tool_name}", arguments=${python(beside(call))})`),
  ),
  kind(
    'a method of a tool that is invoked',
    inText((call) => `tools["${call.tool_name}"].invoke(${json(call)})`),
  ),
  kind(
    'a query string',
    inText((call) => `?${query(call)}`),
  ),
  kind(
    'a deep link',
    inText((call) => `workbench://call?${query(call)}`),
  ),
  kind(
    'a mutation of GraphQL with its input',
    inText((call) =>
      /\\/.test(text(call))
        ? undefined
        : `mutation { ${call.tool_name}(${Object.entries(beside(call))
            .map(
              ([key, value]) =>
                `${key}: ${write(value, { key: (name) => `${name}: `, record: (all) => `{${all}}`, list: (all) => `[${all}]` })}`,
            )
            .join(', ')}) { ok } }`,
    ),
  ),
];

export const BLIND_C_TEXTS: readonly Kind[] = [...languages, ...files, ...commands];
