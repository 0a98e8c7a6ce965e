import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { createMetrics } from '../../../../src/tools/runner/metrics.ts';

const ended = (
  executionTime: number,
  more: { toolName?: string; cached?: boolean; status?: ToolResult['status']; codes?: string[] } = {},
) =>
  ({
    status: more.status ?? 'ok',
    errors: (more.codes ?? []).map((code) => ({ code })),
    metadata: { toolName: more.toolName ?? 'a', executionTime, cached: more.cached ?? false },
  }) as unknown as ToolResult;

test('calls, failures, answers from the cache and times are counted by tool', () => {
  const metrics = createMetrics();
  metrics.record(ended(5, { toolName: 'b' }));
  metrics.record(ended(10));
  metrics.record(ended(2, { cached: true }));
  metrics.record(ended(4, { status: 'partial', codes: ['INSUFFICIENT_DATA'] }));
  metrics.record(ended(0, { status: 'error', codes: ['TIMEOUT', 'TIMEOUT', 'CANCELLED'] }));
  metrics.record(ended(1, { status: 'error', codes: ['TIMEOUT'] }));
  expect(metrics.all()).toEqual([
    {
      tool_name: 'a',
      calls: 5,
      errors: 2,
      partial: 1,
      cache_hits: 1,
      total_ms: 17,
      max_ms: 10,
      median_ms: 2,
      errors_by_code: { TIMEOUT: 2, CANCELLED: 1 },
    },
    { tool_name: 'b', calls: 1, errors: 0, partial: 0, cache_hits: 0, total_ms: 5, max_ms: 5, median_ms: 5, errors_by_code: {} },
  ]);
});

test('what is handed out is a copy', () => {
  const metrics = createMetrics();
  metrics.record(ended(1, { status: 'error', codes: ['TIMEOUT'] }));
  const [first] = metrics.all();
  Object.assign(first?.errors_by_code ?? {}, { TIMEOUT: 9 });
  expect(metrics.all()[0]?.errors_by_code).toEqual({ TIMEOUT: 1 });
});

test('the median is that of the last thousand durations', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 1100, size: 'max' }), (durations) => {
      const metrics = createMetrics();
      for (const duration of durations) metrics.record(ended(duration));
      const last = durations.slice(-1000).sort((a, b) => a - b);
      const [low, high] = [last[Math.floor((last.length - 1) / 2)], last[Math.ceil((last.length - 1) / 2)]];
      expect(metrics.all()[0]?.median_ms).toBe(((low ?? 0) + (high ?? 0)) / 2);
    }),
    { numRuns: 30 },
  );
});
