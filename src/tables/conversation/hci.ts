import { columnsOf, ORIGIN } from './table.ts';
import type { ConversationTable } from './table.ts';

export const HCI: ConversationTable = {
  name: 'hci',
  row: 'a command, event or data packet of a host log, of lists an entry; advertising reports are rows of the packets only',
  columns: columnsOf(`${ORIGIN}
    item_no USMALLINT | 0-based entry of a list, such as the handles of Number Of Completed Packets or the PHYs of a scan; empty where the packet has no list
    kind VARCHAR | command, event, acl, sco or iso | Vol 4 Part E 5.4
    direction VARCHAR | to controller or to host; empty where the file does not say
    code USMALLINT | opcode of a command, code of an event | Vol 4 Part E 5.4.1, 5.4.4
    subevent UTINYINT | of an LE meta event | Vol 4 Part E 7.7.65
    name VARCHAR | name of the command or event
    length USMALLINT bytes | parameters or data that the header announces
    handle USMALLINT | connection handle; of requests for CIS that of the ACL connection | Vol 4 Part E 5.3.1
    status UTINYINT | of an event | Vol 1 Part F 1.3
    status_name VARCHAR | the status in words
    reason UTINYINT | why a connection ended or was refused | Vol 1 Part F 1.3
    reason_name VARCHAR | the reason in words
    command_opcode USMALLINT | of Command Complete and Command Status: the command | Vol 4 Part E 7.7.14, 7.7.15
    command_name VARCHAR | its name
    command_packet_no INTEGER | its packet
    latency_us BIGINT µs | time since that packet
    allowed_commands UTINYINT | commands that the host may send
    boundary UTINYINT | packet boundary flag of data: 0 and 2 first, 1 continuing, 3 complete | Vol 4 Part E 5.4.2
    broadcast UTINYINT | broadcast flag of data
    completed_packets USMALLINT | of Number Of Completed Packets | Vol 4 Part E 7.7.19
    peer_addr VARCHAR | address of the peer
    peer_address_type UTINYINT | 0 public, 1 random, 2 and 3 the same as identity | Vol 4 Part E 7.7.65.10
    peer_rpa VARCHAR | resolvable address that the peer used; zeros where it used none | Vol 4 Part E 7.7.65.10
    own_addr VARCHAR | address of this controller that the packet sets or returns
    own_address_type UTINYINT | 0 public, 1 random, 2 and 3 resolvable, else public or random | Vol 4 Part E 7.8.12
    own_rpa VARCHAR | resolvable address that this controller used; zeros where it used none
    role UTINYINT | 0 central, 1 peripheral
    interval_us UINTEGER µs | connection interval, of commands the shortest
    interval_max_us UINTEGER µs | longest interval of a command
    latency USMALLINT events | peripheral latency
    timeout_ms UINTEGER ms | supervision timeout; of periodic trains the time after which they count as lost
    ce_length_us UINTEGER µs | shortest connection event that a command asks for | Vol 4 Part E 7.8.12
    ce_length_max_us UINTEGER µs | longest
    sca UTINYINT | code of the central's sleep clock accuracy, of periodic trains the advertiser's
    tx_phy UTINYINT | PHY that this controller sends with: 1 1M, 2 2M, 3 CODED | Vol 4 Part E 7.7.65.12
    rx_phy UTINYINT | PHY that it receives with
    all_phys UTINYINT | bit 0: no preference for sending, bit 1: none for receiving | Vol 4 Part E 7.8.49
    tx_phys UTINYINT | PHYs that the host prefers to send with: bit 0 1M, bit 1 2M, bit 2 CODED
    rx_phys UTINYINT | PHYs that it prefers to receive with
    phy_options USMALLINT | coding that it prefers: 1 S=2, 2 S=8
    max_tx_octets USMALLINT bytes | longest payload that it sends | Vol 4 Part E 7.7.65.7
    max_tx_time_us USMALLINT µs | longest packet that it sends
    max_rx_octets USMALLINT bytes | longest payload that it receives
    max_rx_time_us USMALLINT µs | longest packet that it receives
    features UBIGINT | bit k: feature k is supported; of BR/EDR commands and events features of LMP | Vol 6 Part B 4.6, Vol 2 Part C 3.3
    page UTINYINT | page of the features, of LE the last that was read
    max_page UTINYINT | last page
    hci_version UTINYINT | version of the controller's interface | Vol 4 Part E 7.4.1
    version UTINYINT | version of the link layer | Vol 4 Part E 7.7.12
    company_id USMALLINT | maker of the controller
    subversion USMALLINT | its own version number
    acl_octets USMALLINT bytes | longest ACL packet that the controller takes | Vol 4 Part E 7.8.2
    acl_packets USMALLINT | ACL packets that it has room for
    iso_octets USMALLINT bytes | longest ISO packet
    iso_packets UTINYINT | ISO packets
    encryption UTINYINT | 0 off, 1 on, 2 on with AES-CCM (BR/EDR) | Vol 4 Part E 7.7.8
    key_size UTINYINT bytes | length of the key
    ediv USMALLINT | EDIV of LE_Enable_Encryption and of a request for a key; names the key, is none
    io_capability UTINYINT | 0 display, 1 display and yes/no, 2 keyboard, 3 none | Vol 4 Part E 7.1.29
    oob_data UTINYINT | 1 or more: it has data that came another way
    auth_req UTINYINT | authentication that is required
    channel_selection UTINYINT | 0 algorithm 1, 1 algorithm 2 | Vol 4 Part E 7.7.65.20
    subrate_factor USMALLINT | of the connection events one in so many is used; of a request the least | Vol 4 Part E 7.7.65.35
    subrate_factor_max USMALLINT | greatest factor of a request
    continuation USMALLINT | events that are used after one with data
    hardware_code UTINYINT | of Hardware Error | Vol 4 Part E 7.7.16
    rssi TINYINT dBm | level of the peer | Vol 4 Part E 7.5.4
    tx_power TINYINT dBm | power; 127: no preference or not available
    link_type UTINYINT | 0 SCO, 1 ACL, 2 eSCO | Vol 4 Part E 7.7.3
    class_of_device UINTEGER | 24 bits, of BR/EDR
    packet_type USMALLINT | packets that BR/EDR may use | Vol 4 Part E 7.1.5
    clock_offset USMALLINT | 15 bits, of BR/EDR
    mode UTINYINT | 0 active, 1 hold, 2 sniff | Vol 4 Part E 7.7.20
    enabled UTINYINT | 1: the command switches on; of Write_Scan_Enable bit 0 inquiry scan, bit 1 page scan
    scan_type UTINYINT | 0 passive, 1 active | Vol 4 Part E 7.8.10
    scan_interval_us UINTEGER µs | time between scan windows
    scan_window_us UINTEGER µs | length of a scan window
    filter_policy UTINYINT | who is answered or reported
    filter_duplicates UTINYINT | 1: repeated reports are left out
    advertising_handle UTINYINT | advertising set | Vol 4 Part E 7.8.53
    advertising_type UTINYINT | of legacy advertising | Vol 4 Part E 7.8.5
    advertising_properties USMALLINT | of extended advertising | Vol 4 Part E 7.8.53
    adv_interval_us BIGINT µs | shortest advertising interval
    adv_interval_max_us BIGINT µs | longest advertising interval
    primary_phy UTINYINT | PHY of the primary channels: 1 1M, 3 CODED
    secondary_phy UTINYINT | PHY of the secondary channels
    sid UTINYINT | advertising set identifier
    periodic_interval_us UINTEGER µs | periodic advertising interval, of a command the shortest | Vol 4 Part E 7.8.61
    periodic_interval_max_us UINTEGER µs | longest
    sync_handle USMALLINT | periodic advertising train that the controller follows | Vol 4 Part E 7.7.65.14
    skip USMALLINT events | packets of the train that may be skipped
    service_data USMALLINT | value that the host gave to a transfer of a train
    phy UTINYINT | PHY of a train, a test or a broadcast isochronous group: 1 1M, 2 2M, 3 CODED; of LE_Create_BIG a bit for each
    cig_id UTINYINT | connected isochronous group | Vol 4 Part E 7.8.97
    cis_id UTINYINT | stream of the group
    cis_handle USMALLINT | handle of a connected isochronous stream | Vol 4 Part E 7.8.99
    big_handle UTINYINT | broadcast isochronous group | Vol 4 Part E 7.8.103
    bis_handle USMALLINT | handle of a broadcast isochronous stream | Vol 4 Part E 7.7.65.27
    bis_count UTINYINT | streams of the group
    iso_interval_us UINTEGER µs | time between isochronous events | Vol 4 Part E 7.7.65.25
    sdu_interval_us UINTEGER µs | time between SDUs of a broadcast
    sdu_interval_c_to_p_us UINTEGER µs | time between SDUs from central to peripheral
    sdu_interval_p_to_c_us UINTEGER µs | time between SDUs from peripheral to central
    max_sdu USMALLINT bytes | longest SDU of a broadcast
    max_sdu_c_to_p USMALLINT bytes | longest SDU from central to peripheral
    max_sdu_p_to_c USMALLINT bytes | longest SDU from peripheral to central
    max_pdu USMALLINT bytes | longest PDU of a broadcast
    max_pdu_c_to_p USMALLINT bytes | longest PDU from central to peripheral
    max_pdu_p_to_c USMALLINT bytes | longest PDU from peripheral to central
    max_latency_ms USMALLINT ms | longest transport latency that a broadcast may have
    max_latency_c_to_p_ms USMALLINT ms | longest transport latency from central to peripheral
    max_latency_p_to_c_ms USMALLINT ms | longest transport latency from peripheral to central
    transport_latency_us UINTEGER µs | transport latency of a broadcast
    transport_latency_c_to_p_us UINTEGER µs | transport latency from central to peripheral
    transport_latency_p_to_c_us UINTEGER µs | transport latency from peripheral to central
    big_sync_delay_us UINTEGER µs | of the broadcast isochronous group
    cig_sync_delay_us UINTEGER µs | of the connected isochronous group
    cis_sync_delay_us UINTEGER µs | of the stream
    phy_c_to_p UTINYINT | PHY of a stream from central to peripheral: 1 1M, 2 2M, 3 CODED
    phy_p_to_c UTINYINT | PHY of a stream from peripheral to central
    phys_c_to_p UTINYINT | PHYs that may be used from central to peripheral: bit 0 1M, bit 1 2M, bit 2 CODED
    phys_p_to_c UTINYINT | PHYs that may be used from peripheral to central
    rtn UTINYINT | times that a PDU of a broadcast is sent again
    rtn_c_to_p UTINYINT | times that a PDU from central to peripheral should be sent again
    rtn_p_to_c UTINYINT | times that a PDU from peripheral to central should be sent again
    subevents UTINYINT | subevents of an event
    bn UTINYINT | burst number of a broadcast: new payloads of an event
    bn_c_to_p UTINYINT | burst number from central to peripheral
    bn_p_to_c UTINYINT | burst number from peripheral to central
    ft_c_to_p UTINYINT | flush timeout from central to peripheral, in ISO intervals
    ft_p_to_c UTINYINT | flush timeout from peripheral to central
    pto UTINYINT | pre-transmission offset of a broadcast
    irc UTINYINT | times that a payload of a broadcast is sent in its event
    packing UTINYINT | 0 sequential, 1 interleaved
    framing UTINYINT | 0 unframed, 1 framed
    subevent_interval_us UINTEGER µs | time between subevents of a stream, a periodic train or Channel Sounding | Vol 4 Part E 7.7.65.25
    train_subevent UTINYINT | subevent of a periodic train with responses, of a request the first | Vol 4 Part E 7.7.65.36
    train_subevents UTINYINT | subevents that a request for data is about
    request_subevent UTINYINT | subevent that a response answers | Vol 4 Part E 7.8.126
    response_slot UTINYINT | slot of a response, of a list of slots the first | Vol 4 Part E 7.7.65.37
    response_slots UTINYINT | response slots of a subevent | Vol 4 Part E 7.8.61
    response_slot_delay_us UINTEGER µs | from a subevent to its first response slot
    response_slot_spacing_us USMALLINT µs | between response slots
    tx_status UTINYINT | of a subevent: 0 it was sent, 1 it was not | Vol 4 Part E 7.7.65.37
    data_status UTINYINT | of a response: 0 complete, 1 more follows, 2 cut off, 255 not received
    data_octets UTINYINT bytes | length of the data in the packet, which the table leaves out
    event_counter USMALLINT | of a response the event of the request, of Channel Sounding the connection event | Vol 4 Part E 7.8.126
    decision_flags UTINYINT | of decision data or of a test | Vol 4 Part E 7.8.144, 7.8.145
    decision_field UTINYINT | what a test looks at: 7 RSSI, 8 path loss, 9 the advertiser's address
    rssi_low TINYINT dBm | below it a monitored advertiser counts as away after the timeout | Vol 4 Part E 7.8.146
    rssi_high TINYINT dBm | from it on the advertiser counts as near
    rssi_condition UTINYINT | of a monitored advertiser: 0 away, 1 near | Vol 4 Part E 7.7.65.47
    list_size UTINYINT | advertisers that the controller can monitor
    feature_bit USMALLINT | feature that the host turns on or off | Vol 4 Part E 7.8.115
    frame_space_us USMALLINT µs | time between packets, of a command the shortest | Vol 4 Part E 7.8.151
    frame_space_max_us USMALLINT µs | longest
    spacing_types USMALLINT | times that the value is for: bits 0 and 1 data, 2 between connection events, 3 and 4 streams | Vol 4 Part E 7.8.151
    phys UTINYINT | PHYs that the command or value is for: bit 0 1M, bit 1 2M, bit 2 CODED
    initiator UTINYINT | who began the update: 0 host, 1 controller, 2 peer | Vol 4 Part E 7.7.65.48
    subevent_length_us UINTEGER µs | length of a subevent of Channel Sounding, of a command the shortest | Vol 4 Part E 7.8.140
    subevent_length_max_us UINTEGER µs | longest
    antennas UTINYINT | antennas for Channel Sounding | Vol 4 Part E 7.7.65.39
    antenna_paths UTINYINT | pairs of antennas that are measured, of capabilities the most
    reference_power TINYINT dBm | power that values of a result refer to; 127: not known | Vol 4 Part E 7.7.65.44
    rtt_capability UTINYINT | precision of round-trip times | Vol 4 Part E 7.7.65.39
    rtt_type UTINYINT | how the round-trip time is measured: 0 access address, 1 and 2 sounding sequence, 3 to 6 random sequence
    cs_configs UTINYINT | configurations of Channel Sounding that a device can hold | Vol 4 Part E 7.7.65.39
    cs_config_id UTINYINT | configuration of Channel Sounding | Vol 4 Part E 7.8.137
    cs_context UTINYINT | 0: written at this controller only, 1: at the peer too
    cs_action UTINYINT | configuration: 0 removed, 1 created | Vol 4 Part E 7.7.65.42
    cs_role UTINYINT | 0 initiator, 1 reflector
    cs_roles UTINYINT | roles that are supported or allowed: bit 0 initiator, bit 1 reflector | Vol 4 Part E 7.8.133
    cs_modes UTINYINT | bit 0: steps of mode 3 are supported
    cs_main_mode UTINYINT | steps: 1 round-trip time, 2 phase, 3 both
    cs_sub_mode UTINYINT | steps between them; 255: none
    cs_main_steps UTINYINT | fewest steps before one of the sub mode
    cs_main_steps_max UTINYINT | most
    cs_main_repetition UTINYINT | steps repeated from the previous subevent
    cs_mode_0_steps UTINYINT | calibration steps at the start of a subevent
    cs_sync_phy UTINYINT | PHY of synchronisation packets: 1 1M, 2 2M, 3 2M with BT=2
    cs_sync_phys UTINYINT | PHYs besides 1M: bit 1 2M, bit 2 2M with BT=2
    cs_map_repetition UTINYINT | times that the channel map is used for steps other than calibration
    cs_channel_selection UTINYINT | 0: algorithm 3b, 1: algorithm 3c
    cs_antenna_config UTINYINT | code of the pairs of antennas | Vol 4 Part E 7.8.140
    cs_event_interval USMALLINT events | connection events between events of Channel Sounding | Vol 4 Part E 7.7.65.43
    cs_procedure_interval USMALLINT events | connection events between procedures, of a command the fewest
    cs_procedure_interval_max USMALLINT events | most
    cs_procedure_length_us UINTEGER µs | longest procedure
    cs_procedures USMALLINT | procedures in a row; 0: until it is switched off, of capabilities no limit
    cs_procedure_counter USMALLINT | procedures since Channel Sounding was secured | Vol 4 Part E 7.7.65.44
    cs_procedure_status UTINYINT | 0 all results given, 1 more follow, 15 aborted
    cs_subevent_status UTINYINT | of the subevent, in the same codes
    cs_abort_procedure UTINYINT | why a procedure was aborted
    cs_abort_subevent UTINYINT | why a subevent was aborted
    cs_steps UTINYINT | steps that the packet reports; the table leaves out what they measured
  `),
};
