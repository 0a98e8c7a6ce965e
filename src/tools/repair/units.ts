/** Numbers and times as people and models write them. */

/** Milliseconds of a unit of time, by its spellings. */
const TIMES: readonly (readonly [RegExp, number])[] = [
  [/^(?:ns|nsecs?|nanos|nanoseconds?)$/, 1e-6],
  [/^(?:us|µs|μs|usecs?|micros|microseconds?)$/, 1e-3],
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, 1000],
  [/^(?:min|mins|minutes?)$/, 60_000],
  [/^(?:h|hrs?|hours?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
];

export const millisecondsPer = (unit: string): number | undefined => TIMES.find(([spelt]) => spelt.test(unit.toLowerCase()))?.[1];

export interface Quantity {
  readonly value: number;
  /** Lower case; empty where none is written. */
  readonly unit: string;
}

/** `180`, `1,000`, `180 s`, `5%`, `-90 dBm`; undefined for anything else. */
export function quantityOf(text: string): Quantity | undefined {
  const found = /^([+-]?(?:\d{1,3}(?:[,_' ]\d{3})+|\d+(?:_\d{3})*)?(?:\.\d+)?(?:e[+-]?\d+)?)\s*([a-zµμ%]*)$/i.exec(
    text.trim().replace('−', '-'),
  );
  if (!found || !/\d/.test(found[1] ?? '')) return undefined;
  const value = Number(found[1]!.replace(/[,_' ]/g, ''));
  return Number.isFinite(value) ? { value, unit: (found[2] ?? '').toLowerCase() } : undefined;
}

/** A quantity in the unit that is wanted; undefined where the units have nothing to do with each other. */
export function inUnit({ value, unit }: Quantity, wanted: string): number | undefined {
  if (unit === '') return value;
  if (unit === '%' || unit === 'percent') return wanted === 'ratio' || wanted === '' ? rounded(value / 100) : undefined;
  const [from, to] = [millisecondsPer(unit), millisecondsPer(wanted)];
  if (from !== undefined && to !== undefined) return rounded((value * from) / to);
  // `25 frames` where frames are counted, `-90 dBm` where dBm are: the unit only repeats what is known.
  return unit.replace(/s$/, '') === wanted.toLowerCase().replace(/s$/, '') ? value : undefined;
}

/** Without the noise that a division by ten leaves in the last digits. */
const rounded = (value: number): number => Number(value.toPrecision(15));

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** Milliseconds since 1970-01-01 UTC of an ISO 8601, RFC 3339 or RFC 1123 time; one without a zone is UTC, as all times here are. */
export function instantOf(text: string): number | undefined {
  const trimmed = text.trim();
  const [, day, clock, zone = 'Z'] = ISO.exec(trimmed) ?? [];
  if (day === undefined || clock === undefined) {
    const dated = /^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} \d{4} [\d:]+ (?:GMT|UTC|[+-]\d{4})$/.test(trimmed) ? Date.parse(trimmed) : NaN;
    return Number.isNaN(dated) ? undefined : dated;
  }
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const ms = Date.parse(`${day}T${clock.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1')}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}
