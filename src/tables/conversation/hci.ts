import { columnsOf, ORIGIN } from './table.ts';
import type { ConversationTable } from './table.ts';

export const HCI: ConversationTable = {
  name: 'hci',
  row: 'a command, event or data packet of a host log; advertising reports are rows of the packets only',
  columns: columnsOf(`${ORIGIN}
    kind VARCHAR | command, event, acl, sco or iso | Vol 4 Part E 5.4
    direction VARCHAR | to controller or to host; empty where the file does not say
    code USMALLINT | opcode of a command, code of an event | Vol 4 Part E 5.4.1, 5.4.4
    subevent UTINYINT | of an LE meta event | Vol 4 Part E 7.7.65
    name VARCHAR | name of the command or event
    length USMALLINT bytes | parameters or data that the header announces
    handle USMALLINT | connection handle | Vol 4 Part E 5.3.1
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
    completed_packets USMALLINT | of Number Of Completed Packets, of the first handle | Vol 4 Part E 7.7.19
    peer_addr VARCHAR | address of the peer
    peer_address_type UTINYINT | 0 public, 1 random, 2 and 3 the same as identity | Vol 4 Part E 7.7.65.10
    role UTINYINT | 0 central, 1 peripheral
    interval_us UINTEGER µs | connection interval, of commands the shortest
    interval_max_us UINTEGER µs | longest interval of a command
    latency USMALLINT events | peripheral latency
    timeout_ms UINTEGER ms | supervision timeout
    sca UTINYINT | code of the central's sleep clock accuracy
    tx_phy UTINYINT | PHY that this controller sends with: 1 1M, 2 2M, 3 CODED | Vol 4 Part E 7.7.65.12
    rx_phy UTINYINT | PHY that it receives with
    max_tx_octets USMALLINT bytes | longest payload that it sends | Vol 4 Part E 7.7.65.7
    max_tx_time_us USMALLINT µs | longest packet that it sends
    max_rx_octets USMALLINT bytes | longest payload that it receives
    max_rx_time_us USMALLINT µs | longest packet that it receives
    features UBIGINT | bit k: feature k is supported; of BR/EDR commands and events features of LMP | Vol 6 Part B 4.6, Vol 2 Part C 3.3
    version UTINYINT | version of the link layer | Vol 4 Part E 7.7.12
    company_id USMALLINT | maker of the controller
    subversion USMALLINT | its own version number
    encryption UTINYINT | 0 off, 1 on, 2 on with AES-CCM (BR/EDR) | Vol 4 Part E 7.7.8
    channel_selection UTINYINT | 0 algorithm 1, 1 algorithm 2 | Vol 4 Part E 7.7.65.20
    subrate_factor USMALLINT | of the connection events one in so many is used | Vol 4 Part E 7.7.65.35
    continuation USMALLINT | events that are used after one with data
    hardware_code UTINYINT | of Hardware Error | Vol 4 Part E 7.7.16
  `),
};
