import type { CaptureInfo, TimeBase } from '../tables/captures.ts';
import { roleColumn } from './columns.ts';
import { quoteName } from './print.ts';
import type { Path, SelectionFault, Sql, TimeRange } from './types.ts';

/** Times of at least this value (1973-03-03) count as ms since 1970-01-01 UTC, smaller ones as ms since the start of the capture (R5). */
export const EPOCH_FROM_MS = 1e11;

/** A time window may extend beyond its captures by less than this many ms, because people and programs round to whole minutes (S0 §7.4). */
export const ROUNDING_MS = 60_000;

export interface ResolvedTime {
  readonly time_range: TimeRange | null;
  readonly time_base: TimeBase;
  /** The requested window and the one that is used, in the time base of the request; set if rounding made the request too wide. */
  readonly clamped?: { readonly asked: TimeRange; readonly used: TimeRange };
}

/** A capture whose rows have times. */
type Timed = CaptureInfo & { readonly time_range: TimeRange };

export const isTimed = (capture: CaptureInfo): capture is Timed => capture.time_range !== null && capture.time_base !== 'none';

/** Whether the captures share no time line, because some have times since 1970 and others only since their start. */
export const isMixed = (captures: readonly CaptureInfo[]): boolean =>
  captures.some((it) => isTimed(it) && it.time_base === 'epoch') && captures.some((it) => isTimed(it) && it.time_base === 'relative');

/**
 * The time range of captures if no window is requested. It uses the timestamps in the files: results contain this range, so their hash must
 * not depend on how times were corrected. If captures are mixed, it is relative to the start of each kind.
 */
export function wholeTime(captures: readonly CaptureInfo[]): ResolvedTime {
  const base = captures.some((it) => isTimed(it) && it.time_base === 'relative') ? 'relative' : 'epoch';
  const stamped = captures.map((it) => ({ ...it, time_range: it.clock?.stamped ?? it.time_range }));
  const time_range = hull(spans(stamped, isMixed(captures) ? 'relative' : 'epoch'));
  return { time_range, time_base: time_range === null ? 'none' : base };
}

/** Converts a time window to absolute times, or returns why it is invalid. `asked` is the `time_base` that the caller gave. */
export function resolveWindow(
  window: TimeRange,
  asked: 'epoch' | 'relative' | undefined,
  captures: readonly CaptureInfo[],
  path: Path,
): { readonly ok: true; readonly value: ResolvedTime } | { readonly ok: false; readonly error: SelectionFault } {
  const { start_ms, end_ms } = window;
  const late = [start_ms, end_ms].filter((ms) => ms >= EPOCH_FROM_MS).length;
  const base = asked ?? (late === 2 ? 'epoch' : 'relative');
  const supported = hull(spans(captures, base));
  const refuse = (why: string): { ok: false; error: SelectionFault } => ({ ok: false, error: refusal(window, base, captures, path, why) });
  if (supported === null) return refuse('');
  if (start_ms > end_ms) return refuse('; start_ms is after end_ms');
  if (asked === undefined && late === 1)
    return refuse('; start_ms counts from the start of the capture, end_ms from 1970-01-01 UTC: say time_base or use one of them');
  const used = { start_ms: Math.max(start_ms, supported.start_ms), end_ms: Math.min(end_ms, supported.end_ms) };
  const over = Math.max(used.start_ms - start_ms, end_ms - used.end_ms);
  if (over >= ROUNDING_MS || used.start_ms > used.end_ms) return refuse('');
  const clamped = over > 0 ? { clamped: { asked: { start_ms, end_ms }, used } } : {};
  if (isMixed(captures)) return { ok: true, value: { time_range: used, time_base: base, ...clamped } };
  const shift = base === 'relative' ? epochStart(captures) : 0;
  const time_range = { start_ms: used.start_ms + shift, end_ms: used.end_ms + shift };
  return { ok: true, value: { time_range, time_base: wholeTime(captures).time_base, ...clamped } };
}

/** Returns the selected time range of one capture on its own clock; null if none of its rows can be selected. */
export function ownWindow(capture: CaptureInfo, resolved: ResolvedTime, captures: readonly CaptureInfo[]): TimeRange | null {
  const { time_range, time_base } = resolved;
  if (time_range === null || !isTimed(capture)) return null;
  if (capture.time_base === 'relative') return time_base === 'relative' ? time_range : null;
  const shift = time_base === 'relative' ? epochStart(captures) : 0;
  const start_ms = time_range.start_ms + shift;
  const end_ms = time_range.end_ms + shift;
  if (capture.clock?.stamped === undefined) return { start_ms, end_ms };
  // A window that begins at the first timestamp means everything from the beginning, also in calls from before times were corrected. So it
  // includes packets that were delivered late.
  const fromFirstStamp = time_range.start_ms === wholeTime(captures).time_range?.start_ms;
  return { start_ms: fromFirstStamp ? Math.min(start_ms, capture.time_range.start_ms) : start_ms, end_ms };
}

/** SQL condition for rows from the first µs of `start_ms` to the last µs of `end_ms` (R6), in the type and unit of the time column. */
export function windowSql(capture: CaptureInfo, { start_ms, end_ms }: TimeRange): Sql {
  const column = roleColumn(capture, 'time');
  if (column === undefined) return { sql: 'FALSE', values: [] };
  const from = BigInt(start_ms) * 1000n;
  const to = (BigInt(end_ms) + 1n) * 1000n;
  const name = quoteName(column.name);
  const between = (bound: string, values: readonly (number | bigint)[]): Sql => ({
    sql: `(${name} >= ${bound} AND ${name} < ${bound})`,
    values,
  });
  if (column.type === 'TIMESTAMP' || column.type === 'DATE') return between('make_timestamp(CAST(? AS BIGINT))', [from, to]);
  const unit = column.unit ?? 'us';
  const per = { s: 1_000_000n, ms: 1000n }[unit] ?? 1n;
  const times = unit === 'ns' ? 1000n : 1n;
  if (column.type === 'DOUBLE' || column.type === 'FLOAT') {
    // The quotient of two integers is rounded like the same number written in decimals, so a time that equals a bound stays equal.
    return between(
      'CAST(? AS DOUBLE)',
      [from, to].map((us) => (Number(us) / Number(per)) * Number(times)),
    );
  }
  return between(
    'CAST(? AS BIGINT)',
    [from, to].map((us) => ceilDiv(us, per) * times),
  );
}

function ceilDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a > 0n && quotient * b !== a ? quotient + 1n : quotient;
}

const hull = (ranges: readonly TimeRange[]): TimeRange | null =>
  ranges.length === 0
    ? null
    : {
        start_ms: ranges.reduce((least, range) => Math.min(least, range.start_ms), Infinity),
        end_ms: ranges.reduce((most, range) => Math.max(most, range.end_ms), -Infinity),
      };

/** First ms of those captures whose times count from 1970; 0 if there are none, because other times are relative already. */
function epochStart(captures: readonly CaptureInfo[]): number {
  return hull(captures.flatMap((it) => (isTimed(it) && it.time_base === 'epoch' ? [it.time_range] : [])))?.start_ms ?? 0;
}

/** Time ranges of captures in a time base. `epoch` omits captures without times since 1970, unless all captures lack them. */
function spans(captures: readonly CaptureInfo[], base: 'epoch' | 'relative'): TimeRange[] {
  const shift = base === 'relative' ? epochStart(captures) : 0;
  const mixed = isMixed(captures);
  return captures.flatMap((capture) => {
    if (!isTimed(capture)) return [];
    if (capture.time_base === 'relative') return mixed && base === 'epoch' ? [] : [capture.time_range];
    return [{ start_ms: capture.time_range.start_ms - shift, end_ms: capture.time_range.end_ms - shift }];
  });
}

const print = ({ start_ms, end_ms }: TimeRange): string => `${start_ms}-${end_ms}ms`;

function refusal(window: TimeRange, base: 'epoch' | 'relative', captures: readonly CaptureInfo[], path: Path, why: string): SelectionFault {
  const ids = captures.map((capture) => capture.capture_id);
  const named = ids.length > 4 ? `${ids.slice(0, 4).join(', ')} and ${ids.length - 4} more` : ids.join(', ');
  const head = `Requested ${print(window)} but ${ids.length === 1 ? 'capture' : 'captures'} ${named}`;
  const supported = hull(spans(captures, base));
  const fault = { code: 'UNSUPPORTED_TIME_RANGE', path };
  const requested = { start_ms: window.start_ms, end_ms: window.end_ms };
  if (supported === null) {
    const verb = ids.length === 1 ? 'has' : 'have';
    return { ...fault, message: `${head} ${verb} no row with a time; leave the window out`, details: { requested } };
  }
  const other = base === 'epoch' ? 'relative' : 'epoch';
  const clocked = captures.some((it) => isTimed(it) && it.time_base === 'epoch');
  const also = clocked ? hull(spans(captures, other)) : null;
  const from = other === 'epoch' ? 'since 1970-01-01 UTC' : 'from the start';
  const both = also === null ? '' : ` (${print(also)} ${from})`;
  return {
    ...fault,
    message: `${head} ${ids.length === 1 ? 'supports' : 'support'} ${print(supported)}${both}${why}`,
    details: { requested, supported, time_base: base, ...(also !== null && { [`supported_${other}`]: also }) },
  };
}
