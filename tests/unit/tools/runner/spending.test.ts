import { describe, expect, it } from 'vitest';
import type { ToolPolicy, ToolResult } from '../../../../src/tools/contract/index.ts';
import { createBudgets } from '../../../../src/tools/runner/budgets.ts';
import { createCache } from '../../../../src/tools/runner/cache.ts';
import { createRateLimiter } from '../../../../src/tools/runner/rate-limit.ts';
import { bench, call, capture, lookup, multiplier, testClock } from '../../../support/tools.ts';

const codes = ({ errors }: ToolResult) => errors.map(({ code }) => code);
const changing = { effect: 'state_change', category: 'mutation' } as const;

describe('what a caller may spend', () => {
  const budgets = (more: object) => ({ maxRuntimeMs: 1, maxArgumentBytes: 1, maxResultBytes: 1, ...more }) as never;

  it('is counted per actor, in all and in a minute', () => {
    const clock = testClock();
    const spending = createBudgets(clock);
    const limited = budgets({ maxCalls: 3, maxCallsPerMinute: 2 });
    expect([spending.admit(limited, 'a', 0), spending.admit(limited, 'a', 0)]).toEqual([undefined, undefined]);
    clock.move(1000);
    expect(spending.admit(limited, 'a', 0)).toMatchObject({
      code: 'RATE_LIMITED',
      field: 'tool_name',
      message: 'the policy allows 2 calls in a minute; the next is possible in 59000 ms',
      details: { retry_after_ms: 59_000 },
    });
    expect(spending.admit(limited, 'b', 0)).toBeUndefined();
    clock.move(59_000);
    expect(spending.admit(limited, 'a', 0)).toBeUndefined();
    clock.move(120_000);
    expect(spending.admit(limited, 'a', 0)).toMatchObject({
      code: 'POLICY_DENIED',
      message: "the policy's budget of 3 calls is spent",
      field: 'tool_name',
    });
    expect(spending.admit(budgets({}), 'a', 1e9)).toBeUndefined();
  });

  it('has bounds for rows, time and bytes', () => {
    const spending = createBudgets(testClock());
    const limited = budgets({ maxRows: 10, maxTotalRuntimeMs: 5, maxTotalResultBytes: 7 });
    expect(spending.admit(limited, 'a', 10)).toBeUndefined();
    expect(spending.admit(limited, 'a', 11)).toMatchObject({
      code: 'POLICY_DENIED',
      field: 'capture_selection',
      details: { max_rows: 10, rows: 11 },
    });
    expect(spending.left(limited, 'a')).toEqual({ runtime_ms: 5, result_bytes: 7 });
    spending.spend('a', { runtime_ms: 3, result_bytes: 6 });
    spending.spend('a', { runtime_ms: 1, result_bytes: 0 });
    expect(spending.left(limited, 'a')).toEqual({ runtime_ms: 1, result_bytes: 1 });
    expect(spending.admit(limited, 'a', 0)).toBeUndefined();
    spending.spend('a', { runtime_ms: 9, result_bytes: 0 });
    expect(spending.admit(limited, 'a', 0)).toMatchObject({ message: "the policy's budget of 5 ms of work is spent", field: 'tool_name' });
    spending.spend('b', { runtime_ms: 0, result_bytes: 9 });
    expect(spending.admit(limited, 'b', 0)).toMatchObject({ message: "the policy's budget of 7 bytes of results is spent" });
    expect(spending.left(budgets({}), 'a')).toEqual({ runtime_ms: Infinity, result_bytes: Infinity });
  });

  it('is also bound by the tool, per actor', () => {
    const clock = testClock();
    const limiter = createRateLimiter(clock);
    const tool = { manifest: { name: 't', rateLimit: { maxCalls: 1, windowMs: 100 } } } as never;
    expect(limiter.admit(tool, 'a')).toBeUndefined();
    clock.move(40);
    expect(limiter.admit(tool, 'a')).toMatchObject({ code: 'RATE_LIMITED', field: 'tool_name', details: { retry_after_ms: 60 } });
    expect(limiter.admit(tool, 'b')).toBeUndefined();
    expect(limiter.admit({ manifest: { name: 'free' } } as never, 'a')).toBeUndefined();
    clock.move(60);
    expect(limiter.admit(tool, 'a')).toBeUndefined();
  });

  it('does not grow by answers that are kept: 64 of them, 32 million characters', () => {
    const clock = testClock();
    const cache = createCache(clock);
    const tool = (cacheTTL?: number) => ({ manifest: { cacheTTL } }) as never;
    const answer = {} as never;
    for (let at = 0; at < 65; at++) cache.put(`k${String(at)}`, tool(1), answer, 1);
    expect([cache.get('k0'), cache.get('k1'), cache.get('k64')]).toEqual([undefined, answer, answer]);
    cache.put('large', tool(1), answer, 32_000_000);
    expect([cache.get('k64'), cache.get('large')]).toEqual([undefined, answer]);
    cache.put('larger', tool(1), answer, 32_000_001);
    cache.put('never', tool(), answer, 1);
    expect([cache.get('larger'), cache.get('never'), cache.get('large')]).toEqual([undefined, undefined, answer]);
    cache.put('large', tool(1), answer, 5);
    cache.put('other', tool(1), answer, 31_000_000);
    expect(cache.get('large')).toBe(answer);
    clock.move(999);
    expect(cache.get('large')).toBe(answer);
    clock.move(1);
    expect(cache.get('large')).toBeUndefined();
  });
});

describe('what the runner hands out', () => {
  it('is the catalog of an actor, of which an unattended agent sees less', () => {
    const { runner } = bench([multiplier({ manifest: changing })], {
      adjust: ({ agents: _, ...policy }) => ({ ...policy, agents: { bot: policy } }),
    });
    expect(runner.catalog().map(({ name }) => name)).toEqual(['row_multiplier']);
    expect(runner.catalog({ id: 'bot', attended: true })).toHaveLength(1);
    expect(runner.catalog({ id: 'bot' })).toEqual([]);
    expect(runner.catalog({ id: 'stranger', attended: true })).toEqual([]);
    expect(runner.manifest('multiply-rows')?.name).toBe('row_multiplier');
    expect(runner.manifest('row_multiplier', '1.0.0')?.version).toBe('1.0.0');
    expect([runner.manifest('gone'), runner.manifest('row_multiplier', '9.0.0')]).toEqual([undefined, undefined]);
  });

  it('is one policy, which is replaced whole or not at all', () => {
    const { runner } = bench();
    const before = runner.policy();
    expect(() => runner.setPolicy({ ...before, allowedTools: 'all', budgets: 5 })).toThrow(/allowedTools.*; .*budgets/);
    expect(() => runner.setPolicy({ ...before, allowedTools: [() => 1] })).toThrow(/allowedTools/);
    expect(runner.policy()).toBe(before);
    runner.setPolicy({ ...before, allowedTools: [] });
    expect(runner.policy().allowedTools).toEqual([]);
    expect(Object.isFrozen(runner.policy())).toBe(true);
    expect(runner.manifest('row_multiplier')).toBeUndefined();
  });

  it('is told to every listener, also behind one that fails', async () => {
    const { runner, notes, events } = bench();
    runner.on('tool-result', () => {
      throw new Error('listener');
    });
    const seen: string[] = [];
    runner.on('audit', ({ entry }) => seen.push(entry.status));
    await runner.run(call({ tool_call_id: 'c-9' }));
    expect(seen).toEqual(['ok']);
    expect(notes).toContainEqual({
      traceId: expect.any(String) as string,
      tool_call_id: 'c-9',
      phase: 'failure',
      error: new Error('listener'),
    });
    expect(events.every((event) => Object.isFrozen(event))).toBe(true);
    expect(events[0]).toMatchObject({
      type: 'tool-start',
      phase: 'executing',
      arguments: { factor: 3, mode: 'plain' },
      tool_name: 'row_multiplier',
    });
    expect(runner.auditHead()).toBe(runner.audit()[0]?.hash);
  });

  it('runs read-only calls beside others only if both want it', async () => {
    const running = new Set<string>();
    const together: number[] = [];
    const tool = (more: object = {}) =>
      multiplier({
        manifest: more,
        run: async (_args, { request_id }) => {
          running.add(request_id);
          together.push(running.size);
          await new Promise((resolve) => setImmediate(resolve));
          running.delete(request_id);
          return {
            status: 'ok',
            summary: 'x',
            structured_output: { product: 1, labels: [] },
            warnings: [],
            confidence_inputs: { rows: 1 },
          };
        },
      });
    const most = async (beside: boolean, more: object = {}) => {
      together.length = 0;
      const { runner } = bench([tool(more)], { approve: () => Promise.resolve({ kind: 'approved', by: 'Ada' }) });
      await Promise.all(['a', 'b', 'c'].map((id) => runner.run(call({ request_id: id }), { beside, interactive: true })));
      return Math.max(...together);
    };
    expect(await most(true)).toBe(3);
    expect(await most(false)).toBe(1);
    expect(await most(true, changing)).toBe(1);
  });

  it('says of a draft what would stop it, and asks nobody', async () => {
    const { runner } = bench([multiplier({ manifest: changing })]);
    expect(await runner.validate(call())).toMatchObject({ valid: true });
    expect((await runner.validate(call(), { interactive: false })).errors).toMatchObject([{ code: 'POLICY_DENIED' }]);
    expect(await runner.validate('{')).toMatchObject({ valid: false, validators: { zod: false, ajv: false } });
    expect((await runner.validate(call({ timeout_ms: 1e6 }))).warnings).toMatchObject([{ code: 'TIMEOUT_CLAMPED' }]);
    expect(Object.isFrozen(await runner.validate(call()))).toBe(true);
  });

  it('keeps no answer that failed its own checks, and none of a fresh call', async () => {
    let runs = 0;
    const base = multiplier();
    const cached = multiplier({
      manifest: { cacheable: true, cacheTTL: 60 },
      run: (args, context, capabilities) => {
        runs += 1;
        return base.run(args, context, capabilities);
      },
      postconditions: [{ id: 'x', description: 'y', holds: () => runs > 1 }],
    });
    const { runner } = bench([cached]);
    const ask = (id: string, fresh = false) => runner.run(call({ request_id: id }), { fresh });
    expect(codes(await ask('a'))).toEqual(['OUTPUT_INVALID']);
    expect((await ask('b')).metadata.cached).toBe(false);
    expect((await ask('c')).metadata).toMatchObject({ cached: true });
    expect((await ask('c2')).metadata).not.toHaveProperty('toolTime');
    expect((await ask('d', true)).metadata.cached).toBe(false);
    expect(runs).toBe(3);
    const seen = lookup([capture()]);
    expect(seen.list()).toHaveLength(1);
  });

  it('suggests calls as this caller could send them, and notes what it cannot correct', async () => {
    const failing = bench([multiplier()], { corrections: () => Promise.reject(new Error('not loaded')) });
    expect(codes(await failing.runner.run(call({ arguments: {} })))).toEqual(['MISSING_REQUIRED_ARGUMENT']);
    expect(failing.notes).toContainEqual(expect.objectContaining({ phase: 'failure', error: new Error('not loaded') }));
    const seen: unknown[] = [];
    const correct = (source: unknown, _errors: unknown, facts: { catalog: readonly { name: string }[]; ids: { uuid(): string } }) => {
      seen.push([source, facts.catalog.map(({ name }) => name), facts.ids.uuid()]);
      throw new Error('rule');
    };
    const throwing = bench([multiplier()], { corrections: () => Promise.resolve(correct as never) });
    await throwing.runner.run(JSON.stringify(call({ arguments: {} })));
    expect(seen).toEqual([[JSON.stringify(call({ arguments: {} })), ['row_multiplier'], 'draft']]);
    expect(throwing.notes).toContainEqual(expect.objectContaining({ phase: 'failure', error: new Error('rule') }));
    const next = (more: object) => ({
      tool: 'row_multiplier',
      arguments: { factor: 1 },
      why: 'w',
      expectedOutcome: 'e',
      benefit: { measure: 'm', share: 1 },
      ...more,
    });
    const advising = (more: object) =>
      bench([
        multiplier({
          run: () =>
            Promise.resolve({
              status: 'ok',
              summary: 'x',
              structured_output: { product: 1, labels: [] },
              warnings: [],
              confidence_inputs: { rows: 1 },
              hints: { next: [next(more)] as never },
            }),
        }),
      ]);
    const good = await advising({}).runner.run(call());
    expect(good.agentHints.suggestedNextActions[0]?.data).toMatchObject({
      capture_selection: { capture_id: 'lab' },
      request_id: 'req-1.next-1',
    });
    const bad = advising({ arguments: { factor: 0 } });
    expect((await bad.runner.run(call())).agentHints.suggestedNextActions).toEqual([]);
    expect(bad.notes).toContainEqual(
      expect.objectContaining({ error: expect.objectContaining({ draft: expect.anything() as unknown }) as unknown }),
    );
  });

  it('suggests to an agent only what it may call, with the arguments and rows of the answered call', async () => {
    const outcome = (more: object) => ({
      status: 'ok',
      summary: 'x',
      structured_output: { product: 1, labels: [] },
      warnings: [],
      confidence_inputs: { rows: 1 },
      ...more,
    });
    const call2 = { tool: 'other_tool', arguments: { factor: 1 }, why: 'w', expectedOutcome: 'e', benefit: { measure: 'm', share: 1 } };
    const tools = (more: object) => [
      multiplier({ run: () => Promise.resolve(outcome(more)) } as never),
      multiplier({ manifest: { name: 'other_tool', kebab_name: 'other-tool' } }),
    ];
    const agents = {
      adjust: ({ agents: _, ...policy }: ToolPolicy) =>
        ({ ...policy, agents: { bot: { ...policy, allowedTools: ['row_multiplier'] } } }) as never,
    };
    const suggested = async (more: object, given: Record<string, unknown>, options = {}) =>
      (await bench(tools(more), agents).runner.run(given, options)).agentHints.suggestedNextActions.map(({ action, data }) => [
        action,
        data,
      ]);
    const next = { hints: { next: [call2] } };
    expect(await suggested(next, call())).toMatchObject([['other-tool', { arguments: { factor: 1 } }]]);
    expect(await suggested(next, call(), { context: { agent: { id: 'bot', version: '1' } } })).toEqual([]);
    const narrow = call({ capture_selection: { capture_id: 'lab', filter_expression: 'rssi > 0' } });
    expect(await suggested({ warnings: [{ code: 'EMPTY_SELECTION', message: 'x' }] }, narrow)).toMatchObject([
      ['multiply-rows', { arguments: { factor: 3, mode: 'plain' }, capture_selection: { capture_id: 'lab' } }],
    ]);
  });
});
