import { toolError } from '../contract/errors.ts';
import type { PolicyProfile, ToolError } from '../contract/index.ts';
import type { Clock } from '../definition.ts';

/**
 * Limits what one actor may use on this page: calls in total and per minute, rows per call, total time and bytes (S2-C9, S3-1.5).
 * Concurrent calls are judged by what had been used when they started.
 */
export interface Budgets {
  /** Counts a call, or returns the error of an exhausted budget. `rows`: number of rows in the captures that the call reads. */
  admit(budgets: PolicyProfile['budgets'], actor: string, rows: number): ToolError | undefined;
  /** Returns what one more call may use; unlimited if the policy sets no limit. */
  left(budgets: PolicyProfile['budgets'], actor: string): Spent;
  /** Adds what a call has used, whether it succeeded or failed. */
  spend(actor: string, taken: Spent): void;
}

export interface Spent {
  readonly runtime_ms: number;
  readonly result_bytes: number;
}

const MINUTE_MS = 60_000;

export function createBudgets(clock: Clock): Budgets {
  const starts = new Map<string, { total: number; recent: number[] }>();
  const spending = new Map<string, Spent>();
  const left: Budgets['left'] = ({ maxTotalRuntimeMs = Infinity, maxTotalResultBytes = Infinity }, actor) => {
    const { runtime_ms, result_bytes } = spending.get(actor) ?? NOTHING;
    return { runtime_ms: Math.max(0, maxTotalRuntimeMs - runtime_ms), result_bytes: Math.max(0, maxTotalResultBytes - result_bytes) };
  };
  return {
    admit(budgets, actor, rows) {
      const { maxCalls, maxCallsPerMinute, maxRows, maxTotalRuntimeMs, maxTotalResultBytes } = budgets;
      const now = clock.now();
      const spent = starts.get(actor) ?? { total: 0, recent: [] };
      const recent = spent.recent.filter((start) => now - start < MINUTE_MS);
      starts.set(actor, { total: spent.total, recent });
      if (maxRows !== undefined && rows > maxRows) {
        const message = `the policy lets a call read ${String(maxRows)} rows, its captures have ${String(rows)}`;
        return toolError('POLICY_DENIED', message, ['capture_selection'], { details: { max_rows: maxRows, rows } });
      }
      if (maxCalls !== undefined && spent.total >= maxCalls) {
        return toolError('POLICY_DENIED', `the policy's budget of ${String(maxCalls)} calls is spent`, ['tool_name']);
      }
      const { runtime_ms, result_bytes } = left(budgets, actor);
      if (runtime_ms < 1) return spentUp('ms of work', maxTotalRuntimeMs);
      if (result_bytes < 1) return spentUp('bytes of results', maxTotalResultBytes);
      if (maxCallsPerMinute !== undefined && recent.length >= maxCallsPerMinute) {
        const wait = MINUTE_MS - (now - (recent[recent.length - maxCallsPerMinute] ?? now));
        const message = `the policy allows ${String(maxCallsPerMinute)} calls in a minute; the next is possible in ${String(wait)} ms`;
        return toolError('RATE_LIMITED', message, ['tool_name'], { details: { retry_after_ms: wait } });
      }
      starts.set(actor, { total: spent.total + 1, recent: [...recent, now] });
      return undefined;
    },
    left,
    spend(actor, taken) {
      const before = spending.get(actor) ?? NOTHING;
      spending.set(actor, {
        runtime_ms: before.runtime_ms + taken.runtime_ms,
        result_bytes: before.result_bytes + taken.result_bytes,
      });
    },
  };
}

const NOTHING: Spent = { runtime_ms: 0, result_bytes: 0 };

const spentUp = (what: string, most = 0): ToolError =>
  toolError('POLICY_DENIED', `the policy's budget of ${String(most)} ${what} is spent`, ['tool_name']);
