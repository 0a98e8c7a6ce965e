import { columnsOf, ORIGIN, SENDER } from './table.ts';
import type { ConversationTable } from './table.ts';

const SYNC = 'Vol 6 Part B 2.3.4.6, 2.4.2.29';
const CIS = 'Vol 6 Part B 2.4.2.32';

export const LL_CONTROL: ConversationTable = {
  name: 'll_control',
  row: 'an LL control PDU that is not ciphertext',
  columns: columnsOf(`${ORIGIN}${SENDER}
    opcode UTINYINT | opcode | Vol 6 Part B 2.4.2
    name VARCHAR | name of the opcode
    cut BOOLEAN | the PDU ends before its parameters do
    instant USMALLINT | connection event at which it takes effect | Vol 6 Part B 5.5
    error_code UTINYINT | error | Vol 1 Part F 1.3
    error_name VARCHAR | the error in words
    about_opcode UTINYINT | opcode that is rejected or unknown | Vol 6 Part B 2.4.2.8, 2.4.2.18
    interval_us UINTEGER µs | connection interval, of a request the shortest | Vol 6 Part B 2.4.2.1, 2.4.2.16
    interval_max_us UINTEGER µs | longest interval of a request
    latency USMALLINT events | peripheral latency
    timeout_ms UINTEGER ms | supervision timeout
    win_size_us UINTEGER µs | transmit window
    win_offset_us UINTEGER µs | offset of the transmit window
    preferred_periodicity UTINYINT | the interval should be a multiple of so many 1.25 ms | Vol 6 Part B 2.4.2.16
    reference_event_count USMALLINT | event that the offsets count from
    offset0 USMALLINT | preferred offset, in 1.25 ms; 65535: none
    offset1 USMALLINT | second
    offset2 USMALLINT | third
    offset3 USMALLINT | fourth
    offset4 USMALLINT | fifth
    offset5 USMALLINT | sixth
    channel_map BIGINT | bit k: data channel k is used | Vol 6 Part B 2.4.2.2
    features UBIGINT | bit k: feature k is supported | Vol 6 Part B 4.6
    version UTINYINT | version of the Core specification, an assigned number | Vol 6 Part B 2.4.2.13
    company_id USMALLINT | maker of the controller
    subversion USMALLINT | its own version number
    rand BLOB | Rand of LL_ENC_REQ; names the key, is none | Vol 6 Part B 2.4.2.4
    ediv USMALLINT | EDIV of LL_ENC_REQ; names the key, is none
    skd BLOB | the sender's half of the session key diversifier; no key | Vol 6 Part B 2.4.2.4, 2.4.2.5
    iv BLOB | the sender's half of the initialization vector
    max_rx_octets USMALLINT bytes | longest payload that it receives | Vol 6 Part B 2.4.2.21
    max_rx_time_us USMALLINT µs | longest packet that it receives
    max_tx_octets USMALLINT bytes | longest payload that it sends
    max_tx_time_us USMALLINT µs | longest packet that it sends
    tx_phys UTINYINT | PHYs that it prefers to send with: 1 1M, 2 2M, 4 CODED | Vol 6 Part B 2.4.2.22
    rx_phys UTINYINT | PHYs that it prefers to receive with
    phy_c_to_p UTINYINT | PHY from central to peripheral: 1 1M, 2 2M, 4 CODED, 0 unchanged | Vol 6 Part B 2.4.2.24
    phy_p_to_c UTINYINT | PHY from peripheral to central
    phys UTINYINT | PHYs that the PDU is about | Vol 6 Part B 2.4.2.25
    min_used_channels UTINYINT | least number of channels on these PHYs
    cte_min_len UTINYINT | least length of the constant tone extension, in 8 µs | Vol 6 Part B 2.4.2.26
    cte_type UTINYINT | 0 AoA, 1 AoD with 1 µs slots, 2 AoD with 2 µs slots
    sca UTINYINT | code of the sleep clock accuracy | Vol 6 Part B 2.4.2.30
    cig_id UTINYINT | connected isochronous group | ${CIS}
    cis_id UTINYINT | stream of the group
    cis_phy_c_to_p UTINYINT | PHY of the stream from central to peripheral
    cis_phy_p_to_c UTINYINT | PHY of the stream from peripheral to central
    max_sdu_c_to_p USMALLINT bytes | longest SDU from central to peripheral
    max_sdu_p_to_c USMALLINT bytes | longest SDU from peripheral to central
    framed BOOLEAN | PDUs are framed
    sdu_interval_c_to_p_us UINTEGER µs | time between SDUs from central to peripheral
    sdu_interval_p_to_c_us UINTEGER µs | time between SDUs from peripheral to central
    max_pdu_c_to_p USMALLINT bytes | longest PDU from central to peripheral
    max_pdu_p_to_c USMALLINT bytes | longest PDU from peripheral to central
    subevents UTINYINT | subevents of an event
    sub_interval_us UINTEGER µs | time between subevents
    bn_c_to_p UTINYINT | burst number from central to peripheral
    bn_p_to_c UTINYINT | burst number from peripheral to central
    ft_c_to_p UTINYINT | flush timeout from central to peripheral, in ISO intervals
    ft_p_to_c UTINYINT | flush timeout from peripheral to central
    iso_interval_us UINTEGER µs | time between isochronous events
    cis_offset_us UINTEGER µs | offset of the stream, of LL_CIS_REQ and LL_CIS_RSP the least | ${CIS}, 2.4.2.33
    cis_offset_max_us UINTEGER µs | greatest offset
    conn_event_count USMALLINT | connection event that the offset counts from
    cis_access_address UINTEGER | access address of the stream | Vol 6 Part B 2.4.2.34
    cig_sync_delay_us UINTEGER µs | of the group
    cis_sync_delay_us UINTEGER µs | of the stream
    power_phy UTINYINT | PHY that the power is about | Vol 6 Part B 2.4.2.36
    power_delta_db TINYINT dB | change that is asked for or was made
    tx_power TINYINT dBm | power; 127: not known, 126: not managed
    power_at_min BOOLEAN | it sends with its least power | Vol 6 Part B 2.4.2.37
    power_at_max BOOLEAN | it sends with its greatest power
    acceptable_reduction_db UTINYINT dB | the peer may reduce its power by so much
    subrate_factor USMALLINT | of the connection events one in so many is used; of a request the least | Vol 6 Part B 2.4.2.39
    subrate_factor_max USMALLINT | greatest factor of a request
    subrate_base_event USMALLINT | event that the factor counts from
    continuation USMALLINT | events that are used after one with data
    reporting_enabled BOOLEAN | channel reports are on | Vol 6 Part B 2.4.2.41
    reporting_min_spacing_ms UINTEGER ms | least time between reports
    reporting_max_delay_ms UINTEGER ms | greatest delay of a report
    channel_status BLOB | two bits for each channel: 0 unknown, 1 good, 2 bad | Vol 6 Part B 2.4.2.42
    sync_id USMALLINT | identifier that the host gave | ${SYNC}
    sync_offset USMALLINT | time to the next packet of the train, in units of 30 or 300 µs
    sync_offset_units UTINYINT | 0: 30 µs, 1: 300 µs
    sync_offset_adjust UTINYINT | 1: 2.4576 s are added
    sync_interval_us UINTEGER µs | periodic advertising interval
    sync_channel_map BIGINT | channels of the train
    sync_sca UTINYINT | advertiser's sleep clock accuracy
    sync_access_address UINTEGER | access address of the train
    sync_crc_init UINTEGER | 24 bits
    sync_event_counter USMALLINT | event of the train
    last_pa_event_counter USMALLINT | last event that was received
    sync_sid UTINYINT | advertising set
    sync_address_random BOOLEAN | the advertiser's address is random
    sync_sender_sca UTINYINT | sender's sleep clock accuracy
    sync_phy UTINYINT | PHY of the train
    sync_addr VARCHAR | the advertiser's address
    sync_conn_event_count USMALLINT | connection event of the last packet that was received
    response_access_address UINTEGER | access address of responses | Vol 6 Part B 2.4.2.43
    subevent_interval_us UINTEGER µs | time between subevents
    response_slot_delay_us UINTEGER µs | time to the first response slot
    response_slot_spacing_us UINTEGER µs | time between response slots
    frame_space_us USMALLINT µs | time between packets, of a request the shortest | Vol 6 Part B 2.4.2.54
    frame_space_max_us USMALLINT µs | longest
    spacing_types USMALLINT | times that the value is for: bits 0 and 1 data, 2 between connection events, 3 and 4 streams
    decrypted BOOLEAN | true where a key opened the packet; else empty
  `),
};
