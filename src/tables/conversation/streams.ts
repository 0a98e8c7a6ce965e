import { columnsOf } from './table.ts';
import type { ConversationTable } from './table.ts';

const CIS = 'Vol 6 Part B 2.4.2.32';
const BIG = 'Vol 6 Part B 4.4.6.11';
const BASE = 'BAP 3.7.2.2';

export const STREAMS: ConversationTable = {
  name: 'streams',
  row: 'an isochronous stream, announced or heard: a CIS of a connection, or a BIS of a broadcaster',
  columns: columnsOf(`
    stream INTEGER | 1-based number in the order in which streams were first seen
    kind VARCHAR | CIS or BIS; empty where neither a set-up nor the sniffer says which
    packet_no INTEGER | packet that announces it: LL_CIS_REQ, LL_CIS_IND or a periodic advertisement with BIGInfo; else the first packet heard
    last_packet_no INTEGER | last packet of it, or about it
    ts_us BIGINT µs | time of \`packet_no\`
    end_ts_us BIGINT µs | time of \`last_packet_no\`
    connection INTEGER | of a CIS: number of the connection in \`connections\`
    advertiser_addr VARCHAR | of a BIS: address of the broadcaster, as far as its train was announced
    advertiser_random BOOLEAN | its address is random
    sid UTINYINT | of a BIS: advertising set | Vol 6 Part B 2.3.4.4
    train_access_address UINTEGER | of a BIS: access address of the periodic advertising with BIGInfo
    broadcast_id VARCHAR | of a BIS: Broadcast_ID, most significant octet first | BAP 3.7.2.1
    broadcast_name VARCHAR | of a BIS: name of the broadcast
    group_id UTINYINT | of a CIS: CIG_ID | ${CIS}
    stream_id UTINYINT | CIS_ID, or number of the BIS from 1
    access_address UINTEGER | of every packet of the stream; of a BIS computed from the seed | Vol 6 Part B 2.1.2
    encrypted BOOLEAN | its payloads are ciphertext
    framed BOOLEAN | PDUs are framed
    iso_interval_us UINTEGER µs | time between isochronous events | ${CIS}, ${BIG}
    subevents UTINYINT | subevents of an event
    sub_interval_us UINTEGER µs | time between subevents
    phy_c_to_p VARCHAR | of a CIS: PHY from central to peripheral: 1M, 2M or CODED | ${CIS}
    phy_p_to_c VARCHAR | PHY from peripheral to central
    max_sdu_c_to_p USMALLINT bytes | longest SDU from central to peripheral
    max_sdu_p_to_c USMALLINT bytes | longest SDU from peripheral to central
    sdu_interval_c_to_p_us UINTEGER µs | time between SDUs from central to peripheral
    sdu_interval_p_to_c_us UINTEGER µs | time between SDUs from peripheral to central
    max_pdu_c_to_p USMALLINT bytes | longest PDU from central to peripheral
    max_pdu_p_to_c USMALLINT bytes | longest PDU from peripheral to central
    bn_c_to_p UTINYINT | burst number from central to peripheral: payloads of an event
    bn_p_to_c UTINYINT | burst number from peripheral to central
    ft_c_to_p UTINYINT | flush timeout from central to peripheral, in ISO intervals
    ft_p_to_c UTINYINT | flush timeout from peripheral to central
    cis_offset_us UINTEGER µs | from the connection event to the stream | Vol 6 Part B 2.4.2.34
    cig_sync_delay_us UINTEGER µs | of the group
    cis_sync_delay_us UINTEGER µs | of the stream
    conn_event_count USMALLINT | connection event that the offset counts from
    phy VARCHAR | of a BIS: its PHY | ${BIG}
    big_offset USMALLINT | from the announcing packet to the event, in units of 30 or 300 µs
    big_offset_units UTINYINT | 0: 30 µs, 1: 300 µs
    num_bis UTINYINT | streams of the group
    bn UTINYINT | burst number: payloads of an event
    pto UTINYINT | events by which payloads are sent ahead
    irc UTINYINT | times that a payload is sent in its event
    bis_spacing_us UINTEGER µs | from a stream of the group to the next
    max_pdu UTINYINT bytes | longest PDU
    max_sdu USMALLINT bytes | longest SDU
    sdu_interval_us UINTEGER µs | time between SDUs
    seed_access_address UINTEGER | seed of the access addresses of the group
    base_crc_init USMALLINT | upper two octets of the CRC's initial value
    channel_map BIGINT | bit k: data channel k is used at its end
    bis_payload_count BIGINT | payloads that were sent before the announced event; of the first announcement heard
    giv BLOB | of an encrypted group: initialization vector of the group; no key
    gskd BLOB | of an encrypted group: diversifier of the session key; no key
    presentation_delay_us UINTEGER µs | from the reference time of an SDU until it is to be heard; of a BIS that an audio announcement describes | ${BASE}
    subgroup UTINYINT | 0-based subgroup of the announcement
    codec VARCHAR | codec of the announcement
    sampling_hz UINTEGER Hz | sampling frequency
    frame_us USMALLINT µs | duration of a codec frame
    audio_channels UINTEGER | bit k: audio location k
    frame_octets USMALLINT bytes | octets of a codec frame
    frames_per_sdu UTINYINT | codec frames of each channel in an SDU
    audio_contexts USMALLINT | contexts of the audio, bits of an assigned number
    language VARCHAR | language of the audio, ISO 639-3
    program VARCHAR | title or summary of the program
    packets INTEGER | PDUs with a payload whose CRC is not wrong, those sent again too
    packets_c_to_p INTEGER | of a CIS: of \`packets\` those that the central sent, as far as the sniffer says
    packets_p_to_c INTEGER | of a CIS: of \`packets\` those that the peripheral sent
    empty_packets INTEGER | PDUs without a payload, null PDUs among them
    control_packets INTEGER | of a BIS: control PDUs of its group | Vol 6 Part B 2.6.3
    bad_crc INTEGER | packets of it whose CRC was wrong
    first_data_packet_no INTEGER | first packet heard of it
    last_data_packet_no INTEGER | last packet heard of it
    ended_by VARCHAR | of a CIS: central or peripheral; empty where neither said so
    end_code UTINYINT | reason of its end, or of its refusal | Vol 1 Part F 1.3
    end_reason VARCHAR | reason in words
    incomplete VARCHAR | what is missing of it in the capture, as a sentence; empty where nothing is
    decrypted BOOLEAN | true where a key opened the packet that announces it; else empty
  `),
};
