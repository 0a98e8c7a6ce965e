/**
 * Reads how long addresses were used, as far as the recording shows. A life begins with the first packet and ends with the last one. It
 * ended by the event if the address was then silent for longer than ever before while the recording went on; otherwise it is censored. An
 * address that was heard when the recording, or a part of it, began has an unknown age. Nothing is observed in a gap: an address that is
 * heard after it comes under observation again at the age it then has (delayed entry).
 */
import { classifyAddress } from '../../../ble/address.ts';
import { loadAssignedNames } from '../../../ble/assigned/load.ts';
import { deviceKind } from '../../../ble/kind/device-kind.ts';
import { gatherSaid } from '../../../ble/kind/said.ts';
import { clusterColumn } from '../../cluster-column.ts';
import type { ToolError } from '../../contract/index.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { firstEndingAfter } from '../../linkage/holes.ts';
import { UNHEARD_RATE } from '../../linkage/linkage.ts';
import { hiddenIn, listen, type Hole, type Recording } from '../../linkage/observe.ts';
import { WITH_LOSSES } from '../../linkage/times.ts';
import { MOST_GROUPS, refused, tooFew } from './data.ts';
import type { Arguments, Survival } from './schema.ts';

/** Summary of one address from the engine; times in s since the first row. */
export interface Heard {
  readonly group: number;
  readonly packets: number;
  readonly first: number;
  readonly last: number;
  /** Number of seconds in which the address sent packets. */
  readonly seconds: number;
  /** Longest silence inside a part of the recording, s; silences of less than a second count as none. */
  readonly longest: number;
}

/** Intervals of age, in s, during which addresses were under observation. */
export interface Lives {
  readonly entry: Float64Array;
  readonly exit: Float64Array;
  readonly event: Uint8Array;
  readonly group: Uint32Array;
}

export interface Lifetimes {
  readonly groups: readonly string[];
  /** Number of addresses and of ended lives in each group. */
  readonly sizes: readonly { readonly rows: number; readonly events: number }[];
  /**
   * Each address's life as it most probably was, and as short and as long as the silences before its first and after its last packet allow.
   */
  readonly lives: Lives;
  readonly shortest: Lives;
  readonly longest: Lives;
  readonly figures: NonNullable<Survival['lifetimes']>;
  readonly selected: number;
}

const CLASSES = {
  public: 'public',
  random_static: 'static random',
  rpa: 'resolvable private',
  nrpa: 'non-resolvable private',
  unknown: 'unknown class',
} as const;
const OTHER = 'other';
/** A wait for the next packet rarely exceeds this multiple of the mean silence; as in `bornBefore`. */
const WAITS = 3;

export async function readLifetimes(args: Arguments, capabilities: ToolCapabilities): Promise<Lifetimes | ToolError> {
  const column = clusterColumn(undefined, capabilities.selection)?.column;
  if (column === undefined)
    return refused(['lifetimes'], 'captures with a column of advertising addresses', 'true over captures without one');
  if (capabilities.selection.time_base === 'none') return refused(['lifetimes'], 'captures with times', 'true over captures without times');
  capabilities.progress({ phase: 'looking for gaps', done: 0, total: 2, unit: 'steps' });
  const recording = await listen({ advertiser_addr: column, initiator_addr: column }, capabilities, WITH_LOSSES);
  capabilities.progress({ phase: 'lives of addresses', done: 1, total: 2, unit: 'steps' });
  const { heard, groups } = await readHeard(args.lives_of, recording, capabilities);
  if (heard.length === 0) return tooFew('advertising addresses', 0, 1, ['capture_selection']);
  return livesOf(heard, groups, recording, args.min_observation_count);
}

/**
 * SQL with one row per address. Packets are first grouped by second, so that silences are found in far fewer rows.
 * @param detail whether to also read payloads and names, which tell what the device is
 */
export function lifetimesSql({ relation, holes, baseUs }: Pick<Recording, 'relation' | 'holes' | 'baseUs'>, detail: boolean): string {
  const starts = holes.map(({ start }) => `(${String(Math.round(baseUs + start * 1e6))}::BIGINT)`);
  const parts =
    holes.length === 0
      ? 'parted AS (SELECT *, 0 AS part FROM seconds)'
      : `gaps(part) AS (VALUES ${starts.join(', ')}), parted AS (SELECT seconds.*, part FROM seconds ASOF LEFT JOIN gaps ON seconds.first_us > gaps.part)`;
  const more = (one: (name: string) => string): string => (detail ? `, ${one('adv_data')}, ${one('local_name')}` : '');
  return `${relation},
seconds AS (SELECT addr, ts_us // 1000000 AS second, min(ts_us) AS first_us, max(ts_us) AS last_us, count(*) AS packets,
  count(*) FILTER (random) AS said_random, count(*) FILTER (NOT random) AS said_public${more((name) => `min(${name}) AS ${name}`)}
  FROM sightings WHERE role = 0 AND ts_us IS NOT NULL GROUP BY addr, second),
${parts},
spaced AS (SELECT *, first_us - lag(last_us) OVER (PARTITION BY addr, part ORDER BY second) AS silence FROM parted)
SELECT addr, sum(packets)::DOUBLE AS packets, (min(first_us) - ${String(baseUs)})::DOUBLE / 1e6 AS first, (max(last_us) - ${String(baseUs)})::DOUBLE / 1e6 AS last,
  count(*)::DOUBLE AS seconds, coalesce(max(silence), 0)::DOUBLE / 1e6 AS longest,
  sum(said_random)::DOUBLE AS said_random, sum(said_public)::DOUBLE AS said_public${more((name) => `min(${name}) AS ${name}`)}
FROM spaced GROUP BY addr ORDER BY addr`;
}

async function readHeard(by: Arguments['lives_of'], recording: Recording, capabilities: ToolCapabilities) {
  const { query, selection, signal } = capabilities;
  const answer = await query.answer(lifetimesSql(recording, by === 'family'), selection.values, { signal });
  const column = <T>(name: string): ArrayLike<T> => answer.column(name).values as ArrayLike<T>;
  const addresses = column<string>('addr');
  const [packets, first, last, seconds, longest, random, open] = [
    'packets',
    'first',
    'last',
    'seconds',
    'longest',
    'said_random',
    'said_public',
  ].map((name) => column<number>(name)) as [ArrayLike<number>, ...ArrayLike<number>[]] & Record<number, ArrayLike<number>>;
  const nameOf = await namesBy(by, answer.rows, {
    class: (row) => {
      const [a, b] = [random![row]!, open![row]!];
      return CLASSES[classifyAddress(addresses[row]!, a + b === 0 ? null : a >= b)];
    },
    data: (row) => column<Uint8Array | null>('adv_data')[row] ?? null,
    name: (row) => column<string | null>('local_name')[row] ?? null,
  });
  const names = Array.from({ length: answer.rows }, (_, row) => nameOf(row));
  const groups = groupsOf(names, by);
  const places = new Map(groups.map((name, at) => [name, at] as const));
  const heard: Heard[] = names.map((name, row) => ({
    group: places.get(name) ?? places.get(OTHER)!,
    ...{ packets: packets[row]!, first: first![row]!, last: last![row]!, seconds: seconds![row]!, longest: longest![row]! },
  }));
  return { heard, groups };
}

interface Named {
  readonly class: (row: number) => string;
  readonly data: (row: number) => Uint8Array | null;
  readonly name: (row: number) => string | null;
}

async function namesBy(by: Arguments['lives_of'], rows: number, of: Named): Promise<(row: number) => string> {
  if (by === 'all' || rows === 0) return () => 'all addresses';
  if (by === 'address_class') return of.class;
  const names = await loadAssignedNames();
  return (row) => {
    const [data, name] = [of.data(row), of.name(row)];
    const said = gatherSaid(data === null ? [] : [data], {
      names: name === null ? [] : [name],
      appearance: null,
      companies: [],
      services: [],
    });
    return deviceKind(said, names).text ?? 'unknown device';
  };
}

/** Group names in order; if there are many, the most frequent ones, and one for all others. */
function groupsOf(names: readonly string[], by: Arguments['lives_of']): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const order = by === 'address_class' ? Object.values(CLASSES).filter((name) => counts.has(name)) : [...counts.keys()].sort();
  if (order.length <= MOST_GROUPS) return order;
  const kept = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, MOST_GROUPS - 1);
  return [...kept.map(([name]) => name).sort(), OTHER];
}

interface Life {
  readonly group: number;
  readonly first: number;
  readonly last: number;
  readonly ended: boolean;
  /** Longest usual wait for a packet of this address, and its mean wait, in s. */
  readonly wait: number;
  readonly usual: number;
}

export function livesOf(
  heard: readonly Heard[],
  groups: readonly string[],
  { holes, span, rows }: Pick<Recording, 'holes' | 'span' | 'rows'>,
  minimum: number,
): Lifetimes {
  const counts = { ended: 0, alive_at_end: 0, lost_in_gap: 0, age_unknown: 0, too_few_packets: 0 };
  const sizes = groups.map(() => ({ rows: 0, events: 0 }));
  const lives: Life[] = [];
  for (const { group, packets, first, last, seconds, longest } of heard) {
    const usual = seconds > 1 ? (last - first - unrecorded(holes, first, last)) / (seconds - 1) : 1 / UNHEARD_RATE;
    const wait = 1 + Math.max(WAITS * usual, longest);
    const began = holes[firstEndingAfter(holes, first) - 1]?.end ?? 0;
    const next = holes[firstEndingAfter(holes, last)];
    const ended = (next?.start ?? span) - last > wait;
    if (packets < minimum || !(last > first)) {
      counts.too_few_packets += 1;
      continue;
    }
    counts[ended ? 'ended' : next === undefined ? 'alive_at_end' : 'lost_in_gap'] += 1;
    if (first - began <= wait) counts.age_unknown += 1;
    else {
      lives.push({ group, first, last, ended, wait, usual: Math.min(usual, wait) });
      sizes[group]!.rows += 1;
      if (ended) sizes[group]!.events += 1;
    }
  }
  const naive = Float64Array.from(heard, ({ first, last }) => last - first).sort();
  return {
    ...{ groups, sizes, selected: rows },
    // Assume that the life began half a mean wait before the first packet and ended as long after the last one.
    lives: watched(lives, holes, ({ usual }) => usual / 2),
    shortest: watched(lives, holes, () => 0),
    longest: watched(lives, holes, ({ wait }) => wait),
    figures: { addresses: heard.length, ...counts, gaps: holes.length, recorded_s: span, naive_median_s: naive[naive.length >> 1] ?? 0 },
  };
}

/** Seconds between two packets of an address that lie in gaps of the recording. */
function unrecorded(holes: readonly Hole[], first: number, last: number): number {
  let sum = 0;
  for (let at = firstEndingAfter(holes, first); at < holes.length && holes[at]!.start < last; at++)
    sum += holes[at]!.end - holes[at]!.start;
  return sum;
}

/** Builds a life. @param unseen seconds for which the address was used before its first packet, and after its last one */
function watched(lives: readonly Life[], holes: readonly Hole[], unseen: (life: Life) => number): Lives {
  const [entry, exit, event, group]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (const life of lives) {
    const before = unseen(life);
    const age = (time: number): number => time - life.first + before;
    let from = 0;
    let lost = false;
    for (let at = firstEndingAfter(holes, life.first); at < holes.length && holes[at]!.start < life.last && !lost; at++) {
      const hole = holes[at]!;
      push(from, age(hole.start), 0, life.group);
      from = age(hole.end);
      // The length of a gap is only estimated, so the age of an address after it is too uncertain to use.
      lost = hiddenIn(hole) > 0;
    }
    if (!lost) push(from, age(life.last) + (life.ended ? before : 0), Number(life.ended), life.group);
  }
  return { entry: Float64Array.from(entry), exit: Float64Array.from(exit), event: Uint8Array.from(event), group: Uint32Array.from(group) };

  function push(from: number, to: number, seen: number, own: number): void {
    if (!(to > from)) return;
    entry.push(from);
    exit.push(to);
    event.push(seen);
    group.push(own);
  }
}
