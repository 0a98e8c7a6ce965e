import type { EngineClock, EngineLimits } from './state.ts';

export type CompressionLimits = Pick<EngineLimits, 'compressBytes' | 'compressAfterMs' | 'compressAtOnceBytes'>;

/**
 * Decides when DuckDB compresses appended rows. Compressing a million packets takes about as long as inserting them and cannot be
 * interrupted, so it waits until the engine is idle and no tool call runs. If many uncompressed rows have accumulated, it starts at once,
 * because they take memory that the next rows need. docs/decisions/0009-loading.md has the figures.
 * Never compresses while a statement runs: DuckDB has one thread here, and compression never completes while a streamed answer is only
 * partly read.
 */
export class Compression {
  #waiting = 0;
  #running = 0;
  #cancel = (): void => undefined;

  /**
   * @param isAwaited whether work is in progress that will run further statements
   * @param compress starts a statement that compresses the pending rows
   */
  constructor(
    private readonly clock: EngineClock,
    private readonly limits: CompressionLimits,
    private readonly isAwaited: () => boolean,
    private readonly compress: () => void,
  ) {}

  /** Must be called with +1 when a statement begins and with -1 when it ends. */
  count(change: 1 | -1): void {
    this.#running += change;
    this.#cancel();
    if (this.#running === 0 && this.#waiting >= this.limits.compressBytes) this.#afterPause();
  }

  #afterPause(): void {
    this.#cancel = this.clock.after(this.limits.compressAfterMs, () => {
      if (this.isAwaited()) this.#afterPause();
      else this.compress();
    });
  }

  /** Must be called after rows were inserted, with their size in bytes as Arrow. */
  appended(bytes: number): void {
    this.#waiting += bytes;
  }

  /** Whether the statement that inserts rows should compress them itself, because so many rows are uncompressed. */
  get due(): boolean {
    return this.#waiting >= this.limits.compressAtOnceBytes;
  }

  /**
   * Must be called by a statement just before it compresses rows. Returns true if no other statement runs. Calls of a statement that begins
   * later wait in the queue.
   */
  begin(): boolean {
    if (this.#running !== 1) return false;
    this.#waiting = 0;
    return true;
  }

  stop(): void {
    this.#cancel();
    this.#waiting = 0;
  }
}
