import type { Batch } from '../tables/batch.ts';
import type { Column } from '../tables/column.ts';

/** What uses memory while a file is read. */
export type MemoryHolder = 'windows' | 'hash' | 'batch' | 'blocks' | 'module';

/**
 * The bytes in flight while a file is read: windows of the file, those that wait to be hashed, the batch that is filled, encoded blocks that the engine
 * has not taken yet, and the memory of WebAssembly readers. The reader counts them itself, because no platform tells a
 * worker what it uses.
 */
export class MemoryCount {
  /** Maximum number of bytes in memory at one time. */
  peak_bytes = 0;
  private readonly held: Record<MemoryHolder, number> = { windows: 0, hash: 0, batch: 0, blocks: 0, module: 0 };

  set(holder: MemoryHolder, bytes: number): void {
    this.held[holder] = bytes;
    const { windows, hash, batch, blocks, module } = this.held;
    this.peak_bytes = Math.max(this.peak_bytes, windows + hash + batch + blocks + module);
  }

  add(holder: MemoryHolder, bytes: number): void {
    this.set(holder, this.held[holder] + bytes);
  }
}

/** Bytes held by the columns of a batch; a WebAssembly memory shared by columns counts once, in full. */
export function batchBytes(batch: Pick<Batch, 'columns'>): number {
  const buffers = new Set(batch.columns.flatMap(arrays).map(({ buffer }) => buffer));
  let bytes = 0;
  for (const { byteLength } of buffers) bytes += byteLength;
  return bytes;
}

function arrays(column: Column): ArrayBufferView[] {
  switch (column.kind) {
    case 'fixed':
    case 'bool':
      return [column.valid, column.values];
    case 'dictionary':
      return [column.valid, column.codes, ...Object.values(column.dictionary())];
    case 'bytes':
      return [column.valid, column.offsets, column.data.bytes];
    case 'list':
      return [column.valid, column.offsets, column.data.bytes, column.itemOffsets()];
  }
}
