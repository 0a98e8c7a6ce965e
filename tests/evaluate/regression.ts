import { kernelInstance } from '../../src/kernels/instance.ts';
import type { DesignColumn, Regression } from '../../src/kernels/contract.ts';
import { fitBlocks, heldBlocks, type FitAsks, type Fitted } from '../../src/tools/catalog/statistical_regression_tool/fit.ts';
import { BLOCK_ROWS, exponentFor } from '../../src/tools/model-rows/blocks.ts';
import { digits, regressionSets } from '../support/statistics-sets.ts';
import type { Certified } from './statistics.ts';

/** R 4.2.2 `lm` with tol = 1e-10, so that Filip is fitted: coefficients, standard errors, R², F. */
const R_REGRESSION: Readonly<Record<string, readonly number[]>> = {
  Norris: [12.5, 14, 15, 13.8],
  Pontius: [12.7, 13.2, 15, 12.9],
  NoInt1: [14.7, 14.4, 15, 14.2],
  NoInt2: [15, 15, 15, 15],
  Filip: [7.2, 7, 10.3, 7.8],
  Longley: [13, 14.1, 15, 14],
  Wampler1: [9.8, 10, 15],
  Wampler2: [13.6, 14.7, 15],
  Wampler3: [9.3, 13.6, 15, 15],
  Wampler4: [7.5, 13.6, 15, 14.9],
  Wampler5: [5.5, 13.6, 14.8, 15],
};

/** A fit of columns in memory, as the tool makes it: products of powers, one after the constant. */
export function fitColumns(
  kernels: Regression,
  columns: readonly Float64Array[],
  terms: readonly (readonly { column: number; power: number }[])[],
  intercept: boolean,
  asks: Partial<FitAsks> = {},
): Promise<Fitted> {
  const rows = columns[0]?.length ?? 0;
  const exponents = columns.map((values) => exponentFor(values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)));
  const target: DesignColumn = { kind: 'product', factors: [{ column: columns.length - 1, power: 1 }] };
  const design: DesignColumn[] = [
    ...(intercept ? [{ kind: 'product' as const, factors: [] }] : []),
    ...terms.map((factors) => ({ kind: 'product' as const, factors })),
    target,
  ];
  const first = columns.map((values, at) => (values[0] ?? 0) * 2 ** (exponents[at] ?? 0));
  const pivots = design.map((column) =>
    !intercept || column.kind === 'level' || column.factors.length === 0
      ? 0
      : column.factors.reduce((product, factor) => product * (first[factor.column] ?? 0) ** factor.power, 1),
  );
  const blocks = Array.from({ length: Math.ceil(rows / BLOCK_ROWS) }, (_, number) => {
    const parts = columns.map((values) => values.subarray(number * BLOCK_ROWS, (number + 1) * BLOCK_ROWS));
    const own = parts[0]?.length ?? 0;
    const data = new Float64Array(own * columns.length);
    parts.forEach((part, at) => data.set(part, at * own));
    return { rows: own, data };
  });
  return fitBlocks(kernels, { columns: design, intercept, exponents, weight: null, pivots }, heldBlocks(blocks), {
    precision: 'auto',
    alpha: 0.05,
    robust: null,
    dependence: null,
    normalize: false,
    predict_at: [],
    ...asks,
  });
}

/** Coefficients, standard errors, R² and F of the certified regressions. */
export async function certifiedRegression(precision: 'double' | 'exact'): Promise<(Certified & { condition: number })[]> {
  const kernels = kernelInstance();
  const out: (Certified & { condition: number })[] = [];
  for (const { name, columns, degree, intercept, certified, ceiling, ceiling_design } of regressionSets()) {
    const { y = [], ...others } = columns;
    const features = Object.values(others);
    const terms =
      degree > 1
        ? Array.from({ length: degree }, (_, at) => [{ column: 0, power: at + 1 }])
        : features.map((_, column) => [{ column, power: 1 }]);
    const data = [...features, y].map((values) => Float64Array.from(values));
    const { figures, model } = await fitColumns(kernels, data, terms, intercept, { precision });
    const worst = (pick: (at: number) => number): number => Math.min(...certified.coefficients.map((_, at) => pick(at)));
    const f = certified.anova.regression['F'] ?? 'Infinity';
    const shown = f !== 'Infinity';
    const top = precision === 'exact' ? ceiling : { ...ceiling, ...ceiling_design };
    out.push({
      set: name,
      condition: model.condition,
      figures: ['coefficient', 'standard_error', 'r_squared', 'f_statistic'],
      ours: [
        worst((at) => digits(figures?.terms[at]?.estimate, certified.coefficients[at]?.estimate ?? '')),
        worst((at) => digits(figures?.terms[at]?.standard_error, certified.coefficients[at]?.std_error ?? '')),
        digits(figures?.r_squared, certified.r_squared),
        ...(shown ? [digits(figures?.f.statistic, f)] : []),
      ],
      ceiling: [top.coef, top.se, top.r2, ...(shown ? [top.F] : [])].map((value) => Math.min(15, value)),
      r: R_REGRESSION[name] ?? [],
    });
  }
  return out;
}
