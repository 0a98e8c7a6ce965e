import { formatAmount, formatCount, formatDuration } from '../../base/format.ts';
import { formatFigure } from '../charts/number-axis.ts';
import type { Device } from '../devices/devices.ts';
import { connectionFindings, requestedFinding } from './connection-findings.ts';
import type { CaptureFacts, OverviewParts } from './overview.ts';

/** An observation about a capture that a person should know, with the view that shows it. */
export interface OverviewFinding {
  readonly id: string;
  /** Title of a few words. */
  readonly title: string;
  readonly text: string;
  /** Whether the observation makes others less reliable. */
  readonly warns: boolean;
  readonly action: FindingRows & {
    readonly label: string;
    readonly view: 'devices' | 'packets' | 'identity' | 'connections';
    readonly tab?: 'attributes';
  };
  /** The packets on which it is based, if they are not those that the action shows. */
  readonly packets?: FindingRows;
}

/** Which packets are meant; what is absent does not restrict them. */
export interface FindingRows {
  /** A filter in the workbench's filter grammar. */
  readonly filter?: string;
  readonly addresses?: readonly string[];
  readonly time_range?: { readonly start_ms: number; readonly end_ms: number };
}

const MOST = 6;

/** Lists observations; those that make others less reliable come first. */
export function findingsOf({ facts, devices, connections, servers }: OverviewParts): readonly OverviewFinding[] {
  const found = [
    hole(facts),
    damage(facts),
    ...connectionFindings(connections, servers),
    tags(devices),
    sameName(devices),
    turnover(devices),
    requestedFinding(facts, connections),
    fixed(devices),
    loudest(devices),
  ];
  return found.filter((each) => each !== null).slice(0, MOST);
}

/** Minimum step in µs of the radio clock that counts as a gap. A smaller one may be jitter of the computer's clock. */
const LEAST_HOLE_US = 2e6;

function hole({ hole_us, hole_at_us }: CaptureFacts): OverviewFinding | null {
  if (hole_us < LEAST_HOLE_US || hole_at_us === null) return null;
  const at = hole_at_us / 1000;
  return {
    id: 'hole',
    title: `${formatDuration(hole_us / 1000)} missing`,
    text: 'The sniffer’s clock ran ahead of the computer’s clock here: packets were lost, and the time gaps around this point are wrong.',
    warns: true,
    action: { label: 'Show the gap', view: 'packets', time_range: { start_ms: Math.floor(at) - 1000, end_ms: Math.ceil(at) + 1000 } },
  };
}

function damage({ damaged, packets }: CaptureFacts): OverviewFinding | null {
  if (damaged / packets < 0.02) return null;
  return {
    id: 'damaged',
    title: `${String(Math.round((damaged / packets) * 100))} % damaged`,
    text: `${formatCount(damaged)} packets have a wrong checksum. Their addresses and names may be wrong, so they are not counted here.`,
    warns: damaged / packets >= 0.2,
    action: { label: 'Show them', view: 'packets', filter: 'crc_ok = FALSE' },
  };
}

const TAG = /\btag\b|tracking/i;

function tags(devices: readonly Device[]): OverviewFinding | null {
  const found = devices.filter(({ what }) => what.text !== null && TAG.test(what.text));
  if (found.length === 0) return null;
  const kinds = [...new Set(found.map(({ what }) => what.text))].slice(0, 3).join(', ');
  return {
    id: 'tags',
    title: `${formatAmount(found.length, 'tag')} nearby`,
    text: `Addresses that send the payload of tracking tags: ${kinds}. A tag changes its address, so several addresses may be one tag.`,
    warns: false,
    action: { label: 'Show them', view: 'devices', addresses: found.map(({ address }) => address) },
  };
}

/** Reports that several private addresses send the same name. */
function sameName(devices: readonly Device[]): OverviewFinding | null {
  const byName = new Map<string, Device[]>();
  for (const device of devices)
    if (device.names !== null && isPrivate(device)) byName.set(device.names, [...(byName.get(device.names) ?? []), device]);
  const kept = [...byName].filter(([, own]) => own.length > 1);
  const [first] = kept;
  if (first === undefined) return null;
  const names = kept.length === 1 ? '1 name links addresses' : `${formatCount(kept.length)} names link addresses`;
  return {
    id: 'names',
    title: names,
    text: `${formatCount(first[1].length)} private addresses send the name “${first[0]}”, which links them.`,
    warns: false,
    action: { label: 'Identity', view: 'identity', addresses: kept.flatMap(([, own]) => own.map(({ address }) => address)) },
  };
}

const isPrivate = ({ kind }: Device): boolean => kind === 'rpa' || kind === 'nrpa';

/** Reports private addresses that disappeared or appeared in the middle of the capture. */
function turnover(devices: readonly Device[]): OverviewFinding | null {
  const timed = devices.filter((device) => isPrivate(device) && device.packets >= LEAST_PACKETS);
  const from = Math.min(...timed.map(({ first_us }) => first_us ?? Infinity));
  const to = Math.max(...timed.map(({ last_us }) => last_us ?? -Infinity));
  const margin = (to - from) / 20;
  const went = timed.filter(({ last_us }) => (last_us ?? to) < to - margin);
  const came = timed.filter(({ first_us }) => (first_us ?? from) > from + margin);
  if (went.length === 0 || came.length === 0) return null;
  return {
    id: 'turnover',
    title: `${formatAmount(went.length, 'address', 'addresses')} disappeared, ${formatCount(came.length)} appeared`,
    text: 'Private addresses change every few minutes. Some that appeared may belong to devices whose previous address disappeared.',
    warns: false,
    action: { label: 'Compare', view: 'identity' },
    packets: { addresses: [...new Set([...went, ...came].map(({ address }) => address))] },
  };
}

/** Minimum number of packets of an address, as in the analyzer; fewer are not conclusive. */
const LEAST_PACKETS = 5;

function fixed(devices: readonly Device[]): OverviewFinding | null {
  const found = devices.filter(
    ({ kind, packets, what }) => (kind === 'public' || kind === 'random_static') && packets > 0 && !rotates(what),
  );
  if (found.length === 0) return null;
  return {
    id: 'fixed',
    title: `${formatAmount(found.length, 'address', 'addresses')} ${found.length === 1 ? 'does' : 'do'} not change`,
    text: 'Public and static addresses identify a device for as long as it has them.',
    warns: false,
    action: { label: 'Show them', view: 'devices', addresses: found.map(({ address }) => address) },
  };
}

/** Find My addresses look static by their bits but change every 15 min near the owner (Heinrich et al., PoPETs 2021). */
const rotates = (what: Device['what']): boolean => what.text?.includes('Find My') === true;

function loudest(devices: readonly Device[]): OverviewFinding | null {
  const near = devices.filter(({ rssi, packets }) => rssi !== null && packets >= LEAST_PACKETS);
  const [first] = [...near].sort((left, right) => (right.rssi?.mean ?? 0) - (left.rssi?.mean ?? 0));
  // Report nothing for a single device, because there is nothing to compare it with.
  if (near.length < 2 || first?.rssi === undefined || first.rssi === null) return null;
  const name = first.names === null ? `…${first.address.slice(-5)}` : `“${first.names}”`;
  return {
    id: 'loudest',
    title: `${name} is loudest`,
    text: `${first.what.text ?? 'It does not identify itself'}; ${formatFigure(Math.round(first.rssi.mean))} dBm on average${first.interval_ms === null ? '' : `, heard every ${formatDuration(first.interval_ms)}`}. The loudest device is often the nearest.`,
    warns: false,
    action: { label: 'Its packets', view: 'packets', addresses: [first.address] },
  };
}
