/** Texts of the statistical tools for rows that cannot decide a question, and for rows that were left out. */
import { amount } from '../../base/amount.ts';
import type { NextCall, ToolWarning } from '../contract/index.ts';

/** The risk to report if a verdict is undecided; empty if there is no doubt. `next`: the suggested calls, best first. */
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

/** A warning about rows that were left out; empty if there are none. */
export const leftOut = (rows: number, code: string, why: string): ToolWarning[] =>
  rows > 0 ? [{ code, message: `${amount(rows, 'row')} left out: ${why}`, details: { rows } }] : [];
