/** Reads the model from the arguments: the columns it needs and its terms. */
import type { DesignColumn } from '../../kernels/contract.ts';
import { toolError } from '../contract/errors.ts';
import type { ToolError } from '../contract/index.ts';
import type { SelectedRows } from '../definition.ts';
import { columnFaults, type NamedColumn } from '../numeric-columns.ts';

/** The arguments that all model tools have. */
export interface ModelArguments {
  readonly target: string;
  readonly features: readonly string[];
  readonly categorical: Readonly<Record<string, { readonly coding: 'treatment' | 'sum'; readonly reference?: string | undefined }>>;
  /** Terms that are products of powers of columns. */
  readonly terms: readonly { readonly columns: readonly string[]; readonly powers: readonly number[] }[];
  readonly intercept: boolean;
  readonly weights?: string | undefined;
  readonly offset?: string | undefined;
  readonly cluster_by?: string | undefined;
  readonly predict_at: readonly Readonly<Record<string, unknown>>[];
}

export interface Model {
  /** Numeric columns in the order in which they are fetched; a numeric target is the last one. */
  readonly numeric: readonly string[];
  readonly weight: string | null;
  readonly factors: readonly Factor[];
}

export interface Factor {
  readonly name: string;
  readonly coding: 'treatment' | 'sum';
  readonly reference: string | undefined;
}

export interface Term {
  readonly name: string;
  readonly column: DesignColumn;
}

/** Maximum number of terms of a fit, including the levels of factors. */
export const MOST_TERMS = 200;
/** Name of the constant in the answer. No column with this name is accepted. */
const RESERVED = 'intercept';

const termName = (columns: readonly string[], powers: readonly number[]): string =>
  columns.map((name, at) => ((powers[at] ?? 1) === 1 ? name : `${name}^${String(powers[at])}`)).join(':');

/** Reads the model from the arguments. @param levels  true if the target has two values, which are read as the codes of a last factor */
export function modelOf(args: ModelArguments, levels = false): Model {
  const factors = args.features
    .filter((name) => Object.hasOwn(args.categorical, name))
    .map((name): Factor => ({ name, coding: args.categorical[name]!.coding, reference: args.categorical[name]!.reference }));
  const plain = args.features.filter((name) => !Object.hasOwn(args.categorical, name));
  const others = args.terms.flatMap(({ columns }) => columns);
  const numeric = [...new Set([...plain, ...others, ...(args.offset === undefined ? [] : [args.offset])])];
  const target: Factor = { name: args.target, coding: 'treatment', reference: undefined };
  return {
    numeric: levels ? numeric : [...numeric, args.target],
    weight: args.weights ?? null,
    factors: levels ? [...factors, target] : factors,
  };
}

/** Returns the errors in the arguments; empty if the columns can be read. */
export function modelFaults(args: ModelArguments, selection: SelectedRows, target: NamedColumn['kind'] = 'numeric'): ToolError[] {
  const at = (...path: (string | number)[]): (string | number)[] => ['arguments', ...path];
  const named: NamedColumn[] = [
    { name: args.target, path: at('target'), kind: target },
    ...args.features.map((name, index) => ({
      name,
      path: at('features', index),
      kind: Object.hasOwn(args.categorical, name) ? ('any' as const) : ('numeric' as const),
    })),
    ...(args.weights === undefined ? [] : [{ name: args.weights, path: at('weights'), kind: 'numeric' as const }]),
    ...(args.offset === undefined ? [] : [{ name: args.offset, path: at('offset'), kind: 'numeric' as const }]),
  ];
  // Name a column only once in the faults, even if it is both factor and cluster.
  const cluster =
    args.cluster_by === undefined ? [] : columnFaults([{ name: args.cluster_by, path: at('cluster_by'), kind: 'any' }], selection);
  const ofTerms = args.terms.flatMap(({ columns }, term) =>
    columns.flatMap((name, index) => columnFaults([{ name, path: at('terms', term, 'columns', index), kind: 'numeric' }], selection)),
  );
  const reserved = named.flatMap(({ name, path }) =>
    name === RESERVED ? [refused(path, 'a column that can be told from the constant', name)] : [],
  );
  return [...columnFaults(named, selection), ...cluster, ...ofTerms, ...reserved, ...ownFaults(args, at)];
}

function ownFaults(args: ModelArguments, at: (...path: (string | number)[]) => (string | number)[]): ToolError[] {
  const names = args.terms.map(({ columns, powers }) => termName(columns, powers));
  const seen = new Set(args.features);
  return [
    ...args.terms.flatMap(({ columns, powers }, index) => {
      const found: ToolError[] = [];
      if (columns.length !== powers.length)
        found.push(refused(at('terms', index, 'powers'), `${String(columns.length)} powers, one per column`, String(powers.length)));
      if (columns.includes(args.target)) found.push(refused(at('terms', index, 'columns'), 'columns other than the target', args.target));
      if (new Set(columns).size < columns.length)
        found.push(refused(at('terms', index, 'columns'), 'every column once', columns.join(', ')));
      const name = names[index] ?? '';
      if (seen.has(name)) found.push(refused(at('terms', index), 'a term that is not there yet', name));
      seen.add(name);
      return found;
    }),
    ...Object.keys(args.categorical).flatMap((name) =>
      args.features.includes(name) ? [] : [refused(at('categorical', name), 'a name out of features', name)],
    ),
  ];
}

export function refused(path: readonly (string | number)[], expected: string, got: string): ToolError {
  const where = toolError('', '', [...path]).field ?? '';
  return toolError('INVALID_VALUE', `${where}: expected ${expected}, got ${JSON.stringify(got.slice(0, 128))}`, [...path], {
    got: got.slice(0, 128),
  });
}

/**
 * Returns the model's terms without the constant: features in order (a factor is replaced by its levels), then products.
 * @param levels  levels of each factor, in order; data columns are the numeric ones, then weights, then the factors' codes
 */
export function termsOf(args: ModelArguments, model: Model, levels: readonly (readonly string[])[]): Term[] {
  const numeric = (name: string): number => model.numeric.indexOf(name);
  const codes = model.numeric.length + (model.weight === null ? 0 : 1);
  const ofFactor = (name: string): Term[] => {
    const index = model.factors.findIndex((factor) => factor.name === name);
    const own = levels[index] ?? [];
    const { coding, reference } = model.factors[index]!;
    // Without a constant the first factor has a term for each level, as in R; otherwise rows of the omitted level would have mean 0.
    const whole = !args.intercept && index === 0;
    const base = whole ? -1 : reference === undefined ? 0 : own.indexOf(reference);
    return own.flatMap((level, code) =>
      code === base
        ? []
        : [
            {
              name: `${name}[${level}]`,
              column: { kind: 'level', column: codes + index, code, reference: coding === 'sum' && !whole ? base : null },
            },
          ],
    );
  };
  return [
    ...args.features.flatMap((name): Term[] =>
      Object.hasOwn(args.categorical, name)
        ? ofFactor(name)
        : [{ name, column: { kind: 'product', factors: [{ column: numeric(name), power: 1 }] } }],
    ),
    ...args.terms.map(({ columns, powers }): Term => {
      const factors = columns.map((name, at) => ({ column: numeric(name), power: powers[at] ?? 1 }));
      return { name: termName(columns, powers), column: { kind: 'product', factors } };
    }),
  ];
}

/** Converts the values of a point to predict at to data columns, or returns the errors in them. */
export function placesOf(
  args: ModelArguments,
  model: Model,
  levels: readonly (readonly string[])[],
): { readonly places: Float64Array[]; readonly faults: ToolError[] } {
  const faults: ToolError[] = [];
  const codes = model.numeric.length + (model.weight === null ? 0 : 1);
  const own = (name: string): boolean => name !== args.target;
  const wanted = [...model.numeric, ...model.factors.map(({ name }) => name)].filter(own);
  const places = args.predict_at.map((place, index) => {
    const data = new Float64Array(codes + model.factors.length);
    const fault = (name: string, expected: string, got: unknown): void =>
      void faults.push(
        refused(['arguments', 'predict_at', index, name], expected, got === undefined ? 'nothing' : (JSON.stringify(got) ?? '')),
      );
    for (const name of Object.keys(place)) if (!wanted.includes(name)) fault(name, `one of ${wanted.join(', ')}`.slice(0, 200), name);
    model.numeric.forEach((name, at) => {
      if (!own(name)) return;
      const value = Object.hasOwn(place, name) ? place[name] : undefined;
      if (typeof value === 'number' && Number.isFinite(value)) data[at] = value;
      else fault(name, 'a number', value);
    });
    model.factors.forEach(({ name }, at) => {
      if (!own(name)) return;
      const value = Object.hasOwn(place, name) ? place[name] : undefined;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const code = (levels[at] ?? []).indexOf(text ?? '');
      if (value !== undefined && code >= 0) data[codes + at] = code;
      else fault(name, `a level, one of ${(levels[at] ?? []).slice(0, 8).join(', ')}`.slice(0, 200), value);
    });
    return data;
  });
  return { places, faults };
}
