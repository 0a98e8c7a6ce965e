import * as comlink from 'comlink';
import { WorkbenchError, abortError } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import MergeThread from './merge.worker.ts?worker&inline';
import type { MergeWorker } from './merge.worker.ts';
import type { Placement } from './placement.ts';
import type { Sensor } from './sensor.ts';

/** `combine` off the page's thread. The sensors' arrays are given away. */
export type MergeSensors = (sensors: readonly Sensor[], options?: WorkOptions) => Promise<Placement[]>;

/** In a worker of its own, which a signal ends at once. Rejects with an `AbortError` or a `WorkbenchError` `MERGE_FAILED`. */
export const mergeSensors: MergeSensors = async (sensors, { signal, onProgress } = {}) => {
  if (signal?.aborted) throw abortError('merging');
  const thread = new MergeThread();
  let fail: (reason: unknown) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => (fail = reject));
  const abort = (): void => fail(abortError('merging'));
  thread.addEventListener('error', (event) => fail(new WorkbenchError('MERGE_FAILED', `the merging thread ended: ${event.message}`)));
  signal?.addEventListener('abort', abort, { once: true });
  const report = comlink.proxy((done: number) => onProgress?.({ phase: 'aligning', done, total: sensors.length, unit: 'steps' }));
  try {
    const buffers = sensors.flatMap(({ time, radio, digest, row }) => [time.buffer, radio.buffer, digest.buffer, row.buffer]);
    return await Promise.race([comlink.wrap<MergeWorker>(thread).combine(comlink.transfer(sensors, buffers), report), ended]);
  } finally {
    signal?.removeEventListener('abort', abort);
    thread.terminate();
  }
};
