/** Checks and reads numeric columns that arguments name; shared by several tools. */
import { toolError } from './contract/errors.ts';
import type { ToolError } from './contract/index.ts';
import type { AnswerColumn } from '../engine/engine.ts';
import type { SelectedRows, ToolCapabilities } from './definition.ts';

const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*)$/;
/** Names that columns must not have, because as keys of an object they affect its prototype. */
const REFUSED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export interface NamedColumn {
  readonly name: string;
  /** Path of the argument that names the column, starting with `arguments`. */
  readonly path: readonly (string | number)[];
  readonly kind: 'numeric' | 'any';
}

/** Returns errors about the numeric columns that a call names; empty if they can be read. */
export function columnFaults(named: readonly NamedColumn[], selection: SelectedRows): ToolError[] {
  const types = new Map(selection.captures.flatMap((capture) => capture.columns.map((column) => [column.name, column.type] as const)));
  const names = (kind: NamedColumn['kind']): string[] =>
    [...types].flatMap(([name, type]) => (kind === 'any' || NUMERIC.test(type) ? [name] : [])).sort();
  return named.flatMap(({ name, path, kind }, at) => {
    const type = types.get(name);
    const fault = (expected: string, found: string): ToolError[] => {
      const where = toolError('', '', [...path]).field ?? '';
      const more = { allowed: names(kind).slice(0, 64), got: name };
      return [toolError('INVALID_VALUE', `${where}: expected ${expected}, got ${JSON.stringify(name)}${found}`, [...path], more)];
    };
    if (type === undefined) return fault('a column of the selected captures', '');
    if (kind === 'numeric' && !NUMERIC.test(type)) return fault('a numeric column', ` of type ${type}`);
    if (REFUSED.has(name)) return fault('a name that can be a key of the answer', '');
    return named.findIndex((each) => each.name === name) < at ? fault('every column once', ' again') : [];
  });
}

export interface FetchedColumns {
  /** Values of the column in row order, NaN if missing. Each column has its own memory. */
  readonly numbers: readonly Float64Array[];
  readonly groups: { readonly ids: Uint32Array; readonly keys: readonly (readonly (string | null)[])[] } | null;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads a DOUBLE column with NaN for NULL. Replacing NULL in SQL would take three times as long. */
export function doublesOf({ values, valid }: AnswerColumn): Float64Array {
  const own = values as Float64Array;
  if (valid === undefined) return own;
  for (let row = 0; row < own.length; row++) if (valid[row] === 0) own[row] = NaN;
  return own;
}

/**
 * Reads numeric columns as typed arrays, and the group of each row by the text of its key columns.
 * @param keys names of the columns whose values make a group
 * @param bucket_ms length of a time bucket, whose start in ms is one more key
 */
export async function fetchColumns(
  { selection, query, signal }: Pick<ToolCapabilities, 'selection' | 'query' | 'signal'>,
  names: readonly string[],
  keys: readonly string[],
  bucket_ms?: number,
): Promise<FetchedColumns> {
  const bucket = String(bucket_ms ?? 0);
  const expressions = [
    ...names.map((name, at) => `CAST(${quoted(name)} AS DOUBLE) AS c${String(at)}`),
    ...keys.map((name, at) => `CAST(${quoted(name)} AS VARCHAR) AS k${String(at)}`),
    ...(bucket_ms === undefined
      ? []
      : [`CAST(CAST(floor(ts_us / (1000.0 * ${bucket})) AS BIGINT) * ${bucket} AS VARCHAR) AS k${String(keys.length)}`]),
  ];
  const answer = await query.answer(`SELECT ${expressions.join(', ')} FROM (${selection.sql}) AS selected`, selection.values, { signal });
  // Copy each column, because its memory is transferred to the kernel's threads.
  const numbers = names.map((_, at) => doublesOf(answer.column(`c${String(at)}`)).slice());
  const width = keys.length + (bucket_ms === undefined ? 0 : 1);
  if (width === 0) return { numbers, groups: null };
  const columns = Array.from({ length: width }, (_, at) => answer.column(`k${String(at)}`));
  const found = new Map<string, number>();
  const list: (string | null)[][] = [];
  const ids = Uint32Array.from({ length: answer.rows }, (_, row) => {
    const key = columns.map(({ values, valid }) => (valid?.[row] === 0 ? null : ((values[row] as string | null | undefined) ?? null)));
    const text = JSON.stringify(key);
    const known = found.get(text) ?? list.length;
    if (known === list.length) {
      found.set(text, known);
      list.push(key);
    }
    return known;
  });
  return { numbers, groups: { ids, keys: list } };
}

const numberOf = (text: string | null): number => (text === null || text === '' ? NaN : Number(text));

/** Compares two keys: numerically if both are numbers; missing keys come last. */
export function keyOrder(keys: readonly (readonly (string | null)[])[]): number[] {
  const compare = (a: string | null, b: string | null): number => {
    if (a === b) return 0;
    if (a === null || b === null) return a === null ? 1 : -1;
    const [x, y] = [numberOf(a), numberOf(b)];
    return x < y ? -1 : x > y ? 1 : a < b ? -1 : 1;
  };
  return keys
    .map((_, at) => at)
    .sort((a, b) => {
      for (let part = 0; part < (keys[a]?.length ?? 0); part++) {
        const order = compare(keys[a]?.[part] ?? null, keys[b]?.[part] ?? null);
        if (order !== 0) return order;
      }
      return 0;
    });
}
