/** Describes packets of connections in words, from the same rows that SQL queries see. */
import { ATT } from '../../ble/att/opcodes.ts';
import type { RelationOf } from './overview-sql.ts';

/** SQL that writes the name of an opcode in words: `ATT_READ_BY_TYPE_RSP` as `Read by type response`. */
const attWords = `(SELECT upper(w[1]) || w[2:] FROM (SELECT lower(replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
  regexp_replace(name, '^ATT_(HANDLE_VALUE_)?', ''), 'REQ$', 'REQUEST'), 'RSP$', 'RESPONSE'), 'NTF$', 'NOTIFICATION'), 'IND$', 'INDICATION'),
  '_', ' ')) AS w))`;

/** Maximum number of octets that are shown of a value for which there are no words. */
const MOST_OCTETS = 16;

const attribute = `coalesce(uuid_name, uuid, 'attribute ' || handle)`;
const value = `coalesce(value_text, CASE WHEN octet_length(value) > ${String(MOST_OCTETS)}
  THEN substr(hex(value), 1, ${String(2 * MOST_OCTETS)}) || '…' ELSE nullif(hex(value), '') END)`;

/** SQL for messages of ATT in words. Of a list of attributes, the first is named and the others are counted. */
const att = (table: RelationOf): string => `SELECT packet_no, connection, sender, 'ATT' AS layer, CASE
    WHEN opcode = ${String(ATT.ERROR_RSP)} THEN 'Error: ' || coalesce(error_name, 'code ' || error) || coalesce(', ' || CASE WHEN handle > 0 THEN ${attribute} END, '')
    WHEN mtu IS NOT NULL THEN 'MTU ' || CASE opcode WHEN ${String(ATT.MTU_REQ)} THEN 'request' ELSE 'response' END || ': ' || mtu || ' bytes'
    ELSE coalesce(${attWords}, 'Opcode ' || opcode) || CASE WHEN handle IS NULL THEN '' ELSE ': ' || ${attribute} END
      || CASE WHEN end_handle IS NULL AND value IS NOT NULL AND coalesce(uuid, '') NOT LIKE '28__' THEN coalesce(' = ' || ${value}, '') ELSE '' END
      || CASE WHEN items > 1 THEN ' and ' || (items - 1) || ' more' ELSE '' END END AS words
  FROM (SELECT *, count(*) OVER (PARTITION BY connection, packet_no, first_packet_no) AS items FROM ${table('att')}) AS pdus WHERE item_no = 0`;

const smp = (table: RelationOf): string => `SELECT packet_no, connection, sender, 'SMP' AS layer,
    coalesce(name, 'Code ' || code) || coalesce(': ' || reason_name, ': ' || method, '') AS words FROM ${table('smp')}`;

/** SQL for L2CAP frames in words, without those whose content has rows in another table. */
const l2cap = (table: RelationOf): string => `SELECT packet_no, connection, sender, 'L2CAP' AS layer, CASE
    WHEN NOT complete THEN 'Incomplete: ' || coalesce(channel, 'channel ' || cid)
    WHEN code IS NOT NULL THEN coalesce(name, 'Code ' || code) || CASE WHEN interval_us IS NULL THEN ''
      ELSE printf(': %g to %g ms', interval_us / 1000.0, coalesce(interval_max_us, interval_us) / 1000.0) END
    ELSE coalesce(channel, 'channel ' || cid) || ': ' || length || ' bytes' END AS words
  FROM ${table('l2cap')} WHERE NOT complete OR code IS NOT NULL OR payload IS NOT NULL`;

const control = (table: RelationOf): string => `SELECT packet_no, connection, sender, 'LL' AS layer,
    coalesce(name, 'Opcode ' || opcode) || coalesce(': ' || error_name,
      ': ' || CASE WHEN interval_us IS NOT NULL AND latency IS NOT NULL
        THEN printf('%g ms, latency ', interval_us / 1000.0) || latency || coalesce(', timeout ' || timeout_ms || ' ms', '') END, '') AS words
  FROM ${table('ll_control')}`;

/** SQL for HCI packets in words, without data packets, whose content has rows in other tables. */
const hci = (
  table: RelationOf,
): string => `SELECT packet_no, connection, CASE direction WHEN 'to controller' THEN 'host' ELSE 'controller' END AS sender,
    'HCI' AS layer, coalesce(name, 'Code ' || code) || coalesce(': ' || command_name, '') || coalesce(': ' || reason_name, CASE WHEN status > 0 THEN ': ' || status_name END, '') AS words
  FROM ${table('hci')} WHERE kind IN ('command', 'event') AND coalesce(item_no, 0) = 0`;

/** SQL with one row per message: `packet_no`, `connection`, `sender`, `layer` (ATT, SMP, L2CAP, LL or HCI) and `words`. */
export const wordsSql = (table: RelationOf): string => [att, smp, l2cap, control, hci].map((of) => of(table)).join('\nUNION ALL ');
