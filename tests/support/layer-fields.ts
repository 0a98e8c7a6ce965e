import { HCI_ACL, HCI_COMMAND, HCI_EVENT, HCI_ISO } from './hci-layer-fields.ts';

/**
 * Which column of the tables of connections says the same as which field of tshark. A line is `column field [field …]`: the first of the
 * fields that a frame has. `column/10` is the column divided by 10, as it was sent; `column#3` its bit 3; `column~` octets that tshark
 * reads as a little-endian number; `column&7` the bits of a mask; `column?` may be one of several values that tshark names; `column!` occurs once
 * for each packet; `a|b` is whichever column has a value, or both in order.
 */
const LL_CONTROL = `
opcode btle.control_opcode
error_code btle.control.error_code
about_opcode btle.control.reject_opcode btle.control.unknown_type
instant btle.control.instant
win_size_us/1250 btle.control.window_size
win_offset_us/1250 btle.control.window_offset
interval_us/1250 btle.control.interval btle.control.interval.min
interval_max_us/1250 btle.control.interval.max
latency btle.control.latency
timeout_ms/10 btle.control.timeout
preferred_periodicity btle.control.preferred_periodicity
reference_event_count btle.control.reference_connection_event_count
offset0 btle.control.offset.0
offset1 btle.control.offset.1
offset2 btle.control.offset.2
offset3 btle.control.offset.3
offset4 btle.control.offset.4
offset5 btle.control.offset.5
channel_map~5 btle.control.channel_map
version btle.control.version_number
company_id btle.control.company_id
subversion btle.control.subversion_number
rand~ btle.control.random_number
ediv btle.control.encrypted_diversifier
skd~ btle.control.master_session_key_diversifier btle.control.slave_session_key_diversifier
iv~ btle.control.master_session_initialization_vector btle.control.slave_session_initialization_vector
max_rx_octets btle.control.max_rx_octets
max_rx_time_us btle.control.max_rx_time
max_tx_octets btle.control.max_tx_octets
max_tx_time_us btle.control.max_tx_time
tx_phys btle.control.tx_phys
rx_phys btle.control.rx_phys
phy_c_to_p|cis_phy_c_to_p btle.control.m_to_s_phy
phy_p_to_c|cis_phy_p_to_c btle.control.s_to_m_phy
phys|sync_phy btle.control.phys
tx_phys|rx_phys|phys|phy_c_to_p|phy_p_to_c|sync_phy#0 btle.control.phys.le_1m_phy
tx_phys|rx_phys|phys|phy_c_to_p|phy_p_to_c|sync_phy#1 btle.control.phys.le_2m_phy
tx_phys|rx_phys|phys|phy_c_to_p|phy_p_to_c|sync_phy#2 btle.control.phys.le_coded_phy
min_used_channels btle.control.min_used_channels
cte_min_len btle.control.cte.min_len_req
cte_type btle.control.cte.type_req
sca btle.control.sleep_clock_accuracy
cig_id btle.control.cig_id
cis_id btle.control.cis_id
max_sdu_c_to_p btle.control.max_sdu_m_to_s
max_sdu_p_to_c btle.control.max_sdu_s_to_m
framed btle.control.framed
sdu_interval_c_to_p_us btle.control.sdu_interval_m_to_s
sdu_interval_p_to_c_us btle.control.sdu_interval_s_to_m
max_pdu_c_to_p btle.control.max_pdu_m_to_s
max_pdu_p_to_c btle.control.max_pdu_s_to_m
subevents btle.control.num_sub_events
sub_interval_us btle.control.sub_interval
bn_c_to_p btle.control.bn_m_to_s
bn_p_to_c btle.control.bn_s_to_m
ft_c_to_p btle.control.ft_m_to_s
ft_p_to_c btle.control.ft_s_to_m
iso_interval_us/1250 btle.control.iso_interval
cis_offset_us btle.control.cis_offset btle.control.cis_offset_min
cis_offset_max_us btle.control.cis_offset_max
conn_event_count btle.control.conn_event_count btle.control.sync.conn_event_count
cis_access_address btle.control.access_address
cig_sync_delay_us btle.control.cig_sync_delay
cis_sync_delay_us btle.control.cis_sync_delay
power_phy btle.control.pwr_phy
power_delta_db btle.control.delta
tx_power btle.control.txpower
power_at_min btle.control.min
power_at_max btle.control.max
acceptable_reduction_db btle.control.acceptable_power_reduction
sync_id btle.control.sync.id
sync_offset btle.control.sync_info.sync_offset
sync_offset_units? btle.control.sync_info.offset_units
sync_offset_adjust btle.control.sync_info.offset_adjust
sync_interval_us/1250 btle.control.sync_info.interval
sync_sca btle.control.sync_info.sleep_clock_accuracy
sync_access_address btle.control.sync_info.access_address
sync_crc_init btle.control.sync_info.crc_init
sync_event_counter btle.control.sync_info.event_counter
last_pa_event_counter btle.control.sync.last_pa_event_counter
sync_sid btle.control.sync.sid
sync_address_random btle.control.sync.atype
sync_sender_sca btle.control.sync.sleep_clock_accuracy
sync_conn_event_count btle.control.sync.sync_conn_event_count
features#0 btle.control.feature_set.le_encryption
features#1 btle.control.feature_set.connection_parameters_request_procedure
features#2 btle.control.feature_set.extended_reject_indication
features#3 btle.control.feature_set.slave_initiated_features_exchange
features#4 btle.control.feature_set.le_ping
features#5 btle.control.feature_set.le_pkt_len_ext
features#6 btle.control.feature_set.le_privacy
features#7 btle.control.feature_set.ext_scan_flt_pol
features#8 btle.control.feature_set.le_2m_phy
features#9 btle.control.feature_set.st_mod_idx_tx
features#10 btle.control.feature_set.st_mod_idx_rx
features#11 btle.control.feature_set.le_coded_phy
features#12 btle.control.feature_set.le_extended_adv
features#13 btle.control.feature_set.periodic_adv
features#14 btle.control.feature_set.ch_sel_2
features#15 btle.control.feature_set.le_power_class_1
features#16 btle.control.feature_set.min_num_used_ch_proc
phy_c_to_p|cis_phy_c_to_p#0 btle.control.m_to_s_phy.le_1m_phy
phy_c_to_p|cis_phy_c_to_p#1 btle.control.m_to_s_phy.le_2m_phy
phy_c_to_p|cis_phy_c_to_p#2 btle.control.m_to_s_phy.le_coded_phy
phy_p_to_c|cis_phy_p_to_c#0 btle.control.s_to_m_phy.le_1m_phy
phy_p_to_c|cis_phy_p_to_c#1 btle.control.s_to_m_phy.le_2m_phy
phy_p_to_c|cis_phy_p_to_c#2 btle.control.s_to_m_phy.le_coded_phy
power_phy#0 btle.control.pwr_phy.le_1m_phy
power_phy#1 btle.control.pwr_phy.le_2m_phy
power_phy#2 btle.control.pwr_phy.le_coded_s8_phy
power_phy#3 btle.control.pwr_phy.le_coded_s2_phy`;

const L2CAP = `
cid? btl2cap.cid
length! btl2cap.length
code btl2cap.cmd_code
identifier btl2cap.cmd_ident
psm btl2cap.psm btl2cap.le_psm
sdu_length btl2cap.le_sdu_length
scid? btl2cap.scid
dcid? btl2cap.dcid
result btl2cap.result btl2cap.conf_result btl2cap.info_result btl2cap.le_result btl2cap.move_result
status btl2cap.status
reason btl2cap.rej_reason
mtu btl2cap.option_mtu btl2cap.sig_mtu
mode btl2cap.retransmissionmode
tx_window btl2cap.txwindow
max_transmit btl2cap.maxtransmit
retransmission_timeout_ms btl2cap.retransmittimeout
monitor_timeout_ms btl2cap.monitortimeout
flush_timeout_ms btl2cap.option_flushto
fcs btl2cap.option_fcs
mps btl2cap.mps
credits btl2cap.credits btl2cap.initial_credits
info_type btl2cap.info_type
interval_us/1250 btl2cap.min_interval
interval_max_us/1250 btl2cap.max_interval
latency btl2cap.slave_latency
timeout_ms/10 btl2cap.timeout_multiplier`;

const ATT = `
opcode! btatt.opcode
opcode|about_opcode&63! btatt.opcode.method
opcode|about_opcode#6! btatt.opcode.command
opcode|about_opcode#7! btatt.opcode.authentication_signature
item_length! btatt.length btatt.uuid_format
handle btatt.handle btatt.starting_handle
end_handle btatt.ending_handle btatt.group_end_handle
uuid? btatt.uuid16 btatt.uuid128
mtu! btatt.client_rx_mtu! btatt.server_rx_mtu
value_offset! btatt.offset
flags! btatt.flags
error! btatt.error_code
about_opcode! btatt.req_opcode_in_error
request_packet_no! btatt.request_in_frame
value? btatt.value`;

const GATT = `
properties btatt.characteristic_properties
properties#0 btatt.characteristic_properties.broadcast
properties#1 btatt.characteristic_properties.read
properties#2 btatt.characteristic_properties.write_without_response
properties#3 btatt.characteristic_properties.write
properties#4 btatt.characteristic_properties.notify
properties#5 btatt.characteristic_properties.indicate
properties#6 btatt.characteristic_properties.authenticated_signed_writes
properties#7 btatt.characteristic_properties.extended_properties`;

const SMP = `
code btsmp.opcode
reason btsmp.reason
io_capability btsmp.io_capability
oob_data btsmp.oob_data_flags
auth_req btsmp.authreq
auth_req&3 btsmp.bonding_flags
mitm btsmp.mitm_flag
secure_connections btsmp.sc_flag
keypress btsmp.keypress_flag
max_key_size btsmp.max_enc_key_size
initiator_keys btsmp.initiator_key_distribution
responder_keys btsmp.responder_key_distribution
identity_addr btsmp.bd_addr
identity_address_type btsmp.address_type
keypress_type btsmp.notification_type
initiator_keys|responder_keys#0 btsmp.key_dist_enc
initiator_keys|responder_keys#1 btsmp.key_dist_id
initiator_keys|responder_keys#2 btsmp.key_dist_sign
initiator_keys|responder_keys#3 btsmp.key_dist_linkkey`;

export interface LayerField {
  readonly table: string;
  /** Of the rows of HCI. */
  readonly kind: string | undefined;
  /** Of which a row has values in some. */
  readonly columns: readonly string[];
  readonly how: 'number' | 'bit' | 'little-endian' | 'mask';
  readonly by: number;
  readonly oneOf: boolean;
  /** The first row of a packet says it; the others are entries of a list. */
  readonly once: boolean;
  readonly fields: readonly string[];
}

function read(table: string, text: string, kind?: string): LayerField[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [left = '', ...fields] = line.split(' ');
      const [, columns = '', mark = '', by = '', sign = ''] = /^([\w|]+)(?:([/#~&])(\d*))?([?!])?$/.exec(left) ?? [];
      const how = mark === '#' ? 'bit' : mark === '~' ? 'little-endian' : mark === '&' ? 'mask' : 'number';
      const number = Number(by || (mark === '/' || mark === '' ? 1 : 0));
      return { table, kind, columns: columns.split('|'), how, by: number, oneOf: sign === '?', once: sign === '!', fields };
    });
}

export const LAYER_FIELDS: readonly LayerField[] = [
  ...read('ll_control', LL_CONTROL),
  ...read('l2cap', L2CAP),
  ...read('att', ATT),
  ...read('gatt', GATT),
  ...read('smp', SMP),
  ...read('hci', HCI_EVENT, 'event'),
  ...read('hci', HCI_COMMAND, 'command'),
  ...read('hci', HCI_ACL, 'acl'),
  ...read('hci', HCI_ISO, 'iso'),
];
