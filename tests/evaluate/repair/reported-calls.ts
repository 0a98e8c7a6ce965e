/**
 * Kinds of calls that public reports show: what models write into their text, and what servers, clients and frameworks make of it. Where
 * a kind follows one report, its address is beside it.
 */
import { gemma, kind, type Kind, plain, python, rest, text } from './kind.ts';
import type { Call } from './originals.ts';

const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const members = (call: Call, one: (key: string, value: unknown) => string): string[] =>
  Object.entries(beside(call)).map(([key, value]) => one(key, value));
const named = (call: Call): object => ({ name: call.tool_name, arguments: beside(call) });
const keywords = (call: Call): string => members(call, (key, value) => `${key}=${python(value)}`).join(', ');

const templates: readonly Kind[] = [
  // https://github.com/vllm-project/vllm/issues/39468
  kind('call of Gemma 4', (call) => `<|tool_call>call:${call.tool_name}${gemma(beside(call))}<tool_call|>`),
  // https://github.com/strands-rl/strands-sglang/pull/16
  kind('typed parameters of DeepSeek V3.2', (call) => {
    const given = members(call, (key, value) => {
      const isText = typeof value === 'string';
      return `<｜DSML｜parameter name="${key}" string="${String(isText)}">${plain(value)}</｜DSML｜parameter>`;
    });
    return `<｜DSML｜function_calls>\n<｜DSML｜invoke name="${call.tool_name}">\n${given.join('\n')}\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`;
  }),
  kind('section of Kimi K2', (call) => {
    const inner = `<|tool_call_begin|>functions.${call.tool_name}:0<|tool_call_argument_begin|>${text(beside(call))}<|tool_call_end|>`;
    return `<|tool_calls_section_begin|>${inner}<|tool_calls_section_end|>`;
  }),
  // https://github.com/MiniMax-AI/MiniMax-M2.5/issues/10
  kind('tags of MiniMax in a message', (call) => {
    const given = members(call, (key, value) => `    <parameter name="${key}">${plain(value)}</parameter>`).join('\n');
    const inner = `<minimax:tool_call>\n  <invoke name="${call.tool_name}">\n${given}\n  </invoke>\n</minimax:tool_call>`;
    return { content: [{ type: 'text', text: inner }] };
  }),
  // https://github.com/vllm-project/vllm/issues/16214
  kind('python tokens of Llama 4', (call) => `<|python_start|>${text({ name: call.tool_name, parameters: beside(call) })}<|python_end|>`),
  kind('pairs of GLM', (call) => {
    const given = members(call, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${plain(value)}</arg_value>`);
    return `<tool_call>${call.tool_name}\n${given.join('\n')}\n</tool_call>`;
  }),
  // https://github.com/vllm-project/vllm/issues/49248
  kind('pairs of GLM without the opening tag of a value', (call) => {
    const given = members(call, (key, value) => `<arg_key>${key}</arg_key>${plain(value)}</arg_value>`);
    return `<tool_call>${call.tool_name}${given.join('')}</tool_call>`;
  }),
  // https://github.com/ollama/ollama/pull/14656
  kind('pairs of GLM without the closing tag of a value', (call) => {
    const given = members(call, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${plain(value)}`);
    return `<tool_call>${call.tool_name}\n${given.join('\n')}\n</tool_call>`;
  }),
  // https://github.com/vllm-project/vllm/pull/54971
  kind('pairs of GLM with a closing tag twice', (call) => {
    const given = members(call, (key, value) => `<arg_key>${key}</arg_key></arg_key><arg_value>${plain(value)}</arg_value>`);
    return `<tool_call>${call.tool_name}\n${given.join('\n')}\n</tool_call>`;
  }),
  // https://github.com/fw-ai-external/python-sdk/issues/119
  kind('a tag of the template behind the name', (call) => ({
    id: 'chatcmpl-tool-1',
    type: 'function',
    function: { name: `${call.tool_name}</arg_value>`, arguments: text(beside(call)) },
  })),
  // https://github.com/mastra-ai/mastra/pull/13829
  kind('a token behind the arguments', (call) => ({ ...named(call), arguments: `${text(beside(call))}<|call|>` })),
  kind('a token behind the call', (call) => `${text(named(call))}<|endoftext|>`),
  // https://github.com/vllm-project/vllm/pull/44713
  kind('function call of Granite', (call) => `<function_call> ${text(named(call))}`),
  // https://github.com/ml-explore/mlx-lm/pull/1264
  kind('tag of Granite with a brace too many', (call) => `<tool_call>${text(named(call))}}</tool_call>`),
  kind('functools of Phi', (call) => `functools${text([named(call)])}`),
  kind(
    'plugin of InternLM',
    (call) => `<|action_start|><|plugin|>\n${text({ name: call.tool_name, parameters: beside(call) })}<|action_end|>`,
  ),
  kind('function without its opening tag', (call) => {
    const given = members(call, (key, value) => `<parameter=${key}>\n${plain(value)}\n</parameter>`);
    return `<function=${call.tool_name}>\n${given.join('\n')}\n</function>\n</tool_call>`;
  }),
  kind('tags of Seed', (call) => {
    const given = members(call, (key, value) => `<parameter=${key}>${plain(value)}</parameter>`);
    return `<seed:tool_call>\n<function=${call.tool_name}>\n${given.join('\n')}\n</function>\n</seed:tool_call>`;
  }),
  kind('list in a tag', (call) => `<tool_calls>${text([named(call)])}</tool_calls>`),
  kind('Python in a tag', (call) => `<function_calls>\n${call.tool_name}(${keywords(call)})\n</function_calls>`),
  kind('Python between tokens', (call) => `<|tool_call_start|>[${call.tool_name}(${keywords(call)})]<|tool_call_end|>`),
  kind('recipient of Functionary', (call) => `<|from|>assistant\n<|recipient|>${call.tool_name}\n<|content|>${text(beside(call))}`),
  kind('Python dictionary in a tag', (call) => `<tool_call>\n${python(named(call))}\n</tool_call>`),
  // https://github.com/minpeter/ai-sdk-tool-call-middleware/issues/51
  kind('a tag for each item of a list', (call) => {
    const given = members(call, (key, value) => {
      const items = Array.isArray(value) ? (value as unknown[]) : [value];
      return items.map((item) => `  <${key}>\n    ${plain(item)}\n  </${key}>`).join('\n');
    });
    return `<${call.tool_name}>\n${given.join('\n')}\n</${call.tool_name}>`;
  }),
  kind(
    'tool of a server in tags',
    (call) =>
      `<use_mcp_tool>\n<server_name>workbench</server_name>\n<tool_name>${call.tool_name}</tool_name>\n<arguments>\n${pretty(beside(call))}\n</arguments>\n</use_mcp_tool>`,
  ),
  kind(
    'scratch pad before the tag',
    (call) => `<scratch_pad>\nGoal: count packets.\n</scratch_pad>\n<tool_call>\n${text(named(call))}\n</tool_call>`,
  ),
  kind('names of tools and parameters as tags', (call) => {
    const given = members(call, (key, value) => `<${key}>${plain(value)}</${key}>`);
    const inner = `<tool_name>${call.tool_name}</tool_name>\n<parameters>\n${given.join('\n')}\n</parameters>`;
    return `<function_calls>\n<invoke>\n${inner}\n</invoke>\n</function_calls>`;
  }),
  kind('list of Command R', (call) => `Action:\n\`\`\`json\n${pretty([{ tool_name: call.tool_name, parameters: beside(call) }])}\n\`\`\``),
  kind('code of an agent', (call) => `Code:\n\`\`\`py\nresult = ${call.tool_name}(${keywords(call)})\nprint(result)\n\`\`\`<end_code>`),
  kind('input in a fence', (call) => `Action: ${call.tool_name}\nAction Input:\n\`\`\`json\n${pretty(beside(call))}\n\`\`\``),
];

const frameworks: readonly Kind[] = [
  kind('one call in the parallel tool', (call) => ({
    recipient_name: 'multi_tool_use.parallel',
    parameters: { tool_uses: [{ recipient_name: `functions.${call.tool_name}`, parameters: beside(call) }] },
  })),
  kind('tool use of Converse', (call) => ({
    message: { role: 'assistant', content: [{ toolUse: { toolUseId: 'tooluse_1', name: call.tool_name, input: beside(call) } }] },
  })),
  kind('call of the AI SDK', (call) => ({ type: 'tool-call', toolCallId: 'call_1', toolName: call.tool_name, input: beside(call) })),
  kind('call of the AI SDK with a text', (call) => ({
    type: 'tool-call',
    toolCallType: 'function',
    toolCallId: 'call_1',
    toolName: call.tool_name,
    args: text(beside(call)),
  })),
  kind('call of LangChain', (call) => ({ name: call.tool_name, args: beside(call), id: 'call_1', type: 'tool_call' })),
  kind(
    'call of Haystack as Python prints it',
    (call) => `ToolCall(tool_name='${call.tool_name}', arguments=${python(beside(call))}, id='call_1')`,
  ),
  // https://github.com/abetlen/llama-cpp-python/issues/1784
  kind('call of OpenAI as Python prints it', (call) =>
    text(beside(call)).includes("'")
      ? undefined
      : `ChatCompletionMessageToolCall(id='call_1', function=Function(arguments='${text(beside(call))}', name='${call.tool_name}'), type='function')`,
  ),
  kind(
    'selection of LlamaIndex as Python prints it',
    (call) => `ToolSelection(tool_id='1', tool_name='${call.tool_name}', tool_kwargs=${python(beside(call))})`,
  ),
  kind('part of PydanticAI', (call) => ({
    part_kind: 'tool-call',
    tool_name: call.tool_name,
    args: text(beside(call)),
    tool_call_id: 'pyd_1',
  })),
  kind('action of an automation', (call) => {
    const given = members(call, (key, value) => `  ${key}: ${text(value)}`);
    return `action: workbench.${call.tool_name}\ndata:\n${given.join('\n')}`;
  }),
  // https://github.com/openclaw/mcporter/issues/75
  kind('command of mcporter', (call) => {
    const given = members(
      call,
      (key, value) => `${key}:${typeof value === 'number' || typeof value === 'boolean' ? text(value) : `'${plain(value)}'`}`,
    );
    return given.some((each) => each.slice(0, -1).split("'").length > 2)
      ? undefined
      : `mcporter call workbench.${call.tool_name} ${given.join(' ')}`;
  }),
  kind('command with its parameters as JSON', (call) =>
    text(call).includes("'") ? undefined : `mcptools call ${call.tool_name} --params '${text(beside(call))}'`,
  ),
  kind('state of a graph', (call) => ({ next: 'tools', tool_calls: [{ name: call.tool_name, args: beside(call), id: '1' }], done: false })),
  kind('task of an agent protocol', (call) => ({
    jsonrpc: '2.0',
    method: 'message/send',
    id: 1,
    params: { message: { role: 'agent', parts: [{ kind: 'data', data: named(call) }] } },
  })),
  kind('function call of a realtime session', (call) => ({
    type: 'response.output_item.done',
    response_id: 'resp_1',
    output_index: 0,
    item: { type: 'function_call', status: 'completed', call_id: 'call_1', name: call.tool_name, arguments: text(beside(call)) },
  })),
  kind('tool execution request', (call) => ({ id: 'call_1', name: call.tool_name, arguments: pretty(rest(call)) })),
  kind('tool calls of a voice server', (call) => ({
    message: { type: 'tool-calls', toolCallList: [{ id: 'call_1', name: call.tool_name, parameters: beside(call) }] },
  })),
  kind('function call with a thought signature', (call) => ({
    functionCall: { name: call.tool_name, args: beside(call) },
    thoughtSignature: 'CiQB2a',
  })),
  // https://github.com/mastra-ai/mastra/issues/12895
  kind('a verb and a colon before the name', (call) => ({ ...call, tool_name: `creating:${call.tool_name}` })),
  kind('a provider before the name', (call) => ({ ...call, tool_name: `google:${call.tool_name}` })),
  // https://github.com/NousResearch/hermes-agent/pull/24411
  kind('a path of a provider with an index', (call) => ({ ...call, tool_name: `google:tool:${call.tool_name}:index:0` })),
  kind('a server and a dot before the name', (call) => ({ ...call, tool_name: `capture-workbench.${call.tool_name}` })),
  kind('a server in front of the name', (call) => ({ ...call, tool_name: `mcp_workbench_${call.tool_name}` })),
  kind('the name with its title in brackets', (call) => ({ ...call, tool_name: `${call.tool_name} (tool)` })),
  // https://github.com/cloudwego/eino/issues/385
  kind('arguments in properties', (call) => ({ ...call, arguments: { properties: call.arguments } })),
  kind('arguments in properties with their type', (call) => ({ ...call, arguments: { type: 'object', properties: call.arguments } })),
  // https://github.com/Kilo-Org/kilocode/pull/3282
  kind('arguments in a result', (call) => ({ ...call, arguments: { result: call.arguments } })),
  kind('arguments encoded twice', (call) => ({ ...call, arguments: text(text(call.arguments)) })),
  kind('arguments in a list of one text', (call) => ({ ...call, arguments: [text(call.arguments)] })),
  kind('arguments as printed by Python', (call) => ({ ...call, arguments: python(call.arguments) })),
];

export const REPORTED_CALLS: readonly Kind[] = [...templates, ...frameworks];
