import type { ToolWarning } from '../../contract/index.ts';
import { ILL_CONDITIONED, type Fitted } from './fit.ts';
import type { Rows } from './rows.ts';
import type { Arguments, Fit } from './schema.ts';

/** Residuals this small beside the spread of the target are rounding. */
const PERFECT = 1e-24;

/** Correlation of a residual with the next one from which on errors for independent rows are clearly too small. */
const CORRELATED = 0.2;
/** Standard errors that it must be away from 0, as few rows show such a correlation by chance. */
const CLEARLY = 3;

/**
 * Whether residuals resemble those of the rows before them: the correlation is 1 − d / 2, with a standard error of 1 / √n. Residuals of a
 * perfect fit are rounding and say nothing.
 */
export function followEachOther({
  durbin_watson,
  sample_count,
  r_squared,
}: Pick<Fit, 'durbin_watson' | 'sample_count' | 'r_squared'>): boolean {
  const correlation = 1 - (durbin_watson ?? 2) / 2;
  return r_squared < 1 && correlation >= CORRELATED && correlation * Math.sqrt(sample_count) >= CLEARLY;
}

export function warningsOf(args: Arguments, output: Fit, rows: Rows, { model, figures, raised }: Fitted): ToolWarning[] {
  const { missing, infinite, unweighted } = output.rows_dropped;
  const rest = model.residual_squares / model.total_squares;
  const limits: (ToolWarning | false)[] = [
    missing > 0 && {
      code: 'ROWS_INCOMPLETE',
      message: `${String(missing)} of ${String(rows.selected)} selected rows lack a value in one of the columns and were left out`,
      field: 'arguments.features',
      details: { incomplete: missing, selected: rows.selected },
    },
    infinite > 0 && {
      code: 'VALUES_INFINITE',
      message: `${String(infinite)} rows have an infinite value and were left out`,
      details: { infinite },
    },
    unweighted > 0 && {
      code: 'ROWS_UNWEIGHTED',
      message: `${String(unweighted)} rows have the weight 0 and were left out`,
      details: { unweighted },
    },
    args.max_rows !== undefined &&
      rows.selected >= args.max_rows && {
        code: 'TRUNCATED',
        message: `the first ${String(args.max_rows)} selected rows were read, as max_rows says`,
        field: 'arguments.max_rows',
      },
    output.dropped_columns.length > 0 && {
      code: 'COLUMNS_DROPPED',
      message: `${output.dropped_columns
        .slice(0, 8)
        .map(({ term, reason }) => `${term} (${reason})`)
        .join(', ')}: taken out, as they cannot be told from the other terms`,
      field: 'arguments.features',
    },
    output.condition_number > ILL_CONDITIONED && {
      code: 'ILL_CONDITIONED',
      message:
        output.precision === 'exact'
          ? 'the terms nearly depend on each other: digits hold, but single coefficients hang on the last digits of the data'
          : 'the terms nearly depend on each other: in doubles few digits hold; ask for precision exact',
      field: 'arguments.precision',
      details: { condition_number: output.condition_number },
    },
    raised && { code: 'PRECISION_RAISED', message: 'the fit was repeated in double-double, as the terms nearly depend on each other' },
    rest < PERFECT && {
      code: 'PERFECT_FIT',
      message: 'the terms explain the target completely: errors, tests and diagnostics are of rounding',
    },
    followEachOther(output) && {
      code: 'ROWS_DEPENDENT',
      message: `neighbouring rows resemble each other (Durbin–Watson ${String(Number(output.durbin_watson?.toPrecision(2)))}): standard errors are too small and p-values too low`,
      details: { durbin_watson: output.durbin_watson ?? 2 },
    },
    (figures?.unit_leverages ?? 0) > 0 && {
      code: 'LEVERAGE_ONE',
      message: `${String(figures?.unit_leverages)} rows decide a term alone and have no residual of their own`,
    },
  ];
  return limits.filter((each) => each !== false);
}
