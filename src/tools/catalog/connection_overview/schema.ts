import { instant, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { addressArgument, withoutConnections } from '../../connections/shared-schema.ts';

/** Maximum numbers of connections in an answer, and of listed changes of one connection. */
export const MOST = { connections: 200, changes: 50 } as const;

export const Input = z.strictObject({
  address: addressArgument('connections of a device'),
  limit: z
    .int()
    .min(1)
    .max(MOST.connections)
    .default(20)
    .describe('How many connections to return at most, unitless; 20 when absent.')
    .meta({ examples: [20], 'x-unit': 'unitless' }),
});

const count = (what: string) => whole().describe(`${what}, unitless.`).meta({ 'x-unit': 'unitless' });
const ms = (what: string) => z.number().describe(`${what}, in ms.`).meta({ 'x-unit': 'ms' });
const address = (whose: string) => text(1, 17).describe(`Address of the ${whose}; absent when its request was not recorded.`);
const kind = (whose: string) =>
  z.enum(['public', 'random_static', 'rpa', 'nrpa', 'unknown']).describe(`Class of the address of the ${whose}.`);

const Change = z.strictObject({
  packet_no: count('Packet that announces it'),
  after_ms: ms('Time since the connection began; absent without times').optional(),
  kind: text(1, 32).describe('start, parameters, channel_map, phy, data_length, subrate or encryption.'),
  interval_ms: ms('Connection interval').optional(),
  latency: count('Connection events that the peripheral may skip').optional(),
  timeout_ms: ms('Supervision timeout').optional(),
  channels: count('Data channels in use').optional(),
  phy_c_to_p: text(1, 8).describe('Radio mode from central to peripheral.').optional(),
  phy_p_to_c: text(1, 8).describe('Radio mode from peripheral to central.').optional(),
  max_octets_c_to_p: whole().describe('Longest payload from central to peripheral.').meta({ 'x-unit': 'bytes' }).optional(),
  max_octets_p_to_c: whole().describe('Longest payload from peripheral to central.').meta({ 'x-unit': 'bytes' }).optional(),
  subrate_factor: count('Of the connection events one in so many is used').optional(),
  encrypted: z.boolean().describe('Encryption is on from here.').optional(),
});

const Connection = z.strictObject({
  capture_id: text(1, 128).describe('Capture that holds it.'),
  connection: count('Its number in the capture'),
  transport: text(1, 16).describe('LE or BR/EDR; absent when a host log begins after it.').optional(),
  central_addr: address('central').optional(),
  central_class: kind('central').optional(),
  peripheral_addr: address('peripheral').optional(),
  peripheral_class: kind('peripheral').optional(),
  first_packet: count('Number of its first packet'),
  last_packet: count('Number of its last packet'),
  start_ts: instant().describe('When it began, in UTC; only where times are those of the day.').optional(),
  start_ms: ms('When it began, in the time base of the capture; absent without times').optional(),
  duration_ms: ms('From its first packet to its last; absent without times').optional(),
  packets: count('Packets without those that were sent again'),
  packets_c_to_p: count('Of the packets those from the central'),
  packets_p_to_c: count('Of the packets those from the peripheral'),
  retransmissions: count('Packets that were sent again'),
  bad_crc: count('Packets that arrived damaged'),
  gaps: count('Places where the sniffer missed packets'),
  encrypted_packets: count('Packets that are ciphertext'),
  att_pdus: count('Messages of the attribute protocol that were read'),
  streams: count('Isochronous streams (CIS) that it set up'),
  stream_packets: count('PDUs of these streams that have a payload'),
  encryption_packet: count('Packet where encryption began; absent when none shows it').optional(),
  encryption_after_ms: ms('Time from the start to that packet').optional(),
  pairing_method: text(1, 64).describe('How the devices paired; absent when that was not heard.').optional(),
  security: text(1, 300).describe('What protects the connection, as a sentence.'),
  ended_by: z.enum(['central', 'peripheral']).describe('Side that ended it; absent when no packet says so.').optional(),
  end_reason: text(1, 120).describe('Reason in the words of the specification; absent when none was given.').optional(),
  end: text(1, 200).describe('How it ended, as a sentence.'),
  changes: z.array(Change).max(MOST.changes).describe('Its parameters at the start and each change after it; empty when none was heard.'),
  more_changes: count('Changes that are left out'),
});

export const Output = z.strictObject({
  connection_count: count('Connections that match'),
  has_more: z.boolean().describe('Whether there are more than are listed.'),
  connections: z.array(Connection).max(MOST.connections).describe('In the order in which they were first heard; empty when there is none.'),
  captures_without: withoutConnections(),
});

export type Arguments = z.output<typeof Input>;
export type ConnectionList = z.output<typeof Output>;
export type ListedConnection = ConnectionList['connections'][number];
