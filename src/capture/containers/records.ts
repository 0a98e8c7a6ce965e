import type { ByteSource, DecodeOptions } from '../decoder.ts';
import type { Packets } from '../packets.ts';
import { Cursor } from './cursor.ts';

/** Reads the records of one container format, piece by piece. */
export interface RecordReader {
  /**
   * Reads records from `at` until the batch is full or the next record is not wholly there, and returns where it
   * stopped. `base` is the file offset of `bytes[0]`; when `ended` is true no further byte will come, and the rest
   * must be settled.
   */
  read(bytes: Uint8Array, at: number, base: number, ended: boolean): number;
}

/** Runs a reader over a source in bounded memory. */
export async function readRecords(source: ByteSource, reader: RecordReader, packets: Packets, options: DecodeOptions): Promise<void> {
  const cursor = new Cursor(source);
  try {
    let at = 0;
    for (;;) {
      at = reader.read(cursor.bytes, at, cursor.base, cursor.ended);
      if (packets.full) {
        await packets.flush();
        options.check();
        continue;
      }
      if (cursor.ended) return;
      options.check();
      const used = at;
      at = 0;
      await cursor.advance(used);
    }
  } finally {
    await cursor.close();
  }
}
