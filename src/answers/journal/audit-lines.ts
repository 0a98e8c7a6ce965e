import type { AuditEntry } from '../../tools/contract/index.ts';
import { callerOf } from './callers.ts';

/** The columns by which journal lines can be filtered. The caller has the name that `callerOf` returns. */
const COLUMNS = {
  tool: ({ tool_name }: AuditEntry) => tool_name,
  status: ({ status }: AuditEntry) => status,
  decision: ({ decision }: AuditEntry) => decision,
  approval: ({ approval }: AuditEntry) => approval,
  caller: callerOf,
};
export type LineColumn = keyof typeof COLUMNS;
const KEYS = Object.keys(COLUMNS) as LineColumn[];

/** Which lines of a journal are shown. An empty text matches every line. */
export interface LineFilter extends Readonly<Record<LineColumn, string>> {
  /** Words that must all occur in a line, in any order; upper and lower case do not matter. */
  readonly text: string;
}

export const EVERY_LINE: LineFilter = { tool: '', status: '', decision: '', approval: '', caller: '', text: '' };

export function filterLines(lines: readonly AuditEntry[], filter: LineFilter): readonly AuditEntry[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return lines.filter((line) => {
    if (KEYS.some((key) => filter[key] !== '' && filter[key] !== COLUMNS[key](line))) return false;
    const text = words.length > 0 ? JSON.stringify(line).toLowerCase() : '';
    return words.every((word) => text.includes(word));
  });
}

/** The values that a column contains, for its list of choices. */
export const valuesOf = (lines: readonly AuditEntry[], column: LineColumn): readonly string[] =>
  [...new Set(lines.map(COLUMNS[column]))].sort();
