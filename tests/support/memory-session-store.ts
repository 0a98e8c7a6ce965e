import type { KeepingLocks } from '../../src/core/keeping/keeping-service.ts';
import type { KeptFile, SessionStore, SessionEntry } from '../../src/core/keeping/session-store.ts';

/** A sessionStore that several pages share, as tabs do, with what was written to it. */
export function memorySessionStore(): SessionStore & {
  readonly writes: string[][];
  fail: Error | null;
  evict(): void;
  stored(): string[];
} {
  const sessions = new Map<string, { entry: SessionEntry; parts: Map<string, string>; files: Map<string, KeptFile> }>();
  const sessionStore = {
    writes: [] as string[][],
    fail: null as Error | null,
    list: () => Promise.resolve([...sessions.values()].map(({ entry }) => entry).sort((one, other) => one.saved_at - other.saved_at)),
    parts: (id: string) => Promise.resolve(new Map(sessions.get(id)?.parts)),
    file: (id: string, capture_id: string) => Promise.resolve(sessions.get(id)?.files.get(capture_id) ?? null),
    write({ entry, parts, partsGone, files, filesGone }: Parameters<SessionStore['write']>[0]) {
      const bytes = [...files.values()].some((file) => 'bytes' in file);
      if (sessionStore.fail && (bytes || sessionStore.fail.name !== 'QuotaExceededError')) return Promise.reject(sessionStore.fail);
      const was = sessions.get(entry.id) ?? { entry, parts: new Map<string, string>(), files: new Map<string, KeptFile>() };
      for (const [name, text] of parts) was.parts.set(name, text);
      for (const name of partsGone) was.parts.delete(name);
      for (const [id, file] of files) was.files.set(id, file);
      for (const id of filesGone) was.files.delete(id);
      sessions.set(entry.id, { ...was, entry });
      sessionStore.writes.push([
        ...parts.keys(),
        ...[...files.keys()].map((id) => `file ${id}`),
        ...filesGone.map((id) => `no file ${id}`),
      ]);
      return Promise.resolve();
    },
    /** The browser deletes everything, as it may when it runs out of space. */
    evict: () => sessions.clear(),
    /** Captures stored with their bytes. */
    stored: () => [...sessions].flatMap(([id, { files }]) => [...files.keys()].map((file) => `${id} ${file}`)),
    remove: (id: string) => Promise.resolve(void sessions.delete(id)),
  };
  return sessionStore;
}

/** Locks of one browser; `crash` lets go of all that a page holds. */
export function memoryLocks(): { page(): KeepingLocks; crash(page: KeepingLocks): void } {
  const holders = new Map<string, KeepingLocks>();
  return {
    page() {
      const page: KeepingLocks = {
        async request(name, { ifAvailable = false }, hold) {
          if (holders.has(name)) {
            if (ifAvailable) return hold(null);
            throw new Error(`the lock ${name} would never become free`);
          }
          holders.set(name, page);
          try {
            return await hold({ name });
          } finally {
            holders.delete(name);
          }
        },
        query: () => Promise.resolve({ held: [...holders.keys()].map((name) => ({ name })) }),
      };
      return page;
    },
    crash(page) {
      for (const [name, holder] of holders) if (holder === page) holders.delete(name);
    },
  };
}
