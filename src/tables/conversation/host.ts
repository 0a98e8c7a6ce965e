import { columnsOf, ORIGIN, SENDER } from './table.ts';
import type { ConversationTable } from './table.ts';

const SIGNALLING = 'Vol 3 Part A 4';

export const L2CAP: ConversationTable = {
  name: 'l2cap',
  row: 'an L2CAP frame, or a command of the signalling channel; on its last piece',
  columns: columnsOf(`${ORIGIN}
    first_packet_no INTEGER | packet with the first piece of the frame
    pieces USMALLINT | packets that the frame came in${SENDER}
    cid USMALLINT | channel | Vol 3 Part A 2.1
    channel VARCHAR | name of the channel
    length USMALLINT bytes | payload that the header announces | Vol 3 Part A 3.1
    complete BOOLEAN | the whole payload was heard; empty where packets may have been missed between its pieces, so that the rest is not put together
    payload BLOB | payload of channels other than signalling, ATT and SMP, which have rows of their own
    sdu_length USMALLINT bytes | of a credit-based channel: length of the SDU that begins here | Vol 3 Part A 3.4.3
    sdu BLOB | the SDU that the frame completes, of credit-based channels whose opening was heard; those of ATT have rows of their own
    item_no USMALLINT | 0-based command within the frame
    code UTINYINT | command of the signalling channel | ${SIGNALLING}
    name VARCHAR | name of the command
    identifier UTINYINT | matches a response to its request
    request_packet_no INTEGER | packet of the request that this answers
    latency_us BIGINT µs | time since that packet
    psm USMALLINT | protocol or service; of data on a channel the one that it was opened for | Vol 3 Part A 4.2, 4.22
    scid USMALLINT | source channel, of a list the first
    dcid USMALLINT | destination channel, of a list the first
    result USMALLINT | result | ${SIGNALLING}
    status USMALLINT | status of a pending connection | Vol 3 Part A 4.3
    reason USMALLINT | of L2CAP_COMMAND_REJECT_RSP: 0 not understood, 1 MTU exceeded, 2 invalid channel | Vol 3 Part A 4.1
    mtu USMALLINT bytes | longest SDU | Vol 3 Part A 4.22, 5.1
    mps USMALLINT bytes | longest PDU
    mode UTINYINT | mode of a channel of BR/EDR: 0 basic, 3 enhanced retransmission, 4 streaming | Vol 3 Part A 5.4
    tx_window UTINYINT | frames that may be sent without an answer
    max_transmit UTINYINT | times that a frame is sent at most
    retransmission_timeout_ms USMALLINT ms | time until a frame is sent again
    monitor_timeout_ms USMALLINT ms | time until the receiver is asked again
    flush_timeout_ms USMALLINT ms | time that a packet is tried; 65535: until it arrives | Vol 3 Part A 5.2
    fcs UTINYINT | 0 no frame check sequence, 1 of 16 bits | Vol 3 Part A 5.5
    credits USMALLINT frames | frames that the peer may send | Vol 3 Part A 4.24
    flags USMALLINT | bit 0: more options follow | Vol 3 Part A 4.4
    info_type USMALLINT | 1 connectionless MTU, 2 extended features, 3 fixed channels | Vol 3 Part A 4.10
    interval_us UINTEGER µs | shortest interval of a parameter request | Vol 3 Part A 4.20
    interval_max_us UINTEGER µs | longest interval
    latency USMALLINT events | peripheral latency
    timeout_ms UINTEGER ms | supervision timeout
    decrypted BOOLEAN | true where a key opened the packet; else empty
  `),
};

export const ATT: ConversationTable = {
  name: 'att',
  row: 'a PDU of the Attribute protocol; of lists an attribute',
  columns: columnsOf(`${ORIGIN}
    item_no USMALLINT | 0-based attribute within the PDU
    first_packet_no INTEGER | packet with the first piece of the PDU${SENDER}
    cid USMALLINT | channel: 4, or of an enhanced bearer the one that its sender sends to | Vol 3 Part A 2.1
    opcode UTINYINT | opcode | Vol 3 Part F 3.4.8
    name VARCHAR | name of the opcode
    handle USMALLINT | attribute; of a range the first; of a response to a read or write the one that was asked for | Vol 3 Part F 3.2.2
    end_handle USMALLINT | last attribute of a range or group
    uuid VARCHAR | type of the attribute: as the PDU says, else as discovered on this server: 2A37, or the dashed form | Vol 3 Part F 3.2.1
    uuid_name VARCHAR | its name, of assigned numbers
    value BLOB | value, or the part of it that the PDU carries; of requests by value what is searched | Vol 3 Part F 3.2.4
    value_offset USMALLINT bytes | where in the attribute the value begins | Vol 3 Part F 3.4.4.5
    mtu USMALLINT bytes | longest PDU that the sender takes | Vol 3 Part F 3.4.2
    flags UTINYINT | of ATT_EXECUTE_WRITE_REQ: 0 cancel, 1 write | Vol 3 Part F 3.4.6.3
    item_length USMALLINT bytes | length of an entry of a list; of ATT_FIND_INFORMATION_RSP the format, 1 or 2
    error UTINYINT | error code | Vol 3 Part F 3.4.1.1
    error_name VARCHAR | the error in words
    about_opcode UTINYINT | request that the error answers
    request_packet_no INTEGER | packet of the request or indication that this answers
    latency_us BIGINT µs | time since that packet: by the sniffer's radio clock where both packets have one, else by \`ts_us\`
    malformed BOOLEAN | the PDU does not come out even
    value_number DOUBLE | the number that the value of an adopted type is about, in \`value_unit\`; of coded values the code | Supplement 3
    value_unit VARCHAR | unit of \`value_number\`; empty where it has none
    value_text VARCHAR | the whole value in words; empty where the type is not known or the octets do not fit it
    decrypted BOOLEAN | true where a key opened the packet; else empty
  `),
};

export const GATT: ConversationTable = {
  name: 'gatt',
  row: 'an attribute of a GATT server as it was discovered: a service, include, characteristic or descriptor',
  columns: columnsOf(`
    packet_no INTEGER | packet that first said so
    connection INTEGER | connection on which it was discovered
    server VARCHAR | central or peripheral: the side that has the attribute
    server_addr VARCHAR | its address
    kind VARCHAR | primary service, secondary service, include, characteristic, descriptor | Vol 3 Part G 3
    handle USMALLINT | handle of the declaration or descriptor
    end_handle USMALLINT | last handle of a service
    value_handle USMALLINT | handle of a characteristic's value | Vol 3 Part G 3.3.1
    uuid VARCHAR | type of the service, characteristic or descriptor
    uuid_name VARCHAR | its name, of assigned numbers
    properties UTINYINT | what can be done with a characteristic | Vol 3 Part G 3.3.1.1
    property_names VARCHAR | the same in words
    service_handle USMALLINT | service that holds it, as far as discovered
    characteristic_handle USMALLINT | characteristic that a descriptor belongs to
    decrypted BOOLEAN | true where a key opened the packet; else empty
  `),
};

const FEATURES = 'Vol 3 Part H 3.5.1';

export const SMP: ConversationTable = {
  name: 'smp',
  row: 'a message of the Security Manager; keys and what keys follow from are in no column',
  columns: columnsOf(`${ORIGIN}${SENDER}
    code UTINYINT | code | Vol 3 Part H 3.3
    name VARCHAR | name of the message
    length USMALLINT bytes | octets of the message, with its code
    io_capability UTINYINT | 0 display, 1 display and yes/no, 2 keyboard, 3 none, 4 keyboard and display | ${FEATURES}
    oob_data UTINYINT | 1: it has data that came another way
    auth_req UTINYINT | flags
    bonding BOOLEAN | keys are to be kept
    mitm BOOLEAN | protection from a device in the middle is asked for
    secure_connections BOOLEAN | LE Secure Connections is supported
    keypress BOOLEAN | key presses are reported
    max_key_size UTINYINT bytes | longest key
    initiator_keys UTINYINT | keys that the initiator distributes: 1 LTK, 2 IRK, 4 CSRK, 8 link key | Vol 3 Part H 3.6.1
    responder_keys UTINYINT | keys that the responder distributes
    method VARCHAR | of Pairing Response: how the two pair | Vol 3 Part H 2.3.5.1
    security VARCHAR | the same as a sentence: what the pairing protects from
    reason UTINYINT | of Pairing Failed | Vol 3 Part H 3.5.5
    reason_name VARCHAR | the reason in words
    identity_addr VARCHAR | identity address | Vol 3 Part H 3.6.5
    identity_address_type UTINYINT | 0 public, 1 static random
    keypress_type UTINYINT | 0 started, 1 digit, 2 erased, 3 cleared, 4 completed | Vol 3 Part H 3.5.8
    decrypted BOOLEAN | true where a key opened the packet; else empty
  `),
};
