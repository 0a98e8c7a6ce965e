/** Builds the design of a model and checks the levels of its factors. */
import type { RegressionDesign } from '../../kernels/contract.ts';
import { toolError } from '../contract/errors.ts';
import type { ToolError } from '../contract/index.ts';
import { exponentFor } from './blocks.ts';
import type { Seen } from './cutter.ts';
import { MOST_TERMS, refused, type Model, type ModelArguments, type Term } from './terms.ts';

/** Returns errors for factors with too few or too many levels among the features. */
export function levelFaults(args: ModelArguments, { factors }: Model, levels: readonly (readonly string[])[]): ToolError[] {
  return factors.flatMap(({ name, reference }, at) => {
    if (!args.features.includes(name)) return [];
    const own = levels[at] ?? [];
    const path = ['arguments', 'features', args.features.indexOf(name)];
    if (own.length > MOST_TERMS) return [refused(path, `a factor of at most ${String(MOST_TERMS)} levels`, name)];
    if (own.length === 0)
      return [
        toolError('INSUFFICIENT_DATA', `expected complete rows with a level of ${JSON.stringify(name)}, found 0`, path, { got: '0' }),
      ];
    if (own.length < 2) return [refused(path, 'a factor of at least 2 levels', name)];
    if (reference !== undefined && !own.includes(reference))
      return [
        refused(['arguments', 'categorical', name, 'reference'], `a level, one of ${own.slice(0, 8).join(', ').slice(0, 160)}`, reference),
      ];
    return [];
  });
}

/** Builds the design for the rows that were read: columns are scaled to magnitudes of at most 1, with their first values as origins. */
export function designOf(args: ModelArguments, model: Model, terms: readonly Term[], { largest, first }: Seen): RegressionDesign {
  const codes = model.numeric.length + (model.weight === null ? 0 : 1);
  const weight = model.weight === null ? null : model.numeric.length;
  const exponents = largest.map((most, at) => {
    if (at >= codes) return 0;
    const own = exponentFor(most);
    return at === weight ? own - (own & 1) : own;
  });
  const constant = args.intercept ? [{ kind: 'product' as const, factors: [] }] : [];
  const coded = model.factors.findIndex(({ name }) => name === args.target);
  const column = coded < 0 ? model.numeric.indexOf(args.target) : codes + coded;
  const target = { kind: 'product' as const, factors: [{ column, power: 1 }] };
  const columns = [...constant, ...terms.map(({ column }) => column), target];
  const scaled = first.map((value, at) => value * 2 ** (exponents[at] ?? 0));
  const pivots = columns.map((column) => {
    if (!args.intercept || column.kind === 'level' || column.factors.length === 0) return 0;
    let value = 1;
    for (const factor of column.factors) for (let power = 0; power < factor.power; power++) value *= scaled[factor.column] ?? 0;
    return value;
  });
  return { columns, intercept: args.intercept, exponents, weight, pivots };
}
