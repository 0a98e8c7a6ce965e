import { toolError } from '../../../contract/errors.ts';
import type { ToolError } from '../../../contract/index.ts';
import type { SelectedRows, ToolCapabilities } from '../../../definition.ts';
import type { Arguments } from './schema.ts';

/** The columns of a fit as typed memory: only rows that have a finite value in all of them. */
export interface Data {
  readonly features: readonly Float64Array[];
  readonly target: Float64Array;
  /** Selected rows, complete or not. */
  readonly selected: number;
}

const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL.*)$/;
/** Names that the answer itself uses, or that no JSON object may have. */
const RESERVED: ReadonlySet<string> = new Set(['intercept', '__proto__', 'constructor', 'prototype']);

/** What is wrong with the names of the columns; empty when they can be fetched. */
export function columnFaults({ target, features }: Arguments, selection: SelectedRows): ToolError[] {
  const types = new Map(selection.captures.flatMap((capture) => capture.columns.map((column) => [column.name, column.type] as const)));
  const numeric = [...types].flatMap(([name, type]) => (NUMERIC.test(type) ? [name] : [])).sort();
  const places = [
    { name: target, path: ['arguments', 'target'] as (string | number)[] },
    ...features.map((name, index) => ({ name, path: ['arguments', 'features', index] as (string | number)[] })),
  ];
  return places.flatMap(({ name, path }, at) => {
    const more = { allowed: numeric.slice(0, 64), got: name };
    const type = types.get(name);
    const where = toolError('', '', path).field ?? '';
    if (type === undefined)
      return [toolError('INVALID_VALUE', `${where}: expected a column of the selected captures, got ${JSON.stringify(name)}`, path, more)];
    if (!NUMERIC.test(type))
      return [toolError('INVALID_VALUE', `${where}: expected a numeric column, got ${JSON.stringify(name)} of type ${type}`, path, more)];
    if (RESERVED.has(name))
      return [
        toolError(
          'INVALID_VALUE',
          `${where}: a column called ${JSON.stringify(name)} cannot be told from a term of the answer`,
          path,
          more,
        ),
      ];
    if (places.findIndex((each) => each.name === name) < at) {
      return [toolError('INVALID_VALUE', `${where}: expected every column once, got ${JSON.stringify(name)} again`, path, more)];
    }
    return [];
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export async function fetchData({ target, features }: Arguments, { selection, query, signal }: ToolCapabilities): Promise<Data> {
  const names = [...features, target];
  const list = names.map((name, at) => `CAST(${quoted(name)} AS DOUBLE) AS c${String(at)}`).join(', ');
  const whole = names.map((_, at) => `isfinite(c${String(at)})`).join(' AND ');
  const total = await query.answer(`SELECT count(*)::DOUBLE AS n FROM (${selection.sql}) AS selected`, selection.values, { signal });
  const answer = await query.answer(
    `SELECT * FROM (SELECT ${list} FROM (${selection.sql}) AS selected) AS numbers WHERE ${whole}`,
    selection.values,
    { signal },
  );
  // A copy each: the kernel's threads are given the memory.
  const column = (at: number): Float64Array => Float64Array.from(answer.column(`c${String(at)}`).values as ArrayLike<number>);
  return { features: features.map((_, at) => column(at)), target: column(features.length), selected: Number(total.column('n').values[0]) };
}
