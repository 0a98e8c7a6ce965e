/**
 * Kinds of calls that issue threads of servers, clients and frameworks show: what models write in place of a call. The thread that a
 * kind follows is above it.
 */
import { gemma, kind, type Kind, plain, python, text } from './kind.ts';
import type { Call } from './originals.ts';

const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const members = (call: Call, one: (key: string, value: unknown) => string): string[] =>
  Object.entries(beside(call)).map(([key, value]) => one(key, value));
const named = (call: Call): { name: string; arguments: object } => ({ name: call.tool_name, arguments: beside(call) });
const keywords = (call: Call): string => members(call, (key, value) => `${key}=${python(value)}`).join(', ');
const parameters = (call: Call): string => members(call, (key, value) => `<parameter name="${key}">${plain(value)}</parameter>`).join('\n');
const ofQwen = (call: Call, one: (key: string, value: string) => string): string =>
  `<tool_call>\n<function=${call.tool_name}>\n${members(call, (key, value) => one(key, plain(value))).join('\n')}\n</function>\n</tool_call>`;

const ofHarmony: readonly Kind[] = [
  // https://github.com/ggml-org/llama.cpp/pull/15181
  kind(
    'recipient in the role of gpt-oss',
    (call) =>
      `<|start|>assistant to=functions.${call.tool_name}<|channel|>commentary <|constrain|>json<|message|>${text(beside(call))}<|call|>`,
  ),
  // https://github.com/vllm-project/vllm/pull/31677
  kind('a channel in the name of the tool', (call) => ({ ...call, tool_name: `${call.tool_name}<|channel|>commentary` })),
  // https://github.com/lablup/mlxcel/issues/654
  kind(
    'analysis before the call of gpt-oss',
    (call) =>
      `<|channel|>analysis<|message|>We need to count packets. Use the tool.<|end|><|start|>assistant<|channel|>commentary to=functions.${call.tool_name} <|constrain|>json<|message|>${text(beside(call))}<|call|>`,
  ),
  // https://github.com/oobabooga/textgen/issues/7374
  kind('call of gpt-oss without its tokens', (call) => `assistantcommentary to=functions.${call.tool_name} json${text(beside(call))}`),
  // https://github.com/openai/harmony/issues/38
  kind(
    'dashes before the channel of gpt-oss',
    (call) => `<|start|>assistant<|channel|>––commentary to=functions.${call.tool_name}<|message|>${text(beside(call))}`,
  ),
];

const ofTags: readonly Kind[] = [
  // https://github.com/anthropics/claude-code/issues/74518
  kind('a stray word before the tags', (call) => `court\n<invoke name="${call.tool_name}">\n${parameters(call)}\n</invoke>`),
  // https://github.com/anthropics/claude-code/issues/73808
  kind('tags without those around them', (call) => `<invoke name="${call.tool_name}">\n${parameters(call)}\n</invoke>`),
  // https://github.com/code-yeongyu/senpi/pull/770
  kind(
    'a tag without its first sign',
    (call) => `antml:invoke name="${call.tool_name}">\n${parameters(call)}\n</invoke>\n</function_results>`,
  ),
  // https://github.com/anthropics/claude-code/issues/44826
  kind('a parameter closed by its name', (call) => {
    const given = members(call, (key, value) => `<parameter name="${key}">${plain(value)}</${key}>`).join('\n');
    return `<function_calls>\n<invoke name="${call.tool_name}">\n${given}\n</invoke>\n</function_calls>`;
  }),
  // https://github.com/ollama/ollama/pull/17914
  kind('parameters that are not closed', (call) => ofQwen(call, (key, value) => `<parameter=${key}>\n${value}`)),
  // https://github.com/ml-explore/mlx-lm/pull/1881
  kind('a name of a parameter that is not closed', (call) => ofQwen(call, (key, value) => `<parameter=${key}\n${value}\n</parameter>`)),
  // https://github.com/sgl-project/sglang/pull/38893
  kind('a blank before the name of a function', (call) =>
    ofQwen(call, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`).replace('<function=', '<function '),
  ),
  // https://github.com/Augustas11/macprovider/pull/427
  kind('a function without its call', (call) => {
    const given = members(call, (key, value) => `<parameter=${key}>${plain(value)}</parameter>`);
    return `<function=${call.tool_name}>${given.join('')}</function>`;
  }),
  // https://github.com/Extra-Chill/data-machine/pull/2436
  kind('a tag that closes itself', (call) => {
    const given = members(call, (key, value) => `${key}="${plain(value).replaceAll('"', '&quot;')}"`);
    return `<${call.tool_name} ${given.join(' ')} />`;
  }),
  // https://github.com/Extra-Chill/data-machine/pull/2436
  kind('JSON in a named tag', (call) => `<tool name="${call.tool_name}">${text(beside(call))}</tool>`),
  // https://github.com/MatterAIOrg/OrbCode/pull/52
  kind('pairs of LongCat', (call) => {
    const given = members(
      call,
      (key, value) => `<longcat_arg_key>${key}</longcat_arg_key>\n<longcat_arg_value>${plain(value)}</longcat_arg_value>`,
    );
    return `<longcat_tool_call>${call.tool_name}\n${given.join('\n')}\n</longcat_tool_call>`;
  }),
  // https://github.com/NousResearch/hermes-agent/pull/14601
  kind('quotes of Python in a tag', (call) => `</think>\n<tool_call>\n${python(named(call))}\n</tool_call>`),
  // https://github.com/lsdefine/GenericAgent/issues/804
  kind('two bars around a name of DeepSeek', (call) => {
    const given = members(
      call,
      (key, value) =>
        `<｜｜DSML｜｜parameter name="${key}" string="${String(typeof value === 'string')}">${plain(value)}</｜｜DSML｜｜parameter>`,
    );
    return `<｜｜DSML｜｜tool_calls>\n<｜｜DSML｜｜invoke name="${call.tool_name}">\n${given.join('\n')}\n</｜｜DSML｜｜invoke>\n</｜｜DSML｜｜tool_calls>`;
  }),
  // https://github.com/lsdefine/GenericAgent/issues/804
  kind('another bar around a name of DeepSeek', (call) => {
    const given = members(call, (key, value) => `<‖DSML‖parameter name="${key}">${plain(value)}</‖DSML‖parameter>`);
    return `<‖DSML‖invoke name="${call.tool_name}">\n${given.join('\n')}\n</‖DSML‖invoke>`;
  }),
];

const ofTokens: readonly Kind[] = [
  // https://github.com/google/adk-python/pull/5654
  kind(
    'tokens of DeepSeek around a fence',
    (call) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${call.tool_name}\n\`\`\`json\n${pretty(beside(call))}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  ),
  // https://github.com/MoonshotAI/kimi-code/pull/798
  kind(
    'tokens of DeepSeek with narrow bars',
    (call) =>
      `<|tool▁calls▁begin|><|tool▁call▁begin|>function<|tool▁sep|>${call.tool_name}\n\`\`\`json\n${text(beside(call))}\n\`\`\`<|tool▁call▁end|><|tool▁calls▁end|>`,
  ),
  // https://github.com/sgl-project/sglang/pull/5224
  kind(
    'a token that repeats',
    (call) =>
      `${'<｜tool▁calls▁begin｜>'.repeat(5)}<｜tool▁call▁begin｜>${call.tool_name}<｜tool▁sep｜>${text(beside(call))}<｜tool▁call▁end｜>`,
  ),
  // https://github.com/sgl-project/sglang/pull/21377
  kind(
    'an id of Kimi without its signs',
    (call) =>
      `<|tool_calls_section_begin|><|tool_call_begin|>functions${call.tool_name}5<|tool_call_argument_begin|>${text(beside(call))}<|tool_call_end|><|tool_calls_section_end|>`,
  ),
  // https://github.com/ggml-org/llama.cpp/pull/17376
  kind(
    'a section of Kimi for one call',
    (call) =>
      `<|tool_call_section_begin|><|tool_call_begin|>functions.${call.tool_name}:3<|tool_call_argument_begin|>${text(beside(call))}<|tool_call_end|><|tool_call_section_end|>`,
  ),
  // https://github.com/vllm-project/vllm/pull/32146
  kind(
    'an id of OpenAI in a section of Kimi',
    (call) => `<|tool_call_begin|>call_1a2b<|tool_call_argument_begin|>${text(named(call))}<|tool_call_end|>`,
  ),
  // https://github.com/ml-explore/mlx-lm/pull/1663
  kind('call of Apertus', (call) => `<|tools_prefix|>${text([{ [call.tool_name]: beside(call) }])}<|tools_suffix|>`),
  // https://github.com/vllm-project/vllm/issues/14682
  kind('list of Phi in tokens', (call) => `<|tool_calls|>${text([named(call)])}<|/tool_calls|>`),
  // https://github.com/unslothai/unsloth/pull/5620
  kind('method of Llama', (call) => `<|python_tag|>${call.tool_name}.call(${keywords(call)})`),
  // https://github.com/waybarrios/vllm-mlx/pull/622
  kind('brackets of Gemma', (call) => `<|tool_call>call:${call.tool_name}(${keywords(call)})`),
  // https://github.com/NousResearch/hermes-agent/pull/7449
  kind('colons in brackets of Gemma', (call) => {
    const given = members(call, (key, value) => `${key}: ${text(value)}`).join(', ');
    return `<|tool_call>call:${call.tool_name}(${given})<tool_call|>`;
  }),
  // https://github.com/THUDM/slime/pull/2097
  kind('call of Gemma without its tokens', (call) => `call:${call.tool_name}${gemma(beside(call))}`),
  // https://github.com/vllm-project/vllm/issues/46863
  kind('JSON of Llama with its type', (call) =>
    text({
      type: 'function',
      name: call.tool_name,
      parameters: Object.fromEntries(Object.entries(beside(call)).map(([key, value]) => [key, plain(value)])),
    }),
  ),
];

const ofCode: readonly Kind[] = [
  // https://github.com/andrewyng/aisuite/pull/339
  kind('a fence for the code of tools', (call) => `\`\`\`tool_code\n${call.tool_name}(${keywords(call)})\n\`\`\``),
  // https://github.com/waybarrios/vllm-mlx/pull/623
  kind('an assignment to the code of tools', (call) => `tool_code = ${call.tool_name}(${keywords(call)})\nprint(tool_code)`),
  // https://github.com/jakobhoeg/browser-ai/pull/216
  kind('a list of one call of Python', (call) => `[${call.tool_name}(${keywords(call)})]`),
  // https://github.com/vllm-project/vllm/issues/22917
  kind(
    'words before a call of Python',
    (call) => `To determine this, I will first look at the packets.\n\n[${call.tool_name}(${keywords(call)})]`,
  ),
  // https://github.com/ggml-org/llama.cpp/issues/14697
  kind(
    'call as Rust prints it',
    (call) => `ToolCall {\n    id: "162875334",\n    name: "${call.tool_name}",\n    arguments: ${text(text(beside(call)))},\n}`,
  ),
  // https://github.com/huggingface/smolagents/issues/1732
  kind(
    'thought before the action of smolagents',
    (call) => `Thought: I need the packets of this capture.\nAction:\n${pretty(named(call))}<end_action>`,
  ),
  // https://github.com/run-llama/llama_index/issues/10322
  kind(
    'input of an action in Python',
    (call) => `Thought: I'll use the tool to narrow this down.\nAction: ${call.tool_name}\nAction Input: ${python(beside(call))}`,
  ),
  // https://github.com/eosphoros-ai/DB-GPT/pull/3074
  kind(
    'action in a fence',
    (call) => `\`\`\`\nThought: Count the packets.\nAction: ${call.tool_name}\nAction Input: ${text(beside(call))}\n\`\`\``,
  ),
  // https://github.com/PostHog/posthog/pull/25903
  kind('an action in JSON', (call) => `\`\`\`json\n${pretty({ action: call.tool_name, action_input: beside(call) })}\n\`\`\``),
];

export const ISSUES_CALLS: readonly Kind[] = [...ofHarmony, ...ofTags, ...ofTokens, ...ofCode];
