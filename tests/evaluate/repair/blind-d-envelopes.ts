/** Kinds of envelopes, written without a look at the repairs: forms of chat interfaces that models mix, and calls in text. */
import { camel, isText, kind, python, rest, text, type Kind } from './kind.ts';
import { asText, beside } from './blind-parts.ts';
import type { Call } from './originals.ts';

const everything = (call: Call): Record<string, unknown> => beside(call);
const inText = (write: (call: Call) => string): Kind['break'] => write;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const mixes: readonly Kind[] = [
  kind('a function of OpenAI with the input of Anthropic', (call) => ({ type: 'function', name: call.tool_name, input: everything(call) })),
  kind('a tool use of Anthropic with arguments as text', (call) => ({
    type: 'tool_use',
    id: 'toolu_01A09q90qw90lq917835lq9',
    name: call.tool_name,
    arguments: text(everything(call)),
  })),
  kind('a function call of Gemini with args as text', (call) => ({
    functionCall: { name: call.tool_name, args: text(everything(call)) },
  })),
  kind('tool calls with names and parameters', (call) => ({ tool_calls: [{ name: call.tool_name, parameters: everything(call) }] })),
  kind('an item of OpenAI Responses with arguments as an object', (call) => ({
    type: 'function_call',
    id: 'fc_1',
    call_id: 'call_1',
    status: 'completed',
    name: call.tool_name,
    arguments: everything(call),
  })),
  kind('parameters of MCP without the request', (call) => ({
    params: { name: call.tool_name, arguments: everything(call), _meta: { progressToken: 7 } },
  })),
  kind('a call to MCP of OpenAI Responses', (call) => ({
    type: 'mcp_call',
    id: 'mcp_1',
    server_label: 'workbench',
    name: call.tool_name,
    arguments: text(everything(call)),
  })),
  kind('a use of MCP of Anthropic', (call) => ({
    type: 'mcp_tool_use',
    id: 'mcptoolu_1',
    server_name: 'workbench',
    name: call.tool_name,
    input: everything(call),
  })),
  kind('a tool use of Bedrock with input as text', (call) => ({
    toolUse: { toolUseId: 'tooluse_1', name: call.tool_name, input: text(everything(call)) },
  })),
  kind('an assistant message with a sentence before its tool use', (call) => ({
    role: 'assistant',
    content: [
      { type: 'text', text: "I'll look at the capture first." },
      { type: 'tool_use', id: 'toolu_1', name: call.tool_name, input: everything(call) },
    ],
    stop_reason: 'tool_use',
  })),
  kind('a chat completion of a local server', (call) => ({
    model: 'llama3.1',
    message: { role: 'assistant', content: '', tool_calls: [{ function: { name: call.tool_name, arguments: everything(call) } }] },
    done: true,
    done_reason: 'stop',
  })),
  kind('arguments of OpenAI in text twice', (call) => ({
    id: 'call_1',
    type: 'function',
    function: { name: call.tool_name, arguments: text(text(everything(call))) },
  })),
  kind('a tool of a server by two underscores', (call) => ({ ...call, tool_name: `mcp__ble-workbench__${call.tool_name}` })),
  kind('a tool behind the word functions', (call) => ({ ...call, tool_name: `functions.${call.tool_name}` })),
  kind('a tool with its index', (call) => ({ name: `functions.${call.tool_name}:0`, arguments: everything(call) })),
  kind('a tool, args and reasoning', (call) => ({
    tool: call.tool_name,
    args: everything(call),
    reasoning: 'The user wants figures of this capture.',
  })),
  kind('a name, its arguments and a thought before them', (call) => ({
    thought: 'I need this first.',
    tool_name: camel(call.tool_name),
    tool_input: everything(call),
  })),
  kind('the call inside a member request', (call) => ({ request: call })),
  kind('the call inside a member invocation, as text', (call) => ({ invocation: text(call) })),
  kind('the call in steps of one', (call) => ({ steps: [{ step: 1, call }] })),
];

const nesting: readonly Kind[] = [
  kind('the selection among the arguments', ({ capture_selection, ...call }) => ({
    ...call,
    arguments: { ...call.arguments, capture_selection },
  })),
  kind('the arguments inside the selection', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : {
          ...rest(call),
          tool_name: call.tool_name,
          arguments: {},
          capture_selection: { ...call.capture_selection, arguments: call.arguments },
        },
  ),
  kind('members of the selection among the arguments', ({ capture_selection, ...call }) =>
    Object.keys(capture_selection).length === 0 ? undefined : { ...call, arguments: { ...call.arguments, ...capture_selection } },
  ),
  kind('members of the arguments beside the name', ({ arguments: args, ...call }) =>
    Object.keys(args).length === 0 ? undefined : { ...call, ...args },
  ),
  kind('arguments in arguments', (call) => ({ ...call, arguments: { arguments: call.arguments } })),
  kind('arguments in a list of one', (call) => ({ ...call, arguments: [call.arguments] })),
  kind('arguments as text, selection as text', (call) => ({
    ...call,
    arguments: text(call.arguments),
    capture_selection: text(call.capture_selection),
  })),
  kind('arguments under parameters and selection under selection', ({ arguments: parameters, capture_selection: selection, ...call }) => ({
    ...call,
    parameters,
    selection,
  })),
];

const texts: readonly Kind[] = [
  kind(
    'an answer with a fence and words around it',
    inText((call) => `Sure! Here is the call:\n\n\`\`\`json\n${pretty(call)}\n\`\`\`\n\nLet me know if you need anything else.`),
  ),
  kind(
    'a tool call of Hermes',
    inText((call) => `<tool_call>\n${text({ name: call.tool_name, arguments: everything(call) })}\n</tool_call>`),
  ),
  kind(
    'a function of Qwen in tags of its parameters',
    inText(
      (call) =>
        `<tool_call>\n<function=${call.tool_name}>\n${Object.entries(everything(call))
          .map(([key, value]) => `<parameter=${key}>\n${isText(value) ? String(value) : text(value)}\n</parameter>`)
          .join('\n')}\n</function>\n</tool_call>`,
    ),
  ),
  kind(
    'a call of Kimi between its tokens',
    inText(
      (call) =>
        `<|tool_calls_section_begin|><|tool_call_begin|>functions.${call.tool_name}:0<|tool_call_argument_begin|>${text(everything(call))}<|tool_call_end|><|tool_calls_section_end|>`,
    ),
  ),
  kind(
    'a message of Harmony to a function',
    inText(
      (call) =>
        `<|start|>assistant<|channel|>commentary to=functions.${call.tool_name} <|constrain|>json<|message|>${text(everything(call))}<|call|>`,
    ),
  ),
  kind(
    'a call of Llama behind its tag',
    inText((call) => `<|python_tag|>${text({ name: call.tool_name, parameters: everything(call) })}<|eom_id|>`),
  ),
  kind(
    'a call of DeepSeek between its tokens',
    inText(
      (call) =>
        `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.tool_name}\n\`\`\`json\n${text(everything(call))}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ),
  ),
  kind(
    'tags of a name and of arguments',
    inText((call) => `<function_call><name>${call.tool_name}</name><arguments>${text(everything(call))}</arguments></function_call>`),
  ),
  kind(
    'a function of Python with its arguments',
    inText(
      (call) =>
        `${call.tool_name}(${Object.entries(everything(call))
          .map(([key, value]) => `${key}=${python(value)}`)
          .join(', ')})`,
    ),
  ),
  kind(
    'a heading and a fence for the arguments',
    inText((call) => `### Tool: ${call.tool_name}\n\n\`\`\`json\n${pretty(everything(call))}\n\`\`\``),
  ),
  kind(
    'JSON with comments and commas at the end',
    asText((json) => `// look at the capture\n${pretty(JSON.parse(json)).replace(/\n(\s*)([}\]])/g, ',\n$1$2')}`),
  ),
  kind(
    'keys without quotes and texts in single quotes',
    asText((json) => (json.includes("'") || json.includes('\\') ? json : json.replace(/"(\w+)":/g, '$1: ').replaceAll('"', "'"))),
  ),
  kind(
    'curly quotes for straight ones',
    asText((json) => (json.includes('\\') ? json : json.replace(/"([^"]*)"/g, '“$1”'))),
  ),
  kind(
    'JSON without its last brace',
    asText((json) => json.slice(0, -1)),
  ),
  kind(
    'JSON with one brace too many',
    asText((json) => `${json}}`),
  ),
  kind(
    'words of Python in JSON',
    asText((json) => json.replace(/\btrue\b(?=[,}\]])/g, 'True').replace(/\bfalse\b(?=[,}\]])/g, 'False')),
  ),
  kind(
    'a line that names the tool and a line of JSON',
    inText((call) => `Tool: ${call.tool_name}\nInput: ${text(everything(call))}`),
  ),
];

export const BLIND_D_ENVELOPES: readonly Kind[] = [...mixes, ...nesting, ...texts];
