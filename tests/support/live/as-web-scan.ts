import { createHash } from 'node:crypto';
import type { WebAdvert } from '../../../src/tables/web-advert.ts';
import { scanLogHead, scanLogLine } from '../../../src/tables/scan-log.ts';
import type { Opened } from '../captures.ts';

/** The browser's id of an address: 16 octets in base64, another for each page and start of the browser. */
export const idOf = (address: string): string => createHash('sha256').update(`page ${address}`).digest().subarray(0, 16).toString('base64');

/**
 * A sniffer's capture as a browser's scan would have heard it: an id instead of the address, manufacturer data alone, no
 * channel, no kind of PDU, no clock of the radio, and the host's times in whole milliseconds.
 */
export function asWebScan({ columns, summary }: Opened): { readonly log: string; readonly address: ReadonlyMap<string, string> } {
  const address = new Map<string, string>();
  const lines: string[] = [];
  const cell = (name: string, row: number): unknown => columns[name]?.[row] ?? null;
  for (let row = 0; row < summary.row_count; row++) {
    const type = cell('adv_type', row);
    const sender = cell('advertiser_addr', row);
    if (typeof sender !== 'string' || cell('crc_ok', row) === false || (type !== 'ADV_IND' && type !== 'ADV_NONCONN_IND')) continue;
    const device_id = idOf(sender);
    address.set(device_id, sender);
    const data = (cell('adv_data', row) as Uint8Array | null) ?? new Uint8Array();
    const advert: WebAdvert = {
      us: Math.floor(Number(cell('ts_us', row)) / 1000) * 1000,
      device_id,
      name: null,
      rssi: Number(cell('rssi', row)),
      tx_power: null,
      appearance: null,
      uuids: [],
      manufacturer: manufacturerOf(data),
      service: [],
    };
    lines.push(scanLogLine(advert));
  }
  return { log: scanLogHead('Web Bluetooth', 0) + lines.join(''), address };
}

function manufacturerOf(data: Uint8Array): [number, Uint8Array][] {
  for (let at = 0; at + 3 < data.length; at += 1 + (data[at] ?? 0)) {
    const length = data[at] ?? 0;
    if (length === 0) break;
    if (data[at + 1] === 0xff) return [[(data[at + 2] ?? 0) | ((data[at + 3] ?? 0) << 8), data.slice(at + 4, at + 1 + length)]];
  }
  return [];
}
