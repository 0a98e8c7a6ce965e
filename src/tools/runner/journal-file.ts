import { err, ok, type Result } from '../../base/result.ts';
import type { AuditEntry } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';

/** A journal file is one JSON document, or NDJSON with a header line. Both contain the head. */
export const JOURNAL_FORMAT = 'capture-workbench/journal';
const VERSION = 1;

export type JournalForm = 'json' | 'ndjson';

export interface JournalFile {
  /** The head that the file states; undefined for a plain list of lines. */
  readonly head: string | undefined;
  /** Lines of the journal, which are not checked yet. */
  readonly entries: readonly Readonly<Record<string, unknown>>[];
}

/** Writes a journal file. @param exported_at time of the export, ISO 8601 */
export function writeJournal(
  entries: readonly AuditEntry[],
  form: JournalForm,
  about: { readonly head: string; readonly app_version: string; readonly exported_at: string },
): string {
  const header = { format: JOURNAL_FORMAT, version: VERSION, ...about, lines: entries.length };
  if (form === 'json') return `${JSON.stringify({ ...header, entries }, null, 2)}\n`;
  return [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Parses either form, or a plain list as `workbench.audit()` returns it. Its errors state what was expected and found. */
export function readJournal(text: string): Result<JournalFile, string> {
  const whole = parsed(text);
  if (whole.ok && Array.isArray(whole.value)) return linesOf(whole.value, undefined);
  const document = whole.ok ? whole.value : undefined;
  if (isRecord(document) && Array.isArray(document['entries'])) return headed(document, document['entries']);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values: unknown[] = [];
  for (const [index, line] of lines.entries()) {
    const value = parsed(line);
    if (!value.ok) return err(`expected a journal as JSON or NDJSON, got ${value.error} in line ${String(index + 1)}`);
    values.push(value.value);
  }
  const [first, ...rest] = values;
  return isRecord(first) && first['format'] !== undefined ? headed(first, rest) : linesOf(values, undefined);
}

function headed(header: Readonly<Record<string, unknown>>, lines: readonly unknown[]): Result<JournalFile, string> {
  const { format, version, head } = header;
  if (format !== JOURNAL_FORMAT) return err(`expected "format": "${JOURNAL_FORMAT}", got ${brief(format)}`);
  if (version !== VERSION) return err(`expected a journal of version ${String(VERSION)}, got ${brief(version)}`);
  if (typeof head !== 'string') return err(`expected the journal's head, got ${brief(head)}`);
  return linesOf(lines, head);
}

function linesOf(values: readonly unknown[], head: string | undefined): Result<JournalFile, string> {
  const entries = values.filter(isRecord);
  const wrong = values.findIndex((value) => !isRecord(value));
  if (wrong >= 0) return err(`expected every line of the journal to be an object, got ${brief(values[wrong])} as line ${String(wrong)}`);
  if (head === undefined && entries.length === 0) return err('expected a journal, got nothing');
  return ok({ head, entries });
}

function parsed(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text) as unknown);
  } catch (error) {
    return err(error instanceof Error ? error.message : 'no JSON');
  }
}

const brief = (value: unknown): string => (value === undefined ? 'nothing' : (JSON.stringify(value) ?? 'nothing').slice(0, 60));
