import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WorkbenchError } from '../../../../src/base/failure.ts';
import type { ToolPolicy, ToolResult } from '../../../../src/tools/contract/index.ts';
import type { AnyTool } from '../../../../src/tools/definition.ts';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { repair, type Repaired } from '../../../../src/tools/repair/repair.ts';
import { runPlan } from '../../../../src/tools/plan/plan.ts';
import type { RunOptions } from '../../../../src/tools/runner/ports.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { bench, call, capture, countingIds, lookup, multiplier } from '../../../support/tools.ts';

/** For every code two faults; each is really answered with the code, and the repaired call really runs. */
let workbench: NodeWorkbench;
const registry = createRegistry(catalog);
const ids = { uuid: () => crypto.randomUUID() };

beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.openFile('public/samples/chamber_four_phones.pcapng');
  const lines = Array.from(
    { length: 300 },
    (_, i) => `${String(1_700_000_000 + i)},${String(i % 7)},${String((i * 13) % 11)},${String(i % 5)},text`,
  );
  await workbench.open(new TextEncoder().encode(`time,snr,jitter,latency_ms,word\n${lines.join('\n')}\n`), 'lab.csv');
});
afterAll(() => workbench.close());

const regression = (more: object = {}, args: object = {}): Record<string, unknown> => ({
  tool_name: 'statistical_regression_tool',
  tool_version: '1.3.0',
  capture_selection: { capture_id: 'lab' },
  arguments: { operation: 'linear_regression', target: 'latency_ms', features: ['snr', 'jitter'], ...args },
  request_id: `r-${crypto.randomUUID()}`,
  timeout_ms: 30_000,
  ...more,
});
const query = (sql: string, more: object = {}): Record<string, unknown> =>
  regression({ tool_name: 'capture_query', tool_version: '1.2.0', arguments: { sql }, ...more });
const without = (record: Record<string, unknown>, key: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
const text = (record: unknown): string => JSON.stringify(record);
const chamber = (selectors: object): object => ({
  capture_selection: { capture_id: 'chamber_four_phones', selectors },
  tool_name: 'capture_overview',
  tool_version: '1.0.0',
  arguments: {},
});

const validation: [string, () => unknown][] = [
  ['INVALID_JSON', () => text(regression()).replace('}', ',}')],
  ['INVALID_JSON', () => text(regression()).replace('{', '{"tool_name":"statistical_regression_tool",')],
  ['UNKNOWN_TOOL', () => query('SELECT 1', { tool_name: 'capture_querry' })],
  ['UNKNOWN_TOOL', () => regression({ tool_name: 'statistical_regresion_tool', tool_version: '9.0.0' })],
  ['UNSUPPORTED_TOOL_VERSION', () => regression({ tool_version: '2.0.0' })],
  ['UNSUPPORTED_TOOL_VERSION', () => regression({ tool_version: '1.9.0' })],
  ['MISSING_REQUIRED_ARGUMENT', () => without(without(regression(), 'timeout_ms'), 'tool_version')],
  ['MISSING_REQUIRED_ARGUMENT', () => ({ tool_name: 'capture_overview' })],
  ['INVALID_TYPE', () => regression({ timeout_ms: '30000' }, { alpha: '0.1', features: 'snr' })],
  ['INVALID_TYPE', () => regression({}, { normalize: 'true', target: 7 })],
  ['INVALID_VALUE', () => regression({}, { alpha: 7, operation: 'linear_regresion' })],
  ['INVALID_VALUE', () => regression({}, { features: ['snrr', 'word'], target: 'latency' })],
  ['INVALID_VALUE', () => regression({}, { features: ['snr', 'snr'] })],
  ['UNKNOWN_ARGUMENT', () => regression({ extra: 1 }, { alfa: 0.1 })],
  ['UNKNOWN_ARGUMENT', () => regression({ capture_selection: { capture_id: 'lab', selector: {} } })],
  ['INVALID_CAPTURE_SELECTION', () => regression({ capture_selection: { capture_id: 'labb' } })],
  ['INVALID_CAPTURE_SELECTION', () => regression(chamber({ channels: ['37', '99'], filters: ['rsi > -90'] }))],
  ['INVALID_CAPTURE_SELECTION', () => query('SELECT * FROM chamber_four_phones')],
  ['INVALID_CAPTURE_SELECTION', () => regression({ capture_selection: { capture_id: 'lab', capture_ids: ['lab'] } })],
  ['UNSUPPORTED_TIME_RANGE', () => regression(chamber({ time_range: { start_ms: 0, end_ms: 99_999_999 } }))],
  ['UNSUPPORTED_TIME_RANGE', () => regression(chamber({ time_range: { start_ms: 5000, end_ms: 10 } }))],
  ['INSUFFICIENT_DATA', () => regression({ capture_selection: { capture_id: 'lab', selectors: { filters: ['snr > 100'] } } })],
  ['INSUFFICIENT_DATA', () => analyzer({ capture_id: 'chamber_four_phones', selectors: { filters: ['rssi > 100'] } })],
  [
    'PAYLOAD_TOO_LARGE',
    () => query('SELECT 1 AS a', { arguments: { sql: 'SELECT 1 AS a', columns: Array.from({ length: 256 }, () => 'ä'.repeat(256)) } }),
  ],
  [
    'PAYLOAD_TOO_LARGE',
    () =>
      regression({ capture_selection: { capture_id: 'lab', filter_expression: `snr > 0${' '.repeat(8000)}` }, pad: 'x'.repeat(66_000) }),
  ],
  ['TIMEOUT_BELOW_MINIMUM', () => regression({ timeout_ms: 1 })],
  ['TIMEOUT_BELOW_MINIMUM', () => query('SELECT 1', { timeout_ms: 0 })],
  ['SQL_ERROR', () => query('SELECT `snr` FROM lab')],
  ['SQL_ERROR', () => query('SELECT jiter FROM lab')],
];

function analyzer(capture_selection: object): Record<string, unknown> {
  const example = registry.get('bluetooth_address_analyzer')?.manifest.examples[0]?.params ?? {};
  return regression({
    tool_name: 'bluetooth_address_analyzer',
    tool_version: '1.4.0',
    arguments: example,
    capture_selection,
    timeout_ms: 120_000,
  });
}

describe('faults of the call', () => {
  test.each(validation)('%s (%#)', async (code, make) => {
    const wrong = make();
    const failed = await workbench.runner.run(wrong);
    expect(failed.errors.map((error) => error.code)).toContain(code);
    const fixed = mend(wrong, failed);
    expect(fixed.changes.at(-1)?.field).toBe('request_id');
    expect(fixed.changes.every((change) => change.why !== '')).toBe(true);
    const answer = await workbench.runner.run(fixed.invocation);
    // What runs unasked has no fault left; what has one waits for a person, or for the next answer of the engine.
    expect([answer.status !== 'error', fixed.determinable]).toEqual([fixed.determinable, fixed.determinable]);
    for (const proposal of fixed.proposals) {
      expect(proposal.changes.slice(0, -1).every((change) => change.class === proposal.class)).toBe(true);
      expect(proposal.why).not.toBe('');
    }
  });

  test('a text among the features of a regression may become a factor, if a person says so', async () => {
    const words = Array.from(
      { length: 60 },
      (_, i) => `${String(i % 7)},${String((i * 13) % 11)},${['red', 'green', 'blue'][i % 3] ?? ''},${String(i % 2 === 0)}`,
    );
    await workbench.open(new TextEncoder().encode(`snr,latency_ms,colour,on\n${words.join('\n')}\n`), 'paint.csv');
    const args = { features: ['snr', 'colour'], categorical: { snr: { coding: 'sum' } } };
    const wrong = regression({ capture_selection: { capture_id: 'paint' } }, args);
    const { determinable, changes, proposals } = mend(wrong, await workbench.runner.run(wrong));
    expect([determinable, changes.map(({ field }) => field)]).toEqual([false, ['request_id']]);
    const [first] = proposals;
    expect(first).toMatchObject({
      class: 'choice',
      why: 'colour is no number: each of its values gets a term beside the first, as a factor',
      invocation: { arguments: { features: ['snr', 'colour'], categorical: { snr: { coding: 'sum' }, colour: { coding: 'treatment' } } } },
    });
    const answer = await workbench.runner.run(first?.invocation);
    expect(answer.errors).toEqual([]);
    expect(Object.keys(answer.structured_output?.['coefficients'] ?? {})).toContain('colour[green]');
  });

  test('a request id used twice gets a new one', async () => {
    const wrong = query('SELECT 1');
    await workbench.runner.run(wrong);
    for (let round = 0; round < 2; round++) {
      const failed = await workbench.runner.run(wrong);
      expect(failed.errors.map((error) => error.code)).toEqual(['DUPLICATE_REQUEST_ID']);
      const fixed = mend(wrong, failed);
      expect(fixed.changes.map((change) => change.field)).toEqual(['request_id']);
      expect((await workbench.runner.run(fixed.invocation)).status).toBe('ok');
    }
  });
});

function mend(wrong: unknown, failed: ToolResult): Repaired {
  const fixed = repair(wrong, failed, { registry, catalog: workbench.runner.catalog(), captures: workbench.captures, ids });
  if (fixed === undefined) throw new Error(`no repair for ${failed.errors.map((error) => error.code).join()}`);
  return fixed;
}

/** Faults of the moment, of the policy and of tools, with tools made for it and a second tool that works. */
const second = multiplier({ manifest: { name: 'second_tool', kebab_name: 'run-second', permissions: [] }, requires: [] });
const broken = (change: Parameters<typeof multiplier>[0]): AnyTool =>
  multiplier({ ...change, manifest: { fallback: 'second_tool', ...change?.manifest } });
const rejecting = (error: Error) => broken({ run: () => Promise.reject(error) });
const answering = (structured_output: Readonly<Record<string, unknown>>) =>
  broken({
    run: () => Promise.resolve({ status: 'ok' as const, summary: 'x', structured_output, warnings: [], confidence_inputs: { rows: 1 } }),
  });
const failsOnce = (code: string, left = 2): AnyTool => {
  const good = multiplier();
  return broken({
    run: (args, context, capabilities) =>
      left-- > 0 ? Promise.reject(new WorkbenchError(code, 'x')) : good.run(args, context, capabilities),
  });
};

interface Scene {
  readonly code: string;
  readonly tool: AnyTool;
  readonly change?: Parameters<typeof bench>[1];
  readonly options?: RunOptions;
  readonly call?: Record<string, unknown>;
  /** Calls before, to use a window up. */
  readonly before?: number;
}
/** Faults of the moment: the same call may be sent again. */
const PASSING = new Set(['RATE_LIMITED', 'CANCELLED', 'SYSTEM_ERROR', 'DESTINATION_DENIED', 'WRITE_FAILED', 'DEPTH_LIMIT']);
const changing = { effect: 'state_change', category: 'mutation' } as const;
const aborted = AbortSignal.abort();
const scenes: Scene[] = [
  { code: 'POLICY_DENIED', tool: broken({}), change: { adjust: (policy) => ({ ...policy, allowedTools: ['second_tool'] }) } },
  { code: 'POLICY_DENIED', tool: broken({ manifest: changing }) },
  { code: 'APPROVAL_REJECTED', tool: broken({ manifest: changing }), options: { interactive: true } },
  {
    code: 'APPROVAL_REJECTED',
    tool: broken({ manifest: changing }),
    options: { interactive: true },
    change: { approve: () => Promise.resolve({ kind: 'rejected', by: 'Ada' }) },
  },
  { code: 'PERMISSION_DENIED', tool: broken({}), change: { adjust: (policy) => ({ ...policy, grants: [] }) } },
  {
    code: 'PERMISSION_DENIED',
    tool: broken({ manifest: { permissions: ['captures:read', 'other:read'] } }),
    change: { adjust: (policy) => ({ ...policy, grants: ['captures:read'] }) },
  },
  { code: 'MISSING_CONNECTION', tool: broken({ manifest: { requiresConnection: true } }) },
  { code: 'MISSING_CONNECTION', tool: broken({ manifest: { requiresConnection: true } }), options: { entry: 'page' } },
  {
    code: 'CONNECTION_DENIED',
    tool: broken({ manifest: { requiresConnection: true } }),
    options: { context: { connection_id: 'keys-1' } },
  },
  {
    code: 'CONNECTION_DENIED',
    tool: broken({ manifest: { requiresConnection: true } }),
    options: { context: { connection_id: 'keys-2' } },
    change: { adjust: (policy) => ({ ...policy, connections: ['keys-1'] }) },
  },
  { code: 'RATE_LIMITED', tool: broken({ manifest: { rateLimit: { maxCalls: 1, windowMs: 1000 } } }), before: 1 },
  { code: 'RATE_LIMITED', tool: broken({ manifest: { rateLimit: { maxCalls: 3, windowMs: 500 } } }), before: 3 },
  { code: 'CAPABILITY_UNAVAILABLE', tool: broken({ requires: ['kernels'] }) },
  { code: 'CAPABILITY_UNAVAILABLE', tool: broken({ requires: ['query', 'kernels'] }) },
  { code: 'CANCELLED', tool: broken({}), options: { signal: aborted } },
  { code: 'CANCELLED', tool: broken({ manifest: { cacheable: true, cacheTTL: 9 } }), options: { signal: aborted } },
  { code: 'EXECUTION_FAILED', tool: rejecting(new Error('x')) },
  { code: 'EXECUTION_FAILED', tool: rejecting(new TypeError('x')) },
  { code: 'SYSTEM_ERROR', tool: failsOnce('ENGINE_LOST') },
  { code: 'SYSTEM_ERROR', tool: failsOnce('WORKER_LOST') },
  ...['DESTINATION_DENIED', 'WRITE_FAILED'].flatMap((code) => [
    { code, tool: failsOnce(code, 1) },
    { code, tool: failsOnce(code, 1), options: { entry: 'page' } },
  ]),
  { code: 'OUTPUT_INVALID', tool: answering({}) },
  { code: 'OUTPUT_INVALID', tool: answering({ product: 'x', labels: [] }) },
  { code: 'REDACTION_FAILED', tool: broken({ redaction: { allow: [null as never] } }) },
  { code: 'REDACTION_FAILED', tool: broken({ redaction: { allow: ['product', 7 as never] } }) },
  { code: 'DEPTH_LIMIT', tool: broken({}), options: { depth: 2 } },
  { code: 'DEPTH_LIMIT', tool: broken({}), options: { depth: 9 } },
];

describe('faults of policy, of the moment and of tools', () => {
  test.each(scenes)('$code (%#)', async ({ code, tool, change, options, call: made, before = 0 }) => {
    const { runner, registry: installed, clock } = bench([tool, second], change);
    for (let n = 0; n < before; n++) await runner.run(call({ request_id: `before-${String(n)}` }), options);
    const wrong = made ?? call({ request_id: 'wrong' });
    const failed = await runner.run(wrong, options);
    expect(failed.errors.map((error) => error.code)).toEqual([code]);
    const fixed = repair(wrong, failed, {
      registry: installed,
      catalog: runner.catalog(),
      captures: lookup([capture()]),
      ids: countingIds(),
    });
    clock.move(Number(failed.errors[0]?.details?.['retry_after_ms'] ?? 0));
    // Another tool answers another question, and its arguments are not taken from examples.
    if (!PASSING.has(code)) {
      expect(fixed).toBeUndefined();
      return;
    }
    const answer = await runner.run(fixed?.invocation, { ...options, signal: undefined, depth: 0 });
    expect(answer.errors.map((error) => error.message)).toEqual([]);
  });

  test.each([
    ['more time', 1000],
    ['half the window', 60_000],
  ])('TIMEOUT asks for %s', async (_what, timeout_ms) => {
    const good = multiplier();
    const tool = broken({
      run: (args, context, capabilities) => {
        const range = capabilities.selection.time_range;
        const slow = context.timeout_ms < 5000 || (context.timeout_ms === 60_000 && (range?.end_ms ?? 0) - (range?.start_ms ?? 0) > 70_000);
        return slow ? new Promise(() => undefined) : good.run(args, context, capabilities);
      },
    });
    const { runner, registry: installed, clock } = bench([tool, second]);
    const wrong = call({ timeout_ms, capture_selection: { capture_ids: ['lab'], time_window: window } });
    const running = runner.run(wrong);
    await new Promise((resolve) => setImmediate(resolve));
    clock.move(timeout_ms);
    const failed = await running;
    expect(failed.errors.map((error) => error.code)).toEqual(['TIMEOUT']);
    const fixed = repair(wrong, failed, {
      registry: installed,
      catalog: runner.catalog(),
      captures: lookup([capture()]),
      ids: countingIds(),
    });
    // Less of the window is another question.
    expect(fixed?.determinable).toBe(timeout_ms === 1000);
    const [half] = fixed?.proposals ?? [];
    expect(half?.class).toBe(timeout_ms === 1000 ? undefined : 'loss');
    expect((await runner.run((half ?? fixed)?.invocation)).status).toBe('ok');
  });
});

const window = { start_ms: 1_700_000_000_000, end_ms: 1_700_000_120_000 };

test.each([
  ['RESULT_TOO_LARGE', { adjust: small(200) }],
  ['RESULT_TOO_LARGE', { adjust: small(100) }],
  ['OUT_OF_MEMORY', {}],
  ['OUT_OF_MEMORY', { captures: [capture({ capture_id: 'lab' })] }],
])('%s asks for fewer rows (%#)', async (code, change) => {
  const tool = broken({
    run: (_args, _context, { selection }) => {
      const wide = (selection.time_range?.end_ms ?? 0) - (selection.time_range?.start_ms ?? 0) > 70_000;
      if (wide && code === 'OUT_OF_MEMORY') return Promise.reject(new WorkbenchError(code, 'no memory'));
      const structured_output = { product: 1, labels: wide ? Array.from({ length: 50 }, () => 'label') : [] };
      return Promise.resolve({ status: 'ok' as const, summary: 'x', structured_output, warnings: [], confidence_inputs: { rows: 1 } });
    },
  });
  const { runner, registry: installed } = bench([tool, second], change);
  const wrong = call({ capture_selection: { capture_ids: ['lab'], time_window: window } });
  const failed = await runner.run(wrong);
  expect(failed.errors.map((error) => error.code)).toEqual([code]);
  const fixed = repair(wrong, failed, {
    registry: installed,
    catalog: runner.catalog(),
    captures: lookup([capture()]),
    ids: countingIds(),
  });
  const half = fixed?.proposals.find(({ class: kind }) => kind === 'loss');
  expect([fixed?.determinable, half?.class]).toEqual([false, 'loss']);
  const answer = await runner.run(half?.invocation, { repairs: half?.changes });
  expect([answer.status, answer.warnings[0]?.code]).toEqual(['ok', 'REQUEST_REDUCED']);
});

test.each([
  ['calls that the limit cut off', [{ factor: 3 }, { factor: 4 }, { factor: 5 }], 2],
  ['calls whose repair the limit cut off', [{ factor: '3' }, { factor: '4' }], 2],
])('STEP_LIMIT: %s run when they are asked again', async (_what, list, maxSteps) => {
  const { runner, registry: installed } = bench([multiplier(), second]);
  const parts = { runner, registry: installed, captures: lookup([capture()]), ids: countingIds() };
  const calls = list.map((args, at) => call({ request_id: `s-${String(at)}`, arguments: args }));
  const report = await runPlan(calls, { ...parts, maxSteps });
  expect(report.errors.map((error) => error.code)).toEqual(['STEP_LIMIT']);
  const left = calls.filter((_, at) => report.steps[at]?.result?.ok !== true);
  expect(left).not.toEqual([]);
  for (const wrong of left) {
    const own = report.steps.find((step) => step.invocation === wrong)?.report.errors ?? (await runner.validate(wrong)).errors;
    const fixed = repair(wrong, { status: 'error', errors: [...report.errors, ...own] }, { ...parts, catalog: runner.catalog() });
    expect((await runner.run(fixed?.invocation)).errors).toEqual([]);
  }
});

function small(maxResultBytes: number) {
  return (policy: ToolPolicy): ToolPolicy => ({ ...policy, budgets: { ...policy.budgets, maxResultBytes } });
}

test.each([
  [
    'by what it needs',
    [
      { id: 'a', invocation: call({ request_id: 'd-0', arguments: {} }) },
      { id: 'b', needs: ['a'], invocation: call({ request_id: 'd-1' }) },
    ],
  ],
  [
    'by a chain',
    [
      { id: 'a', invocation: call({ request_id: 'd-0', arguments: {} }) },
      { id: 'b', needs: ['a'], invocation: call({ request_id: 'd-1' }) },
      { id: 'c', needs: ['b'], invocation: call({ request_id: 'd-2' }) },
    ],
  ],
])('DEPENDENCY_FAILED: a step held up %s runs when it is asked again', async (_what, steps) => {
  const { runner, registry: installed } = bench([broken({ run: () => Promise.reject(new Error('x')) })]);
  const parts = { runner, registry: installed, captures: lookup([capture()]), ids: countingIds() };
  const report = await runPlan({ format: 'capture-workbench/plan', version: 1, steps }, parts);
  const held = report.steps.filter(({ state }) => state === 'skipped');
  expect(held.map(({ report: { errors } }) => errors.map((error) => error.code))).toEqual(steps.slice(1).map(() => ['DEPENDENCY_FAILED']));
  const { runner: whole } = bench([multiplier(), second]);
  for (const { invocation, report: verdict } of held) {
    const fixed = repair(invocation, { status: 'error', errors: verdict.errors }, { ...parts, catalog: whole.catalog() });
    expect((await whole.run(fixed?.invocation)).status).toBe('ok');
  }
});

test('what is right is left alone, and what is hopeless is not guessed at', async () => {
  const facts = { registry, catalog: [], captures: lookup([]), ids };
  expect(repair(query('SELECT 1'), { status: 'ok', errors: [] }, facts)).toBeUndefined();
  const failed = await workbench.runner.run('not json at all {{{');
  expect(repair('not json at all {{{', failed, facts)).toBeUndefined();
});

test('only what was wrong is changed', async () => {
  const wrong = regression({ capture_selection: { capture_id: 'labb' } });
  const fixed = mend(wrong, await workbench.runner.run(wrong));
  expect(fixed.changes.map((change) => change.field)).toEqual(['capture_selection.capture_id', 'request_id']);
  expect(fixed.invocation).toMatchObject({ arguments: wrong['arguments'], timeout_ms: 30_000 });
});
