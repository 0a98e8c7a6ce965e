/** Converts figures of the statistics kernels to the names that the tool's result uses. */
import type { CoefficientFigures, TestFigures } from '../../../kernels/contract.ts';
import type { Fitted } from './run.ts';
import type { Arguments, Output } from './schema.ts';
import { verdictOf } from './verdict.ts';

type Coefficient = Output['coefficients'][number];

/** A copy without the members that are null. */
export const present = <K extends string>(values: Readonly<Record<K, number | null | undefined>>): { [key in K]?: number } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as { [key in K]?: number };

export const testOf = ({ statistic, p, log10_p }: TestFigures): { statistic?: number; p?: number; log10_p?: number } =>
  present({ statistic, p, log10_p: log10_p === null ? null : Math.min(0, log10_p) });

export function described(args: Arguments, fitted: Fitted): Output {
  const { table, rows, names } = fitted;
  const { figures, separation, dropped } = table;
  const infinite = new Set(separation?.columns.map(({ at }) => at));
  const byPlace = new Map(figures?.coefficients.map((own) => [own.at, own] as const));
  const left = new Map(dropped.map(({ at, reason }) => [at, reason] as const));
  const leftOut = (at: number): Coefficient => ({
    term: names[at]!,
    left_out: left.get(at) ?? (infinite.has(at) ? 'infinite' : 'separated'),
  });
  const f = figures;
  return {
    verdict: verdictOf(args, fitted),
    family: args.family,
    ...(rows.success !== null && { modelled_value: rows.success }),
    ...{ sample_count: rows.rows, weighted_count: rows.weighted, event_count: rows.events, rows_dropped: rows.dropped },
    coefficients: names.map((term, at) => (byPlace.has(at) ? coefficientOf(term, byPlace.get(at)!) : leftOut(at))),
    ...(f && {
      ...present({ deviance: f.deviance, null_deviance: f.null_deviance, log_likelihood: f.log_likelihood, aic: f.aic, bic: f.bic }),
      ...present({ df_residual: f.df_residual, dispersion: f.dispersion }),
      whole_model: { ...testOf(f.whole), df: f.whole.df[0] ?? 0 },
      ...(f.overdispersion && { overdispersion: testOf(f.overdispersion) }),
    }),
    ...(separation && {
      separation: {
        kind: separation.kind,
        terms: separation.columns.map(({ at, sign }) => ({ term: names[at]!, direction: sign > 0 ? ('up' as const) : ('down' as const) })),
      },
    }),
    predictions: (f?.predictions ?? []).flatMap(({ fit, interval }) =>
      fit === null ? [] : [{ fit, ...(interval && { interval: [...interval] }) }],
    ),
    ...{ condition_number: Math.max(1, table.condition), iterations: table.iterations, penalty: args.penalty },
    precision: table.exact ? 'exact' : 'double',
  };
}

function coefficientOf(term: string, own: CoefficientFigures): Coefficient {
  const { estimate, standard_error, z, p, log10_p, interval, interval_kind, ratio, ratio_interval } = own;
  return {
    term,
    ...present({ estimate, standard_error, z, p, log10_p: log10_p === null ? null : Math.min(0, log10_p) }),
    ...(interval && { confidence_interval: [...interval], interval_kind }),
    ...present({ ratio }),
    ...(ratio_interval && { ratio_interval: [...ratio_interval] }),
  };
}
