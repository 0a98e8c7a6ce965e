import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { WorkbenchError } from '../base/failure.ts';
import type { Destination, FileSink } from './destination.ts';

/** Maximum size of all files in bytes: zip files have 32-bit sizes and offsets, and some room is reserved for the directory. */
const MOST_BYTES = 2 ** 32 - 2 ** 24;
/** Number of compressed bytes that are collected before they are passed on, to limit memory. */
const PIECE_BYTES = 256 * 1024;
/** Time of all files in a zip file, the earliest that the format has, so that the same rows give the same bytes. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Writes several files as one zip file, for destinations that accept a single file. Text is compressed; Parquet is already.
 *
 * @param base destination of the zip file; committed and aborted with it
 */
export function zipped(base: Destination, name: string): Destination {
  const made: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  let sink: FileSink | null = null;
  const flush = async (): Promise<void> => {
    for (const chunk of made.splice(0)) {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) {
        throw new WorkbenchError(
          'WRITE_FAILED',
          `expected at most ${MOST_BYTES} bytes in a zip file, found more; select fewer rows; nothing was kept`,
        );
      }
      await sink?.write(new Uint8Array(chunk));
    }
  };
  return {
    place: base.place,
    name,
    async open(path) {
      sink ??= await base.open(name);
      const file = path.endsWith('.parquet') ? new ZipPassThrough(path) : new ZipDeflate(path);
      file.mtime = NO_TIME;
      zip.add(file);
      return {
        async write(given) {
          for (let at = 0; at < given.length; at += PIECE_BYTES) {
            file.push(given.slice(at, at + PIECE_BYTES));
            await flush();
          }
        },
        async close() {
          file.push(new Uint8Array(0), true);
          await flush();
        },
      };
    },
    async commit() {
      zip.end();
      await flush();
      await sink?.close();
      await base.commit();
    },
    abort: () => base.abort(),
  };
}
