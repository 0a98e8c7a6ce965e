/**
 * Parameters of HCI commands and events. Core specification 6.2, Vol 4 Part E 7. A layout ends before keys and before values from which
 * keys can be derived. Packets that are not listed have no layout.
 */
import { fields } from './octet-fields.ts';
import type { OctetField } from './octet-fields.ts';

/** The same layout for several codes. */
const sharing = (layout: string, codes: string): Record<number, string> =>
  Object.fromEntries(codes.split(' ').map((code) => [Number.parseInt(code, 16), layout]));

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
const EXTENDED_CREATE = `filter_policy:u8 own_address_type:u8 ${PEER} phys:u8`;
const PERIODIC_INTERVAL = 'periodic_interval_us:u16*1250 periodic_interval_max_us:u16*1250';
const BIG = 'sdu_interval_us:u24 max_sdu:u16 max_latency_ms:u16 rtn:u8 phy:u8 packing:u8 framing:u8 encryption:u8';
const SCO = '-:u32 -:u32 -:u16 -:u16 -:u8 packet_type:u16';
const LENGTHS = 'max_tx_octets:u16 max_tx_time_us:u16';
const RATES = `interval_us:u16*125 interval_max_us:u16*125 ${SUBRATES} ce_length_us:u16*125 ce_length_max_us:u16*125`;
/** Periodic advertising with responses: subevents and slots of a train. */
const RESPONSES = 'subevents:u8 subevent_interval_us:u8*1250 response_slot_delay_us:u8*1250 response_slot_spacing_us:u8*125';
const CIG_SDUS = 'cig_id:u8 sdu_interval_c_to_p_us:u24 sdu_interval_p_to_c_us:u24';
const MAX_SDUS = 'max_sdu_c_to_p:u16 max_sdu_p_to_c:u16';
const CS_CAPABILITIES =
  'cs_configs:u8 cs_procedures:u16 antennas:u8 antenna_paths:u8 cs_roles:u8 cs_modes:u8 rtt_capability:u8 -:u24 -:u32 cs_sync_phys:u8';
const CS_CONFIG =
  'cs_main_mode:u8 cs_sub_mode:u8 cs_main_steps:u8 cs_main_steps_max:u8 cs_main_repetition:u8 cs_mode_0_steps:u8 cs_role:u8 rtt_type:u8 ' +
  'cs_sync_phy:u8 -:b10 cs_map_repetition:u8 cs_channel_selection:u8';
const CS_PROGRESS =
  'cs_procedure_status:4,-:4 cs_subevent_status:4,-:4 cs_abort_procedure:4,cs_abort_subevent:4 antenna_paths:u8 cs_steps:u8';

const COMMANDS: Readonly<Record<number, string>> = {
  ...sharing(
    'handle:u16',
    '0411 0415 041b 041d 041f 0420 0801 0803 0804 0807 0809 080c 080d 0810 0811 0c08 0c27 0c28 0c2d 0c36 0c37 0c5f 0c7b 0c7c 1401 1402 1403 1405 1406 1407 1408 2015 2016 201a 201b 2030 2055 2061 206d 206e 206f 2070 2071 2072 2073 2075 2076 2077 2078 207a 208a 208c 208e 208f 0805 0806 0c53 0c68 140d 180a',
  ),
  ...sharing('peer_addr:addr', '0408 040b 040c 040d 040e 041a 042c 042d 042e 042f 0430 0433 0440 0444 0445 0c0d 0c12 0c60'),
  ...sharing(PEER, '2011 2012 2027 2028 202b 202c 204e 2099'),
  ...sharing('handle:u16 enabled:u8', '2054 2056 2057 2079'),
  ...sharing('advertising_handle:u8', '2037 2038 203c 203f 2051 207c'),
  ...sharing('-:u8 phy:u8', '2033 204f'),
  ...sharing('-:u24 phy:u8', '2034 2050 207b'),
  ...sharing('enabled:u8', '0c1a 200a 202d 209c 209f'),
  0x0405: `peer_addr:addr packet_type:u16 -:u16 ${CLOCK}`,
  0x0406: 'handle:u16 reason:u8',
  0x0407: 'handle:u16 packet_type:u16',
  0x0409: 'peer_addr:addr role:u8',
  0x040a: 'peer_addr:addr reason:u8',
  0x040f: 'handle:u16 packet_type:u16',
  0x0413: 'handle:u16 encryption:u8',
  0x0419: `peer_addr:addr -:u16 ${CLOCK}`,
  0x041c: 'handle:u16 page:u8',
  0x0428: `handle:u16 ${SCO}`,
  0x0429: `peer_addr:addr ${SCO}`,
  0x042a: 'peer_addr:addr reason:u8',
  0x042b: `peer_addr:addr ${FEATURES_IO}`,
  0x0434: 'peer_addr:addr reason:u8',
  0x0437: '-:u8 reason:u8',
  0x043d: 'handle:u16 -:b54 packet_type:u16',
  0x043e: 'peer_addr:addr -:b54 packet_type:u16',
  0x043f: `peer_addr:addr -:u8 ${CLOCK}`,
  0x0441: '-:u24 packet_type:u16',
  0x0442: '-:u8 peer_addr:addr -:b15 packet_type:u16',
  0x080b: 'peer_addr:addr role:u8',
  0x0c11: '-:u8',
  0x0c24: 'class_of_device:u24',
  0x0c35: '-:u8',
  0x0c59: 'tx_power:i8',
  0x1004: 'page:u8',
  0x2005: 'own_addr:addr',
  0x2006: `adv_interval_us:u16*625 adv_interval_max_us:u16*625 advertising_type:u8 own_address_type:u8 ${PEER} -:u8 filter_policy:u8`,
  0x200b: 'scan_type:u8 scan_interval_us:u16*625 scan_window_us:u16*625 own_address_type:u8 filter_policy:u8',
  0x200c: 'enabled:u8 filter_duplicates:u8',
  0x200d: `scan_interval_us:u16*625 scan_window_us:u16*625 filter_policy:u8 ${PEER} own_address_type:u8 ${PARAMETERS} ${EVENT_LENGTH}`,
  0x2013: `handle:u16 ${PARAMETERS} ${EVENT_LENGTH}`,
  0x2019: 'handle:u16 -:u64 ediv:u16',
  0x2020: `handle:u16 ${PARAMETERS} ${EVENT_LENGTH}`,
  0x2021: 'handle:u16 reason:u8',
  0x2022: `handle:u16 ${LENGTHS}`,
  0x2024: LENGTHS,
  0x2031: 'all_phys:u8 tx_phys:u8 rx_phys:u8',
  0x2032: 'handle:u16 all_phys:u8 tx_phys:u8 rx_phys:u8 phy_options:u16',
  0x2035: 'advertising_handle:u8 own_addr:addr',
  0x2036: EXTENDED_ADVERTISING,
  0x2039: 'enabled:u8 -:u8',
  0x203e: `advertising_handle:u8 ${PERIODIC_INTERVAL}`,
  0x2040: 'enabled:u8 advertising_handle:u8',
  0x2041: 'own_address_type:u8 filter_policy:u8 phys:u8',
  0x2042: 'enabled:u8 filter_duplicates:u8',
  0x2043: EXTENDED_CREATE,
  0x2044: `-:u8 sid:u8 ${PEER} skip:u16 timeout_ms:u16*10`,
  0x2046: 'sync_handle:u16',
  0x2047: `${PEER} sid:u8`,
  0x2048: `${PEER} sid:u8`,
  0x2053: 'sync_handle:u16 enabled:u8',
  0x2059: 'sync_handle:u16 enabled:u8',
  0x205a: 'handle:u16 service_data:u16 sync_handle:u16',
  0x205b: 'handle:u16 service_data:u16 advertising_handle:u8',
  0x205c: 'handle:u16 -:u8 skip:u16 timeout_ms:u16*10',
  0x205d: '-:u8 skip:u16 timeout_ms:u16*10',
  0x2062: `${CIG_SDUS} sca:u8 packing:u8 framing:u8 max_latency_c_to_p_ms:u16 max_latency_p_to_c_ms:u16 -:u8`,
  0x2063: `${CIG_SDUS} ft_c_to_p:u8 ft_p_to_c:u8 iso_interval_us:u16*1250 sca:u8 packing:u8 framing:u8 -:u8`,
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
  0x2052: 'advertising_handle:u8 enabled:u8',
  0x2074: 'feature_bit:u8 enabled:u8',
  0x207d: SUBRATES,
  0x207e: `handle:u16 ${SUBRATES}`,
  0x207f: EXTENDED_ADVERTISING,
  0x2085: `advertising_handle:u8 -:u8 ${EXTENDED_CREATE}`,
  0x2080: 'advertising_handle:u8 decision_flags:u8 data_octets:u8',
  0x2081: '-:u8',
  0x2082: 'advertising_handle:u8 -:u8',
  0x2083: 'sync_handle:u16 event_counter:u16 request_subevent:u8 train_subevent:u8 response_slot:u8 data_octets:u8',
  0x2084: 'sync_handle:u16 -:u16 -:u8',
  0x2086: `advertising_handle:u8 ${PERIODIC_INTERVAL} -:u16 ${RESPONSES} response_slots:u8`,
  0x2088: 'handle:u16 page:u8',
  0x208b: `handle:u16 ${CS_CAPABILITIES}`,
  0x208d: 'handle:u16 cs_roles:u8 -:u8 tx_power:i8',
  0x2090: `handle:u16 cs_config_id:u8 cs_context:u8 ${CS_CONFIG}`,
  0x2091: 'handle:u16 cs_config_id:u8',
  0x2093:
    'handle:u16 cs_config_id:u8 cs_procedure_length_us:u16*625 cs_procedure_interval:u16 cs_procedure_interval_max:u16 ' +
    'cs_procedures:u16 subevent_length_us:u24 subevent_length_max_us:u24 cs_antenna_config:u8 phy:u8',
  0x2094: 'handle:u16 cs_config_id:u8 enabled:u8',
  0x2095:
    'cs_main_mode:u8 cs_sub_mode:u8 cs_main_repetition:u8 cs_mode_0_steps:u8 cs_role:u8 rtt_type:u8 cs_sync_phy:u8 -:u8 ' +
    'subevent_length_us:u24 subevent_interval_us:u16*625 subevents:u8 tx_power:i8',
  0x2097: 'feature_bit:u16 enabled:u8',
  0x2098: `${PEER} rssi_low:i8 rssi_high:i8 timeout_ms:u8*1000`,
  0x209d: 'handle:u16 frame_space_us:u16 frame_space_max_us:u16 phys:u8 spacing_types:u16',
  0x20a0: 'data_octets:u8',
  0x20a1: `handle:u16 ${RATES}`,
  0x20a2: RATES,
};

const [OF_HANDLE, OF_PEER] = ['status:u8 handle:u16', 'status:u8 peer_addr:addr'];
/** Return parameters of Command Complete, for commands that return more than a status. */
const RETURNS: Readonly<Record<number, string>> = {
  ...sharing(
    OF_HANDLE,
    '0420 080c 080d 0811 0c08 0c27 0c28 0c36 0c37 0c68 0c7b 0c7c 1401 1402 1403 1406 1407 180a 2015 201a 201b 2020 2021 2022 2054 2055 2056 2057 205a ' +
      '205b 205c 2061 206e 206f 2070 2071 2072 2073 2075 2078 2079 207a 208b 208d 208f 2093',
  ),
  ...sharing(OF_PEER, '0408 040b 040c 040d 040e 041a 042b 042c 042d 042e 042f 0430 0433 0434 0440 0442 0445 0c60 202b'),
  ...sharing('status:u8 sync_handle:u16', '2053 2083 2084'),
  ...sharing('status:u8 advertising_handle:u8', '2082 2086'),
  ...sharing('status:u8 cig_id:u8 -:u8', '2062 2063'),
  0x0809: `${OF_HANDLE} role:u8`,
  0x0c21: 'status:u8 encryption:u8',
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
  0x2060: 'status:u8 acl_octets:u16 acl_packets:u8 iso_octets:u16 iso_packets:u8',
  0x2065: 'status:u8 cig_id:u8',
  0x2076: `${OF_HANDLE} -:u8 tx_power:i8`,
  0x207f: 'status:u8 tx_power:i8',
  0x2087: 'status:u8 max_page:u8 features:u64',
  0x2089: `status:u8 ${CS_CAPABILITIES}`,
  0x209b: 'status:u8 list_size:u8',
  0x20a3: 'status:u8 interval_us:u8*125',
  0x2067: 'status:u8 cis_handle:u16',
  0x206c: 'status:u8 big_handle:u8',
};

const EVENTS: Readonly<Record<number, string>> = {
  ...sharing('status:u8 handle:u16', '06 09 0a 0d 21 2d 2e 30 47'),
  ...sharing(OF_PEER, '07 36 50 53'),
  ...sharing('peer_addr:addr', '16 17 18 1f 20 31 33 34 35 3b 3c 51 52'),
  ...sharing('handle:u16', '11 1b 1e 38 39 4e 57 58'),
  ...sharing('status:u8', '01 40 45 49 4a 4c 4d 4f'),
  0x02: '-:u8',
  0x03: 'status:u8 handle:u16 peer_addr:addr link_type:u8 encryption:u8',
  0x04: 'peer_addr:addr class_of_device:u24 link_type:u8',
  0x05: 'status:u8 handle:u16 reason:u8',
  0x08: 'status:u8 handle:u16 encryption:u8',
  0x0b: 'status:u8 handle:u16 features:u64',
  0x0c: 'status:u8 handle:u16 version:u8 company_id:u16 subversion:u16',
  0x0e: 'allowed_commands:u8 command_opcode:u16',
  0x0f: 'status:u8 allowed_commands:u8 command_opcode:u16',
  0x10: 'hardware_code:u8',
  0x12: 'status:u8 peer_addr:addr role:u8',
  0x13: '-:u8',
  0x14: 'status:u8 handle:u16 mode:u8',
  0x15: '-:u8',
  0x1a: 'link_type:u8',
  0x1c: `status:u8 handle:u16 ${CLOCK}`,
  0x1d: 'status:u8 handle:u16 packet_type:u16',
  0x22: '-:u8',
  0x23: 'status:u8 handle:u16 page:u8 max_page:u8 features:u64',
  0x2c: 'status:u8 handle:u16 peer_addr:addr',
  0x2f: `-:u8 peer_addr:addr -:u16 class_of_device:u24 ${CLOCK} rssi:i8`,
  0x32: `peer_addr:addr ${FEATURES_IO}`,
  0x3d: 'peer_addr:addr features:u64',
  // Controllers of Core 5.2 and before, with AMP (5.2, Vol 4 Part E 7.7.53 to 7.7.64).
  0x42: 'status:u8 -:u8 reason:u8',
  0x46: 'status:u8 -:u16 reason:u8',
  0x48: '-:u16 -:u8',
  0x56: '-:u24 rssi:i8',
  0x59: 'status:u8 handle:u16 encryption:u8 key_size:u8',
};

const SYNC = `sid:u8 ${PEER} phy:u8 periodic_interval_us:u16*1250 sca:u8`;
const ISO_BURSTS = 'bn_c_to_p:u8 bn_p_to_c:u8 ft_c_to_p:u8 ft_p_to_c:u8 max_pdu_c_to_p:u16 max_pdu_p_to_c:u16 iso_interval_us:u16*1250';
const CIS =
  'status:u8 cis_handle:u16 cig_sync_delay_us:u24 cis_sync_delay_us:u24 transport_latency_c_to_p_us:u24 transport_latency_p_to_c_us:u24 ' +
  `phy_c_to_p:u8 phy_p_to_c:u8 subevents:u8 ${ISO_BURSTS}`;
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
  0x16: 'handle:u16 rx_phy:u8',
  0x17: 'status:u8 handle:u16',
  0x18: `status:u8 handle:u16 service_data:u16 sync_handle:u16 ${SYNC}`,
  0x19: CIS,
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
  0x24: `status:u8 sync_handle:u16 ${SYNC} ${RESPONSES}`,
  0x26: `status:u8 handle:u16 service_data:u16 sync_handle:u16 ${SYNC} ${RESPONSES}`,
  0x27: 'advertising_handle:u8 train_subevent:u8 train_subevents:u8',
  0x28: 'advertising_handle:u8 train_subevent:u8 tx_status:u8 -:u8',
  0x29: `status:u8 handle:u16 role:u8 ${PEER} own_rpa:addr peer_rpa:addr ${IN_FORCE} sca:u8 advertising_handle:u8 sync_handle:u16`,
  0x2a: `${CIS} subevent_interval_us:u24 ${MAX_SDUS} sdu_interval_c_to_p_us:u24 sdu_interval_p_to_c_us:u24 framing:u8`,
  0x2b: 'status:u8 handle:u16 max_page:u8 page:u8 features:u64',
  0x2c: `${OF_HANDLE} ${CS_CAPABILITIES}`,
  ...sharing(OF_HANDLE, '2d 2e'),
  0x2f: `${OF_HANDLE} cs_config_id:u8 cs_action:u8 ${CS_CONFIG}`,
  0x30:
    `${OF_HANDLE} cs_config_id:u8 enabled:u8 cs_antenna_config:u8 tx_power:i8 subevent_length_us:u24 subevents:u8 ` +
    'subevent_interval_us:u16*625 cs_event_interval:u16 cs_procedure_interval:u16 cs_procedures:u16 cs_procedure_length_us:u16*625',
  0x31: `handle:u16 cs_config_id:u8 event_counter:u16 cs_procedure_counter:u16 -:u16 reference_power:i8 ${CS_PROGRESS}`,
  0x32: `handle:u16 cs_config_id:u8 ${CS_PROGRESS}`,
  0x33: 'status:u8',
  0x34: `${PEER} rssi_condition:u8`,
  0x35: `${OF_HANDLE} initiator:u8 frame_space_us:u16 phys:u8 spacing_types:u16`,
  0x36: 'data_octets:u8',
  0x37: `${OF_HANDLE} interval_us:u16*125 subrate_factor:u16 latency:u16 continuation:u16 timeout_ms:u16*10`,
};

/**
 * An entry of the list after the fields above, whose last octet is the number of entries, or a mask with a bit for each. Each entry gets its own row. An entry that ends
 * with `data_octets` is followed by so many octets.
 */
const COMMAND_LISTS: Readonly<Record<number, string>> = {
  0x0c11: 'peer_addr:addr -:b16',
  0x0c35: 'handle:u16 completed_packets:u16',
  0x2039: 'advertising_handle:u8 -:u16 -:u8',
  0x2041: 'scan_type:u8 scan_interval_us:u16*625 scan_window_us:u16*625',
  ...sharing(`scan_interval_us:u16*625 scan_window_us:u16*625 ${PARAMETERS} ${EVENT_LENGTH}`, '2043 2085'),
  0x2062: `cis_id:u8 ${MAX_SDUS} phys_c_to_p:u8 phys_p_to_c:u8 rtn_c_to_p:u8 rtn_p_to_c:u8`,
  0x2063: `cis_id:u8 subevents:u8 ${MAX_SDUS} max_pdu_c_to_p:u16 max_pdu_p_to_c:u16 phys_c_to_p:u8 phys_p_to_c:u8 bn_c_to_p:u8 bn_p_to_c:u8`,
  0x2064: 'cis_handle:u16 handle:u16',
  0x2081: 'decision_flags:u8 decision_field:u8 -:b16',
  0x2082: 'train_subevent:u8 response_slot:u8 response_slots:u8 data_octets:u8',
  0x2084: 'train_subevent:u8',
};
const RETURN_LISTS = sharing('cis_handle:u16', '2062 2063');
const EVENT_LISTS: Readonly<Record<number, string>> = {
  0x02: `peer_addr:addr -:u24 class_of_device:u24 ${CLOCK}`,
  0x13: 'handle:u16 completed_packets:u16',
  0x15: 'peer_addr:addr -:b16',
  0x22: `peer_addr:addr -:u16 class_of_device:u24 ${CLOCK} rssi:i8`,
  0x48: 'handle:u16 completed_packets:u16 -:u16',
};
const LE_EVENT_LISTS: Readonly<Record<number, string>> = {
  ...sharing('bis_handle:u16', '1b 1d'),
  0x28: 'tx_power:i8 rssi:i8 -:u8 response_slot:u8 data_status:u8 data_octets:u8',
};

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
  /** Bits of the octet before the list that each have an entry; undefined if the octet is the number of entries. */
  readonly mask: number | undefined;
}

const layout = (code: number, heads: Layouts, lists: Layouts, mask?: number, other = NONE): HciLayout => ({
  head: heads.get(code) ?? other,
  list: lists.get(code) ?? NONE,
  mask,
});

/** Commands whose list has an entry for each PHY in the mask before it, and the PHYs that have one: those of scans are 1M and CODED. */
const PHYS: Readonly<Record<number, number>> = { 0x2041: 0b101, 0x2043: 0b111, 0x2085: 0b111 };

export const hciCommandFields = (opcode: number): HciLayout => layout(opcode, commands, commandLists, PHYS[opcode]);
/** Return parameters of Command Complete, after the opcode. */
export const hciReturnFields = (opcode: number): HciLayout => layout(opcode, returns, returnLists, undefined, opcode === 0 ? NONE : STATUS);
export const hciEventFields = (code: number): HciLayout => layout(code, events, eventLists);
/** Parameters of an LE event, after the subevent code. */
export const hciLeEventFields = (subevent: number): HciLayout => layout(subevent, leEvents, leEventLists);
