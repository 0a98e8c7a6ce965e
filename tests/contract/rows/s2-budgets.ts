import type { ToolPolicy } from '../../../src/tools/contract/index.ts';
import { bench, call, multiplier } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { codes, type Setting } from '../frame/runs.ts';

/** What one actor may spend (S2-C9, S3-1.5). */

const budget = (change: Partial<ToolPolicy['budgets']>): Setting => ({
  adjust: (policy) => ({ ...policy, budgets: { ...policy.budgets, ...change } }),
});

export const rows: readonly Row[] = [
  row(
    'S2-C9 S3-1.5',
    'budgets of an actor: calls in all, calls in a minute, rows of one call; each at its bound and one past it',
    async () => {
      const spend = async (change: Partial<ToolPolicy['budgets']>, pause: number) => {
        const { runner, clock } = bench([multiplier()], budget(change));
        const out = [];
        for (const request_id of ['a', 'b', 'c']) {
          out.push(codes(await runner.run(call({ request_id })))[0] ?? 'ok');
          clock.move(pause);
        }
        return out;
      };
      return [
        await spend({ maxCalls: 2 }, 100_000),
        await spend({ maxCallsPerMinute: 1 }, 30_000),
        await spend({ maxRows: 100 }, 0),
        await spend({ maxRows: 99 }, 0),
      ];
    },
    [
      ['ok', 'ok', 'POLICY_DENIED'],
      ['ok', 'RATE_LIMITED', 'ok'],
      ['ok', 'ok', 'ok'],
      ['POLICY_DENIED', 'POLICY_DENIED', 'POLICY_DENIED'],
    ],
  ),
];
