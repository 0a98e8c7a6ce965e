/** Statements over the tables of one capture. Views and tools share them, so that both count alike. */
import { ATT } from '../../ble/att/opcodes.ts';

/** Returns the SQL for a table of a capture by its kind, such as `att`. Views and tools use the same statements, so they count alike. */
export type RelationOf = (what: string) => string;

const list = (...opcodes: readonly number[]): string => `(${opcodes.join(', ')})`;

/** SQL for every connection by number: the columns of `connections`, then those of its pairing, its messages and its isochronous streams. */
export const connectionsSql = (table: RelationOf): string => `SELECT c.*, coalesce(s.messages, 0)::INTEGER AS pairing_messages,
  s.method AS pairing_method, s.security AS pairing_security, s.failure AS pairing_failure, coalesce(a.pdus, 0)::INTEGER AS att_pdus,
  coalesce(i.streams, 0)::INTEGER AS streams, coalesce(i.packets, 0)::INTEGER AS stream_packets
FROM ${table('connections')} AS c
LEFT JOIN (SELECT connection, count(*) AS messages, max_by(method, packet_no) FILTER (WHERE method IS NOT NULL) AS method,
    max_by(security, packet_no) FILTER (WHERE method IS NOT NULL) AS security,
    CASE WHEN coalesce(max(packet_no) FILTER (WHERE code = 5), 0) > coalesce(max(packet_no) FILTER (WHERE code <> 5), 0)
      THEN coalesce(max_by(reason_name, packet_no) FILTER (WHERE code = 5), 'no reason was given') END AS failure
  FROM ${table('smp')} GROUP BY connection) AS s USING (connection)
LEFT JOIN (SELECT connection, count(*) FILTER (WHERE item_no = 0) AS pdus FROM ${table('att')} GROUP BY connection) AS a USING (connection)
LEFT JOIN (SELECT connection, count(*) AS streams, sum(packets) AS packets FROM ${table('streams')} GROUP BY connection) AS i USING (connection)
ORDER BY connection`;

/** PDUs that contain the value of an attribute from its first octet on. */
const READS = list(ATT.READ_RSP, ATT.READ_BY_TYPE_RSP, ATT.READ_MULTIPLE_VARIABLE_RSP);
const WRITES = list(ATT.WRITE_REQ, ATT.WRITE_CMD, ATT.SIGNED_WRITE_CMD);
const NOTIFICATIONS = list(ATT.NOTIFICATION, ATT.MULTIPLE_NOTIFICATION);
/** PDUs by which a server sends a complete value. */
export const SENT = list(
  ...[ATT.READ_BY_TYPE_RSP, ATT.READ_RSP, ATT.NOTIFICATION, ATT.INDICATION, ATT.READ_MULTIPLE_VARIABLE_RSP, ATT.MULTIPLE_NOTIFICATION],
);
const FROM_CLIENT = list(
  ...[ATT.MTU_REQ, ATT.FIND_INFORMATION_REQ, ATT.FIND_BY_TYPE_VALUE_REQ, ATT.READ_BY_TYPE_REQ, ATT.READ_REQ, ATT.READ_BLOB_REQ],
  ...[ATT.READ_MULTIPLE_REQ, ATT.READ_BY_GROUP_TYPE_REQ, ATT.WRITE_REQ, ATT.PREPARE_WRITE_REQ, ATT.EXECUTE_WRITE_REQ],
  ...[ATT.READ_MULTIPLE_VARIABLE_REQ, ATT.CONFIRMATION, ATT.WRITE_CMD, ATT.SIGNED_WRITE_CMD],
);
/** Requests about one attribute. An error in reply to other requests is the normal end of a discovery. */
const ABOUT_ONE = list(ATT.READ_REQ, ATT.READ_BLOB_REQ, ATT.READ_MULTIPLE_REQ, ATT.WRITE_REQ, ATT.PREPARE_WRITE_REQ);

/** SQL for the server of a row: its address or, if that is unknown, its side of the connection. */
const SERVER = (address: string): string => `coalesce(${address}, 'connection ' || connection || ', ' || server)`;

/** SQL for everything that was observed about the attributes of a server. */
const heard = (table: RelationOf): string => `heard AS (
  SELECT *, ${SERVER("CASE server WHEN 'central' THEN central_addr ELSE peripheral_addr END")} AS device,
    opcode = ${String(ATT.ERROR_RSP)} AS failed,
    opcode IN ${READS} AS read, opcode IN ${WRITES} OR (opcode = ${String(ATT.PREPARE_WRITE_REQ)} AND value_offset = 0) AS written,
    opcode IN ${NOTIFICATIONS} AS notified, opcode = ${String(ATT.INDICATION)} AS indicated
  FROM (SELECT *, CASE WHEN opcode NOT IN ${FROM_CLIENT} THEN sender WHEN sender = 'central' THEN 'peripheral'
      WHEN sender = 'peripheral' THEN 'central' END AS server
    FROM ${table('att')} WHERE handle IS NOT NULL AND end_handle IS NULL
      AND (opcode <> ${String(ATT.ERROR_RSP)} OR about_opcode IN ${ABOUT_ONE})) AS sided
  LEFT JOIN (SELECT connection, central_addr, peripheral_addr FROM ${table('connections')}) AS ends USING (connection)
  LEFT JOIN (SELECT DISTINCT connection, request_packet_no AS packet_no, true AS refused FROM ${table('att')}
    WHERE opcode = ${String(ATT.ERROR_RSP)} AND request_packet_no IS NOT NULL) AS answers USING (connection, packet_no)
  WHERE server IS NOT NULL)`;

const VALUED = `value IS NOT NULL AND refused IS NULL AND (read OR written OR notified OR indicated) AND opcode <> ${String(ATT.PREPARE_WRITE_REQ)}`;

/**
 * SQL for every value that a PDU contained from its first octet on, by device and handle, without rejected writes. It has the columns of
 * `att`, and a column `device`.
 */
export const valuesSql = (table: RelationOf): string => `WITH ${heard(table)} SELECT * FROM heard WHERE ${VALUED}`;

/**
 * SQL for every attribute of every server, by device and handle: how it was discovered, and what was read, written and notified. `kind` is
 * `attribute` if it was never discovered. `last_*` describe the last PDU that contained its value; rejected writes do not count.
 */
export const gattSql = (table: RelationOf): string => `WITH ${heard(table)},
counts AS (SELECT device, handle, any_value(uuid) AS uuid, any_value(uuid_name) AS uuid_name, any_value(server) AS server,
    count(*) FILTER (WHERE read)::INTEGER AS reads, count(*) FILTER (WHERE written)::INTEGER AS writes,
    count(*) FILTER (WHERE notified)::INTEGER AS notifications, count(*) FILTER (WHERE indicated)::INTEGER AS indications,
    count(*) FILTER (WHERE failed)::INTEGER AS errors, max_by(error_name, packet_no) FILTER (WHERE failed) AS last_error
  FROM heard GROUP BY device, handle HAVING reads + writes + notifications + indications + errors > 0),
latest AS (SELECT device, handle, value, value_number, value_unit, value_text, packet_no,
    row_number() OVER (PARTITION BY device, handle ORDER BY packet_no DESC, item_no DESC) AS place
  FROM heard WHERE ${VALUED}),
found AS (SELECT ${SERVER('server_addr')} AS device, server, kind, handle, end_handle, value_handle, uuid, uuid_name, property_names,
    service_handle, characteristic_handle,
    CASE WHEN kind = 'characteristic' THEN value_handle WHEN kind = 'descriptor' THEN handle END AS valued
  FROM ${table('gatt')}),
used AS (SELECT device, server, 'attribute' AS kind, handle, NULL AS end_handle, NULL AS value_handle, uuid, uuid_name, NULL AS property_names,
    NULL AS service_handle, NULL AS characteristic_handle, handle AS valued
  FROM counts WHERE NOT EXISTS (SELECT 1 FROM found WHERE found.device = counts.device AND counts.handle IN (found.handle, found.valued)))
SELECT a.device, a.server, a.kind, a.handle, a.end_handle, a.value_handle, a.uuid, a.uuid_name, a.property_names, a.service_handle,
  a.characteristic_handle, coalesce(n.reads, 0) AS reads, coalesce(n.writes, 0) AS writes, coalesce(n.notifications, 0) AS notifications,
  coalesce(n.indications, 0) AS indications, coalesce(n.errors, 0) AS errors, n.last_error, hex(l.value) AS last_hex,
  l.value_number AS last_number, l.value_unit AS last_unit, l.value_text AS last_text, l.packet_no AS last_packet
FROM (SELECT * FROM found UNION ALL SELECT * FROM used) AS a
LEFT JOIN counts AS n ON n.device = a.device AND n.handle = a.valued
LEFT JOIN (SELECT * FROM latest WHERE place = 1) AS l ON l.device = a.device AND l.handle = a.valued
ORDER BY a.device, a.handle, a.kind`;
