import type { StatisticsMemory } from '../memory.ts';
import { finite, log10 } from '../memory.ts';
import type { ConcludeInput, DependentTerm, JudgedFigure, RegressionFigures, TermFigures } from './contract.ts';
import { DependentRows } from './dependence.ts';
import { exponentOf, shifted, useDesign } from './layout.ts';
import { contrastOf, lengthOf, type Contrast } from './model.ts';
import { summed, type Summed } from './sums.ts';

const LN2 = 0.6931471805599453;
const LN_2PI = 1.8378770664093453;

/** Computes all figures of a regression from its triangle R and the sums of the second pass. */
export function conclude(memory: StatisticsMemory, input: ConcludeInput): RegressionFigures {
  const { design, model, robust } = input;
  const terms = model.kept.length - 1;
  const df = model.rows - terms;
  const dfModel = terms - (design.intercept ? 1 : 0);
  const sums = summed(input.blocks, terms);
  const variance = model.residual_squares / df;
  const explained = explainedSquares(input);
  const total = model.total_squares;
  const f = explained / dfModel / variance;
  const tails = dfModel > 0 && variance > 0 && Number.isFinite(f) ? memory.tails('f', f, dfModel, df) : undefined;
  const scale: Scale = {
    target: targetExponent(input),
    // Variance of a combination of coefficients: the classic one, or the robust one, which weights each row by its squared residual.
    squares: ({ variance: own, projected }) =>
      robust === null ? own * variance : sums.meatOf(projected) * (robust === 'HC1' ? model.rows / df : 1),
    df,
    variance,
    quantile: memory.quantile('t', input.alpha / 2, df),
  };
  const dependent = dependentRows(memory, input, sums);
  const own = figuresOfTerms(memory, input, scale);
  return {
    terms: dependent ? withDependence(memory, { input, scale, dependent, first: sums.worst[0] }, own) : own,
    dependence: dependent?.figures ?? null,
    df_model: dfModel,
    df_residual: df,
    r_squared: Math.min(1, explained / total),
    adjusted_r_squared: finite(1 - (model.residual_squares / total) * ((model.rows - (design.intercept ? 1 : 0)) / df)),
    residual_standard_error: finite(shifted(Math.sqrt(variance), -scale.target - weightExponent(input) / 2)),
    f: tails ? { statistic: f, p: tails.upper, log10_p: log10(tails.log_upper) } : { statistic: null, p: null, log10_p: null },
    ...likelihood(memory, input, scale.target),
    ...assumptions(memory, input, sums),
    ...rowsOf(input, sums, scale),
    predictions: predictionsOf(memory, input, scale),
  };
}

interface Scale {
  /** Power of 2 by which the target was multiplied. */
  readonly target: number;
  squares(contrast: Contrast): number;
  readonly df: number;
  readonly variance: number;
  readonly quantile: number;
}

const targetExponent = ({ design }: ConcludeInput): number => exponentOf(design.columns.at(-1)!, design.exponents);
const weightExponent = ({ design }: ConcludeInput): number => (design.weight === null ? 0 : (design.exponents[design.weight] ?? 0));

function explainedSquares({ model, design }: ConcludeInput): number {
  const width = model.kept.length;
  let sum = 0;
  for (let row = design.intercept ? 1 : 0; row < width - 1; row++) sum += (model.triangle[row * width + width - 1] ?? 0) ** 2;
  return sum;
}

function figuresOfTerms(memory: StatisticsMemory, input: ConcludeInput, scale: Scale): TermFigures[] {
  const { design, model, normalize } = input;
  const { triangle, kept } = model;
  const width = kept.length;
  const terms = width - 1;
  const targetLength = lengthOf(triangle, width, terms, design.intercept);
  return kept.slice(0, -1).map((position, j) => {
    const column = design.columns[position]!;
    const constant = design.intercept && j === 0;
    const unit = Float64Array.from({ length: 2 * terms }, (_, at) => (at === j ? 1 : 0));
    const plain = contrastOf(memory, triangle, width, constant ? constantAt(input, () => 0) : unit);
    // Convert to the units of the data. Add the target's first value to the constant, because it was subtracted before the fit.
    const exponent = exponentOf(column, design.exponents) - scale.target;
    const level = design.pivots.at(-1) ?? 0;
    const raw = constant ? level + plain.estimate[0] + plain.estimate[1] : plain.estimate[0] + plain.estimate[1];
    const length = lengthOf(triangle, width, j, design.intercept);
    // Normalized columns have standard deviation 1: slopes are per standard deviation, and the constant is the value at the columns'
    // means.
    const per = normalize && !constant && column.kind === 'product' ? length / Math.sqrt(model.rows - 1) : 1;
    const used = normalize && constant ? contrastOf(memory, triangle, width, constantAt(input, centreOf(input))) : plain;
    const estimate = normalize && constant ? level + used.estimate[0] + used.estimate[1] : raw * per;
    const error = Math.sqrt(scale.squares(used)) * per;
    const back = per === 1 ? exponent : -scale.target;
    return {
      at: position,
      ...judgedTerm(memory, shifted(estimate, back), shifted(error, back), estimate / error, scale),
      unscaled: finite(shifted(raw, exponent)),
      standardized: constant ? null : finite((raw * length) / targetLength),
      vif: constant ? null : finite(plain.variance * length * length),
      serial: null,
      clustered: null,
      without_first: null,
    };
  });
}

/** A fit is perfect if its residuals have less than this share of the target's sum of squares; they are then only rounding errors. */
const PERFECT = 1e-24;

function dependentRows(memory: StatisticsMemory, input: ConcludeInput, sums: Summed): DependentRows | undefined {
  const { model, blocks } = input;
  const scored = blocks.flatMap(({ scores }) => (scores === null ? [] : [scores]));
  if (scored.length < blocks.length || !(model.residual_squares > PERFECT * model.total_squares)) return undefined;
  // If each point of the series is one row, the autoregression may need a high order; allow white noise instead.
  const facts = { terms: model.kept.length - 1, rows: model.rows, per: input.per, noisy: input.per === 1 };
  return new DependentRows(memory, { ...facts, squares: model.residual_squares, steps: sums.steps / sums.squares }, scored);
}

interface DependenceScope {
  readonly input: ConcludeInput;
  readonly scale: Scale;
  readonly dependent: DependentRows;
  /** The row with the largest Cook's distance; undefined if there is none. */
  readonly first: Summed['worst'][number] | undefined;
}

/** If 1 − leverage is below this, the figures of a fit without the row cannot be computed from this fit. */
const DECIDES = 1e-8;

/**
 * Returns p of a coefficient if one row were left out. The coefficient is b − (t·q) e / (1 − h); (X'X)⁻¹ and the residual squares are
 * updated.
 * @param row  the row of Q that belongs to the row
 */
function pWithout(
  memory: StatisticsMemory,
  { rows, kept, residual_squares }: ConcludeInput['model'],
  { estimate, variance, projected }: Contrast,
  { leverage, residual }: Summed['worst'][number],
  row: Float64Array,
): number | null {
  const left = 1 - leverage;
  const df = rows - kept.length;
  if (left < DECIDES || df < 1) return null;
  const along = projected.reduce((sum, value, j) => sum + value * (row[j] ?? 0), 0);
  const squares = Math.max(0, residual_squares - (residual * residual) / left) / df;
  const t = (estimate[0] + estimate[1] - (along * residual) / left) / Math.sqrt(squares * (variance + (along * along) / left));
  return Number.isFinite(t) ? Math.min(1, 2 * memory.tails('t', Math.abs(t), df).upper) : null;
}

/** Adds to each term its standard errors that allow for dependent rows. */
function withDependence(
  memory: StatisticsMemory,
  { input: { model, design, alpha }, scale, dependent, first }: DependenceScope,
  own: readonly TermFigures[],
): TermFigures[] {
  const terms = model.kept.length - 1;
  const contrasts = own.map((_, j) =>
    contrastOf(
      memory,
      model.triangle,
      terms + 1,
      Float64Array.from({ length: 2 * terms }, (__, at) => (at === j ? 1 : 0)),
    ),
  );
  const clustered = dependent.clustered(contrasts.map(({ projected }) => projected));
  return own.map((term, j) => {
    if (design.intercept && j === 0) return term;
    const { estimate, projected } = contrasts[j]!;
    const judged = (found: number, df: number, effective: number): DependentTerm => {
      const t = (estimate[0] + estimate[1]) / Math.sqrt(found);
      // In the reported units this error is the term's own standard error, times the ratio of both errors in the scale of the fit.
      const error = (term.standard_error ?? NaN) * Math.sqrt(found / scale.squares(contrasts[j]!));
      const { interval, standard_error, p, log10_p } = judgedTerm(memory, term.estimate ?? NaN, error, t, {
        df,
        quantile: memory.quantile('t', alpha / 2, df),
      });
      return { standard_error, t: finite(t), df, p, log10_p, interval, effective };
    };
    const serial = dependent.serial(projected, estimate[0] + estimate[1]);
    const cluster = clustered?.[j];
    return {
      ...term,
      without_first: first === undefined ? null : pWithout(memory, model, contrasts[j]!, first, dependent.rowOf(first.row)),
      serial: judged(serial.variance, serial.df, serial.effective),
      clustered: cluster ? judged(cluster.variance, cluster.df, dependent.figures.clusters?.count ?? 0) : null,
    };
  });
}

/** The constant as a combination of coefficients: the fit where every other column equals `at`, each less the origin of that column. */
function constantAt({ design, model }: ConcludeInput, at: (j: number) => number): Float64Array {
  const terms = model.kept.length - 1;
  return Float64Array.from({ length: 2 * terms }, (_, j) => {
    if (j === 0) return 1;
    return j < terms ? at(j) - (design.pivots[model.kept[j] ?? 0] ?? 0) : 0;
  });
}

const centreOf =
  ({ design, model }: ConcludeInput) =>
  (j: number): number =>
    design.columns[model.kept[j] ?? 0]?.kind === 'product' ? (model.levels[j] ?? 0) : 0;

function judgedTerm(
  memory: StatisticsMemory,
  estimate: number,
  error: number,
  t: number,
  { df, quantile }: Pick<Scale, 'df' | 'quantile'>,
) {
  const reach = quantile * error;
  const interval =
    Number.isFinite(estimate - reach) && Number.isFinite(estimate + reach) ? ([estimate - reach, estimate + reach] as const) : null;
  const shown = { estimate: finite(estimate), standard_error: finite(error), interval };
  if (!Number.isFinite(t)) return { ...shown, t: null, p: null, log10_p: null };
  const { upper, log_upper } = memory.tails('t', Math.abs(t), df);
  return { ...shown, t, p: Math.min(1, 2 * upper), log10_p: log10(Math.min(0, log_upper + LN2)) };
}

/** Akaike's and Bayes's information criterion: −2 ln L + k · parameters, with ln L = (Σ ln w − n (ln 2π + 1 + ln(RSS / n))) / 2. */
function likelihood(memory: StatisticsMemory, input: ConcludeInput, target: number): Pick<RegressionFigures, 'aic' | 'bic'> {
  const { model, blocks } = input;
  const { rows } = model;
  const ownWeights = weightExponent(input);
  const logRss = memory.ln(model.residual_squares / rows) - (2 * target + ownWeights) * LN2;
  const logWeights =
    blocks.reduce((sum, { log_weights }) => sum + log_weights, 0) - (input.design.weight === null ? 0 : rows * ownWeights * LN2);
  const deviance = rows * (LN_2PI + 1 + logRss) - logWeights;
  const parameters = model.kept.length;
  return { aic: finite(deviance + 2 * parameters), bic: finite(deviance + memory.ln(rows) * parameters) };
}

function assumptions(
  memory: StatisticsMemory,
  { model, design }: ConcludeInput,
  sums: Summed,
): Pick<RegressionFigures, 'durbin_watson' | 'breusch_pagan' | 'jarque_bera'> {
  const n = model.rows;
  const judged = (statistic: number, df: number): JudgedFigure => {
    if (!Number.isFinite(statistic) || df < 1) return { statistic: null, df, p: null, log10_p: null };
    const { upper, log_upper } = memory.tails('chi_square', Math.max(0, statistic), df);
    return { statistic, df, p: upper, log10_p: log10(log_upper) };
  };
  const explained = sums.projections.slice(1).reduce((sum, value) => sum + value * value, 0);
  const spread = sums.spread_squares - (sums.spread * sums.spread) / n;
  const usable = model.residual_squares > 0;
  const pagan = usable && design.intercept && design.weight === null;
  const mean = sums.sum / n;
  const m2 = sums.squares / n - mean * mean;
  const m3 = sums.cubes / n - (3 * mean * sums.squares) / n + 2 * mean ** 3;
  const m4 = sums.fourths / n - (4 * mean * sums.cubes) / n + (6 * mean * mean * sums.squares) / n - 3 * mean ** 4;
  const skewness = m3 / (m2 * Math.sqrt(m2));
  const kurtosis = m4 / (m2 * m2) - 3;
  return {
    durbin_watson: usable ? finite(sums.steps / sums.squares) : null,
    breusch_pagan: judged(pagan ? (n * explained) / spread : NaN, sums.projections.length - 1),
    jarque_bera: judged(usable ? (n / 6) * (skewness * skewness + (kurtosis * kurtosis) / 4) : NaN, 2),
  };
}

function rowsOf(
  { model }: ConcludeInput,
  sums: Summed,
  { df, variance, target }: Scale,
): Pick<RegressionFigures, 'influence' | 'unit_leverages' | 'points'> {
  const fittedLevel = model.levels[model.kept.length - 1] ?? 0;
  return {
    unit_leverages: sums.unit_leverages,
    influence: sums.worst.map(({ row, leverage, residual, cook }) => {
      const left = (model.residual_squares - (residual * residual) / (1 - leverage)) / (df - 1);
      return { row, leverage, cook, studentized: left > 0 ? finite(residual / Math.sqrt(left * (1 - leverage))) : null };
    }),
    points: sums.points.map(({ row, fitted, residual, leverage }) => ({
      row,
      fitted: finite(shifted(fitted + fittedLevel, -target)),
      residual: finite(shifted(residual, -target)),
      standardized: variance > 0 ? finite(residual / Math.sqrt(variance * (1 - leverage))) : null,
    })),
  };
}

function predictionsOf(memory: StatisticsMemory, input: ConcludeInput, scale: Scale): RegressionFigures['predictions'] {
  const { design, model, predict_at: places } = input;
  const kept = model.kept.slice(0, -1);
  const level = design.pivots.at(-1) ?? 0;
  const unweighted = { ...design, weight: null };
  return places.map((data) => {
    memory.clear();
    const pivots = Float64Array.from({ length: 2 * kept.length }, (_, at) => (at < kept.length ? (design.pivots[kept[at] ?? 0] ?? 0) : 0));
    useDesign(memory, { rows: 1, data }, unweighted, kept, pivots);
    const row = memory.put(new Float64Array(2 * kept.length));
    memory.run.fillDesign(kept.length, 0, 1, 1, row, row + 8 * kept.length);
    const contrast = contrastOf(memory, model.triangle, model.kept.length, memory.take(row, 2 * kept.length));
    const fit = level + contrast.estimate[0] + contrast.estimate[1];
    const squares = scale.squares(contrast);
    const interval = (spread: number): readonly [number, number] | null => {
      const reach = scale.quantile * Math.sqrt(spread);
      const [low, high] = [shifted(fit - reach, -scale.target), shifted(fit + reach, -scale.target)];
      return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null;
    };
    return {
      fit: finite(shifted(fit, -scale.target)),
      standard_error: finite(shifted(Math.sqrt(squares), -scale.target)),
      confidence: interval(squares),
      prediction: interval(squares + shifted(scale.variance, -weightExponent(input))),
    };
  });
}
