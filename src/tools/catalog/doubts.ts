/** What statistical tools say of rows that cannot decide, and of rows that were left out. */
import { amount } from '../../base/amount.ts';
import type { NextCall, ToolWarning } from '../contract/index.ts';

/** The risk of a verdict that is undecided; none without a doubt. `next` are the calls that are proposed, best first. */
export const risksOf = (doubt: string | undefined, next: readonly NextCall[]) =>
  doubt === undefined
    ? []
    : [
        {
          type: 'accuracy' as const,
          severity: 'high' as const,
          description: `Undecided: ${doubt}.`.slice(0, 500),
          probability: 0.8,
          impact: 0.6,
          mitigation: next[0]?.why ?? 'Collect rows of more independent units.',
        },
      ];

/** The warning about rows that were left out; none where there are none. */
export const leftOut = (rows: number, code: string, why: string): ToolWarning[] =>
  rows > 0 ? [{ code, message: `${amount(rows, 'row')} left out: ${why}`, details: { rows } }] : [];
