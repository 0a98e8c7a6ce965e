import { WorkbenchError } from '../../base/failure.ts';
import type { Environment } from '../host.ts';
import { browserDatabase } from './database.ts';

/** Stores one text permanently. All tabs of the browser share it. */
export interface TextStore {
  /** The stored text; null if there is none or the browser denies storage. */
  read(): Promise<string | null>;
  /**
   * Replaces the stored text with what `change` returns for it; null deletes it. No other tab can write in between. If `change` throws,
   * nothing is written and the error is rethrown.
   */
  update(change: (now: string | null) => string | null): Promise<void>;
  /** Calls the listener when another tab has written the text. */
  follow(listener: () => void): void;
}

/** Key of the encrypted keyring. */
export const KEYS_STORE = 'capture-workbench/keyring';
/** Key of the list of tool servers that the person added. */
export const SERVERS_STORE = 'capture-workbench/mcp-servers';

const TABLE = 'texts';

/**
 * Stores the text as one entry of IndexedDB. Write transactions of all tabs run one after another (Indexed Database API 3.0, 2.7.2), so
 * reading and writing in one transaction is atomic, which it is not with `localStorage`.
 */
function databaseStore(name: string): TextStore {
  const database = browserDatabase('capture-workbench', [TABLE]);
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  return {
    async read() {
      try {
        return asText(await database.transact<unknown>('readonly', (table) => table(TABLE).get(name)));
      } catch {
        return null;
      }
    },
    async update(change) {
      let cause: unknown = null;
      const writing = database.transact<unknown>('readwrite', (tables, transaction) => {
        const table = tables(TABLE);
        const request = table.get(name) as IDBRequest<unknown>;
        request.onsuccess = () => {
          try {
            const next = change(asText(request.result));
            if (next === null) table.delete(name);
            else table.put(next, name);
          } catch (error) {
            cause = error;
            transaction.abort();
          }
        };
        return undefined;
      });
      await writing.catch((error: unknown) => {
        throw cause ?? error;
      });
      channel?.postMessage(null);
    },
    follow(listener) {
      channel?.addEventListener('message', listener);
    },
  };
}

/** A store that is always empty and discards writes. For pages opened from disk, which share one storage but must not share data. */
const NOWHERE: TextStore = {
  read: () => Promise.resolve(null),
  update: (change) =>
    Promise.resolve().then(() => {
      if (change(null) === null) return;
      throw new WorkbenchError(
        'NOT_KEPT',
        'pages opened from disk store nothing in the browser: everything is lost when the page is closed',
      );
    }),
  follow: () => undefined,
};

export const browserStore = (name: string, { from_disk }: Pick<Environment, 'from_disk'>): TextStore =>
  from_disk || typeof indexedDB === 'undefined' ? NOWHERE : databaseStore(name);

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
