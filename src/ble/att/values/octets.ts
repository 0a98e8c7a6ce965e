import { unsigned } from '../../octet-fields.ts';

/**
 * Width of the exponent: 4 bits in the short form and 8 in the long one (IEEE 11073-20601, Annex F.8; Personal Health Devices Transcoding
 * 2.2).
 */
const EXPONENT_BITS: Readonly<Record<number, number>> = { 2: 4, 4: 8 };
/** Reserved mantissas (with exponent 0) at both ends of the range: NaN, not at this resolution, both infinities and a reserved value. */
const SPECIAL = 2;

/** Decodes a number of 2 octets (SFLOAT) or 4 (FLOAT): a decimal exponent and a mantissa. Undefined for the values that are no numbers. */
export function medicalFloat(raw: number, octets: number): number | undefined {
  const exponentBits = EXPONENT_BITS[octets] ?? 0;
  const mantissaBits = 8 * octets - exponentBits;
  const limit = 2 ** (mantissaBits - 1);
  const mantissa = raw % 2 ** mantissaBits;
  const exponent = Math.floor(raw / 2 ** mantissaBits);
  if (exponent === 0 && Math.abs(mantissa - limit) <= SPECIAL) return undefined;
  const signed = mantissa >= limit ? mantissa - 2 * limit : mantissa;
  const power = exponent >= 2 ** (exponentBits - 1) ? exponent - 2 ** exponentBits : exponent;
  return Number(`${String(signed)}e${String(power)}`);
}

const YEARS = { FIRST: 1582, LAST: 9999 } as const;
const two = (value: number): string => String(value).padStart(2, '0');

/** Formats year (2 octets), month and day; a part that is 0 is unknown. Undefined for dates that do not exist. */
export function dateText(bytes: Uint8Array, at: number): string | undefined {
  const year = unsigned(bytes, at, 2);
  const month = bytes[at + 2] ?? 0;
  const day = bytes[at + 3] ?? 0;
  if (year !== 0 && (year < YEARS.FIRST || year > YEARS.LAST)) return undefined;
  // Assume a leap year if the year is unknown, and the longest month if the month is.
  if (month > 12 || day > new Date(Date.UTC(year || 2000, month || 1, 0)).getUTCDate()) return undefined;
  return [year === 0 ? '????' : String(year), month === 0 ? '??' : two(month), day === 0 ? '??' : two(day)].join('-');
}

/** Formats a date, then hours, minutes and seconds of the device's own clock. */
export function dateTimeText(bytes: Uint8Array, at: number): string | undefined {
  const date = dateText(bytes, at);
  const [hours = 0, minutes = 0, seconds = 0] = bytes.subarray(at + 4, at + 7);
  if (date === undefined || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return `${date} ${two(hours)}:${two(minutes)}:${two(seconds)}`;
}
