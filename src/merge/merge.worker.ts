import * as comlink from 'comlink';
import { holdLife } from '../threads/living-worker.ts';
import { combine } from './combine.ts';
import type { Sensor } from './sensor.ts';

/** The methods that `mergeSensors` calls in this worker. Nothing is stored between calls. */
const worker = {
  combine(sensors: readonly Sensor[], onPlaced: (done: number) => void) {
    const placements = combine(sensors, onPlaced);
    return comlink.transfer(
      placements,
      // Do not transfer the empty array that all placements without duplicates share.
      placements
        .filter(({ duplicate_rows }) => duplicate_rows.length > 0)
        .flatMap((it) => [it.duplicate_rows.buffer, it.duplicate_of.buffer]),
    );
  },
};

export type MergeWorker = typeof worker;

void holdLife();
comlink.expose(worker);
