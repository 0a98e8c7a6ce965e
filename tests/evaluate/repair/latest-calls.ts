/** Latest kinds of envelopes: what model families, frameworks and people put around one call. */
import { camel, kind, type Kind, python, rest, text } from './kind.ts';
import type { Call } from './originals.ts';

const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const has = (value: object): boolean => Object.keys(value).length > 0;

const messages: readonly Kind[] = [
  kind('message of an assistant with one call', (call) => ({
    role: 'assistant',
    tool_calls: [{ id: 'call_abc', type: 'function', function: { name: call.tool_name, arguments: text(beside(call)) } }],
  })),
  kind('event of a finished call', (call) => ({
    type: 'response.function_call_arguments.done',
    item_id: 'fc_1',
    output_index: 0,
    name: call.tool_name,
    arguments: text(rest(call)),
  })),
  kind('block of a content that starts', (call) => ({
    type: 'content_block_start',
    index: 1,
    content_block: { type: 'tool_use', id: 'toolu_1', name: call.tool_name, input: beside(call) },
  })),
  kind('function call of a candidate part', (call) => ({ parts: [{ function_call: { name: call.tool_name, args: rest(call) } }] })),
  kind('message of a local server', (call) => ({
    model: 'qwen3:8b',
    created_at: '2026-04-03T08:00:00Z',
    message: { role: 'assistant', content: '', tool_calls: [{ function: { name: call.tool_name, arguments: beside(call) } }] },
    done: true,
  })),
  kind('request of MCP with meta', (call) => ({
    jsonrpc: '2.0',
    id: 12,
    method: 'tools/call',
    params: { _meta: { progressToken: 3 }, name: call.tool_name, arguments: beside(call) },
  })),
  kind('call with its name and server', (call) => ({ server_name: 'workbench', tool_name: call.tool_name, arguments: beside(call) })),
  kind('input of a run step', (call) => ({
    type: 'tool_calls',
    tool_calls: [{ id: 'call_9', type: 'function', function: { name: call.tool_name, arguments: text(rest(call)), output: null } }],
  })),
  kind('action of an agent with its log', (call) => ({ tool: call.tool_name, tool_input: beside(call), log: '' })),
  kind('intent and slots', (call) => ({ intent: call.tool_name, slots: beside(call) })),
  kind('task of a queue', (call) => ({ task: call.tool_name, args: [], kwargs: rest(call), retries: 0 })),
  kind('name and body', (call) => ({ name: call.tool_name, body: rest(call) })),
  kind('tool and arguments in Pascal case', (call) => ({ ToolName: call.tool_name, Arguments: beside(call) })),
  kind('capability with an input', (call) => ({ capability: call.tool_name, input: rest(call) })),
  kind('call inside of a result key', (call) => ({ response: { call: { tool: call.tool_name, args: beside(call) } } })),
  kind('json in a field called json', (call) => ({ json: text(call) })),
  kind('call in a list in a text', (call) => text([{ name: call.tool_name, parameters: beside(call) }])),
  kind('nested arguments key twice', (call) => ({ tool_name: call.tool_name, arguments: { args: { arguments: beside(call) } } })),
  kind('empty members beside', (call) => ({ ...call, id: '', description: null, metadata: {}, tags: [] })),
  kind('name in title case with tool', (call) => ({
    ...call,
    tool_name: `${call.tool_name.split('_').map(pascal).join(' ')}`,
  })),
  kind('camel case name with a namespace', (call) => ({ ...call, tool_name: `workbench.${camel(call.tool_name)}` })),
  kind('name with a slash', (call) => ({ ...call, tool_name: `workbench/${call.tool_name}` })),
  kind('name with brackets', (call) => ({ ...call, tool_name: `${call.tool_name}()` })),
  kind('name in dots', (call) => ({ ...call, tool_name: call.tool_name.replaceAll('_', '.') })),
  kind('version as a list', (call) => ({ ...call, tool_version: call.tool_version.split('.').map(Number) })),
  kind('timeout in an object', ({ timeout_ms, ...others }) => ({ ...others, timeout: { value: timeout_ms / 1000, unit: 'seconds' } })),
];

const texts: readonly Kind[] = [
  kind('tags of functions with an invoke', (call) => {
    const given = Object.entries(beside(call)).map(
      ([key, value]) => `<parameter name="${key}">${typeof value === 'string' ? value : text(value)}</parameter>`,
    );
    return `<function_calls>\n<invoke name="${call.tool_name}">\n${given.join('\n')}\n</invoke>\n</function_calls>`;
  }),
  kind(
    'sentence and tags of an assistant',
    (call) =>
      `I'll run the tool over the selected rows.\n\n<tool_call>\n${text({ name: call.tool_name, arguments: beside(call) })}\n</tool_call>`,
  ),
  kind(
    'harmony without its end',
    (call) => `<|channel|>commentary to=functions.${call.tool_name} <|constrain|>json<|message|>${text(beside(call))}`,
  ),
  kind('function equals', (call) => `<function=${call.tool_name}>${text(beside(call))}</function>`),
  kind('list behind a token of Mistral', (call) => `[TOOL_CALLS][${text({ name: call.tool_name, arguments: beside(call) })}]`),
  kind('arguments behind a token', (call) => `[TOOL_CALLS]${call.tool_name}[ARGS]${text(beside(call))}`),
  kind('call in Python with a variable', (call) => {
    const given = Object.entries(beside(call)).map(([key, value]) => `${key}=${python(value)}`);
    return `result = ${call.tool_name}(${given.join(', ')})`;
  }),
  kind('call in Python over several lines', (call) => {
    const given = Object.entries(beside(call)).map(([key, value]) => `    ${key}=${python(value)},`);
    return `${call.tool_name}(\n${given.join('\n')}\n)`;
  }),
  kind('code block of tool code', (call) => `\`\`\`tool_call\n${pretty({ name: call.tool_name, args: beside(call) })}\n\`\`\``),
  kind(
    'thought, action, input',
    (call) => `Thought: I need these figures.\nAction: ${call.tool_name}\nAction Input: ${text(beside(call))}`,
  ),
  kind('tool and input on two lines', (call) => `Tool: ${call.tool_name}\nInput: ${text(rest(call))}`),
  kind('quoted name before the object', (call) => `"${call.tool_name}": ${text(beside(call))}`),
  kind('name and object in YAML', (call) => `tool: ${call.tool_name}\nargs: ${text(beside(call))}`),
  kind('YAML of a person', (call) => {
    const lines = Object.entries(call.arguments).map(([key, value]) =>
      Array.isArray(value)
        ? `  ${key}:\n${value.map((each) => `    - ${text(each)}`).join('\n')}`
        : `  ${key}: ${typeof value === 'object' ? text(value) : text(value).replace(/"/g, '')}`,
    );
    const usable = has(call.arguments) && call.arguments['sql'] === undefined;
    return usable
      ? `tool_name: ${call.tool_name}\ncapture_selection: ${text(call.capture_selection)}\narguments:\n${lines.join('\n')}`
      : undefined;
  }),
  kind('JSON with a semicolon', (call) => `${text(call)};`),
  kind('JSON behind a name of the format', (call) => `json\n${pretty(call)}`),
  kind('JSON in tildes', (call) => `~~~json\n${pretty(call)}\n~~~`),
  kind('JSON in a fence without an end', (call) => `\`\`\`json\n${pretty(call)}`),
  kind('JSON with Python truth', (call) =>
    text(call)
      .replace(/:true/g, ':True')
      .replace(/:false/g, ':False'),
  ),
  kind('JSON with single quoted keys', (call) => text(call).replace(/"(\w+)":/g, "'$1':")),
  kind('JSON with an equals sign', (call) => text(call).replace(/"(\w+)":/g, '"$1"=')),
  kind('JSON without commas at the ends of lines', (call) => pretty(call).replace(/,\n/g, '\n')),
  kind('JSON with the bracket twice', (call) => `${text(call)}}`),
  kind('assignment of Python', (call) => `payload = ${python(call)}`),
  kind('printed JSON', (call) => `print(json.dumps(${python(call)}))`),
  kind(
    'curl with data',
    (call) =>
      `curl -X POST http://localhost:8080/tools/${call.tool_name} -H 'Content-Type: application/json' -d '${text(rest(call)).replaceAll("'", `'\\''`)}'`,
  ),
  kind('request of axios', (call) => `await axios.post("/tools/${call.tool_name}", ${text(rest(call))});`),
  kind('call of a hook', (call) => `const { data } = useTool("${call.tool_name}", ${text(beside(call))});`),
  kind('here is', (call) => `Here's the tool call in JSON format:\n\n\`\`\`json\n${pretty(call)}\n\`\`\``),
  kind('sure and the call', (call) => `Sure! Calling the tool now:\n\n${text(call)}`),
  kind(
    'reasoning in tags before the call',
    (call) => `<thinking>The capture has three channels, so one call will do.</thinking>\n${text(call)}`,
  ),
  kind('arrow of a chat', (call) => `→ ${call.tool_name} ${text(beside(call))}`),
  kind('at sign before the name', (call) => `@${call.tool_name} ${text(beside(call))}`),
];

export const LATEST_CALLS: readonly Kind[] = [...messages, ...texts];
