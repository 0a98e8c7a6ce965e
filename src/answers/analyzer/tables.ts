import { type DeviceName, nameOfDevice, namesByAddress } from '../../base/device-name.ts';
import { formatDuration, formatUtc } from '../../base/format.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import type { AnswerRows } from '../answer-rows.ts';
import { timelineColumns } from '../charts/timeline-table.ts';
import type { TimelineGroup, TimelineLane, TimelineSpan } from '../charts/timeline-layout.ts';
import { type AnalyzerOutput, type Cluster, TYPE_WORDS } from './model.ts';
import type { Narrowed } from './narrowed.ts';
import { linksAt } from './threshold.ts';

/** The analyst's verdict on a pair of addresses, for the table of links. */
export interface JudgedPair {
  readonly from: string;
  readonly to: string;
  readonly verdict: 'confirmed' | 'rejected' | 'note';
}

/** Returns a function that names the device of an address in a table: "A, Bench phone", its letter, its name, or null. */
function deviceWords({ clusters }: AnalyzerOutput, names: readonly DeviceName[]): (address: string) => string | null {
  const given = namesByAddress(names);
  const words = new Map<string, string>(given);
  for (const { letter, addresses } of clusters) {
    const name = nameOfDevice(addresses, given);
    for (const address of addresses) words.set(address, name === undefined ? letter : `${letter}, ${given.get(address) ?? name}`);
  }
  return (address) => words.get(address) ?? null;
}

/** Table of all addresses with their type and the evidence for the type. */
export function addressRows(output: AnalyzerOutput, left: Narrowed, names: readonly DeviceName[] = []): AnswerRows {
  const counted = output.addresses.some((address) => address.observations !== null);
  const deviceOf = deviceWords(output, names);
  const addresses = !left.narrows ? output.addresses : output.addresses.filter(({ address }) => left.has(address));
  const columns: readonly GridColumn[] = [
    { title: 'Address', mono: true, sortable: true, width: 160 },
    { title: 'Type', sortable: true, width: 176 },
    { title: 'Confidence', detail: 'of the type', sortable: true, width: 136 },
    ...(counted ? [{ title: 'Packets', align: 'end' as const, sortable: true, width: 84 }] : []),
    { title: 'Device', detail: 'probable', sortable: true, width: 150 },
    { title: 'Evidence', width: 420 },
  ];
  return {
    columns,
    count: addresses.length,
    all: output.addresses.length,
    row: (at): GridRow => {
      const item = addresses[at];
      if (!item) return [];
      return [
        item.address,
        TYPE_WORDS[item.type] ?? item.type,
        item.confidence,
        ...(counted ? [item.observations] : []),
        deviceOf(item.address),
        item.evidence.join(' · '),
      ];
    },
  };
}

const pairKey = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

/** Table of all pairs that may be one device, most likely first. */
export function linkRows(
  output: AnalyzerOutput,
  left: Narrowed,
  threshold: number,
  judged: readonly JudgedPair[],
  names: readonly DeviceName[] = [],
): AnswerRows {
  const deviceOf = deviceWords(output, names);
  const verdicts = new Map(judged.map(({ from, to, verdict }) => [pairKey(from, to), verdict]));
  const linked = new Set(linksAt(output.candidates, threshold));
  const pairs = output.candidates.filter(({ from, to }) => left.has(from) || left.has(to));
  return {
    columns: [
      { title: 'Address', detail: 'before', mono: true, sortable: true, width: 156 },
      { title: 'Successor', detail: 'possible', mono: true, sortable: true, width: 156 },
      { title: 'Probability', detail: 'of one device', sortable: true, width: 136 },
      { title: 'Link', detail: 'at the threshold', sortable: true, width: 118 },
      { title: 'Silence', detail: 's', align: 'end', sortable: true, width: 80 },
      { title: 'Device', detail: 'probable', sortable: true, width: 150 },
      { title: 'Your verdict', sortable: true, width: 130 },
    ],
    count: pairs.length,
    all: output.candidates.length,
    row: (at) => {
      const pair = pairs[at];
      if (!pair) return [];
      const verdict = verdicts.get(pairKey(pair.from, pair.to)) ?? null;
      const devices = [...new Set([deviceOf(pair.from), deviceOf(pair.to)])].filter((each) => each !== null);
      const device = devices.length === 0 ? null : devices.join(' / ');
      return [pair.from, pair.to, pair.probability, linked.has(pair) ? 'link' : '–', pair.gap_s, device, verdict];
    },
  };
}

/** Table with one row per segment of the timeline, in the order of the lanes. */
export function segmentRows(groups: readonly TimelineGroup[], relative: boolean): AnswerRows {
  const segments = groups.flatMap((group) =>
    group.lanes.flatMap((lane) => lane.spans.map((span): readonly [TimelineGroup, TimelineLane, TimelineSpan] => [group, lane, span])),
  );
  const instant = (ms: number): string => (relative ? `${(ms / 1000).toFixed(3)} s` : formatUtc(ms).replace(' UTC', ''));
  return {
    columns: timelineColumns('address', 'Activity', relative),
    count: segments.length,
    all: segments.length,
    row: (at) => {
      const [group, lane, span] = segments[at] ?? [];
      if (!group || !lane || !span) return [];
      const { start, end, weight } = span;
      return [lane.label, instant(start), instant(end), formatDuration(end - start), Number(weight.toFixed(3)), group.title];
    },
  };
}

/** Table of all pairs of a cluster, each once, with their probability. */
export function clusterRows({ addresses, matrix }: Cluster): AnswerRows {
  const pairs = addresses.flatMap((label, row) =>
    addresses.slice(row + 1).map((other, at): GridRow => [label, other, matrix[row]?.[row + 1 + at] ?? null]),
  );
  return {
    columns: [{ title: 'Address' }, { title: 'Other address' }, { title: 'Probability', detail: 'of one device' }],
    count: pairs.length,
    all: pairs.length,
    row: (at) => pairs[at] ?? [],
  };
}
