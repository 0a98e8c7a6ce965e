import type { HashKey } from '../base/keyed-hash.ts';
import { AdvertRows } from './advert-rows.ts';
import type { Batch } from './batch.ts';
import type { WebAdvert } from './web-advert.ts';
import { WebAdvertWriter } from './web-advert.ts';

/** Collects advertisements of Web Bluetooth in batches. Call `add` until it reports that the batch is full, then `send`. */
export class WebAdvertRows {
  /** Number of rows of the whole scan. */
  count = 0;
  private readonly rows: AdvertRows;
  private readonly writer: WebAdvertWriter;

  constructor(
    private readonly capacity: number,
    receiver: string,
    key: HashKey,
  ) {
    this.rows = new AdvertRows(capacity, key);
    this.writer = new WebAdvertWriter(this.rows, receiver);
  }

  add(advert: WebAdvert): boolean {
    this.count++;
    this.writer.write(this.count, advert);
    return this.rows.rows >= this.capacity;
  }

  /** Sends the batch. The receiver may use it until its promise settles, so rows must not be added meanwhile. */
  async send(take: (batch: Batch) => Promise<void>): Promise<void> {
    if (this.rows.rows === 0) return;
    this.rows.seal();
    await take(this.rows.batch);
    this.rows.clear();
  }

  /** Earliest and latest time of all rows in µs; null before the first row. */
  get span(): { readonly start: bigint; readonly end: bigint } | null {
    const { earliest, latest } = this.rows;
    return earliest <= latest ? { start: BigInt(earliest), end: BigInt(latest) } : null;
  }
}
