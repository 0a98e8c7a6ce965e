import { WorkbenchError } from '../../base/failure.ts';
import { readSession, type SessionDocument } from '../../session/document.ts';
import { captureIdsOfParts, sessionOfParts } from '../../session/parts.ts';
import type { KeepingPort, KeptSession, LeftSession } from '../../workbench/stored.ts';
import { SessionKeeper, type KeeperParts } from './keeper.ts';
import { ownName } from './sessions.ts';
import type { Handle } from '../host.ts';
import type { KeptFile } from './session-store.ts';

/** The part of the Web Locks API that this module uses. */
export interface KeepingLocks {
  request<T>(name: string, options: { readonly ifAvailable?: boolean }, hold: (lock: unknown) => Promise<T>): Promise<T>;
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>;
}

export interface KeepingParts extends KeeperParts {
  readonly locks: KeepingLocks;
  /** Opens a stored session of this person; returns the names of the files that are missing. */
  readonly load: (document: SessionDocument, bytes: (capture_id: string) => Promise<Blob | null>) => Promise<readonly string[]>;
  /** Reads the file of a handle; null if the person refuses permission or the file is missing. */
  readonly readHandle: (handle: Handle) => Promise<Blob | null>;
  /** Whether the person wants sessions stored. The setting applies to the browser, not only to this page. */
  readonly setting: { read(): boolean; write(on: boolean): void };
  /** Called when the stored sessions have changed. */
  readonly changed: () => void;
  readonly after: (ms: number, work: () => void) => void;
}

export interface KeepingService extends Omit<KeepingPort, 'resume'> {
  /** Opens a stored session, as `KeepingPort.resume` does, with newer view state that the page itself stored when a person left it. */
  resume(id: string, last_view_state?: string): Promise<void>;
  /** To be called when the session has changed or may have changed. */
  touched(): void;
  /** Writes the session now, because the page may be about to close. If `files` is false, files of newly opened captures are omitted. */
  flush(files?: boolean): Promise<void>;
  entries(): Promise<KeptSession[]>;
}

const LOCK = 'capture-workbench/session/';
/** Time between a change and its write, in ms, so that changes in quick succession are written at once. */
const DELAY_MS = 1_000;
const SWITCHED_OFF = 'switched off in this browser';

/**
 * Stores this page's session under the page's own id, which the page locks while it is open. Each tab has another id, so no two pages write
 * to one session. A session whose lock is free belongs to a page that has ended.
 */
export async function startKeeping(parts: KeepingParts): Promise<KeepingService> {
  const { sessionStore, locks, id } = parts;
  let keeper: SessionKeeper | null = null;
  let failure: string | null = null;
  let waiting = false;

  const holds = (): boolean => failure === null && keeper?.there === true;

  const save = async (files = true): Promise<void> => {
    const before = holds();
    try {
      await keeper?.save(files);
      failure = null;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    if (holds() !== before) parts.changed();
  };
  const touched = (): void => {
    if (waiting || keeper === null) return;
    waiting = true;
    parts.after(DELAY_MS, () => {
      waiting = false;
      void save();
    });
  };
  const start = (): void => {
    keeper = new SessionKeeper(parts);
    touched();
  };

  const entries: KeepingService['entries'] = async () => {
    const held = new Set(((await locks.query()).held ?? []).map(({ name }) => name));
    return (await sessionStore.list()).map((entry) => ({
      ...entry,
      state: entry.id === id ? 'own' : held.has(LOCK + entry.id) ? 'held' : 'left',
    }));
  };
  const left = async (): Promise<LeftSession[]> =>
    (await entries())
      .filter(({ state }) => state === 'left')
      .reverse()
      .map(({ bytes: _, state: __, ...entry }) => ({ ...entry, name: ownName(entry.name) }));

  /** Runs work on a stored session while no other tab can use it; rejects if another tab has it open. */
  const alone = <T>(of: string, work: () => Promise<T>): Promise<T> =>
    locks.request(LOCK + of, { ifAvailable: true }, async (lock) => {
      if (lock === null)
        throw new WorkbenchError('SESSION_HELD', 'expected a session that no page has open, but it is open in another tab');
      return work();
    });

  const forget = async (of: string): Promise<void> => {
    if (of === id) await keeper?.stop();
    else await alone(of, () => sessionStore.remove(of));
    if (of === id) keeper = null;
    parts.changed();
  };

  const resume: KeepingService['resume'] = (of, last_view_state) =>
    alone(of, async () => {
      const texts = await sessionStore.parts(of);
      const found = new Map<string, Blob>();
      // The browser grants access to files only shortly after a click, so request access to all of them before other work.
      for (const capture_id of captureIdsOfParts(texts)) {
        const bytes = await readable(await sessionStore.file(of, capture_id), parts.readHandle);
        if (bytes) found.set(capture_id, bytes);
      }
      const read = sessionOfParts(texts);
      if (!read.ok) throw new WorkbenchError('BAD_SESSION', `${read.error}: remove it under "Stored in this browser"`);
      const { left_out } = read.value;
      const document = withLastViewState(read.value.document, last_view_state);
      const missing = await parts.load(document, (capture_id) => Promise.resolve(found.get(capture_id) ?? null));
      if (missing.length + left_out.length === 0 && keeper !== null) {
        // Store the opened session as this page's own, then delete the original, unless the browser had no space for all its files.
        await keeper.save();
        if ([...found.keys()].every(keeper.keeps)) await sessionStore.remove(of);
      }
      parts.changed();
      if (missing.length > 0)
        throw new WorkbenchError(
          'CAPTURES_MISSING',
          `The session is open without captures whose files are missing or have changed: ${missing.join(', ')}. Open these files to run its calls again; the stored session is unchanged.`,
        );
      if (left_out.length > 0)
        throw new WorkbenchError(
          'SESSION_INCOMPLETE',
          `The session is open without parts that cannot be read: ${left_out.join(', ')}. The stored session is unchanged.`,
        );
    });

  await new Promise<void>((granted, refused) => {
    const forEver = new Promise<never>(() => undefined);
    const keep = (): Promise<never> => {
      granted();
      return forEver;
    };
    locks.request(LOCK + id, {}, keep).catch(refused);
  });
  if (parts.setting.read()) start();
  parts.changed();

  return {
    touched,
    flush: save,
    entries,
    left,
    resume,
    forget,
    off: () =>
      Promise.resolve(
        failure !== null
          ? `the browser did not store it: ${failure}`
          : keeper !== null
            ? null
            : parts.setting.read()
              ? 'this page’s session was removed'
              : SWITCHED_OFF,
      ),
    holds,
    async set(on) {
      parts.setting.write(on);
      if (on && keeper === null) start();
      if (!on) await forget(id);
    },
  };
}

/** Returns the document with the view state in a text, or unchanged if there is none. The stored text is untrusted, so it is validated. */
function withLastViewState(document: SessionDocument, text: string | undefined): SessionDocument {
  if (text === undefined) return document;
  try {
    const read = readSession({ ...document, ...(JSON.parse(text) as object), captures: document.captures, runs: document.runs });
    return read.ok ? read.value : document;
  } catch {
    return document;
  }
}

/** Reads a stored file; null if it is not available, in which case the session opens without it. */
const readable = async (kept: KeptFile | null, readHandle: KeepingParts['readHandle']): Promise<Blob | null> =>
  kept === null ? null : 'bytes' in kept ? kept.bytes : readHandle(kept.handle);
