import type { Tick } from '../chunks.ts';
import { comparisons } from './comparisons.ts';
import type { MeanSquare, TestFigures, TwoWay, TwoWayInput } from './contract.ts';
import { rowsByGroup } from './describe.ts';
import type { StatisticsMemory } from './memory.ts';
import type { Partition } from './one-way.ts';
import { equalSpreads, groupFigures, judged, partition } from './one-way.ts';
import type { DesignColumn } from './regression/contract.ts';
import { useDesign } from './regression/layout.ts';

/** Shares of the total sum of squares: below the first, a sum of squares is 0; below the second, it is only rounding of the data. */
const NOTHING = 1e-50;
export const BELOW_ROUNDING = 1e-30;

/**
 * Computes an analysis of variance with two crossed factors. Sums of squares are those of the cell means, weighted by their number of rows,
 * on columns coded to sum to zero: an orthogonal factorisation in pairs of doubles gives each factor's part outside the columns before it,
 * so nothing is subtracted. Type III uses weighted squares of means (Yates, J. Amer. Statist. Assoc. 29, 1934).
 */
export function twoWay(memory: StatisticsMemory, input: TwoWayInput, tick: Tick): TwoWay {
  const { response, cells, levels, ss_type, alpha } = input;
  const rows = rowsByGroup(input.groups, cells.length);
  tick({ phase: 'groups', done: 0, total: 3, unit: 'steps' });
  const parts = partition(memory, response, rows);
  const total = parts.between + parts.within;
  tick({ phase: 'factors', done: 1, total: 3, unit: 'steps' });
  const crossed = cells.length === levels[0] * levels[1] && response.length > cells.length;
  const sums = sumsOf(memory, parts, input, crossed && ss_type === 'III');
  const df = [levels[0] - 1, levels[1] - 1, (levels[0] - 1) * (levels[1] - 1)] as const;
  const left = crossed ? parts.within : parts.within + sums.rest;
  const dfLeft = response.length - (crossed ? cells.length : levels[0] + levels[1] - 1);
  const residual = left <= BELOW_ROUNDING * total ? 0 : left;
  const back = (squares: number, own: number): MeanSquare => {
    const sum = squares / parts.scale / parts.scale;
    return { df: own, sum_sq: sum, mean_sq: sum / own };
  };
  const effect = (squares: number, own: number): MeanSquare & { test: TestFigures } => {
    const sum = squares <= NOTHING * total ? 0 : squares;
    const ratio = residual > 0 ? sum / own / (residual / dfLeft) : NaN;
    return { ...back(sum, own), test: judged(ratio, [own, dfLeft], () => memory.tails('f', ratio, own, dfLeft)) };
  };
  tick({ phase: 'assumptions', done: 2, total: 3, unit: 'steps' });
  return {
    groups: parts.groups.map((group) => groupFigures(memory, group, parts.scale, alpha)),
    effects: [effect(sums.first, df[0]), effect(sums.second, df[1]), ...(crossed ? [effect(sums.rest, df[2])] : [])],
    residual: back(residual, dfLeft),
    total_sum_sq: total / parts.scale / parts.scale,
    ...equalSpreads(memory, response, rows, parts),
    comparisons: comparisons(memory, parts, input, tick),
  };
}

interface Sums {
  readonly first: number;
  readonly second: number;
  /** Sum of squares of the cell means that a model without interaction leaves unexplained. */
  readonly rest: number;
}

function sumsOf(memory: StatisticsMemory, parts: Partition, { cells, levels, ss_type }: TwoWayInput, byMeans: boolean): Sums {
  const ordered = additive(memory, parts, cells, levels, 0);
  if (byMeans) {
    return {
      first: squaresOfMeans(memory, parts, cells, levels, 0),
      second: squaresOfMeans(memory, parts, cells, levels, 1),
      rest: ordered.rest,
    };
  }
  if (ss_type === 'I') return { first: ordered.before, second: ordered.after, rest: ordered.rest };
  return { first: additive(memory, parts, cells, levels, 1).after, second: ordered.after, rest: ordered.rest };
}

/** Sums of squares: of the factor at `leading` alone, of the other factor after it, and of the interaction. */
function additive(
  memory: StatisticsMemory,
  parts: Partition,
  cells: TwoWayInput['cells'],
  levels: TwoWayInput['levels'],
  leading: 0 | 1,
): { readonly before: number; readonly after: number; readonly rest: number } {
  const codes = ([leading, 1 - leading] as (0 | 1)[]).map((factor) => Float64Array.from(cells, (cell) => cell[factor]));
  const columns = ([leading, 1 - leading] as (0 | 1)[]).flatMap((factor, column) => coded(column, levels[factor]));
  const means = parts.groups.map(({ moments }) => moments.mean);
  const weights = Float64Array.from(parts.groups, ({ rows }) => rows);
  const squares = squaresOn(memory, codes, columns, means, weights, parts.grand);
  const first = levels[leading] - 1;
  return {
    before: sum(squares.slice(1, 1 + first)),
    after: sum(squares.slice(1 + first, 1 + columns.length)),
    rest: squares[1 + columns.length] ?? NaN,
  };
}

/** Sum of squares of a factor's unweighted means about their mean, each weighted by the inverse of its variance. */
function squaresOfMeans(
  memory: StatisticsMemory,
  parts: Partition,
  cells: TwoWayInput['cells'],
  levels: TwoWayInput['levels'],
  factor: 0 | 1,
): number {
  const own = Array.from({ length: levels[factor] }, (_, level) => parts.groups.filter((__, at) => cells[at]?.[factor] === level));
  const totals = own.map((groups) => {
    const values = Float64Array.from(groups.flatMap(({ moments }) => [...moments.mean]));
    memory.clear();
    return memory.exactTotal(memory.put(values), 0, values.length, 1);
  });
  const weights = Float64Array.from(own, (groups) => 1 / groups.reduce((lack, { rows }) => lack + 1 / rows, 0));
  return squaresOn(memory, [], [], totals, weights, totals[0] ?? [0, 0])[1] ?? NaN;
}

/** Design columns for the levels of a coded column, coded to sum to zero with the last level as reference. */
const coded = (column: number, count: number): DesignColumn[] =>
  Array.from({ length: count - 1 }, (_, code) => ({ kind: 'level', column, code, reference: count - 1 }));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Sums of squares of pairs of doubles: the part along a constant and each column outside those before it, and what is left. High and low
 * parts of the values are separate columns, because the factorisation is linear in them.
 */
function squaresOn(
  memory: StatisticsMemory,
  codes: readonly Float64Array[],
  columns: readonly DesignColumn[],
  values: readonly (readonly [number, number])[],
  weights: Float64Array,
  origin: readonly [number, number],
): number[] {
  const rows = values.length;
  const plain = (column: number): DesignColumn => ({ kind: 'product', factors: [{ column, power: 1 }] });
  const all: DesignColumn[] = [{ kind: 'product', factors: [] }, ...columns, plain(codes.length), plain(codes.length + 1)];
  const data = new Float64Array(rows * (codes.length + 3));
  const parts = [...codes, Float64Array.from(values, ([high]) => high), Float64Array.from(values, ([, low]) => low), weights];
  parts.forEach((column, at) => data.set(column, at * rows));
  const width = all.length;
  const origins = new Float64Array(2 * width);
  [origins[width - 2], origins[2 * width - 2]] = origin;
  const design = { columns: all, intercept: true, exponents: parts.map(() => 0), weight: codes.length + 2, pivots: [] };
  memory.clear();
  const triangle = memory.put(new Float64Array(2 * width * width));
  useDesign(memory, { rows, data }, design, [...all.keys()], origins);
  memory.run.factorRows(0, rows, width, true, triangle);
  const found = memory.take(triangle, 2 * width * width);
  const lows = width * width;
  const at = (row: number, column: number, part: number): number => found[part + row * width + column] ?? 0;
  const squares = Array.from({ length: width - 1 }, (_, row) => {
    const [a, b] = [width - 2, width - 1];
    return (at(row, a, 0) + at(row, b, 0) + (at(row, a, lows) + at(row, b, lows))) ** 2;
  });
  const last = at(width - 1, width - 1, 0) + at(width - 1, width - 1, lows);
  squares[width - 2] = (squares[width - 2] ?? 0) + last * last;
  return squares;
}
