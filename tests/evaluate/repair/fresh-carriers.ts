/** Fresh kinds of carriers: clients, platforms and languages around one call. */
import { kind, type Kind, python, rest, text } from './kind.ts';
import type { Call } from './originals.ts';

const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
const has = (value: object): boolean => Object.keys(value).length > 0;

type Style = readonly [list: (items: string[]) => string, record: (members: (readonly [string, string])[]) => string];

function written(value: unknown, style: Style): string {
  if (Array.isArray(value)) return style[0](value.map((each) => written(each, style)));
  if (typeof value !== 'object' || value === null) return text(value);
  return style[1](Object.entries(value).map(([key, member]: [string, unknown]) => [key, written(member, style)] as const));
}
const KOTLIN: Style = [
  (items) => `listOf(${items.join(', ')})`,
  (members) => `mapOf(${members.map(([key, value]) => `"${key}" to ${value}`).join(', ')})`,
];
const CSHARP: Style = [
  (items) => `new[] { ${items.join(', ')} }`,
  (members) => `new { ${members.map(([key, value]) => `${key} = ${value}`).join(', ')} }`,
];
const PERL: Style = [
  (items) => `[${items.join(', ')}]`,
  (members) => `{ ${members.map(([key, value]) => `${key} => ${value}`).join(', ')} }`,
];
const ELIXIR: Style = [
  (items) => `[${items.join(', ')}]`,
  (members) => `%{${members.map(([key, value]) => `${key}: ${value}`).join(', ')}}`,
];
const EDN: Style = [(items) => `[${items.join(' ')}]`, (members) => `{${members.map(([key, value]) => `:${key} ${value}`).join(' ')}}`];
const GO: Style = [
  (items) => `[]any{${items.join(', ')}}`,
  (members) => `map[string]any{${members.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`,
];
const SWIFT: Style = [
  (items) => `[${items.join(', ')}]`,
  (members) => (members.length === 0 ? '[:]' : `[${members.map(([key, value]) => `"${key}": ${value}`).join(', ')}]`),
];

export const FRESH_CARRIERS: readonly Kind[] = [
  kind('answer of Ollama', (call) => ({
    model: 'some-model',
    created_at: '2026-04-03T08:00:00Z',
    message: { role: 'assistant', content: '', tool_calls: [{ function: { name: call.tool_name, arguments: rest(call) } }] },
    done_reason: 'stop',
    done: true,
    total_duration: 5191566416,
    eval_count: 26,
  })),
  kind('answer of Mistral', (call) => ({
    id: 'cmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: '',
          prefix: false,
          tool_calls: [{ id: 'D681PevKs', function: { name: call.tool_name, arguments: text(beside(call)) } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
  })),
  kind('list behind a token of Granite', (call) => `<|tool_call|>${text([{ name: call.tool_name, arguments: rest(call) }])}`),
  kind('node of a workflow', (call) => ({ node: call.tool_name, parameters: beside(call), typeVersion: 1, position: [240, 300] })),
  kind('function of an action group', (call) => ({
    actionGroup: 'workbench',
    function: call.tool_name,
    parameters: Object.entries(beside(call)).map(([name, value]) => ({ name, type: typeof value, value })),
  })),
  kind('delta of a stream', (call) => ({
    delta: { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: call.tool_name, arguments: text(rest(call)) } }] },
  })),
  kind('command of an editor', (call) => ({
    method: 'workspace/executeCommand',
    params: { command: call.tool_name, arguments: [rest(call)] },
  })),
  kind('slash command', (call) => `/${call.tool_name} ${text(rest(call))}`),
  kind('slash command with names and values', (call) => {
    const given = Object.entries(rest(call)).map(([key, value]) => `${key}=${text(value)}`);
    return `/${call.tool_name} ${given.join(' ')}`;
  }),
  kind('interaction of a chat', (call) => ({
    type: 2,
    data: { name: call.tool_name, options: Object.entries(rest(call)).map(([name, value]) => ({ name, value })) },
  })),
  kind('step of a workflow file', (call) => {
    const given = Object.entries(rest(call)).map(([key, value]) => `    ${key}: ${text(value)}`);
    return `- uses: workbench/${call.tool_name}@v1\n  with:\n${given.join('\n')}`;
  }),
  kind(
    'fetch of a page',
    (call) => `const response = await fetch("/tools/${call.tool_name}", { method: "POST", body: JSON.stringify(${text(rest(call))}) });`,
  ),
  kind('request in Python', (call) => `requests.post("https://localhost/tools/${call.tool_name}", json=${python(rest(call))})`),
  kind('maps of Kotlin', (call) => written(call, KOTLIN)),
  kind('anonymous objects of C#', (call) => `var call = ${written(call, CSHARP)};`),
  kind('hashes of Perl', (call) => `my $call = ${written(call, PERL)};`),
  kind('maps of Elixir', (call) => written(call, ELIXIR)),
  kind('maps of Clojure', (call) => written(call, EDN)),
  kind('maps of Go', (call) => `call := ${written(call, GO)}`),
  kind('dictionaries of Swift', (call) => `let call: [String: Any] = ${written(call, SWIFT)}`),
  kind('macro of Rust', (call) => `let call = json!(${JSON.stringify(call, null, 4)});`),
  kind('server-sent event', (call) => `event: message\ndata: ${text(call)}\n\ndata: [DONE]\n`),
  kind('typed constant', (call) => `export const call: Invocation = ${text(call).replace(/"(\w+)":/g, '$1: ')} satisfies Invocation;`),
  kind('attributes of an element', (call) => {
    const given = Object.entries(beside(call)).map(
      ([key, value]) => `${key}='${(typeof value === 'string' ? value : text(value)).replaceAll("'", '&apos;')}'`,
    );
    return `<${call.tool_name} ${given.join(' ')} />`;
  }),
  kind('fields of a form', (call) => {
    const pairs: string[] = [`tool_name=${call.tool_name}`];
    for (const [key, value] of Object.entries(call.arguments))
      pairs.push(`arguments[${key}]=${encodeURIComponent(typeof value === 'string' ? value : text(value))}`);
    for (const [key, value] of Object.entries(call.capture_selection))
      pairs.push(`capture_selection[${key}]=${encodeURIComponent(typeof value === 'string' ? value : text(value))}`);
    return pairs.join('&');
  }),
  kind('plain lines', (call) => {
    const given = Object.entries(call.arguments).map(
      ([key, value]) => `${key}: ${Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : text(value)}`,
    );
    return has(call.arguments) && call.arguments['sql'] === undefined
      ? `Tool: ${call.tool_name}\nCapture selection: ${text(call.capture_selection)}\n${given.join('\n')}`
      : undefined;
  }),
  kind(
    'answer with headings',
    (call) => `### Tool\n${call.tool_name}\n\n### Arguments\n\`\`\`json\n${JSON.stringify(rest(call), null, 2)}\n\`\`\``,
  ),
  kind('pair of name and arguments', (call) => [call.tool_name, rest(call)]),
  kind('one member per line without brackets', (call) => JSON.stringify(call, null, 2).slice(2, -2)),
  kind('entries of a map', (call) => Object.entries(call)),
];
