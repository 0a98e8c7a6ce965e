import type { DestinationHost } from '../../core/host.ts';
import { WorkbenchError } from '../../base/failure.ts';
import type { Destination, FileSink } from '../../export/destination.ts';
import { chooseDestination } from './page-destination.ts';

interface OpenPlace {
  readonly destination: Destination;
  sink: FileSink | null;
}

export interface PageDestinations extends DestinationHost {
  /** Removes the incomplete files of a core that has ended. */
  abortAll(): Promise<void>;
}

/** Lets the core write to the destinations that the person chose. It refers to them by number, because it runs in another thread. */
export function destinationHost(): PageDestinations {
  const places = new Map<number, OpenPlace>();
  let serial = 0;
  const find = (id: number): OpenPlace => {
    const place = places.get(id);
    if (place === undefined) throw new WorkbenchError('WRITE_FAILED', 'expected a place that is being written, found none');
    return place;
  };
  return {
    async choose(wanted) {
      const destination = await chooseDestination(wanted);
      const id = ++serial;
      places.set(id, { destination, sink: null });
      return { id, place: destination.place, name: destination.name };
    },
    async open(id, path) {
      const place = find(id);
      place.sink = await place.destination.open(path);
    },
    write: async (id, bytes) => find(id).sink?.write(bytes),
    closeFile: async (id) => find(id).sink?.close(),
    async commit(id) {
      const { destination } = find(id);
      await destination.commit();
      places.delete(id);
    },
    async abort(id) {
      const place = places.get(id);
      places.delete(id);
      await place?.destination.abort();
    },
    async abortAll() {
      const unfinished = [...places.values()];
      places.clear();
      await Promise.all(unfinished.map(({ destination }) => destination.abort()));
    },
  };
}
