import { WorkbenchError } from '../../../base/failure.ts';
import { byLikeness, suggestion } from '../../../selection/nearest.ts';
import { shorten, toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { SelectedRows } from '../../definition.ts';

/** What the engine calls a name that it does not know, and what it could be. */
const UNKNOWN: readonly (readonly [RegExp, 'column' | 'function' | 'table'])[] = [
  [/column "([^"]+)" not found|have a column named "([^"]+)"/, 'column'],
  [/Function with name "?([^\s"]+)"? does not exist/, 'function'],
  [/Table with name "?([^\s"]+)"? does not exist/, 'table'],
];
/** Names that stand in front of a name, with their points. */
const QUALIFIERS = /^(?:(?:"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*)\s*\.\s*)*/u;
const NAME = /^(?:"((?:[^"]|"")*)"|([\p{L}_][\p{L}\p{N}_$]*))/u;

/**
 * What the engine says against the statement of a call: where, and for a name that does not exist the names that do. Undefined for
 * an error of another kind.
 * @param before characters in front of the statement in what the engine was asked; undefined where its places are not the statement's
 */
export function sqlFault(error: unknown, sql: string, selection: SelectedRows, before: number | undefined): ToolError | undefined {
  if (!(error instanceof WorkbenchError) || error.code !== 'SQL_ERROR') return undefined;
  const place = before === undefined ? undefined : offsetIn(error.details['position'], before, sql);
  const unknown = unknownName(error, selection);
  const offset = unknown === undefined || place === undefined ? place : (placeOf(unknown.name, sql, place) ?? place);
  const help = unknown ? suggestion(unknown.name, unknown.allowed, unknown.kind) : '';
  const message = `arguments.sql: ${help === '' ? error.message : error.message.replace(/!$/, '')}${help}`;
  return toolError('SQL_ERROR', shorten(message, 2000), ['arguments', 'sql'], {
    ...(offset !== undefined && { offset }),
    ...(unknown && { got: unknown.name, allowed: unknown.allowed }),
  });
}

function offsetIn(position: unknown, before: number, sql: string): number | undefined {
  const offset = typeof position === 'object' && position !== null && 'offset' in position ? position.offset : undefined;
  return typeof offset === 'number' ? Math.min(sql.length, Math.max(0, offset - before)) : undefined;
}

interface Unknown {
  readonly name: string;
  readonly kind: 'column' | 'function' | 'table';
  /** The likeliest first. */
  readonly allowed: string[];
}

function unknownName({ message, details }: WorkbenchError, { captures }: SelectedRows): Unknown | undefined {
  const hint = typeof details['hint'] === 'string' ? details['hint'] : '';
  // Names that a subquery or WITH gives are known to the engine alone.
  const hinted = [...hint.matchAll(/"([^"]+)"/g)].flatMap(([, name]) => name ?? []);
  for (const [pattern, kind] of UNKNOWN) {
    const [, name, other = name] = pattern.exec(message) ?? [];
    if (other === undefined) continue;
    const columns = () => captures.flatMap((capture) => capture.columns.map((column) => column.name));
    const known = { column: columns, function: () => [], table: () => captures.map(({ capture_id }) => capture_id) }[kind]();
    return { name: other, kind, allowed: byLikeness(other, [...new Set([...hinted, ...known])]) };
  }
  return undefined;
}

/** Where a name stands at or behind a place, which may be that of the names in front of it. */
function placeOf(name: string, sql: string, at: number): number | undefined {
  const start = at + (QUALIFIERS.exec(sql.slice(at))?.[0].length ?? 0);
  const found = NAME.exec(sql.slice(start));
  const written = found?.[1]?.replaceAll('""', '"') ?? found?.[2];
  return written?.toLowerCase() === name.toLowerCase() ? start : undefined;
}
