import { abortError } from '../base/failure.ts';
import type { CaptureSink } from './import.ts';

/** Time that the sink's calls took, ms. */
export interface SinkTime {
  insert: number;
}

/**
 * A sink for a reader that sends ahead: its calls reach `sink` one after the other, and none once `over` says that the
 * import has ended, so that at most the running one is still on its way. The first failure goes to `fail`, because errors
 * of the page lose their class on the way back to the reader's thread.
 */
export function guardedSink(
  sink: CaptureSink,
  over: () => boolean,
  fail: (reason: unknown) => void,
  time: SinkTime = { insert: 0 },
): CaptureSink {
  let last: Promise<void> = Promise.resolve();
  let failed = false;
  const pass = <T>(send: () => Promise<T>): Promise<T> => {
    const turn = last.then(async () => {
      if (failed || over()) throw abortError('sending rows');
      const began = performance.now();
      try {
        return await send();
      } catch (error) {
        failed = true;
        fail(error);
        throw error;
      } finally {
        time.insert += performance.now() - began;
      }
    });
    last = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  };
  return {
    header: (header) => pass(() => sink.header(header)),
    rows: (ipc, rows) => pass(() => sink.rows(ipc, rows)),
    ...(sink.tableRows && {
      tableRows: (name: string, ipc: Uint8Array, rows: number) => pass(() => sink.tableRows?.(name, ipc, rows) ?? Promise.resolve()),
    }),
    problems: (problems) => pass(() => sink.problems(problems)),
    ...(sink.taken && { taken: () => pass(() => sink.taken!()) }),
  };
}
