import { PDU_TYPES, PHYS } from '../ble/pdu-type.ts';
import type { CaptureInfo } from './captures.ts';

const ADDRESSES = new Set(['advertiser_addr', 'scanner_addr', 'initiator_addr', 'target_addr']);

/**
 * The texts that decoders write into a column of a BLE capture: addresses as `AA:BB:CC:DD:EE:FF`, or the texts of a list; undefined if the
 * column may contain any text. Comparing such a column with another spelling could never be true, so that is reported as an error.
 */
export function speltValues(capture: CaptureInfo, column: string): 'addresses' | readonly string[] | undefined {
  if (capture.kind !== 'ble') return undefined;
  if (ADDRESSES.has(column)) return 'addresses';
  return column === 'adv_type' ? PDU_TYPES : column === 'phy' ? PHYS : undefined;
}

/** Whether such a column can contain a text. */
export const isSpelt = (values: 'addresses' | readonly string[], text: string): boolean =>
  values === 'addresses' ? /^[\dA-F]{2}(?::[\dA-F]{2}){5}$/.test(text) : values.includes(text);
