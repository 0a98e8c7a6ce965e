import type { KeptSession } from '../../workbench/stored.ts';
import type { Handle } from '../host.ts';
import { browserDatabase } from './database.ts';

/** Storage for sessions in the browser. Each session has the id of the page that wrote it, so two pages never write to the same one. */
export interface SessionStore {
  /** Oldest first. */
  readonly list: () => Promise<SessionEntry[]>;
  /** The parts of a session by name. */
  readonly parts: (id: string) => Promise<ReadonlyMap<string, string>>;
  /** How the file of a capture is stored; null if it is not. */
  readonly file: (id: string, capture_id: string) => Promise<KeptFile | null>;
  /** Writes a change completely or not at all. */
  readonly write: (change: SessionChange) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
}

/** A session in the form that lists show. */
export type SessionEntry = Omit<KeptSession, 'state'>;

/** A file stored by handle, which needs permission to be read, or as bytes. */
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
 * Every key with this prefix: arrays are ordered item by item, and an array sorts after all other key types (Indexed Database API 3.0,
 * 2.4).
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
        // Sessions of earlier versions hold a text in several pieces, which `parts` joins.
        for (const [name, text] of parts) table(PARTS).put(text, [entry.id, name, 0]);
        // An explicit commit needs no further task, so the write succeeds even if the page closes now.
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
