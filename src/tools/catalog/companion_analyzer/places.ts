import type { Arguments } from './schema.ts';

/** A stretch of time of one capture: first and last moment in µs of the capture's time base, both inclusive. */
export interface Span {
  readonly capture_id: string;
  readonly from_us: number;
  readonly until_us: number;
}

export interface Place {
  readonly name: string;
  readonly spans: readonly Span[];
}

/** For each second of a capture that has packets, the times in µs of its first and last packet, in order. */
export interface Listened {
  readonly capture_id: string;
  readonly first: ArrayLike<number>;
  readonly last: ArrayLike<number>;
}

export interface Placed {
  readonly places: readonly Place[];
  /** The names of places that were merged because they were recorded at the same time, and the name of the merged place. */
  readonly together: readonly { readonly names: readonly string[]; readonly as: string }[];
}

const beginOf = ({ spans }: Place): number => spans.reduce((least, { from_us }) => Math.min(least, from_us), Infinity);
export const endOf = ({ spans }: Place): number => spans.reduce((most, { until_us }) => Math.max(most, until_us), -Infinity);

/** Divides a capture into stretches at silences of more than `gap_s` seconds. */
export function stretchesOf({ capture_id, first, last }: Listened, gap_s: number): Span[] {
  const spans: { capture_id: string; from_us: number; until_us: number }[] = [];
  for (let at = 0; at < first.length; at++) {
    const open = spans.at(-1);
    if (open !== undefined && first[at]! - open.until_us <= gap_s * 1e6) open.until_us = Math.max(open.until_us, last[at]!);
    else spans.push({ capture_id, from_us: first[at]!, until_us: last[at]! });
  }
  return spans;
}

/** Places if the call names none: each stretch of a capture between long silences. */
export function inferredPlaces(listened: readonly Listened[], gap_s: number): Place[] {
  return listened.flatMap((each) => {
    const spans = stretchesOf(each, gap_s);
    return spans.map((span, at) => ({
      name: spans.length === 1 ? each.capture_id : `${each.capture_id} ${String(at + 1)}`,
      spans: [span],
    }));
  });
}

/** Named places, restricted to the times with packets; a place without packets is left out. */
export function namedPlaces(named: NonNullable<Arguments['places']>, listened: readonly Listened[]): Place[] {
  const places = new Map<string, Span[]>();
  for (const { name, capture_id, time_range } of named) {
    const { start_ms, end_ms } = time_range ?? { start_ms: 0, end_ms: Infinity };
    const spans = listened
      .filter((each) => capture_id === undefined || each.capture_id === capture_id)
      .flatMap((each) => cut(each, start_ms * 1000, end_ms * 1000 + 999));
    places.set(name, [...(places.get(name) ?? []), ...spans]);
  }
  return [...places].filter(([, spans]) => spans.length > 0).map(([name, spans]) => ({ name, spans }));
}

function cut({ capture_id, first, last }: Listened, from: number, until: number): Span[] {
  let [least, most] = [Infinity, -Infinity];
  for (let at = 0; at < first.length; at++) {
    if (last[at]! < from || first[at]! > until) continue;
    least = Math.min(least, Math.max(first[at]!, from));
    most = Math.max(most, Math.min(last[at]!, until));
  }
  return least > most ? [] : [{ capture_id, from_us: least, until_us: most }];
}

/** Two places may overlap by this much and still be separate: µs, and a share of the shorter one. */
const TOLERANCE = { us: 5e6, share: 0.5 } as const;

/**
 * Orders places by time. Places recorded at the same time are merged, because a device between two sensors has not travelled.
 * @param comparable whether times of different captures are on one time line
 */
export function separated(places: readonly Place[], comparable: boolean): Placed {
  const ordered = [...places].sort((a, b) => beginOf(a) - beginOf(b) || (a.name < b.name ? -1 : 1));
  if (!comparable) return { places, together: [] };
  const groups: Place[][] = [];
  for (const place of ordered) {
    const touching = groups.filter((group) => group.some((other) => overlap(other, place)));
    const merged = [...touching.flat(), place];
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  const joined = groups.map((group) => ({
    name: group.map(({ name }) => name).join(' + '),
    spans: group.flatMap(({ spans }) => spans),
    group,
  }));
  joined.sort((a, b) => beginOf(a) - beginOf(b));
  return {
    places: joined.map(({ name, spans }) => ({ name, spans })),
    together: joined
      .filter(({ group }) => group.length > 1)
      .map(({ name, group }) => ({ names: group.map((each) => each.name), as: name })),
  };
}

const overlap = (a: Place, b: Place): boolean => a.spans.some((one) => b.spans.some((two) => atOneTime(one, two)));

function atOneTime(one: Span, two: Span): boolean {
  const shorter = Math.min(one.until_us - one.from_us, two.until_us - two.from_us);
  const shared = Math.min(one.until_us, two.until_us) - Math.max(one.from_us, two.from_us);
  return shared >= 0 && shared >= Math.min(TOLERANCE.us, TOLERANCE.share * shorter);
}

export function closePairs(places: readonly Place[], seconds: number): [Place, Place][] {
  return places.slice(1).flatMap((place, at) => {
    const before = places[at]!;
    return beginOf(place) - endOf(before) < seconds * 1e6 ? [[before, place] as [Place, Place]] : [];
  });
}
