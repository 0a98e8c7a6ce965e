import type { OneWay } from '../../../kernels/contract.ts';
import type { ToolCapabilities } from '../../definition.ts';
import type { Outcome } from './data.ts';
import { clusterColumn } from '../../cluster-column.ts';
import { isSorted } from '../dependent-rows.ts';
import { complete, failed, MOST_COMPARED, MOST_GROUPS, refused, tooFew, unusable } from './data.ts';
import {
  dependenceTests,
  describeDependence,
  describeGroups,
  describePairs,
  judged,
  shares,
  spreadTest,
  spreadTests,
  tested,
} from './describe.ts';
import { outcome } from './outcome.ts';
import type { Analysis, Arguments } from './schema.ts';
import type { RowEvidence } from './verdict.ts';

/**
 * Analyses the variance of a response between the groups that the values of one column form.
 * @param dependent  whether rows may depend on each other; tool versions before 1.2 assume that they do not
 */
export async function oneWay(args: Arguments, capabilities: ToolCapabilities, dependent: boolean): Promise<Outcome> {
  const named = dependent ? clusterColumn(args.cluster_by, capabilities.selection)?.column : undefined;
  // The column of addresses cannot name clusters if it already forms the groups.
  const cluster = named === args.factors[0] ? undefined : named;
  const { response, keys, clusters, missing, infinite } = await complete(args, args.factors, capabilities, cluster);
  const { ids, names } = keys[0] ?? { ids: new Uint32Array(0), names: [] };
  const count = names.length;
  const rows = response.length;
  if (count < 2) return tooFew('groups with a finite response', count, 2, 'factors');
  if (count > MOST_GROUPS) return failed(refused(['factors', 0], `at most ${String(MOST_GROUPS)} groups`, String(count)));
  if (rows <= count) return tooFew('complete rows for this many groups', rows, count + 1, 'response');
  const compared = count <= MOST_COMPARED;
  // Compute this first, because the memory of the rows is then transferred to the kernel's threads.
  const sorted = dependent && isSorted(response, ids);
  const analysis = await capabilities.kernels.oneWay(
    {
      ...{ response, groups: ids, count, alpha: args.alpha, post_hoc: compared ? [...new Set(args.post_hoc)] : [] },
      ...(dependent && { dependence: { clusters } }),
    },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const fault = unusable(args, analysis.between.sum_sq + analysis.residual.sum_sq);
  if (fault) return failed(fault);
  const evidence = analysis.dependence && { ...analysis.dependence, sorted, cluster };
  return outcome(args, described(args, analysis, names, { missing, infinite }, evidence), {
    selected: rows + missing + infinite,
    compared,
    warnings: [],
    evidence,
  });
}

export function described(
  args: Arguments,
  analysis: OneWay,
  names: readonly string[],
  rows_dropped: Analysis['rows_dropped'],
  evidence: RowEvidence | null,
): Omit<Analysis, 'verdict'> {
  const { between, residual, classic } = analysis;
  const groups = describeGroups(analysis.groups, names);
  const { p: spreads } = spreadTest(analysis);
  const unequal = spreads !== null && spreads < args.alpha;
  return {
    design: args.design,
    sample_count: groups.reduce((sum, { count }) => sum + count, 0),
    rows_dropped,
    table: [
      {
        source: args.factors[0] ?? '',
        ...between,
        ...tested(classic),
        ...shares(between, residual, between.sum_sq + residual.sum_sq, residual.mean_sq),
      },
      { source: 'residual', ...residual },
    ],
    groups,
    post_hoc: describePairs(analysis.comparisons, names),
    assumptions: [...spreadTests(analysis), ...dependenceTests(evidence)],
    alternatives: [
      ...(args.welch || unequal ? [judged('welch', analysis.welch)] : []),
      judged('kruskal_wallis', analysis.kruskal_wallis),
      ...(evidence ? [judged('hac', evidence.hac.test)] : []),
      ...(evidence?.clusters ? [judged('cluster', evidence.clusters.test)] : []),
    ],
    ...(evidence && { dependence: describeDependence(evidence) }),
  };
}
