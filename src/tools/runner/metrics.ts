import type { ToolResult } from '../contract/index.ts';
import type { ToolMetrics } from './ports.ts';

/** Durations kept per tool for the median. */
const KEPT = 1000;

interface Tally {
  metrics: Omit<ToolMetrics, 'median_ms'>;
  /** ms, oldest first. */
  readonly durations: number[];
}

/** Counts and times per tool, kept on this page only (S4-O.2). */
export function createMetrics(): { record(result: ToolResult): void; all(): readonly ToolMetrics[] } {
  const byTool = new Map<string, Tally>();
  return {
    record({ metadata, status, errors }) {
      const tally = byTool.get(metadata.toolName) ?? { metrics: nothing(metadata.toolName), durations: [] };
      const old = tally.metrics;
      const codes = status === 'error' ? [...new Set(errors.map((error) => error.code))] : [];
      tally.metrics = {
        ...old,
        calls: old.calls + 1,
        errors: old.errors + (status === 'error' ? 1 : 0),
        partial: old.partial + (status === 'partial' ? 1 : 0),
        cache_hits: old.cache_hits + (metadata.cached ? 1 : 0),
        total_ms: old.total_ms + metadata.executionTime,
        max_ms: Math.max(old.max_ms, metadata.executionTime),
        errors_by_code: { ...old.errors_by_code, ...Object.fromEntries(codes.map((code) => [code, (old.errors_by_code[code] ?? 0) + 1])) },
      };
      tally.durations.push(metadata.executionTime);
      if (tally.durations.length > KEPT) tally.durations.shift();
      byTool.set(metadata.toolName, tally);
    },
    all: () =>
      [...byTool.values()]
        .map(({ metrics, durations }) => ({ ...metrics, median_ms: median(durations) }))
        .sort((a, b) => (a.tool_name < b.tool_name ? -1 : 1)),
  };
}

const nothing = (tool_name: string): Tally['metrics'] => ({
  tool_name,
  calls: 0,
  errors: 0,
  partial: 0,
  cache_hits: 0,
  total_ms: 0,
  max_ms: 0,
  errors_by_code: {},
});

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
