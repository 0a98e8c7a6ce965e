/** Kinds of envelopes and of texts around a call, after the formats of agent libraries and models; written without a look at the repairs. */
import { kind, plain, python, text, type Kind } from './kind.ts';
import { beside } from './blind-parts.ts';
import type { Call } from './originals.ts';

type Values = Record<string, unknown>;
export type Way = (all: Values, name: string, call: Call) => unknown;
export const as =
  (way: Way): Kind['break'] =>
  (call) =>
    way(beside(call), call.tool_name, call);
const inEach =
  (way: (key: string, value: unknown) => string, between: string, around: (inner: string, name: string) => string): Way =>
  (all, name) =>
    around(
      Object.entries(all)
        .map(([key, value]) => way(key, value))
        .join(between),
      name,
    );
const block = (name: string, input: unknown): Values => ({ type: 'tool_use', id: 'toolu_01', name, input });

const ENVELOPES: Readonly<Record<string, Way>> = {
  'an item of Responses': (all, name) => ({ type: 'function_call', call_id: 'c1', status: 'completed', name, arguments: text(all) }),
  'an event of Realtime': (all, name) => ({
    type: 'response.function_call_arguments.done',
    call_id: 'c1',
    item_id: 'i1',
    name,
    arguments: text(all),
  }),
  'an action that a run requires': (all, name) => ({
    required_action: {
      type: 'submit_tool_outputs',
      submit_tool_outputs: { tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: text(all) } }] },
    },
  }),
  'toolUse of Bedrock': (input, name) => ({ toolUse: { toolUseId: 't1', name, input } }),
  'a message of Bedrock': (input, name) => ({
    role: 'assistant',
    content: [{ text: 'Let me look.' }, { toolUse: { toolUseId: 't1', name, input } }],
  }),
  'parts of Vertex': (args, name) => ({ role: 'model', parts: [{ functionCall: { name, args } }] }),
  'a plan of Cohere': (parameters, name) => ({ tool_plan: 'I will look.', tool_calls: [{ name, parameters }] }),
  'an action of LangChain': (tool_input, tool) => ({ tool, tool_input, log: 'Invoking the tool' }),
  'a message of LangChain': (args, name) => ({ type: 'ai', content: '', tool_calls: [{ name, args, id: 'c1', type: 'tool_call' }] }),
  'a part of the AI SDK': (input, toolName) => ({ type: 'tool-call', toolCallId: 'c1', toolName, input }),
  'an older part of the AI SDK': (args, toolName) => ({ state: 'call', toolCallId: 'c1', toolName, args }),
  'kwargs of LlamaIndex': (tool_kwargs, tool_name) => ({ tool_id: 'c1', tool_name, tool_kwargs }),
  'a plugin of Semantic Kernel': (Arguments, FunctionName) => ({ PluginName: 'workbench', FunctionName, Arguments }),
  'a node of n8n': (parameters, tool) => ({ tool, parameters, toolCallId: 'c1' }),
  'an action of CrewAI': (all, name) => ({ Thought: 'I should look.', Action: name, 'Action Input': all }),
  'an action of CrewAI as text': (all, name) => ({ Thought: 'I should look.', Action: name, 'Action Input': text(all) }),
  'a step of DSPy': (all, name) => ({ next_thought: 'I should look.', next_tool_name: name, next_tool_args: all }),
  'a function of Llama': (parameters, name) => ({ type: 'function', name, parameters }),
  'parameters of a function': (parameters, name) => ({ function: { name, parameters } }),
  'calls in a list by name': (args, name) => ({ calls: [{ name, args }] }),
  'invocations in a list': (_, __, call) => ({ invocations: [call] }),
  'a request around it': (_, __, call) => ({ request: call }),
  'a payload around it': (_, __, call) => ({ payload: call }),
  'a body around it': (_, __, call) => ({ body: text(call) }),
  'data and a type of an action': (payload, type) => ({ type, payload }),
  'a cloud event': (data, type) => ({ specversion: '1.0', id: '1', source: '/model', type, data }),
  'the tool as the method of JSON-RPC': (params, method) => ({ jsonrpc: '2.0', id: 7, method, params }),
  'a request of HTTP': (body, name) => ({ method: 'POST', path: `/tools/${name}`, body }),
  'the tool as an object': ({ ...all }, name, { tool_version: version }) => ({ tool: { name, version }, ...all }),
  'the tool as an object with its arguments': (args, name) => ({ tool: { name, arguments: args } }),
  'a block in a list of content': (all, name) => [{ type: 'text', text: 'I will run it.' }, block(name, all)],
  'a block with an answer of a reason': (all, name) => ({ stop_reason: 'tool_use', content: [block(name, all)] }),
  'input as text in a block': (all, name) => block(name, text(all)),
  'an input in an input': (input, name) => block(name, { input }),
  'arguments in args in arguments': (args, name) => ({ name, arguments: { args } }),
  'a call under its name in calls': (all, name) => ({ tool_calls: { [name]: all } }),
  'a name and a text of YAML': (_, name, call) => ({
    name,
    arguments: Object.entries(beside(call))
      .map(([key, value]) => `${key}: ${text(value)}`)
      .join('\n'),
  }),
  'a name and a dict of Python': (all, name) => ({ name, arguments: python(all) }),
  'a fence in the arguments': (all, name) => ({ name, arguments: `\`\`\`json\n${text(all)}\n\`\`\`` }),
  'arguments that end too soon by a brace': (all, name) => ({ name, arguments: text(all).slice(0, -1) }),
  'arguments with a brace too many': (all, name) => ({ name, arguments: `${text(all)}}` }),
  'arguments twice in a stream': (all, name) => ({ name, arguments: `${text(all)}${text(all)}` }),
  'an empty object in front of arguments': (all, name) => ({ name, arguments: `{}${text(all)}` }),
  'a null before the arguments': (all, name) => ({ name, input: null, parameters: null, arguments: all }),
};

const shell = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", `'\\''`)}'` : `'${text(value).replaceAll("'", `'\\''`)}'`;
const TEXTS: Readonly<Record<string, Way>> = {
  'functions of Qwen': inEach(
    (key, value) => `<parameter=${key}>\n${plain(value)}\n</parameter>`,
    '\n',
    (inner, name) => `<tool_call>\n<function=${name}>\n${inner}\n</function>\n</tool_call>`,
  ),
  'functions of Seed': inEach(
    (key, value) => `<parameter=${key}>${plain(value)}</parameter>`,
    '\n',
    (inner, name) => `<seed:tool_call>\n<function=${name}>\n${inner}\n</function>\n</seed:tool_call>`,
  ),
  'an invoke of MiniMax': inEach(
    (key, value) => `<parameter name="${key}">${plain(value)}</parameter>`,
    '\n',
    (inner, name) => `<minimax:tool_call>\n<invoke name="${name}">\n${inner}\n</invoke>\n</minimax:tool_call>`,
  ),
  'a section of Kimi': (all, name) =>
    `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${text(all)}<|tool_call_end|><|tool_calls_section_end|>`,
  'a channel of harmony': (all, name) =>
    `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${text(all)}<|call|>`,
  'a recipient before the channel of harmony': (all, name) =>
    `<|start|>assistant to=functions.${name}<|channel|>commentary json<|message|>${text(all)}<|call|>`,
  'tokens of DeepSeek': (all, name) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${text(all)}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  'a tag of Python': (parameters, name) => `<|python_tag|>${text({ name, parameters })}<|eom_id|>`,
  'a plugin of InternLM': (parameters, name) => `<|action_start|><|plugin|>${text({ name, parameters })}<|action_end|>`,
  'a section of Functionary': (all, name) => `>>>${name}\n${text(all)}`,
  'a list of Jamba': (args, name) => `<tool_calls>[${text({ name, arguments: args })}]</tool_calls>`,
  'a separator of Hunyuan': (all, name) =>
    `<tool_calls><tool_call>${name}<tool_sep>\n\`\`\`json\n${text(all)}\n\`\`\`</tool_call></tool_calls>`,
  'tokens of LFM': inEach(
    (key, value) => `${key}=${python(value)}`,
    ', ',
    (inner, name) => `<|tool_call_start|>[${name}(${inner})]<|tool_call_end|>`,
  ),
  'a call of Nexus': inEach(
    (key, value) => `${key}=${python(value)}`,
    ', ',
    (inner, name) => `Call: ${name}(${inner})<bot_end>`,
  ),
  'an unclosed tag of a call': (args, name) => `<tool_call>\n${text({ name, arguments: args })}`,
  'a tag of a call closed twice': (args, name) => `<tool_call>${text({ name, arguments: args })}</tool_call></tool_call>`,
  'a fence named tool_call': (args, name) => `\`\`\`tool_call\n${text({ name, arguments: args })}\n\`\`\``,
  'a fence of tildes': (args, name) => `~~~json\n${text({ name, arguments: args })}\n~~~`,
  'a command of a shell': inEach(
    (key, value) => `--${key} ${shell(value)}`,
    ' ',
    (inner, name) => `${name} ${inner}`,
  ),
  'a command with equals signs': inEach(
    (key, value) => `--${key.replaceAll('_', '-')}=${shell(value)}`,
    ' ',
    (inner, name) => `$ ${name} ${inner}`,
  ),
  curl: (all, name) =>
    `curl -X POST http://localhost:3000/tools/${name} -H 'Content-Type: application/json' -d '${text(all).replaceAll("'", `'\\''`)}'`,
  'callTool of a client': (args, name) => `const result = await client.callTool({ name: ${text(name)}, arguments: ${text(args)} });`,
  'call_tool of a session': (args, name) => `result = await session.call_tool("${name}", arguments=${python(args)})`,
  'keywords unpacked': (all, name) => `${name}(**${python(all)})`,
  'one object as the argument': (all, name) => `await ${name}(${text(all)})`,
  JSON5: (args, name) => `{name: '${name}', arguments: ${text(args)},}`,
  'a list of Markdown': inEach(
    (key, value) => `- **${key}**: \`${plain(value)}\``,
    '\n',
    (inner, name) => `**Tool:** \`${name}\`\n\n${inner}`,
  ),
  'a table of Markdown': inEach(
    (key, value) => `| ${key} | ${plain(value).replaceAll('|', '\\|')} |`,
    '\n',
    (inner, name) => `Tool: ${name}\n\n| Parameter | Value |\n| --- | --- |\n${inner}`,
  ),
  'braces doubled': (_, __, call) => text(call).replaceAll('{', '{{').replaceAll('}', '}}'),
  'a line of a log': (all, name) => `2024-05-01 10:00:00 INFO Calling ${name} with arguments ${text(all)}`,
  'a line break in each text': (_, __, call) => text(call).replace(/", "?/g, '",\n"').replaceAll('{"', '{\n"'),
  'tabs and a comma in front': (_, __, call) => `\t${text(call).replaceAll(',"', '\n,\t"')}`,
  'percent signs of a URL': (_, __, call) => encodeURIComponent(text(call)),
  CDATA: (args, name) => `<tool_call><![CDATA[${text({ name, arguments: args })}]]></tool_call>`,
  'an attribute of the tool': (all, name) => `<tool name="${name}">${text(all)}</tool>`,
  'elements of a tool_use': (all, name) => `<tool_use><name>${name}</name><arguments>${text(all)}</arguments></tool_use>`,
  'equals signs for colons': (_, __, call) => text(call).replaceAll('":', '" = '),
  'arrows for colons': (_, __, call) => text(call).replaceAll('":', '" => '),
  'a colon in front of keys': inEach(
    (key, value) => `${key}: ${text(value)}`,
    ', ',
    (inner, name) => `${name}(${inner})`,
  ),
  'two words before and after': (_, __, call) => `Sure! Here is the call:\n\n${text(call)}\n\nLet me know what you see.`,
  'an empty fence before': (_, __, call) => `\`\`\`\n\`\`\`\n\`\`\`json\n${text(call)}\n\`\`\``,
  'a name and JSON on two lines': (all, name) => `${name}\n${text(all)}`,
  'a slash command': (all, name) => `/${name} ${text(all)}`,
  'an at sign and JSON': (all, name) => `@${name} ${text(all)}`,
};

const of = (ways: Readonly<Record<string, Way>>): Kind[] => Object.entries(ways).map(([name, way]) => kind(`f: ${name}`, as(way)));
export const BLIND_F_CALLS: readonly Kind[] = [...of(ENVELOPES), ...of(TEXTS)];
