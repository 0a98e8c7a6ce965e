import { amount } from '../../../base/amount.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { NextCall } from '../../contract/index.ts';
import { packetsOf } from '../../rows-of.ts';
import { COLUMN } from './read.ts';
import type { ListedDevice } from './schema.ts';

/** Suggests a query of the packets of the most probable device, and an audit of how well it can be followed. */
export function afterCompanions(devices: readonly ListedDevice[], packets: number, captures: readonly CaptureInfo[]): NextCall[] {
  const first = devices.find(({ mine, verdict }) => !mine && verdict !== 'chance') ?? devices[0];
  if (first === undefined) return [];
  const sent = first.heard.reduce((sum, each) => sum + each.packets, 0);
  const calls = packetsOf({
    captures,
    column: COLUMN,
    senders: first.addresses,
    packets: Math.min(sent, packets),
    rows: packets,
    why: 'Look at what the device that recurs most surely sent.',
  });
  if (first.addresses.length < 2) return calls;
  return [
    ...calls,
    {
      tool: 'rotation_privacy_audit',
      arguments: { addresses: first.addresses, follow_links: false },
      why: `See what joins the ${amount(first.addresses.length, 'address', 'addresses')} of this device.`,
      expectedOutcome: `Findings on ${amount(first.addresses.length - 1, 'change of address', 'changes of address')}.`,
      benefit: { measure: 'links_audited', share: first.same_device },
    },
  ];
}
