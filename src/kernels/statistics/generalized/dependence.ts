/** Errors of coefficients for rows that depend on each other. They use scores: rows of the weighted matrix Q times Pearson residuals. */
import { finite, log10, type StatisticsMemory } from '../memory.ts';
import type { Dependence, ScoredBlock } from '../regression/contract.ts';
import { DependentRows, ScoreSeries } from '../regression/dependence.ts';
import { shifted } from '../regression/layout.ts';
import { summedScores } from '../regression/scores.ts';
import { meanOf, type LongRun, type LongRunVariance } from '../regression/serial.ts';
import { choleskyOf } from './climb.ts';
import type { GeneralizedInput, JudgedRatio } from './contract.ts';
import type { Fits } from './fit.ts';

const LN2 = 0.6931471805599453;

export interface Asked {
  /** The coefficient in the scale of the fit; multiplying by 2 to the power `exponent` converts it to units of the data. */
  readonly scaled: number;
  readonly exponent: number;
  readonly alpha: number;
}

export interface Dependent {
  readonly figures: Dependence;
  judged(at: number, asked: Asked): { readonly serial: JudgedRatio; readonly clustered: JudgedRatio | null };
}

interface Spread {
  readonly variance: number;
  readonly df: number;
  readonly effective: number;
}

/** Judges a coefficient by Student's t with the given variance instead of the fit's own. */
export function judgedRatio(
  memory: StatisticsMemory,
  { scaled, exponent, alpha }: Asked,
  { variance, df, effective }: Spread,
): JudgedRatio {
  const error = Math.sqrt(variance);
  const t = scaled / error;
  const reach = memory.quantile('t', alpha / 2, df) * error;
  const { upper, log_upper } = memory.tails('t', Math.abs(t), df);
  const [low, high] = [shifted(scaled - reach, exponent), shifted(scaled + reach, exponent)];
  const ratios = [memory.run.exponential(low), memory.run.exponential(high)] as const;
  return {
    ...{ standard_error: finite(shifted(error, exponent)), t: finite(t), df, p: finite(2 * upper), log10_p: log10(log_upper + LN2) },
    interval: Number.isFinite(low) && Number.isFinite(high) ? [low, high] : null,
    ratio_interval: ratios.every(Number.isFinite) ? ratios : null,
    effective,
  };
}

/**
 * Judges coefficients with a long-run variance, which is the mean of two: one from the residuals of the fit, and one from the residuals of
 * a fit without the coefficient.
 */
export function dependenceOf(fits: Fits, input: GeneralizedInput): Dependent | null {
  const { rows, basis, whole } = fits;
  const { memory } = rows;
  const { terms } = basis;
  const upper = choleskyOf(terms, whole.pass.information);
  if (upper === null) return null;
  const { blocks, facts } = scored(fits, input, upper);
  if (!(facts.squares > 0)) return null;
  const dependent = new DependentRows(memory, { ...facts, terms, rows: rows.model.rows, per: input.per, noisy: true }, blocks);
  const weighted = (t: Float64Array): Float64Array => {
    const out = new Float64Array(terms);
    for (let j = 0; j < terms; j++) {
      let left = t[2 * j]!;
      for (let i = 0; i < j; i++) left -= upper[i * terms + j]! * out[i]!;
      out[j] = left / upper[j * (terms + 1)]!;
    }
    return out;
  };
  const all = fits.combinations().map(({ t }) => weighted(t));
  const clustered = dependent.clustered(all);
  return {
    figures: dependent.figures,
    judged: (at, asked) => {
      const fitted = dependent.serial(all[at]!);
      const held = fits.ownFits(terms) ? withoutColumn(fits, input, at, dependent.longRun) : null;
      const serial = held === null ? fitted : meanOf(fitted, held);
      const cluster = clustered?.[at];
      return {
        serial: judgedRatio(memory, asked, serial),
        clustered: cluster ? judgedRatio(memory, asked, { ...cluster, effective: dependent.figures.clusters?.count ?? 0 }) : null,
      };
    },
  };
}

/** Variance of a coefficient, given by its position, from the residuals of the fit without it; null if that fit does not converge. */
function withoutColumn(fits: Fits, { per }: GeneralizedInput, at: number, longRun: LongRunVariance): LongRun | null {
  const { rows } = fits;
  const { basis, own } = fits.held([at]);
  const { terms } = basis;
  const upper = own.converged ? choleskyOf(terms, own.pass.information) : null;
  if (upper === null) return null;
  const blocks: Omit<ScoredBlock, 'leading'>[] = [];
  rows.pearson(basis, own.gamma, upper, (table, block) => {
    blocks.push(summedScores(table, { rows: block.rows, terms, per, keys: undefined }));
  });
  const last = terms * terms - 1;
  const corner = rows.memory.take(basis.triangle + 8 * last, 1)[0]!;
  const t = new Float64Array(terms);
  // The last column of Q is the part of the tested column that the other columns do not explain.
  t[terms - 1] = 1 / (upper[last]! * corner);
  return new ScoreSeries(longRun, { terms, per }, blocks).variance(t);
}

function scored({ rows, basis, whole }: Fits, { per, cluster }: GeneralizedInput, upper: Float64Array) {
  const { terms } = basis;
  const facts = { squares: 0, steps: 0 };
  let last: number | undefined;
  const blocks: ScoredBlock[] = [];
  rows.pearson(basis, whole.gamma, upper, (table, block) => {
    for (const value of table.subarray(terms * block.rows)) {
      facts.squares += value * value;
      if (last !== undefined) facts.steps += (value - last) ** 2;
      last = value;
    }
    const keys = cluster === null ? undefined : rows.column(block, cluster);
    blocks.push({ ...summedScores(table, { rows: block.rows, terms, per, keys }), leading: new Float64Array(0) });
  });
  return { blocks, facts: { squares: facts.squares, steps: facts.steps / facts.squares } };
}
