/** Parses numbers and times as people and models write them. */
import { numberInWords } from './number-words.ts';

/** Milliseconds per unit of time, by the unit's spellings. */
const TIMES: readonly (readonly [RegExp, number])[] = [
  [/^(?:ns|nsecs?|nanos|nanoseconds?)$/, 1e-6],
  [/^(?:us|µs|μs|usecs?|micros|microseconds?)$/, 1e-3],
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?|sek(?:unden?)?|secondes?|segundos?|secondi)$/, 1000],
  [/^(?:m|mins?|minutes?|minuten|minutos?|minuti)$/, 60_000],
  [/^(?:h|hrs?|hours?|stunden?|heures?|horas?)$/, 3_600_000],
  [/^(?:d|days?)$/, 86_400_000],
];

export const millisecondsPer = (unit: string): number | undefined => TIMES.find(([spelt]) => spelt.test(unit.toLowerCase()))?.[1];

export interface Quantity {
  readonly value: number;
  /** Unit in lower case; empty if none is written. */
  readonly unit: string;
}

/** Parses a quantity: `180`, `1,000`, `180 s`, `5%`, `-90 dBm`, `PT5M`, `1h 30min`, `two hundred`; undefined for other texts. */
export function quantityOf(text: string): Quantity | undefined {
  const plain = withPoint(
    text
      .normalize('NFKC')
      .trim()
      .replace(/(?<=^[\d.,]+)\s*[([]\s*([a-zµμ]+)\s*[)\]]$/i, ' $1')
      .replace(/(?<=^\d+)n$|(?<=^\d*\.\d+)f$/, '')
      .replace(/^interval\s*'([^']+)'$/i, '$1')
      .replace(/^[−–‑]/, '-'),
  );
  const found = /^([+-]?(?:(?!0)\d{1,3}(?:[,_' ]\d{3})+|\d+(?:_\d{3})*)?(?:\.\d+)?(?:e[+-]?\d+)?)\s*([a-zµμ%]*)$/i.exec(plain);
  if (/^0x[\da-f]{1,8}$/i.test(plain)) return { value: parseInt(plain, 16), unit: '' };
  if (found && /\d/.test(found[1] ?? '')) {
    const value = Number(found[1]!.replace(/[,_' ]/g, ''));
    return Number.isFinite(value) ? { value, unit: (found[2] ?? '').toLowerCase() } : undefined;
  }
  const product = productOf(plain);
  if (product !== undefined) return product;
  const ms = durationOf(plain) ?? durationInCode(plain);
  return ms === undefined ? inWords(plain) : { value: ms, unit: 'ms' };
}

/** Factors that convert one unit to another. A person decides what other products mean: `300 * 2` may be a change of 300. */
const CONVERSIONS: ReadonlySet<number> = new Set([24, 60, 1000, 3600, 1e6]);

/** Computes `1/20`, `10 * 60 * 1000` and `3 * 60 s`; undefined for two quotients, which may be a date, and for products that convert no unit. */
function productOf(text: string): Quantity | undefined {
  const [, factors, over, unit = ''] =
    /^(\d[\d.]{0,8}(?:\s*[*×]\s*\d[\d.]{0,8}){0,5})(?:\s*\/\s*([1-9]\d{0,5}))?\s*([a-zµμ]*)$/i.exec(text) ?? [];
  if (factors === undefined || (over === undefined ? !/[*×]/.test(factors) : unit !== '')) return undefined;
  const [first = NaN, ...others] = factors.split(/[*×]/).map(Number);
  if (!others.every((factor) => CONVERSIONS.has(factor))) return undefined;
  const value = others.reduce((product, factor) => product * factor, first) / Number(over ?? 1);
  return Number.isFinite(value) ? { value, unit: over === undefined ? unit.toLowerCase() : 'ratio' } : undefined;
}

/** Replaces a decimal comma by a point. `1,500` stays, because its comma separates thousands. */
function withPoint(text: string): string {
  const [, whole, part, rest] = /^([+-]?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)),(\d+)(?![\d,.])(.*)$/su.exec(text) ?? [];
  if (whole === undefined || part === undefined) return text;
  const isThousands = part.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole);
  return isThousands ? text : `${whole.replaceAll('.', '')}.${part}${rest ?? ''}`;
}

/** Converts `m=3`, a unit of time before a number, to `3 m`; undefined for any other text. */
export function unitBehind(text: string): string | undefined {
  const [, letter = '', number = ''] = /^\s*([a-z])\s*[:=]\s*([\d.][^]*)$/i.exec(text) ?? [];
  return millisecondsPer(letter) === undefined ? undefined : `${number.trim()} ${letter}`;
}

/** Parses a number in words, with or without a unit after it. */
function inWords(text: string): Quantity | undefined {
  const whole = numberInWords(text);
  if (whole !== undefined) return { value: whole, unit: '' };
  const [, words = '', unit = ''] = /^(.+)\s+([a-zµμ%]+)$/i.exec(text) ?? [];
  const value = words === '' ? undefined : numberInWords(words);
  return value === undefined ? undefined : { value, unit: unit.toLowerCase() };
}

/** Milliseconds of an ISO 8601 duration without years and months, or of several units, largest first: `PT1H30M`, `1h 30min`. */
export function durationOf(text: string): number | undefined {
  const [iso, ...fields] = /^P(?=.*\d[DHMS]$)([\d.]+D)?(?:T([\d.]+H)?([\d.]+M)?([\d.]+S)?)?$/i.exec(text) ?? [];
  const parts =
    iso === undefined ? /^(?:[\d.]+\s*[a-zµμ]+(?:\s*,\s*|\s+and\s+|\s*)){2,}$/i.test(text) && text.match(/[\d.]+\s*[a-zµμ]+/gi) : fields;
  if (!parts) return undefined;
  let [total, above] = [0, Infinity];
  for (const part of parts as readonly (string | undefined)[]) {
    if (part === undefined) continue;
    const [, number = '', unit = ''] = /^([\d.]+)\s*(.+)$/.exec(part) ?? [];
    const step = millisecondsPer(unit);
    if (step === undefined || step >= above || !Number.isFinite(Number(number))) return undefined;
    total += Number(number) * step;
    above = step;
  }
  return rounded(total);
}

/** Converts `00:03:00`, `timedelta(minutes=3)`, `Duration.ofSeconds(180)` or `pd.Timedelta("3min")` to ms. */
function durationInCode(text: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d{1,3}):([0-5]\d):([0-5]\d(?:\.\d+)?)$/.exec(text) ?? [];
  if (hours !== undefined) return rounded((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
  const [, name = '', given = ''] =
    /^(?:\w+\.)*(\w*(?:timedelta(?:64)?|duration|interval)|(?:of|from)?_?(?:milli|micro)?(?:seconds|minutes|hours))\(\s*([^()]+?)\s*\)$/i.exec(
      text,
    ) ?? [];
  if (name === '') return undefined;
  const [, coded, letter] = /^(\d+),\s*["']([a-z]+)["']$/i.exec(given) ?? [];
  const quoted = coded === undefined ? /^(["'])([^"']*)\1$/.exec(given)?.[2] : `${coded} ${letter ?? ''}`;
  if (quoted !== undefined) return timeIn(quoted);
  const parts = given
    .split(/\s*,\s*/)
    .map((part) =>
      timeIn(part.replace(/^([a-z]+)\s*[=:]\s*([\d.]+)$/i, '$2 $1').replace(/^[\d.]+$/, `$& ${name.replace(/^(?:of|from)_?/i, '')}`)),
    );
  return parts.includes(undefined) ? undefined : rounded(parts.reduce<number>((total, part) => total + Number(part), 0));
}

function timeIn(text: string): number | undefined {
  const quantity = quantityOf(text);
  return quantity && millisecondsPer(quantity.unit) !== undefined ? inUnit(quantity, 'ms') : undefined;
}

/** Returns the share that the name of a quantile means: `median`, `Q1`, `p90`, `90th percentile`. */
export function shareNamed(text: string): number | undefined {
  const name = text.trim().toLowerCase();
  const known = { median: 0.5, q1: 0.25, q2: 0.5, q3: 0.75, 'lower quartile': 0.25, 'upper quartile': 0.75 }[name];
  const percent =
    /^(?:p|perc(?:entile)?|pct)[\s_-]?(\d{1,2}(?:\.\d+)?)$|^q(0?\.\d+)$|^(\d{1,2}(?:\.\d+)?)(?:st|nd|rd|th)(?:\s+percentile)?$/.exec(name);
  const [, named, share, counted] = percent ?? [];
  return known ?? (share !== undefined ? Number(share) : percent ? rounded(Number(named ?? counted) / 100) : undefined);
}

/** Converts a quantity to the wanted unit; undefined if the two units are unrelated. */
export function inUnit({ value, unit }: Quantity, wanted: string): number | undefined {
  if (unit === '') return value;
  // Do not convert 50 % of what has no unit, which may mean 50 or 0.5.
  if (unit === '%' || unit === 'percent') return wanted === 'ratio' ? rounded(value / 100) : undefined;
  const [from, to] = [millisecondsPer(unit), millisecondsPer(wanted)];
  if (unit === 'k' && to === undefined) return value * 1000;
  if (from !== undefined && to !== undefined) return rounded((value * from) / to);
  // Accept units that only repeat what is known: `25 frames` where frames are counted, `-90 dB` where dBm are.
  return stemOf(unit) === stemOf(wanted) ? value : undefined;
}

const stemOf = (unit: string): string =>
  unit
    .toLowerCase()
    .replace(/(?<=..)s$/, '')
    .replace(/^dbm$/, 'db')
    .replace('octet', 'byte');

/** Removes the rounding error that a division by ten leaves in the last digits. */
const rounded = (value: number): number => Number(value.toPrecision(15));

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** Converts `2020-W18-5T…` and `2020-122T…` (ISO 8601-1, 5.2.3 and 5.2.2) to a calendar day; undefined for any other time. */
function calendarDay(text: string): string | undefined {
  const [, year = '', week, weekday, ordinal, clock = ''] = /^(\d{4})-?(?:W(\d\d)-?([1-7])|(\d{3}))(T.+)$/i.exec(text) ?? [];
  const first = Date.UTC(Number(year), 0, 1);
  const monday = Date.UTC(Number(year), 0, 4) - 86_400_000 * ((new Date(Date.UTC(Number(year), 0, 4)).getUTCDay() + 6) % 7);
  const ms =
    week === undefined ? first + 86_400_000 * (Number(ordinal) - 1) : monday + 86_400_000 * (7 * (Number(week) - 1) + Number(weekday) - 1);
  const isThere =
    week === undefined ? Number(ordinal) > 0 && new Date(ms).getUTCFullYear() === Number(year) : Number(week) > 0 && Number(week) < 54;
  return year !== '' && isThere ? `${new Date(ms).toISOString().slice(0, 10)}${clock}` : undefined;
}

/** Converts other notations of a time to ISO 8601: the basic format, slashes in the date, a function that parses a text. */
const inIso = (text: string): string =>
  text
    .replace(
      /^(?:new\s+)?(?:\w+\.)*(?:Date|Timestamp|to_datetime|datetime|fromisoformat|parse|ISODate|Instant|DateTime)\(\s*(["'])([^"']+)\1(?:,\s*tz=["']UTC["'])?\s*\)$/i,
      '$2',
    )
    .replace(/^(?:timestamp(?:tz)?|datetime)\s*'([^']+)'$/i, '$1')
    .replace(
      /^([A-Z][a-z]{2,8}) (\d\d?), (\d{4}),? (?:at )?([\d:.]+) (?=UTC$|GMT$)/,
      (_, month: string, day: string, year: string, clock: string) => `${day} ${month} ${year} ${clock} `,
    )
    .replace(/^(\d{4})(\d\d)(\d\d)[T ]?(\d\d)(\d\d)(\d\d(?:[.,]\d+)?)(?=Z|[+-]|$)/i, '$1-$2-$3T$4:$5:$6')
    .replace(/^(\d{4})[/.](\d\d)[/.](\d\d)(?=[T ])/, '$1-$2-$3')
    .replace(/(?<=T\d\d)[-_](\d\d)[-_](?=\d\d)/, ':$1:')
    .replace(
      /(?<=[T ])(\d\d?)(:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*([AP])\.?M\.?/i,
      (_, hour: string, rest: string, half: string) =>
        `${String((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)).padStart(2, '0')}${rest}`,
    );

/** Converts an ISO 8601, RFC 3339 or RFC 1123 time to ms since 1970-01-01 UTC; a time without a zone is UTC, as all times here. */
export function instantOf(text: string): number | undefined {
  // Remove the name of the time zone after its offset (RFC 9557).
  const plain = text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/(?<=Z|[+-]00:?00)\[(?:Etc\/)?(?:UTC|GMT)\]$/, '');
  const trimmed = inIso(calendarDay(plain) ?? plain);
  const [, ticks] = /^(?:new\s+)?\\?\/?Date\((\d{12,14})\)\\?\/?$/.exec(trimmed) ?? [];
  if (ticks !== undefined) return Number(ticks);
  const [, day, clock, zone = 'Z'] = ISO.exec(trimmed) ?? [];
  if (day === undefined || clock === undefined) {
    const dated = /^(?:[A-Z][a-z]{2}, )?\d\d? [A-Z][a-z]{2,8} \d{4} [\d:.]+ (?:GMT|UTC|[+-]\d{4})$/.test(trimmed)
      ? Date.parse(trimmed)
      : NaN;
    return Number.isNaN(dated) ? undefined : dated;
  }
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const ms = Date.parse(`${day}T${clock.replace(',', '.').replace(/(\.\d{3})\d+$/, '$1')}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}
