import { asSentence, formatAmount, formatCount, formatDuration } from '../../base/format.ts';
import type { QueryResult } from '../../tables/result-set.ts';
import type { Device } from '../devices/devices.ts';
import type { ConnectionLine } from '../connections/list.ts';
import type { GattServer } from '../devices/revealed.ts';
import { recordedPackets } from './connection-findings.ts';
import { findingsOf, type OverviewFinding } from './findings.ts';
import { ACTIVITY_BINS, PACKET_KINDS, type PacketKind } from './overview-sql.ts';

/** Numbers of packets of a capture. Times are in µs on its clock. */
export interface CaptureFacts {
  readonly packets: number;
  readonly damaged: number;
  readonly first_us: number | null;
  readonly last_us: number | null;
  /** Number of connection requests; `scans` is the number of scan requests. */
  readonly connects: number;
  readonly scans: number;
  /** Number of packets that belong to connections. */
  readonly connected: number;
  /** Length of the largest gap in µs, and the first packet after it. */
  readonly hole_us: number;
  readonly hole_at_us: number | null;
}

/** Packets over time: the number of packets for each bar and kind. */
export interface Activity {
  readonly start_ms: number;
  readonly end_ms: number;
  /** The kinds that occur, the most frequent one first. */
  readonly kinds: readonly { readonly kind: PacketKind; readonly packets: number; readonly bars: readonly number[] }[];
  /** What the chart shows, in a sentence. */
  readonly title: string;
}

/** A description of a capture in sentences. */
export interface CaptureOverview {
  readonly title: string;
  readonly text: string;
  readonly facts: CaptureFacts;
  /** Number of addresses in packets with a valid CRC. */
  readonly addresses: number;
  readonly findings: readonly OverviewFinding[];
  /** Packets over time; null if no packet has a time. */
  readonly activity: Activity | null;
}

export function readFacts({ columns, rows }: QueryResult): CaptureFacts {
  const number = (name: string): number | null => {
    const value = rows[0]?.[columns.findIndex((column) => column.name === name)];
    return value === null || value === undefined ? null : Number(value);
  };
  return {
    packets: number('packets') ?? 0,
    damaged: number('damaged') ?? 0,
    first_us: number('first_us'),
    last_us: number('last_us'),
    connects: number('connects') ?? 0,
    scans: number('scans') ?? 0,
    connected: number('connected') ?? 0,
    hole_us: Math.max(0, number('hole_us') ?? 0),
    hole_at_us: number('hole_at_us'),
  };
}

/** @param noun word for what is counted, in the plural */
export function readActivity(
  { rows }: QueryResult,
  facts: Pick<CaptureFacts, 'first_us' | 'last_us'>,
  noun: 'packets' | 'rows' = 'packets',
): Activity | null {
  if (facts.first_us === null || facts.last_us === null) return null;
  const bars = new Map<PacketKind, number[]>();
  for (const [bin, name, packets] of rows) {
    const kind = PACKET_KINDS.find((each) => each === name);
    if (kind === undefined) continue;
    const own = bars.get(kind) ?? new Array<number>(ACTIVITY_BINS).fill(0);
    bars.set(kind, own);
    own[Number(bin)] = (own[Number(bin)] ?? 0) + Number(packets);
  }
  const kinds = [...bars].map(([kind, own]) => ({ kind, bars: own, packets: own.reduce((sum, each) => sum + each, 0) }));
  const [start_ms, end_ms] = [facts.first_us / 1000, facts.last_us / 1000];
  return {
    start_ms,
    end_ms,
    kinds: kinds.sort((left, right) => right.packets - left.packets),
    title: activityTitle(kinds, (end_ms - start_ms) / 1000, noun),
  };
}

/** The number of packets of all kinds for each bar. */
export const totalBars = (kinds: Activity['kinds']): readonly number[] =>
  Array.from({ length: ACTIVITY_BINS }, (_, bin) => kinds.reduce((sum, { bars }) => sum + (bars[bin] ?? 0), 0));

/** Describes whether packets are evenly distributed over time, and at what rate they arrive. */
function activityTitle(kinds: Activity['kinds'], seconds: number, noun: string): string {
  const sums = totalBars(kinds);
  const total = sums.reduce((sum, each) => sum + each, 0);
  if (total === 0 || seconds <= 0) return `All ${noun} have the same time`;
  const rate = total / seconds;
  const words = rate >= 10 ? formatCount(Math.round(rate)) : rate.toFixed(1);
  const mean = total / ACTIVITY_BINS;
  const silent = sums.filter((each) => each === 0).length / ACTIVITY_BINS;
  const spread = Math.sqrt(sums.reduce((sum, each) => sum + (each - mean) ** 2, 0) / ACTIVITY_BINS) / mean;
  if (silent >= 0.25) return `Silent for ${String(Math.round(silent * 100))} % of the time; ${words} ${noun} a second on average`;
  return spread < 0.35 ? `Steady at ${words} ${noun} a second` : `Uneven; ${words} ${noun} a second on average`;
}

/** What a description of a capture is written from. */
export interface OverviewParts {
  readonly facts: CaptureFacts;
  readonly activity: Activity | null;
  /** The devices, one per address. */
  readonly devices: readonly Device[];
  /** The connections of which packets were recorded. */
  readonly connections: readonly ConnectionLine[];
  readonly servers: readonly GattServer[];
}

/** Describes a capture in sentences. */
export function captureOverview(parts: OverviewParts): CaptureOverview {
  const { facts, activity, devices, connections } = parts;
  // A log of a host may contain connections but no addresses from the air.
  const subject =
    devices.length === 0 && connections.length > 0
      ? formatAmount(connections.length, 'connection')
      : formatAmount(devices.length, 'address', 'addresses');
  const span = activity === null ? '' : ` in ${formatDuration(activity.end_ms - activity.start_ms)}`;
  return {
    title: `${subject}${span}`,
    text: [...sharesOf(devices), connectionsOf(facts, connections), ...damagedOf(facts)].join(' '),
    facts,
    addresses: devices.length,
    findings: findingsOf(parts),
    activity,
  };
}

/** Writes which devices sent the most packets. */
function sharesOf(devices: readonly Device[]): string[] {
  const all = devices.reduce((sum, { packets }) => sum + packets, 0);
  if (all === 0) return [];
  const byKind = new Map<string, number>();
  for (const { what, packets } of devices) {
    const text = what.text ?? 'unidentified devices';
    byKind.set(text, (byKind.get(text) ?? 0) + packets);
  }
  const shares = [...byKind].sort(([, left], [, right]) => right - left).slice(0, 3);
  const words = shares.filter(([, packets]) => packets / all >= 0.05).map(([text, packets]) => `${text} (${percent(packets / all)})`);
  return words.length === 0 ? [] : [`Most packets come from: ${words.join(', ')}.`];
}

function connectionsOf({ connects }: CaptureFacts, recorded: readonly ConnectionLine[]): string {
  const were = (count: number): string => `${formatAmount(count, 'connection')} ${count === 1 ? 'was' : 'were'}`;
  if (recorded.length > 0) return `${were(recorded.length)} recorded, with ${recordedPackets(recorded)}.`;
  return connects === 0 ? 'No connection was requested.' : `${were(connects)} requested.`;
}

const damagedOf = ({ damaged, packets }: CaptureFacts): string[] =>
  damaged === 0 ? [] : [`${asSentence(percent(damaged / packets))} arrived damaged and ${damaged === 1 ? 'is' : 'are'} not counted below.`];

export const percent = (share: number): string => (share > 0 && share < 0.01 ? 'less than 1 %' : `${String(Math.round(share * 100))} %`);
