import * as comlink from 'comlink';
import { WorkbenchError } from '../../base/failure.ts';
import { livingWorker } from '../../threads/living-worker.ts';
import { inOwnThread } from '../../base/own-thread.ts';
import type { Encoder } from '../../export/encoder.ts';
import type { ExporterParts } from '../../export/exporter.ts';
import ExportWorker from './export.worker.ts?worker&inline';

/**
 * Runs an encoder in its own worker, which is terminated when the work completes, is cancelled or fails. Pending calls to it then reject,
 * because a call that never settled would block the engine's queue.
 */
export const encodeInThread: ExporterParts['encode'] = (signal, work) => {
  const died = (message: string): Error => new WorkbenchError('WRITE_FAILED', `the writer's thread ended: ${message}; nothing was kept`);
  return inOwnThread(
    () => livingWorker((options) => new ExportWorker(options), 'writer'),
    { signal, what: 'the export', died },
    (thread, _fail, ended) => {
      const remote = comlink.wrap<Encoder>(thread);
      const encoder: Encoder = {
        begin: (job) => Promise.race([remote.begin(job), ended]),
        rows: (ipc) => Promise.race([remote.rows(comlink.transfer(ipc, [ipc.buffer])), ended]),
        end: () => Promise.race([remote.end(), ended]),
      };
      return work(encoder);
    },
  );
};
