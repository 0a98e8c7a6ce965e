/** Converts local times without a stated zone to UTC. */

const MINUTE_US = 60_000_000;
const BLOCK_US = 15 * MINUTE_US;
const OFFSET = /^([+-])(\d\d):?(\d\d)$/;

/** µs since 1970 as a clock in the zone shows them → µs since 1970-01-01 UTC. */
export type ToUtc = (localMicros: number) => number;

/**
 * `UTC`, an offset (`+02:00`) or a name of the IANA database; null for anything else. Where the clocks are put back, the
 * first of the two moments is meant; a time that the clocks skip is read as if they had not yet been put forward.
 */
export function zoneToUtc(zone: string): ToUtc | null {
  if (zone === 'UTC' || zone === 'Z') return (local) => local;
  const offset = OFFSET.exec(zone);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3]);
    if (minutes > 18 * 60 || Number(offset[3]) > 59) return null;
    const shift = (offset[1] === '-' ? -minutes : minutes) * MINUTE_US;
    return (local) => local - shift;
  }
  const format = clockOf(zone);
  return format && namedZone(format);
}

function clockOf(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
}

/** Caches the offset of the current quarter of an hour, because rows are mostly in order of time. */
function namedZone(format: Intl.DateTimeFormat): ToUtc {
  let block = NaN;
  let offset = 0;
  return (local) => {
    const at = Math.floor(local / BLOCK_US);
    if (at !== block) {
      block = at;
      offset = offsetAtLocal(format, at * BLOCK_US);
    }
    return local - offset;
  };
}

/** Offsets before and after any change nearby; the larger one is the earlier moment where both fit. */
function offsetAtLocal(format: Intl.DateTimeFormat, local: number): number {
  const day = 24 * 60 * MINUTE_US;
  const before = offsetAt(format, local - day);
  const after = offsetAt(format, local + day);
  if (before === after) return before;
  const [large, small] = before > after ? [before, after] : [after, before];
  if (offsetAt(format, local - large) === large) return large;
  if (offsetAt(format, local - small) === small) return small;
  return before;
}

function offsetAt(format: Intl.DateTimeFormat, utc: number): number {
  const ms = Math.floor(utc / 1000);
  if (Math.abs(ms) > 8.64e15) return 0;
  const parts: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(ms)) parts[type] = Number(value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return (shown - Math.floor(ms / 1000) * 1000) * 1000;
}
