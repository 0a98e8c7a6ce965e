import { formatAmount, formatFixed } from '../../base/format.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import { quoteName } from '../../selection/print.ts';
import { timeColumn } from '../../tables/capture-time.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { wordsSql } from '../../tables/conversation/words-sql.ts';
import type { ConnectionLine } from './list.ts';
import { numberIn, tableOf, textIn } from './table.ts';

/** Maximum number of lines in the list of a connection's messages (the ladder). The statement without its limit returns the others too. */
export const MOST_LINES = 20_000;

/**
 * SQL for the messages of a connection in order: one line per message, and one per run of empty PDUs. Columns `packet_no`, `us`, `rssi`,
 * `layer`, `sender`, `words`, `empties`. `layer` is empty if a packet could not be decoded.
 */
export function ladderSql(capture: CaptureInfo, { connection, first, last, accessAddress, encryption }: ConnectionLine): string {
  const packets = quoteName(capture.capture_id);
  const span = `packet_no BETWEEN ${String(first)} AND ${String(last)}`;
  const own = accessAddress === undefined ? '' : `access_address = ${String(accessAddress)} OR `;
  const ciphertext = encryption === undefined ? '' : `WHEN packet_no > ${String(encryption)} THEN length || ' encrypted bytes'\n      `;
  return `WITH message AS (SELECT * FROM (${wordsSql(tableOf(capture))}) AS messages WHERE connection = ${String(connection)}),
heard AS (
  SELECT p.packet_no, p.${timeColumn(capture)} AS us, p.rssi, w.layer, w.sender, coalesce(w.words, CASE
      WHEN p.crc_ok = FALSE THEN 'damaged'
      WHEN p.packet_no = ${String(first)} AND p.adv_type IN ('CONNECT_IND', 'AUX_CONNECT_REQ') THEN p.adv_type
      WHEN p.length = 0 THEN NULL
      ${ciphertext.replaceAll('packet_no', 'p.packet_no').replaceAll('length', 'p.length')}ELSE p.length || ' bytes: a piece, or sent again' END) AS words
  FROM ${packets} AS p LEFT JOIN message AS w USING (packet_no)
  WHERE ${span.replace('packet_no', 'p.packet_no')} AND (${own.replace('access_address', 'p.access_address')}w.words IS NOT NULL OR p.packet_no = ${String(first)})),
placed AS (SELECT *, count(words) OVER (ORDER BY packet_no) AS run FROM heard)
SELECT packet_no, us, rssi, layer, sender, words, 0 AS empties FROM placed WHERE words IS NOT NULL
UNION ALL SELECT min(packet_no), min(us), NULL, NULL, NULL, NULL, count(*) FROM placed WHERE words IS NULL GROUP BY run
ORDER BY packet_no LIMIT ${String(MOST_LINES)}`;
}

const ARROWS: Readonly<Record<string, string>> = { central: '→', peripheral: '←' };

export const LADDER_COLUMNS: readonly GridColumn[] = [
  { title: 'Packet', align: 'end', width: 76 },
  { title: 'Time', detail: 's since its start', align: 'end', width: 124 },
  { title: 'Central', detail: 'sends', width: 340 },
  { title: 'Layer', width: 190 },
  { title: 'Peripheral', detail: 'sends', width: 400 },
  { title: 'RSSI', detail: 'dBm', align: 'end', width: 64 },
];
/** Columns on a phone, on which both sides of the connection share one. */
export const LADDER_COLUMNS_NARROW: readonly GridColumn[] = [
  { title: 'Time', detail: 's', align: 'end', width: 68 },
  { title: 'Layer', width: 76 },
  { title: 'Message', width: 300 },
  { title: 'Packet', align: 'end', width: 76 },
];

/** Index of the column that contains the layer and the packet number. */
export const markColumn = (narrow: boolean): number => (narrow ? 1 : 3);
export const packetColumn = (narrow: boolean): number => (narrow ? 3 : 0);

/** Lines for the grid. Messages are in the middle if their side is unknown, or if they are between a host and its controller. */
export function ladderRows(rows: readonly (readonly unknown[])[], narrow: boolean): readonly GridRow[] {
  const start = numberIn(rows[0]?.[1]) ?? 0;
  return rows.map(([packet, us, rssi, layer, sender, words, empties]) => {
    const time = numberIn(us) === undefined ? '' : formatFixed((Number(us) - start) / 1e6, narrow ? 3 : 6);
    const empty = numberIn(empties) ?? 0;
    const message = empty > 0 ? formatAmount(empty, 'empty PDU') : (textIn(words) ?? '');
    const arrow = ARROWS[String(sender)];
    const name = textIn(layer) ?? '';
    const mark = arrow === undefined ? name : `${arrow} ${name}`;
    if (narrow) return [time, mark, message, Number(packet)];
    const middle = arrow !== undefined ? mark : name === '' || message.startsWith(name) ? message : `${name} ${message}`;
    return [Number(packet), time, arrow === '→' ? message : '', middle, arrow === '←' ? message : '', numberIn(rssi) ?? ''];
  });
}

/** The layer that the middle column names, to choose its colour; undefined if the packet could not be decoded. */
export const layerOf = (mark: unknown): string | undefined =>
  typeof mark === 'string' ? /^(?:[→←] )?(ATT|SMP|L2CAP|LL|HCI)/.exec(mark)?.[1] : undefined;
