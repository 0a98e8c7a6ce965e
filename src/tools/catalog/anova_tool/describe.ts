import type { OneWay, TestFigures } from '../../../kernels/contract.ts';
import type { ToolWarning } from '../../contract/index.ts';
import type { ArtifactDraft } from '../../definition.ts';
import type { Analysis, Arguments } from './schema.ts';

/** The kernel's figures in the words of the contract. */

interface Named {
  readonly names: readonly string[];
  readonly rows: number;
  readonly missing: number;
  readonly infinite: number;
}

/** Absent instead of null. */
function defined<T extends Readonly<Record<string, number | null>>>(values: T): { [K in keyof T]?: number } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as { [K in keyof T]?: number };
}

const bounds = (interval: readonly [number, number] | null): { confidence_interval?: number[] } =>
  interval === null ? {} : { confidence_interval: [...interval] };

const judged = <Name extends string>(test: Name, { statistic, df, p, log10_p }: TestFigures) => ({
  test,
  df: [...df],
  ...defined({ statistic, p, log10_p }),
});

export function describeAnalysis(args: Arguments, analysis: OneWay, { names, rows, missing, infinite }: Named): Analysis {
  const { between, residual, classic } = analysis;
  const total = between.sum_sq + residual.sum_sq;
  const share = between.sum_sq / total;
  const omega = (between.sum_sq - between.df * residual.mean_sq) / (total + residual.mean_sq);
  return {
    design: args.design,
    sample_count: rows,
    rows_dropped: { missing, infinite },
    table: [
      {
        source: args.factors[0] ?? '',
        ...between,
        ...defined({ f: classic.statistic, p: classic.p, log10_p: classic.log10_p }),
        eta_sq: share,
        partial_eta_sq: share,
        omega_sq: omega,
      },
      { source: 'residual', ...residual },
    ],
    groups: analysis.groups.map(({ count, mean, sd, interval }, at) => ({
      group: names[at] ?? '',
      count,
      mean,
      ...defined({ sd }),
      ...bounds(interval),
    })),
    post_hoc: analysis.comparisons.map(({ method, a, b, difference, standard_error, interval, p }) => ({
      method,
      group_a: names[a] ?? '',
      group_b: names[b] ?? '',
      difference,
      // A group of one row has no spread of its own.
      ...defined({ standard_error: Number.isFinite(standard_error) ? standard_error : null, p }),
      ...bounds(interval),
    })),
    assumptions: [
      judged('levene', analysis.levene),
      judged('brown_forsythe', analysis.brown_forsythe),
      judged('bartlett', analysis.bartlett),
    ],
    alternatives: [...(args.welch ? [judged('welch', analysis.welch)] : []), judged('kruskal_wallis', analysis.kruskal_wallis)],
  };
}

export function warningsOf(args: Arguments, output: Analysis, compared: boolean): ToolWarning[] {
  const { missing, infinite } = output.rows_dropped;
  const single = output.groups.filter(({ count }) => count === 1).length;
  const spread = output.assumptions.find(({ test }) => test === 'brown_forsythe')?.p;
  return [
    ...(missing > 0
      ? [{ code: 'ROWS_INCOMPLETE', message: `${String(missing)} rows lack a response or group and were left out`, details: { missing } }]
      : []),
    ...(infinite > 0
      ? [
          {
            code: 'VALUES_INFINITE',
            message: `${String(infinite)} rows have an infinite response and were left out`,
            details: { infinite },
          },
        ]
      : []),
    ...(single > 0
      ? [
          {
            code: 'GROUP_OF_ONE',
            message: `${String(single)} groups have one row and no spread of their own: welch, bartlett and games_howell need two`,
            details: { groups: single },
          },
        ]
      : []),
    ...(output.table[0]?.f === undefined
      ? [{ code: 'NO_RESIDUAL', message: 'nothing varies within the groups: F has no value', field: 'arguments.response' }]
      : []),
    ...(spread !== undefined && spread < args.alpha
      ? [{ code: 'UNEQUAL_SPREADS', message: 'the groups differ in spread: prefer welch and games_howell', field: 'arguments.welch' }]
      : []),
    ...(!compared && args.post_hoc.length > 0
      ? [
          {
            code: 'POST_HOC_SKIPPED',
            message: `${String(output.groups.length)} groups are too many to compare in pairs; at most 20 are`,
            field: 'arguments.post_hoc',
          },
        ]
      : []),
  ];
}

export function tableOf({ groups }: Analysis): ArtifactDraft {
  const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = groups.map(({ group, count, mean, sd, confidence_interval: [low, high] = [] }) =>
    [cell(group), count, mean, sd ?? '', low ?? '', high ?? ''].map(String).join(','),
  );
  const csv = ['group,count,mean,sd,low,high', ...lines, ''].join('\r\n');
  return { name: 'anova_groups', mime_type: 'text/csv', bytes: new TextEncoder().encode(csv) };
}
