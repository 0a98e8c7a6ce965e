import { WorkbenchError } from '../../../base/failure.ts';
import { conversationColumns } from '../../../tables/conversation/index.ts';
import { byLikeness, suggestion } from '../../../selection/nearest.ts';
import { shorten, toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { CaptureLookup, SelectedRows } from '../../definition.ts';
import { wordsOf } from './words.ts';

type Kind = 'column' | 'function' | 'table';

/** Matches the engine's messages about an unknown name, with the kind of thing that was named. */
const UNKNOWN: readonly (readonly [RegExp, Kind])[] = [
  [/[Cc]olumn "([^"]+)" (?:not found|does not exist on|in \w+ list not found)|have a column named "([^"]+)"/, 'column'],
  [/Function with name "?([^\s"]+)"? does not exist/, 'function'],
  [/Table with name "?([^\s"]+)"? does not exist|Referenced table "([^"]+)" not found/, 'table'],
];
/** Matches the qualifiers before a name, with their dots. */
const QUALIFIERS = /^(?:(?:"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*)\s*\.\s*)*/u;
const NAME = /^(?:"((?:[^"]|"")*)"|([\p{L}_][\p{L}\p{N}_$]*))/u;
/** Matches what follows the name of a subquery defined by WITH. */
const SUBQUERY = /^\s*(?:\([^()]*\)\s*)?AS\s+(?:(?:NOT\s+)?MATERIALIZED\s+)?\(/i;
/** Maximum length of a name in an error (contract of the result). */
const MOST_CHARACTERS = 1000;

/**
 * Converts the engine's error about a call's statement to errors with a position and, for an unknown name, existing names. Undefined for
 * other errors.
 * @param captures those that the caller may see
 * @param judged whether the engine checked the statement without running it, so that positions refer to the caller's text
 */
export function sqlFault(
  error: unknown,
  sql: string,
  selection: SelectedRows,
  captures: CaptureLookup,
  judged: boolean,
): ToolError | undefined {
  if (!(error instanceof WorkbenchError) || error.code !== 'SQL_ERROR') return undefined;
  const place = judged ? offsetIn(error.details['position'], sql) : undefined;
  const unknown = unknownName(error, sql, selection);
  const offset = unknown === undefined ? place : (placeOf(unknown.name, sql, place) ?? place);
  const at = offset !== undefined && { offset };
  const allowed = selection.captures.slice(0, 64).map(({ capture_id }) => capture_id);
  if (unknown?.kind === 'table' && isOther(unknown.name, selection, captures)) {
    const message = `arguments.sql: expected a statement that reads the captures of the selection and nothing else, got the capture ${unknown.name}`;
    return toolError('INVALID_CAPTURE_SELECTION', message, ['arguments', 'sql'], { ...at, got: unknown.name, allowed });
  }
  const named = error.details['function'] ?? error.details['source'];
  const known = unknown && unknown.allowed.length > 0;
  const message = `arguments.sql: ${known ? `${error.message.replace(/!$/, '')}${suggestion(unknown.name, unknown.allowed, unknown.kind)}` : error.message}`;
  return toolError('SQL_ERROR', shorten(message, 2000), ['arguments', 'sql'], {
    ...at,
    ...(typeof named === 'string' && named !== '' && { got: shorten(named, 200), allowed }),
    ...(unknown && { got: unknown.name, allowed: unknown.allowed }),
  });
}

/** Whether an unknown name is the id of a capture that the caller may see but did not select. */
function isOther(name: string, selection: SelectedRows, captures: CaptureLookup): boolean {
  const id = name.toLowerCase();
  return captures.get(id) !== undefined && !selection.captures.some(({ capture_id }) => capture_id === id);
}

function offsetIn(position: unknown, sql: string): number | undefined {
  const offset = typeof position === 'object' && position !== null && 'offset' in position ? position.offset : undefined;
  return typeof offset === 'number' ? Math.min(sql.length, Math.max(0, offset)) : undefined;
}

interface Unknown {
  readonly name: string;
  readonly kind: Kind;
  /** Names that the statement could use instead, most similar first. */
  readonly allowed: string[];
}

function unknownName({ message, details }: WorkbenchError, sql: string, selection: SelectedRows): Unknown | undefined {
  const hint = typeof details['hint'] === 'string' ? details['hint'] : '';
  const hinted = [...hint.matchAll(/"([^"]+)"/g)].flatMap(([, name]) => name ?? []);
  for (const [pattern, kind] of UNKNOWN) {
    const [, one, name = one] = pattern.exec(message) ?? [];
    if (name === undefined || name.length > MOST_CHARACTERS) continue;
    // Do not suggest a name equal to the unknown one: it exists, but not at that place in the statement.
    const others = CANDIDATES[kind](hinted, sql, selection).filter((other) => other.toLowerCase() !== name.toLowerCase());
    return { name, kind, allowed: byLikeness(name, [...new Set(others)]) };
  }
  return undefined;
}

/** Names that the unknown one may have meant: those in the engine's message, in the statement and in the selection. */
const CANDIDATES: Readonly<Record<Kind, (hinted: readonly string[], sql: string, selection: SelectedRows) => readonly string[]>> = {
  // Only the engine knows the columns of a subquery, and its message lists none for a single table.
  column(hinted, sql, { captures }) {
    const words = wordsOf(sql).map(({ name }) => name);
    const nested = words.filter((name) => name === 'select').length > 1;
    if (nested && hinted.length > 0) return hinted;
    const known = captures.flatMap(({ capture_id, columns, tables = [] }) => [
      { name: capture_id, columns },
      ...tables.map(({ name, what }) => ({ name, columns: conversationColumns(what) })),
    ]);
    const named = known.filter(({ name }) => words.includes(name.toLowerCase()));
    return [...hinted, ...named.flatMap(({ columns }) => columns.map(({ name }) => name))];
  },
  function: (hinted) => hinted,
  table(hinted, sql, { captures }) {
    const words = wordsOf(sql);
    const named = words.filter(({ at }) => SUBQUERY.test(sql.slice(at).replace(NAME, ''))).map(({ at }) => nameAt(sql, at) ?? '');
    const given = hinted.filter((hint) => words.some(({ name }) => name === hint.toLowerCase()));
    const beside = captures.flatMap(({ tables = [] }) => tables.map(({ name }) => name));
    return [...captures.map(({ capture_id }) => capture_id), ...beside, ...named, ...given];
  },
};

function nameAt(sql: string, at: number): string | undefined {
  const found = NAME.exec(sql.slice(at));
  return found?.[1]?.replaceAll('""', '"') ?? found?.[2];
}

/** Returns the position of a name at or after `at`, where its qualifiers may begin; without `at`, that of its only occurrence. */
function placeOf(name: string, sql: string, at: number | undefined): number | undefined {
  const wanted = name.toLowerCase();
  if (at === undefined) {
    const [only, ...others] = wordsOf(sql).filter((word) => word.name === wanted);
    return others.length === 0 ? only?.at : undefined;
  }
  const start = at + (QUALIFIERS.exec(sql.slice(at))?.[0].length ?? 0);
  return [at, start].find((place) => nameAt(sql, place)?.toLowerCase() === wanted);
}
