/** A place for one text that outlives the page and that all tabs of the browser share. */
export interface TextStore {
  /** What lies there now; null where nothing does, or where the browser withholds its storage. */
  read(): Promise<string | null>;
  /**
   * Puts what `change` makes of what lies there; null takes it away. No other tab writes between the two. What `change`
   * throws is passed on, and nothing is written.
   */
  update(change: (now: string | null) => string | null): Promise<void>;
  /** Told when another tab has written. */
  follow(listener: () => void): void;
}

/** Where the servers of tools are kept that the person named. */
export const SERVERS_STORE = 'capture-workbench/mcp-servers';

const DATABASE = 'capture-workbench';
const TABLE = 'texts';

/**
 * One entry of the browser's database. Its transactions that write are the queue of all tabs (Indexed Database API 3.0,
 * 2.7.2): reading and writing in one is one step, which `localStorage` cannot give.
 */
export function browserStore(name: string): TextStore {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  return {
    async read() {
      try {
        return await transact('readonly', (table, done) => {
          asked(table.get(name), done);
        });
      } catch {
        return null;
      }
    },
    async update(change) {
      await transact('readwrite', (table, done, failed) => {
        asked(table.get(name), (now) => {
          try {
            const next = change(now);
            if (next === null) table.delete(name);
            else table.put(next, name);
            done(next);
          } catch (error) {
            failed(error);
          }
        });
      });
      channel?.postMessage(null);
    },
    follow(listener) {
      channel?.addEventListener('message', listener);
    },
  };
}

const asked = (request: IDBRequest<unknown>, answer: (value: string | null) => void): void => {
  request.onsuccess = () => {
    answer(typeof request.result === 'string' ? request.result : null);
  };
};

/** Settles when the transaction has: what was written lies on disk then. */
async function transact(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore, done: (value: string | null) => void, failed: (error: unknown) => void) => void,
): Promise<string | null> {
  const database = await open();
  try {
    return await new Promise<string | null>((resolve, reject) => {
      const transaction = database.transaction(TABLE, mode);
      let answer: string | null = null;
      let cause: unknown = null;
      transaction.oncomplete = () => {
        resolve(answer);
      };
      transaction.onabort = () => {
        reject(cause instanceof Error ? cause : (transaction.error ?? new Error('the browser did not keep it')));
      };
      work(
        transaction.objectStore(TABLE),
        (value) => {
          answer = value;
        },
        (error) => {
          cause = error;
          transaction.abort();
        },
      );
    });
  } finally {
    database.close();
  }
}

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLE);
    };
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('the browser keeps nothing here'));
    };
  });
