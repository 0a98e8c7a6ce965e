import { toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { fetchColumns, keyOrder } from '../../numeric-columns.ts';
import type { Analysis, Arguments } from './schema.ts';

export type Outcome = ToolOutcome<Analysis>;

export const MOST_GROUPS = 500;
/** Maximum number of groups whose pairs are compared, because each pair costs several double integrals. */
export const MOST_COMPARED = 20;

/**
 * Usable rows: those with a finite response and a value in every factor column. A factor's values are given as index of a distinct value.
 */
export interface Complete {
  readonly response: Float64Array;
  readonly keys: readonly KeyColumn[];
  /** For each row the number of its cluster; all rows without a value form one cluster. Null if no column names clusters. */
  readonly clusters: Uint32Array | null;
  readonly missing: number;
  readonly infinite: number;
}

export interface KeyColumn {
  readonly ids: Uint32Array;
  /** The distinct values of the column, in numeric order if they are numbers, otherwise as text. */
  readonly names: readonly string[];
}

export async function complete(
  { response: measured }: Pick<Arguments, 'response'>,
  columns: readonly string[],
  capabilities: ToolCapabilities,
  cluster?: string,
): Promise<Complete> {
  const { numbers, groups } = await fetchColumns(capabilities, [measured], [...columns, ...(cluster === undefined ? [] : [cluster])]);
  const values = numbers[0] ?? new Float64Array(0);
  const keys = groups?.keys ?? [];
  const ids = groups?.ids ?? new Uint32Array(0);
  const named = keys.map((key) => columns.every((_, column) => typeof key[column] === 'string'));
  const usable = values.map((value, row) => (Number.isFinite(value) && named[ids[row] ?? 0] === true ? 1 : 0));
  const own = ids.filter((_, row) => usable[row] === 1);
  const used = [...new Set(own)];
  const infinite = values.reduce((sum, value) => (value === Infinity || value === -Infinity ? sum + 1 : sum), 0);
  const response = values.filter((_, row) => usable[row] === 1);
  return {
    response,
    keys: columns.map((_, column) => {
      const found = [...new Set(used.map((id) => keys[id]?.[column] ?? ''))];
      const order = keyOrder(found.map((name) => [name])).map((at) => found[at] ?? '');
      const place = new Map(order.map((name, at) => [name, at] as const));
      const placeOf = new Map(used.map((id) => [id, place.get(keys[id]?.[column] ?? '') ?? 0] as const));
      return { ids: own.map((id) => placeOf.get(id) ?? 0), names: order.map((name) => name.slice(0, 256)) };
    }),
    clusters: cluster === undefined ? null : clustersOf(own, keys, columns.length),
    missing: values.length - response.length - infinite,
    infinite,
  };
}

function clustersOf(ids: Uint32Array, keys: readonly (readonly (string | null)[])[], column: number): Uint32Array {
  const places = new Map<string | null, number>();
  const byKey = keys.map((key) => {
    const value = key[column] ?? null;
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return place;
  });
  return ids.map((id) => byKey[id]!);
}

export const failed = (first: ToolError, ...more: readonly ToolError[]): Outcome => ({ status: 'error', errors: [first, ...more] });

export function tooFew(what: string, observed: number, needed: number, argument: 'factors' | 'response' | 'subject'): Outcome {
  return failed(
    toolError('INSUFFICIENT_DATA', `expected at least ${String(needed)} ${what}, found ${String(observed)}`, ['arguments', argument], {
      details: { observed, needed },
      got: String(observed),
    }),
  );
}

/** Returns an error about an argument. @param path of the argument, relative to `arguments` */
export function refused(path: readonly (string | number)[], expected: string, got: string): ToolError {
  const where = toolError('', '', ['arguments', ...path]).field ?? '';
  return toolError('INVALID_VALUE', `${where}: expected ${expected}, got ${got}`, ['arguments', ...path], { got });
}

/** Returns why a response cannot be analysed, given its sum of squares about the mean; undefined if it can. */
export function unusable({ response }: Arguments, total: number): ToolError | undefined {
  if (Number.isFinite(total) && total > 0) return undefined;
  const problem =
    total === 0 ? 'is constant in the selection, or varies by less than squares can hold' : 'has squares beyond the range of a double';
  return refused(['response'], 'a column that varies within the range of a double', `${JSON.stringify(response)}, which ${problem}`);
}
