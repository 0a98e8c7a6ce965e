import type { Sql } from './types.ts';

/** The same text for the same rows: a statement or a condition with its values, whole numbers of 64 bits among them. */
export const sqlKey = (sql: Sql | null): string => (sql === null ? '' : [sql.sql, ...sql.values.map(String)].join('\u0000'));
