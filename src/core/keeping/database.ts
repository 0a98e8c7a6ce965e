/** The part of IndexedDB that the core uses: one version, tables without indexes, keys separate from values. */
export interface Database {
  /**
   * Runs one transaction over the tables; `work` makes the requests. Settles with the result of the request that `work` returns, once the
   * writes are on disk. If it rejects, nothing was written.
   */
  transact<T>(
    mode: IDBTransactionMode,
    work: (table: (name: string) => IDBObjectStore, transaction: IDBTransaction) => IDBRequest | undefined,
  ): Promise<T>;
}

export function browserDatabase(name: string, tables: readonly string[]): Database {
  let connection: Promise<IDBDatabase> | null = null;
  const open = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        for (const table of tables) request.result.createObjectStore(table);
      };
      request.onsuccess = () => {
        resolve(request.result);
      };
      request.onerror = () => {
        reject(request.error ?? new Error('the browser stores nothing here'));
      };
    });
  /** Opens one connection and uses it for all requests, because a page that is being closed has no time to open another. */
  const connected = (): Promise<IDBDatabase> => {
    if (connection) return connection;
    const opening = open();
    const gone = (): void => {
      if (connection === opening) connection = null;
    };
    connection = opening;
    opening.then((database) => {
      // Another page wants to delete or upgrade the database: close the connection, so that it does not wait for this page.
      database.onversionchange = () => {
        gone();
        database.close();
      };
      database.onclose = gone;
    }, gone);
    return opening;
  };
  /** Begins a transaction. Opens a new connection if the browser closed the old one without notice. */
  const begun = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
    try {
      return (await connected()).transaction([...tables], mode);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      connection = null;
      return (await connected()).transaction([...tables], mode);
    }
  };
  return {
    async transact<T>(...[mode, work]: Parameters<Database['transact']>) {
      const transaction = await begun(mode);
      return new Promise<T>((resolve, reject) => {
        const request = work((table) => transaction.objectStore(table), transaction);
        transaction.oncomplete = () => {
          resolve(request?.result as T);
        };
        transaction.onabort = () => {
          reject(transaction.error ?? new Error('the browser did not store it'));
        };
      });
    },
  };
}
