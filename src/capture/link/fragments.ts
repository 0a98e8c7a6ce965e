import type { AdvertRows } from '../../tables/advert-rows.ts';

/** Maximum number of rows between two pieces; on the air, pieces follow within milliseconds. */
export const FRAGMENT_ROWS = 64;
/** Limit of joined data: a whole advertisement has at most 1650 bytes (Vol 6 Part B 2.3.4.9), a malicious file could go on. */
const MOST_BYTES = 8192;

interface Pending {
  readonly row: number;
  lastRow: number;
  readonly pieces: Uint8Array[];
  length: number;
  /** Receives the whole data too. */
  readonly whole: ((data: Uint8Array) => void) | null;
}

/**
 * Advertising data that arrives in pieces (chains of auxiliary PDUs, reports marked "more to come"), joined onto the
 * row of the first piece. The key says which pieces belong together. Pieces whose rest never comes end up alone on
 * their row, so nothing is lost.
 */
export class Fragments {
  private readonly pending = new Map<string, Pending>();

  constructor(private readonly rows: AdvertRows) {}

  get open(): boolean {
    return this.pending.size > 0;
  }

  /** The row being written holds the first piece, bytes [start, end); its data columns are left alone. */
  start(key: string, bytes: Uint8Array, start: number, end: number, whole: ((data: Uint8Array) => void) | null = null): void {
    this.finish(key);
    const { row } = this.rows;
    this.pending.set(key, { row, lastRow: row, pieces: [bytes.slice(start, end)], length: end - start, whole });
  }

  /** True when the row being written continues the advertisement of `key`, which has taken the piece. */
  join(key: string, bytes: Uint8Array, start: number, end: number, last: boolean): boolean {
    const pending = this.pending.get(key);
    if (pending === undefined) return false;
    pending.pieces.push(bytes.slice(start, end));
    pending.length += end - start;
    pending.lastRow = this.rows.row;
    if (last || pending.length > MOST_BYTES) this.finish(key);
    return true;
  }

  /** Completes advertisements that have waited too long for their next piece; called now and then. */
  expire(): void {
    for (const [key, { lastRow }] of this.pending) if (this.rows.row - lastRow > FRAGMENT_ROWS) this.finish(key);
  }

  /** Call before the batch is sent: completes its rows with the pieces so far. */
  finishAll(): void {
    for (const key of [...this.pending.keys()]) this.finish(key);
  }

  private finish(key: string): void {
    const pending = this.pending.get(key);
    if (pending === undefined) return;
    this.pending.delete(key);
    const whole = new Uint8Array(pending.length);
    let at = 0;
    for (const piece of pending.pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    this.rows.dataLater(pending.row, whole);
    pending.whole?.(whole);
  }
}
