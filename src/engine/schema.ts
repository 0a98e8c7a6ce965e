import { WorkbenchError } from '../base/failure.ts';
import type { ColumnInfo } from '../tables/captures.ts';

/** Types a table may be declared with. TIMESTAMPTZ is missing on purpose: it needs an extension that a page without network lacks. */
const SCALAR_TYPE =
  /^(?:BOOLEAN|U?TINYINT|U?SMALLINT|U?INTEGER|U?BIGINT|U?HUGEINT|FLOAT|DOUBLE|DECIMAL\(\d{1,2},\d{1,2}\)|VARCHAR|BLOB|DATE|TIME|TIMESTAMP|UUID)$/;

/** A name as SQL, whatever characters it holds. Throws on what no name can hold. */
export function quoteName(name: string): string {
  if (name === '' || name.includes('\0'))
    throw new WorkbenchError('SQL_ERROR', `expected a name of at least one character without NUL, found ${JSON.stringify(name)}`);
  return `"${name.replaceAll('"', '""')}"`;
}

/** The statement that creates an empty table; names are quoted, types are checked against the list above. */
export function createTableSql(table: string, columns: readonly ColumnInfo[]): string {
  if (columns.length === 0) throw new WorkbenchError('SQL_ERROR', `expected at least one column for table ${table}, found none`);
  return `CREATE TABLE ${quoteName(table)} (${columns.map(({ name, type }) => `${quoteName(name)} ${columnType(name, type)}`).join(', ')})`;
}

function columnType(name: string, type: string): string {
  if (SCALAR_TYPE.test(type.replace(/(?:\[\])+$/, ''))) return type;
  throw new WorkbenchError(
    'SQL_ERROR',
    `expected a column type like INTEGER, VARCHAR or VARCHAR[] for ${name}, found ${JSON.stringify(type)}`,
  );
}
