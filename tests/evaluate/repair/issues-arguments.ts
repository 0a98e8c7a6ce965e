/**
 * Kinds of names, wrappers and values that issue threads show. The thread that a kind follows is above it; a kind without
 * one is a variant of such a kind.
 */
import { camel, inArgument, isNumber, isText, isTexts, kind, type Kind, plain, rest, text, written } from './kind.ts';
import type { Call } from './originals.ts';

const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
const named =
  (change: (name: string) => string): Kind['break'] =>
  (call) => ({ ...call, tool_name: change(call.tool_name) });
const inArguments =
  (change: (args: Readonly<Record<string, unknown>>) => unknown): Kind['break'] =>
  (call) =>
    Object.keys(call.arguments).length === 0 ? undefined : { ...call, arguments: change(call.arguments) };
const isOne =
  (...names: string[]): ((value: unknown, key: string) => boolean) =>
  (_, key) =>
    names.includes(key);
const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
const title = (value: string): string =>
  value
    .split('_')
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ');

/** `columns[0]` and `address_columns.advertiser_addr` for lists and objects. */
function flat(value: unknown, path: string): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((item, at) => flat(item, `${path}[${String(at)}]`));
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, item]) => flat(item, `${path}.${key}`));
  return [[path, value]];
}

const tools: readonly Kind[] = [
  // https://github.com/google/adk-python/issues/1600
  kind(
    'a letter before each underscore of a name',
    inArguments((args) =>
      Object.keys(args).some((key) => key.includes('_'))
        ? Object.fromEntries(Object.entries(args).map(([key, value]) => [key.replaceAll('_', 'a_'), value]))
        : args,
    ),
  ),
  // https://github.com/ggml-org/llama.cpp/issues/14697
  kind('names without underscores', (call) => ({
    toolcalls: [
      {
        name: call.tool_name.replaceAll('_', ''),
        arguments: Object.fromEntries(Object.entries(beside(call)).map(([key, value]) => [key.replaceAll('_', ''), value])),
        id: '162875335',
      },
    ],
  })),
  // https://github.com/NousResearch/hermes-agent/pull/701
  kind('a name in words', named(title)),
  // https://github.com/NousResearch/hermes-agent/pull/24411
  kind(
    'a verb in the name of the tool',
    named((name) => `tool:execute_${name}`),
  ),
  // https://github.com/nicobailon/pi-mcp-adapter/issues/609
  kind(
    'a server twice before the name',
    named((name) => `workbench_workbench_${name}`),
  ),
  // https://github.com/Zoo-Code-Org/Zoo-Code/issues/1731
  kind(
    'two hyphens around the server',
    named((name) => `mcp--capture-workbench--${name}`),
  ),
  // https://github.com/nolabs-ai/AgentUp/pull/208
  kind(
    'a server and a colon before the name',
    named((name) => `capture_workbench:${name}`),
  ),
  // https://github.com/vybestack/llxprt-code/issues/713
  kind(
    'an id of Kimi for the name',
    named((name) => `functions.${name}:3`),
  ),
  // https://github.com/gptscript-ai/gptscript/pull/656
  kind(
    'a name with signs',
    named((name) => `${camel(name)}()`),
  ),
  // https://github.com/vllm-project/vllm/issues/32587
  kind(
    'a token of gpt-oss behind the name',
    named((name) => `${name}<|constrain|>json`),
  ),
  // https://github.com/MervinPraison/PraisonAI/issues/3309
  kind(
    'a name in Pascal case',
    named((name) => title(name).replaceAll(' ', '')),
  ),
];

const wrapped: readonly Kind[] = [
  // https://github.com/n8n-io/n8n/issues/21500
  kind('an id of n8n among the arguments', (call) => ({
    ...call,
    arguments: { ...call.arguments, toolCallId: 'call_0BCIShth4lxZuYr4coSp4E5E' },
  })),
  // https://github.com/n8n-io/n8n/issues/22787
  kind('members of a chat among the arguments', (call) => ({
    ...call,
    arguments: {
      ...call.arguments,
      sessionId: '5f1c9b',
      action: 'sendMessage',
      chatInput: 'Look at this for me, please',
      toolCallId: 'call_0B',
    },
  })),
  // https://github.com/TianGzlab/OmicsClaw/pull/195
  kind('everything in params', (call) => ({ name: call.tool_name, arguments: { params: beside(call) } })),
  // https://github.com/langchain-ai/langchain/issues/25353
  kind('arguments by place and by name', (call) => ({ name: call.tool_name, args: [[], beside(call)] })),
  // https://github.com/PrefectHQ/fastmcp/issues/932
  kind('arguments as a text without braces', (call) => ({ name: call.tool_name, arguments: text(beside(call)).slice(1, -1) })),
  // https://github.com/OpenHands/software-agent-sdk/issues/2488
  kind('escaped line breaks between members', (call) => ({
    name: call.tool_name,
    arguments: text(beside(call)).replace(/^\{/, '{\\n').replace(/\}$/, '\\n\\n}'),
  })),
  // https://github.com/MatterAIOrg/OrbCode/pull/52
  kind('a key without its last quote', (call) => ({
    name: call.tool_name,
    arguments: text(beside(call)).replace(/"(\w+)":(?=[^"{[]+[,}])/, '"$1: '),
  })),
  // https://github.com/MatterAIOrg/OrbCode/pull/52
  kind('a closing tag behind a key', (call) => ({
    ...call,
    arguments: Object.fromEntries(
      Object.entries(call.arguments).map(([key, value], at) => [at === 0 ? `${key}</longcat_arg_key>` : key, value]),
    ),
  })),
  // https://github.com/NousResearch/hermes-agent/pull/35718
  kind('the same arguments twice', (call) => ({ name: call.tool_name, arguments: text(beside(call)).repeat(2) })),
  // https://github.com/tenstorrent/tt-inference-server/issues/3683
  kind('the word json before the arguments', (call) => ({ name: call.tool_name, arguments: `json\n${text(beside(call))}` })),
  // https://github.com/langroid/langroid/pull/988
  kind('the text null for no arguments', (call) => (Object.keys(call.arguments).length === 0 ? { ...call, arguments: 'null' } : undefined)),
  // https://github.com/langchain-ai/langchain/pull/34190
  kind('an empty text for no arguments', (call) => (Object.keys(call.arguments).length === 0 ? { ...call, arguments: '' } : undefined)),
  // https://github.com/esengine/DeepSeek-Reasonix/pull/2839
  kind('square brackets around keys', (call) =>
    text({ ...call, arguments: 0 }).replace('"arguments":0', `"arguments":[${text(call.arguments).slice(1, -1)}]`),
  ),
  // https://github.com/anomalyco/opencode/pull/35405
  kind(
    'indexes in the names of arguments',
    inArguments((args) => Object.fromEntries(Object.entries(args).flatMap(([key, value]) => flat(value, key)))),
  ),
  // https://github.com/openclaw/openclaw/pull/96922
  kind(
    'each value as a text',
    inArguments((args) => Object.fromEntries(Object.entries(args).map(([key, value]) => [key, plain(value)]))),
  ),
  // https://github.com/HKUDS/nanobot/pull/1507
  kind('a list around the call and its arguments', (call) => [{ ...rest(call), tool: call.tool_name, arguments: [call.arguments] }]),
  // https://github.com/elizaOS/eliza/pull/26933
  kind('words for values that are not given', (call) => ({
    ...call,
    capture_selection:
      Object.keys(call.capture_selection).length === 0
        ? call.capture_selection
        : { ...call.capture_selection, ...('selectors' in call.capture_selection ? {} : { selectors: 'undefined' }) },
    arguments: 'limit' in call.arguments && !('offset' in call.arguments) ? { ...call.arguments, offset: 'null' } : call.arguments,
  })),
  // https://github.com/ZenRows/zenrows-mcp/pull/23
  kind('null for all that is not given', (call) => ({
    ...call,
    arguments: { ...Object.fromEntries(['alpha', 'limit', 'columns', 'address'].map((key) => [key, null])), ...call.arguments },
  })),
];

const values: readonly Kind[] = [
  // https://github.com/agentscope-ai/QwenPaw/pull/6936
  kind(
    'groups as numbers',
    inArgument(isOne('groups'), (value: string[]) => value.map(Number)),
  ),
  // https://github.com/anthropics/claude-code/issues/86459
  kind(
    'a list as its text',
    inArgument(isList, (value: unknown[]) => text(value)),
  ),
  // https://github.com/anthropics/claude-code/issues/73137
  kind(
    'a list of numbers as its text',
    inArgument(isOne('quantiles', 'other_p_values'), (value: number[]) => `[${value.join(', ')}]`),
  ),
  // https://github.com/MoonshotAI/kimi-code/pull/2500
  kind(
    'a whole number with a point',
    inArgument(
      (value) => Number.isInteger(value),
      (value: number) => `${String(value)}.0`,
    ),
  ),
  // https://github.com/margince/margince/issues/417
  kind(
    'a choice with a capital',
    inArgument(isOne('design', 'test', 'adjustment', 'analysis_mode', 'operation', 'format', 'correlation'), (value: string) =>
      title(value),
    ),
  ),
  // https://github.com/nowireless4u/hpe-networking-mcp/pull/459
  kind(
    'another word for a choice',
    inArgument(
      isOne('design', 'test', 'adjustment', 'operation', 'correlation'),
      (value: string) =>
        ({
          two_sample: 'independent samples',
          two_proportions: 'two-proportion',
          paired: 'paired samples',
          one_sample: 'single sample',
          wilcoxon: 'Wilcoxon signed-rank',
          benjamini_hochberg: 'FDR (Benjamini–Hochberg)',
          linear_regression: 'OLS regression',
          spearman: 'Spearman rank',
          two_way: 'two-factor',
        })[value],
    ),
  ),
  kind(
    'an address without its colons',
    inArgument(isOne('address', 'addresses'), (value: string | string[]) =>
      Array.isArray(value) ? value.map((each) => each.replaceAll(':', '').toLowerCase()) : value.replaceAll(':', '').toLowerCase(),
    ),
  ),
  kind(
    'a list for one address',
    inArgument(isOne('address'), (value: string) => [value]),
  ),
  kind(
    'one address for a list',
    inArgument(isOne('addresses'), (value: string[]) => value[0]),
  ),
  kind(
    'an object with indexes for a list',
    inArgument(isList, (value: unknown[]) => Object.fromEntries(value.map((each, at) => [String(at), each]))),
  ),
  kind(
    'a list of objects with a name',
    inArgument(
      (value, key) => isTexts(value) && /columns|features|factors|group_by/.test(key),
      (value: string[]) => value.map((name) => ({ name })),
    ),
  ),
  // https://github.com/vierisid/jarvis/pull/475
  kind(
    'one kind for a list',
    inArgument(isOne('kinds'), (value: string[]) => `${value[0] ?? ''}s`),
  ),
  kind(
    'a number with its name',
    inArgument(isNumber, (value: number, key) => `${key} = ${String(value)}`),
  ),
  kind(
    'a margin with its unit',
    written('margin', 'margin', (value: number) => `${String(value)} dB`),
  ),
  // https://github.com/cursor/cursor/issues/3766
  kind(
    'another name for the text',
    written('text', 'query', (value: string) => value),
  ),
  // https://github.com/cursor/cursor/issues/3766
  kind(
    'another name for the part of an id',
    written('id_contains', 'name_contains', (value: string) => value),
  ),
  // https://github.com/douinc/mkdocs-mcp-plugin/issues/4
  kind(
    'another name for the address',
    written('address', 'device_address', (value: string) => value),
  ),
  // https://github.com/douinc/mkdocs-mcp-plugin/issues/4
  kind(
    'another name for the second column',
    written('paired_with', 'paired_column', (value: string) => value),
  ),
  kind(
    'names by address in an object',
    inArgument(isOne('labels'), (value: { address: string; label: string }[]) =>
      Object.fromEntries(value.map(({ address, label }) => [address, label])),
    ),
  ),
  kind('a name and a value for each argument', (call) => ({
    name: call.tool_name,
    arguments: Object.entries(beside(call)).map(([name, value]) => ({ name, value: plain(value) })),
  })),
  kind('symbols of Ruby', (call) => ({
    ...call,
    arguments: Object.fromEntries(
      Object.entries(call.arguments).map(([key, value]) => [
        `:${key}`,
        isText(value) && /^\w+$/.test(String(value)) ? `:${String(value)}` : value,
      ]),
    ),
  })),
];

export const ISSUES_ARGUMENTS: readonly Kind[] = [...tools, ...wrapped, ...values];
