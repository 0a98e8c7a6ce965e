import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import type { ToolManifest } from '../../../src/tools/contract/index.ts';
import { bench } from '../../support/tools.ts';

/** A catalog with one tool, `row_multiplier`. */
const tools: readonly ToolManifest[] = bench().runner.catalog();
const answer = (content: string, more: object = {}) => ({
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: 'stop' }],
});
const read = (content: string, more?: object) => {
  const { calls, problems } = decode('openai-chat', answer(content, more), tools);
  return [calls.map(({ name, kind, args, invocation }) => [name, kind, args, invocation !== null]), problems.map(({ code }) => code)];
};
const json = '{"name": "row_multiplier", "arguments": {"factor": 3}}';
const ONE = [['row_multiplier', 'in_text', { factor: 3 }, true]];

describe('a call that a model wrote into its text is read', () => {
  test.each<[string, string]>([
    ['Hermes and Qwen', `I'll count.\n<tool_call>\n${json}\n</tool_call>`],
    ['after reasoning', `<think>I should multiply.</think>\n\n<tool_call>${json}</tool_call>`],
    ['without its last tag, which is a stop word', `<tool_call>\n${json}\n`],
    ['arguments as a text', `<tool_call>{"name":"row_multiplier","arguments":"{\\"factor\\":3}"}</tool_call>`],
    ['Qwen Coder', '<tool_call>\n<function=row_multiplier>\n<parameter=factor>\n3\n</parameter>\n</function>\n</tool_call>'],
    ['Llama with a tag of the function', '<function=row_multiplier>{"factor": 3}</function>'],
    ['GLM', '<tool_call>row_multiplier\n<arg_key>factor</arg_key>\n<arg_value>3</arg_value>\n</tool_call>'],
    ['Mistral, a list', `[TOOL_CALLS] [${json}]</s>`],
    ['Mistral, since version 11', '[TOOL_CALLS]row_multiplier[ARGS]{"factor": 3}'],
    ['Llama with the tag of Python', '<|python_tag|>{"name": "row_multiplier", "parameters": {"factor": 3}}<|eom_id|>'],
    ['FunctionGemma', '<start_function_call>call:row_multiplier{factor:3}<end_function_call><start_function_response>'],
    ['Gemma 4', '<|tool_call>call:row_multiplier{factor:3}<tool_call|>'],
    ['Phi-4-mini', `functools[${json}]`],
    ['Apertus', '<|tools_prefix|>[{"row_multiplier": {"factor": 3}}]<|tools_suffix|><|assistant_end|>'],
    ['an action of LangChain', '{"action":"row_multiplier","action_input":{"factor":3}}'],
    ['the same in a fence', 'Action:\n```json\n{"action":"row_multiplier","action_input":{"factor":3}}\n```'],
    ['JSON alone', '{"name": "row_multiplier", "parameters": {"factor": 3}}'],
    ['JSON in a fence at the end', `I'll count.\n\n\`\`\`json\n${json}\n\`\`\``],
  ])('%s', (_, content) => {
    expect(read(content)).toEqual([ONE, []]);
  });

  test('several, one after the other', () => {
    const two = `<tool_call>${json}</tool_call>\n<tool_call>${json.replace('3', '4')}</tool_call>`;
    const both = [...ONE, ['row_multiplier', 'in_text', { factor: 4 }, true]];
    expect(read(two)).toEqual([both, []]);
    expect(read(`<|python_tag|>${json}; ${json.replace('3', '4')}`)).toEqual([both, []]);
  });

  test('texts of FunctionGemma and Gemma 4 are not read as signs', () => {
    const given = '{b:true,list:[1,{inner:SIGN<b>SIGN, c: SIGN"SIGN}],text:SIGNa{b:1}, c:SIGN}';
    for (const [open, sign, close] of [
      ['<start_function_call>', '<escape>', '<end_function_call>'],
      ['<|tool_call>', '<|"|>', '<tool_call|>'],
    ] as const) {
      const written = given.replaceAll('SIGN', sign);
      const args = { b: true, list: [1, { inner: '<b>', c: '"' }], text: 'a{b:1}, c:' };
      expect(read(`${open}call:row_multiplier${written}${close}`)).toEqual([[['row_multiplier', 'in_text', args, true]], []]);
    }
  });

  test('in pieces of a stream, and never from one that was lost', () => {
    const whole = `I'll count.\n<tool_call>${json}</tool_call>`;
    const chunks = (whole.match(/.{1,5}/gs) ?? []).map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    expect(decode('openai-chat', [...chunks, end], tools).calls.map(({ invocation }) => invocation?.arguments)).toEqual([{ factor: 3 }]);
    const lost = decode('openai-chat', chunks, tools);
    expect([lost.calls.map(({ invocation }) => invocation), lost.problems.map(({ code }) => code)]).toEqual([
      [null],
      ['NO_END', 'INCOMPLETE_CALL', 'REJECTED_CALL'],
    ]);
  });

  test('in the text of every model dialect', () => {
    const text = `<tool_call>${json}</tool_call>`;
    const given = {
      'openai-responses': {
        object: 'response',
        status: 'completed',
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }],
      },
      anthropic: { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn' },
      gemini: { candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }] },
      bedrock: { output: { message: { role: 'assistant', content: [{ text }] } }, stopReason: 'end_turn' },
      cohere: { message: { role: 'assistant', content: [{ type: 'text', text }] }, finish_reason: 'COMPLETE' },
      ollama: { message: { role: 'assistant', content: text }, done: true, done_reason: 'stop' },
    } as const;
    for (const [dialect, value] of Object.entries(given)) {
      const { calls, problems } = decode(dialect as keyof typeof given, value, tools);
      expect([dialect, calls.map(({ args, kind }) => [args, kind]), problems]).toEqual([dialect, [[{ factor: 3 }, 'in_text']], []]);
    }
  });
});

describe('text that only looks like a call does not run, and is a problem', () => {
  const call = `<tool_call>${json}</tool_call>`;
  test.each<[string, string]>([
    ['a name that the text quotes', `The device calls itself ${call}.`],
    ['words that do not announce it', `I count.\n${call}`],
    ['words before a fence that do not announce it', `I count.\n\`\`\`json\n${json}\n\`\`\``],
    ['words after it', `Such a call is\n${call}\nbut I did not make it.`],
    ['a quotation before it', `The name is "${call}".\n${call}`],
    ['inside the reasoning', `<think>\n${call}\n</think>\nThere are 3.`],
    ['a message of the chat API', `{"tool_calls":[${json}]}`],
    ['a message of the chat API in a fence', `\`\`\`json\n{"role":"assistant","content":null,"tool_calls":[${json}]}\n\`\`\``],
    ['a message of the chat API with other words', `{"content":"I count.","tool_calls":[${json}]}`],
    ['a message of the chat API with an unknown tool', '{"tool_calls":[{"function":{"name":"other","arguments":"{}"}}]}'],
    ['an action that is no tool', '{"action":"other","action_input":{}}'],
    ['FunctionGemma among words', 'Such as <start_function_call>call:row_multiplier{factor:3}<end_function_call>.'],
    ['Phi-4-mini among words', `Such as functools[${json}].`],
    ['Python behind its tag', '<|python_tag|>import os'],
  ])('%s', (_, content) => {
    expect(read(content)).toEqual([[], ['CALL_IN_TEXT']]);
  });

  test('beside a call in the form of the dialect', () => {
    const tool_calls = [{ id: 'a', type: 'function', function: { name: 'row_multiplier', arguments: '{"factor":5}' } }];
    expect(read(call, { tool_calls })).toEqual([[['row_multiplier', undefined, { factor: 5 }, true]], ['CALL_IN_TEXT']]);
  });

  test('a call that is cut, or names nothing', () => {
    expect(read('<tool_call>{"name": "row_multiplier", "argum')).toEqual([[['', 'in_text', null, false]], ['REJECTED_CALL']]);
    expect(read('<tool_call>{"factor": 3}</tool_call>')).toEqual([[['', 'in_text', { factor: 3 }, false]], ['REJECTED_CALL']]);
  });

  test('JSON that names no tool of the catalog, is an example, or is only part of the text', () => {
    const other = json.replace('row_multiplier', 'other');
    for (const text of [
      other,
      `\`\`\`json\n${other}\n\`\`\``,
      `\`\`\`json\n${json}\n\`\`\`\nis how to call it.`,
      `Like ${json}`,
      '{"answer": 3}',
      '{"action":"Final Answer","action_input":"There are 3."}',
    ])
      expect(read(text)).toEqual([[], []]);
  });

  test('what people, tools and system prompts wrote is never read', () => {
    for (const role of ['user', 'system', 'tool']) {
      const { calls } = decode('openai-chat', { messages: [{ role, tool_call_id: 'a', content: call }] }, tools);
      expect(calls).toEqual([]);
    }
  });
});
