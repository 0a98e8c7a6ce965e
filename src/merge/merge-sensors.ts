import * as comlink from 'comlink';
import { WorkbenchError } from '../base/failure.ts';
import { livingWorker } from '../threads/living-worker.ts';
import { inOwnThread } from '../base/own-thread.ts';
import type { WorkOptions } from '../base/progress.ts';
import MergeThread from './merge.worker.ts?worker&inline';
import type { MergeWorker } from './merge.worker.ts';
import type { Placement } from './placement.ts';
import type { Sensor } from './sensor.ts';

/** Runs `combine` off the page's thread. The sensors' arrays are transferred. */
export type MergeSensors = (sensors: readonly Sensor[], options?: WorkOptions) => Promise<Placement[]>;

/** Runs in its own worker, which ends at once if the signal aborts. Rejects with an `AbortError` or a `WorkbenchError` `MERGE_FAILED`. */
export const mergeSensors: MergeSensors = (sensors, { signal, onProgress } = {}) => {
  const died = (message: string): Error => new WorkbenchError('MERGE_FAILED', `the merging thread ended: ${message}`);
  const report = comlink.proxy((done: number) => onProgress?.({ phase: 'aligning', done, total: sensors.length, unit: 'steps' }));
  const buffers = sensors.flatMap(({ time, radio, digest, row }) => [time.buffer, radio.buffer, digest.buffer, row.buffer]);
  return inOwnThread(
    () => livingWorker((options) => new MergeThread(options), 'merge'),
    { signal, what: 'merging', died },
    (thread) => comlink.wrap<MergeWorker>(thread).combine(comlink.transfer(sensors, buffers), report),
  );
};
