/** The packets that one sensor received, ordered by one of its clocks. */
export interface Track {
  /** Times of the sensor's packets in µs counted from the zero of its track, ascending. */
  readonly time: Float64Array;
  /** Code of each row's PDU, below `KeyBook.size`. Equal codes mean that every byte and the channel are equal. */
  readonly key: Uint32Array;
  /** Index of each row of the track in the arrays that it was made from. */
  readonly source: Uint32Array;
  /**
   * For each code, the index in `order` of its first row: rows of one code lie from `starts[code]` to `starts[code + 1]`, in time order.
   */
  readonly starts: Uint32Array;
  readonly order: Uint32Array;
}

/** Assigns small codes to digests of PDUs. All sensors of a merge share one. */
export class KeyBook {
  readonly #codes = new Map<number, number>();

  get size(): number {
    return this.#codes.size;
  }

  /** Returns the small codes of digests of PDUs. @param digests integers below 2^53 */
  encode(digests: Float64Array): Uint32Array {
    const out = new Uint32Array(digests.length);
    for (let i = 0; i < digests.length; i++) {
      const digest = digests[i]!;
      let code = this.#codes.get(digest);
      if (code === undefined) {
        code = this.#codes.size;
        this.#codes.set(digest, code);
      }
      out[i] = code;
    }
    return out;
  }
}

/**
 * Orders rows by time and indexes them by code.
 * @param time µs, in any order; rows whose time is NaN are left out
 * @param keys number of different codes
 */
export function createTrack(time: Float64Array, key: Uint32Array, keys: number): Track {
  const source = timeOrder(time);
  const sortedTime = new Float64Array(source.length);
  const sortedKey = new Uint32Array(source.length);
  const starts = new Uint32Array(keys + 1);
  for (let i = 0; i < source.length; i++) {
    sortedTime[i] = time[source[i]!]!;
    const code = key[source[i]!]!;
    sortedKey[i] = code;
    starts[code + 1]!++;
  }
  for (let code = 0; code < keys; code++) starts[code + 1]! += starts[code]!;
  const next = starts.slice(0, keys);
  const order = new Uint32Array(source.length);
  for (let i = 0; i < source.length; i++) order[next[sortedKey[i]!]!++] = i;
  return { time: sortedTime, key: sortedKey, source, starts, order };
}

function timeOrder(time: Float64Array): Uint32Array {
  const rows = new Uint32Array(time.length);
  let count = 0;
  let ascending = true;
  let last = -Infinity;
  for (let i = 0; i < time.length; i++) {
    const t = time[i]!;
    if (Number.isNaN(t)) continue;
    if (t < last) ascending = false;
    last = t;
    rows[count++] = i;
  }
  const kept = rows.subarray(0, count);
  // Sort only if necessary, because nearly every capture is already in order.
  return ascending ? kept : kept.sort((left, right) => time[left]! - time[right]! || left - right);
}

/** Position in `order` of the first row with this code at or after `time`. */
export function firstOfKey(track: Track, code: number, time: number): number {
  let low = track.starts[code]!;
  let high = track.starts[code + 1]!;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (track.time[track.order[middle]!]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Position of the first row at or after `time`. */
export function firstRow(track: Track, time: number): number {
  let low = 0;
  let high = track.time.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (track.time[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
