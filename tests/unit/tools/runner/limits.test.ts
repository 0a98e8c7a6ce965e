import { expect, test } from 'vitest';
import { createBudgets } from '../../../../src/tools/runner/budgets.ts';
import { createCache } from '../../../../src/tools/runner/cache.ts';
import { createRateLimiter } from '../../../../src/tools/runner/rate-limit.ts';
import { createRegistry, type InstalledTool } from '../../../../src/tools/registry.ts';
import type { AnyTool } from '../../../../src/tools/definition.ts';
import type { Answered } from '../../../../src/tools/runner/execute.ts';
import { compileAll, multiplier, testClock } from '../../../support/tools.ts';

/** What is counted: starts, rows, time, bytes, and answers that may be given again. */
const open = { maxRuntimeMs: 1000, maxArgumentBytes: 1000, maxResultBytes: 1000 };
const none = { runtime_ms: 0, result_bytes: 0 };

const installed = (manifest: Partial<AnyTool['manifest']>): InstalledTool => {
  const tool = multiplier({ manifest });
  return createRegistry([tool], compileAll([tool])).get(tool.manifest.name)!;
};

test('without bounds everything is admitted and nothing runs out', () => {
  const budgets = createBudgets(testClock());
  budgets.spend('a', { runtime_ms: 1e9, result_bytes: 1e9 });
  expect(budgets.admit(open, 'a', 1e12)).toBeUndefined();
  expect(budgets.left(open, 'a')).toEqual({ runtime_ms: Infinity, result_bytes: Infinity });
});

test('rows of one call: as many as allowed, not one more, and a refused call is no start', () => {
  const budgets = createBudgets(testClock());
  const bounds = { ...open, maxRows: 10, maxCalls: 1 };
  expect(budgets.admit(bounds, 'a', 11)).toMatchObject({
    code: 'POLICY_DENIED',
    field: 'capture_selection',
    details: { max_rows: 10, rows: 11 },
  });
  expect(budgets.admit(bounds, 'a', 10)).toBeUndefined();
});

test('starts in all are counted per actor', () => {
  const budgets = createBudgets(testClock());
  const bounds = { ...open, maxCalls: 2 };
  expect([budgets.admit(bounds, 'a', 0), budgets.admit(bounds, 'a', 0)]).toEqual([undefined, undefined]);
  expect(budgets.admit(bounds, 'a', 0)).toMatchObject({ code: 'POLICY_DENIED', field: 'tool_name' });
  expect(budgets.admit(bounds, 'a', 0)?.message).toContain('2 calls');
  expect(budgets.admit(bounds, 'b', 0)).toBeUndefined();
});

test('starts in a minute: the oldest of them says when the next is possible', () => {
  const clock = testClock();
  const budgets = createBudgets(clock);
  const bounds = { ...open, maxCallsPerMinute: 2 };
  budgets.admit(bounds, 'a', 0);
  clock.move(10_000);
  budgets.admit(bounds, 'a', 0);
  clock.move(10_000);
  expect(budgets.admit(bounds, 'a', 0)).toMatchObject({
    code: 'RATE_LIMITED',
    field: 'tool_name',
    details: { retry_after_ms: 40_000 },
  });
  clock.move(39_999);
  expect(budgets.admit(bounds, 'a', 0)).toMatchObject({ details: { retry_after_ms: 1 } });
  clock.move(1);
  expect(budgets.admit(bounds, 'a', 0)).toBeUndefined();
  expect(budgets.admit(bounds, 'a', 0)).toMatchObject({ details: { retry_after_ms: 10_000 } });
});

test('work and bytes are spent together with every call, and never fall below nothing', () => {
  const budgets = createBudgets(testClock());
  const bounds = { ...open, maxTotalRuntimeMs: 100, maxTotalResultBytes: 50 };
  budgets.spend('a', { runtime_ms: 60, result_bytes: 20 });
  budgets.spend('a', { runtime_ms: 39, result_bytes: 29 });
  expect(budgets.left(bounds, 'a')).toEqual({ runtime_ms: 1, result_bytes: 1 });
  expect(budgets.left(bounds, 'b')).toEqual({ runtime_ms: 100, result_bytes: 50 });
  expect(budgets.admit(bounds, 'a', 0)).toBeUndefined();
  budgets.spend('a', { ...none, runtime_ms: 5 });
  expect(budgets.left(bounds, 'a').runtime_ms).toBe(0);
  expect(budgets.admit(bounds, 'a', 0)?.message).toContain('100 ms of work');
  budgets.spend('b', { ...none, result_bytes: 70 });
  expect(budgets.left(bounds, 'b').result_bytes).toBe(0);
  expect(budgets.admit(bounds, 'b', 0)?.message).toContain('50 bytes of results');
});

test('a rate limit slides, per actor and tool, and a tool without one is never refused', () => {
  const clock = testClock();
  const limiter = createRateLimiter(clock);
  const tool = installed({ rateLimit: { maxCalls: 2, windowMs: 1000 } });
  expect(limiter.admit(tool, 'a')).toBeUndefined();
  clock.move(400);
  expect(limiter.admit(tool, 'a')).toBeUndefined();
  expect(limiter.admit(tool, 'b')).toBeUndefined();
  expect(limiter.admit(tool, 'a')).toMatchObject({ code: 'RATE_LIMITED', field: 'tool_name', details: { retry_after_ms: 600 } });
  clock.move(599);
  expect(limiter.admit(tool, 'a')).toMatchObject({ details: { retry_after_ms: 1 } });
  clock.move(1);
  expect(limiter.admit(tool, 'a')).toBeUndefined();
  // Refused attempts do not count; the second start is now the oldest.
  expect(limiter.admit(tool, 'a')).toMatchObject({ details: { retry_after_ms: 400 } });
  expect(limiter.admit(installed({ name: 'other_tool', rateLimit: { maxCalls: 1, windowMs: 1000 } }), 'a')).toBeUndefined();
  const free = installed({});
  for (let index = 0; index < 10; index++) expect(limiter.admit(free, 'a')).toBeUndefined();
});

const answer = { status: 'ok' } as unknown as Answered;
const cacheable = { cacheable: true, cacheTTL: 60 };

test('an answer is kept for the time that its tool says', () => {
  const clock = testClock();
  const cache = createCache(clock);
  cache.put('k', installed(cacheable), answer, 10);
  clock.move(59_999);
  expect(cache.get('k')).toBe(answer);
  expect(cache.get('other')).toBeUndefined();
  clock.move(1);
  expect(cache.get('k')).toBeUndefined();
});

test('answers of tools that may not be cached, and those beyond the bound, are not kept', () => {
  const cache = createCache(testClock());
  cache.put('off', installed({}), answer, 1);
  cache.put('large', installed(cacheable), answer, 32_000_001);
  for (const key of ['off', 'large']) expect(cache.get(key), key).toBeUndefined();
  cache.put('largest', installed(cacheable), answer, 32_000_000);
  expect(cache.get('largest')).toBe(answer);
});

test('the oldest answers leave when there are more than 64', () => {
  const cache = createCache(testClock());
  const tool = installed(cacheable);
  for (let index = 0; index < 64; index++) cache.put(`k${String(index)}`, tool, answer, 1);
  expect(cache.get('k0')).toBe(answer);
  // Put again, an answer is the newest.
  cache.put('k0', tool, answer, 1);
  cache.put('new', tool, answer, 1);
  expect(['k0', 'k1', 'k2', 'new'].map((key) => cache.get(key) !== undefined)).toEqual([true, false, true, true]);
});

test('the oldest answers leave when all together are too large; one that was replaced counts once', () => {
  const cache = createCache(testClock());
  const tool = installed(cacheable);
  for (let index = 0; index < 5; index++) cache.put('again', tool, answer, 16_000_000);
  cache.put('second', tool, answer, 16_000_000);
  expect([cache.get('again'), cache.get('second')]).toEqual([answer, answer]);
  cache.put('third', tool, answer, 1);
  expect(['again', 'second', 'third'].map((key) => cache.get(key) !== undefined)).toEqual([false, true, true]);
});
