import * as comlink from 'comlink';
import { WorkbenchError } from '../../base/failure.ts';
import { livingWorker } from '../../threads/living-worker.ts';
import { inOwnThread } from '../../base/own-thread.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { TableWriter } from '../../export/table-parquet.ts';
import TableWorker from './table.worker.ts?worker&inline';

/** Number of rows in one message, so that copying them blocks the page's thread only briefly. */
const BATCH = 5000;

/** Writes a table that the page shows to a Parquet file. Encoding runs in a worker, not in the page's thread. */
export const tableFile = (
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
  { signal, onProgress }: WorkOptions = {},
): Promise<Blob> =>
  inOwnThread(
    () => livingWorker((options) => new TableWorker(options), 'writer'),
    { signal, what: 'writing the table', died: (message) => new WorkbenchError('WRITE_FAILED', `the writer's thread ended: ${message}`) },
    async (thread, _fail, ended) => {
      const remote = comlink.wrap<TableWriter>(thread);
      const answered = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended]);
      await answered(remote.begin(names));
      for (let from = 0; from < rows.length; from += BATCH) {
        onProgress?.({ phase: 'writing', done: from, total: rows.length, unit: 'rows' });
        await answered(remote.rows(rows.slice(from, from + BATCH).map(plain)));
      }
      return new Blob([await answered(remote.end())], { type: 'application/vnd.apache.parquet' });
    },
  );

/** Replaces cells that cannot be cloned to another thread by their JSON text, as the view displays them. */
const plain = (row: readonly unknown[]): readonly unknown[] =>
  row.map((value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value));
