import type { Tick } from '../chunks.ts';
import type { ColumnFigures, DescribeInput, Description } from './contract.ts';
import { correlations } from './correlation.ts';
import type { Moments, StatisticsMemory } from './memory.ts';
import { finite, scaleOf } from './memory.ts';
import { frequencies, histogramOf, medianDistance, quantileOf } from './order.ts';

const TRIM = 0.1;

/** Computes descriptive figures with the WebAssembly kernels: of every column over all rows, then by group, then of pairs of columns. */
export function describe(memory: StatisticsMemory, input: DescribeInput, tick: Tick): Description {
  const { columns, groups } = input;
  const whole = columns.map((column, done) => {
    tick({ phase: 'columns', done, total: columns.length, unit: 'steps' });
    return figuresOf(memory, column, input);
  });
  const byGroup: ColumnFigures[][] = Array.from({ length: groups?.count ?? 0 }, () => []);
  if (groups !== null) {
    const rows = rowsByGroup(groups.ids, groups.count);
    columns.forEach((column, done) => {
      tick({ phase: 'groups', done, total: columns.length, unit: 'steps' });
      rows.forEach((own, group) =>
        byGroup[group]?.push(
          figuresOf(
            memory,
            Float64Array.from(own, (row) => column[row] ?? NaN),
            input,
          ),
        ),
      );
    });
  }
  return { whole, groups: byGroup, correlation: correlations(memory, columns, input.correlation, tick) };
}

/** Lists the positions of the rows of each group, in the order of the rows. */
export function rowsByGroup(ids: Uint32Array, count: number): Uint32Array[] {
  const starts = new Uint32Array(count + 1);
  for (const id of ids) starts[id + 1]! += 1;
  for (let id = 0; id < count; id++) starts[id + 1]! += starts[id]!;
  const next = starts.slice();
  const order = new Uint32Array(ids.length);
  ids.forEach((id, row) => {
    order[next[id]!++] = row;
  });
  return Array.from({ length: count }, (_, id) => order.subarray(starts[id], starts[id + 1]));
}

function figuresOf(
  memory: StatisticsMemory,
  column: Float64Array,
  input: Pick<DescribeInput, 'quantiles' | 'quantile_type'>,
): ColumnFigures {
  const values = column.filter((value) => Number.isFinite(value));
  const count = values.length;
  const missing = column.reduce((sum, value) => (Number.isNaN(value) ? sum + 1 : sum), 0);
  const counts = { count, missing, infinite: column.length - count - missing };
  if (count === 0) return { ...counts, ...EMPTY, quantiles: input.quantiles.map(() => null) };
  const scale = scaleOf(values);
  memory.clear();
  const moments = memory.moments(memory.put(values), count, scale);
  const sorted = values.sort();
  const median = quantileOf(sorted, 0.5, 7);
  const cut = Math.floor(count * TRIM);
  memory.clear();
  return {
    ...counts,
    ...shapeOf(moments),
    min: sorted[0] ?? null,
    max: sorted[count - 1] ?? null,
    quantiles: input.quantiles.map((probability) => finite(quantileOf(sorted, probability, input.quantile_type))),
    median: finite(median),
    mad: finite(medianDistance(sorted, median)),
    trimmed_mean: finite(memory.total(memory.put(sorted), cut, count - cut, scale) / (count - 2 * cut) / scale),
    ...frequencies(memory, sorted),
    histogram: histogramOf(sorted),
  };
}

function shapeOf({
  rows,
  scale,
  mean,
  squares,
  cubes,
  fourths,
  products,
}: Moments): Pick<ColumnFigures, 'mean' | 'sd' | 'variance' | 'skewness' | 'kurtosis' | 'autocorrelation_lag1'> {
  const deviation = Math.sqrt(squares / (rows - 1));
  const spread = rows > 1 && squares > 0;
  const second = squares / rows;
  return {
    mean: finite((mean[0] + mean[1]) / scale),
    sd: rows > 1 ? finite(deviation / scale) : null,
    variance: rows > 1 ? finite(squares / (rows - 1) / scale / scale) : null,
    skewness: spread ? finite(cubes / rows / (second * Math.sqrt(second))) : null,
    kurtosis: spread ? finite(fourths / rows / (second * second) - 3) : null,
    autocorrelation_lag1: spread ? finite(products / squares) : null,
  };
}

const EMPTY = {
  mean: null,
  sd: null,
  variance: null,
  skewness: null,
  kurtosis: null,
  min: null,
  max: null,
  median: null,
  mad: null,
  trimmed_mean: null,
  mode: null,
  entropy: null,
  autocorrelation_lag1: null,
  histogram: { edges: [], counts: [] },
} as const;
