/** Planners (S2 part L, S3 §2): they propose, the loop runs and feeds back. */
import { catalog } from '../../../src/tools/catalog/index.ts';
import { chooseTools } from '../../../src/tools/choose.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { chatPlanner } from '../../../src/planner/chat.ts';
import { converse } from '../../../src/planner/loop.ts';
import type { ToolChoice } from '../../../src/wire/encode.ts';
import { briefText } from '../../../src/wire/brief.ts';
import { encode } from '../../../src/wire/encode.ts';
import { scoreTranscript } from '../../../src/wire/score.ts';
import { completion } from '../../support/scripted-endpoint.ts';
import { bench, capture, countingIds } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';

const asks = (factor: number): object =>
  completion({ name: 'row_multiplier', args: `{"capture_selection":{"capture_id":"lab"},"factor":${String(factor)}}` });

/** A conversation with a model that answers as scripted. */
async function talk(script: readonly object[], choice?: ToolChoice) {
  const bed = bench();
  const ids = countingIds();
  const sent: { readonly messages: readonly { readonly role: string; readonly content: string | null }[] }[] = [];
  const planner = chatPlanner(
    'scripted',
    (body) => {
      sent.push(body as (typeof sent)[number]);
      return Promise.resolve(script[sent.length - 1] ?? completion('Enough.'));
    },
    () => ids.uuid(),
  );
  const observed = { question: 'How many?', tools: bed.runner.catalog(), captures: [capture()], ...(choice && { choice }) };
  const { ending, text, turns } = await converse(planner, observed, {
    run: (invocation) => bed.runner.run(invocation),
    repair: () => undefined,
    clock: bed.clock,
  });
  return { ending, text, sent, calls: turns.flatMap((turn) => turn.calls), ran: bed.runner.audit().length };
}

const choices: readonly ToolChoice[] = ['auto', 'required', 'none', { name: 'row_multiplier' }];
const tools = bench().runner.catalog();

export const rows: readonly Row[] = [
  row(
    'S2-L1',
    'the model is asked by one gateway, and of what it wrote only complete calls run',
    async () => {
      const cut = completion({ name: 'row_multiplier', args: '{"capture_selection":{"capture_id":"lab"},"fac' });
      const { sent, ran, calls } = await talk([cut, asks(3), completion('300.')]);
      return [sent.length, ran, calls.map(({ fault, result }) => fault?.code ?? result?.structured_output?.['product'])];
    },
    [3, 1, ['invalid_json', 300]],
  ),
  row(
    'S2-L3',
    'results are fed back, bounded, until the model calls no more',
    async () => {
      const { ending, text, sent } = await talk([asks(2), asks(3), completion('200 and 300.')]);
      const last = sent.at(-1)?.messages ?? [];
      const fed = last.flatMap(({ role, content }) =>
        role === 'tool' ? [JSON.parse(content ?? '') as { structured_output: unknown }] : [],
      );
      return [ending, text, last.map(({ role }) => role), fed.map(({ structured_output }) => structured_output)];
    },
    [
      'answered',
      '200 and 300.',
      ['system', 'user', 'assistant', 'tool', 'assistant', 'tool'],
      [
        { product: 200, labels: ['lab'] },
        { product: 300, labels: ['lab'] },
      ],
    ],
  ),
  row(
    'S3-2.44',
    'a tool as plain text for a prompt: name, parameters with types, what may be left out, what it does',
    () => tools.map(briefText),
    [
      'row_multiplier(capture_selection: object, factor: integer, mode?: "plain"|"loud", label?: string, options?: object, timeout_ms?: integer)\n  Multiplies the number of rows by a factor.',
    ],
  ),
  row(
    'S3-2.38',
    'a catalog cut to the captures: tools for addresses only where there are some, and none for captures where none is open',
    () => {
      const manifests = createRegistry(catalog).getAll();
      const table = { ...capture(), kind: 'table' as const };
      const addresses = { ...table, columns: [...table.columns, { name: 'advertiser_addr', type: 'VARCHAR', role: 'address' as const }] };
      const names = (...captures: Parameters<typeof chooseTools>[2] & object): string[] =>
        chooseTools(manifests, {}, captures).map(({ name }) => name);
      const whole = chooseTools(manifests, {}).length;
      return [
        names(),
        names(table).includes('bluetooth_address_analyzer'),
        names(table).includes('anova_tool'),
        names(addresses).length === whole,
        names(capture()).length === whole,
        chooseTools(manifests, { text: 'address linkage' }).map(({ name }) => name)[0],
        chooseTools(manifests, { text: 'which addresses belong to one phone' }).map(({ name }) => name)[0],
        chooseTools(manifests, { text: 'xyzzy plugh' }).length,
      ];
    },
    [
      ['get_current_time', 'list_captures', 'search_catalog'],
      false,
      true,
      true,
      true,
      'bluetooth_address_analyzer',
      'bluetooth_address_analyzer',
      0,
    ],
  ),
  row(
    'S3-3.9',
    'an evaluation file scores what an outside agent called, so that two descriptions can be compared',
    () => {
      const expected = { calls: [{ tool: 'row_multiplier', arguments: { factor: { $gte: 2, $lte: 3 }, mode: { $absent: true } } }] };
      const scored = (args: string) =>
        scoreTranscript('openai-chat', completion({ name: 'core__row_multiplier', args }), expected, tools).score;
      return ['{"factor":3}', '{"factor":4}', '{"factor":3,"mode":"loud"}', '{"factor'].map(scored);
    },
    [1, 0, 0, 0],
  ),
  row(
    'S3-2.46',
    'the choice of tools in each vendor’s words; none executes nothing, a named tool alone runs',
    async () => {
      const words = (['openai-chat', 'openai-responses', 'anthropic'] as const).map((dialect) =>
        choices.map((choice) => encode(dialect, tools, { choice }).value['tool_choice']),
      );
      const ran = [];
      for (const choice of choices) ran.push((await talk([asks(3)], choice)).ran);
      const none = await talk([asks(3)], 'none');
      return [words, ran, none.calls.map(({ fault }) => fault?.code)];
    },
    [
      [
        ['auto', 'required', 'none', { type: 'function', function: { name: 'row_multiplier' } }],
        ['auto', 'required', 'none', { type: 'function', name: 'row_multiplier' }],
        [{ type: 'auto' }, { type: 'any' }, { type: 'none' }, { type: 'tool', name: 'row_multiplier' }],
      ],
      [1, 1, 0, 1],
      ['POLICY_DENIED'],
    ],
  ),
];
