/** Converts figures of the statistics kernels to the names that the tool's result uses. */
import type { JudgedFigure, RegressionFigures, TermFigures } from '../../../kernels/contract.ts';
import { amount } from '../../../base/amount.ts';
import { toolError } from '../../contract/errors.ts';
import type { NextCall, ToolWarning } from '../../contract/index.ts';
import type { ToolOutcome } from '../../definition.ts';
import { coefficientTable, pointTable, predictionTable } from './artifacts.ts';
import { BLOCK_ROWS } from '../../model-rows/blocks.ts';
import { ILL_CONDITIONED, type Fitted } from './fit.ts';
import { coefficientPlot, residualPlot } from './plots.ts';
import type { Rows } from './rows.ts';
import type { Arguments, Fit } from './schema.ts';
import { verdictOf, type Evidence } from './verdict.ts';
import { warningsOf } from './warnings.ts';

type Outcome = ToolOutcome<Fit>;

export interface Answered {
  readonly fitted: Fitted;
  readonly names: readonly string[];
  readonly rows: Rows;
  readonly cluster: Evidence['cluster'];
}

export function answered(args: Arguments, { fitted, names, rows, cluster }: Answered, rounded: readonly ToolWarning[]): Outcome {
  const { model, unequal } = fitted;
  const figures = fitted.figures!;
  const verdict = verdictOf(args, { figures, unequal, rows: model.rows, names, cluster });
  const output = { ...describeFit(args, fitted, figures, names, rows), verdict, significant_features: relatedTerms(verdict) };
  const dropped = output.dropped_columns.map(({ term }) => term);
  const used = output.sample_count / Math.max(1, rows.selected);
  return {
    status: dropped.length > 0 ? 'partial' : 'ok',
    summary: `Linear regression completed on ${output.sample_count.toLocaleString('en-US')} samples. ${verdict.sentence}`,
    structured_output: output,
    warnings: [...warningsOf(args, output, rows, fitted), ...rounded],
    ...(dropped.length > 0 && {
      errors: [
        toolError(
          'INVALID_VALUE',
          `${dropped.slice(0, 8).join(', ')}: constant, or follows from the terms before; fitted without`,
          ['arguments', 'features'],
          { fatal: false, got: dropped.slice(0, 8).join(', ').slice(0, 128) },
        ),
      ],
    }),
    confidence_inputs: {
      rows: output.sample_count,
      terms: model.kept.length - 1,
      share_complete: used,
      condition_number: output.condition_number,
      equal_variances: (output.breusch_pagan.p ?? 1) >= UNEQUAL,
      uncorrelated: Math.abs((output.durbin_watson ?? 2) - 2) < 1,
    },
    hints: {
      assumptions: [
        'The target depends linearly on the terms',
        'Residuals are independent and of equal variance; rows close in time often are neither',
      ],
      riskFactors: output.condition_number > ILL_CONDITIONED ? [illConditioned] : [],
      next: robustErrors(args, output),
      noNext: 'the data do not speak against the variances that its errors take',
      contextNeeded: output.significant_features.length === 0 ? ['other columns that may explain the target'] : [],
      reasoning: `${verdict.sentence} Coefficients come from a Householder QR factorisation in ${output.precision === 'exact' ? 'double-double' : 'double'} arithmetic, blocks of ${String(BLOCK_ROWS)} rows.`,
    },
    artifacts: [
      coefficientTable(output),
      pointTable(output),
      ...predictionTable(args, output),
      coefficientPlot(output, args.target),
      residualPlot(output, args.target),
    ],
    measures: { rows: output.sample_count, selected: rows.selected },
  };
}

/** If p of the test is below this, variances count as unequal, as in `confidence_inputs`. */
const UNEQUAL = 0.01;

/** Suggests the same model with errors that allow unequal variances; not if the call already has them. */
function robustErrors(args: Arguments, { breusch_pagan: { p }, sample_count }: Fit): NextCall[] {
  if (args.robust_se !== undefined || p === undefined || p >= UNEQUAL) return [];
  return [
    {
      tool: 'statistical_regression_tool',
      arguments: { ...args, robust_se: 'HC3' },
      why: 'Fit with errors that allow unequal variances, which the residuals have.',
      expectedOutcome: `Errors and p-values of the same coefficients over ${amount(sample_count, 'row')}.`,
      benefit: { measure: 'assumption_in_doubt', share: 1 - p },
    },
  ];
}

const illConditioned = {
  type: 'accuracy' as const,
  severity: 'medium' as const,
  description: 'Terms nearly depend on each other: single coefficients mean little.',
  probability: 0.8,
  impact: 0.5,
  mitigation: 'Read the variance inflation and leave out terms.',
};

function describeFit(
  args: Arguments,
  { model }: Fitted,
  figures: RegressionFigures,
  names: readonly string[],
  rows: Rows,
): Omit<Fit, 'verdict' | 'significant_features'> {
  const { terms } = figures;
  const by = <T>(pick: (term: TermFigures) => T | null): Record<string, T> =>
    Object.fromEntries(
      terms.flatMap((term) => {
        const value = pick(term);
        return value === null ? [] : [[names[term.at] ?? '', value] as const];
      }),
    );
  const optional = <K extends string>(values: Record<K, number | null>): { [key in K]?: number } =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as { [key in K]?: number };
  const judged = ({ statistic, df, p: own, log10_p }: JudgedFigure) => ({
    df: Math.max(0, df),
    ...optional({ statistic, p: own, log10_p }),
  });
  return {
    model: 'linear_regression',
    sample_count: model.rows,
    incomplete_count: rows.dropped.missing + rows.dropped.infinite + rows.dropped.unweighted,
    rows_dropped: rows.dropped,
    r_squared: figures.r_squared,
    adjusted_r_squared: figures.adjusted_r_squared ?? 0,
    coefficients: by((term) => term.estimate),
    ...(args.normalize && { unscaled_coefficients: by((term) => term.unscaled) }),
    standardized_coefficients: by((term) => term.standardized),
    standard_errors: by((term) => term.standard_error),
    standard_error_type: args.robust_se ?? 'classic',
    t_values: by((term) => term.t),
    p_values: by((term) => term.p),
    log10_p_values: by((term) => term.log10_p),
    confidence_intervals: by((term) => (term.interval === null ? null : [...term.interval])),
    df_model: figures.df_model,
    degrees_of_freedom: figures.df_residual,
    df_residual: figures.df_residual,
    residual_standard_error: figures.residual_standard_error ?? 0,
    ...optional({
      f_statistic: figures.f.statistic,
      f_p_value: figures.f.p,
      f_log10_p: figures.f.log10_p,
      aic: figures.aic,
      bic: figures.bic,
    }),
    condition_number: Math.max(1, model.condition),
    vif: by((term) => term.vif),
    ...optional({ durbin_watson: figures.durbin_watson }),
    breusch_pagan: judged(figures.breusch_pagan),
    jarque_bera: judged(figures.jarque_bera),
    influence: figures.influence.map(({ row, leverage, cook, studentized }) => ({
      ...{ row, leverage: Math.min(1, leverage), cooks_distance: cook },
      ...optional({ studentized_residual: studentized }),
    })),
    predictions: figures.predictions.map(({ fit, standard_error, confidence, prediction }) => ({
      fit: fit ?? 0,
      standard_error: standard_error ?? 0,
      confidence_interval: [...(confidence ?? [])],
      prediction_interval: [...(prediction ?? [])],
    })),
    points: figures.points.flatMap(({ fitted, residual, standardized }) =>
      fitted === null || residual === null ? [] : [{ fitted, residual, ...optional({ standardized }) }],
    ),
    dropped_columns: model.dropped.map(({ at, reason }) => ({ term: names[at] ?? '', reason })),
    algorithm: model.exact ? 'double_double_householder_qr' : 'householder_qr',
    precision: model.exact ? 'exact' : 'double',
  };
}

const relatedTerms = ({ effects }: Fit['verdict']): string[] =>
  effects
    .filter(({ conclusion }) => conclusion === 'related')
    .sort((a, b) => (a.p ?? 1) - (b.p ?? 1))
    .map(({ term }) => term);
