import { WorkbenchError } from '../base/failure.ts';
import { readSession, SESSION_FORMAT, SESSION_VERSION, type SessionDocument } from '../session/document.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolResult } from '../tools/contract/index.ts';
import type { WorkState } from '../ui/workbench.ts';

/** An invocation that was run and what it gave. */
export interface Run {
  readonly invocation: unknown;
  readonly result: ToolResult;
}

const MOST_RUNS = 200;

/** Writes the session document for the captures that are open. */
export function writeSession(parts: {
  readonly app_version: string;
  readonly name: string;
  readonly saved_at: string;
  readonly captures: readonly CaptureInfo[];
  readonly merges: NonNullable<SessionDocument['merges']>;
  readonly embedded: ReadonlySet<string>;
  readonly work: WorkState;
  readonly runs: readonly Run[];
  readonly journals: NonNullable<SessionDocument['journals']>;
}): SessionDocument {
  const files = new Set(parts.captures.map((capture) => capture.capture_id));
  const merges = parts.merges.filter((merge) => merge.captures.every((id) => files.has(id)));
  const ids = new Set([...files, ...merges.map((merge) => merge.capture_id)]);
  return {
    format: SESSION_FORMAT,
    version: SESSION_VERSION,
    app_version: parts.app_version,
    name: parts.name,
    saved_at: parts.saved_at,
    captures: parts.captures.map((capture) => ({
      capture_id: capture.capture_id,
      file_name: capture.file_name,
      bytes: capture.bytes,
      sha256: capture.sha256,
      embedded: parts.embedded.has(capture.capture_id),
      ...(capture.choice !== undefined && { choice: capture.choice }),
    })),
    ...(merges.length > 0 && { merges }),
    selected: parts.work.selected.filter((id) => ids.has(id)),
    invocation: parts.work.invocation,
    sql: parts.work.sql,
    runs: parts.runs.slice(-MOST_RUNS).map((run) => ({ invocation: run.invocation, result: run.result })),
    // Verdicts name addresses, as results do: they travel together.
    ...(parts.work.verdicts !== undefined && parts.work.verdicts.length > 0 && { verdicts: [...parts.work.verdicts] }),
    journals: [...parts.journals],
  };
}

/** Reads a session from JSON text or value; rejects with a `WorkbenchError` that says what is wrong. */
export function openSession(value: unknown): SessionDocument {
  const read = readSession(value);
  if (!read.ok) throw new WorkbenchError('BAD_SESSION', read.error);
  return read.value;
}

/** Largest session file that is read; captures travel beside it, not in it. */
const LARGEST = 64 * 1024 * 1024;

/** The JSON in a session file; nobody has checked its shape yet. */
export async function sessionJson(file: Blob): Promise<unknown> {
  if (file.size > LARGEST) {
    throw new WorkbenchError('BAD_SESSION', `expected a session file of at most 64 MiB, got ${String(file.size)} bytes`);
  }
  try {
    return JSON.parse(await file.text());
  } catch (error) {
    throw new WorkbenchError('BAD_SESSION', `expected a session file (JSON), got ${error instanceof Error ? error.message : 'no JSON'}`);
  }
}
