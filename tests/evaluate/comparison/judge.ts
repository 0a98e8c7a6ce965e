import { kernelInstance } from '../../../src/kernels/instance.ts';
import { compareRows } from '../../../src/tools/catalog/statistical_comparison_tool/compare.ts';
import { withinValues } from '../../../src/tools/catalog/statistical_comparison_tool/reversal.ts';
import { Input, type Arguments, type Verdict } from '../../../src/tools/catalog/statistical_comparison_tool/schema.ts';
import { verdictOf } from '../../../src/tools/catalog/statistical_comparison_tool/verdict.ts';

/** Rows as a comparison reads them, made instead of read. */
export interface Made {
  readonly args: Partial<Arguments> & Pick<Arguments, 'design'>;
  readonly values: readonly number[];
  /** 0 or 1 by row; of categories the row of the table. */
  readonly group?: readonly number[];
  /** Values are categories. */
  readonly counted?: boolean;
  readonly cluster?: readonly number[];
  /** A further column within whose values the tool would look for a reversal. */
  readonly stratum?: readonly number[];
}

const kernels = kernelInstance();
const computing = { kernels, signal: new AbortController().signal, progress: () => undefined };
const COLUMNS = { response: 'y', paired_with: 'z', outcome: 'o', factor: 'g' } as const;

export async function judge({ args, values, group, counted = false, cluster, stratum }: Made): Promise<Verdict> {
  const named = counted
    ? { outcome: COLUMNS.outcome, ...(group && { factor: COLUMNS.factor }) }
    : { response: COLUMNS.response, ...(group && { factor: COLUMNS.factor }), ...(args.design === 'paired' && { paired_with: 'z' }) };
  const full = Input.parse({ ...named, ...args });
  const ids = Uint32Array.from(group ?? values.map(() => 0));
  const rows = {
    numbers: counted ? null : Float64Array.from(values),
    group: ids,
    category: counted ? Uint32Array.from(values) : new Uint32Array(values.length),
    groups: group ? [...new Set(group)].sort().map((at) => 'abcdefgh'[at]!) : ['y'],
    categories: counted ? [...new Set(values)].sort().map(String) : [],
    chosen: false,
    clusters: cluster ? Uint32Array.from(cluster) : null,
    cluster: cluster ? { column: 'address', asked: false } : null,
    dropped: { missing: 0, infinite: 0, other_groups: 0 },
    selected: values.length,
  };
  const found = await compareRows(full, rows, computing, { permute: values.length <= 40, effects: false });
  if ('code' in found) throw new Error(found.message);
  return verdictOf(full, { ...found.evidence, reversal: stratum && reversal(values, ids, stratum) });
}

function reversal(values: readonly number[], group: Uint32Array, stratum: readonly number[]) {
  const cells = [...new Set(stratum)].flatMap((value) =>
    [0, 1].flatMap((own) => {
      const inside = values.filter((_, row) => stratum[row] === value && group[row] === own);
      const mean = meanOf(inside);
      const variance = inside.reduce((sum, each) => sum + (each - mean) ** 2, 0) / Math.max(1, inside.length - 1);
      return inside.length === 0 ? [] : [{ value: String(value), group: own, rows: inside.length, mean, variance }];
    }),
  );
  const difference = meanOf(values.filter((_, row) => group[row] === 0)) - meanOf(values.filter((_, row) => group[row] === 1));
  const found = withinValues(cells);
  if (!found || Math.sign(found.within) !== -Math.sign(difference) || Math.abs(found.within) <= 3 * found.error) return undefined;
  return { column: 'site', values: found.values, within: found.within };
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
