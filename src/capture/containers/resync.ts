/** Finds the next record after one with a damaged header, in formats without marks between records. */
export interface RecordShape {
  /** Number of bytes in a record's header. */
  readonly header: number;
  /** Maximum number of payload bytes in a record. */
  readonly most: number;
  /** Payload bytes of the record with its header at `at`; -1 if there is no plausible header. */
  payload(bytes: Uint8Array, at: number): number;
}

/**
 * Offset after `at` where two plausible records in a row begin, or one that ends the file. Returns -1 to ask for more bytes, and the length
 * of `bytes` if no such record exists up to the end of the file.
 */
export function resync(bytes: Uint8Array, at: number, shape: RecordShape, ended: boolean): number {
  for (let next = at + 1; next + shape.header <= bytes.length; next++) {
    const verdict = plausible(bytes, next, shape, ended);
    if (verdict === 'yes') return next;
    if (verdict === 'unknown' && next - at < shape.most) return -1;
  }
  if (!ended && bytes.length - at < shape.most) return -1;
  return ended ? bytes.length : Math.max(at + 1, bytes.length - shape.header);
}

function plausible(bytes: Uint8Array, at: number, shape: RecordShape, ended: boolean): 'yes' | 'no' | 'unknown' {
  const payload = shape.payload(bytes, at);
  if (payload < 0) return 'no';
  const next = at + shape.header + payload;
  if (next === bytes.length && ended) return 'yes';
  if (next + shape.header > bytes.length) return ended ? 'no' : 'unknown';
  return shape.payload(bytes, next) < 0 ? 'no' : 'yes';
}
