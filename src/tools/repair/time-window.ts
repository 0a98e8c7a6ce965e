/** Repairs a time window: names and types of its bounds, times as texts, units, bounds in the wrong order. */
import type { TimeRange } from '../../selection/types.ts';
import { EPOCH_FROM_MS, isTimed, resolveWindow } from '../../selection/time.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { Path } from './draft.ts';
import { choice, type Mending } from './mending.ts';
import { looseJson } from './loose-json.ts';
import { boundOf, selectionKey } from './selection-keys.ts';
import { dropNull, readListOfOne } from './shapes.ts';
import { isIdle } from './strays.ts';
import { bare } from './words.ts';
import { durationOf, inUnit, instantOf, millisecondsPer, quantityOf } from './units.ts';

/** Milliseconds per unit, for units that callers use by mistake. */
const SCALES = [
  [1000, 's'],
  [1e-3, 'µs'],
  [1e-6, 'ns'],
] as const;

export function mendWindow(mending: Mending, path: Path): void {
  const given = structuredClone(mending.get(path));
  shape(mending, path);
  const window = mending.get(path);
  if (!isRecord(window)) return;
  dropIdle(mending, path, window);
  const isBare = Object.keys(mending.get(path) as object)
    .map((key) => mendBound(mending, path, key))
    .includes(true);
  mendLength(mending, path);
  if (isBare && chooseUnit(mending, path, given)) return;
  const { start_ms, end_ms } = (mending.get(path) ?? {}) as Partial<TimeRange>;
  if (start_ms === undefined || end_ms === undefined) return missing(mending, path, { start_ms, end_ms });
  if (!Number.isFinite(start_ms) || !Number.isFinite(end_ms)) return;
  mendScale(mending, path, { start_ms, end_ms });
}

/** Converts both bounds in one value: `[start, end]`, `"start/end"` and `"start to end"`. */
function shape(mending: Mending, path: Path): void {
  dropNull(mending, path);
  const outer = mending.get(path);
  const [key = '', second] = isRecord(outer) ? Object.keys(outer) : [];
  const held = isRecord(outer) && second === undefined && boundOf(key) === undefined ? outer[key] : undefined;
  const isWindow = (each: unknown): boolean => isRecord(each) && Object.keys(each).some((name) => boundOf(name) !== undefined);
  const isNamed = selectionKey(key, false)?.join() === 'time_window' && (Array.isArray(held) || typeof held === 'string');
  if (isNamed || isWindow(held)) mending.set(path, held, 'the window alone');
  readListOfOne(mending, path, isWindow);
  const given = mending.get(path);
  const chain = typeof given === 'string' ? /^\s*(.+?)\s*(?:<=|≤)\s*[a-z_]+\s*(?:<=|≤)\s*(.+?)\s*$/i.exec(given) : null;
  const written = typeof given === 'string' ? given.trim().replace(/^\(([^()]*)\)$/, '[$1]') : '';
  const text = chain ? `${chain[1] ?? ''} to ${chain[2] ?? ''}` : written;
  const list = Array.isArray(given)
    ? (given as unknown[])
    : /^(?:\{|\[(?!.*\sTO\s)|"\w+"\s*:)/.test(text)
      ? looseJson(text)?.value
      : text
          .replace(/^\[(.*)\]$/, '$1')
          .replace(/^(?:between|from)\s+/i, '')
          .split(/\s*(?:\/|\.\.|--|–|→|->|\bto\b|\buntil\b|\s-\s|(?<=\d\S*\s)\band\b)\s*/i);
  if (text !== '' && isRecord(list)) mending.set(path, list, 'a text that holds JSON was read as JSON');
  else if (Array.isArray(list) && list.length === 2 && (text !== '' || Array.isArray(given))) {
    const [first, end] = (text === '' ? undefined : withDuration(list)) ?? (list as unknown[]);
    // In `2 to 60 s`, the unit belongs to both numbers.
    const unit = text !== '' && /^[\d.]+$/.test(String(first)) ? /^[\d.]+\s*([a-zµ]+)$/i.exec(String(end))?.[1] : undefined;
    const start = unit === undefined ? first : `${String(first)} ${unit}`;
    mending.set(path, { start, end }, 'two bounds, start and end');
  }
}

/** Matches members that state what is always true of a window: both bounds are included, times are in UTC. */
function dropIdle(mending: Mending, path: Path, window: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(window)) {
    const [name, word] = [bare(key), typeof value === 'string' ? value.trim().toLowerCase() : value];
    const isUsual =
      (/^(?:inclusive|closed|bounds|inclusivity)$/.test(name) &&
        (word === true || /^(?:both|\[\]|inclusive|closed)$/.test(String(word)))) ||
      (/^(?:timezone|tz|zone)$/.test(name) && /^(?:utc|gmt|z|etc\/utc)$/.test(String(word))) ||
      (/^(?:label|name|title|description)$/.test(name) && typeof value === 'string') ||
      isIdle(key, value) ||
      (name === 'type' && typeof value === 'string');
    if (isUsual) mending.drop([...path, key], 'it says what counts anyway');
  }
  const unit = Object.keys(window).find((key) => /^(?:units?|timeunit)$/.test(bare(key)));
  const named = unit === undefined ? undefined : window[unit];
  if (unit === undefined || typeof named !== 'string' || millisecondsPer(named) === undefined) return;
  const bounds = Object.entries(window).filter(([key, value]) => boundOf(key) !== undefined && /^[\d.]+$/.test(String(value)));
  const inUnits = Object.fromEntries(bounds.map(([key, value]) => [key, `${String(value)} ${named}`]));
  const rest = Object.entries(window).filter(([key]) => key !== unit && !Object.hasOwn(inUnits, key));
  mending.set(path, { ...Object.fromEntries(rest), ...inUnits }, 'the bounds with their unit');
}

/** Handles a small number without a unit, which may count ms or s from the start: the user chooses, unless the captures decide. */
function chooseUnit(mending: Mending, path: Path, given: unknown): boolean {
  const { start_ms, end_ms } = (mending.get(path) ?? {}) as Partial<TimeRange>;
  if (typeof start_ms !== 'number' || typeof end_ms !== 'number' || Math.max(start_ms, end_ms) >= EPOCH_FROM_MS) return false;
  // As an offset from the start, seconds since 1970 would be beyond the end of every capture.
  if (Math.min(start_ms, end_ms) >= EPOCH_FROM_MS / 1000) return false;
  mending.set(path, given, 'the unit of its bounds is not known');
  const inSeconds = { start_ms: Math.round(1000 * start_ms), end_ms: Math.round(1000 * end_ms) };
  mending.leave(
    path,
    choice(path, inSeconds, 'the bounds may be seconds from the start of the captures'),
    choice(
      path,
      { start_ms: Math.round(start_ms), end_ms: Math.round(end_ms) },
      'the bounds may be milliseconds from the start of the captures',
    ),
  );
  return true;
}

/** The bounds of an ISO 8601 interval written as one bound and a duration. */
function withDuration([first, second]: readonly unknown[]): readonly number[] | undefined {
  const [start, end] = [instantOf(String(first)), instantOf(String(second))];
  const [before, after] = [durationOf(String(first)), durationOf(String(second))];
  if (start !== undefined && after !== undefined) return [start, start + after];
  return before !== undefined && end !== undefined ? [end - before, end] : undefined;
}

/** The unit at the end of a name. */
const UNIT = /(?:[_\s-]|(?<=[a-z])(?=[A-Z]))(ns|us|µs|ms|s|secs?|seconds|millis(?:econds)?|minutes|mins?|hours)$/i;

/** Converts a bound. Returns whether it is a number without a unit. */
function mendBound(mending: Mending, path: Path, key: string): boolean {
  const bound = boundOf(key.replace(/_(?:utc|iso)$/i, '').replace(UNIT, '')) ?? boundOf(key);
  if (bound === undefined) return false;
  const value = mending.get([...path, key]);
  const named = UNIT.exec(key)?.[1]?.toLowerCase() ?? '';
  const unit = key === bound ? '' : named;
  if (key !== bound) {
    if (mending.get([...path, bound]) !== undefined) return false;
    mending.move([...path, key], [...path, bound], `the bound is called ${bound}`);
  }
  const parts = isRecord(value) ? (sumOf(value) ?? zonedOf(value)) : undefined;
  const ms =
    parts ?? (typeof value === 'number' ? inMilliseconds(value, unit) : typeof value === 'string' ? timeOf(value, unit) : undefined);
  if (ms !== undefined) mending.set([...path, bound], ms, `${JSON.stringify(value)} in milliseconds`);
  dropNull(mending, [...path, bound]);
  // Zero needs no unit.
  const isBare = (typeof value === 'number' && value !== 0) || (typeof value === 'string' && quantityOf(value)?.unit === '');
  return key !== bound && unit === '' && isBare;
}

/** Converts `{ seconds, nanos }` and the like to ms. */
export function sumOf(value: Readonly<Record<string, unknown>>): number | undefined {
  const parts = Object.entries(value).map(
    ([key, part]) =>
      Number(typeof part === 'string' || typeof part === 'number' ? part : NaN) *
      (millisecondsPer(key.replace(/^epoch_?|_?since_epoch$/gi, '')) ?? NaN),
  );
  const ms = parts.reduce((total, part) => total + part, 0);
  return parts.length > 0 && Number.isFinite(ms) ? Math.round(ms) : undefined;
}

/** Converts `{ dateTime, timeZone: 'UTC' }`. Other time zones are not converted, because that needs a time zone database. */
function zonedOf(value: Readonly<Record<string, unknown>>): number | undefined {
  const [entry, zone, more] = Object.entries(value);
  const isTime = entry !== undefined && /^(?:datetime|date|iso|time|timestamp)$/.test(bare(entry[0])) && typeof entry[1] === 'string';
  if (!isTime || more !== undefined) return undefined;
  const isUtc = zone === undefined || (/zone|tz/i.test(zone[0]) && /^(?:UTC|GMT|Z|Etc\/UTC)$/i.test(String(zone[1])));
  return isUtc ? instantOf(String(entry[1])) : undefined;
}

const LENGTH = /^(?:duration|length|lasting|span)$/;

/** Computes the missing bound from the other bound and a duration. */
function mendLength(mending: Mending, path: Path): void {
  const window = mending.get(path);
  if (!isRecord(window)) return;
  const keys = Object.keys(window).filter((key) => LENGTH.test(bare(key.replace(UNIT, ''))));
  const [key, second] = keys;
  const { start_ms, end_ms } = window;
  if (key === undefined || second !== undefined || (typeof start_ms === 'number') === (typeof end_ms === 'number')) return;
  const unit = UNIT.exec(key)?.[1]?.toLowerCase() ?? '';
  const given = window[key];
  const sum = isRecord(given) ? sumOf(given) : undefined;
  const quantity =
    sum !== undefined
      ? { value: sum, unit: 'ms' }
      : typeof given === 'number'
        ? { value: given, unit: '' }
        : typeof given === 'string'
          ? quantityOf(given)
          : undefined;
  // A duration without a unit may be in s or in ms.
  if (quantity === undefined || (quantity.unit === '' && unit === '')) return;
  const ms = inUnit({ value: quantity.value, unit: quantity.unit || unit }, 'ms');
  if (ms === undefined || ms < 0) return;
  const bounds =
    typeof start_ms === 'number' ? { start_ms, end_ms: start_ms + Math.round(ms) } : { start_ms: Number(end_ms) - Math.round(ms), end_ms };
  const rest = Object.entries(window).filter(([each]) => each !== key);
  mending.set(path, { ...Object.fromEntries(rest), ...bounds }, 'the other bound by the duration');
}

const inMilliseconds = (value: number, unit: string): number => (unit === '' ? value : Math.round(value * (millisecondsPer(unit) ?? 1)));

function timeOf(text: string, unit: string): number | undefined {
  const instant = instantOf(text);
  if (instant !== undefined) return instant;
  const quantity = quantityOf(text);
  if (quantity === undefined) return undefined;
  if (quantity.unit === '' && unit === '') return quantity.value;
  const ms = inUnit({ value: quantity.value, unit: quantity.unit || unit }, 'ms');
  return ms === undefined ? undefined : Math.round(ms);
}

/** Handles a window with one bound, which may mean the rest of the capture. That is a guess, so the user chooses. */
function missing(mending: Mending, path: Path, window: { readonly [bound in keyof TimeRange]: number | undefined }): void {
  const spans = mending.captures.flatMap((capture) => (isTimed(capture) && capture.time_range ? [capture.time_range] : []));
  if (spans.length === 0 || (window.start_ms === undefined && window.end_ms === undefined)) return;
  const epoch = Math.max(window.start_ms ?? 0, window.end_ms ?? 0) >= EPOCH_FROM_MS;
  const first = Math.min(...spans.map((span) => span.start_ms));
  const shift = epoch ? 0 : first;
  const whole = { start_ms: first - shift, end_ms: Math.max(...spans.map((span) => span.end_ms)) - shift };
  const given = Object.fromEntries(Object.entries(window).filter(([, value]) => value !== undefined));
  mending.leave(path, choice(path, { ...whole, ...given }, 'the other bound is that of the capture'));
}

/** Converts bounds that fit the captures only in another unit or in reverse order. */
function mendScale(mending: Mending, path: Path, window: TimeRange): void {
  const captures = mending.captures;
  if (captures.length === 0) return;
  const asked = mending.get(['capture_selection', 'time_base']);
  const base = asked === 'epoch' || asked === 'relative' ? asked : undefined;
  const whole = ({ start_ms, end_ms }: TimeRange): boolean => Number.isInteger(start_ms) && Number.isInteger(end_ms);
  const holds = (range: TimeRange): boolean => whole(range) && resolveWindow(range, base, captures, path).ok;
  if (holds(window)) return;
  const turned = { start_ms: window.end_ms, end_ms: window.start_ms };
  if (window.start_ms > window.end_ms && holds(turned)) {
    mending.set(path, turned, 'start and end changed places');
    return;
  }
  const found = SCALES.flatMap(([factor, unit]) => {
    const range = { start_ms: Math.round(window.start_ms * factor), end_ms: Math.round(window.end_ms * factor) };
    // Convert only times since 1970, because small offsets fit in several units.
    return range.start_ms >= EPOCH_FROM_MS && holds(range) ? [{ range, unit }] : [];
  });
  const [only] = found;
  if (only && found.length === 1) mending.set(path, only.range, `the bounds were given in ${only.unit}`);
}
