import type { ToolWarning } from '../../contract/index.ts';
import { ILL_CONDITIONED, type Fitted } from './fit.ts';
import type { Rows } from './rows.ts';
import type { Arguments, Fit } from './schema.ts';

/** If residuals have less than this share of the target's sum of squares, they are only rounding errors. */
const PERFECT = 1e-24;

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
    ...dependent(output),
    (figures?.unit_leverages ?? 0) > 0 && {
      code: 'LEVERAGE_ONE',
      message: `${String(figures?.unit_leverages)} rows decide a term alone and have no residual of their own`,
    },
  ];
  return limits.filter((each) => each !== false);
}

/** Warns that the verdict allows for dependent rows while the figures of single terms do not. */
function dependent({ verdict: { test, reason }, durbin_watson }: Fit): ToolWarning[] {
  if (test !== 'hac' && test !== 'cluster' && test !== 'hac_and_cluster') return [];
  return [
    {
      code: 'ROWS_DEPENDENT',
      message: `${reason}: standard_errors and p_values by term take rows as independent; the verdict does not`,
      details: { durbin_watson: durbin_watson ?? 2 },
    },
  ];
}
