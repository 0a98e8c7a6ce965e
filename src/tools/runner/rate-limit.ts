import { toolError } from '../contract/errors.ts';
import type { ToolError } from '../contract/index.ts';
import type { Clock } from '../definition.ts';
import type { InstalledTool } from '../registry.ts';

/** Limits how often one actor may start one tool (S4-7.1): a sliding window per actor and tool, on this page only. */
export interface RateLimiter {
  /** Counts a call, or returns an error that tells when the next call is possible. */
  admit(tool: InstalledTool, actor: string): ToolError | undefined;
}

export function createRateLimiter(clock: Clock): RateLimiter {
  const starts = new Map<string, number[]>();
  return {
    admit({ manifest }, actor) {
      const limit = manifest.rateLimit;
      if (limit === undefined) return undefined;
      const key = `${actor} ${manifest.name}`;
      const now = clock.now();
      const recent = (starts.get(key) ?? []).filter((start) => now - start < limit.windowMs);
      starts.set(key, recent);
      if (recent.length < limit.maxCalls) {
        recent.push(now);
        return undefined;
      }
      const wait = limit.windowMs - (now - (recent[0] ?? now));
      const message = `${manifest.name}: expected at most ${String(limit.maxCalls)} calls in ${String(limit.windowMs)} ms, got one more; the next is possible in ${String(wait)} ms`;
      return toolError('RATE_LIMITED', message, ['tool_name'], { details: { retry_after_ms: wait } });
    },
  };
}
