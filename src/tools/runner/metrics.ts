import type { ToolResult } from '../contract/index.ts';
import type { ToolMetrics } from './ports.ts';

/** Number of durations kept per tool to compute the median. */
const KEPT = 1000;

interface Tally {
  metrics: Omit<ToolMetrics, 'median_ms'>;
  /** Durations of the last calls in ms, oldest first. */
  readonly durations: number[];
  /** The same durations in ascending order, so that reading the median needs no sorting. */
  readonly sorted: number[];
}

/** Call counts and durations per tool, in memory only (S4-O.2). */
export function createMetrics(): { record(result: ToolResult): void; all(): readonly ToolMetrics[] } {
  const byTool = new Map<string, Tally>();
  return {
    record({ metadata, status, errors }) {
      const tally = byTool.get(metadata.toolName) ?? { metrics: nothing(metadata.toolName), durations: [], sorted: [] };
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
      remember(tally, metadata.executionTime);
      byTool.set(metadata.toolName, tally);
    },
    all: () =>
      [...byTool.values()]
        .map(({ metrics, sorted }) => ({ ...metrics, errors_by_code: { ...metrics.errors_by_code }, median_ms: median(sorted) }))
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

function remember({ durations, sorted }: Tally, duration: number): void {
  durations.push(duration);
  sorted.splice(placeOf(sorted, duration), 0, duration);
  const oldest = durations.length > KEPT ? durations.shift() : undefined;
  if (oldest !== undefined) sorted.splice(placeOf(sorted, oldest), 1);
}

/** Index of the first element of a sorted list that is at least `value`. */
function placeOf(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
