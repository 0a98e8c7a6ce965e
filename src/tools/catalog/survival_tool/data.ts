/** Reads the rows of a survival analysis: times of observation, whether the event happened, and the columns to compare by. */
import { toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import { clusterColumn } from '../../cluster-column.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { fetchColumns, keyOrder } from '../../numeric-columns.ts';
import type { Arguments, Survival } from './schema.ts';

export type Outcome = ToolOutcome<Survival>;

export const MOST_GROUPS = 20;
const MOST_STRATA = 10_000;

export interface Rows {
  readonly entry: Float64Array | null;
  readonly exit: Float64Array;
  readonly event: Uint8Array;
  readonly group: Uint32Array;
  readonly groups: readonly string[];
  readonly strata: Uint32Array | null;
  readonly strata_count: number;
  readonly covariates: readonly Float64Array[];
  /** Column of units, if some unit had two or more events, so that rows are not independent; otherwise null. */
  readonly repeated: string | null;
  readonly dropped: Survival['rows_dropped'];
  readonly selected: number;
}

export const failed = (first: ToolError, ...more: readonly ToolError[]): Outcome => ({ status: 'error', errors: [first, ...more] });

/** Reads the rows. @param path of the argument, relative to `arguments` */
export function refused(path: readonly (string | number)[], expected: string, got: string): ToolError {
  const where = toolError('', '', ['arguments', ...path]).field ?? '';
  return toolError('INVALID_VALUE', `${where}: expected ${expected}, got ${got}`, ['arguments', ...path], { got });
}

export const tooFew = (what: string, observed: number, needed: number, path: readonly string[]): ToolError =>
  toolError('INSUFFICIENT_DATA', `expected at least ${String(needed)} ${what}, found ${String(observed)}`, [...path], {
    details: { observed, needed },
    got: String(observed),
  });

const TRUE: ReadonlySet<string> = new Set(['true', '1', '1.0', 't', 'yes']);
const FALSE: ReadonlySet<string> = new Set(['false', '0', '0.0', 'f', 'no']);

interface Keys {
  readonly names: readonly string[];
  readonly placeOf: (row: number) => number;
}

export async function readRows(args: Arguments, capabilities: ToolCapabilities): Promise<Rows | ToolError> {
  const { duration = '', entry, event, group, strata, covariates } = args;
  const numeric = [duration, ...(entry === undefined ? [] : [entry]), ...covariates];
  const cluster = clusterOf(args, capabilities);
  const named = [event, group, strata, cluster].filter((name) => name !== undefined);
  const fetched = await fetchColumns(capabilities, numeric, named);
  const [exit = new Float64Array(0), ...others] = fetched.numbers;
  const entries = entry === undefined ? null : (others.shift() ?? null);
  const keys = (name: string | undefined): Keys | null =>
    name === undefined || fetched.groups === null ? null : keysOf(fetched.groups, named.indexOf(name));
  const [events, groups, layers, clusters] = [event, group, strata, cluster].map(keys) as [
    Keys | null,
    Keys | null,
    Keys | null,
    Keys | null,
  ];
  const odd = events?.names.find((name) => !TRUE.has(name.toLowerCase()) && !FALSE.has(name.toLowerCase()));
  if (odd !== undefined) return refused(['event'], 'a column of true and false, or 1 and 0', JSON.stringify(odd.slice(0, 64)));
  const seen = (row: number): boolean => events === null || TRUE.has((events.names[events.placeOf(row)] ?? '').toLowerCase());
  const values = [exit, ...(entries ? [entries] : []), ...others];
  const dropped = { missing: 0, infinite: 0, no_time: 0 };
  const used: number[] = [];
  exit.forEach((time, row) => {
    if (values.some((column) => Number.isNaN(column[row]!)) || [events, groups, layers].some((own) => own?.placeOf(row) === -1))
      dropped.missing += 1;
    else if (!values.every((column) => Number.isFinite(column[row]!))) dropped.infinite += 1;
    else if (!(time > (entries?.[row] ?? -1)) || time < 0 || (entries?.[row] ?? 0) < 0) dropped.no_time += 1;
    else used.push(row);
  });
  const own = compact(groups, used);
  const layer = compact(layers, used);
  if (group !== undefined && own.names.length > MOST_GROUPS)
    return refused(['group'], `at most ${String(MOST_GROUPS)} values`, `${JSON.stringify(group)} with ${String(own.names.length)}`);
  if (layer.names.length > MOST_STRATA)
    return refused(['strata'], `at most ${String(MOST_STRATA)} values`, `${JSON.stringify(strata)} with ${String(layer.names.length)}`);
  const taken = (column: Float64Array): Float64Array => Float64Array.from(used, (row) => column[row]!);
  return {
    entry: entries && taken(entries),
    exit: taken(exit),
    event: Uint8Array.from(used, (row) => Number(seen(row))),
    group: own.places,
    groups: group === undefined ? ['all'] : own.names.map((name) => name.slice(0, 256)),
    strata: layers && layer.places,
    strata_count: Math.max(1, layer.names.length),
    covariates: others.map(taken),
    repeated: clusters !== null && isRepeated(clusters, used, seen) ? (cluster ?? null) : null,
    ...{ dropped, selected: exit.length },
  };
}

/** The column that names the unit (such as a device) of each row, unless the call already compares by it. */
function clusterOf({ cluster_by, group, strata, event }: Arguments, { selection }: ToolCapabilities): string | undefined {
  const found = clusterColumn(cluster_by, selection)?.column;
  return found === undefined || [group, strata, event].includes(found) ? undefined : found;
}

function keysOf(
  { ids, keys }: { readonly ids: Uint32Array; readonly keys: readonly (readonly (string | null)[])[] },
  column: number,
): Keys {
  const found = [...new Set(keys.flatMap((key) => key[column] ?? []))];
  const names = keyOrder(found.map((name) => [name])).map((at) => found[at]!);
  const places = new Map(names.map((name, at) => [name, at] as const));
  const byKey = keys.map((key) => (key[column] === null ? -1 : (places.get(key[column] ?? '') ?? -1)));
  return { names, placeOf: (row) => byKey[ids[row]!]! };
}

/** The distinct values of the used rows, in order, and the index of each used row's value. */
function compact(keys: Keys | null, used: readonly number[]): { readonly names: readonly string[]; readonly places: Uint32Array } {
  if (keys === null) return { names: [], places: new Uint32Array(used.length) };
  const present = [...new Set(used.map(keys.placeOf))].sort((a, b) => a - b);
  const places = new Map(present.map((place, at) => [place, at] as const));
  return { names: present.map((place) => keys.names[place]!), places: Uint32Array.from(used, (row) => places.get(keys.placeOf(row))!) };
}

/** Whether some unit had two events. Several rows of a unit with one event only split its time and are not a repetition. */
function isRepeated(clusters: Keys, used: readonly number[], seen: (row: number) => boolean): boolean {
  const had = new Set<number>();
  for (const row of used) {
    const place = clusters.placeOf(row);
    if (place < 0 || !seen(row)) continue;
    if (had.has(place)) return true;
    had.add(place);
  }
  return false;
}
