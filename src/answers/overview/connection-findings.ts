import { formatAmount, formatCount, formatDuration } from '../../base/format.ts';
import type { ConnectionLine } from '../connections/list.ts';
import type { GattServer } from '../devices/revealed.ts';
import type { OverviewFinding } from './findings.ts';
import type { CaptureFacts } from './overview.ts';

/** Filter for the packets of connections and the requests for them. */
const ALL = "adv_type IN ('LL_DATA', 'LL_CONTROL', 'CONNECT_IND', 'AUX_CONNECT_REQ')";
const REQUESTS = "adv_type IN ('CONNECT_IND', 'AUX_CONNECT_REQ')";
/** Maximum number of services that are named. */
const MOST_NAMED = 5;

export const recordedPackets = (lines: readonly ConnectionLine[]): string =>
  formatAmount(
    lines.reduce((sum, { packets }) => sum + packets, 0),
    'packet',
  );

/** Writes who was connected, how the connections are secured, and which services the devices offered. */
export const connectionFindings = (lines: readonly ConnectionLine[], servers: readonly GattServer[]): (OverviewFinding | null)[] =>
  lines.length === 0 ? [] : [recorded(lines), security(lines), offered(servers.filter(isEndOf(lines)))];

/** Reports connection requests, if the capture has no tables of connections that followed. */
export function requestedFinding({ connects, connected }: CaptureFacts, lines: readonly ConnectionLine[]): OverviewFinding | null {
  if (connects === 0 || lines.length > 0) return null;
  return {
    id: 'connections',
    title: `${formatAmount(connects, 'connection')} requested`,
    text: `A central requested a connection. ${
      connected > 0
        ? `${formatAmount(connected, 'packet')} of connections are here, but no tables of them.`
        : 'The sniffer did not follow it: none of its packets are here.'
    }`,
    warns: false,
    action: { label: 'Show them', view: 'connections' },
    packets: { filter: REQUESTS },
  };
}

function recorded(lines: readonly ConnectionLine[]): OverviewFinding {
  const [first] = lines;
  const longest = Math.max(...lines.map(({ lasted }) => lasted ?? 0));
  const text =
    lines.length === 1 && first
      ? `${first.central ?? 'An unknown central'} and ${first.peripheral ?? 'an unknown peripheral'}, for ${formatDuration(longest)}. ${first.end}`
      : `${recordedPackets(lines)} in all; the longest lasted ${formatDuration(longest)}.`;
  return {
    id: 'connections',
    title: `${formatAmount(lines.length, 'connection')} recorded`,
    text,
    warns: false,
    action: { label: 'Show them', view: 'connections' },
    packets: { filter: ALL },
  };
}

/** Reports the sentence about security that most connections share; of equally frequent ones the first. */
function security(lines: readonly ConnectionLine[]): OverviewFinding | null {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line.security, (counts.get(line.security) ?? 0) + 1);
  const [most] = [...counts].sort(([, left], [, right]) => right - left);
  if (most === undefined) return null;
  const [sentence, count] = most;
  // Use the first words as the title: "LE legacy pairing with Passkey Entry: who recorded …", "Not encrypted, as far as …".
  const [, head, rest] = /^([^:;,.]{4,60})[:;,] (.+)$/.exec(sentence) ?? [];
  const share = counts.size === 1 ? '' : ` This holds for ${formatCount(count)} of ${formatAmount(lines.length, 'connection')}.`;
  return {
    id: 'security',
    title: head ?? 'Protection',
    text: `${upper(rest ?? sentence)}${share}`,
    warns: false,
    action: { label: 'Connections', view: 'connections' },
    packets: { filter: ALL },
  };
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether an address is an end of one of the selected connections, because the capture may have others. */
const isEndOf =
  (lines: readonly ConnectionLine[]) =>
  ({ address }: GattServer): boolean =>
    lines.some(({ central, peripheral }) => address === central || address === peripheral);

function offered(servers: readonly GattServer[]): OverviewFinding | null {
  const [first] = [...servers].sort((left, right) => right.services.length - left.services.length);
  if (first === undefined) return null;
  const named = first.services.slice(0, MOST_NAMED).join(', ');
  const more = first.services.length - MOST_NAMED;
  const others = servers.length - 1;
  return {
    id: 'services',
    title: `${formatAmount(first.services.length, 'service')} discovered`,
    text: `${first.address} offers ${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}.${others > 0 ? ` ${formatAmount(others, 'other device')} ${others === 1 ? 'has' : 'have'} services too.` : ''}`,
    warns: false,
    action: { label: 'Attributes', view: 'connections', tab: 'attributes' },
    packets: { filter: ALL },
  };
}
