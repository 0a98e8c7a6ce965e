import * as comlink from 'comlink';
import { WorkbenchError } from '../base/failure.ts';
import { inOwnThread } from '../base/own-thread.ts';
import type { DecodeAssets } from './decoder.ts';
import { guardedSink } from './guarded-sink.ts';
import type { ImportCapture } from './import.ts';
import { MOST_KEPT_BYTES, readers } from './reader-thread.ts';

/** Runs work when the page has nothing better to do. */
export type WhenIdle = (work: () => void) => void;

/**
 * Reads a file in a worker, which keeps no state between files. Cancelling ends the worker at once and lets go of its memory, as
 * does a failure of the file or of the sink; after a success the worker stays for the next file.
 */
export function createImportCapture(assets: DecodeAssets, whenIdle: WhenIdle): ImportCapture {
  const prepare = (): void => whenIdle(() => readers.prepare());
  prepare();
  return async (file, sink, { signal, onProgress, choice, memory_bytes, link_keys } = {}) => {
    const died = (message: string): Error => new WorkbenchError('DECODER_FAILED', `the decoder's thread ended: ${message}`);
    const time = { insert: 0 };
    let over = false;
    const isOver = (): boolean => over || signal?.aborted === true;
    try {
      const outcome = await inOwnThread(
        () => readers.lend(),
        { signal, what: `opening ${file.name}`, died },
        async ({ thread, keep }, fail) => {
          const read = await thread.service.read(
            file,
            comlink.proxy(guardedSink(sink, isOver, fail, time)),
            onProgress ? comlink.proxy(onProgress) : null,
            comlink.proxy(assets),
            { choice, memory_bytes, link_keys, tables: sink.tableRows !== undefined, measures: sink.taken !== undefined },
          );
          if (read.ok && read.summary.peak_bytes <= MOST_KEPT_BYTES) keep();
          return read;
        },
      );
      if (outcome.ok) return { ...outcome.summary, timings: { ...outcome.summary.timings, ...time } };
      throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
    } finally {
      over = true;
      prepare();
    }
  };
}
