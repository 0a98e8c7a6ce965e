import type { GeneralizedTable } from '../../../kernels/contract.ts';
import { clusterColumn } from '../../cluster-column.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { BLOCK_ROWS } from '../../model-rows/blocks.ts';
import { designOf } from '../../model-rows/design.ts';
import type { ClusterColumn } from '../../model-rows/licence.ts';
import { modelFaults, MOST_TERMS, placesOf, refused, termsOf, type Term } from '../../model-rows/terms.ts';
import { roundedIntegers } from '../../rounded-integers.ts';
import { failed, readRows, tooFew, type Outcome, type Rows } from './data.ts';
import { outcome } from './outcome.ts';
import { described } from './figures.ts';
import type { Arguments } from './schema.ts';

/** What the answer of a fit is built from. */
export interface Fitted {
  readonly rows: Rows;
  readonly table: GeneralizedTable;
  /** Name of each design column. */
  readonly names: readonly string[];
  /** Terms that are tested as a whole, with the indices of their design columns. */
  readonly terms: readonly { readonly name: string; readonly columns: readonly number[] }[];
  readonly cluster: ClusterColumn;
}

/** Maximum number of points in the series for tests of dependent rows; with more rows, several are summed into a point. */
const SERIES = 16_384;

/** Fits a logistic or Poisson regression of one column on others. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const faults = [...modelFaults(args, capabilities.selection, args.family === 'poisson' ? 'numeric' : 'any'), ...ownFaults(args)];
  if (faults.length > 0) return failed(faults);
  const cluster = clusterColumn(args.cluster_by, capabilities.selection);
  const rows = await readRows(args, capabilities, cluster);
  if (!('blocks' in rows)) return failed(rows);
  const terms = termsOf(args, rows.model, rows.levels);
  const fault = fewRows(args, rows, terms);
  if (fault) return failed([fault]);
  const { places, faults: ofPlaces } = placesOf(args, rows.model, rows.levels);
  if (ofPlaces.length > 0) return failed(ofPlaces);
  const design = designOf(args, rows.model, terms, rows.seen);
  const first = args.intercept ? 1 : 0;
  const together = joined(args, terms, first);
  const table = await capabilities.kernels.generalized(
    {
      ...{ family: args.family === 'logistic' ? ('binomial' as const) : ('poisson' as const), blocks: rows.blocks, design },
      offset: args.offset === undefined ? null : rows.model.numeric.indexOf(args.offset),
      terms: together.map(({ columns }) => columns),
      ...{ penalty: args.penalty, precision: args.precision, alpha: args.alpha, per: perPoint(rows.rows) },
      ...{ cluster: rows.cluster, predict_at: places },
    },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const names = [...(args.intercept ? ['intercept'] : []), ...terms.map(({ name }) => name)];
  const fitted: Fitted = { rows, table, names, terms: together, cluster };
  return outcome(args, described(args, fitted), fitted, await roundedIntegers(capabilities, numericArguments(args)));
}

/** Number of rows per point of the series: a power of 2, which divides a block. */
function perPoint(rows: number): number {
  let per = 1;
  while (rows > SERIES * per && per < BLOCK_ROWS) per *= 2;
  return per;
}

function ownFaults(args: Arguments) {
  return args.success !== undefined && args.family === 'poisson'
    ? [refused(['arguments', 'success'], 'none with poisson', args.success)]
    : [];
}

function fewRows({ family, target }: Arguments, { rows, events, weighted }: Rows, terms: readonly Term[]) {
  if (terms.length > MOST_TERMS) return refused(['arguments', 'features'], `at most ${String(MOST_TERMS)} terms`, String(terms.length));
  const needed = terms.length + 2;
  if (rows < needed)
    return tooFew(
      `expected at least ${String(needed)} complete rows for ${String(terms.length)} terms, found ${String(rows)}`,
      ['features'],
      {
        observed: rows,
        needed,
      },
    );
  if (events > 0 && (family === 'poisson' || events < weighted)) return undefined;
  const wanted = family === 'poisson' ? 'a count above 0' : 'complete rows with both values';
  return tooFew(`expected ${wanted} of ${JSON.stringify(target)}, found none`, ['target'], { observed: 0, needed: 1 });
}

/** Joins the columns of a factor's levels to one term. Terms for products follow those for features. */
function joined(args: Arguments, terms: readonly Term[], first: number): Fitted['terms'] {
  const own = terms.slice(0, terms.length - args.terms.length);
  const columns = (name: string): number[] => {
    const isOwn = Object.hasOwn(args.categorical, name) ? (term: Term) => isLevel(term, name) : (term: Term) => term.name === name;
    return own.flatMap((term, at) => (isOwn(term) ? [at + first] : []));
  };
  const products = terms.slice(own.length).map(({ name }, at) => ({ name, columns: [own.length + at + first] }));
  return [...args.features.map((name) => ({ name, columns: columns(name) })), ...products];
}

const isLevel = ({ name, column }: Term, factor: string): boolean => column.kind === 'level' && name.startsWith(`${factor}[`);

/** Columns that are read as doubles, each with the argument that names it. */
function numericArguments({ family, target, features, categorical, offset }: Arguments): { name: string; field: string }[] {
  return [
    ...(family === 'poisson' ? [{ name: target, field: 'arguments.target' }] : []),
    ...features.flatMap((name, at) => (Object.hasOwn(categorical, name) ? [] : [{ name, field: `arguments.features[${String(at)}]` }])),
    ...(offset === undefined ? [] : [{ name: offset, field: 'arguments.offset' }]),
  ];
}
