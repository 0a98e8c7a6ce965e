import { fields } from './octet-fields.ts';
import type { OctetField } from './octet-fields.ts';

const SYNC_INFO =
  'sync_offset:13,sync_offset_units:1,sync_offset_adjust:1,-:1 sync_interval_us:u16*1250 sync_channel_map:37,sync_sca:3 ' +
  'sync_access_address:u32 sync_crc_init:u24 sync_event_counter:u16';
const PERIODIC_SYNC = `sync_id:u16 ${SYNC_INFO} conn_event_count:u16 last_pa_event_counter:u16 sync_sid:4,sync_address_random:1,sync_sender_sca:3 sync_phy:u8 sync_addr:addr sync_conn_event_count:u16`;
const PARAMETERS =
  'interval_us:u16*1250 interval_max_us:u16*1250 latency:u16 timeout_ms:u16*10 preferred_periodicity:u8 reference_event_count:u16 ' +
  'offset0:u16 offset1:u16 offset2:u16 offset3:u16 offset4:u16 offset5:u16';
const LENGTHS = 'max_rx_octets:u16 max_rx_time_us:u16 max_tx_octets:u16 max_tx_time_us:u16';
const PHYS = 'tx_phys:u8 rx_phys:u8';

/** Parameters of LL control PDUs, after the opcode. Core specification 6.2, Vol 6 Part B 2.4.2.1 to 2.4.2.55. */
const LAYOUTS: Readonly<Record<number, string>> = {
  0x00: 'win_size_us:u8*1250 win_offset_us:u16*1250 interval_us:u16*1250 latency:u16 timeout_ms:u16*10 instant:u16',
  0x01: 'channel_map:u40 instant:u16',
  0x02: 'error_code:u8',
  0x03: 'rand:b8 ediv:u16 skd:b8 iv:b4',
  0x04: 'skd:b8 iv:b4',
  0x07: 'about_opcode:u8',
  0x08: 'features:u64',
  0x09: 'features:u64',
  0x0c: 'version:u8 company_id:u16 subversion:u16',
  0x0d: 'error_code:u8',
  0x0e: 'features:u64',
  0x0f: PARAMETERS,
  0x10: PARAMETERS,
  0x11: 'about_opcode:u8 error_code:u8',
  0x14: LENGTHS,
  0x15: LENGTHS,
  0x16: PHYS,
  0x17: PHYS,
  0x18: 'phy_c_to_p:u8 phy_p_to_c:u8 instant:u16',
  0x19: 'phys:u8 min_used_channels:u8',
  0x1a: 'cte_min_len:5,-:1,cte_type:2',
  0x1c: PERIODIC_SYNC,
  0x1d: 'sca:u8',
  0x1e: 'sca:u8',
  0x1f:
    'cig_id:u8 cis_id:u8 cis_phy_c_to_p:u8 cis_phy_p_to_c:u8 max_sdu_c_to_p:12,-:3,framed:1 max_sdu_p_to_c:12,-:4 ' +
    'sdu_interval_c_to_p_us:20,-:4 sdu_interval_p_to_c_us:20,-:4 max_pdu_c_to_p:u16 max_pdu_p_to_c:u16 subevents:u8 ' +
    'sub_interval_us:u24 bn_c_to_p:4,bn_p_to_c:4 ft_c_to_p:u8 ft_p_to_c:u8 iso_interval_us:u16*1250 cis_offset_us:u24 ' +
    'cis_offset_max_us:u24 conn_event_count:u16',
  0x20: 'cis_offset_us:u24 cis_offset_max_us:u24 conn_event_count:u16',
  0x21: 'cis_access_address:u32 cis_offset_us:u24 cig_sync_delay_us:u24 cis_sync_delay_us:u24 conn_event_count:u16',
  0x22: 'cig_id:u8 cis_id:u8 error_code:u8',
  0x23: 'power_phy:u8 power_delta_db:i8 tx_power:i8',
  0x24: 'power_at_min:1,power_at_max:1,-:6 power_delta_db:i8 tx_power:i8 acceptable_reduction_db:u8',
  0x25: 'power_phy:u8 power_at_min:1,power_at_max:1,-:6 power_delta_db:i8 tx_power:i8',
  0x26: 'subrate_factor:u16 subrate_factor_max:u16 latency:u16 continuation:u16 timeout_ms:u16*10',
  0x27: 'subrate_factor:u16 subrate_base_event:u16 latency:u16 continuation:u16 timeout_ms:u16*10',
  0x28: 'reporting_enabled:u8 reporting_min_spacing_ms:u8*200 reporting_max_delay_ms:u8*200',
  0x29: 'channel_status:b10',
  0x2a: `${PERIODIC_SYNC} response_access_address:u32 subevents:u8 subevent_interval_us:u8*1250 response_slot_delay_us:u8*1250 response_slot_spacing_us:u8*125`,
  0x3b: 'frame_space_us:u16 frame_space_max_us:u16 phys:u8 spacing_types:u16',
  0x3c: 'frame_space_us:u16 phys:u8 spacing_types:u16',
};

const NONE: readonly OctetField[] = [];
const layouts = new Map(Object.entries(LAYOUTS).map(([opcode, text]) => [Number(opcode), fields(text)]));

/** Returns the parameters of an LL control PDU; empty for unknown opcodes and for those without parameters. */
export const llControlFields = (opcode: number): readonly OctetField[] => layouts.get(opcode) ?? NONE;
