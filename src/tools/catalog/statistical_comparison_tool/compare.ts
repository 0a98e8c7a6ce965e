/** Computes every figure of a comparison, and the facts from which the verdict is made. */
import type { CountsCompared, NumbersCompared, RowDependence } from '../../../kernels/contract.ts';
import type { ToolError } from '../../contract/index.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { isSorted } from '../dependent-rows.ts';
import { refused, type Rows } from './data.ts';
import type { Arguments, Comparison } from './schema.ts';
import { figuresOf, type Evidence, type Judged } from './verdict.ts';

type Figures = Omit<Comparison, 'verdict' | 'reversal'>;
export type Computing = Pick<ToolCapabilities, 'kernels' | 'signal' | 'progress'>;

/** Whether to compute each of the costly figures. */
export interface Costs {
  readonly permute: boolean;
  readonly effects: boolean;
}

export const compareRows = async (
  args: Arguments,
  rows: Rows,
  capabilities: Computing,
  costs: Costs = { permute: true, effects: true },
): Promise<Found | ToolError> =>
  rows.numbers ? numbersOf(args, rows, rows.numbers, capabilities, costs) : countsOf(args, rows, capabilities);

export interface Found {
  readonly figures: Figures;
  readonly evidence: Omit<Evidence, 'reversal'>;
}

async function numbersOf(
  args: Arguments,
  rows: Rows,
  values: Float64Array,
  capabilities: Computing,
  costs: Costs,
): Promise<Found | ToolError> {
  const two = args.design === 'two_sample';
  const sizes = sizesOf(rows, two ? 2 : 1);
  const compared = await capabilities.kernels.compareNumbers(
    {
      values,
      groups: two ? rows.group : null,
      clusters: rows.clusters,
      null_value: args.value ?? 0,
      margin: args.margin ?? null,
      alpha: args.alpha,
      permute: costs.permute,
      effects: costs.effects,
    },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const broken = compared.samples.findIndex(({ mean, sd }) => !Number.isFinite(mean) || (sd === null && sizes.some((size) => size > 1)));
  if (broken >= 0 && compared.samples[broken]!.count > 1)
    return refused(
      ['response'],
      'a column that varies within the range of a double',
      `${JSON.stringify(args.response)}, whose squares leave it`,
    );
  const sorted = isSorted(values, rows.group);
  return {
    figures: {
      ...shared(args, rows, compared.dependence),
      groups: compared.samples.map(({ count, mean, sd, median, interval }, at) => ({
        ...{ group: rows.groups[at] ?? '', count, mean, median },
        ...(sd !== null && { sd }),
        ...(interval && { confidence_interval: [...interval] }),
      })),
      tests: compared.tests.map(testOf),
      effects: effectsOf(compared.tests),
      assumptions: [...normality(compared, rows), ...spreads(compared), ...dependence(compared.dependence, sorted)],
    },
    evidence: {
      ...{ rows, sizes, tests: compared.tests, dependence: compared.dependence },
      ...{ sorted, numbers: compared, counts: null },
    },
  };
}

async function countsOf(args: Arguments, rows: Rows, capabilities: Computing): Promise<Found> {
  const groups = args.design === 'one_proportion' ? 1 : rows.groups.length;
  const columns = rows.categories.length;
  const compared = await capabilities.kernels.compareCounts(
    {
      ...{ row: rows.group, column: rows.category, rows: groups, columns, clusters: rows.clusters, alpha: args.alpha, permute: true },
      null_share: groups === 1 ? (args.value ?? 0.5) : null,
    },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const sizes = sizesOf(rows, groups);
  const sorted = isSorted(Float64Array.from(rows.category), rows.group);
  const { shares, expected, odds_ratio: odds, cramers_v: v, difference } = compared;
  return {
    figures: {
      ...shared(args, rows, compared.dependence),
      groups: rows.groups.map((group, at) => ({
        ...{ group, count: sizes[at] ?? 0 },
        ...(shares[at] && { share: shares[at].value, ...(shares[at].interval && { confidence_interval: [...shares[at].interval] }) }),
      })),
      tests: compared.tests.map(testOf),
      effects: [
        ...(v ? [{ measure: 'cramers_v' as const, value: v.value, ...(v.interval && { confidence_interval: [...v.interval] }) }] : []),
        ...(difference
          ? [{ measure: 'share_difference' as const, value: difference.value, confidence_interval: [...difference.interval!] }]
          : []),
        ...(odds && odds.value !== null
          ? [
              {
                ...{ measure: 'odds_ratio' as const, value: odds.value },
                ...(odds.interval.every((bound) => bound !== null) && { confidence_interval: odds.interval as unknown as number[] }),
              },
            ]
          : []),
      ],
      table: {
        ...{ rows: [...rows.groups], columns: [...rows.categories] },
        counts: Array.from({ length: groups }, (_, row) => Array.from(compared.counts.subarray(row * columns, (row + 1) * columns))),
        ...(expected && { least_expected: Math.min(...expected) }),
      },
      assumptions: dependence(compared.dependence, sorted),
    },
    evidence: {
      ...{ rows, sizes, tests: compared.tests, dependence: compared.dependence },
      ...{ sorted, numbers: null, counts: compared },
    },
  };
}

const sizesOf = ({ group }: Rows, count: number): number[] => {
  const sizes = new Array<number>(count).fill(0);
  for (const own of group) sizes[own]!++;
  return sizes;
};

function shared(
  args: Arguments,
  rows: Rows,
  own: RowDependence | null,
): Pick<Figures, 'design' | 'sample_count' | 'rows_dropped' | 'dependence'> {
  return {
    ...{ design: args.design, sample_count: rows.group.length, rows_dropped: rows.dropped },
    ...(own && {
      dependence: {
        first_correlation: Math.max(-1, Math.min(1, own.serial.first)),
        effective_rows: Math.max(0, own.effective),
        ...(own.clusters &&
          rows.cluster && {
            ...{ cluster_by: rows.cluster.column, clusters: own.clusters.count },
            ...(own.clusters.by_sample.length > 1 && { clusters_in_both: own.clusters.shared }),
          }),
      },
    }),
  };
}

const testOf = (own: Judged): Comparison['tests'][number] => ({ test: own.test, method: own.method, ...figuresOf(own) });

/** Effect sizes from tests that assume independent rows: of means without assuming equal spreads, and of ranks. */
function effectsOf(tests: NumbersCompared['tests']): Comparison['effects'] {
  const of = (names: readonly string[], measure: Comparison['effects'][number]['measure']): Comparison['effects'] => {
    const found = tests.find(({ test, effect }) => names.includes(test) && effect !== null)?.effect;
    return found ? [{ measure, value: found.value, ...(found.interval && { confidence_interval: [...found.interval] }) }] : [];
  };
  return [...of(['student'], 'hedges_g'), ...of(['mann_whitney', 'wilcoxon'], 'rank_biserial')];
}

const normality = ({ samples }: NumbersCompared, { groups }: Rows): Comparison['assumptions'] =>
  samples.flatMap(({ normality: own }, at) =>
    own === null
      ? []
      : [
          {
            test: 'shapiro_wilk',
            group: groups[at] ?? '',
            ...(own.statistic !== null && { statistic: own.statistic }),
            ...(own.p !== null && { p: own.p }),
          },
        ],
  );

const spreads = ({ spreads: own }: NumbersCompared): Comparison['assumptions'] =>
  own === null || own.statistic === null ? [] : [{ test: 'brown_forsythe', statistic: own.statistic, ...(own.p !== null && { p: own.p }) }];

const dependence = (own: CountsCompared['dependence'], sorted: boolean): Comparison['assumptions'] =>
  own === null
    ? []
    : [
        ...(sorted || own.serial.lags === 0 ? [] : [{ test: 'ljung_box' as const, p: own.serial.p }]),
        ...(own.clusters ? [{ test: 'clusters' as const, p: own.clusters.p }] : []),
      ];
