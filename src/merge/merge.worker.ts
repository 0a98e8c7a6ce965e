import * as comlink from 'comlink';
import { holdLife } from '../threads/living-worker.ts';
import { combine } from './combine.ts';
import type { Sensor } from './sensor.ts';

/** Methods for `mergeSensors`; no state is kept between calls. */
const worker = {
  combine(sensors: readonly Sensor[], onPlaced: (done: number) => void) {
    const placements = combine(sensors, onPlaced);
    return comlink.transfer(
      placements,
      // Placements without duplicates share one empty array, which must not be transferred.
      placements
        .filter(({ duplicate_rows }) => duplicate_rows.length > 0)
        .flatMap((it) => [it.duplicate_rows.buffer, it.duplicate_of.buffer]),
    );
  },
};

export type MergeWorker = typeof worker;

void holdLife();
comlink.expose(worker);
