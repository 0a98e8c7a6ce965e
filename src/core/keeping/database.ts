/** The part of IndexedDB that is used here: one version, tables without indexes, keys separate from values. */
export interface Database {
  /**
   * Runs one transaction over the tables: `work` makes the requests. Settles once the writes are on disk, with the result of the request
   * that `work` returns. On rejection nothing has been written.
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
  /** One connection per page: a page that is being closed has no time to open another. */
  const connected = (): Promise<IDBDatabase> => {
    if (connection) return connection;
    const opening = open();
    const gone = (): void => {
      if (connection === opening) connection = null;
    };
    connection = opening;
    opening.then((database) => {
      // Close the connection, so that deleting the database does not wait for this page.
      database.onversionchange = () => {
        gone();
        database.close();
      };
      database.onclose = gone;
    }, gone);
    return opening;
  };
  /** The browser may have closed the connection without notice. */
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
