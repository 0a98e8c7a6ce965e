import type { AuditEntry } from '../../../tools/contract/index.ts';
import { callerOf } from './callers.ts';

/** Which lines of a journal are shown; an empty word lets every line through. */
export interface LineFilter {
  readonly tool: string;
  readonly status: string;
  readonly decision: string;
  readonly approval: string;
  /** As `callerOf` names them. */
  readonly caller: string;
  /** Words that all occur somewhere in the line, in any order, whatever their case. */
  readonly text: string;
}

export const EVERY_LINE: LineFilter = { tool: '', status: '', decision: '', approval: '', caller: '', text: '' };

export function filterLines(lines: readonly AuditEntry[], filter: LineFilter): readonly AuditEntry[] {
  const words = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const is = (wanted: string, found: string): boolean => wanted === '' || wanted === found;
  return lines.filter((line) => {
    if (!is(filter.tool, line.tool_name) || !is(filter.status, line.status)) return false;
    if (!is(filter.decision, line.decision) || !is(filter.approval, line.approval)) return false;
    if (filter.caller !== '' && filter.caller !== callerOf(line)) return false;
    if (words.length === 0) return true;
    const text = JSON.stringify(line).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Values that occur in a column, for its choice. */
export function valuesOf(
  lines: readonly AuditEntry[],
  key: 'tool_name' | 'status' | 'decision' | 'approval' | 'caller',
): readonly string[] {
  return [...new Set(lines.map((line) => (key === 'caller' ? callerOf(line) : line[key])))].sort();
}
