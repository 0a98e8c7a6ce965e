import type { ToolError } from '../../contract/index.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { columnFaults, type NamedColumn } from '../../numeric-columns.ts';
import { roundedIntegers } from '../../rounded-integers.ts';
import type { Outcome } from './data.ts';
import { failed, refused } from './data.ts';
import { oneWay } from './one-way.ts';
import { repeated } from './repeated.ts';
import type { Arguments } from './schema.ts';
import { twoWay } from './two-way.ts';

const DESIGNS = { one_way: oneWay, two_way: twoWay, repeated } as const;

/**
 * Analyses the variance of one column between the values of other columns.
 * @param dependent  whether rows may depend on each other; tool versions before 1.2 assume that they do not
 */
export async function run(args: Arguments, capabilities: ToolCapabilities, dependent = true): Promise<Outcome> {
  const named: NamedColumn[] = [
    { name: args.response, path: ['arguments', 'response'], kind: 'numeric' },
    ...args.factors.map((name, at) => ({ name, path: ['arguments', 'factors', at], kind: 'any' as const })),
    ...(args.cluster_by === undefined ? [] : [{ name: args.cluster_by, path: ['arguments', 'cluster_by'], kind: 'any' as const }]),
    ...(args.subject === undefined ? [] : [{ name: args.subject, path: ['arguments', 'subject'], kind: 'any' as const }]),
  ];
  const [fault, ...more] = [...unfit(args), ...columnFaults(named, capabilities.selection)];
  if (fault) return failed(fault, ...more);
  const outcome = await DESIGNS[args.design](args, capabilities, dependent);
  if (outcome.status === 'error') return outcome;
  const rounded = await roundedIntegers(capabilities, [{ name: args.response, field: 'arguments.response' }]);
  return { ...outcome, warnings: [...(outcome.warnings ?? []), ...rounded] };
}

/** Reports arguments that the chosen design does not use, and arguments that it lacks. */
function unfit({ design, factors, subject, cluster_by, ss_type, welch, post_hoc }: Arguments): ToolError[] {
  const wanted = design === 'two_way' ? 2 : 1;
  const only = (holds: boolean, path: readonly (string | number)[], expected: string, got: string): ToolError[] =>
    holds ? [] : [refused(path, expected, got)];
  const ranged = post_hoc.findIndex((method) => method === 'tukey_kramer' || method === 'games_howell');
  return [
    ...only(factors.length === wanted, ['factors'], `${String(wanted)} for design ${design}`, String(factors.length)),
    ...only(design !== 'repeated' || subject !== undefined, ['subject'], 'a column for design repeated', 'none'),
    ...only(design === 'repeated' || subject === undefined, ['subject'], `none for design ${design}`, JSON.stringify(subject)),
    ...only(design === 'two_way' || ss_type === undefined, ['ss_type'], `none for design ${design}`, JSON.stringify(ss_type)),
    ...only(design === 'one_way' || cluster_by === undefined, ['cluster_by'], `none for design ${design}`, JSON.stringify(cluster_by)),
    ...only(
      design !== 'one_way' || cluster_by === undefined || !factors.includes(cluster_by),
      ['cluster_by'],
      'a column other than the factor',
      JSON.stringify(cluster_by),
    ),
    ...only(design === 'one_way' || !welch, ['welch'], `false for design ${design}`, 'true'),
    ...only(
      design !== 'repeated' || ranged === -1,
      ['post_hoc', ranged],
      'holm or bonferroni for design repeated',
      JSON.stringify(post_hoc[ranged]),
    ),
  ];
}
