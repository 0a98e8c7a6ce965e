/** Registry, validation before and after, errors, what must never happen, and the checklist (S4 §5 … §8, §10). */
import { canonicalJson } from '../../../src/base/canonical.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { errorRow } from '../../../src/tools/contract/errors.ts';
import type { ToolManifest } from '../../../src/tools/contract/index.ts';
import { checklistOf } from '../../../src/tools/lint/checklist.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { bench, call, compileAll, multiplier } from '../../support/tools.ts';
import { good, lintRow, manifests } from '../frame/lint.ts';
import { row, type Row } from '../frame/row.ts';
import { answering, changing, codes, ran } from '../frame/runs.ts';
import { allResults } from '../frame/results.ts';

const two = () => [
  multiplier(),
  multiplier({ manifest: { name: 'second_tool', kebab_name: 'run-second', category: 'query', tags: ['other'] } }),
];
const registry = () => createRegistry(two(), compileAll(two()));
const names = (list: readonly ToolManifest[]): string[] => list.map((manifest) => manifest.name);
/** Each line of the checklist that a defect in a manifest can flip, and the defect. */
const defects: readonly [line: string, change: Partial<ToolManifest>][] = [
  ['Tool has unique name in kebab-case', { kebab_name: 'Summarize' }],
  ['Description is clear and complete (>50 chars)', { description: 'x'.repeat(50) }],
  ['All parameters validated with Zod', { input_schema: { ...good.input_schema, additionalProperties: true } }],
  ['Permissions array defined', { permissions: undefined as never }],
  ['Category specified', { category: 'other' as never }],
  ['responseTime specified', { responseTime: undefined as never }],
  ['cacheable flag set correctly', { cacheable: true, deterministic: false, idempotent: false }],
  ['cacheTTL set if cacheable', { cacheTTL: 0 }],
  ['idempotent flag set correctly', { idempotent: false }],
  ['At least 1 example provided', { examples: [] }],
  ['At least 1 tag provided', { tags: [] }],
  ['Logging added', { redaction: { allow: [] } }],
  ['Tests written (unit + integration)', { examples: [{ description: 'An example.', params: {}, expectedResult: {} }] }],
  ['Tool registered in ToolRegistry', { aliases: [good.kebab_name] }],
];

export const rows: readonly Row[] = [
  row(
    'S4-Y.1',
    'the registry registers, gets by name, alias and version, lists, and finds by category and tag',
    () => {
      const made = createRegistry([], compileAll(two()));
      const before = names(made.getAll());
      for (const tool of two()) made.register(tool);
      const keys = [
        made.get('row_multiplier'),
        made.get('core__second_tool'),
        made.get('run-second', '1.0.0'),
        made.get('run-second', '9.0.0'),
        made.get('nobody'),
      ];
      return [
        before,
        names(made.getAll()),
        keys.map((tool) => tool?.key ?? null),
        names(made.getByCategory('query')),
        names(made.getByCategory('mutation')),
        names(made.getByTag('other')),
        made.names(),
      ];
    },
    [
      [],
      ['row_multiplier', 'second_tool'],
      ['row_multiplier@1.0.0', 'second_tool@1.0.0', 'second_tool@1.0.0', null, null],
      ['second_tool'],
      [],
      ['second_tool'],
      ['row_multiplier', 'second_tool'],
    ],
  ),
  row(
    'S4-Y.1',
    'validate says what keeps a tool out, and register keeps it out',
    () => {
      const made = registry();
      const wrong = multiplier({ manifest: { name: 'third_tool', kebab_name: 'run-third', tags: [] } });
      const reasons = made.validate(wrong);
      try {
        made.register(wrong);
        return 'registered';
      } catch (error) {
        return [reasons.length, error instanceof Error && error.message.includes(reasons[0] ?? 'nothing'), names(made.getAll())];
      }
    },
    [1, true, ['row_multiplier', 'second_tool']],
  ),
  row(
    'S4-V.1',
    'before a call: required keys, schema, permissions, rate',
    async () => {
      const { runner } = bench([multiplier({ manifest: { rateLimit: { maxCalls: 1, windowMs: 9 } } })]);
      await runner.run(call());
      return [
        codes((await ran({}, { arguments: {} })).result),
        codes((await ran({}, { arguments: { factor: 'x' } })).result),
        codes((await ran({}, {}, { adjust: (policy) => ({ ...policy, grants: [] }) })).result),
        codes(await runner.run(call({ request_id: 'b' }))),
      ];
    },
    [['MISSING_REQUIRED_ARGUMENT'], ['INVALID_TYPE'], ['PERMISSION_DENIED'], ['RATE_LIMITED']],
  ),
  ...(
    [
      ['an answer of another shape', { structured_output: { product: 1 } }],
      ['an answer with more than promised', { structured_output: { product: 1, labels: [], more: 1 } }],
      ['an empty summary', { summary: '' }],
      ['a warning without a code', { warnings: [{ code: '', message: 'x' }] }],
      ['half an answer without a warning', { status: 'partial' }],
      ['errors beside ok', { errors: [{ code: 'INVALID_VALUE', message: 'x' }] }],
      ['a basis of confidence that is none', { confidence_inputs: { rows: [] } }],
      ['advice with unknown keys', { hints: { assumptions: [7] } }],
    ] as const
  ).map(([what, change]) =>
    row('S4-V.2', `after a call: ${what} is caught`, async () => codes((await ran(answering(change))).result), ['OUTPUT_INVALID']),
  ),
  row(
    'S4-V.2',
    'confidence stays in 0…1, whatever the rule says',
    async () => {
      const of = async (value: number) => (await ran({ confidence: { method: 'test/any@1', compute: () => value } })).result.confidence;
      return [await of(7), await of(-1), await of(NaN), await of(0.25)];
    },
    [1, 0, 0, 0.25],
  ),
  row(
    'S4-V.2 S3-2.5',
    'a postcondition that does not hold makes the answer none',
    async () => {
      const postconditions = [
        { id: 'even', description: 'The product is even.', holds: ({ product }: { product: number }) => product % 2 === 0 },
      ];
      const at = async (product: number) => {
        const { result } = await ran({ ...answering({ structured_output: { product, labels: [] } }), postconditions });
        return [codes(result), result.errors[0]?.message.includes('even')];
      };
      return [await at(3), await at(4)];
    },
    [
      [['OUTPUT_INVALID'], true],
      [[], undefined],
    ],
  ),
  row(
    'S4-E.4',
    'of every failure the message says more than its code',
    async () =>
      (await allResults())
        .flatMap(({ errors }) => errors)
        .filter(({ code, message }) => message.length < 15 || message === code)
        .map(({ code }) => code),
    [],
  ),
  row(
    'S4-E.5',
    'what a tool lets slip in an error of its own library stays inside',
    async () => {
      const secret = 'sk_live_0123456789';
      const { result, runner, events } = await ran({ run: () => Promise.reject(new Error(`GET https://example.org?key=${secret}`)) });
      return JSON.stringify([result, runner.audit(), events]).includes(secret);
    },
    false,
  ),
  row(
    'S4-E.6',
    'one fault of each class: of the call, of the rules, of the system',
    async () => {
      const results = [
        await ran({}, { arguments: {} }),
        await ran({}, {}, { adjust: (policy) => ({ ...policy, allowedTools: [] }) }),
        await ran({ run: () => Promise.reject(new Error('x')) }),
      ];
      return results.map(({ result }) => errorRow(codes(result)[0] ?? '')?.s4_class);
    },
    ['validation', 'business', 'system'],
  ),
  row(
    'S4-N.1',
    'a success has data, a failure has none, and no data are null',
    async () =>
      (await allResults())
        .filter(({ status, data }) => data === null || (status === 'error') !== (data === undefined))
        .map(({ summary }) => summary),
    [],
  ),
  row('S4-N.4', 'a permission that is missing stops the call, whatever the tool', async () => {
    const { runner } = bench(catalog, { adjust: (policy) => ({ ...policy, grants: [] }) });
    const calls = manifests.map(({ name, version }) => call({ tool_name: name, tool_version: version, request_id: name }));
    return new Set((await Promise.all(calls.map(async (each) => codes(await runner.run(each, { interactive: true }))))).flat()).size === 1;
  }),
  row(
    'S4-N.6',
    'the tool cannot change its arguments, nor the caller’s',
    async () => {
      const given = call({ arguments: { factor: 3, options: { deep: true } } });
      const before = canonicalJson(given);
      let frozen: unknown[] = [];
      const base = multiplier();
      const tool = multiplier({
        run: (args: { factor: number; options?: object }, context, capabilities) => {
          frozen = [args, args.options, capabilities.invocation].map((each) => Object.isFrozen(each));
          return base.run(args as never, context, capabilities);
        },
      });
      const { runner } = bench([tool]);
      await runner.run(given);
      // What the tool gets is a copy: the caller may go on changing what is the caller's.
      return [frozen, canonicalJson(given) === before, [given, given['arguments']].map((each) => Object.isFrozen(each))];
    },
    [[true, true, true], true, [false, false]],
  ),
  row(
    'S4-N.8',
    'what changes something runs every time',
    async () => {
      let runs = 0;
      const base = multiplier({ manifest: changing });
      const tool = multiplier({ manifest: changing, run: (...given) => ((runs += 1), base.run(...given)) });
      const { runner } = bench([tool], { approve: () => Promise.resolve({ kind: 'approved', by: 'Ada' }) });
      const results = [await runner.run(call(), { interactive: true }), await runner.run(call({ request_id: 'b' }), { interactive: true })];
      return [runs, results.map(({ metadata }) => metadata.cached)];
    },
    [2, [false, false]],
  ),
  row(
    'S4-A.1 S4-K.1',
    'every tool and version of ours passes all 29 lines',
    () => {
      const made = createRegistry(catalog);
      const all = made.names().flatMap((name) => made.versions(name));
      return all.map(({ manifest }) => checklistOf(manifest)).filter((lines) => lines.length !== 29 || lines.some(({ holds }) => !holds));
    },
    [],
  ),
  ...defects.map(([line, change]) =>
    row('S4-K.1', `a defect turns the line “${line}”`, () =>
      checklistOf({ ...good, ...change })
        .filter(({ holds }) => !holds)
        .map((each) => each.line)
        .includes(line),
    ),
  ),
  lintRow('S4-K.1', 'a line of the checklist that does not hold', { tags: [] }, 'DL-64'),
];
