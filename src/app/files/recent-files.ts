/**
 * Recently opened files, stored as handles (File System Access API) without their bytes. Only some browsers provide handles (Chrome, for
 * dropped files and its own file picker), and reading through a handle may ask the person for permission again.
 */
import { WorkbenchError } from '../../base/failure.ts';
import type { RecentFile, RecentPort } from '../../workbench/files.ts';
import { browserDatabase } from '../../core/keeping/database.ts';

/** Maximum number of entries. If there are more, the one that was opened longest ago is removed. */
export const MOST = 12;

/** A file handle with the permission methods that TypeScript's DOM types lack. */
export type Handle = FileSystemFileHandle & {
  queryPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
  requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState>;
};

export interface Entry extends RecentFile {
  readonly handle: Handle;
}

/** Stores the entries, in any order. */
export interface EntryStore {
  all(): Promise<Entry[]>;
  put(entry: Entry): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The list of recent files, with the file handles that this page has used. */
export interface RecentFiles extends RecentPort {
  /** Returns the handle through which a file was opened; null if there was none or the file has changed since. */
  handleOf(file: File): Promise<Handle | null>;
}

export function recentFiles(store: EntryStore, now: () => number, newId: () => string): RecentFiles {
  /** The handles through which this page has opened files, newest last. */
  const seen: Handle[] = [];
  const newestFirst = async (): Promise<Entry[]> => (await store.all()).sort((a, b) => b.opened_at - a.opened_at);

  return {
    list: async () => (await newestFirst()).map(({ id, name, bytes, opened_at }) => ({ id, name, bytes, opened_at })),

    async remember(handles) {
      seen.push(...handles);
      for (const handle of handles) {
        const { name, size } = await handle.getFile();
        const known = await newestFirst();
        const same = await Promise.all(known.map((entry) => entry.handle.isSameEntry(handle).catch(() => false)));
        for (const [at, { id }] of known.entries()) if (same[at]) await store.remove(id);
        await store.put({ id: newId(), name, bytes: size, opened_at: now(), handle });
      }
      for (const { id } of (await newestFirst()).slice(MOST)) await store.remove(id);
    },

    async file(id) {
      const entry = (await store.all()).find((other) => other.id === id);
      if (!entry) throw new WorkbenchError('UNREADABLE_FILE', 'the file was removed from the list of recent files');
      const { handle, name } = entry;
      const asked = await handle.requestPermission?.({ mode: 'read' });
      if (asked === 'denied' || asked === 'prompt') {
        throw new WorkbenchError('UNREADABLE_FILE', `the browser may not read ${name} again; choose the file yourself`);
      }
      try {
        const file = await handle.getFile();
        seen.push(handle);
        await store.put({ ...entry, bytes: file.size, opened_at: now() });
        return file;
      } catch (error) {
        const gone = error instanceof DOMException && error.name === 'NotFoundError';
        if (gone) await store.remove(id);
        const why = gone ? 'it was moved or deleted' : String(error);
        throw new WorkbenchError('UNREADABLE_FILE', `could not read ${name} again: ${why}`);
      }
    },

    async handleOf({ name, size, lastModified }) {
      for (const handle of seen.filter((known) => known.name === name).reverse()) {
        const file = await handle.getFile().catch(() => null);
        if (file?.size === size && file.lastModified === lastModified) return handle;
      }
      return null;
    },

    async forget(id) {
      for (const entry of await store.all()) if (id === undefined || entry.id === id) await store.remove(entry.id);
    },
  };
}

const TABLE = 'handles';

/** Stores entries in IndexedDB, because handles cannot be stored as text. */
export function browserEntries(): EntryStore {
  const database = browserDatabase('capture-workbench-files', [TABLE]);
  return {
    all: () => database.transact<Entry[]>('readonly', (table) => table(TABLE).getAll()),
    put: async (entry) => void (await database.transact('readwrite', (table) => table(TABLE).put(entry, entry.id))),
    remove: async (id) => void (await database.transact('readwrite', (table) => table(TABLE).delete(id))),
  };
}

/** Null on pages opened from disk: they all share one storage and must not show each other's files. */
export function pageRecentFiles(): RecentFiles | null {
  if (location.protocol === 'file:' || typeof FileSystemFileHandle === 'undefined' || typeof indexedDB === 'undefined') return null;
  return recentFiles(
    browserEntries(),
    () => Date.now(),
    () => crypto.randomUUID(),
  );
}
