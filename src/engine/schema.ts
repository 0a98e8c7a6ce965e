import { WorkbenchError } from '../base/failure.ts';
import type { ColumnInfo } from '../tables/captures.ts';
import type { Constants } from '../tables/constants.ts';
import { NUMBERED_SCHEMA, STORED_SCHEMA } from '../tables/schemas.ts';
import { literal } from './literal.ts';

/** Matches the column types that are allowed. TIMESTAMPTZ is not, because it needs an extension that a page without network cannot load. */
const SCALAR_TYPE =
  /^(?:BOOLEAN|U?TINYINT|U?SMALLINT|U?INTEGER|U?BIGINT|U?HUGEINT|FLOAT|DOUBLE|DECIMAL\(\d{1,2},\d{1,2}\)|VARCHAR|BLOB|DATE|TIME|TIMESTAMP|UUID)$/;

/** Quotes a text as an SQL identifier. Throws if it contains characters that are not allowed in one. */
export function quoteName(name: string): string {
  if (name === '' || name.includes('\0'))
    throw new WorkbenchError('SQL_ERROR', `expected a name of at least one character without NUL, found ${JSON.stringify(name)}`);
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table consists of a view, which its name refers to, and a stored part (`tables/schemas.ts`). */
interface TableParts {
  readonly columns: readonly ColumnInfo[];
  readonly stored: readonly string[];
  /** Columns that have the same value in every row and so are not stored. */
  readonly constants?: Constants;
  readonly defined?: readonly DefinedColumn[];
}

/** A column that is computed from other values of the same row. */
export interface DefinedColumn {
  readonly column: ColumnInfo;
  /** SQL expression over the columns of the table. */
  readonly sql: string;
}

/** Statements that create an empty table, with quoted names and types checked against the list above. They fail if it exists. */
export function newTableSql(table: string, columns: readonly ColumnInfo[]): string {
  if (columns.length === 0) throw new WorkbenchError('SQL_ERROR', `expected at least one column for table ${table}, found none`);
  return `CREATE ${viewsSql(table, { columns, stored: [] }).join('; CREATE ')}`;
}

/**
 * Statements that add the columns that `after` stores and `before` does not. In existing rows, such a column gets the constant that it had
 * in all of them.
 */
export function growTableSql(table: string, before: TableParts, after: TableParts): string {
  const types = new Map(after.columns.map(({ name, type }) => [name, columnType(name, type)]));
  const added = after.stored.slice(before.stored.length).map((name) => {
    const value = before.constants?.get(name);
    return `${quoteName(name)} ${types.get(name) ?? ''}${value === undefined ? '' : ` DEFAULT ${literal(value)}`}`;
  });
  const rows = `${STORED_SCHEMA}.${quoteName(table)}`;
  const grow =
    before.stored.length === 0
      ? [`CREATE TABLE ${rows} (${added.join(', ')})`]
      : added.map((column) => `ALTER TABLE ${rows} ADD COLUMN ${column}`);
  return ['BEGIN', ...grow, ...viewsSql(table, after).map((view) => `CREATE OR REPLACE ${view}`), 'COMMIT'].join('; ');
}

/** Statements that add the computed columns to a table. */
export const defineSql = (table: string, parts: TableParts): string =>
  ['BEGIN', ...viewsSql(table, parts).map((view) => `CREATE OR REPLACE ${view}`), 'COMMIT'].join('; ');

export const dropTableSql = (table: string): string =>
  `DROP VIEW ${quoteName(table)}; DROP VIEW ${NUMBERED_SCHEMA}.${quoteName(table)}; DROP TABLE IF EXISTS ${STORED_SCHEMA}.${quoteName(table)}`;

function viewsSql(table: string, { columns, stored, constants, defined = [] }: TableParts): string[] {
  const isStored = new Set(stored);
  const list = columns.map(({ name, type }) =>
    isStored.has(name)
      ? quoteName(name)
      : `CAST(${literal(constants?.get(name) ?? null)} AS ${columnType(name, type)}) AS ${quoteName(name)}`,
  );
  const from = stored.length === 0 ? 'WHERE false' : `FROM ${STORED_SCHEMA}.${quoteName(table)}`;
  const rowid = stored.length === 0 ? 'NULL::BIGINT AS rowid' : 'rowid';
  // If a column is named `rowid`, it hides the row number, as in DuckDB.
  const numbered = columns.some(({ name }) => name.toLowerCase() === 'rowid') ? list : [rowid, ...list];
  const added = defined.map(({ column: { name, type }, sql }) => `CAST(${sql} AS ${columnType(name, type)}) AS ${quoteName(name)}`);
  const body = (cells: readonly string[]): string => {
    const rows = `SELECT ${cells.join(', ')} ${from}`;
    return added.length === 0 ? rows : `SELECT *, ${added.join(', ')} FROM (${rows}) AS stored_rows`;
  };
  return [`VIEW ${quoteName(table)} AS ${body(list)}`, `VIEW ${NUMBERED_SCHEMA}.${quoteName(table)} AS ${body(numbered)}`];
}

function columnType(name: string, type: string): string {
  if (SCALAR_TYPE.test(type.replace(/(?:\[\])+$/, ''))) return type;
  throw new WorkbenchError(
    'SQL_ERROR',
    `expected a column type like INTEGER, VARCHAR or VARCHAR[] for ${name}, found ${JSON.stringify(type)}`,
  );
}
