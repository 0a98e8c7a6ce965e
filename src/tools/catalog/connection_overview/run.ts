import { amount } from '../../../base/amount.ts';
import { classifyAddress } from '../../../ble/address.ts';
import { endSentence, securitySentence } from '../../../ble/connection-words.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { connectionsSql } from '../../../tables/conversation/overview-sql.ts';
import type { Row } from '../../connections/selected-tables.ts';
import { present, recordsOf, SelectedTables } from '../../connections/selected-tables.ts';
import { splitCaptures, withoutWarnings } from '../../connections/without.ts';
import { shorten } from '../../contract/errors.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { afterConnections } from './next.ts';
import { MOST, type Arguments, type ConnectionList, type ListedConnection } from './schema.ts';

/** Lists connections capture by capture, in the order of the selection. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<ConnectionList>> {
  const { having, without } = splitCaptures(capabilities.selection.captures);
  const connections: ListedConnection[] = [];
  let total = 0;
  for (const capture of having) {
    const found = await connectionsOf(capture, args.address?.toUpperCase(), args.limit - connections.length, capabilities);
    total += found.total;
    connections.push(...found.listed);
  }
  const sum = (of: (each: ListedConnection) => number): number => connections.reduce((all, each) => all + of(each), 0);
  const hasMore = connections.length < total;
  return {
    status: 'ok',
    summary: summaryOf(
      total,
      sum(({ streams }) => streams),
    ),
    structured_output: { connection_count: total, has_more: hasMore, connections, captures_without: without },
    warnings: withoutWarnings(without),
    confidence_inputs: { packets: sum(({ packets }) => packets), missed: sum(({ gaps, bad_crc }) => gaps + bad_crc) },
    hints: {
      reasoning: 'Read from the tables of connections, which are decoded while a file opens; nothing is estimated.',
      assumptions: ['a connection counts when it lasted into the span of the selected rows, and then as a whole'],
      contextNeeded: total === 0 ? ['a recording that holds connections'] : [],
      next: afterConnections(connections, args.address),
      noNext: total === 0 ? 'no connection matches' : 'no message of the attribute protocol was read',
    },
    measures: { connections: total },
  };
}

function summaryOf(connections: number, streams: number): string {
  if (connections === 0) return 'No connection matches: 0 connections.';
  const found = `${amount(connections, 'connection')} ${connections === 1 ? 'matches' : 'match'}`;
  return streams === 0 ? `${found}.` : `${found}; those listed carry ${amount(streams, 'isochronous stream')}.`;
}

async function connectionsOf(
  capture: CaptureInfo,
  address: string | undefined,
  limit: number,
  capabilities: ToolCapabilities,
): Promise<{ readonly total: number; readonly listed: readonly ListedConnection[] }> {
  const tables = new SelectedTables(capture, capabilities);
  const table = (what: string): string => (what === 'connections' ? tables.selected(what) : tables.whole(what));
  const [where, values] = address === undefined ? ['', []] : [' WHERE central_addr = ? OR peripheral_addr = ?', [address, address]];
  const found = recordsOf(
    await tables.ask(
      `WITH ${tables.before} SELECT *, count(*) OVER ()::INTEGER AS matching FROM (${connectionsSql(table)}) AS each${where} ORDER BY connection LIMIT ${String(limit)}`,
      values,
    ),
  );
  if (found.length === 0) {
    // If the answer has no room left, count the connections without listing them.
    const counted = await tables.ask(
      `WITH ${tables.before} SELECT count(*)::INTEGER AS matching FROM (${connectionsSql(table)}) AS each${where}`,
      values,
    );
    return { total: recordsOf(counted)[0]?.number('matching') ?? 0, listed: [] };
  }
  const changes = await changesOf(
    tables,
    found.map((row) => row.number('connection') ?? 0),
  );
  const numbers = [
    ...found.flatMap((row) => ['packet_no', 'last_packet_no', 'encryption_packet_no'].flatMap((name) => row.number(name) ?? [])),
    ...[...changes.values()].flatMap((rows) => rows.slice(0, MOST.changes).map((row) => row.number('packet_no') ?? 0)),
  ];
  const times = await tables.times(numbers);
  return {
    total: found[0]?.number('matching') ?? 0,
    listed: found.map((row) => listed(row, capture, changes.get(row.number('connection') ?? 0) ?? [], times)),
  };
}

async function changesOf(tables: SelectedTables, connections: readonly number[]): Promise<ReadonlyMap<number, Row[]>> {
  // Begin this statement like the others, because their values are bound by position.
  const answer = await tables.ask(
    `WITH ${tables.before} SELECT * FROM ${tables.whole('connection_changes')} WHERE connection IN (${connections.join(', ')}) ORDER BY packet_no`,
  );
  const changes = new Map<number, Row[]>();
  for (const row of recordsOf(answer)) {
    const connection = row.number('connection') ?? 0;
    changes.set(connection, [...(changes.get(connection) ?? []), row]);
  }
  return changes;
}

function listed(row: Row, capture: CaptureInfo, changes: readonly Row[], times: ReadonlyMap<number, number>): ListedConnection {
  const timeOf = (name: string): number | undefined => times.get(row.number(name) ?? -1);
  const [start, end, encryption] = [timeOf('packet_no'), timeOf('last_packet_no'), timeOf('encryption_packet_no')];
  const since = (us: number | undefined): number | undefined => (us === undefined || start === undefined ? undefined : (us - start) / 1000);
  const ended = { ended_by: row.text('ended_by') ?? null, end_reason: row.text('end_reason') ?? null };
  const count = (name: string): number => row.number(name) ?? 0;
  const addressOf = (side: 'central' | 'peripheral') => {
    const address = row.text(`${side}_addr`);
    if (address === undefined) return {};
    return { [`${side}_addr`]: address, [`${side}_class`]: classifyAddress(address, row.flag(`${side}_random`) ?? null) };
  };
  return {
    capture_id: capture.capture_id,
    connection: count('connection'),
    ...addressOf('central'),
    ...addressOf('peripheral'),
    first_packet: count('packet_no'),
    last_packet: count('last_packet_no'),
    ...present({
      transport: row.text('transport'),
      start_ts: start === undefined || capture.time_base !== 'epoch' ? undefined : new Date(start / 1000).toISOString(),
      start_ms: start === undefined ? undefined : start / 1000,
      duration_ms: since(end),
      encryption_packet: row.number('encryption_packet_no'),
      encryption_after_ms: since(encryption),
      pairing_method: row.text('pairing_method'),
      ended_by: ended.ended_by === 'central' || ended.ended_by === 'peripheral' ? ended.ended_by : undefined,
      end_reason: ended.end_reason === null ? undefined : shorten(ended.end_reason, 120),
    }),
    packets: count('packets'),
    packets_c_to_p: count('packets_c_to_p'),
    packets_p_to_c: count('packets_p_to_c'),
    retransmissions: count('retransmissions'),
    bad_crc: count('bad_crc'),
    gaps: count('gaps'),
    encrypted_packets: count('encrypted_packets'),
    att_pdus: count('att_pdus'),
    streams: count('streams'),
    stream_packets: count('stream_packets'),
    security: securitySentence({
      began: row.number('encryption_packet_no') !== undefined,
      encrypted_packets: count('encrypted_packets'),
      pairing_messages: count('pairing_messages'),
      security: row.text('pairing_security') ?? null,
      failure: row.text('pairing_failure') ?? null,
    }),
    end: endSentence(ended),
    changes: changes.slice(0, MOST.changes).map((change) => changeOf(change, since(times.get(change.number('packet_no') ?? -1)))),
    more_changes: Math.max(0, changes.length - MOST.changes),
  };
}

function changeOf(row: Row, after_ms: number | undefined): ListedConnection['changes'][number] {
  const [interval, map] = [row.number('interval_us'), row.number('channel_map')];
  return {
    packet_no: row.number('packet_no') ?? 0,
    kind: row.text('kind') ?? 'start',
    ...present({
      after_ms,
      interval_ms: interval === undefined ? undefined : interval / 1000,
      latency: row.number('latency'),
      timeout_ms: row.number('timeout_ms'),
      channels: map === undefined ? undefined : bitsSet(map),
      phy_c_to_p: row.text('phy_c_to_p'),
      phy_p_to_c: row.text('phy_p_to_c'),
      max_octets_c_to_p: row.number('max_octets_c_to_p'),
      max_octets_p_to_c: row.number('max_octets_p_to_c'),
      subrate_factor: row.number('subrate_factor'),
      encrypted: row.flag('encrypted'),
    }),
  };
}

const bitsSet = (value: number): number => [...value.toString(2)].filter((bit) => bit === '1').length;
