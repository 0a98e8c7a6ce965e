import { toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import { clusterColumn } from '../../cluster-column.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { designOf, levelFaults } from '../../model-rows/design.ts';
import { levelsOf, rowsQuery } from '../../model-rows/query.ts';
import { modelFaults, modelOf, MOST_TERMS, placesOf, refused, termsOf, type Model } from '../../model-rows/terms.ts';
import { roundedIntegers } from '../../rounded-integers.ts';
import { answered } from './answer.ts';
import { EarlyFactors } from './early.ts';
import { fitBlocks, type Fitted } from './fit.ts';
import { readRows, type Rows } from './rows.ts';
import type { Arguments, Fit } from './schema.ts';

type Outcome = ToolOutcome<Fit>;

/** Fits a linear regression of one column on others by least squares. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const scaled = args.normalize && !args.intercept ? [refused(['arguments', 'normalize'], 'false without an intercept', 'true')] : [];
  const faults = [...modelFaults(args, capabilities.selection), ...scaled];
  if (faults.length > 0) return failed(faults);
  const model = modelOf(args);
  const levels = await levelsOf(capabilities, model, MOST_TERMS);
  const ofLevels = levelFaults(args, model, levels);
  if (ofLevels.length > 0) return failed(ofLevels);
  const terms = termsOf(args, model, levels);
  if (terms.length > MOST_TERMS)
    return failed([refused(['arguments', 'features'], `at most ${String(MOST_TERMS)} terms`, String(terms.length))]);
  const { places, faults: ofPlaces } = placesOf(args, model, levels);
  if (ofPlaces.length > 0) return failed(ofPlaces);
  const limit = args.max_rows;
  const early = new EarlyFactors(capabilities.kernels, args.precision, (seen) => designOf(args, model, terms, seen), capabilities.signal);
  const cluster = clusterColumn(args.cluster_by, capabilities.selection);
  const rows = await readRows(capabilities, rowsQuery(capabilities, model, levels, limit, cluster?.column), limit, early);
  const refusedRows = rowFaults(args, rows, terms.length + (args.intercept ? 1 : 0));
  if (refusedRows) return refusedRows;
  const { design, triangles } = early.result(rows);
  const asks = {
    ...{ precision: args.precision, alpha: args.alpha, normalize: args.normalize },
    robust: args.robust_se ?? null,
    predict_at: places,
    dependence: { cluster: cluster === null ? null : dataColumns(model) },
  };
  const options = { signal: capabilities.signal, onProgress: capabilities.progress };
  const fitted = await fitBlocks(capabilities.kernels, design, rows.source, asks, options, triangles);
  const names = [...(args.intercept ? ['intercept'] : []), ...terms.map(({ name }) => name)];
  const refusal = unusable(args, fitted, names);
  return refusal ?? answered(args, { fitted, names, rows, cluster }, await roundedIntegers(capabilities, numericArguments(args)));
}

/** Number of data columns of numbers, weights and factors; the column of clusters follows them. */
const dataColumns = ({ numeric, weight, factors }: Model): number => numeric.length + (weight === null ? 0 : 1) + factors.length;

/** Columns that are read as doubles, each with the argument that names it. */
function numericArguments(args: Arguments): { name: string; field: string }[] {
  return [
    { name: args.target, field: 'arguments.target' },
    ...args.features.flatMap((name, at) =>
      Object.hasOwn(args.categorical, name) ? [] : [{ name, field: `arguments.features[${String(at)}]` }],
    ),
    ...args.terms.flatMap(({ columns }, term) =>
      columns.flatMap((name, at) =>
        args.features.includes(name) ? [] : [{ name, field: `arguments.terms[${String(term)}].columns[${String(at)}]` }],
      ),
    ),
  ];
}

function rowFaults(args: Arguments, { source, dropped, negative }: Rows, terms: number): Outcome | undefined {
  if (negative) return failed([refused(['arguments', 'weights'], 'weights of 0 and above', 'a weight below 0')]);
  const lost = dropped.missing + dropped.infinite;
  if (args.missing === 'error' && lost > 0)
    return failed([refused(['arguments', 'missing'], 'a value in every row', `${String(lost)} rows without`)]);
  if (source.rows > terms) return undefined;
  const message = `expected at least ${String(terms + 1)} complete rows for ${String(terms)} terms, found ${String(source.rows)}`;
  const details = { observed: source.rows, needed: terms + 1 };
  return {
    status: 'error',
    errors: [toolError('INSUFFICIENT_DATA', message, ['arguments', 'operation'], { details, got: String(source.rows) })],
    hints: { contextNeeded: ['a selection with more complete rows, or fewer features'] },
  };
}

/** Whether there is no usable fit: no term or target varies, or a coefficient exceeds the range of a double. */
function unusable(args: Arguments, { model, figures }: Fitted, names: readonly string[]): Outcome | undefined {
  if (model.total_squares === 0) return failed([refused(['arguments', 'target'], 'a column that varies in the selection', args.target)]);
  const constant = args.intercept ? 1 : 0;
  if (figures === null || model.kept.length - 1 === constant) {
    const terms = model.dropped.map(({ at }) => names[at] ?? '').join(', ');
    return failed([refused(['arguments', 'features'], 'a feature that varies in the selection', terms)]);
  }
  const beyond = figures.terms.find(
    ({ estimate, standard_error, interval }) => estimate === null || standard_error === null || interval === null,
  );
  if (beyond === undefined && figures.predictions.every(({ fit, prediction }) => fit !== null && prediction !== null)) return undefined;
  const what = beyond ? (names[beyond.at] ?? '') : 'a prediction';
  return failed([refused(['arguments', 'features'], 'columns whose coefficients a double can hold', what)]);
}

const failed = (errors: readonly ToolError[]): Outcome => ({ status: 'error', errors: errors as readonly [ToolError, ...ToolError[]] });
