/** Definition, handler, classes, limits, versions and context of a tool (S4 §1 … §4, §9). */
import { canonicalJson } from '../../../src/base/canonical.ts';
import { WorkbenchError } from '../../../src/base/failure.ts';
import { CaptureId, RequestId, ToolCallId } from '../../../src/tools/contract/identifiers.ts';
import type { ToolManifest } from '../../../src/tools/contract/index.ts';
import { ToolResult } from '../../../src/tools/contract/result.ts';
import { z } from '../../../src/tools/contract/zod.ts';
import type { ToolContext } from '../../../src/tools/definition.ts';
import { promisesBroken } from '../../../src/tools/lint/published.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { defaultTimeout } from '../../../src/tools/repair/facts.ts';
import { bench, call, capture, compileAll, multiplier } from '../../support/tools.ts';
import { callRow } from '../frame/calls.ts';
import { good, lintRow, manifests } from '../frame/lint.ts';
import { manifestRow } from '../frame/manifests.ts';
import { row, type Row } from '../frame/row.ts';
import { answering, changing, codes, ran, warns, type Tool } from '../frame/runs.ts';
import { sourceRow, uses } from '../frame/sources.ts';

/** The context that a tool is given by a call. */
async function contextOf(...[more, options]: [object?, Parameters<typeof ran>[3]?]): Promise<ToolContext | undefined> {
  let seen: ToolContext | undefined;
  const base = multiplier();
  await ran({ run: (args, context, capabilities) => ((seen = context), base.run(args, context, capabilities)) }, { ...more }, {}, options);
  return seen;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const rows: readonly Row[] = [
  manifestRow('S4-1.2 R47', { manifest: { description: 'x'.repeat(59) } }, 'description'),
  manifestRow('S4-1.2 R47', { manifest: { description: 'x'.repeat(501) } }, 'description'),
  row(
    'S4-1.2',
    'a description of 60 characters is long enough',
    () => createRegistry([]).validate(multiplier({ manifest: { description: 'x'.repeat(60) } })),
    [],
  ),
  lintRow('S4-1.4', 'a tool that shows no use of itself', { examples: [] }, 'DL-30'),
  row(
    'S4-1.4',
    'every tool of ours shows at least one use, in words',
    () => manifests.filter(({ examples }) => !examples.some(({ description }) => description.length >= 10)),
    [],
  ),
  manifestRow('S4-1.6', { requires: ['captures', 'clock'] }, 'clock:read'),
  manifestRow('S4-1.6', { manifest: { permissions: [] } }, 'captures:read'),
  manifestRow('S4-1.6', { requires: ['captures', 'resolver'] }, 'keyring:use'),
  row(
    'S4-1.6',
    'a tool that reaches for a capability which it does not declare finds nothing',
    async () => {
      const { result } = await ran({
        run: (_args, _context, { clock }) =>
          Promise.resolve({ status: 'ok', summary: String(clock.now()), structured_output: {}, warnings: [], confidence_inputs: {} }),
      });
      return codes(result);
    },
    ['EXECUTION_FAILED'],
  ),
  row(
    'S4-1.1 S4-G.1',
    'a tool that was published cannot be renamed, nor its schema changed under its number',
    () => {
      const published = manifests.map(({ name, version, input_schema, output_schema }) => ({ name, version, input_schema, output_schema }));
      const against = (change: (manifest: ToolManifest) => Partial<ToolManifest>): string[] =>
        promisesBroken(
          published,
          manifests.map((manifest) => ({ ...manifest, ...(manifest.name === good.name && change(manifest)) })),
        ).map(({ tool, pointer }) => `${tool} ${pointer}`);
      return [
        against(() => ({})),
        against(() => ({ name: 'other_name' })),
        against(() => ({ input_schema: { ...good.input_schema, properties: {} } })),
      ];
    },
    [[], [`${good.name}@${good.version} /name`], [`${good.name}@${good.version} /version`]],
  ),
  row(
    'S4-1.1',
    'the name in kebab-case is the tool',
    async () => (await ran({}, { tool_name: 'multiply-rows' })).result.metadata.toolName,
    'row_multiplier',
  ),
  row(
    'S4-2.1 S4-N.3',
    'no call reaches a tool but through its schema: the two validators both look, and one entry leads there',
    async () => {
      const { runner } = bench();
      const { validators } = await runner.validate(call({ arguments: { factor: 99 } }));
      return [validators, codes(await runner.run(call({ arguments: { factor: 99 } })))];
    },
    [{ zod: false, ajv: false }, ['INVALID_VALUE']],
  ),
  sourceRow(
    'S4-2.1 S4-N.3',
    'only the checking of calls leads to their execution',
    uses(/\bexecute\(/, 'src/tools', ['src/tools/runner/runner.ts', 'src/tools/runner/execute.ts']),
    ['src/tools/plan/plan.ts', 'await execute(tool, call, context, captures, parts, options);'],
  ),
  row(
    'S4-2.2',
    'ids have patterns of their own: captures, requests, calls',
    () => [
      ['lab', 'Lab', '2lab', 'a'.repeat(48), 'a'.repeat(49), '__proto__ '].map((id) => CaptureId.safeParse(id).success),
      [RequestId, ToolCallId].map((schema) =>
        ['r-1', 'r 1', '', 'x'.repeat(128), 'x'.repeat(129)].map((id) => schema.safeParse(id).success),
      ),
    ],
    [[true, false, false, true, false, false], Array.from({ length: 2 }, () => [true, false, false, true, false])],
  ),
  callRow('S4-2.3', { change: { 'arguments.factor': undefined }, expected: ['MISSING_REQUIRED_ARGUMENT arguments.factor'] }),
  row(
    'S4-3.1',
    'a tool’s function answers with a promise, the runner with the whole envelope',
    async () => {
      const { result } = await ran();
      return [['status', 'data', 'agentHints', 'metadata'].every((key) => Object.hasOwn(result, key)), result.status];
    },
    [true, 'ok'],
  ),
  row(
    'S4-3.2 S4-N.7',
    'asking twice changes nothing: captures, policy and catalog are what they were',
    async () => {
      const open = [capture()];
      const { runner } = bench([multiplier()], { captures: open });
      const state = () => canonicalJson([open, runner.policy(), runner.catalog().map(({ name }) => name)]);
      const before = state();
      const results = [await runner.run(call()), await runner.run(call({ request_id: 'b' }))];
      return [state() === before, results[0]?.metadata.result_hash === results[1]?.metadata.result_hash];
    },
    [true, true],
  ),
  row(
    'S4-3.3 S4-E.1 S4-N.5',
    'whatever a tool throws or answers, the promise is kept',
    async () => {
      const never = (value: unknown) => value as never;
      const thrown = [
        new Error('x'),
        new TypeError('x'),
        new WorkbenchError('NOBODY_KNOWS', 'x'),
        never('text'),
        never(null),
        never(undefined),
      ];
      const answers = [
        undefined,
        null,
        7,
        {},
        { status: 'ok' },
        { status: 'error', errors: [] },
        { status: 'error', errors: [{ code: 'no code' }] },
      ];
      const fails = (): never => {
        throw new Error('x');
      };
      const tools: Tool[] = [
        ...thrown.map((each: Error) => ({ run: () => Promise.reject(each) })),
        ...answers.map((each) => ({ run: () => Promise.resolve(never(each)) })),
        { run: fails },
        { ...answering({}), confidence: { method: 'test/throws@1', compute: fails } },
        { ...answering({}), postconditions: [{ id: 'throws', description: 'Never holds.', holds: fails }] },
      ];
      const results = await Promise.all(tools.map(async (tool) => (await ran(tool)).result));
      return [results.filter((result) => !ToolResult.safeParse(result).success).length, results.flatMap(codes)];
    },
    [
      0,
      [
        ...Array.from({ length: 6 }, () => 'EXECUTION_FAILED'),
        ...Array.from({ length: 7 }, () => 'OUTPUT_INVALID'),
        ...['EXECUTION_FAILED', 'OUTPUT_INVALID', 'OUTPUT_INVALID'],
      ],
    ],
  ),
  row(
    'S4-3.4 S4-O.1',
    'a call is in the audit, redacted, and in the debug log with start, inputs, cause and end',
    async () => {
      const { runner, notes } = await ran({ run: () => Promise.reject(new Error('at /home/x')) });
      const seen = notes as { phase: string; invocation?: unknown; error?: { stack?: string }; summary?: string }[];
      return [
        seen.map(({ phase }) => phase),
        (seen[0]?.invocation as { arguments?: unknown }).arguments,
        seen[1]?.error?.stack?.includes('/home/x'),
        seen[2]?.summary,
        /home/.test(JSON.stringify(runner.audit())),
      ];
    },
    [
      ['start', 'failure', 'end'],
      { factor: 3 },
      true,
      'The call failed: the tool failed inside; nothing was changed by it and nothing of its answer is kept',
      false,
    ],
  ),
  row(
    'S4-E.2 S4-O.3',
    'every line of every log carries the trace of its call, rejected ones too',
    async () => {
      const { runner, notes } = bench([multiplier({ run: () => Promise.reject(new Error('x')) })]);
      for (const each of [call(), call({ request_id: 'b', arguments: {} }), '{']) await runner.run(each);
      const traces = (notes as { traceId: string }[]).map((note) => note.traceId);
      return [
        traces.length,
        traces.every((id) => UUID.test(id)),
        runner.audit().every((line) => traces.includes(line.traceId)),
        new Set(traces).size,
      ];
    },
    [7, true, true, 3],
  ),
  row(
    'S4-4.1',
    'the category decides: what asks may be kept, what changes may not, and is not tried twice',
    () => {
      const reasons = (manifest: object): string[] => [...createRegistry([]).validate(multiplier({ manifest }))];
      return [
        reasons({ category: 'query', cacheable: true, cacheTTL: 1 }),
        reasons({ ...changing, cacheable: true, cacheTTL: 1 }).length > 0,
        reasons({ category: 'generation' }),
        reasons({ ...changing }),
      ];
    },
    [[], true, [], []],
  ),
  row(
    'S4-5.1',
    'the class of the response time sets how long a call usually may take, up to what the tool allows',
    () => {
      const usual = (responseTime: ToolManifest['responseTime'], max_timeout_ms: number) =>
        defaultTimeout({ ...good, responseTime, execution_constraints: { ...good.execution_constraints, max_timeout_ms } });
      return [usual('fast', 1e6), usual('medium', 1e6), usual('slow', 1e6), usual('slow', 500)];
    },
    [5000, 30_000, 120_000, 500],
  ),
  row(
    'S4-5.3',
    'a kept answer is given until its time is over',
    async () => {
      const { runner, clock } = bench([multiplier({ manifest: { cacheable: true, cacheTTL: 60 } })]);
      const at = async (request_id: string, ms: number) => (clock.move(ms), (await runner.run(call({ request_id }))).metadata.cached);
      return [await at('a', 0), await at('b', 59_999), await at('c', 1), await at('d', 59_999)];
    },
    [false, true, false, true],
  ),
  row(
    'S4-7.1',
    'one call more than allowed is refused until the window has moved on; another caller has a window of its own',
    async () => {
      const { runner, clock } = bench([multiplier({ manifest: { rateLimit: { maxCalls: 2, windowMs: 1000 } } })], {
        adjust: (policy) => ({
          ...policy,
          agents: {
            one: { allowedTools: policy.allowedTools, requireApprovalForEffects: [], grants: policy.grants, budgets: policy.budgets },
          },
        }),
      });
      const ask = async (request_id: string, options = {}) => codes(await runner.run(call({ request_id }), options));
      const out = [await ask('a'), await ask('b'), await ask('c'), await ask('d', { context: { agent: { id: 'one', version: '1' } } })];
      clock.move(1000);
      return [...out, await ask('e')];
    },
    [[], [], ['RATE_LIMITED'], [], []],
  ),
  row(
    'S4-8.1 S4-G.2',
    'a deprecated tool runs and says since when, what takes over, and until when',
    async () => {
      const deprecated = { since: '1.0.0', replacement: 'better_tool', removalDate: '2027-01-01', announcedOn: '2026-04-03' };
      const { result } = await ran({ manifest: { deprecated } });
      return [
        result.status,
        warns(result),
        result.warnings[0]?.details,
        ['1.0.0', 'better_tool', '2027-01-01'].every((word) => result.warnings[0]?.message.includes(word)),
      ];
    },
    ['ok', ['DEPRECATED_TOOL'], { since: '1.0.0', replacement: 'better_tool', removalDate: '2027-01-01' }, true],
  ),
  manifestRow(
    'S4-G.2',
    { manifest: { deprecated: { since: '1.0.0', replacement: 'x', removalDate: '2026-07-01', announcedOn: '2026-04-03' } } },
    '90 days',
  ),
  row(
    'S4-G.2',
    'ninety days to the day are enough',
    () =>
      createRegistry([]).validate(
        multiplier({
          manifest: { deprecated: { since: '1.0.0', replacement: 'x', removalDate: '2026-07-02', announcedOn: '2026-04-03' } },
        }),
      ),
    [],
  ),
  row(
    'S4-G.1',
    'beside an older minor, a required argument more needs a new major; an optional one a new minor',
    () => {
      const at = (version: string, extra: z.ZodType) => {
        const next = multiplier({ manifest: { version }, input: multiplier().input.extend({ extra }) });
        return createRegistry([multiplier()], compileAll([multiplier(), next])).validate(next).length;
      };
      const whole = z.int().min(1).max(9).describe('How many, unitless.');
      return [at('1.1.0', whole.optional()), at('1.0.1', whole.optional()), at('1.1.0', whole), at('2.0.0', whole)].map(
        (count) => count > 0,
      );
    },
    [false, true, true, false],
  ),
  row(
    'S4-G.3',
    'a second major has a name of its own, and the first still answers to its version',
    async () => {
      const { runner } = bench([multiplier(), multiplier({ manifest: { version: '2.0.0' } })]);
      const ask = async (tool_name: string, tool_version: string) =>
        (await runner.run(call({ tool_name, tool_version, request_id: `${tool_name}-${tool_version}` }))).metadata.toolVersion;
      return [
        await ask('row_multiplier_v2', '2.0.0'),
        await ask('multiply-rows-v2', '2.0.0'),
        await ask('row_multiplier', '1.0.0'),
        await ask('row_multiplier', '2.0.0'),
      ];
    },
    ['2.0.0', '2.0.0', '1.0.0', '2.0.0'],
  ),

  row(
    'S4-X.1',
    'the context names no user and has one session; both keys are always there',
    async () => {
      const context = await contextOf();
      return [context?.userId, context?.sessionId];
    },
    [null, 'session-1'],
  ),
  row(
    'S4-X.2',
    'ids that nobody gave are made, of the right form, and echoed',
    async () => {
      const given = await contextOf({}, { context: { traceId: 'not a uuid' } });
      const { result } = await ran();
      return [
        UUID.test(given?.traceId ?? ''),
        UUID.test(given?.correlationId ?? ''),
        given?.traceId !== given?.correlationId,
        UUID.test(result.metadata.traceId),
      ];
    },
    [true, true, true, true],
  ),
  row(
    'S4-X.3',
    'the audit names the program that called and its version: a door, or an agent',
    async () => {
      const of = async (options: Parameters<typeof ran>[3]) => {
        const [line] = (await ran({}, {}, {}, options)).runner.audit();
        return [line?.agentId, line?.agentVersion];
      };
      return [await of({}), await of({ entry: 'page' }), await of({ context: { agent: { id: 'scout', version: '3.1' } } })];
    },
    [
      ['console', '0.1.0'],
      ['page', '0.1.0'],
      ['scout', '3.1'],
    ],
  ),
  row(
    'S4-X.4',
    'the context says when the request was made, in UTC',
    async () => (await contextOf())?.timestamp,
    '2026-04-03T08:00:00.000Z',
  ),
];
