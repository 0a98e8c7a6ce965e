import { SESSION_FORMAT, SESSION_VERSION, type SessionDocument } from '../../session/document.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolPolicy, ToolResult } from '../../tools/contract/index.ts';
import { withoutConnections } from '../../tools/policy/without-connections.ts';
import type { WorkState } from '../../workbench/port.ts';
import type { OpenedVerification } from '../../workbench/verification.ts';

/** An invocation that was run and what it gave. */
export interface Run {
  readonly invocation: unknown;
  readonly result: ToolResult;
}

const MOST_RUNS = 200;
/** Name in documents of unnamed sessions. */
export const UNNAMED = 'Session';
/** Characters that documents hold of a name. */
export const LONGEST_NAME = 200;

/** What the person called a session, of what is stored or given as its name; null where that is nothing. */
export const ownName = (name: unknown): string | null =>
  typeof name !== 'string' || name === UNNAMED || name.trim() === '' ? null : name.slice(0, LONGEST_NAME);

/** Writes the session document for the captures that are open. */
export function writeSession(parts: {
  readonly app_version: string;
  readonly name: string;
  readonly saved_at: string;
  readonly captures: readonly CaptureInfo[];
  readonly merges: readonly SessionDocument['merges'][number][];
  readonly embedded: ReadonlySet<string>;
  /** Digests of the copies that are handed on, by those of the files, where they differ: keys were taken out. */
  readonly copies?: ReadonlyMap<string, string> | undefined;
  readonly work: WorkState;
  readonly runs: readonly Run[];
  readonly journals: readonly SessionDocument['journals'][number][];
  /** Absent if the session is made for another person. */
  readonly policy?: ToolPolicy | undefined;
  /** Of the file that brought results; null where none did. */
  readonly verified?: OpenedVerification | null;
}): SessionDocument {
  const files = new Set(parts.captures.map((capture) => capture.capture_id));
  const merges = parts.merges.filter((merge) => merge.captures.every((id) => files.has(id)));
  const ids = new Set([...files, ...merges.map((merge) => merge.capture_id)]);
  const known = new Set(parts.runs.map(({ result }) => result.tool_call_id));
  const pinned = (parts.work.pinned ?? []).filter((id) => known.has(id)).slice(-MOST_RUNS);
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
      sha256: parts.copies?.get(capture.sha256) ?? capture.sha256,
      embedded: parts.embedded.has(capture.capture_id),
      ...(capture.choice !== undefined && { choice: capture.choice }),
    })),
    merges,
    selected: parts.work.selected.filter((id) => ids.has(id)),
    invocation: parts.work.invocation,
    sql: parts.work.sql,
    queries: [...(parts.work.queries ?? [])],
    runs: lastRuns(parts.runs, pinned).map((run) => ({ invocation: run.invocation, result: run.result })),
    pinned,
    // Verdicts name addresses, as results do: they travel together.
    verdicts: [...(parts.work.verdicts ?? [])],
    names: [...(parts.work.names ?? [])],
    ...notesOf(parts, known),
    journals: [...parts.journals],
    ...(parts.work.selection && { selection: { ...parts.work.selection, addresses: [...parts.work.selection.addresses] } }),
    ...(parts.policy && { policy: withoutConnections(parts.policy) }),
    ...(parts.verified && { verified: carriedOn(parts.verified) }),
    ...(parts.work.layout && { layout: { ...parts.work.layout, fronts: [...parts.work.layout.fronts] } }),
  };
}

/** A signature is of the file that was opened, not of the one that is written. */
const carriedOn = ({ file_name, state, changes }: OpenedVerification): NonNullable<SessionDocument['verified']> => ({
  file_name: file_name.slice(0, 1024),
  state,
  changes: changes.slice(0, 2000).map((change) => ({
    ...change,
    expected: change.expected.slice(0, 2000),
    found: change.found.slice(0, 2000),
    message: change.message.slice(0, 2000),
  })),
});

/**
 * Notes go where what they are about goes: a result of the session, a packet or time of one of its files or of the copy that is handed on.
 * Those on devices always go, as verdicts do.
 */
function notesOf(
  { work, captures, copies }: Parameters<typeof writeSession>[0],
  calls: ReadonlySet<string>,
): Pick<SessionDocument, 'notes'> {
  const files = new Set(captures.map(({ sha256 }) => sha256));
  const notes = (work.notes ?? []).filter(
    (note) => note.on === 'device' || (note.on === 'result' ? calls.has(note.tool_call_id) : files.has(note.sha256)),
  );
  const moved = notes.map((note) => ('sha256' in note ? { ...note, sha256: copies?.get(note.sha256) ?? note.sha256 } : { ...note }));
  return moved.length === 0 ? {} : { notes: moved };
}

/** Pinned ones and as many of the newest as there is room for, in their order. */
function lastRuns(runs: readonly Run[], pinned: readonly string[]): readonly Run[] {
  const held = new Set(pinned);
  const others = runs.filter(({ result }) => !held.has(result.tool_call_id)).slice(-Math.max(1, MOST_RUNS - held.size));
  const kept = new Set([...others.map(({ result }) => result.tool_call_id), ...held]);
  return runs.filter(({ result }) => kept.has(result.tool_call_id)).slice(-MOST_RUNS);
}
