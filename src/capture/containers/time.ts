/** Converts 64-bit tick counts to whole µs, rounded down. Beyond ±2^53 µs (year 2255) the result is NaN. */

const LIMIT = Number.MAX_SAFE_INTEGER;

/** `high` and `low`: the unsigned 32-bit halves of the count. `resolution`: as in pcapng's if_tsresol. */
export function ticksToUs(high: number, low: number, resolution: number): number {
  if (resolution === 6) return inRange(high * 4294967296 + low);
  if (resolution === 9) return thousandth(high, low);
  return slowTicksToUs(high, low, resolution);
}

/** The time if a double represents it exactly, otherwise NaN, because such a clock is meaningless. */
export function inRange(us: number): number {
  return Math.abs(us) <= LIMIT ? us : Number.NaN;
}

function thousandth(high: number, low: number): number {
  // high * 2^32 + low exceeds 2^53 for today's nanoseconds, so the division is done in two exact steps.
  const quotient = Math.floor(high / 1000);
  const rest = high - quotient * 1000;
  return inRange(quotient * 4294967296 + Math.floor((rest * 4294967296 + low) / 1000));
}

function slowTicksToUs(high: number, low: number, resolution: number): number {
  const ticks = (BigInt(high) << 32n) | BigInt(low);
  const exponent = resolution & 0x7f;
  const us = resolution & 0x80 ? (ticks * 1_000_000n) >> BigInt(exponent) : scale10(ticks, exponent);
  return us <= BigInt(LIMIT) ? Number(us) : Number.NaN;
}

function scale10(ticks: bigint, exponent: number): bigint {
  return exponent <= 6 ? ticks * 10n ** BigInt(6 - exponent) : ticks / 10n ** BigInt(exponent - 6);
}
