import type { KeptSession } from '../../workbench/stored.ts';
import type { Handle } from '../host.ts';
import { browserDatabase } from './database.ts';

/** Storage for sessions in the browser. Each session has the id of the page that wrote it, so two pages never write to the same one. */
export interface SessionStore {
  /** Lists the stored sessions, oldest first. */
  readonly list: () => Promise<SessionEntry[]>;
  /** The parts of a session document as texts, by name. */
  readonly parts: (id: string) => Promise<ReadonlyMap<string, string>>;
  /** The stored file of a capture, as a handle or as bytes; null if it is not stored. */
  readonly file: (id: string, capture_id: string) => Promise<KeptFile | null>;
  /** Writes a change of a session completely or not at all. */
  readonly write: (change: SessionChange) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

/** A stored session as lists show it. */
export type SessionEntry = Omit<KeptSession, 'state'>;

/** A stored file: a handle, which needs the person's permission to be read, or its bytes. */
export type KeptFile = { readonly handle: Handle } | { readonly bytes: Blob };

export interface SessionChange {
  readonly entry: SessionEntry;
  readonly parts: ReadonlyMap<string, string>;
  readonly partsGone: readonly string[];
  readonly files: ReadonlyMap<string, KeptFile>;
  readonly filesGone: readonly string[];
}

const [ENTRIES, PARTS, FILES] = ['entries', 'parts', 'files'] as const;

/**
 * The range of all keys that begin with these items: arrays are compared item by item, and an array as an item sorts after all other types
 * (Indexed Database API 3.0, 2.4).
 */
const allOf = (...begin: string[]): IDBKeyRange => IDBKeyRange.bound(begin, [...begin, []]);

export function browserSessionStore(): SessionStore {
  const database = browserDatabase('capture-workbench-sessions', [ENTRIES, PARTS, FILES]);
  return {
    async list() {
      const all = await database.transact<SessionEntry[]>('readonly', (table) => table(ENTRIES).getAll());
      return all.sort((one, other) => one.saved_at - other.saved_at);
    },
    async parts(id) {
      const found = new Map<string, string>();
      await database.transact('readonly', (table) => {
        const cursor = table(PARTS).openCursor(allOf(id));
        cursor.onsuccess = () => {
          if (cursor.result === null) return;
          const { key, value } = cursor.result as { readonly key: unknown; readonly value: unknown };
          const name: unknown = Array.isArray(key) ? key[1] : null;
          if (typeof name === 'string' && typeof value === 'string') found.set(name, (found.get(name) ?? '') + value);
          cursor.result.continue();
        };
        return undefined;
      });
      return found;
    },
    file: async (id, capture_id) =>
      (await database.transact<KeptFile | undefined>('readonly', (table) => table(FILES).get([id, capture_id]))) ?? null,
    async write({ entry, parts, partsGone, files, filesGone }) {
      await database.transact('readwrite', (table) => {
        for (const name of [...parts.keys(), ...partsGone]) table(PARTS).delete(allOf(entry.id, name));
        for (const [capture_id, file] of files) table(FILES).put(file, [entry.id, capture_id]);
        for (const capture_id of filesGone) table(FILES).delete([entry.id, capture_id]);
        table(ENTRIES).put(entry, entry.id);
        // Write each text in one piece, as piece 0. Sessions of earlier versions have several pieces of a text, which `parts` joins.
        for (const [name, text] of parts) table(PARTS).put(text, [entry.id, name, 0]);
        // Commit explicitly instead of when the current task ends, so that the write succeeds even if the page closes now.
        table(PARTS).transaction.commit();
        return undefined;
      });
    },
    async remove(id) {
      await database.transact('readwrite', (table) => {
        table(PARTS).delete(allOf(id));
        table(FILES).delete(allOf(id));
        table(ENTRIES).delete(id);
        return undefined;
      });
    },
  };
}
