/**
 * Kinds that issue threads show of calls that are not asked for, are cut off, or ask for something that the tools cannot do. The thread
 * that a kind follows is above it; a kind without one is a variant of such a kind.
 */
import { filtersOf, inArgument, inChannels, inFilter, inWindow, isNumber, isTexts, lost, text, type Kind } from './kind.ts';
import type { Call } from './originals.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const beside = ({ capture_selection, arguments: args }: Call): Record<string, unknown> => ({ capture_selection, ...args });
const named = (call: Call): object => ({ name: call.tool_name, arguments: beside(call) });
const tagged = (call: Call): string => `<tool_call>\n${text(named(call))}\n</tool_call>`;
const withMember =
  (more: object): Kind['break'] =>
  (call) => ({ ...call, ...more });
const withArgument =
  (more: object): Kind['break'] =>
  (call) => ({ ...call, arguments: { ...call.arguments, ...more } });
const one = (name: string, change: (value: never) => unknown): Kind['break'] => inArgument((_, key) => key === name, change);
const numbers = (change: (value: number) => unknown): Kind['break'] => inArgument(isNumber, change);
const columns = (change: (list: string[]) => unknown): Kind['break'] =>
  inArgument((value, key) => isTexts(value) && /columns|features|factors|group_by/.test(key), change);
const comparison = (change: (column: string, value: string) => string): Kind['break'] => {
  const parts = /^(rssi|snr) > (-?\d+)$/;
  return (call) => {
    const found = filtersOf(call).find((each) => parts.test(each.text));
    const [, column = '', value = ''] = found === undefined ? [] : (parts.exec(found.text) ?? []);
    found?.put(change(column, value));
    return found && call;
  };
};

const mentioned: readonly Kind[] = [
  // https://github.com/langchain-ai/langchain/issues/20704
  lost(
    'an action with its observation',
    (call) =>
      `Thought: I need the packets.\nAction: ${call.tool_name}\nAction Input: ${text(beside(call))}\nObservation: 20 rows\nThought: I now know the answer.\nFinal Answer: 20`,
  ),
  // https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1592
  lost(
    'a call in the reasoning',
    (call) => `<think>\nMaybe I call ${tagged(call)} or something else.\n</think>\nWhich capture do you mean?`,
  ),
  // https://github.com/PrimeIntellect-ai/renderers/pull/80
  lost('a draft in the reasoning', (call) => `<think>\nDraft:\n${tagged(call)}\n</think>\nThere are 20,000 packets.`),
  // https://github.com/QwenLM/qwen-code/issues/6548
  lost('a call in reasoning that is not closed', (call) => `<think>\nI could try this:\n${tagged(call)}`),
  // https://github.com/PrimeIntellect-ai/verifiers/pull/148
  lost('a call in an answer', (call) => `<answer>You can call it as follows: ${tagged(call)}</answer>`),
  // https://github.com/itayinbarr/little-coder/issues/96
  lost(
    'a call in code that is explained',
    (call) => `Add this line to your script:\n\`\`\`python\n${call.tool_name}(${text(beside(call))})\n\`\`\``,
  ),
  // https://github.com/ggml-org/llama.cpp/issues/16710
  lost('a call as the text of a variable', (call) => `const jsonStr = ${text(text(named(call)))};\nconsole.log(JSON.parse(jsonStr).name);`),
  // https://github.com/vllm-project/vllm/issues/14682
  lost(
    'a template in a prompt',
    (call) => `If you decide to call functions, write one list formatted as <|tool_calls|>${text([named(call)])}<|/tool_calls|>`,
  ),
  // https://github.com/Gitlawb/openclaude/pull/380
  lost('a call in a page that was read', (call) => `The page says: "call:${call.tool_name}${text(beside(call))}"`),
  // https://github.com/itayinbarr/little-coder/issues/96
  lost('a call that is quoted', (call) => `> ${text(named(call))}\n\nThis is what you sent me.`),
  lost('a call that would be made in German', (call) => `Man könnte es so aufrufen:\n${tagged(call)}`),
  lost('a call that would be made in Chinese', (call) => `例如可以这样调用：\n${tagged(call)}`),
  lost('a refusal before a call', (call) => `I do not have permission for this. The tool would be used like this:\n${tagged(call)}`),
  lost('a question before a call', (call) => `Shall I run this?\n${tagged(call)}`),
  lost('a question behind a call', (call) => `I will run this:\n${tagged(call)}\nIs that all right?`),
  lost('a condition before a call', (call) => `If the window is too long, call:\n${tagged(call)}`),
  lost('a call in a history', (call) => `Human: How many packets?\nAI: ${text(named(call))}\nTool: 20000\nHuman: And now?`),
  // https://github.com/Sophomoresty/gemini-web2api/issues/42
  lost('a result that holds a call', (call) => `[Tool result for '${call.tool_name}']:\n\`\`\`json\n${text(named(call))}\n\`\`\``),
  lost('a message of a tool', (call) => ({ role: 'tool', name: call.tool_name, content: text(named(call)) })),
  lost('a message of the system', (call) => ({ role: 'system', content: tagged(call) })),
  lost('a list of tools', (call) => `<tools>\n${text([{ type: 'function', function: named(call) }])}\n</tools>`),
  lost('two versions of a merge', (call) => `<<<<<<< HEAD\n${text(call)}\n=======\n{}\n>>>>>>> main`),
  // https://github.com/brightwave-inc/tidebreak/pull/1129
  lost('an error about a call', (call) => ({ error: 'INVALID_ARGUMENTS', tool: call.tool_name, arguments: beside(call) })),
];

const cut: readonly Kind[] = [
  // https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/942
  lost(
    'arguments without their last braces',
    (call) =>
      `<|start|>assistant<|channel|>commentary to=functions.${call.tool_name}<|constrain|>json<|message|>${text(beside(call)).slice(0, -2)}`,
  ),
  // https://github.com/vllm-project/vllm/issues/39771
  lost('a parameter that is cut off', (call) => {
    const [key = 'limit'] = Object.keys(call.arguments);
    return `<tool_call>\n<function=${call.tool_name}>\n<parameter=${key.slice(0, -1)}`;
  }),
  // https://github.com/diegosouzapw/OmniRoute/pull/3762
  lost('two different arguments in one text', (call) => ({
    name: call.tool_name,
    arguments: text(beside(call)) + text({ ...beside(call), limit: 7 }),
  })),
  // https://github.com/VicBilibily/GCMP/pull/194
  lost('two calls in a list', (call) => [named(call), { ...named(call), arguments: { ...beside(call), limit: 7 } }]),
  lost(
    'two calls one after the other',
    (call) => `${tagged(call)}\n<tool_call>\n${text({ name: 'capture_overview', arguments: {} })}\n</tool_call>`,
  ),
  // https://github.com/esengine/DeepSeek-Reasonix/pull/2839
  lost('arguments that are a schema', (call) =>
    Object.keys(call.arguments).length === 0
      ? undefined
      : {
          ...call,
          arguments: {
            type: 'object',
            properties: Object.fromEntries(
              Object.entries(call.arguments).map(([key, value]) => [key, { type: typeof value, default: value }]),
            ),
            required: [],
          },
        },
  ),
  lost('arguments with a mark for what is left out', (call) => text(call).replace('"arguments":{', '"arguments":{"...": "...", ')),
  // https://github.com/NousResearch/hermes-agent/pull/24411
  lost('a name with a verb that undoes', (call) => ({ ...call, tool_name: `delete_${call.tool_name}` })),
  lost('a name with a verb that stops', (call) => ({ ...call, tool_name: `tool:cancel_${call.tool_name}` })),
  lost('a name that begins another', (call) => {
    const [first = '', ...others] = call.tool_name.split('_');
    return others.join('_') === 'tool' ? undefined : { ...call, tool_name: first };
  }),
];

const unmet: readonly Kind[] = [
  // https://github.com/QwenLM/qwen-code/issues/5499
  lost(
    'half a whole number',
    inArgument(
      (value, key) => Number.isInteger(value) && value !== 0 && /^(?:limit|top|offset|examples|comparisons|m(?:ax|in)_\w+)$/.test(key),
      (value: number) => `${String(value)}.5`,
    ),
  ),
  // https://github.com/elizaOS/eliza/pull/26933
  lost(
    'the word null for what is needed',
    inArgument(
      (_, key) => /^(?:design|format|operation|sql|target|text)$/.test(key),
      () => 'null',
    ),
  ),
  // https://github.com/MatterAIOrg/OrbCode/pull/52
  lost(
    'a bound beyond the most',
    one('limit', () => 1_000_000),
  ),
  lost(
    'no bound',
    one('limit', () => -1),
  ),
  lost(
    'a bound of nothing',
    one('limit', () => 0),
  ),
  lost(
    'a word for all',
    one('limit', () => 'all'),
  ),
  lost(
    'no number',
    numbers(() => 'NaN'),
  ),
  lost(
    'an endless number',
    numbers(() => 'Infinity'),
  ),
  lost(
    'a type for a value',
    numbers(() => '<integer>'),
  ),
  // https://github.com/vierisid/jarvis/pull/475
  lost(
    'a test that is not there',
    one('test', () => 't-test'),
  ),
  lost(
    'a design that is not there',
    one('design', () => 'three_sample'),
  ),
  lost(
    'a format that is not there',
    one('format', () => 'xlsx'),
  ),
  lost(
    'an adjustment that is not there',
    one('adjustment', () => 'bonferroni'),
  ),
  lost(
    'three groups',
    one('groups', (value: string[]) => [...value, '38.5']),
  ),
  lost(
    'groups that are left out',
    one('groups', (value: string[]) => ({ exclude: value })),
  ),
  lost(
    'another sign for the margin',
    one('margin', (value: number) => `> ${String(value)}`),
  ),
  lost(
    'a factor and its square',
    columns((list) => [...list, `${list[0] ?? ''}^2`]),
  ),
  lost(
    'columns but one',
    columns((list) => [`* except ${list[0] ?? ''}`]),
  ),
  lost(
    'an address with a wildcard',
    inArgument(
      (_, key) => /^address(?:es)?$/.test(key),
      (value: string | string[]) => (Array.isArray(value) ? value.map((each) => `${each.slice(0, 8)}:*`) : `${value.slice(0, 8)}:*`),
    ),
  ),
  lost(
    'an address to leave out',
    inArgument(
      (_, key) => /^address(?:es)?$/.test(key),
      (value: string | string[]) => (Array.isArray(value) ? value.map((each) => `!${each}`) : `!${value}`),
    ),
  ),
  lost(
    'an address that is cut off',
    inArgument(
      (_, key) => /^address(?:es)?$/.test(key),
      (value: string | string[]) => (Array.isArray(value) ? value.map((each) => each.slice(0, 14)) : value.slice(0, 14)),
    ),
  ),
  // https://github.com/n8n-io/n8n/issues/22787
  lost('a draft among the arguments', withArgument({ action: 'saveDraft' })),
  // https://github.com/NousResearch/hermes-agent/pull/1796
  lost('a preview', withArgument({ dry_run: true })),
  lost('a reply that is not confirmed', withMember({ confirmed: false })),
  lost('a call for later', withMember({ run_at: '2026-12-01T08:00:00Z' })),
  lost('a call in the other direction', withArgument({ reverse: true })),
  lost('a random share of the rows', withArgument({ sample_fraction: 0.1 })),
  lost('another aggregate', withArgument({ aggregation: 'median' })),
];

const rows: readonly Kind[] = [
  // https://github.com/developmentseed/stac-collection-discovery/issues/237
  lost(
    'window of a day',
    inWindow(({ start_ms }) => ({ start: iso(start_ms).slice(0, 10), end: iso(start_ms).slice(0, 10) })),
  ),
  // https://github.com/microsoft/TypeAgent/pull/443
  lost(
    'window in relative words',
    inWindow(() => 'the first 10 minutes of last Monday'),
  ),
  lost(
    'window from a time back',
    inWindow(() => ({ from: 'now-15m', to: 'now' })),
  ),
  lost(
    'window with one end',
    inWindow(({ start_ms }) => `since ${iso(start_ms)}`),
  ),
  lost(
    'window with open ends',
    inWindow(({ start_ms, end_ms }) => `(${iso(start_ms)}, ${iso(end_ms)})`),
  ),
  lost(
    'channels above one',
    inChannels(() => ['>37']),
  ),
  lost(
    'channels that are bands',
    inChannels(() => ['2.4 GHz']),
  ),
  // https://github.com/langchain-ai/langchain/issues/10474
  lost(
    'filter with a likeness',
    comparison((column, value) => `${column} ~ ${value}`),
  ),
  lost(
    'filter with a bound that is a word',
    comparison((column) => `${column} > high`),
  ),
  lost(
    'filter with a best of rows',
    comparison((column) => `top(${column}, 10)`),
  ),
  lost(
    'filter with another column',
    comparison((column, value) => `max_${column} > ${value}`),
  ),
  lost(
    'filter with a change over time',
    comparison((column, value) => `delta(${column}) > ${value}`),
  ),
  lost(
    'filter with a probability',
    comparison((column, value) => `${column} > ${value} with 95% confidence`),
  ),
  lost(
    'filter with a missing half',
    inFilter((filter) => (/ AND /.test(filter) ? `${filter.split(' AND ')[0] ?? ''} AND ...` : filter)),
  ),
  lost(
    'filter of which half is a remark',
    inFilter((filter) => (/ AND /.test(filter) ? filter.replace(/ AND .*/, ' AND (the rest as before)') : filter)),
  ),
];

export const ISSUES_LOST: readonly Kind[] = [...mentioned, ...cut, ...unmet, ...rows];
