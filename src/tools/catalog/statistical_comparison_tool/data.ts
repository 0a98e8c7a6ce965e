/** Reads the rows of a comparison: numbers or categories, and the group and cluster of each row. */
import { toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import { clusterColumn } from '../../cluster-column.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { fetchColumns, keyOrder } from '../../numeric-columns.ts';
import type { Arguments, Comparison } from './schema.ts';

export type Outcome = ToolOutcome<Comparison>;

export const MOST_VALUES = 50;

export interface Rows {
  /** Value of each row: the response, or the difference of a pair; null for categories. */
  readonly numbers: Float64Array | null;
  /** For each row, the position of its group in `groups`; `category`, likewise, of its category in `categories`. */
  readonly group: Uint32Array;
  readonly category: Uint32Array;
  /** The compared values of the factor; without a factor, the name of the column. */
  readonly groups: readonly string[];
  readonly categories: readonly string[];
  /** True if there were more values than can be compared and the call named none, so the tool chose some. */
  readonly chosen: boolean;
  readonly clusters: Uint32Array | null;
  readonly cluster: { readonly column: string; readonly asked: boolean } | null;
  readonly dropped: Comparison['rows_dropped'];
  readonly selected: number;
}

export const failed = (first: ToolError, ...more: readonly ToolError[]): Outcome => ({ status: 'error', errors: [first, ...more] });

/** Reads the rows. @param path of the argument that names the values, relative to `arguments` */
export function refused(path: readonly (string | number)[], expected: string, got: string, allowed?: readonly string[]): ToolError {
  const where = toolError('', '', ['arguments', ...path]).field ?? '';
  const more = { got, ...(allowed && { allowed: allowed.slice(0, 64) }) };
  return toolError('INVALID_VALUE', `${where}: expected ${expected}, got ${got}`, ['arguments', ...path], more);
}

export const tooFew = (what: string, observed: number, needed: number, argument: string): ToolError =>
  toolError('INSUFFICIENT_DATA', `expected at least ${String(needed)} ${what}, found ${String(observed)}`, ['arguments', argument], {
    details: { observed, needed },
    got: String(observed),
  });

type Keys = { readonly ids: Uint32Array; readonly keys: readonly (readonly (string | null)[])[] };

/** A column of keys: its distinct values, ordered by number or text, and for each row the index of its value (-1 without a value). */
interface KeyColumn {
  readonly names: readonly string[];
  readonly placeOf: (row: number) => number;
}

function keyColumn({ ids, keys }: Keys, column: number): KeyColumn {
  const found = [...new Set(keys.flatMap((key) => key[column] ?? []))];
  const names = keyOrder(found.map((name) => [name])).map((at) => found[at]!);
  const places = new Map(names.map((name, at) => [name, at] as const));
  const byKey = keys.map((key) => places.get(key[column] ?? '') ?? -1).map((place, at) => (keys[at]![column] === null ? -1 : place));
  return { names, placeOf: (row) => byKey[ids[row]!]! };
}

export async function readRows(args: Arguments, capabilities: ToolCapabilities): Promise<Rows | ToolError> {
  const { design, response, paired_with, outcome, factor } = args;
  const numeric = response === undefined ? [] : [response, ...(paired_with === undefined ? [] : [paired_with])];
  const named = clusterColumn(args.cluster_by, capabilities.selection);
  const cluster = named !== null && (named.column === factor || named.column === outcome) ? null : named;
  const columns = [outcome, factor, cluster?.column].filter((name) => name !== undefined);
  const fetched = await fetchColumns(capabilities, numeric, columns);
  const keys = fetched.groups ?? { ids: new Uint32Array(fetched.numbers[0]?.length ?? 0), keys: [[]] };
  const rows = fetched.numbers[0]?.length ?? keys.ids.length;
  const [x, y] = fetched.numbers;
  const numbers = x === undefined ? null : y === undefined ? x : x.map((value, row) => value - y[row]!);
  const own = (name: string | undefined): KeyColumn | null => (name === undefined ? null : keyColumn(keys, columns.indexOf(name)));
  const [factors, outcomes, clusters] = [own(factor), own(outcome), own(cluster?.column)];
  const state = (row: number): 'used' | 'missing' | 'infinite' => {
    const value = numbers?.[row] ?? 0;
    if (Number.isNaN(value) && !(Math.abs(x?.[row] ?? 0) === Infinity || Math.abs(y?.[row] ?? 0) === Infinity)) return 'missing';
    if (factors?.placeOf(row) === -1 || outcomes?.placeOf(row) === -1) return 'missing';
    return Number.isFinite(value) ? 'used' : 'infinite';
  };
  const states = Array.from({ length: rows }, (_, row) => state(row));
  const groups = groupsOf(args, factors, states);
  if ('code' in groups) return groups;
  const categories = categoriesOf(args, outcomes, states);
  if ('code' in categories) return categories;
  const groupOf = (row: number): number => (factors === null ? 0 : (groups.places.get(factors.placeOf(row)) ?? -1));
  const used = states.flatMap((each, row) => (each === 'used' && groupOf(row) >= 0 ? [row] : []));
  const count = (wanted: string): number => states.reduce((sum, each) => sum + (each === wanted ? 1 : 0), 0);
  const [missing, infinite] = [count('missing'), count('infinite')];
  return {
    numbers: numbers && Float64Array.from(used, (row) => numbers[row]!),
    group: Uint32Array.from(used, groupOf),
    category: Uint32Array.from(used, (row) => (outcomes === null ? 0 : categories.place(outcomes.placeOf(row)))),
    groups: factors === null ? [(design === 'one_proportion' ? outcome : response) ?? ''] : groups.names,
    categories: categories.names,
    chosen: groups.chosen,
    // Rows without a value in the column form one cluster of their own.
    clusters: clusters && Uint32Array.from(used, (row) => clusters.placeOf(row) + 1),
    cluster,
    dropped: { missing, infinite, other_groups: rows - missing - infinite - used.length },
    selected: rows,
  };
}

interface Groups {
  readonly names: readonly string[];
  /** Maps the index of a value in its column to the index of its group. */
  readonly places: ReadonlyMap<number, number>;
  readonly chosen: boolean;
}

function counted(column: KeyColumn, states: readonly string[]): number[] {
  const counts = column.names.map(() => 0);
  states.forEach((state, row) => {
    if (state === 'used') counts[column.placeOf(row)]!++;
  });
  return counts;
}

function groupsOf({ design, groups }: Arguments, factors: KeyColumn | null, states: readonly string[]): Groups | ToolError {
  if (factors === null) return { names: [], places: new Map(), chosen: false };
  const { names } = factors;
  const counts = counted(factors, states);
  const filled = names.flatMap((_, at) => (counts[at]! > 0 ? [at] : []));
  const two = design !== 'contingency' || groups !== undefined;
  const absent = (groups ?? []).findIndex((name) => !filled.some((at) => names[at] === name));
  if (groups && absent >= 0)
    return refused(
      ['groups', absent],
      'a value of factor with rows',
      JSON.stringify(groups[absent]),
      filled.map((at) => names[at]!),
    );
  if (groups && groups[0] === groups[1]) return refused(['groups', 1], 'another value than the first', JSON.stringify(groups[1]));
  if (filled.length < 2) return tooFew('groups with complete rows', filled.length, 2, 'factor');
  if (!two && filled.length > MOST_VALUES) return refused(['factor'], `at most ${String(MOST_VALUES)} values`, String(filled.length));
  const most = [...filled].sort((a, b) => counts[b]! - counts[a]! || a - b).slice(0, 2);
  const places = groups ? groups.map((name) => names.indexOf(name)) : two ? most.sort((a, b) => a - b) : filled;
  return {
    names: places.map((at) => names[at]!.slice(0, 256)),
    places: new Map(places.map((place, at) => [place, at] as const)),
    chosen: two && groups === undefined && filled.length > 2,
  };
}

interface Categories {
  readonly names: readonly string[];
  readonly place: (of: number) => number;
}

function categoriesOf({ design, success }: Arguments, outcomes: KeyColumn | null, states: readonly string[]): Categories | ToolError {
  if (outcomes === null) return { names: [], place: () => 0 };
  const { names } = outcomes;
  const counts = counted(outcomes, states);
  const filled = names.flatMap((_, at) => (counts[at]! > 0 ? [at] : []));
  if (design === 'contingency') {
    if (filled.length < 2) return tooFew('values of outcome with complete rows', filled.length, 2, 'outcome');
    if (filled.length > MOST_VALUES) return refused(['outcome'], `at most ${String(MOST_VALUES)} values`, String(filled.length));
    const places = new Map(filled.map((own, at) => [own, at] as const));
    return { names: filled.map((at) => names[at]!.slice(0, 256)), place: (of) => places.get(of) ?? 0 };
  }
  if (filled.length === 0) return tooFew('complete rows', 0, 1, 'outcome');
  if (success !== undefined && !names.includes(success)) return refused(['success'], 'a value of outcome', JSON.stringify(success), names);
  const chosen = success === undefined ? [...filled].sort((a, b) => counts[b]! - counts[a]! || a - b)[0]! : names.indexOf(success);
  return { names: [names[chosen]!.slice(0, 256), 'other'], place: (of) => (of === chosen ? 0 : 1) };
}
