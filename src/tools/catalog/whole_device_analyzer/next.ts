import { amount } from '../../../base/amount.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { NextCall } from '../../contract/index.ts';
import type { Observed } from '../../linkage/observe.ts';
import { packetsOf } from '../../rows-of.ts';
import type { ListedDevice } from './schema.ts';

/** Suggests a query of the packets of the most probable device. */
export function afterDevices(
  devices: readonly ListedDevice[],
  observed: readonly Observed[],
  captures: readonly CaptureInfo[],
): NextCall[] {
  const first = devices[0];
  if (first === undefined) return [];
  const senders = first.parts.flatMap(({ addresses }) => addresses);
  const own = new Set(senders);
  const framesOf = (list: readonly Observed[]): number => list.reduce((sum, { sent }) => sum + sent, 0);
  return packetsOf({
    captures,
    column: 'advertiser_addr',
    senders,
    packets: framesOf(observed.filter(({ address }) => own.has(address))),
    rows: framesOf(observed),
    why: `See what the ${amount(senders.length, 'address', 'addresses')} of the most probable device sent.`,
  });
}
