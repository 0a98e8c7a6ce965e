import { columnsOf } from './table.ts';
import type { ConversationTable } from './table.ts';

export const CONNECTIONS: ConversationTable = {
  name: 'connections',
  row: 'a connection',
  columns: columnsOf(`
    connection INTEGER | 1-based number in the order in which connections were first seen
    packet_no INTEGER | packet that begins it: CONNECT_IND, AUX_CONNECT_REQ, the event of the host, or the first packet heard
    last_packet_no INTEGER | last packet of it
    ts_us BIGINT µs | time of \`packet_no\`
    end_ts_us BIGINT µs | time of \`last_packet_no\`
    transport VARCHAR | LE or BR/EDR; empty where a host log begins after the connection
    handle USMALLINT | connection handle of a host log | Vol 4 Part E 5.3.1
    role VARCHAR | role of the host that keeps the log: central or peripheral | Vol 4 Part E 7.7.65.1
    access_address UINTEGER | of every packet of the connection | Vol 6 Part B 2.1.2
    crc_init UINTEGER | 24 bits | Vol 6 Part B 2.3.3.1
    central_addr VARCHAR | address of the central (initiator)
    central_random BOOLEAN | its address is random
    peripheral_addr VARCHAR | address of the peripheral (advertiser)
    peripheral_random BOOLEAN | its address is random
    start_interval_us UINTEGER µs | connection interval when it was made | Vol 6 Part B 4.5.1
    start_latency USMALLINT events | peripheral latency when it was made
    start_timeout_ms UINTEGER ms | supervision timeout when it was made | Vol 6 Part B 4.5.2
    start_channel_map BIGINT | bit k: data channel k was used when it was made
    hop UTINYINT | channels per event of channel selection algorithm 1 | Vol 6 Part B 4.5.8.2
    sca UTINYINT | code of the central's sleep clock accuracy, 0 (251–500 ppm) to 7 (0–20 ppm)
    interval_us UINTEGER µs | connection interval at its end; each change is a row of \`connection_changes\`
    latency USMALLINT events | peripheral latency at its end
    timeout_ms UINTEGER ms | supervision timeout at its end
    channel_map BIGINT | channels at its end
    phy_c_to_p VARCHAR | PHY from central to peripheral at its end: 1M, 2M or CODED | Vol 6 Part B 5.1.10
    phy_p_to_c VARCHAR | PHY from peripheral to central at its end
    max_octets_c_to_p USMALLINT bytes | longest payload from central to peripheral | Vol 6 Part B 5.1.9
    max_octets_p_to_c USMALLINT bytes | longest payload from peripheral to central
    encryption_packet_no INTEGER | packet that began encryption: LL_START_ENC_REQ or Encryption Change | Vol 6 Part B 5.1.3.1
    encryption_ts_us BIGINT µs | its time
    ended_by VARCHAR | central or peripheral; empty where neither said so | Vol 6 Part B 5.1.6
    end_code UTINYINT | reason | Vol 1 Part F 1.3
    end_reason VARCHAR | reason in words
    packets INTEGER | data and control PDUs, or ACL packets, without retransmissions
    retransmissions INTEGER | packets with the sequence number and content of the one before | Vol 6 Part B 4.5.9
    bad_crc INTEGER | packets of it whose CRC was wrong
    encrypted_packets INTEGER | packets that were ciphertext
    gaps INTEGER | places where the sniffer missed packets: a jump in the sequence numbers or packet counters, or a piece without a start
    possible_gaps INTEGER | further times in which it may have missed any number of packets without a trace: nothing was heard where some could have been sent
    packets_c_to_p INTEGER | of \`packets\` those that the central sent
    packets_p_to_c INTEGER | of \`packets\` those that the peripheral sent; the rest has an unknown sender
    decrypted_packets INTEGER | encrypted packets that a key opened; empty where the capture was read without decrypting | Vol 6 Part E
    decrypted_by VARCHAR | which keys opened them, by name: no part of a key
    not_decrypted VARCHAR | why encrypted packets stay closed
  `),
};

export const CHANGES: ConversationTable = {
  name: 'connection_changes',
  row: 'a change of a connection: its start, and each update after it',
  columns: columnsOf(`
    packet_no INTEGER | packet that announces the change
    connection INTEGER | number of the connection in \`connections\`
    ts_us BIGINT µs | time of the packet; the change itself happens at \`instant\`
    kind VARCHAR | start, parameters, channel_map, phy, data_length, subrate, encryption
    instant USMALLINT | connection event at which it takes effect | Vol 6 Part B 5.5
    interval_us UINTEGER µs | connection interval
    latency USMALLINT events | peripheral latency
    timeout_ms UINTEGER ms | supervision timeout
    channel_map BIGINT | bit k: data channel k is used
    phy_c_to_p VARCHAR | PHY from central to peripheral
    phy_p_to_c VARCHAR | PHY from peripheral to central
    max_octets_c_to_p USMALLINT bytes | longest payload from central to peripheral
    max_octets_p_to_c USMALLINT bytes | longest payload from peripheral to central
    subrate_factor USMALLINT | of the connection events one in so many is used | Vol 6 Part B 5.1.19
    encrypted BOOLEAN | encryption is on
    decrypted BOOLEAN | true where a key opened the packet; else empty
  `),
};
