import { fields } from './octet-fields.ts';
import type { OctetField } from './octet-fields.ts';

/**
 * Parameters of HCI commands and events that describe a connection. Core specification 5.4, Vol 4 Part E 7. Layouts end before keys and
 * before values from which keys can be derived; packets that are not listed have no layout.
 */
const PARAMETERS = 'interval_us:u16*1250 interval_max_us:u16*1250 latency:u16 timeout_ms:u16*10';
const IN_FORCE = 'interval_us:u16*1250 latency:u16 timeout_ms:u16*10';
const PEER = 'peer_address_type:u8 peer_addr:addr';

const COMMANDS: Readonly<Record<number, string>> = {
  0x0405: 'peer_addr:addr',
  0x0406: 'handle:u16 reason:u8',
  0x0408: 'peer_addr:addr',
  0x0409: 'peer_addr:addr role:u8',
  0x040a: 'peer_addr:addr reason:u8',
  0x040b: 'peer_addr:addr',
  0x040c: 'peer_addr:addr',
  0x0411: 'handle:u16',
  0x0413: 'handle:u16 encryption:u8',
  0x0419: 'peer_addr:addr',
  0x041b: 'handle:u16',
  0x041c: 'handle:u16',
  0x041d: 'handle:u16',
  0x0c2d: 'handle:u16',
  0x1405: 'handle:u16',
  0x200d: `-:u16 -:u16 -:u8 ${PEER} -:u8 ${PARAMETERS}`,
  0x2011: PEER,
  0x2012: PEER,
  0x2013: `handle:u16 ${PARAMETERS}`,
  0x2015: 'handle:u16',
  0x2016: 'handle:u16',
  0x2019: 'handle:u16',
  0x201a: 'handle:u16',
  0x201b: 'handle:u16',
  0x2020: `handle:u16 ${PARAMETERS}`,
  0x2021: 'handle:u16 reason:u8',
  0x2022: 'handle:u16 max_tx_octets:u16 max_tx_time_us:u16',
  0x2027: PEER,
  0x2028: PEER,
  0x202b: PEER,
  0x202c: PEER,
  0x2030: 'handle:u16',
  0x2032: 'handle:u16',
  // Parameters of the first PHY only.
  0x2043: `-:u8 -:u8 ${PEER} -:u8 -:u16 -:u16 ${PARAMETERS}`,
  0x204e: PEER,
  0x206d: 'handle:u16',
  0x207e: 'handle:u16 subrate_factor:u16 -:u16 latency:u16 continuation:u16 timeout_ms:u16*10',
};

/** Return parameters of Command Complete, for commands that return more than a status. */
const RETURNS: Readonly<Record<number, string>> = {
  0x0c2d: 'status:u8 handle:u16',
  0x1001: 'status:u8 -:u8 -:u16 version:u8 company_id:u16 subversion:u16',
  0x1003: 'status:u8 features:u64',
  0x1405: 'status:u8 handle:u16',
  0x2003: 'status:u8 features:u64',
  0x2015: 'status:u8 handle:u16',
  0x201a: 'status:u8 handle:u16',
  0x201b: 'status:u8 handle:u16',
  0x2020: 'status:u8 handle:u16',
  0x2021: 'status:u8 handle:u16',
  0x2022: 'status:u8 handle:u16',
  0x2023: 'status:u8 max_tx_octets:u16 max_tx_time_us:u16',
  0x202b: 'status:u8 peer_addr:addr',
  0x202f: 'status:u8 max_tx_octets:u16 max_tx_time_us:u16 max_rx_octets:u16 max_rx_time_us:u16',
  0x2030: 'status:u8 handle:u16 tx_phy:u8 rx_phy:u8',
};

const EVENTS: Readonly<Record<number, string>> = {
  0x03: 'status:u8 handle:u16 peer_addr:addr -:u8 encryption:u8',
  0x04: 'peer_addr:addr',
  0x05: 'status:u8 handle:u16 reason:u8',
  0x06: 'status:u8 handle:u16',
  0x07: 'status:u8 peer_addr:addr',
  0x08: 'status:u8 handle:u16 encryption:u8',
  0x0b: 'status:u8 handle:u16 features:u64',
  0x0c: 'status:u8 handle:u16 version:u8 company_id:u16 subversion:u16',
  0x0e: 'allowed_commands:u8 command_opcode:u16',
  0x0f: 'status:u8 allowed_commands:u8 command_opcode:u16',
  0x10: 'hardware_code:u8',
  0x12: 'status:u8 peer_addr:addr role:u8',
  0x13: '-:u8 handle:u16 completed_packets:u16',
  0x14: 'status:u8 handle:u16',
  0x16: 'peer_addr:addr',
  0x17: 'peer_addr:addr',
  0x18: 'peer_addr:addr',
  0x1b: 'handle:u16',
  0x23: 'status:u8 handle:u16',
  0x30: 'status:u8 handle:u16',
  0x31: 'peer_addr:addr',
  0x32: 'peer_addr:addr',
  0x33: 'peer_addr:addr',
  0x36: 'status:u8 peer_addr:addr',
  0x38: 'handle:u16',
  0x57: 'handle:u16',
  0x59: 'status:u8 handle:u16 encryption:u8',
};

const LE_EVENTS: Readonly<Record<number, string>> = {
  0x01: `status:u8 handle:u16 role:u8 ${PEER} ${IN_FORCE} sca:u8`,
  0x03: `status:u8 handle:u16 ${IN_FORCE}`,
  0x04: 'status:u8 handle:u16 features:u64',
  0x05: 'handle:u16',
  0x06: `handle:u16 ${PARAMETERS}`,
  0x07: 'handle:u16 max_tx_octets:u16 max_tx_time_us:u16 max_rx_octets:u16 max_rx_time_us:u16',
  0x08: 'status:u8',
  0x09: 'status:u8',
  0x0a: `status:u8 handle:u16 role:u8 ${PEER} -:b12 ${IN_FORCE} sca:u8`,
  0x0c: 'status:u8 handle:u16 tx_phy:u8 rx_phy:u8',
  0x0e: `status:u8 -:u16 -:u8 ${PEER}`,
  0x12: 'status:u8 -:u8 handle:u16',
  0x13: `-:u8 ${PEER}`,
  0x14: 'handle:u16 channel_selection:u8',
  0x17: 'status:u8 handle:u16',
  0x18: `status:u8 handle:u16 -:u16 -:u16 -:u8 ${PEER}`,
  0x19: 'status:u8 handle:u16',
  0x1a: 'handle:u16',
  0x1f: 'status:u8 handle:u16 sca:u8',
  0x20: 'handle:u16',
  0x21: 'status:u8 handle:u16',
  0x23: 'status:u8 handle:u16 subrate_factor:u16 latency:u16 continuation:u16 timeout_ms:u16*10',
  0x29: `status:u8 handle:u16 role:u8 ${PEER} -:b12 ${IN_FORCE} sca:u8`,
};

type Layouts = ReadonlyMap<number, readonly OctetField[]>;
const NONE: readonly OctetField[] = [];
const STATUS = fields('status:u8');
const read = (texts: Readonly<Record<number, string>>): Layouts =>
  new Map(Object.entries(texts).map(([code, text]) => [Number(code), fields(text)]));
const [commands, returns, events, leEvents] = [read(COMMANDS), read(RETURNS), read(EVENTS), read(LE_EVENTS)];

export const hciCommandFields = (opcode: number): readonly OctetField[] => commands.get(opcode) ?? NONE;
/** Return parameters of Command Complete, after the opcode of the command. */
export const hciReturnFields = (opcode: number): readonly OctetField[] => (opcode === 0 ? NONE : (returns.get(opcode) ?? STATUS));
export const hciEventFields = (code: number): readonly OctetField[] => events.get(code) ?? NONE;
/** Parameters after the subevent code. */
export const hciLeEventFields = (subevent: number): readonly OctetField[] => leEvents.get(subevent) ?? NONE;
