/** Converts a fitted model to figures in the units of the data. */
import type { Tick } from '../../chunks.ts';
import { finite, log10 } from '../memory.ts';
import type { TestFigures } from '../contract.ts';
import { exponentOf, shifted } from '../regression/layout.ts';
import { chiSquare } from '../survival/ranks.ts';
import type { CoefficientFigures, GeneralizedFigures, GeneralizedInput } from './contract.ts';
import { dependenceOf, judgedRatio, type Dependent } from './dependence.ts';
import type { Fits } from './fit.ts';
import type { Combination } from './rows.ts';

const LN2 = 0.6931471805599453;

export function figuresOf(fits: Fits, input: GeneralizedInput, tick: Tick): GeneralizedFigures {
  const { rows, basis, whole } = fits;
  const { memory, model } = rows;
  const inverse = rows.inverse(basis.terms, whole.pass.information);
  const combinations = constantBack(fits, input, fits.combinations());
  const variances = combinations.map(({ t }) => (inverse === null ? NaN : rows.form(basis.terms, inverse, t, t)));
  const predictions = predictionsOf(fits, input, inverse);
  const weight = totalWeight(fits, input);
  const df = weight - basis.terms;
  const { intercept } = input.design;
  const nothing = fits.nothing();
  const gain = whole.objective[0] - nothing.objective[0] + (whole.objective[1] - nothing.objective[1]);
  const [log_likelihood, parameters] = [likelihoodOf(fits, input), basis.terms];
  const { pearson, excess, squares } = whole.pass;
  const facts = {
    deviance: finite(whole.pass.deviance[0]),
    null_deviance: finite(nothing.pass.deviance[0]),
    log_likelihood: finite(log_likelihood),
    aic: finite(2 * parameters - 2 * log_likelihood),
    bic: finite(parameters * memory.ln(weight) - 2 * log_likelihood),
    ...{ df_residual: df, weight },
    dispersion: df > 0 ? finite(pearson / df) : null,
    overdispersion: input.family === 'poisson' ? upperNormal(fits, excess / Math.sqrt(2 * squares)) : null,
    whole: chiSquare(memory, Math.max(0, 2 * gain), basis.terms - (intercept ? 1 : 0)),
    predictions,
  };
  const dependent = dependenceOf(fits, input);
  const scale = input.family === 'poisson' && df > 0 ? { dispersion: pearson / df, df } : null;
  const coefficients = combinations.map((own, at) => coefficientOf(fits, input, { own, at, variance: variances[at]!, dependent, scale }));
  const place = new Map(model.kept.map((position, at) => [position, at] as const));
  const own = input.terms.map((columns) => columns.flatMap((position) => place.get(position) ?? []));
  const tested = fits.ownFits(own.length);
  const likelihood_ratio = own.map((columns, at) => {
    tick({ phase: 'testing terms', done: at, total: own.length, unit: 'steps' });
    return tested && columns.length > 0 ? fits.without(columns) : null;
  });
  const quasi = likelihood_ratio.map((test) => (scale === null || test === null ? null : quasiF(fits, test, scale)));
  return { ...facts, coefficients, likelihood_ratio, quasi, dependence: dependent?.figures ?? null };
}

/** Converts the fitted constant to its value where every column is 0: subtracts each slope times the origin of its column. */
function constantBack({ rows, basis, whole }: Fits, { design }: GeneralizedInput, all: readonly Combination[]): readonly Combination[] {
  if (!design.intercept) return all;
  const { levels, kept } = rows.model;
  const c = new Float64Array(2 * basis.terms);
  c[0] = 1;
  for (let j = 1; j < basis.terms; j++) {
    c[2 * j] = -levels[j]!;
    c[2 * j + 1] = -levels[kept.length + j]!;
  }
  return [rows.combination(basis, whole.gamma, c), ...all.slice(1)];
}

interface Own {
  readonly own: Combination;
  readonly at: number;
  readonly variance: number;
  readonly dependent: Dependent | null;
  /** Dispersion by which quasi-likelihood scales the errors, with its degrees of freedom; null for the binomial. */
  readonly scale: { readonly dispersion: number; readonly df: number } | null;
}

function coefficientOf(fits: Fits, input: GeneralizedInput, { own, at, variance, dependent, scale }: Own): CoefficientFigures {
  const { rows } = fits;
  const { memory, model } = rows;
  const position = model.kept[at]!;
  const column = input.design.columns[position]!;
  const exponent = exponentOf(column, input.design.exponents);
  const scaled = own.value[0] + own.value[1];
  const error = Math.sqrt(variance);
  const z = scaled / error;
  const { upper, log_upper } = memory.tails('normal', Math.abs(z));
  const quantile = memory.quantile('normal', input.alpha / 2);
  const constant = input.design.intercept && at === 0;
  const asked = { scaled, exponent, alpha: input.alpha };
  const profiled = !constant && fits.profiled ? fits.profile(at, quantile, error) : null;
  const bounds = profiled ?? [scaled - quantile * error, scaled + quantile * error];
  const [estimate, low, high] = [scaled, ...bounds].map((value) => shifted(value, exponent)) as [number, number, number];
  const known = (value: number): number | null => finite(memory.run.exponential(value));
  const [ratio, ratioLow, ratioHigh] = [known(estimate), known(low), known(high)];
  return {
    at: position,
    estimate: finite(estimate),
    standard_error: finite(shifted(error, exponent)),
    ...{ z: finite(z), p: finite(2 * upper), log10_p: log10(log_upper + LN2) },
    interval: Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null,
    interval_kind: profiled ? 'profile' : 'wald',
    ratio,
    ratio_interval: ratioLow !== null && ratioHigh !== null ? [ratioLow, ratioHigh] : null,
    sd: shifted(spreadOf(fits, at), -exponent),
    ...(constant || dependent === null ? { serial: null, clustered: null } : dependent.judged(at, asked)),
    quasi:
      scale === null ? null : judgedRatio(memory, asked, { variance: variance * scale.dispersion, df: scale.df, effective: model.rows }),
  };
}

/** Standard deviation of a design column. In a model without a constant it is taken about 0. */
function spreadOf({ rows: { model } }: Fits, at: number): number {
  const width = model.kept.length;
  let sum = 0;
  for (let row = 1; row <= at; row++) sum += model.triangle[row * width + at]! ** 2;
  return Math.sqrt(sum / Math.max(1, model.rows - 1));
}

/** F test of quasi-likelihood: its statistic is the likelihood ratio per degree of freedom divided by the dispersion. */
function quasiF({ rows: { memory } }: Fits, { statistic, df }: TestFigures, scale: NonNullable<Own['scale']>): TestFigures {
  const f = (statistic ?? NaN) / df[0]! / scale.dispersion;
  const both = [df[0]!, scale.df];
  if (!Number.isFinite(f)) return { statistic: null, df: both, p: null, log10_p: null };
  const { upper, log_upper } = memory.tails('f', f, df[0], scale.df);
  return { statistic: f, df: both, p: finite(upper), log10_p: log10(log_upper) };
}

function upperNormal({ rows: { memory } }: Fits, z: number): TestFigures {
  if (!Number.isFinite(z)) return { statistic: null, df: [], p: null, log10_p: null };
  const { upper, log_upper } = memory.tails('normal', z);
  return { statistic: z, df: [], p: finite(upper), log10_p: log10(log_upper) };
}

function totalWeight({ rows, basis }: Fits, { design: { weight } }: GeneralizedInput): number {
  if (weight === null) return rows.model.rows;
  let sum = 0;
  rows.each(basis, (block) => {
    for (const value of rows.column(block, weight)) sum += value;
  });
  return sum;
}

/** Log likelihood: −½ deviance plus that of a perfect fit to counts and, if penalised, half of ln |information| of the design columns. */
function likelihoodOf(fits: Fits, input: GeneralizedInput): number {
  const { rows, basis, whole } = fits;
  const { memory, model } = rows;
  const { design, penalty } = input;
  const scales = model.kept.slice(0, -1).reduce((sum, at) => sum + exponentOf(design.columns[at]!, design.exponents), 0);
  const penalised = penalty === 'firth' ? fits.logDiagonal(basis) - scales * LN2 : 0;
  if (input.family === 'binomial') return whole.objective[0] + penalised;
  const weights = new Map<number, number>();
  rows.each(basis, (block) => {
    const own = design.weight === null ? null : rows.column(block, design.weight);
    rows.column(block, rows.target).forEach((value, row) => weights.set(value, (weights.get(value) ?? 0) + (own?.[row] ?? 1)));
  });
  const out = memory.put(new Float64Array(2));
  memory.run.saturated(weights.size, memory.put(Float64Array.from(weights.keys())), memory.put(Float64Array.from(weights.values())), out);
  const [high = NaN, low = NaN] = memory.take(out, 2);
  return high + whole.objective[0] + (low + whole.objective[1]) + penalised;
}

/** Predicts the mean response at each point of `predict_at`; the interval is that of the linear predictor, converted to the response. */
function predictionsOf({ rows, basis, whole }: Fits, input: GeneralizedInput, inverse: number | null): GeneralizedFigures['predictions'] {
  const { memory, model } = rows;
  const { design, offset, predict_at } = input;
  const width = model.kept.length;
  const quantile = memory.quantile('normal', input.alpha / 2);
  const mean = (predictor: number): number => {
    const grown = memory.run.exponential(-Math.abs(predictor));
    if (input.family === 'poisson') return memory.run.exponential(predictor);
    return predictor >= 0 ? 1 / (1 + grown) : grown / (1 + grown);
  };
  return predict_at.map((place) => {
    const c = new Float64Array(2 * basis.terms);
    for (let j = 0; j < basis.terms; j++) {
      const column = design.columns[model.kept[j]!]!;
      let value = 1;
      if (column.kind === 'level') value = place[column.column] === column.code ? 1 : place[column.column] === column.reference ? -1 : 0;
      else
        for (const factor of column.factors)
          for (let power = 0; power < factor.power; power++) value *= shifted(place[factor.column]!, design.exponents[factor.column] ?? 0);
      c[2 * j] = value - (j === 0 && design.intercept ? 0 : model.levels[j]! + model.levels[width + j]!);
    }
    const { value, t } = rows.combination(basis, whole.gamma, c);
    const predictor = value[0] + (offset === null ? 0 : place[offset]!);
    const error = inverse === null ? NaN : Math.sqrt(rows.form(basis.terms, inverse, t, t));
    const [low, high] = [mean(predictor - quantile * error), mean(predictor + quantile * error)];
    return {
      fit: finite(mean(predictor)),
      interval: Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null,
      ...{ predictor, standard_error: error },
    };
  });
}
