import { amount } from '../../../base/amount.ts';
import type { NextCall } from '../../contract/index.ts';
import type { Arguments, Figures, Summary } from './schema.ts';

const MOST_COMPARED = 20;

/** Suggests tests for what the figures show: a difference between groups, or a relation between columns; larger effect first. */
export function afterSummary(args: Arguments, output: Summary): NextCall[] {
  return [...compareGroups(args, output), ...fitLine(output)].sort((a, b) => b.benefit.share - a.benefit.share);
}

function compareGroups({ columns, group_by, time_bucket_ms }: Arguments, { groups, group_count }: Summary): NextCall[] {
  const [factor] = group_by;
  const comparable = groups.length >= 2 && groups.length === group_count && groups.length <= MOST_COMPARED;
  if (factor === undefined || group_by.length > 1 || time_bucket_ms !== undefined || !comparable) return [];
  const effects = columns
    .filter((name) => name !== factor)
    .map((name) => ({ name, ...effectOf(groups.flatMap(({ columns: own }) => own[name] ?? [])) }));
  const largest = effects.filter(({ rows, filled }) => filled >= 2 && rows > filled).sort((a, b) => b.share - a.share)[0];
  if (largest === undefined) return [];
  return [
    {
      tool: 'anova_tool',
      arguments: { response: largest.name, factors: [factor] },
      why: `Test whether the mean of ${largest.name} differs by ${factor}.`,
      expectedOutcome: `A test over ${amount(largest.filled, 'group')} of ${amount(largest.rows, 'row')}.`,
      benefit: { measure: 'spread_explained', share: largest.share },
    },
  ];
}

/** Share of the sum of squares that lies between groups, computed from counts, means and variances. */
function effectOf(groups: readonly Figures[]): { share: number; rows: number; filled: number } {
  const filled = groups.filter(({ count, mean }) => count > 0 && mean !== undefined);
  const rows = filled.reduce((sum, { count }) => sum + count, 0);
  const mean = filled.reduce((sum, each) => sum + each.count * each.mean!, 0) / Math.max(1, rows);
  const between = filled.reduce((sum, each) => sum + each.count * (each.mean! - mean) ** 2, 0);
  const within = filled.reduce((sum, { count, variance = 0 }) => sum + (count - 1) * variance, 0);
  return { share: between + within > 0 ? between / (between + within) : 0, rows, filled: filled.length };
}

function fitLine({ correlation }: Summary): NextCall[] {
  const pairs = correlation.filter(({ method, coefficient, count }) => method === 'pearson' && coefficient !== undefined && count > 2);
  const [strongest] = pairs.sort((a, b) => Math.abs(b.coefficient!) - Math.abs(a.coefficient!));
  if (strongest === undefined) return [];
  const { column_a, column_b, coefficient = 0, count } = strongest;
  return [
    {
      tool: 'statistical_regression_tool',
      arguments: { operation: 'linear_regression', target: column_a, features: [column_b] },
      why: `Fit ${column_a} to ${column_b}, the pair that goes together most.`,
      expectedOutcome: `A line over ${amount(count, 'row')}.`,
      benefit: { measure: 'spread_explained', share: Math.min(1, coefficient ** 2) },
    },
  ];
}
