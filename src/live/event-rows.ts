import { HASH_KEY_WORDS, hashKey } from '../base/keyed-hash.ts';
import type { DecodeEnd, DecodeOutput } from '../capture/decoder.ts';
import { ADVERT_COLUMNS } from '../tables/adverts.ts';
import { NO_ADDRESSES } from '../tables/no-addresses.ts';
import type { WebAdvert } from '../tables/web-advert.ts';
import { WebAdvertRows } from '../tables/web-advert-rows.ts';

const BATCH_ROWS = 4096;

/** Converts Web Bluetooth advertisements to the same rows that `capture/decoders/scan-log.ts` reads from a recording. */
export class EventRows {
  private readonly rows: WebAdvertRows;
  private begun = false;

  constructor(
    private readonly receiver: string,
    private readonly output: DecodeOutput,
  ) {
    this.rows = new WebAdvertRows(BATCH_ROWS, receiver, hashKey(crypto.getRandomValues(new Uint32Array(HASH_KEY_WORDS))));
  }

  add(advert: WebAdvert): boolean {
    return this.rows.add(advert);
  }

  async flush(): Promise<void> {
    if (!this.begun) {
      this.begun = true;
      await this.output.begin('live', ADVERT_COLUMNS);
      this.output.warning(NO_ADDRESSES.code, NO_ADDRESSES.message);
    }
    await this.rows.send((batch) => this.output.batch(batch));
  }

  async end(): Promise<DecodeEnd> {
    await this.flush();
    const { span, count } = this.rows;
    return {
      records: { read: count, with_rows: count, rows: count, reported: 0, other: {} },
      link_types: [],
      channels: [],
      sensors: span === null ? [] : [this.receiver],
      time_base: span === null ? 'none' : 'epoch',
      time_range_us: span,
    };
  }
}
