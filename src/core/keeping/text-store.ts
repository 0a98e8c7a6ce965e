import { WorkbenchError } from '../../base/failure.ts';
import type { Environment } from '../host.ts';
import { browserDatabase } from './database.ts';

/** A place for one text that outlives the page and that all tabs of the browser share. */
export interface TextStore {
  /** What lies there now; null where nothing does, or where the browser withholds its storage. */
  read(): Promise<string | null>;
  /**
   * Puts what `change` makes of what lies there; null takes it away. No other tab writes between the two. What `change`
   * throws is passed on, and nothing is written.
   */
  update(change: (now: string | null) => string | null): Promise<void>;
  /** Called when another tab has written. */
  follow(listener: () => void): void;
}

/** Where the sealed keyring is kept. */
export const KEYS_STORE = 'capture-workbench/keyring';
/** Where the servers of tools are kept that the person named. */
export const SERVERS_STORE = 'capture-workbench/mcp-servers';

const TABLE = 'texts';

/**
 * One entry of the browser's database. Its transactions that write are the queue of all tabs (Indexed Database API 3.0,
 * 2.7.2): reading and writing in one is one step, which `localStorage` cannot give.
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

/** Pages from disk share one storage, and none may show what another one left: nothing lies there, and nothing is put there. */
const NOWHERE: TextStore = {
  read: () => Promise.resolve(null),
  update: (change) =>
    Promise.resolve().then(() => {
      if (change(null) === null) return;
      throw new WorkbenchError(
        'NOT_KEPT',
        'pages opened from disk keep nothing in the browser: what you have here lives as long as the page',
      );
    }),
  follow: () => undefined,
};

export const browserStore = (name: string, { from_disk }: Pick<Environment, 'from_disk'>): TextStore =>
  from_disk || typeof indexedDB === 'undefined' ? NOWHERE : databaseStore(name);

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
