import { MOST_EMBEDDED } from '../../tables/captures.ts';
import { keptSession } from '../offline/sharing.ts';
import { holdsNoKeys } from '../captures/found-keys.ts';
import { startKeeping, type KeepingService } from './keeping-service.ts';
import type { SessionDependencies, SessionService } from './session-service.ts';
import { browserSessionStore } from './session-store.ts';

/** Interval of checks for changes: typing in the views raises no event in the core, so the changes must be looked for. */
const CHECK_MS = 5_000;

/** Stores this core's session in the browser whenever it changes. Rejects if the browser provides no storage. */
export async function keepSession(
  { base, data, sharing }: SessionDependencies,
  load: SessionService['loadSession'],
): Promise<KeepingService> {
  const { bus, host, environment } = base;
  const { captures } = data;
  let wanted = environment.keep_sessions;
  const service = await startKeeping({
    sessionStore: data.sessionStore ?? browserSessionStore(),
    locks: navigator.locks,
    id: environment.page_id,
    document() {
      // A capture without a file is a running scan, whose own recording stores it.
      const complete = captures.list().filter(({ capture_id }) => captures.file(capture_id) !== undefined);
      const nothing = complete.length === 0 && sharing.answered().length === 0 && sharing.conversations.records().length === 0;
      if (nothing) return null;
      return keptSession(sharing, new Set(complete.map(({ capture_id }) => capture_id)));
    },
    file: (id) => captures.file(id),
    wasClosed: (id) => captures.wasClosed(id),
    async mayCopy(id) {
      const file = captures.file(id);
      return file !== undefined && captures.get(id)?.unavailable === undefined && holdsNoKeys(file, data.removeKeys);
    },
    handleOf: (file) => host.files.handleOf(file),
    readHandle: (handle) => host.files.read(handle),
    load: (document, bytes) => load({ document, bytes, verification: null }),
    setting: {
      read: () => wanted,
      write: (on) => {
        wanted = on;
        void host.keepSessions(on);
      },
    },
    changed: () => {
      bus.emit({ type: 'kept' });
    },
    now: () => Date.now(),
    after: (ms, work) => void setTimeout(work, ms),
    most: MOST_EMBEDDED,
  });
  for (const type of ['captures', 'conversations', 'tool-result', 'journals', 'policy', 'audit'] as const) {
    bus.on(type, () => {
      service.touched();
    });
  }
  setInterval(() => {
    service.touched();
  }, CHECK_MS);
  return service;
}
