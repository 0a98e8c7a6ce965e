import type { OneWay } from '../../../kernels/contract.ts';
import type { ToolCapabilities } from '../../definition.ts';
import type { Outcome } from './data.ts';
import { complete, failed, MOST_COMPARED, MOST_GROUPS, refused, tooFew, unusable } from './data.ts';
import { describeGroups, describePairs, judged, shares, spreadTests, tested } from './describe.ts';
import { outcome } from './outcome.ts';
import type { Analysis, Arguments } from './schema.ts';

/** Analysis of variance over the values of one column. */
export async function oneWay(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const { response, keys, missing, infinite } = await complete(args, args.factors, capabilities);
  const { ids, names } = keys[0] ?? { ids: new Uint32Array(0), names: [] };
  const count = names.length;
  const rows = response.length;
  if (count < 2) return tooFew('groups with a finite response', count, 2, 'factors');
  if (count > MOST_GROUPS) return failed(refused(['factors', 0], `at most ${String(MOST_GROUPS)} groups`, String(count)));
  if (rows <= count) return tooFew('complete rows for this many groups', rows, count + 1, 'response');
  const compared = count <= MOST_COMPARED;
  const analysis = await capabilities.kernels.oneWay(
    { response, groups: ids, count, alpha: args.alpha, post_hoc: compared ? [...new Set(args.post_hoc)] : [] },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const fault = unusable(args, analysis.between.sum_sq + analysis.residual.sum_sq);
  if (fault) return failed(fault);
  return outcome(args, described(args, analysis, names, { missing, infinite }), {
    selected: rows + missing + infinite,
    compared,
    warnings: [],
  });
}

function described(
  args: Arguments,
  analysis: OneWay,
  names: readonly string[],
  rows_dropped: Analysis['rows_dropped'],
): Omit<Analysis, 'verdict'> {
  const { between, residual, classic } = analysis;
  const groups = describeGroups(analysis.groups, names);
  const { p: spreads } = analysis.brown_forsythe;
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
    assumptions: spreadTests(analysis),
    alternatives: [...(args.welch || unequal ? [judged('welch', analysis.welch)] : []), judged('kruskal_wallis', analysis.kruskal_wallis)],
  };
}
