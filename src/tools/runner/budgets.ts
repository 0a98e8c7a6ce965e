import { toolError } from '../contract/errors.ts';
import type { PolicyProfile, ToolError } from '../contract/index.ts';
import type { Clock } from '../definition.ts';

/** What the policy lets one actor spend on this page: starts in all, starts in a minute, rows of one call (S2-C9, S3-1.5). */
export interface Budgets {
  /** Counts a start, or says which budget is spent. `rows`: of the captures that the call reads. */
  admit(budgets: PolicyProfile['budgets'], actor: string, rows: number): ToolError | undefined;
}

const MINUTE_MS = 60_000;

export function createBudgets(clock: Clock): Budgets {
  const starts = new Map<string, { total: number; recent: number[] }>();
  return {
    admit({ maxCalls, maxCallsPerMinute, maxRows }, actor, rows) {
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
      if (maxCallsPerMinute !== undefined && recent.length >= maxCallsPerMinute) {
        const wait = MINUTE_MS - (now - (recent[recent.length - maxCallsPerMinute] ?? now));
        const message = `the policy allows ${String(maxCallsPerMinute)} calls in a minute; the next is possible in ${String(wait)} ms`;
        return toolError('RATE_LIMITED', message, ['tool_name'], { details: { retry_after_ms: wait } });
      }
      starts.set(actor, { total: spent.total + 1, recent: [...recent, now] });
      return undefined;
    },
  };
}
