/**
 * Which column of the tables of connections says the same as which field of tshark. A line is `column field [field …]`: the first of the
 * fields that a frame has. `column/10` is the column divided by 10, as it was sent; `column#3` its bit 3; `column~` octets that tshark
 * reads as a little-endian number; `column&7` the bits of a mask; `column?` may be one of several values that tshark names; `column!` is said once
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
length btl2cap.length
code btl2cap.cmd_code
identifier btl2cap.cmd_ident
psm btl2cap.psm btl2cap.le_psm
sdu_length btl2cap.le_sdu_length
scid? btl2cap.scid
dcid? btl2cap.dcid
result btl2cap.result btl2cap.conf_result btl2cap.info_result btl2cap.le_result btl2cap.move_result
status btl2cap.status
reason btl2cap.rej_reason
mtu btl2cap.option_mtu
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

const HCI_EVENT = `
code! bthci_evt.code
length! bthci_evt.param_length
subevent! bthci_evt.le_meta_subevent
handle bthci_evt.connection_handle
status bthci_evt.status
reason bthci_evt.reason
command_opcode bthci_evt.opcode
completed_packets bthci_evt.num_compl_packets
peer_addr|own_addr bthci_evt.bd_addr
peer_address_type bthci_evt.le_peer_address_type bthci_evt.advertiser_address_type
role bthci_evt.role
interval_us/1250 bthci_evt.le_con_interval bthci_evt.le_min_interval
interval_max_us/1250 bthci_evt.le_max_interval
latency bthci_evt.le_con_latency
timeout_ms/10 bthci_evt.le_supv_timeout
sca bthci_evt.le_master_clock_accuracy
tx_phy bthci_evt.tx_phy bthci_evt.le_tx_phy
rx_phy bthci_evt.rx_phy bthci_evt.le_rx_phy
max_tx_octets bthci_evt.max_tx_octets bthci_evt.suggested_max_tx_octets
max_tx_time_us bthci_evt.max_tx_time bthci_evt.suggested_max_tx_time
max_rx_octets bthci_evt.max_rx_octets
max_rx_time_us bthci_evt.max_rx_time bthci_evt.suggested_max_rx_time
encryption bthci_evt.encryption_enable bthci_evt.encryption_mode
hardware_code bthci_evt.hardware_code
rssi bthci_evt.rssi
tx_power bthci_evt.transmit_power_level bthci_evt.selected_tx_power
link_type bthci_evt.link_type
clock_offset bthci_evt.clock_offset
mode bthci_evt.current_mode
page bthci_evt.page_number
max_page bthci_evt.max_page_number
hci_version? bthci_evt.hci_vers_nr
key_size bthci_evt.enc_key_size
ediv bthci_evt.le_encrypted_diversifier
io_capability bthci_evt.io_capability
oob_data bthci_evt.oob_data_present
acl_octets bthci_evt.le_acl_data_pkt_len bthci_evt.max_data_length_acl
acl_packets bthci_evt.le_total_num_acl_data_pkts bthci_evt.max_data_num_acl
iso_octets bthci_evt.iso_data_pkt_len
iso_packets bthci_evt.total_num_iso_data_pkts
own_rpa bthci_evt.le_local_rpa
peer_rpa bthci_evt.le_peer_rpa
packet_type? bthci_evt.packet_type
channel_selection bthci_evt.channel_selection_algorithm
subrate_factor bthci_evt.subrate_factor
continuation bthci_evt.continuation_number
advertising_handle bthci_evt.adv_handle
sid bthci_evt.advertising_sid
sync_handle bthci_evt.sync_handle
service_data bthci_evt.service_data_past
periodic_interval_us/1250 bthci_evt.periodic_advertising_interval
phy bthci_evt.adv_phy bthci_evt.phy
sca bthci_evt.adv_clock_accuracy
cig_id bthci_evt.cig_id
cis_id bthci_evt.cis_id
cis_handle bthci_evt.cis_handle
big_handle bthci_evt.big_handle
bis_handle bthci_evt.bis_handle
bis_count bthci_evt.num_bis
iso_interval_us/1250 bthci_evt.iso_interval
sdu_interval_us bthci_evt.sdu_interval
max_sdu bthci_evt.max_sdu
max_pdu bthci_evt.max_pdu
max_pdu_c_to_p bthci_evt.max_pdu_m_to_s
max_pdu_p_to_c bthci_evt.max_pdu_s_to_m
transport_latency_us bthci_evt.big_transport_latency
transport_latency_c_to_p_us bthci_evt.transport_latency_m_to_s
transport_latency_p_to_c_us bthci_evt.transport_latency_s_to_m
big_sync_delay_us bthci_evt.big_sync_delay
cig_sync_delay_us bthci_evt.cig_sync_delay
cis_sync_delay_us bthci_evt.cis_sync_delay
phy_c_to_p bthci_evt.phy_m_to_s
phy_p_to_c bthci_evt.phy_s_to_m
subevents bthci_evt.nse
bn bthci_evt.bn
bn_c_to_p bthci_evt.bn_m_to_s
bn_p_to_c bthci_evt.bn_s_to_m
ft_c_to_p bthci_evt.ft_m_to_s
ft_p_to_c bthci_evt.ft_s_to_m
pto bthci_evt.pto
irc bthci_evt.irc
framing bthci_evt.framing
version bthci_evt.lmp_vers_nr
subversion bthci_evt.lmp_sub_vers_nr
command_opcode/1024 bthci_evt.opcode.ogf
command_opcode&1023 bthci_evt.opcode.ocf
features#0 bthci_evt.lmp_features.3slot_packets
features#1 bthci_evt.lmp_features.5slot_packets
features#2 bthci_evt.lmp_features.encryption
features#3 bthci_evt.lmp_features.slot_offset
features#4 bthci_evt.lmp_features.timing_accuracy
features#5 bthci_evt.lmp_features.role_switch
features#6 bthci_evt.lmp_features.hold_mode
features#7 bthci_evt.lmp_features.sniff_mode
features#8 bthci_evt.lmp_features.park_state
features#9 bthci_evt.lmp_features.power_control_requests
features#10 bthci_evt.lmp_features.channel_quality_driven_data_rate
features#11 bthci_evt.lmp_features.sco_link
features#12 bthci_evt.lmp_features.hv2_packets
features#13 bthci_evt.lmp_features.hv3_packets
features#14 bthci_evt.lmp_features.u_law_log_synchronous_data
features#15 bthci_evt.lmp_features.a_law_log_synchronous_data
features#16 bthci_evt.lmp_features.cvsd_synchronous_data
features#17 bthci_evt.lmp_features.paging_parameter_negotiation
features#18 bthci_evt.lmp_features.power_control
features#19 bthci_evt.lmp_features.transparent_synchronous_data
features#23 bthci_evt.lmp_features.broadcast_encryption
features#24 bthci_evt.lmp_features.reserved.24
features#25 bthci_evt.lmp_features.edr_acl_2mbps_mode
features#26 bthci_evt.lmp_features.edr_acl_3mbps_mode
features#27 bthci_evt.lmp_features.enhanced_inquiry_scan
features#28 bthci_evt.lmp_features.interlaced_inquiry_scan
features#29 bthci_evt.lmp_features.interlaced_page_scan
features#30 bthci_evt.lmp_features.rssi_with_inquiry_results
features#31 bthci_evt.lmp_features.ev3_packets
features#32 bthci_evt.lmp_features.ev4_packets
features#33 bthci_evt.lmp_features.ev5_packets
features#34 bthci_evt.lmp_features.reserved.34
features#35 bthci_evt.lmp_features.afh_capable_slave
features#36 bthci_evt.lmp_features.afh_classification_slave
features#37 bthci_evt.lmp_features.br_edr_not_supported
features#38 bthci_evt.lmp_features.le_supported_controller
features#39 bthci_evt.lmp_features.3slot_edr_acl_packets
features#40 bthci_evt.lmp_features.5slot_edr_acl_packets
features#41 bthci_evt.lmp_features.sniff_subrating
features#42 bthci_evt.lmp_features.pause_encryption
features#43 bthci_evt.lmp_features.afh_capable_master
features#44 bthci_evt.lmp_features.afh_classification_master
features#45 bthci_evt.lmp_features.edr_esco_2mbps_mode
features#46 bthci_evt.lmp_features.edr_esco_3mbps_mode
features#47 bthci_evt.lmp_features.3slot_edr_esco_packets
features#48 bthci_evt.lmp_features.extended_inquiry_response
features#49 bthci_evt.lmp_features.simultaneous_le_and_br_edr.controller
features#50 bthci_evt.lmp_features.reserved.50
features#51 bthci_evt.lmp_features.secure_simple_pairing
features#52 bthci_evt.lmp_features.encapsulated_pdu
features#53 bthci_evt.lmp_features.erroneous_data_reporting
features#54 bthci_evt.lmp_features.non_flushable_packet_boundary_flag
features#55 bthci_evt.lmp_features.reserved.55
features#56 bthci_evt.lmp_features.supervision_timeout_changed_event
features#57 bthci_evt.lmp_features.inquiry_tx_power_level
features#58 bthci_evt.lmp_features.enhanced_power_control
features#63 bthci_evt.lmp_features.extended_features
features#0 bthci_evt.le_features.encryption
features#1 bthci_evt.le_features.connection_parameters_request_procedure
features#2 bthci_evt.le_features.extended_reject_indication
features#3 bthci_evt.le_features.slave_initiated_features_exchange
features#4 bthci_evt.le_features.ping
features#5 bthci_evt.le_features.data_packet_length_extension
features#6 bthci_evt.le_features.ll_privacy
features#7 bthci_evt.le_features.extended_scanner_filter_policies
features#8 bthci_evt.le_features.2m_phy
features#9 bthci_evt.le_features.stable_modulation_index_tx
features#10 bthci_evt.le_features.stable_modulation_index_rx
features#11 bthci_evt.le_features.coded_phy
features#12 bthci_evt.le_features.extended_advertising
features#13 bthci_evt.le_features.periodic_advertising
features#14 bthci_evt.le_features.channel_selection_algorithm_2
features#15 bthci_evt.le_features.power_class_1
features#16 bthci_evt.le_features.minimum_number_of_used_channels_procedure
features#17 bthci_evt.le_features.connection_cte_request
features#18 bthci_evt.le_features.connection_cte_response
features#19 bthci_evt.le_features.connectionless_cte_tx
features#20 bthci_evt.le_features.connectionless_cte_rx
features#21 bthci_evt.le_features.antenna_switching_during_cte_tx_aod
features#22 bthci_evt.le_features.antenna_switching_during_cte_rx_aoa
features#23 bthci_evt.le_features.receiving_cte
features#24 bthci_evt.le_features.periodic_advertising_sync_transfer_sender
features#25 bthci_evt.le_features.periodic_advertising_sync_transfer_receiver
features#26 bthci_evt.le_features.sleep_clock_accuracy_updates
features#27 bthci_evt.le_features.remote_public_key_validation
features#28 bthci_evt.le_features.cis_master
features#29 bthci_evt.le_features.cis_slave
features#30 bthci_evt.le_features.isochronous_broadcaster
features#31 bthci_evt.le_features.synchronized_receiver
features#32 bthci_evt.le_features.isochronous_channels_host_support
features#33 bthci_evt.le_features.power_control_request
features#34 bthci_evt.le_features.power_change_indication
features#35 bthci_evt.le_features.path_loss_monitoring
features#36 bthci_evt.le_features.periodic_advertising_adi
features#37 bthci_evt.le_features.connection_subrating
features#38 bthci_evt.le_features.connection_subrating_host_support
features#39 bthci_evt.le_features.channel_classification
company_id bthci_evt.comp_id
allowed_commands bthci_evt.num_command_packets`;

const HCI_COMMAND = `
code! bthci_cmd.opcode
code/1024! bthci_cmd.opcode.ogf
code&1023! bthci_cmd.opcode.ocf
length! bthci_cmd.param_length
handle bthci_cmd.connection_handle
reason bthci_cmd.reason
peer_addr|own_addr bthci_cmd.bd_addr
role bthci_cmd.role
encryption bthci_cmd.encryption_enable
peer_address_type bthci_cmd.le_peer_address_type bthci_cmd.le_direct_address_type bthci_cmd.le_peer_identity_address_type bthci_cmd.le_address_type
interval_us/1250 bthci_cmd.le_con_interval_min
interval_max_us/1250 bthci_cmd.le_con_interval_max
latency bthci_cmd.le_con_latency
timeout_ms/10 bthci_cmd.le_supv_timeout
max_tx_octets bthci_cmd.le_tx_octets bthci_cmd.le_suggested_max_tx_octets
max_tx_time_us bthci_cmd.le_tx_time bthci_cmd.le_suggested_max_tx_time
own_address_type bthci_cmd.le_own_address_type
ce_length_us/625 bthci_cmd.le_min_ce_length
ce_length_max_us/625 bthci_cmd.le_max_ce_length
all_phys bthci_cmd.all_phys
tx_phys bthci_cmd.tx_phys
rx_phys bthci_cmd.rx_phys
phy_options bthci_cmd.phy_options
page bthci_cmd.page_number
ediv bthci_cmd.le_encrypted_diversifier
io_capability bthci_cmd.io_capability
oob_data bthci_cmd.oob_data_present
auth_req bthci_cmd.auth_requirements
subrate_factor bthci_cmd.subrate_min
subrate_factor_max bthci_cmd.subrate_max
continuation bthci_cmd.continuation_number
packet_type bthci_cmd.packet_type bthci_cmd.sco_packet_type
clock_offset bthci_cmd.clock_offset
enabled bthci_cmd.le_advts_enable bthci_cmd.le_scan_enable bthci_cmd.le_address_resolution_enable bthci_cmd.scan_enable
scan_type? bthci_cmd.le_scan_type
scan_interval_us/625? bthci_cmd.le_scan_interval
scan_window_us/625? bthci_cmd.le_scan_window
filter_policy bthci_cmd.le_advts_filter_policy bthci_cmd.le_scan_filter_policy bthci_cmd.le_initiator_filter_policy
filter_duplicates bthci_cmd.le_filter_duplicates
advertising_handle bthci_cmd.advertising_handle
advertising_type bthci_cmd.le_advts_type
advertising_properties bthci_cmd.advertising_properties
adv_interval_us/625 bthci_cmd.le_advts_interval_min
adv_interval_max_us/625 bthci_cmd.le_advts_interval_max
primary_phy bthci_cmd.primary_advertising_phy
secondary_phy bthci_cmd.secondary_advertising_phy
sid bthci_cmd.advertising_sid
tx_power bthci_cmd.power_level
sync_handle bthci_cmd.sync_handle
skip bthci_cmd.skip
service_data bthci_cmd.service_data_past
cig_id bthci_cmd.cig_id
cis_id bthci_cmd.cis_id
cis_handle bthci_cmd.cis_handle
big_handle bthci_cmd.big_handle
bis_count bthci_cmd.num_bis
sdu_interval_us bthci_cmd.sdu_interval
sdu_interval_c_to_p_us bthci_cmd.sdu_interval_m_to_s
sdu_interval_p_to_c_us bthci_cmd.sdu_interval_s_to_m
max_sdu bthci_cmd.max_sdu
max_sdu_c_to_p bthci_cmd.max_sdu_m_to_s
max_sdu_p_to_c bthci_cmd.max_sdu_s_to_m
max_latency_ms bthci_cmd.max_transport_latency
max_latency_c_to_p_ms bthci_cmd.max_transport_latency_m_to_s
max_latency_p_to_c_ms bthci_cmd.max_transport_latency_s_to_m
phys_c_to_p bthci_cmd.phy_m_to_s
phys_p_to_c bthci_cmd.phy_s_to_m
rtn bthci_cmd.rtn
rtn_c_to_p bthci_cmd.rtn_m_to_s
rtn_p_to_c bthci_cmd.rtn_s_to_m
phy bthci_cmd.phy
packing bthci_cmd.packing
framing bthci_cmd.framing
encryption bthci_cmd.encryption
sca bthci_cmd.slaves_clock_accuracy`;

const HCI_ISO = `
handle bthci_iso.chandle
boundary bthci_iso.pb_flag
length bthci_iso.data_length`;

const HCI_ACL = `
handle bthci_acl.chandle
boundary bthci_acl.pb_flag
broadcast bthci_acl.bc_flag
length bthci_acl.length`;

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
