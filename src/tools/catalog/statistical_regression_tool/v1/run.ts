import type { LeastSquaresFit } from '../../../../kernels/contract.ts';
import { toolError } from '../../../contract/errors.ts';
import type { ToolError, ToolWarning } from '../../../contract/index.ts';
import type { ArtifactDraft, ToolCapabilities, ToolOutcome } from '../../../definition.ts';
import { run as runCurrent } from '../run.ts';
import { Input as CurrentInput } from '../schema.ts';
import { columnFaults, fetchData } from './data.ts';
import type { Arguments, Fit } from './schema.ts';
import { twoSidedQuantile, twoSidedTail } from './student-t.ts';

type Outcome = ToolOutcome<Fit>;
type Solution = NonNullable<LeastSquaresFit['solution']>;

/** Ordinary least squares of one column on others. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const [first, ...others] = columnFaults(args, capabilities.selection);
  if (first) return { status: 'error', errors: [first, ...others] };
  const { features, target, selected } = await fetchData(args, capabilities);
  const rows = target.length;
  const terms = args.features.length + 1;
  if (rows < terms + 1) return tooFew(rows, terms + 1);
  const fit = await capabilities.kernels.leastSquares(
    { features, target },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const { solution } = fit;
  if (solution === null) return failed(fit.dependent.map((at) => dependent(args.features[at] ?? '', at)));
  if (solution.total_squares === 0) return failed([constantTarget(args.target)]);
  const output = describeFit(args, fit, solution, selected);
  const conclusion = await conclusionOf(args, output, capabilities);
  return {
    status: 'ok',
    summary: conclusion.summary,
    structured_output: output,
    warnings: [...warningsOf(output, selected), ...conclusion.warnings],
    confidence_inputs: { rows, terms, share_complete: rows / selected, r_squared: output.r_squared },
    hints: {
      assumptions: [
        'The target depends linearly on the features',
        'Residuals are independent and of equal variance; rows close in time often are neither',
      ],
      riskFactors: riskOf(output, rows, selected),
      contextNeeded: output.significant_features.length === 0 ? ['other columns that may explain the target'] : [],
      reasoning: 'Coefficients come from a QR factorisation of the centred columns; p-values from Student’s t.',
    },
    artifacts: [coefficientTable(output)],
    measures: { rows, selected },
  };
}

function describeFit(args: Arguments, fit: LeastSquaresFit, solution: Solution, selected: number): Fit {
  const { rows, means, deviations } = fit;
  const df = rows - args.features.length - 1;
  const variance = solution.residual_squares / df;
  // Standardising only changes the unit of a slope and moves the intercept to the mean of the target.
  const unit = args.features.map((_, at) => (args.normalize ? (deviations[at] ?? 1) : 1));
  const level = args.normalize ? (means.at(-1) ?? 0) : solution.intercept;
  const levelVariance = 1 / rows + (args.normalize ? 0 : spreadAt(means, solution.covariance));
  const estimates = [level, ...solution.slopes.map((slope, at) => slope * (unit[at] ?? 1))];
  const errors = [levelVariance, ...args.features.map((_, at) => (solution.covariance[at]?.[at] ?? 0) * (unit[at] ?? 1) ** 2)].map(
    (value) => Math.sqrt(value * variance),
  );
  const names = ['intercept', ...args.features];
  const record = (values: readonly number[]): Record<string, number> =>
    Object.fromEntries(names.map((name, at) => [name, stable(values[at] ?? 0)]));
  const p = args.features.map((_, at) => pValue(estimates[at + 1] ?? 0, errors[at + 1] ?? 0, df));
  const reach = twoSidedQuantile(args.alpha, df);
  const bounds = names.map((name, at) => {
    const [estimate = 0, error = 0] = [estimates[at], errors[at]];
    return [name, [stable(estimate - reach * error), stable(estimate + reach * error)]] as [string, number[]];
  });
  const share = solution.residual_squares / solution.total_squares;
  return {
    model: 'linear_regression',
    sample_count: rows,
    incomplete_count: selected - rows,
    r_squared: stable(Math.min(1, Math.max(0, 1 - share))),
    adjusted_r_squared: stable(1 - (share * (rows - 1)) / df),
    coefficients: record(estimates),
    standard_errors: record(errors),
    p_values: Object.fromEntries(args.features.map((name, at) => [name, stable(p[at] ?? 1)])),
    confidence_intervals: Object.fromEntries(bounds),
    significant_features: significant(args, p),
    degrees_of_freedom: df,
    residual_standard_error: stable(Math.sqrt(variance)),
  };
}

/** Variance of the fitted plane at feature values of 0, in units of the residual variance, without the 1/n. */
function spreadAt(means: readonly number[], covariance: Solution['covariance']): number {
  return covariance.reduce((sum, row, a) => sum + row.reduce((inner, value, b) => inner + value * (means[a] ?? 0) * (means[b] ?? 0), 0), 0);
}

/** An exact fit leaves no error: whatever is not 0 is significant then. */
function pValue(estimate: number, error: number, df: number): number {
  if (error === 0) return estimate === 0 ? 1 : 0;
  return twoSidedTail(estimate / error, df);
}

function significant({ features, alpha }: Arguments, p: readonly number[]): string[] {
  return features
    .map((name, at) => ({ name, p: p[at] ?? 1 }))
    .filter((feature) => feature.p < alpha)
    .sort((a, b) => a.p - b.p)
    .map((feature) => feature.name);
}

/** Twelve digits: what every platform's logarithm agrees on, so that result hashes do too. */
const stable = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(12)) : value);

/** What the current version concludes from the same rows: this one has no diagnostics that its p-values could be judged by. */
async function conclusionOf(
  args: Arguments,
  { sample_count }: Fit,
  capabilities: ToolCapabilities,
): Promise<{ readonly summary: string; readonly warnings: readonly ToolWarning[] }> {
  const outcome = await runCurrent(CurrentInput.parse(args), capabilities);
  if (outcome.status === 'error')
    return { summary: `Linear regression completed on ${sample_count.toLocaleString('en-US')} samples.`, warnings: [] };
  return { summary: outcome.summary, warnings: (outcome.warnings ?? []).filter(({ code }) => code !== 'ROWS_INCOMPLETE') };
}

function warningsOf({ incomplete_count: incomplete }: Fit, selected: number): ToolWarning[] {
  if (incomplete === 0) return [];
  const message = `${String(incomplete)} of ${String(selected)} selected rows lack a value in one of the columns and were left out`;
  return [{ code: 'ROWS_INCOMPLETE', message, field: 'arguments.features', details: { incomplete, selected } }];
}

function riskOf({ degrees_of_freedom: df }: Fit, rows: number, selected: number) {
  const lost = 1 - rows / selected;
  return [
    ...(df < 30
      ? [
          {
            type: 'accuracy' as const,
            severity: 'medium' as const,
            description: 'Few rows per term: the estimates depend on single rows.',
            probability: 0.5,
            impact: 0.5,
          },
        ]
      : []),
    ...(lost > 0.2
      ? [
          {
            type: 'accuracy' as const,
            severity: 'medium' as const,
            description: 'Many rows were left out; those that remain may not speak for all.',
            probability: Math.min(1, lost),
            impact: 0.5,
          },
        ]
      : []),
  ];
}

function tooFew(rows: number, needed: number): Outcome {
  const message = `expected at least ${String(needed)} complete rows for this many features, found ${String(rows)}`;
  return {
    status: 'error',
    errors: [
      toolError('INSUFFICIENT_DATA', message, ['arguments', 'operation'], { details: { observed: rows, needed }, got: String(rows) }),
    ],
    hints: { contextNeeded: ['a selection with more complete rows, or fewer features'] },
  };
}

const failed = (errors: readonly ToolError[]): Outcome => ({ status: 'error', errors: errors as readonly [ToolError, ...ToolError[]] });

function dependent(name: string, at: number): ToolError {
  const message = `arguments.features[${String(at)}]: expected a feature that varies on its own, got ${JSON.stringify(name)}, which is constant or follows from the features before it`;
  return toolError('INVALID_VALUE', message, ['arguments', 'features', at], { got: name });
}

const constantTarget = (name: string): ToolError =>
  toolError(
    'INVALID_VALUE',
    `arguments.target: expected a column that varies, got ${JSON.stringify(name)}, which is constant in the selection`,
    ['arguments', 'target'],
    { got: name },
  );

function coefficientTable(fit: Fit): ArtifactDraft {
  const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = Object.entries(fit.coefficients).map(([name, estimate]) =>
    [cell(name), estimate, fit.standard_errors[name], fit.p_values[name] ?? ''].map(String).join(','),
  );
  const csv = ['term,estimate,standard_error,p_value', ...lines, ''].join('\r\n');
  return { name: 'regression_coefficients', mime_type: 'text/csv', bytes: new TextEncoder().encode(csv) };
}
