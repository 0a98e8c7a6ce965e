import type { RandomSource } from '../random.ts';
import { anyCalls, chance, interleave, jsonText, pick, pieces, someWords, sse } from './stream.ts';
import type { ExpectedCall, ProviderStream } from './stream.ts';

const chunkOf = (choices: readonly object[], more: object = {}): object => ({
  id: 'chatcmpl-9',
  object: 'chat.completion.chunk',
  created: 1_790_000_000,
  model: 'm',
  service_tier: 'default',
  system_fingerprint: null,
  choices,
  ...more,
});

/** A stream of chat completions: text, a refusal, parallel calls one after another or interleaved, legacy `function_call`. */
export function chatStream(random: RandomSource): ProviderStream {
  const features: string[] = [];
  const legacy = chance(random, 0.15);
  let calls: readonly ExpectedCall[] = anyCalls(random, (nth) => `call_${String(nth)}${pick(random, ['Xy', 'q_-'])}`);
  if (legacy) calls = calls.slice(0, 1).map((call) => ({ ...call, id: null }));
  const padding = chance(random, 0.3);
  const choice = (delta: object, finish_reason: string | null = null): object =>
    chunkOf([{ index: 0, delta, logprobs: null, finish_reason }], {
      ...(padding && { obfuscation: 'kR3' }),
      ...(usage && { usage: null }),
    });
  const usage = chance(random, 0.5);
  const events: object[] = [];
  const withText = calls.length === 0 || chance(random, 0.4);
  const refused = calls.length === 0 && chance(random, 0.3);
  const role = { role: 'assistant', content: withText && !refused ? '' : null, refusal: null };
  if (calls.length > 0 && !withText && !legacy && chance(random, 0.3)) features.push('role with the first call');
  else events.push(choice(role));
  if (withText) {
    const [key, feature] = refused ? ['refusal', 'refusal'] : ['content', 'text'];
    for (const piece of pieces(random, someWords(random))) events.push(choice({ [key]: piece }));
    features.push(feature);
  }
  if (legacy) {
    features.push('legacy function_call');
    for (const { name, args } of calls) {
      events.push(choice({ function_call: { name, arguments: '' } }));
      for (const piece of pieces(random, jsonText(random, args))) events.push(choice({ function_call: { arguments: piece } }));
    }
  } else events.push(...chatPieces(random, calls, features).map((delta) => choice(delta)));
  if (features.includes('role with the first call') && events[0] !== undefined) {
    const [first] = (events[0] as { choices: { delta: object }[] }).choices;
    if (first) first.delta = { ...role, ...first.delta };
  }
  const cut = calls.length > 0 && chance(random, 0.08);
  if (cut) features.push('length');
  events.push(choice({}, cut ? 'length' : calls.length === 0 ? 'stop' : legacy ? 'function_call' : 'tool_calls'));
  if (usage) events.push(chunkOf([], { usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 } }));
  return { dialect: 'openai-chat', events, text: sse(random, events, { named: false, done: true }), calls, server: 0, cut, features };
}

function chatPieces(random: RandomSource, calls: readonly ExpectedCall[], features: string[]): object[] {
  const lists = calls.map(({ id, name, args }, index) => {
    const [first = '', ...rest] = chance(random, 0.5)
      ? ['', ...pieces(random, jsonText(random, args))]
      : pieces(random, jsonText(random, args));
    return [
      { index, id, type: 'function', function: { name, arguments: first } },
      ...rest.map((piece) => ({ index, function: { arguments: piece } })),
    ] as object[];
  });
  if (calls.length > 1) features.push('parallel');
  if (calls.length > 1 && chance(random, 0.4)) {
    features.push('interleaved');
    // Calls begin in the order of their indices.
    return [
      ...lists.map(([first]) => first!),
      ...interleave(
        random,
        lists.map((list) => list.slice(1)),
      ),
    ].map((piece) => ({ tool_calls: [piece] }));
  }
  if (calls.length > 1 && chance(random, 0.2)) {
    features.push('several in a chunk');
    const longest = Math.max(...lists.map((list) => list.length));
    return Array.from({ length: longest }, (_, at) => ({ tool_calls: lists.flatMap((list) => list.slice(at, at + 1)) }));
  }
  return lists.flat().map((piece) => ({ tool_calls: [piece] }));
}

interface Item {
  readonly added: object;
  readonly done: object;
  readonly between: readonly object[];
  readonly call?: ExpectedCall;
  readonly server?: boolean;
  readonly feature: string;
}

const hex = (random: RandomSource): string =>
  random
    .below(2 ** 32)
    .toString(16)
    .padStart(8, '0');

function functionItem(random: RandomSource, { id: call_id, name, args }: ExpectedCall): Item {
  const id = `fc_${hex(random)}`;
  const text = jsonText(random, args);
  const caller = chance(random, 0.15) ? { caller: { type: 'program', caller_id: `prog_${hex(random)}` } } : {};
  const item = { id, type: 'function_call', call_id, name, ...caller };
  return {
    added: { ...item, arguments: '', status: 'in_progress' },
    done: { ...item, arguments: text, status: 'completed' },
    between: [
      ...pieces(random, text).map((delta) => ({ type: 'response.function_call_arguments.delta', item_id: id, delta, obfuscation: 'x' })),
      { type: 'response.function_call_arguments.done', item_id: id, name, arguments: text },
    ],
    call: { id: call_id, name, args },
    feature: 'caller' in caller ? 'call from a program' : 'call',
  };
}

function customItem(random: RandomSource, { id: call_id, name }: ExpectedCall): Item {
  const id = `ctc_${hex(random)}`;
  const input = pick(random, ['SELECT 1', 'print("hi")\n', '{"not": "parsed"}', '😀', '']);
  const item = { id, type: 'custom_tool_call', call_id, name };
  return {
    added: { ...item, input: '', status: 'in_progress' },
    done: { ...item, input, status: 'completed' },
    between: [
      ...pieces(random, input).map((delta) => ({ type: 'response.custom_tool_call_input.delta', item_id: id, delta })),
      { type: 'response.custom_tool_call_input.done', item_id: id, input },
    ],
    call: { id: call_id, name, args: { input } },
    feature: 'custom tool',
  };
}

function messageItem(random: RandomSource): Item {
  const id = `msg_${hex(random)}`;
  const refused = chance(random, 0.2);
  const [kind, key] = refused ? ['refusal', 'refusal'] : ['output_text', 'text'];
  const text = someWords(random);
  const part = (value: string): object => ({ type: kind, [key]: value, ...(!refused && { annotations: [], logprobs: [] }) });
  const at = { item_id: id, content_index: 0 };
  return {
    added: { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    done: { id, type: 'message', role: 'assistant', status: 'completed', content: [part(text)] },
    between: [
      { type: 'response.content_part.added', ...at, part: part('') },
      ...pieces(random, text).map((delta) => ({ type: `response.${kind}.delta`, ...at, delta, ...(!refused && { logprobs: [] }) })),
      { type: `response.${kind}.done`, ...at, [key]: text, ...(!refused && { logprobs: [] }) },
      { type: 'response.content_part.done', ...at, part: part(text) },
    ],
    feature: kind,
  };
}

function reasoningItem(random: RandomSource): Item {
  const id = `rs_${hex(random)}`;
  const text = 'First the sensors, then `{"name": "count_packets", "arguments": {}}`.';
  const at = { item_id: id, summary_index: 0 };
  return {
    added: { id, type: 'reasoning', summary: [] },
    done: { id, type: 'reasoning', summary: [{ type: 'summary_text', text }], encrypted_content: 'gAAAA' },
    between: [
      { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } },
      ...pieces(random, text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })),
      { type: 'response.reasoning_summary_text.done', ...at, text },
      { type: 'response.reasoning_summary_part.done', ...at, part: { type: 'summary_text', text } },
    ],
    feature: 'reasoning',
  };
}

function serverItem(random: RandomSource): Item {
  const kind = pick(random, [
    'web_search_call',
    'code_interpreter_call',
    'file_search_call',
    'mcp_call',
    'image_generation_call',
    'program',
  ]);
  const id = `${kind}_${hex(random)}`;
  const item_id = id;
  const step = (name: string, more: object = {}): object => ({ type: `response.${kind}.${name}`, item_id, ...more });
  const common = { id, type: kind };
  const sets: Readonly<Record<string, { readonly added: object; readonly done: object; readonly between: readonly object[] }>> = {
    web_search_call: {
      added: {},
      done: { action: { type: 'search', query: 'q' } },
      between: [step('in_progress'), step('searching'), step('completed')],
    },
    code_interpreter_call: {
      added: { code: '', container_id: 'cntr_1', outputs: null },
      done: { code: 'print(1)', container_id: 'cntr_1', outputs: [] },
      between: [
        step('in_progress'),
        ...pieces(random, 'print(1)').map((delta) => ({ type: 'response.code_interpreter_call_code.delta', item_id, delta })),
        { type: 'response.code_interpreter_call_code.done', item_id, code: 'print(1)' },
        step('interpreting'),
        step('completed'),
      ],
    },
    file_search_call: {
      added: { queries: [] },
      done: { queries: ['q'], results: null },
      between: [step('in_progress'), step('searching'), step('completed')],
    },
    mcp_call: {
      added: { name: 'remote', server_label: 's', arguments: '' },
      done: { name: 'remote', server_label: 's', arguments: '{"a":1}', output: 'done' },
      between: [
        step('in_progress'),
        { type: 'response.mcp_call_arguments.delta', item_id, delta: '{"a":1}' },
        { type: 'response.mcp_call_arguments.done', item_id, arguments: '{"a":1}' },
        step('completed'),
      ],
    },
    image_generation_call: {
      added: {},
      done: { result: 'iVBORw0' },
      between: [
        step('in_progress'),
        step('generating'),
        step('partial_image', { partial_image_index: 0, partial_image_b64: 'iVBORw0' }),
        step('completed'),
      ],
    },
    program: { added: { code: '' }, done: { code: 'await count_packets({})' }, between: [] },
  };
  const { added = {}, done = {}, between = [] } = sets[kind] ?? {};
  return {
    added: { ...common, status: 'in_progress', ...added },
    done: { ...common, status: 'completed', ...done },
    between,
    server: true,
    feature: kind,
  };
}

/** Calls that arrive complete: of a shell, of patches, of a computer. */
function wholeItem(random: RandomSource): Item {
  const call_id = `call_${hex(random)}`;
  const kind = pick(random, ['shell_call', 'local_shell_call', 'apply_patch_call', 'computer_call']);
  const args: Readonly<Record<string, Record<string, unknown>>> = {
    shell_call: { action: { commands: ['ls -l'], timeout_ms: 1000, max_output_length: null } },
    local_shell_call: { action: { type: 'exec', command: ['ls'], env: {} } },
    apply_patch_call: { operation: { type: 'update_file', path: 'a.txt', diff: '@@\n-a\n+b\n' } },
    computer_call: { action: { type: 'click', x: 1, y: 2, button: 'left' } },
  };
  const own = args[kind] ?? {};
  const item = {
    id: `${kind}_${hex(random)}`,
    type: kind,
    call_id,
    ...own,
    ...(kind === 'computer_call' && { pending_safety_checks: [] }),
  };
  return {
    added: { ...item, status: 'in_progress' },
    done: { ...item, status: 'completed' },
    between: [],
    call: { id: call_id, name: kind.replace(/_call$/, ''), args: own },
    feature: kind,
  };
}

/** A stream of the Responses API: reasoning, messages, calls of every kind, calls of servers. */
export function responsesStream(random: RandomSource): ProviderStream {
  const calls = anyCalls(random, (nth) => `call_${String(nth)}${hex(random)}`);
  const items = [
    ...(chance(random, 0.4) ? [reasoningItem(random)] : []),
    ...(chance(random, 0.3) ? [serverItem(random)] : []),
    ...(chance(random, 0.4) ? [messageItem(random)] : []),
    ...calls.map((call) => (chance(random, 0.2) ? customItem(random, call) : functionItem(random, call))),
    ...(chance(random, 0.15) ? [wholeItem(random)] : []),
  ];
  if (items.length === 0) items.push(messageItem(random));
  const wrapped = items.map(({ added, done, between }, output_index) => [
    { type: 'response.output_item.added', output_index, item: added },
    ...between.map((event) => ({ ...event, output_index })),
    { type: 'response.output_item.done', output_index, item: done },
  ]);
  const parallel = items.length > 1 && chance(random, 0.2);
  const features = [...new Set([...items.map(({ feature }) => feature), ...(parallel ? ['interleaved'] : [])])];
  const cut = calls.length > 0 && chance(random, 0.08);
  if (cut) features.push('incomplete');
  const response = (status: string, output: readonly object[], more: object = {}): object => ({
    id: 'resp_9',
    object: 'response',
    created_at: 1_790_000_000,
    status,
    error: null,
    incomplete_details: null,
    model: 'm',
    output,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    usage: null,
    ...more,
  });
  // Items begin in the order of their indices.
  const body = parallel
    ? [
        ...wrapped.map(([first]) => first!),
        ...interleave(
          random,
          wrapped.map((list) => list.slice(1)),
        ),
      ]
    : wrapped.flat();
  const last = cut ? 'incomplete' : 'completed';
  const events = [
    { type: 'response.created', response: response('in_progress', []) },
    { type: 'response.in_progress', response: response('in_progress', []) },
    ...body,
    {
      type: `response.${last}`,
      response: response(
        last,
        items.map(({ done }) => done),
        cut ? { incomplete_details: { reason: 'max_output_tokens' } } : {},
      ),
    },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
  return {
    dialect: 'openai-responses',
    events,
    text: sse(random, events, { named: true, done: false }),
    calls: items.flatMap(({ call }) => (call === undefined ? [] : [call])),
    server: items.filter(({ server }) => server === true).length,
    cut,
    features,
  };
}
