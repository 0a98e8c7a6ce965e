/** What one actor may spend (S2-C9, S3-1.5). */
import type { ToolPolicy } from '../../../src/tools/contract/index.ts';
import { canonicalResult } from '../../../src/tools/contract/result-hash.ts';
import { bench, call, multiplier } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { codes, ran, tick, type Setting } from '../frame/runs.ts';

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
  row(
    'S2-C9 S3-1.5',
    'budgets of an actor: time of its tools and bytes of its results in all; each at its bound and one past it, and what is left bounds the next call',
    async () => {
      const spend = async (change: Partial<ToolPolicy['budgets']>, takes = 0) => {
        const base = multiplier();
        const run: typeof base.run = async (...given) => {
          made.clock.move(takes);
          await tick();
          return base.run(...given);
        };
        const made = bench([{ ...base, run }], budget(change));
        const out: string[] = [];
        for (const request_id of ['a', 'b', 'c']) out.push(codes(await made.runner.run(call({ request_id })))[0] ?? 'ok');
        return out;
      };
      const bytes = new TextEncoder().encode(canonicalResult((await ran()).result)).length;
      return [
        await spend({ maxTotalRuntimeMs: 800 }, 400),
        await spend({ maxTotalRuntimeMs: 799 }, 400),
        await spend({ maxTotalResultBytes: 2 * bytes }),
        await spend({ maxTotalResultBytes: bytes + 10 }),
      ];
    },
    [
      // A call that takes all that is left is stopped at its bound, like any other.
      ['ok', 'TIMEOUT', 'POLICY_DENIED'],
      ['ok', 'TIMEOUT', 'POLICY_DENIED'],
      ['ok', 'ok', 'POLICY_DENIED'],
      ['ok', 'RESULT_TOO_LARGE', 'POLICY_DENIED'],
    ],
  ),
  row(
    'S2-C9 S3-1.5',
    'what one actor spent is no other one’s',
    async () => {
      const { runner } = bench([multiplier()], {
        adjust: (policy) => {
          const profile = { ...policy, budgets: { ...policy.budgets, maxTotalResultBytes: 500 } };
          const { agents: _, format: __, version: ___, ...own } = profile;
          return { ...profile, agents: { helper: own } };
        },
      });
      const out = [];
      for (const [request_id, agent] of [['a'], ['b'], ['c', { id: 'helper', version: '1' }]] as const)
        out.push(codes(await runner.run(call({ request_id }), agent && { context: { agent } })));
      return out;
    },
    [[], ['POLICY_DENIED'], []],
  ),
];
