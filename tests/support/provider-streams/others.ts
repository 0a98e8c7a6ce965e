import type { RandomSource } from '../random.ts';
import { anyCalls, chance, interleave, jsonText, pick, pieces, someWords, sse } from './stream.ts';
import type { ExpectedCall, ProviderStream } from './stream.ts';

/** A block of content: its events without index, and what it means. */
interface Block {
  readonly start: object;
  readonly deltas: readonly object[];
  readonly call?: ExpectedCall;
  readonly server?: boolean;
  readonly feature: string;
}

const tag = (random: RandomSource): string => random.below(2 ** 32).toString(36);

function toolBlock(random: RandomSource, call: ExpectedCall): Block {
  const { id, name, args } = call;
  const caller = chance(random, 0.15) ? { type: 'code_execution_20250825', tool_id: `srvtoolu_${tag(random)}` } : undefined;
  const prefilled = chance(random, 0.15);
  const empty = Object.keys(args).length === 0 && chance(random, 0.7);
  const partial = prefilled ? [] : empty ? pick(random, [[], ['']]) : pieces(random, jsonText(random, args));
  return {
    start: { type: 'tool_use', id, name, input: prefilled ? args : {}, ...(caller && { caller }) },
    deltas: partial.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    call,
    feature: prefilled ? 'prefilled input' : caller ? 'call from a program' : 'call',
  };
}

function otherBlock(random: RandomSource): Block {
  const id = `srvtoolu_${tag(random)}`;
  const words = someWords(random);
  const query = pieces(random, '{"query": "ble"}').map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  const blocks: readonly Block[] = [
    { start: { type: 'text', text: '' }, deltas: pieces(random, words).map((text) => ({ type: 'text_delta', text })), feature: 'text' },
    {
      start: { type: 'text', text: '', citations: [] },
      deltas: [
        {
          type: 'citations_delta',
          citation: {
            type: 'char_location',
            cited_text: 'c',
            document_index: 0,
            document_title: 't',
            start_char_index: 0,
            end_char_index: 1,
          },
        },
        { type: 'text_delta', text: words },
      ],
      feature: 'citations',
    },
    {
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        ...pieces(random, 'I call count_packets: <tool_call>').map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: 'EqQB' },
      ],
      feature: 'thinking',
    },
    { start: { type: 'redacted_thinking', data: 'EmwKAhgB' }, deltas: [], feature: 'redacted thinking' },
    { start: { type: 'server_tool_use', id, name: 'web_search', input: {} }, deltas: query, server: true, feature: 'server tool' },
    {
      start: { type: 'mcp_tool_use', id: `mcptoolu_${tag(random)}`, name: 'remote', server_name: 's', input: {} },
      deltas: query,
      server: true,
      feature: 'MCP tool of the server',
    },
    {
      start: {
        type: 'web_search_tool_result',
        tool_use_id: id,
        content: [{ type: 'web_search_result', title: 't', url: 'https://example.com', encrypted_content: 'E', page_age: null }],
      },
      deltas: [],
      feature: 'result of a server tool',
    },
    {
      start: {
        type: 'code_execution_tool_result',
        tool_use_id: id,
        content: { type: 'code_execution_result', stdout: '', stderr: '', return_code: 0, content: [] },
      },
      deltas: [],
      feature: 'result of a server tool',
    },
    { start: { type: 'container_upload', file_id: 'file_1' }, deltas: [], feature: 'upload' },
  ];
  return pick(random, blocks);
}

/** A stream of the Messages API. */
export function anthropicStream(random: RandomSource): ProviderStream {
  const calls = anyCalls(random, () => `toolu_01${tag(random)}`);
  const others = Array.from({ length: random.below(4) }, () => otherBlock(random));
  const blocks = interleave<Block>(random, [others, calls.map((call) => toolBlock(random, call))]);
  if (blocks.length === 0) blocks.push(otherBlock(random));
  const continued = chance(random, 0.1) ? blocks.splice(0, 1) : [];
  const first = continued.map(({ start, call }) => (call === undefined ? start : { ...start, input: call.args }));
  const all = [...continued, ...blocks];
  const cut = calls.length > 0 && chance(random, 0.08);
  const stop_reason = cut
    ? 'max_tokens'
    : calls.length > 0
      ? 'tool_use'
      : pick(random, ['end_turn', 'stop_sequence', 'pause_turn', 'refusal']);
  const usage = { input_tokens: 5, output_tokens: 1 };
  const events: object[] = [
    {
      type: 'message_start',
      message: {
        id: 'msg_9',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: first,
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    },
    ...(chance(random, 0.5) ? [{ type: 'ping' }] : []),
    ...blocks.flatMap(({ start, deltas }, at) => {
      const index = at + continued.length;
      return [
        { type: 'content_block_start', index, content_block: start },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        ...(chance(random, 0.03) ? [{ type: 'ping' }] : []),
        { type: 'content_block_stop', index },
      ];
    }),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ];
  return {
    dialect: 'anthropic',
    events,
    text: sse(random, events, { named: true, done: false }),
    calls: all.flatMap(({ call }) => (call === undefined ? [] : [call])),
    server: all.filter(({ server }) => server === true).length,
    cut,
    features: [...new Set([...all.map(({ feature }) => feature), ...(continued.length > 0 ? ['continued message'] : []), stop_reason])],
  };
}

/** A stream of `generateContent`: whole calls in parts, with or without ids, thoughts, code of the server. */
export function geminiStream(random: RandomSource): ProviderStream {
  const ids = chance(random, 0.4);
  const calls = anyCalls(random, () => (ids ? tag(random) : null));
  const features = new Set<string>([ids ? 'ids' : 'no ids']);
  const words = pieces(random, someWords(random)).map((text) => ({ text }));
  const extra: object[] = [];
  if (chance(random, 0.4)) extra.push(...pieces(random, 'I count them.').map((text) => ({ text, thought: true })));
  if (calls.length === 0 || chance(random, 0.4)) extra.push(...words);
  const code = chance(random, 0.15);
  if (code) {
    features.add('code of the server');
    extra.push(
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
    );
  }
  const signed = chance(random, 0.5);
  const parts = [
    ...extra,
    ...calls.map(({ id, name, args }) => ({
      functionCall: { ...(id !== null && { id }), name, args },
      ...(signed && { thoughtSignature: 'CiQB' }),
    })),
  ];
  const together = chance(random, 0.4);
  if (calls.length > 1) features.add(together ? 'several calls in a chunk' : 'calls in chunks of their own');
  const chunks = together ? [parts] : parts.map((part) => [part]);
  const lastSeparate = chance(random, 0.5) || chunks.length === 0;
  if (lastSeparate) chunks.push(chance(random, 0.5) ? [{ text: '' }] : []);
  const cut = calls.length > 0 && chance(random, 0.08);
  const finishReason = cut ? 'MAX_TOKENS' : 'STOP';
  features.add(finishReason);
  const events = chunks.map((list, at) => ({
    candidates: [
      {
        ...(list.length > 0 ? { content: { parts: list, role: 'model' } } : { content: { role: 'model' } }),
        ...(at === chunks.length - 1 && { finishReason }),
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 5, totalTokenCount: 9 },
    modelVersion: 'm',
    responseId: 'r9',
  }));
  return {
    dialect: 'gemini',
    events,
    text: sse(random, events, { named: false, done: false }),
    calls,
    server: code ? 1 : 0,
    cut,
    features: [...features],
  };
}

/** A stream of Ollama's chat: JSON lines, each call whole. */
export function ollamaStream(random: RandomSource): ProviderStream {
  const ids = chance(random, 0.4);
  const calls = anyCalls(random, () => (ids ? `call_${tag(random)}` : null));
  const line = (message: object, more: object = { done: false }): object => ({
    model: 'm',
    created_at: '2026-11-26T12:00:00Z',
    message: { role: 'assistant', content: '', ...message },
    ...more,
  });
  const together = chance(random, 0.4);
  const written = calls.map(({ id, name, args }, index) => ({
    ...(id !== null && { id }),
    function: { ...(ids && { index }), name, arguments: args },
  }));
  const cut = calls.length > 0 && chance(random, 0.08);
  const events = [
    ...(chance(random, 0.4) ? pieces(random, 'I think.').map((thinking) => line({ thinking })) : []),
    ...(calls.length === 0 || chance(random, 0.3) ? pieces(random, someWords(random)).map((content) => line({ content })) : []),
    ...(together && written.length > 0 ? [line({ tool_calls: written })] : written.map((call) => line({ tool_calls: [call] }))),
    line({}, { done: true, done_reason: cut ? 'length' : 'stop', total_duration: 5, eval_count: 7 }),
  ];
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return {
    dialect: 'ollama',
    events,
    text,
    calls,
    server: 0,
    cut,
    features: [ids ? 'ids' : 'no ids', together ? 'together' : 'one by one'],
  };
}

/** A stream of Cohere's chat, version 2. */
export function cohereStream(random: RandomSource): ProviderStream {
  const calls = anyCalls(random, (nth) => `count_${tag(random)}${String(nth)}`);
  const features: string[] = [];
  const events: object[] = [
    {
      type: 'message-start',
      id: 'm9',
      delta: { message: { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] } },
    },
  ];
  if (calls.length > 0 && chance(random, 0.6)) {
    features.push('plan');
    for (const tool_plan of pieces(random, 'I will count them.'))
      events.push({ type: 'tool-plan-delta', delta: { message: { tool_plan } } });
  }
  if (calls.length === 0) {
    const thinks = chance(random, 0.3);
    const part = thinks ? 'thinking' : 'text';
    features.push(part);
    events.push(
      { type: 'content-start', index: 0, delta: { message: { content: { type: part, [part]: '' } } } },
      ...pieces(random, someWords(random)).map((piece) => ({
        type: 'content-delta',
        index: 0,
        delta: { message: { content: { [part]: piece } } },
      })),
      { type: 'citation-start', index: 0, delta: { message: { citations: { start: 0, end: 1, text: 'I', sources: [] } } } },
      { type: 'citation-end', index: 0 },
      { type: 'content-end', index: 0 },
    );
  }
  for (const [index, { id, name, args }] of calls.entries()) {
    const none = Object.keys(args).length === 0 && chance(random, 0.5);
    if (none) features.push('no arguments');
    const text = none ? pick(random, ['', 'null']) : jsonText(random, args);
    events.push({
      type: 'tool-call-start',
      index,
      delta: { message: { tool_calls: { id, type: 'function', function: { name, arguments: '' } } } },
    });
    for (const piece of pieces(random, text))
      events.push({ type: 'tool-call-delta', index, delta: { message: { tool_calls: { function: { arguments: piece } } } } });
    events.push({ type: 'tool-call-end', index });
  }
  const cut = calls.length > 0 && chance(random, 0.08);
  const finish_reason = cut ? 'MAX_TOKENS' : calls.length > 0 ? 'TOOL_CALL' : pick(random, ['COMPLETE', 'STOP_SEQUENCE']);
  features.push(finish_reason);
  events.push({ type: 'message-end', delta: { finish_reason, usage: { tokens: { input_tokens: 5, output_tokens: 7 } } } });
  return { dialect: 'cohere', events, text: sse(random, events, { named: true, done: false }), calls, server: 0, cut, features };
}

/** A stream of Converse: text has no start of its block, calls have one. */
export function bedrockStream(random: RandomSource): ProviderStream {
  const calls = anyCalls(random, () => `tooluse_${tag(random)}`);
  const features = new Set<string>();
  const text = (): object[] => pieces(random, someWords(random)).map((piece) => ({ delta: { text: piece } }));
  const reasoning = (): object[] => [
    ...pieces(random, 'I count them.').map((piece) => ({ delta: { reasoningContent: { text: piece } } })),
    { delta: { reasoningContent: { signature: 'EqQB' } } },
  ];
  const blocks: { readonly start?: object; readonly deltas: readonly object[] }[] = [];
  if (chance(random, 0.3)) {
    features.add('reasoning');
    blocks.push({ deltas: reasoning() });
  }
  if (calls.length === 0 || chance(random, 0.5)) {
    features.add('text');
    blocks.push({ deltas: text() });
  }
  for (const { id, name, args } of calls) {
    const none = Object.keys(args).length === 0 && chance(random, 0.6);
    if (none) features.add('no arguments');
    const written = none ? pick(random, [[], ['']]) : pieces(random, jsonText(random, args));
    blocks.push({ start: { toolUse: { toolUseId: id, name } }, deltas: written.map((input) => ({ delta: { toolUse: { input } } })) });
  }
  const cut = calls.length > 0 && chance(random, 0.08);
  const stopReason = cut ? 'max_tokens' : calls.length > 0 ? 'tool_use' : pick(random, ['end_turn', 'stop_sequence']);
  features.add(stopReason);
  const events = [
    { messageStart: { role: 'assistant' } },
    ...blocks.flatMap(({ start, deltas }, contentBlockIndex) => [
      ...(start === undefined ? [] : [{ contentBlockStart: { contentBlockIndex, start } }]),
      ...deltas.map((delta) => ({ contentBlockDelta: { contentBlockIndex, ...delta } })),
      { contentBlockStop: { contentBlockIndex } },
    ]),
    { messageStop: { stopReason } },
    { metadata: { usage: { inputTokens: 5, outputTokens: 7, totalTokens: 12 }, metrics: { latencyMs: 9 } } },
  ];
  const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return { dialect: 'bedrock', events, text: lines, calls, server: 0, cut, features: [...features] };
}
