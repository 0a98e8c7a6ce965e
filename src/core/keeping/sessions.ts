import { MOST_CONVERSATIONS, type ConversationRecord } from '../../session/conversation.ts';
import { SESSION_FORMAT, SESSION_VERSION, type SessionDocument } from '../../session/document.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolPolicy, ToolResult } from '../../tools/contract/index.ts';
import { withoutConnections } from '../../tools/policy/without-connections.ts';
import type { WorkState } from '../../workbench/port.ts';
import type { OpenedVerification } from '../../workbench/verification.ts';

/** An invocation that was run on this page or loaded with a session, with its result. */
export interface Run {
  readonly invocation: unknown;
  readonly result: ToolResult;
}

const MOST_RUNS = 200;
/** Session name in the documents of sessions to which a person gave none. */
export const UNNAMED = 'Session';
/** Maximum number of characters of a session name in documents. */
export const LONGEST_NAME = 200;

/** The name that a person gave a session, read from an untrusted value; null if it is unnamed. */
export const ownName = (name: unknown): string | null =>
  typeof name !== 'string' || name === UNNAMED || name.trim() === '' ? null : name.slice(0, LONGEST_NAME);

/** Writes the session document of the open captures. */
export function writeSession(parts: {
  readonly app_version: string;
  readonly name: string;
  readonly saved_at: string;
  readonly captures: readonly CaptureInfo[];
  readonly merges: readonly SessionDocument['merges'][number][];
  readonly embedded: ReadonlySet<string>;
  /** For files from which keys were removed: the digest of the copy in the share, by the digest of the original file. */
  readonly copies?: ReadonlyMap<string, string> | undefined;
  readonly work: WorkState;
  readonly runs: readonly Run[];
  readonly journals: readonly SessionDocument['journals'][number][];
  /** Conversations with planners; absent if the session is meant for another person. */
  readonly conversations?: readonly ConversationRecord[] | undefined;
  /** The policy in force; absent if the session is meant for another person. */
  readonly policy?: ToolPolicy | undefined;
  /** Verification of the file from which the results were loaded; null if they were computed here. */
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
    // Include verdicts in every session with results, because both contain addresses.
    verdicts: [...(parts.work.verdicts ?? [])],
    names: [...(parts.work.names ?? [])],
    ...notesOf(parts, known),
    journals: [...parts.journals],
    ...(parts.conversations?.length && { conversations: parts.conversations.slice(-MOST_CONVERSATIONS) }),
    ...(parts.work.selection && { selection: { ...parts.work.selection, addresses: [...parts.work.selection.addresses] } }),
    ...(parts.policy && { policy: withoutConnections(parts.policy) }),
    ...(parts.verified && { verified: withoutSigner(parts.verified) }),
    ...(parts.work.layout && { layout: { ...parts.work.layout, fronts: [...parts.work.layout.fronts] } }),
  };
}

/** The verification without its signature, which applies to the opened file and not to the one being written. */
const withoutSigner = ({ file_name, state, changes }: OpenedVerification): NonNullable<SessionDocument['verified']> => ({
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
 * The notes to include: those on included results, and those on packets and times of included captures or their copies in the share. Notes
 * on devices are always included, like verdicts.
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

/** The runs to include: pinned ones, and the newest others as long as they fit, in their original order. */
function lastRuns(runs: readonly Run[], pinned: readonly string[]): readonly Run[] {
  const held = new Set(pinned);
  const others = runs.filter(({ result }) => !held.has(result.tool_call_id)).slice(-Math.max(1, MOST_RUNS - held.size));
  const kept = new Set([...others.map(({ result }) => result.tool_call_id), ...held]);
  return runs.filter(({ result }) => kept.has(result.tool_call_id)).slice(-MOST_RUNS);
}
