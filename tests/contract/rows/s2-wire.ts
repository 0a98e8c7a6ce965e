/** Dialects of other callers (S2 #8, #10 to #12, #15; S3 §2): what they write becomes records, and only records run. */
import { selectRows } from '../../../src/tools/runner/select.ts';
import { decode } from '../../../src/wire/decode.ts';
import { definitionsIn } from '../../../src/wire/definitions.ts';
import { encode, type EncodeOptions } from '../../../src/wire/encode.ts';
import { DIALECTS, type Decoded } from '../../../src/wire/record.ts';
import { bench, call, capture, lookup, multiplier } from '../../support/tools.ts';
import { manifests } from '../frame/lint.ts';
import { row, type Row } from '../frame/row.ts';
import { codes, types } from '../frame/runs.ts';

/** Parameters of a dialect's tool. */
interface Wired {
  readonly properties: Readonly<Record<string, Wired>>;
}

const { runner } = bench();
const tools = runner.catalog();
const read = (transcript: unknown): Decoded => decode('openai-chat', transcript, tools);
const args = '{"capture_selection":{"capture_id":"lab"},"factor":3}';

const piece = (index: unknown, more: object): object => ({ choices: [{ delta: { tool_calls: [{ index, ...more }] } }] });
const begin = (index: number, id: string, name = 'row_multiplier'): object =>
  piece(index, { id, type: 'function', function: { name, arguments: '' } });
const more = (index: number, text: string): object => piece(index, { function: { arguments: text } });
const end = (finish_reason: string): object => ({ choices: [{ delta: {}, finish_reason }] });
const stream = (events: readonly object[]): string =>
  `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`;
const inPieces = (index: number, text: string): object[] => (text.match(/.{1,5}/gs) ?? []).map((part) => more(index, part));

const ready = ({ calls }: Decoded): unknown[] => calls.flatMap(({ invocation }) => (invocation === null ? [] : [invocation]));
const whole = (id: string, text = args, name = 'row_multiplier') => ({ id, type: 'function', function: { name, arguments: text } });
const asks = (...tool_calls: readonly object[]) => ({ role: 'assistant', content: null, tool_calls });
const answers = (tool_call_id: string) => ({ role: 'tool', tool_call_id, content: '{}' });

/** Runs what may run, one after the other (R45), and says how each ended. */
async function runAll(decoded: Decoded): Promise<unknown[]> {
  const bed = bench();
  const outcomes: unknown[] = [];
  for (const invocation of ready(decoded)) {
    const result = await bed.runner.run(invocation);
    outcomes.push([result.status, result.tool_call_id, result.structured_output?.['product'] ?? codes(result)]);
  }
  return [...outcomes, types(bed.events).filter((type) => type.startsWith('tool-start')).length];
}

/** Parameters of the tool in the strict form: what may be left out may be null, what has no keyword is said. */
const factor = { type: 'integer', minimum: 1, maximum: 10, description: 'Multiplies the number, unitless.' };
const mode = {
  type: ['string', 'null'],
  enum: ['plain', 'loud', null],
  description: 'How it is said: plain or loud; plain when absent. (default "plain")',
};
const label = { type: ['string', 'null'], description: 'A short label for the answer. (characters at least 1, characters at most 8)' };
const options = {
  type: ['object', 'null'],
  properties: { deep: { type: 'boolean', description: 'Whether to go deep.' } },
  required: ['deep'],
  additionalProperties: false,
  description: 'Nested options.',
};
const timeout_ms = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 60_000,
  description: 'How long the call may take in ms; 60000 when left out.',
};

export const rows: readonly Row[] = [
  row(
    'S2-8a S2-L4 S3-2.17',
    'pieces of two calls that take turns become two records, and both run',
    async () => {
      const [first, second] = [inPieces(0, args), inPieces(1, args.replace('3', '4'))];
      const turns = first.flatMap((part, at) => [part, ...second.slice(at, at + 1)]);
      return runAll(read(stream([begin(0, 'call_a'), begin(1, 'call_b'), ...turns, end('tool_calls')])));
    },
    [['ok', 'call_a', 300], ['ok', 'call_b', 400], 2],
  ),
  row(
    'S2-8b',
    'what one transcript left open is unknown to the next one: A, then B, then A again',
    () => {
      const a = stream([begin(0, 'call_a'), ...inPieces(0, args), end('tool_calls')]);
      const first = read(a);
      const open = read(stream([begin(0, 'call_b'), more(0, '{"factor":')]));
      const again = read(a);
      return [JSON.stringify(first) === JSON.stringify(again), ready(first).length, ready(open).length];
    },
    [true, 1, 0],
  ),
  row(
    'S2-8c S2-L5 S3-2.48',
    'an answer that was cut, by length, filter or a lost stream, runs nothing; text beside calls does not matter',
    async () => {
      const calls = [begin(0, 'call_a'), ...inPieces(0, args)];
      const mixed = { choices: [{ delta: { content: 'row_multiplier({"factor": 9})' } }] };
      const cut = [...calls, end('length')];
      const filtered = [...calls, end('content_filter')];
      return [
        await runAll(read(stream(cut))),
        await runAll(read(stream(filtered))),
        await runAll(read(stream(calls).replace('data: [DONE]\n\n', ''))),
        await runAll(read(stream([mixed, ...calls, mixed, end('tool_calls')]))),
        read(stream([...calls, end('tool_calls')])).finish,
      ];
    },
    [[0], [0], [0], [['ok', 'call_a', 300], 1], 'tool_calls'],
  ),
  row(
    'S2-10c',
    'a record has these members, times are null where nobody said them',
    () => {
      const [record] = read([asks(whole('call_a')), answers('call_a')]).calls;
      const { invocation, raw: _, ...members } = record ?? { invocation: null };
      return [members, invocation];
    },
    [
      {
        toolCallId: 'call_a',
        name: 'row_multiplier',
        args: { capture_selection: { capture_id: 'lab' }, factor: 3 },
        result: '{}',
        error: null,
        startedAt: null,
        endedAt: null,
        startedAtMs: null,
        endedAtMs: null,
      },
      { ...call(), request_id: 'call_a', tool_call_id: 'call_a', timeout_ms: 60_000 },
    ],
  ),
  row(
    'S2-10e',
    'what the other side said beside the call drives nothing and stands in no journal',
    async () => {
      const run = async (secret: string) => {
        const bed = bench();
        const [invocation] = ready(read([asks({ ...whole('call_a'), note: secret })]));
        const { result_hash } = (await bed.runner.run(invocation)).metadata;
        return { result_hash, journal: JSON.stringify([bed.runner.audit(), bed.events, bed.notes]) };
      };
      const [one, other] = [await run('tungsten'), await run('bismuth')];
      return [one.result_hash === other.result_hash, /tungsten/.test(one.journal), /bismuth/.test(other.journal)];
    },
    [true, false, false],
  ),
  row(
    'S2-11',
    'every dialect writes the catalog after policy, and nothing that the policy hides',
    () => {
      const { runner: bare } = bench([multiplier()], { adjust: (policy) => ({ ...policy, allowedTools: [] }) });
      const named = (catalog: ReturnType<typeof runner.catalog>): number[] =>
        DIALECTS.map((dialect) => definitionsIn(encode(dialect, catalog)).length);
      return [named(tools), named(bare.catalog())];
    },
    [DIALECTS.map(() => 1), DIALECTS.map(() => 0)],
  ),
  row(
    'S2-11 S3-2.38',
    'the catalog is disclosed step by step: a small set with the search first, what was found beside it, all where there is no search',
    () => {
      const named = (offered: typeof manifests, load?: EncodeOptions['load']): unknown =>
        (encode('openai-chat', offered, { ...(load && { load }) }).value['tools'] as { function: { name: string } }[]).length;
      const without = manifests.filter(({ name }) => name !== 'search_catalog');
      return [named(manifests), named(manifests, ['anova_tool', 'capture_export']), named(manifests, 'all'), named(without)];
    },
    [6, 8, manifests.length, manifests.length - 1],
  ),
  row(
    'S2-15 S3-2.1',
    'every dialect writes the selection in one spelling without keys that exclude each other, and reads both',
    () => {
      const [overview] = manifests.filter(({ name }) => name === 'capture_overview');
      const keys = DIALECTS.map((dialect) => {
        const [written] = definitionsIn(encode(dialect, [overview!]));
        const spec = (written?.['toolSpec'] as { inputSchema: { json: Wired } } | undefined)?.inputSchema.json;
        const {
          parameters = spec,
          input_schema,
          inputSchema,
        } = { ...written, ...(written?.['function'] as object | undefined) } as Record<string, Wired | undefined>;
        return Object.keys((parameters ?? input_schema ?? inputSchema)!.properties['capture_selection']!.properties).join();
      });
      const understood = [
        { capture_ids: ['lab'], time_window: null, filter_expression: 'rssi > -92' },
        { capture_id: 'lab', selectors: { filters: ['rssi > -92'] } },
      ].map((selection) => {
        const call = whole('call_a', JSON.stringify({ capture_selection: selection, top: 5 }), 'capture_overview');
        const [record] = decode('openai-chat', [asks(call)], manifests).calls;
        return selectRows(record!.invocation!.capture_selection, lookup([capture()])).normalised;
      });
      return [[...new Set(keys)], JSON.stringify(understood[0]) === JSON.stringify(understood[1])];
    },
    [['capture_ids,time_window,filter_expression'], true],
  ),
  row(
    'S2-12 S2-15 S3-2.1 S3-2.14',
    'the function-calling wire: exactly these keys, the strict flag among them',
    () => {
      const { tools: offered, ...rest } = encode('openai-chat', tools, { choice: 'required' }).value;
      const [{ function: definition, ...envelope }] = offered as [{ function: { parameters: object } }];
      const { parameters, ...said } = definition;
      const { properties, ...frame } = parameters as { properties: Record<string, unknown> };
      // The selection is the contract's own; its schema has rows of its own.
      const { capture_selection: _, ...own } = properties;
      return [rest, envelope, said, { ...frame, properties: own }];
    },
    [
      { tool_choice: 'required' },
      { type: 'function' },
      { name: 'row_multiplier', description: multiplier().manifest.description, strict: true },
      {
        type: 'object',
        properties: { factor, mode, label, options, timeout_ms },
        required: ['capture_selection', 'factor', 'mode', 'label', 'options', 'timeout_ms'],
        additionalProperties: false,
      },
    ],
  ),
  row(
    'S2-15 S3-2.16',
    'an answer goes back as a message of role tool under the id of its call, whatever the order of keys that asked',
    async () => {
      const turned = { function: { arguments: args, name: 'row_multiplier' }, type: 'function', id: 'call_a' };
      const [invocation] = ready(read([asks(turned)]));
      const result = await bench().runner.run(invocation);
      const [message] = encode('openai-chat', tools, { results: [result] }).value['messages'] as Record<string, unknown>[];
      const { content, ...rest } = message ?? {};
      return [rest, (JSON.parse(content as string) as { structured_output: unknown }).structured_output];
    },
    [
      { role: 'tool', tool_call_id: 'call_a' },
      { product: 300, labels: ['lab'] },
    ],
  ),
  row(
    'S2-C1 S2-C3',
    'messages of calls and results are imported; a result without a call, a second one and one that is missing are named',
    () => {
      const { calls, problems } = read({
        messages: [
          asks(whole('call_a')),
          answers('call_a'),
          answers('call_a'),
          answers('call_x'),
          asks(whole('call_b')),
          asks(whole('call_c')),
        ],
      });
      return [calls.map(({ toolCallId, result }) => [toolCallId, result]), problems.map(({ code, path }) => [code, path])];
    },
    [
      [
        ['call_a', '{}'],
        ['call_b', null],
        ['call_c', null],
      ],
      [
        ['DUPLICATE_RESULT', 'call_a'],
        ['ORPHAN_RESULT', 'call_x'],
        ['MISSING_RESULT', 'call_b'],
      ],
    ],
  ),
];
