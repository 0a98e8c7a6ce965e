/** Converts figures of the statistics kernels to the names that the tool's result uses. */
import type { Comparison, GroupFigures, MeanSquare, OneWay, TestFigures } from '../../../kernels/contract.ts';
import type { ArtifactDraft } from '../../definition.ts';
import type { Analysis } from './schema.ts';
import type { RowEvidence } from './verdict.ts';

/** Copies a record without the members that are null. */
function defined<T extends Readonly<Record<string, number | null>>>(values: T): { [K in keyof T]?: number } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as { [K in keyof T]?: number };
}

const bounds = (interval: readonly [number, number] | null): { confidence_interval?: number[] } =>
  interval === null ? {} : { confidence_interval: [...interval] };

export const judged = <Name extends string>(test: Name, { statistic, df, p, log10_p }: TestFigures) => ({
  test,
  df: [...df],
  ...defined({ statistic, p, log10_p }),
});

export const tested = ({ statistic, p, log10_p }: TestFigures) => defined({ f: statistic, p, log10_p });

/**
 * The test of equal spreads that decides the verdict. It has no p if a group has fewer than three rows: two values are equally far from
 * their median, so pairs alone would make spreads seem to differ.
 */
export const spreadTest = ({ brown_forsythe, groups }: Pick<OneWay, 'brown_forsythe' | 'groups'>): TestFigures =>
  groups.every(({ count }) => count > 2) ? brown_forsythe : { ...brown_forsythe, statistic: null, p: null, log10_p: null };

export const spreadTests = (analysis: Pick<OneWay, 'levene' | 'brown_forsythe' | 'bartlett' | 'groups'>) => [
  judged('levene', analysis.levene),
  judged('brown_forsythe', spreadTest(analysis)),
  judged('bartlett', analysis.bartlett),
];

/**
 * Shares of the sum of squares about the grand mean (eta squared and omega squared).
 * @param others  mean square by which the total grows in omega squared: of the residual or, for repeated measures, of subjects
 */
export function shares({ df, sum_sq }: MeanSquare, residual: MeanSquare, total: number, others: number) {
  return {
    eta_sq: sum_sq / total,
    ...defined({ partial_eta_sq: sum_sq + residual.sum_sq > 0 ? sum_sq / (sum_sq + residual.sum_sq) : null }),
    omega_sq: (sum_sq - df * residual.mean_sq) / (total + others),
  };
}

export const describeGroups = (groups: readonly GroupFigures[], names: readonly string[]) =>
  groups.map(({ count, mean, sd, interval }, at) => ({ group: names[at] ?? '', count, mean, ...defined({ sd }), ...bounds(interval) }));

export const dependenceTests = (evidence: RowEvidence | null): Analysis['assumptions'] =>
  evidence === null
    ? []
    : [
        ...(evidence.sorted || evidence.ljung_box.lags === 0
          ? []
          : [{ test: 'ljung_box' as const, df: [evidence.ljung_box.lags], p: evidence.ljung_box.p }]),
        ...(evidence.clusters ? [{ test: 'clusters' as const, df: [evidence.clusters.count - 1], p: evidence.clusters.p }] : []),
      ];

export const describeDependence = ({ serial, effective, clusters, cluster }: RowEvidence): NonNullable<Analysis['dependence']> => ({
  first_correlation: Math.max(-1, Math.min(1, serial.first)),
  effective_rows: Math.max(0, effective),
  ...(clusters && cluster !== undefined && { cluster_by: cluster, clusters: clusters.count }),
});

export const describePairs = (comparisons: readonly Comparison[], names: readonly string[]): Analysis['post_hoc'] =>
  comparisons.map(({ method, a, b, difference, standard_error, interval, p }) => ({
    method,
    group_a: names[a] ?? '',
    group_b: names[b] ?? '',
    difference,
    // A group of one row has no spread of its own.
    ...defined({ standard_error: Number.isFinite(standard_error) ? standard_error : null, p }),
    ...bounds(interval),
  }));

export function tableOf({ groups }: Analysis): ArtifactDraft {
  const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = groups.map(({ group, count, mean, sd, confidence_interval: [low, high] = [] }) =>
    [cell(group), count, mean, sd ?? '', low ?? '', high ?? ''].map(String).join(','),
  );
  const csv = ['group,count,mean,sd,low,high', ...lines, ''].join('\r\n');
  return { name: 'anova_groups', mime_type: 'text/csv', bytes: new TextEncoder().encode(csv) };
}
