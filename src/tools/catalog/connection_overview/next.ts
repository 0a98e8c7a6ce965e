import { amount } from '../../../base/amount.ts';
import type { NextCall } from '../../contract/index.ts';
import type { ListedConnection } from './schema.ts';

/** Suggests a query of the messages on the connections, if some could be decoded. */
export function afterConnections(connections: readonly ListedConnection[], address: string | undefined): NextCall[] {
  const [packets, messages] = connections.reduce(([all, read], each) => [all + each.packets, read + each.att_pdus], [0, 0]);
  if (messages === 0 || packets === 0) return [];
  const speaking = connections.filter(({ att_pdus }) => att_pdus > 0).length;
  return [
    {
      tool: 'gatt_overview',
      arguments: address === undefined ? {} : { address },
      why: 'See which services and values the devices offered on these connections.',
      expectedOutcome: `Attributes out of ${amount(messages, 'message')} of ${amount(speaking, 'connection')}.`,
      benefit: { measure: 'packets_explained', share: Math.min(1, messages / packets) },
    },
  ];
}
