import type { Answer, AnswerColumn } from '../engine/engine.ts';
import type { RowWriter } from './row-writer.ts';

/**
 * Wraps a writer for rows in which the column `name_column` contains addresses: each is replaced by the name that a person gave the device,
 * or by NULL. Not done with a join in SQL, which could change the order of the rows.
 *
 * @param names the entered names by address
 */
export const namedWriter = (inner: RowWriter, name_column: string, names: ReadonlyMap<string, string>): RowWriter => ({
  select: inner.select,
  get leftOut() {
    return inner.leftOut;
  },
  start: () => inner.start(),
  rows: (part) => inner.rows(namedRows(part, name_column, names)),
  end: () => inner.end(),
});

function namedRows(part: Answer, name_column: string, names: ReadonlyMap<string, string>): Answer {
  const columns = part.columns.map((column) => (column.name === name_column ? named(column, names) : column));
  return {
    rows: part.rows,
    columns,
    column(name) {
      const found = columns.find((column) => column.name === name);
      if (found === undefined) throw new Error(`broken invariant: expected the column ${name} in the rows`);
      return found;
    },
  };
}

const named = ({ name, type, values, valid }: AnswerColumn, names: ReadonlyMap<string, string>): AnswerColumn => ({
  name,
  type,
  values: Array.from({ length: values.length }, (_, row) => (valid?.[row] === 0 ? null : (names.get(String(values[row])) ?? null))),
});
