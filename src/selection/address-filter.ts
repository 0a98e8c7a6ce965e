import type { CaptureInfo } from '../tables/captures.ts';
import { listTerm } from './terms.ts';
import type { Narrowing } from './types.ts';

/** Writes a filter on addresses (docs/reference/filter-grammar.md). A text that is not an address counts as a device id of a live scan. */
export function selectionFilter(addresses: readonly string[]): string {
  const parts = [
    ['advertiser_addr', addresses.filter((address) => MAC.test(address))],
    ['device_id', addresses.filter((address) => !MAC.test(address))],
  ] as const;
  return parts
    .filter(([, named]) => named.length > 0)
    .map(([column, named]) => listTerm(column, named))
    .join(' OR ');
}

export const MAC = /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i;

/** Which packets a Wireshark display filter is to show. */
export interface Shown {
  readonly addresses: readonly string[];
  /** Time range of the packets in whole milliseconds, both inclusive. */
  readonly time?: Narrowing['time_range'];
  /** Whether the display filter uses times relative to the first packet. */
  readonly relative?: boolean;
  /** Whether some packets are HCI records, whose addresses are in another field of Wireshark. */
  readonly hci?: boolean;
}

/** Link types of captures with HCI records: H4 without and with direction, and Linux monitor. */
const HCI: readonly number[] = [187, 201, 254];

/** Whether one of these captures contains HCI records. */
export const hasHci = (captures: readonly Pick<CaptureInfo, 'link_types'>[]): boolean =>
  captures.some(({ link_types }) => link_types.some((type) => HCI.includes(type)));

/**
 * Writes Wireshark's display filter for the packets of the page's selection (fields `btle.advertising_address`, `bthci_evt.bd_addr`,
 * `frame.time_epoch`, `frame.time_relative`). Empty if that is not possible: device ids of a live scan are not addresses.
 */
export function displayFilter({ addresses, time = null, relative = false, hci = false }: Shown): string {
  const known = addresses.filter((address) => MAC.test(address)).map((address) => address.toLowerCase());
  const is = (field: string): string => (known.length === 1 ? `${field} == ${known.join('')}` : `${field} in {${known.join(', ')}}`);
  const own = is('btle.advertising_address');
  const named = known.length === 0 ? [] : [hci ? `(${own} || ${is('bthci_evt.bd_addr')})` : own];
  if (known.length === 0 && addresses.length > 0) return '';
  return [...named, ...(time ? [timeFilter(time, relative ? 'frame.time_relative' : 'frame.time_epoch')] : [])].join(' && ');
}

/** Writes a display-filter condition for a time range, which includes the whole last millisecond. */
const timeFilter = ({ start_ms, end_ms }: NonNullable<Shown['time']>, field: string): string =>
  `${field} >= ${(start_ms / 1000).toFixed(3)} && ${field} < ${((end_ms + 1) / 1000).toFixed(3)}`;
