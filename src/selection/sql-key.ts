import type { Sql } from './types.ts';

/** Returns a text that is equal for equal statements or conditions with equal values, including 64-bit integers; used as a key. */
export const sqlKey = (sql: Sql | null): string => (sql === null ? '' : [sql.sql, ...sql.values.map(String)].join('\u0000'));
