import { walkContinuity, continuityName } from '../ad/apple.ts';
import { APPLE } from '../ad/manufacturer.ts';
import type { AssignedNames } from '../ad/names.ts';
import { walkAd } from '../ad/structure.ts';
import { FORMATS } from './rules.ts';
import { gatherSaid } from './said.ts';

/** Values of a packet row by column name; null if unknown. */
export interface PacketCells {
  readonly pdu: string | null;
  readonly crc_ok: boolean | null;
  /** The advertiser; in requests, the device that receives the request. */
  readonly advertiser: string | null;
  readonly name: string | null;
  readonly company: number | null;
  /** Advertising data. */
  readonly data: Uint8Array | null;
  /** Opcode of control PDUs, HCI events and commands. */
  readonly opcode: string | null;
}

/** How a row is marked. `damaged`: its CRC is wrong; `request`: it is a request to another device. */
export type PacketTone = 'damaged' | 'request' | null;

const REQUESTS: Readonly<Record<string, string>> = {
  SCAN_REQ: 'Scan request',
  AUX_SCAN_REQ: 'Scan request',
  CONNECT_IND: 'Connection request',
  AUX_CONNECT_REQ: 'Connection request',
};

export const packetTone = ({ pdu, crc_ok }: Pick<PacketCells, 'pdu' | 'crc_ok'>): PacketTone =>
  crc_ok === false ? 'damaged' : pdu !== null && Object.hasOwn(REQUESTS, pdu) ? 'request' : null;

/** A short description of a packet: the recipient of a request, or the name and formats in it. Empty if there are none. */
export function packetInfo(cells: PacketCells, names: Pick<AssignedNames, 'company'>): string {
  const { pdu, crc_ok, advertiser, name, company, data, opcode } = cells;
  if (crc_ok === false) return 'Checksum wrong';
  const request = pdu === null ? undefined : REQUESTS[pdu];
  if (request !== undefined) return advertiser === null ? request : `${request} to …${advertiser.slice(-5)}`;
  const contents = [...(name === null ? [] : [name]), ...formatsOf(data)];
  if (contents.length > 0) return contents.join(', ');
  if (company !== null) return names.company(company) ?? `company 0x${company.toString(16).toUpperCase().padStart(4, '0')}`;
  if (opcode !== null) return opcode;
  return pdu?.endsWith('SCAN_RSP') === true ? 'Scan response without data' : '';
}

/** Returns the formats of vendors and networks in advertising data, each once. */
function formatsOf(data: Uint8Array | null): string[] {
  if (data === null || data.length === 0) return [];
  const apple = walkAd(data).structures.flatMap(({ type, value, end }) =>
    type === 0xff && end - value > 2 && (data[value] ?? 0) + 256 * (data[value + 1] ?? 0) === APPLE
      ? walkContinuity(data, value + 2, end).map((message) => continuityName(message.type))
      : [],
  );
  if (apple.length > 0) return [...new Set(apple)];
  const { formats } = gatherSaid([data], { names: [], appearance: null, companies: [], services: [] });
  const found = FORMATS.find(({ match }) => [...formats].some((each) => each === match || each.startsWith(`${match}:`)));
  return found ? [found.kind] : [];
}
