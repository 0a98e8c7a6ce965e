/**
 * Advertising data is a sequence of structures: length (1 byte, of all that follows), AD type (1 byte), value. Bluetooth Core
 * Specification, Vol 3 Part C, section 11. This walk is the only place that reads lengths; everything else in this folder gets one
 * structure at a time.
 */

/** Position of one AD structure; offsets are relative to the start of the advertising data. */
export interface AdStructure {
  /** AD type, Assigned Numbers section 2.3. */
  readonly type: number;
  /** Offset of the length byte. */
  readonly start: number;
  /** Offset of the first value byte. */
  readonly value: number;
  /** Offset after the last value byte. */
  readonly end: number;
}

export interface AdWalk {
  readonly structures: readonly AdStructure[];
  /** Where and why parsing stopped early; absent if everything was read. */
  readonly stopped?: { readonly at: number; readonly reason: string };
}

/**
 * Reads structures until the bytes end, a zero length ends them early (the rest is padding if it is all zero), or a length exceeds the end;
 * data after a wrong length is not parsed.
 */
export function walkAd(bytes: Uint8Array): AdWalk {
  const structures: AdStructure[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = bytes[at]!;
    if (length === 0) return endOfData(bytes, structures, at);
    const end = at + 1 + length;
    if (end > bytes.length) {
      const reason = `AD structure at byte ${at} says ${length} bytes follow, ${bytes.length - at - 1} are left`;
      return { structures, stopped: { at, reason } };
    }
    structures.push({ type: bytes[at + 1]!, start: at, value: at + 2, end });
    at = end;
  }
  return { structures };
}

function endOfData(bytes: Uint8Array, structures: AdStructure[], at: number): AdWalk {
  for (let rest = at; rest < bytes.length; rest++) {
    if (bytes[rest] === 0) continue;
    return { structures, stopped: { at, reason: `AD structure at byte ${at} has length 0, but more bytes follow` } };
  }
  return { structures };
}
