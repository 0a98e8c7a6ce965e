/** What settles the contradictions of the specifications about behaviour, where no row of theirs says it already (R30 … R54). */
import { catalog } from '../../../src/tools/catalog/index.ts';
import { errorRow } from '../../../src/tools/contract/errors.ts';
import type { ToolManifest, ToolPolicy, ToolResult } from '../../../src/tools/contract/index.ts';
import { RiskFactor } from '../../../src/tools/contract/hints.ts';
import { project } from '../../../src/tools/contract/project.ts';
import type { AnyTool, ToolContext } from '../../../src/tools/definition.ts';
import { lintUnknown } from '../../../src/tools/lint/lint.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { roiOf } from '../../../src/tools/runner/hints.ts';
import { bench, call, capture, multiplier } from '../../support/tools.ts';
import { manifestRow, type ToolChange } from '../frame/manifests.ts';
import { allResults } from '../frame/results.ts';
import { errorsOf } from '../frame/workbench.ts';
import { row, type Row } from '../frame/row.ts';

type Adjust = NonNullable<NonNullable<Parameters<typeof bench>[1]>['adjust']>;
const answer = {
  status: 'ok' as const,
  summary: 'x',
  structured_output: { product: 1, labels: [] },
  warnings: [],
  confidence_inputs: { rows: 1 },
};
const changing = { effect: 'state_change', category: 'mutation' } as const;
/** One call, and what the runner's first error says of itself. */
async function first(
  change: ToolChange,
  adjust: Adjust = (policy) => policy,
  options: Parameters<ReturnType<typeof bench>['runner']['run']>[1] = {},
) {
  const result = await bench([multiplier(change)], { adjust }).runner.run(call(), options);
  const code = result.errors[0]?.code ?? '';
  return [code, result.errorCode, ...(errorRow(code)?.aliases ?? [])];
}

/** What the tool's function was given. */
async function given(): Promise<{ count: number; context: ToolContext; capabilities: string[] }> {
  const seen: unknown[][] = [];
  const tool: AnyTool = {
    ...multiplier(),
    run: (...all: unknown[]) => {
      seen.push(all);
      return Promise.resolve(answer);
    },
  };
  await bench([tool]).runner.run(call());
  const [args = []] = seen;
  return { count: args.length, context: args[1] as ToolContext, capabilities: Object.keys(args[2] as object).sort() };
}

const overview = (): ToolManifest => createRegistry(catalog).get('capture_overview')?.manifest as ToolManifest;
const lintOf = (change: object): string[] => {
  const all = createRegistry(catalog).getAll();
  return lintUnknown({ ...overview(), ...change }, all).flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []));
};

export const rows: readonly Row[] = [
  row(
    'R31',
    'every attempt has one start and one result, also broken JSON',
    async () => {
      const counts = [];
      for (const each of [call(), call({ arguments: {} }), '{"tool_name": ', null, call({ tool_name: 'nothing' })]) {
        const { runner, events } = bench();
        await runner.run(each);
        const starts = events.filter((event) => event.type === 'tool-start');
        counts.push([
          starts.length,
          events.filter((event) => event.type === 'tool-result').length,
          starts[0]?.phase,
          starts.some((event) => event.arguments !== undefined),
        ]);
      }
      return counts;
    },
    [[1, 1, 'executing', true], ...Array.from({ length: 4 }, () => [1, 1, 'rejected', false])],
  ),
  row(
    'R32',
    'an answer that breaks its promise has a code of its own',
    async () => first({ run: () => Promise.resolve({ ...answer, structured_output: { product: 'x', labels: [] } }) }),
    ['OUTPUT_INVALID', 'execution'],
  ),
  row(
    'R33',
    'a tool is given arguments, context and capabilities',
    async () => {
      const { count, context, capabilities } = await given();
      return [count, context.tool_call_id, capabilities];
    },
    [3, 'req-1', ['captures', 'invocation', 'progress', 'selection', 'signal']],
  ),
  row(
    'R35',
    'both spellings of times and of a tool are there',
    async () => {
      const { metadata } = await bench().runner.run(call());
      const { effect, schemaHash } = overview();
      return [
        Date.parse(metadata.startedAt) === metadata.startedAtMs,
        Date.parse(metadata.endedAt) === metadata.endedAtMs,
        effect,
        /^[0-9a-f]{64}$/.test(schemaHash ?? ''),
      ];
    },
    [true, true, 'read_only', true],
  ),
  row(
    'R39',
    'an answer is given again for the same question over the same bytes, while it is fresh, and never by what changes something',
    async () => {
      const fresh = multiplier({ manifest: { cacheable: true, cacheTTL: 60 } });
      const { runner, clock } = bench([fresh], { captures: [capture(), capture({ capture_id: 'other', sha256: 'b'.repeat(64) })] });
      let next = 0;
      const cached = async (more: object): Promise<boolean> =>
        (await runner.run(call({ request_id: `c-${String(next++)}`, ...more }))).metadata.cached;
      const seen = [
        await cached({}),
        await cached({}),
        await cached({ arguments: { factor: 4 } }),
        await cached({ capture_selection: { capture_id: 'other' } }),
      ];
      clock.move(60_000);
      return [
        ...seen,
        await cached({}),
        createRegistry([]).validate(multiplier({ manifest: { ...changing, cacheable: true, cacheTTL: 60 } })).length > 0,
      ];
    },
    [false, true, false, false, false, true],
  ),
  row(
    'R40',
    'the actor is the local user or a named agent that the policy lists',
    async () => {
      const { runner } = bench([multiplier()], {
        adjust: (policy): ToolPolicy => {
          const { allowedTools, requireApprovalForEffects, grants, budgets } = policy;
          return { ...policy, agents: { known: { allowedTools, requireApprovalForEffects, grants, budgets } } };
        },
      });
      const as = (id: string) => ({ context: { agent: { id, version: '1' } } });
      const statuses = [
        (await runner.run(call())).status,
        errorsOf(await runner.run(call({ request_id: 'b' }), as('stranger'))),
        (await runner.run(call({ request_id: 'c' }), as('known'))).status,
      ];
      return [
        statuses,
        runner.audit().map(({ actor, tenant }) => `${actor} ${tenant}`),
        await first({}, (policy) => ({ ...policy, grants: [] })),
      ];
    },
    [
      ['ok', ['POLICY_DENIED tool_name'], 'ok'],
      ['user:local local', 'agent:stranger local', 'agent:known local'],
      ['PERMISSION_DENIED', 'authz_denied'],
    ],
  ),
  row(
    'R41',
    'what changes something asks a person who is there, and is denied where nobody is',
    async () => {
      const asked = async (interactive: boolean, kind: 'approved' | 'rejected'): Promise<unknown> => {
        const { runner } = bench([multiplier({ manifest: changing })], { approve: () => Promise.resolve({ kind, by: 'Ada' }) });
        return errorsOf(await runner.run(call(), { interactive }));
      };
      return [await asked(true, 'approved'), await asked(true, 'rejected'), await asked(false, 'approved')];
    },
    [[], ['APPROVAL_REJECTED'], ['POLICY_DENIED tool_name']],
  ),
  row(
    'R42',
    'the cause of a failure is in the debug log, and neither in the result nor in the journal',
    async () => {
      const { runner, notes } = bench([multiplier({ run: () => Promise.reject(new Error('seeded cause')) })]);
      const result = await runner.run(call());
      const note = (notes as { error?: unknown }[]).find(({ error }) => error instanceof Error)?.error as Error | undefined;
      return [note?.stack?.includes('seeded cause'), JSON.stringify([result, runner.audit()]).includes('seeded')];
    },
    [true, false],
  ),
  row(
    'R43 S2-C4',
    'what a planner sees fits 32 KiB and says what it left out; the smaller input limit holds',
    async () => {
      const labels = Array.from({ length: 100 }, (_, n) => `${'x'.repeat(60)}${String(n)}`.slice(0, 64));
      const [base] = await allResults();
      const big = {
        ...base,
        status: 'ok',
        structured_output: { labels: Array.from({ length: 50 }, () => labels) },
      } as unknown as ToolResult;
      const view = project(big, 'planner') as { truncated: boolean; total_length: number; full_available_via: string };
      const small = await bench([multiplier()], {
        adjust: (policy) => ({ ...policy, budgets: { ...policy.budgets, maxArgumentBytes: 100 } }),
      }).runner.run(call());
      return [
        JSON.stringify(view).length <= 32 * 1024,
        view.truncated,
        view.total_length > 100_000,
        view.full_available_via !== '',
        errorsOf(small),
      ];
    },
    [true, true, true, true, ['PAYLOAD_TOO_LARGE']],
  ),
  row(
    'R45',
    'calls run one after the other',
    async () => {
      const order: string[] = [];
      const slow = multiplier({
        run: async () => {
          order.push('start');
          await new Promise((resolve) => setImmediate(resolve));
          order.push('end');
          return answer;
        },
      });
      const { runner } = bench([slow]);
      await Promise.all([runner.run(call()), runner.run(call({ request_id: 'b' }))]);
      return order;
    },
    ['start', 'end', 'start', 'end'],
  ),
  manifestRow('R47', { manifest: { description: 'x'.repeat(59) } }, 'description'),
  manifestRow('R47', { manifest: { description: 'x'.repeat(501) } }, 'description'),
  row(
    'R48',
    'every key of the context is there, also where it has no value',
    async () => {
      const { context } = await given();
      return [Object.entries(context).filter(([, value]) => value === undefined), context.userId, context.connection_id];
    },
    [[], null, null],
  ),
  row('R49', 'no effort divides nothing by zero', () => [roiOf(0.85, 0.2), roiOf(0.5, 0)], [4.25, 50]),
  row(
    'R50',
    'a kind of risk is one of those that are named',
    () => {
      const risk = { type: 'accuracy', severity: 'low', description: 'It may be wrong.', probability: 0.1, impact: 0.1 };
      return [RiskFactor.safeParse(risk).success, RiskFactor.safeParse({ ...risk, type: 'weather' }).success];
    },
    [true, false],
  ),
  row('R51', 'data is an object', async () => first({ run: () => Promise.resolve({ ...answer, structured_output: 7 as never }) }), [
    'OUTPUT_INVALID',
    'execution',
  ]),
  row(
    'R54d',
    'an example that does not say what it gives is refused',
    () => lintOf({ examples: [{ description: 'A call of it.', params: {} }] }),
    ['DL-0'],
  ),
];
