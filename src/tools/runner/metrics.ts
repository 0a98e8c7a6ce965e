import type { ToolResult } from '../contract/index.ts';
import type { ToolMetrics } from './ports.ts';

/** Counts and times per tool, kept on this page only (S4-O.2). */
export function createMetrics(): { record(result: ToolResult): void; all(): readonly ToolMetrics[] } {
  const byTool = new Map<string, ToolMetrics>();
  return {
    record({ metadata, status }) {
      const old = byTool.get(metadata.toolName) ?? {
        tool_name: metadata.toolName,
        calls: 0,
        errors: 0,
        partial: 0,
        cache_hits: 0,
        total_ms: 0,
        max_ms: 0,
      };
      byTool.set(metadata.toolName, {
        ...old,
        calls: old.calls + 1,
        errors: old.errors + (status === 'error' ? 1 : 0),
        partial: old.partial + (status === 'partial' ? 1 : 0),
        cache_hits: old.cache_hits + (metadata.cached ? 1 : 0),
        total_ms: old.total_ms + metadata.executionTime,
        max_ms: Math.max(old.max_ms, metadata.executionTime),
      });
    },
    all: () => [...byTool.values()].sort((a, b) => (a.tool_name < b.tool_name ? -1 : 1)),
  };
}
