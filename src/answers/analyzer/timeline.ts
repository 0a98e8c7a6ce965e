import type { TimelineGroup, TimelineLane } from '../charts/timeline-layout.ts';
import { type DeviceName, deviceTitle, nameOfDevice, namesByAddress } from '../../base/device-name.ts';
import { formatAmount, formatCount, formatDuration } from '../../base/format.ts';
import { groupBy } from '../../base/group.ts';
import { addressCount, type AnalyzerOutput, type Segment } from './model.ts';

const SERIES = 8;

/** Groups lanes by cluster, and orders them by their first packet. Addresses without a cluster are in the last group. */
export function timelineGroups(output: AnalyzerOutput, names: readonly DeviceName[] = []): readonly TimelineGroup[] {
  const given = namesByAddress(names);
  const byAddress = groupBy(output.segments, (segment) => segment.address);
  const strongest = output.segments.reduce((most, segment) => Math.max(most, segment.activity), 0) || 1;
  const lane = (address: string): TimelineLane => ({
    label: address,
    spans: (byAddress.get(address) ?? []).map((segment) => ({
      start: segment.start_ms,
      end: segment.end_ms,
      weight: segment.activity / strongest,
    })),
  });
  const linked = new Set(output.clusters.flatMap((cluster) => cluster.addresses));
  const groups = output.clusters.map((cluster, index) => {
    const short = deviceTitle(cluster.letter, nameOfDevice(cluster.addresses, given));
    return {
      title: `${short} · ${formatAmount(cluster.addresses.length, 'address', 'addresses')}, probably one device`,
      short,
      series: (index % SERIES) + 1,
      lanes: cluster.addresses.map(lane).sort(byStart),
    };
  });
  const others = [...byAddress.keys()].filter((address) => !linked.has(address));
  if (others.length === 0) return groups;
  const title = `${formatAmount(others.length, 'address', 'addresses')} without a link`;
  return [...groups, { title, series: 0, lanes: others.map(lane).sort(byStart) }];
}

const byStart = (left: TimelineLane, right: TimelineLane): number => (left.spans[0]?.start ?? 0) - (right.spans[0]?.start ?? 0);

/** Writes the finding of the timeline as a sentence. */
export function timelineFinding(output: AnalyzerOutput): string {
  const drawn = new Set(output.segments.map((segment) => segment.address));
  if (drawn.size === 0) return 'No address was active long enough to draw';
  const active = `${activeWords(output, drawn)} within ${formatDuration(latest(output.segments) - earliest(output.segments))}`;
  const unheard = unheardWords(output, drawn);
  if (output.clusters.length === 0) return `${active}; no two of them are linked${unheard}`;
  const linked = new Set(output.clusters.flatMap((cluster) => cluster.addresses)).size;
  return `${active}; ${String(linked)} of them probably come from ${formatAmount(output.clusters.length, 'device')}${unheard}`;
}

/** Writes how many addresses have no lane, because they only occur as the target of requests. */
function unheardWords({ addresses }: AnalyzerOutput, drawn: ReadonlySet<string>): string {
  const unheard = addresses.filter(({ address, asks }) => !asks && !drawn.has(address)).length;
  return unheard === 0 ? '' : `; ${formatAmount(unheard, 'address', 'addresses')} only named in requests`;
}

/** Writes how many addresses have a lane in the timeline, and how many there are. */
function activeWords({ addresses }: AnalyzerOutput, drawn: ReadonlySet<string>): string {
  const asking = addresses.filter(({ address, asks }) => asks && drawn.has(address)).length;
  const lanes = drawn.size - asking;
  const all = Math.max(lanes, addressCount(addresses));
  const of = formatAmount(all, 'address', 'addresses');
  const also = asking === 0 ? '' : ` and ${formatCount(asking)} that only sent requests`;
  return `${lanes === all ? of : `${formatCount(lanes)} of ${of}`}${also} active`;
}

const earliest = (segments: readonly Segment[]): number => segments.reduce((least, segment) => Math.min(least, segment.start_ms), Infinity);
const latest = (segments: readonly Segment[]): number => segments.reduce((most, segment) => Math.max(most, segment.end_ms), -Infinity);
