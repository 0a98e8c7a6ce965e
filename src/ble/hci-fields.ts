import { fields } from './octet-fields.ts';
import type { OctetField } from './octet-fields.ts';

/**
 * Parameters of HCI commands and events. Core specification 5.4, Vol 4 Part E 7. A layout ends before keys and before values from which
 * keys can be derived. Packets that are not listed have no layout.
 */
const PARAMETERS = 'interval_us:u16*1250 interval_max_us:u16*1250 latency:u16 timeout_ms:u16*10';
const EVENT_LENGTH = 'ce_length_us:u16*625 ce_length_max_us:u16*625';
const IN_FORCE = 'interval_us:u16*1250 latency:u16 timeout_ms:u16*10';
const SUBRATES = 'subrate_factor:u16 subrate_factor_max:u16 latency:u16 continuation:u16 timeout_ms:u16*10';
const PEER = 'peer_address_type:u8 peer_addr:addr';
const CLOCK = 'clock_offset:15,-:1';
const FEATURES_IO = 'io_capability:u8 oob_data:u8 auth_req:u8';
const EXTENDED_ADVERTISING =
  'advertising_handle:u8 advertising_properties:u16 adv_interval_us:u24*625 adv_interval_max_us:u24*625 -:u8 own_address_type:u8 ' +
  `${PEER} filter_policy:u8 tx_power:i8 primary_phy:u8 -:u8 secondary_phy:u8 sid:u8`;
const EXTENDED_CREATE = `filter_policy:u8 own_address_type:u8 ${PEER} -:u8 scan_interval_us:u16*625 scan_window_us:u16*625 ${PARAMETERS} ${EVENT_LENGTH}`;
const PERIODIC_INTERVAL = 'periodic_interval_us:u16*1250 periodic_interval_max_us:u16*1250';
const BIG = 'sdu_interval_us:u24 max_sdu:u16 max_latency_ms:u16 rtn:u8 phy:u8 packing:u8 framing:u8 encryption:u8';
const SCO = '-:u32 -:u32 -:u16 -:u16 -:u8 packet_type:u16';
const LENGTHS = 'max_tx_octets:u16 max_tx_time_us:u16';

const COMMANDS: Readonly<Record<number, string>> = {
  0x0405: `peer_addr:addr packet_type:u16 -:u16 ${CLOCK}`,
  0x0406: 'handle:u16 reason:u8',
  0x0408: 'peer_addr:addr',
  0x0409: 'peer_addr:addr role:u8',
  0x040a: 'peer_addr:addr reason:u8',
  0x040b: 'peer_addr:addr',
  0x040c: 'peer_addr:addr',
  0x040d: 'peer_addr:addr',
  0x040e: 'peer_addr:addr',
  0x040f: 'handle:u16 packet_type:u16',
  0x0411: 'handle:u16',
  0x0413: 'handle:u16 encryption:u8',
  0x0415: 'handle:u16',
  0x0419: `peer_addr:addr -:u16 ${CLOCK}`,
  0x041a: 'peer_addr:addr',
  0x041b: 'handle:u16',
  0x041c: 'handle:u16 page:u8',
  0x041d: 'handle:u16',
  0x041f: 'handle:u16',
  0x0420: 'handle:u16',
  0x0428: `handle:u16 ${SCO}`,
  0x0429: `peer_addr:addr ${SCO}`,
  0x042a: 'peer_addr:addr reason:u8',
  0x042b: `peer_addr:addr ${FEATURES_IO}`,
  0x042c: 'peer_addr:addr',
  0x042d: 'peer_addr:addr',
  0x042e: 'peer_addr:addr',
  0x042f: 'peer_addr:addr',
  0x0430: 'peer_addr:addr',
  0x0433: 'peer_addr:addr',
  0x0434: 'peer_addr:addr reason:u8',
  0x043d: 'handle:u16 -:b54 packet_type:u16',
  0x043e: 'peer_addr:addr -:b54 packet_type:u16',
  0x043f: `peer_addr:addr -:u8 ${CLOCK}`,
  0x0440: 'peer_addr:addr',
  0x0441: '-:u24 packet_type:u16',
  0x0442: '-:u8 peer_addr:addr -:b15 packet_type:u16',
  0x0444: 'peer_addr:addr',
  0x0445: 'peer_addr:addr',
  0x0801: 'handle:u16',
  0x0803: 'handle:u16',
  0x0804: 'handle:u16',
  0x0807: 'handle:u16',
  0x0809: 'handle:u16',
  0x080b: 'peer_addr:addr role:u8',
  0x080c: 'handle:u16',
  0x080d: 'handle:u16',
  0x0810: 'handle:u16',
  0x0811: 'handle:u16',
  0x0c08: 'handle:u16',
  0x0c0d: 'peer_addr:addr',
  0x0c12: 'peer_addr:addr',
  0x0c1a: 'enabled:u8',
  0x0c24: 'class_of_device:u24',
  0x0c27: 'handle:u16',
  0x0c28: 'handle:u16',
  0x0c2d: 'handle:u16',
  0x0c35: '-:u8',
  0x0c36: 'handle:u16',
  0x0c37: 'handle:u16',
  0x0c5f: 'handle:u16',
  0x0c60: 'peer_addr:addr',
  0x0c7b: 'handle:u16',
  0x0c7c: 'handle:u16',
  0x1004: 'page:u8',
  0x1401: 'handle:u16',
  0x1402: 'handle:u16',
  0x1403: 'handle:u16',
  0x1405: 'handle:u16',
  0x1406: 'handle:u16',
  0x1407: 'handle:u16',
  0x1408: 'handle:u16',
  0x2005: 'own_addr:addr',
  0x2006: `adv_interval_us:u16*625 adv_interval_max_us:u16*625 advertising_type:u8 own_address_type:u8 ${PEER} -:u8 filter_policy:u8`,
  0x200a: 'enabled:u8',
  0x200b: 'scan_type:u8 scan_interval_us:u16*625 scan_window_us:u16*625 own_address_type:u8 filter_policy:u8',
  0x200c: 'enabled:u8 filter_duplicates:u8',
  0x200d: `scan_interval_us:u16*625 scan_window_us:u16*625 filter_policy:u8 ${PEER} own_address_type:u8 ${PARAMETERS} ${EVENT_LENGTH}`,
  0x2011: PEER,
  0x2012: PEER,
  0x2013: `handle:u16 ${PARAMETERS} ${EVENT_LENGTH}`,
  0x2015: 'handle:u16',
  0x2016: 'handle:u16',
  0x2019: 'handle:u16 -:u64 ediv:u16',
  0x201a: 'handle:u16',
  0x201b: 'handle:u16',
  0x2020: `handle:u16 ${PARAMETERS} ${EVENT_LENGTH}`,
  0x2021: 'handle:u16 reason:u8',
  0x2022: `handle:u16 ${LENGTHS}`,
  0x2024: LENGTHS,
  0x2027: PEER,
  0x2028: PEER,
  0x202b: PEER,
  0x202c: PEER,
  0x202d: 'enabled:u8',
  0x2030: 'handle:u16',
  0x2031: 'all_phys:u8 tx_phys:u8 rx_phys:u8',
  0x2032: 'handle:u16 all_phys:u8 tx_phys:u8 rx_phys:u8 phy_options:u16',
  0x2035: 'advertising_handle:u8 own_addr:addr',
  0x2036: EXTENDED_ADVERTISING,
  0x2037: 'advertising_handle:u8',
  0x2038: 'advertising_handle:u8',
  0x2039: 'enabled:u8 -:u8',
  0x203c: 'advertising_handle:u8',
  0x203e: `advertising_handle:u8 ${PERIODIC_INTERVAL}`,
  0x203f: 'advertising_handle:u8',
  0x2040: 'enabled:u8 advertising_handle:u8',
  // Fields of the first PHY only.
  0x2041: 'own_address_type:u8 filter_policy:u8 -:u8 scan_type:u8 scan_interval_us:u16*625 scan_window_us:u16*625',
  0x2042: 'enabled:u8 filter_duplicates:u8',
  // Fields of the first PHY only.
  0x2043: EXTENDED_CREATE,
  0x2044: `-:u8 sid:u8 ${PEER} skip:u16 timeout_ms:u16*10`,
  0x2046: 'sync_handle:u16',
  0x2047: `${PEER} sid:u8`,
  0x2048: `${PEER} sid:u8`,
  0x204e: PEER,
  0x2053: 'sync_handle:u16 enabled:u8',
  0x2054: 'handle:u16 enabled:u8',
  0x2055: 'handle:u16',
  0x2056: 'handle:u16 enabled:u8',
  0x2057: 'handle:u16 enabled:u8',
  0x2059: 'sync_handle:u16 enabled:u8',
  0x205a: 'handle:u16 service_data:u16 sync_handle:u16',
  0x205b: 'handle:u16 service_data:u16 advertising_handle:u8',
  0x205c: 'handle:u16 -:u8 skip:u16 timeout_ms:u16*10',
  0x205d: '-:u8 skip:u16 timeout_ms:u16*10',
  0x2061: 'handle:u16',
  0x2062:
    'cig_id:u8 sdu_interval_c_to_p_us:u24 sdu_interval_p_to_c_us:u24 sca:u8 packing:u8 framing:u8 max_latency_c_to_p_ms:u16 ' +
    'max_latency_p_to_c_ms:u16 -:u8',
  0x2064: '-:u8',
  0x2065: 'cig_id:u8',
  0x2066: 'cis_handle:u16',
  0x2067: 'cis_handle:u16 reason:u8',
  0x2068: `big_handle:u8 advertising_handle:u8 bis_count:u8 ${BIG}`,
  0x2069:
    'big_handle:u8 advertising_handle:u8 bis_count:u8 sdu_interval_us:u24 iso_interval_us:u16*1250 subevents:u8 max_sdu:u16 max_pdu:u16 ' +
    'phy:u8 packing:u8 framing:u8 bn:u8 irc:u8 pto:u8 encryption:u8',
  0x206a: 'big_handle:u8 reason:u8',
  0x206b: 'big_handle:u8 sync_handle:u16 encryption:u8 -:b16 -:u8 timeout_ms:u16*10 bis_count:u8',
  0x206c: 'big_handle:u8',
  0x206d: 'handle:u16',
  0x206e: 'handle:u16',
  0x206f: 'handle:u16',
  0x2070: 'handle:u16',
  0x2071: 'handle:u16',
  0x2072: 'handle:u16',
  0x2073: 'handle:u16',
  0x2075: 'handle:u16',
  0x2076: 'handle:u16',
  0x2077: 'handle:u16',
  0x2078: 'handle:u16',
  0x2079: 'handle:u16 enabled:u8',
  0x207a: 'handle:u16',
  0x207d: SUBRATES,
  0x207e: `handle:u16 ${SUBRATES}`,
  0x207f: EXTENDED_ADVERTISING,
  0x2085: `advertising_handle:u8 -:u8 ${EXTENDED_CREATE}`,
  0x2086: `advertising_handle:u8 ${PERIODIC_INTERVAL}`,
  // Channel Sounding: only the connection handle.
  ...Object.fromEntries([0x208a, 0x208b, 0x208c, 0x208d, 0x208e, 0x208f, 0x2090, 0x2091, 0x2093, 0x2094].map((one) => [one, 'handle:u16'])),
};

const [OF_HANDLE, OF_PEER] = ['status:u8 handle:u16', 'status:u8 peer_addr:addr'];
/** Return parameters of Command Complete, for commands that return more than a status. */
const RETURNS: Readonly<Record<number, string>> = {
  ...Object.fromEntries(
    [
      ...[0x0420, 0x080c, 0x080d, 0x0811, 0x0c08, 0x0c27, 0x0c28, 0x0c36, 0x0c37, 0x0c7b, 0x0c7c, 0x1401],
      ...[
        0x1402, 0x1403, 0x1406, 0x1407, 0x2015, 0x201a, 0x201b, 0x2020, 0x2021, 0x2022, 0x2054, 0x2055, 0x2056, 0x2057, 0x205a, 0x205b,
        0x205c, 0x2061,
      ],
      ...[0x206e, 0x206f, 0x2070, 0x2071, 0x2072, 0x2073, 0x2075, 0x2078, 0x2079, 0x207a, 0x208b, 0x208d, 0x208f, 0x2093],
    ].map((opcode) => [opcode, OF_HANDLE]),
  ),
  ...Object.fromEntries(
    [
      ...[0x0408, 0x040b, 0x040c, 0x040d, 0x040e, 0x041a, 0x042b, 0x042c, 0x042d, 0x042e, 0x042f, 0x0430, 0x0433, 0x0434, 0x0440],
      ...[0x0442, 0x0445, 0x0c60, 0x202b],
    ].map((opcode) => [opcode, OF_PEER]),
  ),
  0x0809: `${OF_HANDLE} role:u8`,
  0x0c23: 'status:u8 class_of_device:u24',
  0x0c2d: `${OF_HANDLE} tx_power:i8`,
  0x1001: 'status:u8 hci_version:u8 -:u16 version:u8 company_id:u16 subversion:u16',
  0x1003: 'status:u8 features:u64',
  0x1004: 'status:u8 page:u8 max_page:u8 features:u64',
  0x1005: 'status:u8 acl_octets:u16 -:u8 acl_packets:u16',
  0x1009: 'status:u8 own_addr:addr',
  0x1405: `${OF_HANDLE} rssi:i8`,
  0x1408: `${OF_HANDLE} key_size:u8`,
  0x2002: 'status:u8 acl_octets:u16 acl_packets:u8',
  0x2003: 'status:u8 features:u64',
  0x2007: 'status:u8 tx_power:i8',
  0x2023: `status:u8 ${LENGTHS}`,
  0x202c: 'status:u8 own_addr:addr',
  0x202f: `status:u8 ${LENGTHS} max_rx_octets:u16 max_rx_time_us:u16`,
  0x2030: `${OF_HANDLE} tx_phy:u8 rx_phy:u8`,
  0x2036: 'status:u8 tx_power:i8',
  0x2053: 'status:u8 sync_handle:u16',
  0x2060: 'status:u8 acl_octets:u16 acl_packets:u8 iso_octets:u16 iso_packets:u8',
  0x2062: 'status:u8 cig_id:u8 -:u8',
  0x2065: 'status:u8 cig_id:u8',
  0x2076: `${OF_HANDLE} -:u8 tx_power:i8`,
  0x207f: 'status:u8 tx_power:i8',
  0x2067: 'status:u8 cis_handle:u16',
  0x206c: 'status:u8 big_handle:u8',
};

const EVENTS: Readonly<Record<number, string>> = {
  0x01: 'status:u8',
  0x02: '-:u8',
  0x03: 'status:u8 handle:u16 peer_addr:addr link_type:u8 encryption:u8',
  0x04: 'peer_addr:addr class_of_device:u24 link_type:u8',
  0x05: 'status:u8 handle:u16 reason:u8',
  0x06: 'status:u8 handle:u16',
  0x07: 'status:u8 peer_addr:addr',
  0x08: 'status:u8 handle:u16 encryption:u8',
  0x09: 'status:u8 handle:u16',
  0x0a: 'status:u8 handle:u16',
  0x0b: 'status:u8 handle:u16 features:u64',
  0x0c: 'status:u8 handle:u16 version:u8 company_id:u16 subversion:u16',
  0x0d: 'status:u8 handle:u16',
  0x0e: 'allowed_commands:u8 command_opcode:u16',
  0x0f: 'status:u8 allowed_commands:u8 command_opcode:u16',
  0x10: 'hardware_code:u8',
  0x11: 'handle:u16',
  0x12: 'status:u8 peer_addr:addr role:u8',
  0x13: '-:u8',
  0x14: 'status:u8 handle:u16 mode:u8',
  0x16: 'peer_addr:addr',
  0x17: 'peer_addr:addr',
  0x18: 'peer_addr:addr',
  0x1b: 'handle:u16',
  0x1c: `status:u8 handle:u16 ${CLOCK}`,
  0x1d: 'status:u8 handle:u16 packet_type:u16',
  0x1e: 'handle:u16',
  0x20: 'peer_addr:addr',
  0x21: 'status:u8 handle:u16',
  0x22: '-:u8',
  0x23: 'status:u8 handle:u16 page:u8 max_page:u8 features:u64',
  0x2c: 'status:u8 handle:u16 peer_addr:addr',
  0x2d: 'status:u8 handle:u16',
  0x2e: 'status:u8 handle:u16',
  0x2f: `-:u8 peer_addr:addr -:u16 class_of_device:u24 ${CLOCK} rssi:i8`,
  0x30: 'status:u8 handle:u16',
  0x31: 'peer_addr:addr',
  0x32: `peer_addr:addr ${FEATURES_IO}`,
  0x33: 'peer_addr:addr',
  0x34: 'peer_addr:addr',
  0x35: 'peer_addr:addr',
  0x36: 'status:u8 peer_addr:addr',
  0x38: 'handle:u16',
  0x39: 'handle:u16',
  0x3b: 'peer_addr:addr',
  0x3c: 'peer_addr:addr',
  0x3d: 'peer_addr:addr features:u64',
  0x57: 'handle:u16',
  0x59: 'status:u8 handle:u16 encryption:u8 key_size:u8',
};

const SYNC = `sid:u8 ${PEER} phy:u8 periodic_interval_us:u16*1250 sca:u8`;
const ISO_BURSTS = 'bn_c_to_p:u8 bn_p_to_c:u8 ft_c_to_p:u8 ft_p_to_c:u8 max_pdu_c_to_p:u16 max_pdu_p_to_c:u16 iso_interval_us:u16*1250';
const BIG_BURSTS = 'subevents:u8 bn:u8 pto:u8 irc:u8 max_pdu:u16 iso_interval_us:u16*1250';

const LE_EVENTS: Readonly<Record<number, string>> = {
  0x01: `status:u8 handle:u16 role:u8 ${PEER} ${IN_FORCE} sca:u8`,
  0x03: `status:u8 handle:u16 ${IN_FORCE}`,
  0x04: 'status:u8 handle:u16 features:u64',
  0x05: 'handle:u16 -:u64 ediv:u16',
  0x06: `handle:u16 ${PARAMETERS}`,
  0x07: 'handle:u16 max_tx_octets:u16 max_tx_time_us:u16 max_rx_octets:u16 max_rx_time_us:u16',
  0x08: 'status:u8',
  0x09: 'status:u8',
  0x0a: `status:u8 handle:u16 role:u8 ${PEER} own_rpa:addr peer_rpa:addr ${IN_FORCE} sca:u8`,
  0x0c: 'status:u8 handle:u16 tx_phy:u8 rx_phy:u8',
  0x0e: `status:u8 sync_handle:u16 ${SYNC}`,
  0x10: 'sync_handle:u16',
  0x12: 'status:u8 advertising_handle:u8 handle:u16',
  0x13: `advertising_handle:u8 ${PEER}`,
  0x14: 'handle:u16 channel_selection:u8',
  0x15: 'sync_handle:u16',
  0x16: 'handle:u16',
  0x17: 'status:u8 handle:u16',
  0x18: `status:u8 handle:u16 service_data:u16 sync_handle:u16 ${SYNC}`,
  0x19:
    'status:u8 cis_handle:u16 cig_sync_delay_us:u24 cis_sync_delay_us:u24 transport_latency_c_to_p_us:u24 transport_latency_p_to_c_us:u24 ' +
    `phy_c_to_p:u8 phy_p_to_c:u8 subevents:u8 ${ISO_BURSTS}`,
  0x1a: 'handle:u16 cis_handle:u16 cig_id:u8 cis_id:u8',
  0x1b: `status:u8 big_handle:u8 big_sync_delay_us:u24 transport_latency_us:u24 phy:u8 ${BIG_BURSTS} bis_count:u8`,
  0x1c: 'big_handle:u8 reason:u8',
  0x1d: `status:u8 big_handle:u8 transport_latency_us:u24 ${BIG_BURSTS} bis_count:u8`,
  0x1e: 'big_handle:u8 reason:u8',
  0x1f: 'status:u8 handle:u16 sca:u8',
  0x20: 'handle:u16',
  0x21: 'status:u8 handle:u16 -:u16 tx_power:i8',
  0x22:
    'sync_handle:u16 bis_count:u8 subevents:u8 iso_interval_us:u16*1250 bn:u8 pto:u8 irc:u8 max_pdu:u16 sdu_interval_us:u24 max_sdu:u16 ' +
    'phy:u8 framing:u8 encryption:u8',
  0x23: 'status:u8 handle:u16 subrate_factor:u16 latency:u16 continuation:u16 timeout_ms:u16*10',
  0x24: `status:u8 sync_handle:u16 ${SYNC}`,
  0x26: `status:u8 handle:u16 service_data:u16 sync_handle:u16 ${SYNC}`,
  0x29: `status:u8 handle:u16 role:u8 ${PEER} own_rpa:addr peer_rpa:addr ${IN_FORCE} sca:u8 advertising_handle:u8 sync_handle:u16`,
  ...Object.fromEntries([0x2c, 0x2d, 0x2e, 0x2f, 0x30].map((one) => [one, 'status:u8 handle:u16'])),
  0x31: 'handle:u16',
  0x32: 'handle:u16',
};

/** An entry of the list after the fields above, whose last octet is the number of entries. Each entry gets its own row. */
const COMMAND_LISTS: Readonly<Record<number, string>> = {
  0x0c35: 'handle:u16 completed_packets:u16',
  0x2039: 'advertising_handle:u8 -:u16 -:u8',
  0x2062: 'cis_id:u8 max_sdu_c_to_p:u16 max_sdu_p_to_c:u16 phys_c_to_p:u8 phys_p_to_c:u8 rtn_c_to_p:u8 rtn_p_to_c:u8',
  0x2064: 'cis_handle:u16 handle:u16',
};
const RETURN_LISTS: Readonly<Record<number, string>> = { 0x2062: 'cis_handle:u16' };
const EVENT_LISTS: Readonly<Record<number, string>> = {
  0x02: `peer_addr:addr -:u24 class_of_device:u24 ${CLOCK}`,
  0x13: 'handle:u16 completed_packets:u16',
  0x22: `peer_addr:addr -:u16 class_of_device:u24 ${CLOCK} rssi:i8`,
};
const LE_EVENT_LISTS: Readonly<Record<number, string>> = { 0x1b: 'bis_handle:u16', 0x1d: 'bis_handle:u16' };

type Layouts = ReadonlyMap<number, readonly OctetField[]>;
const NONE: readonly OctetField[] = [];
const STATUS = fields('status:u8');
const read = (texts: Readonly<Record<number, string>>): Layouts =>
  new Map(Object.entries(texts).map(([code, text]) => [Number(code), fields(text)]));
const [commands, returns, events, leEvents] = [read(COMMANDS), read(RETURNS), read(EVENTS), read(LE_EVENTS)];
const [commandLists, returnLists, eventLists, leEventLists] = [COMMAND_LISTS, RETURN_LISTS, EVENT_LISTS, LE_EVENT_LISTS].map(read) as [
  Layouts,
  Layouts,
  Layouts,
  Layouts,
];

/** Fields of a packet's parameters, and of one entry of the list after them; `list` is empty if there is no list. */
export interface HciLayout {
  readonly head: readonly OctetField[];
  readonly list: readonly OctetField[];
}

const layout = (code: number, heads: Layouts, lists: Layouts, other = NONE): HciLayout => ({
  head: heads.get(code) ?? other,
  list: lists.get(code) ?? NONE,
});

export const hciCommandFields = (opcode: number): HciLayout => layout(opcode, commands, commandLists);
/** Return parameters of Command Complete, after the opcode. */
export const hciReturnFields = (opcode: number): HciLayout => layout(opcode, returns, returnLists, opcode === 0 ? NONE : STATUS);
export const hciEventFields = (code: number): HciLayout => layout(code, events, eventLists);
/** Parameters of an LE event, after the subevent code. */
export const hciLeEventFields = (subevent: number): HciLayout => layout(subevent, leEvents, leEventLists);
