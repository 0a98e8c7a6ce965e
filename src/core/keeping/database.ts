/** The browser's database, as far as it is used here: one version, tables without indexes, keys beside the values. */
export interface Database {
  /**
   * One transaction over the tables, in which `work` asks what it wants; settles when what was written lies on disk, with the
   * answer to the request that `work` gives back. Rejects with what stood in the way, and nothing is written then.
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
        reject(request.error ?? new Error('the browser keeps nothing here'));
      };
    });
  /** One for the page: a page that is left has no turn any more in which another could open. */
  const connected = (): Promise<IDBDatabase> => {
    if (connection) return connection;
    const opening = open();
    const gone = (): void => {
      if (connection === opening) connection = null;
    };
    connection = opening;
    opening.then((database) => {
      // Deleting the storage need not wait for this page.
      database.onversionchange = () => {
        gone();
        database.close();
      };
      database.onclose = gone;
    }, gone);
    return opening;
  };
  /** The browser may have closed the connection and not said so yet. */
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
          reject(transaction.error ?? new Error('the browser did not keep it'));
        };
      });
    },
  };
}
