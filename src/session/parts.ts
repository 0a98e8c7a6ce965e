import { err, type Result } from '../base/result.ts';
import { MOST_CAPTURES, readKnownParts, type PartlyRead, type SessionDocument } from './document.ts';

/**
 * A part of a session document that is stored on its own, so that storing a growing session writes only what is new: each result, each
 * journal line and each conversation is a part, and an index lists the parts.
 */
export interface SessionPart {
  readonly name: string;
  /** Identifies the content: a part whose mark has not changed need not be written again. */
  readonly mark: unknown;
  /** Writes the part as JSON. */
  readonly text: () => string;
}

const HEAD = 'head';

interface Head {
  /** The document without its runs, conversations and journal lines. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly runs: readonly string[];
  /** Names of the parts with conversations; absent if there are none. */
  readonly conversations?: readonly string[];
  /** For each journal, the names of the parts with its lines; null if only its head is included. */
  readonly lines: readonly (readonly string[] | null)[];
}

export function sessionParts(document: SessionDocument): SessionPart[] {
  const part = (name: string, mark: unknown, value: unknown): SessionPart => ({ name, mark, text: () => JSON.stringify(value) });
  const runs = document.runs.map((run, at) => part(`run/${callId(run.result) ?? String(at)}`, run.result, run));
  const { conversations: all = [], ...rest } = document;
  const conversations = all.map((each) => part(`conversation/${each.id}`, each, each));
  const journals = document.journals.map(({ entries }, at) => {
    if (entries === undefined) return null;
    // Only the page's own journal, the last one, grows line by line. An earlier one never changes, so it is one part.
    if (at < document.journals.length - 1) return [part(`journal/${String(at)}`, entries, entries)];
    return entries.map((entry, line) => part(`line/${String(line)}`, entry, [entry]));
  });
  const head: Head = {
    document: { ...rest, runs: [], journals: document.journals.map(({ entries: _, ...journal }) => journal) },
    runs: runs.map(({ name }) => name),
    ...(conversations.length > 0 && { conversations: conversations.map(({ name }) => name) }),
    lines: journals.map((lines) => lines?.map(({ name }) => name) ?? null),
  };
  // Leave `saved_at` out of the mark, because a new time alone is not a change.
  const mark = JSON.stringify({ ...head, document: { ...head.document, saved_at: '' } });
  return [part(HEAD, mark, head), ...runs, ...conversations, ...journals.flatMap((lines) => lines ?? [])];
}

/** Ids of the captures that stored parts name, not validated. Empty if a part is missing. */
export function captureIdsOfParts(texts: ReadonlyMap<string, string>): readonly string[] {
  try {
    const { document, runs, lines } = JSON.parse(texts.get(HEAD) ?? 'null') as Head;
    if (![...runs, ...lines.flatMap((names) => names ?? [])].every((name) => texts.has(name))) return [];
    const captures = document['captures'] as readonly { readonly capture_id?: unknown }[];
    const ids = captures.slice(0, MOST_CAPTURES).map(({ capture_id }) => capture_id);
    return [...new Set(ids.filter((id) => typeof id === 'string'))];
  } catch {
    return [];
  }
}

/** Joins stored parts to a document, without invalid conversations. The error describes what is wrong. The stored data is untrusted. */
export function sessionOfParts(texts: ReadonlyMap<string, string>): Result<PartlyRead, string> {
  const value = (name: string): unknown => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`the part ${name} is missing`);
    return JSON.parse(text);
  };
  /** Returns null, which is not a valid conversation, if the part cannot be read. */
  const conversation = (name: string): unknown => {
    try {
      return value(name);
    } catch {
      return null;
    }
  };
  try {
    const { document, runs, conversations, lines } = value(HEAD) as Head;
    const journals: object[] = [];
    for (const [at, journal] of (document['journals'] as readonly object[]).entries()) {
      const names = lines[at];
      const entries: unknown[] = [];
      for (const name of names ?? []) for (const entry of value(name) as Iterable<unknown>) entries.push(entry);
      journals.push(names ? { ...journal, entries } : journal);
    }
    const talks = conversations && { conversations: conversations.map(conversation) };
    return readKnownParts({ ...document, runs: runs.map(value), ...talks, journals });
  } catch (error) {
    return err(`expected a session in parts, got ${error instanceof Error ? error.message : 'something else'}`);
  }
}

function callId(result: unknown): string | null {
  const id: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'tool_call_id') : null;
  return typeof id === 'string' ? id : null;
}
