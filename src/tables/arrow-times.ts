/**
 * Converts milliseconds to microseconds modulo 2^64, in 32-bit halves: a bigint per row would take longer than everything else about the
 * column.
 */
export function microsOfMillis(values: BigInt64Array): BigInt64Array {
  const micros = new BigInt64Array(values.length);
  const from = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const to = new Uint32Array(micros.buffer);
  for (let at = 0; at < from.length; at += 2) {
    // This is below 2^42, so it is exact as a double; storing it keeps the lower 32 bits.
    const low = from[at]! * 1000;
    to[at] = low;
    to[at + 1] = Math.imul(from[at + 1]!, 1000) + Math.floor(low / 4_294_967_296);
  }
  return micros;
}
