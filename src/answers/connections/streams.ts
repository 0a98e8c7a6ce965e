import type { GridColumn, GridRow } from '../../base/table.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { numberIn, tableOf, textIn } from './table.ts';

/** SQL for the isochronous streams of the whole capture, in the order of their first packets. The columns are those of `STREAM_COLUMNS`. */
export const streamListSql = (capture: CaptureInfo): string => `SELECT stream, coalesce(kind, 'CIS or BIS') AS kind,
  CASE WHEN connection IS NOT NULL THEN 'connection ' || connection ELSE advertiser_addr END AS of_whom, broadcast_name, stream_id,
  CASE WHEN encrypted THEN 'yes' WHEN NOT encrypted THEN 'no' END AS encrypted,
  concat_ws(', ', codec, CASE WHEN sampling_hz IS NOT NULL THEN printf('%g kHz', sampling_hz / 1000.0) END, language) AS audio,
  iso_interval_us / 1000.0 AS interval_ms, packets, empty_packets, coalesce(end_reason, incomplete) AS note
FROM ${tableOf(capture)('streams')} ORDER BY stream LIMIT 10000`;

export const STREAM_COLUMNS: readonly GridColumn[] = [
  { title: 'No.', align: 'end', width: 56 },
  { title: 'Kind', width: 64 },
  { title: 'Of', detail: 'connection or broadcaster', mono: true, width: 200 },
  { title: 'Stream', detail: 'of its group', align: 'end', width: 96 },
  { title: 'Audio', width: 180 },
  { title: 'Encrypted', width: 90 },
  { title: 'Interval', detail: 'ms', align: 'end', width: 96 },
  { title: 'Packets', align: 'end', width: 84 },
  { title: 'Empty', align: 'end', width: 76 },
  { title: 'End', detail: 'or what is missing', width: 340 },
];

/** @param named returns the name that a person gave the device of an address */
export function streamCells(row: readonly unknown[], named: (address: string) => string): GridRow {
  const [no, kind, whom, broadcast, id, encrypted, audio, interval, packets, empty, note] = row;
  const owner = textIn(whom);
  const names = [owner === undefined ? 'not heard' : named(owner), ...(textIn(broadcast) === undefined ? [] : [String(broadcast)])];
  return [
    ...[Number(no), String(kind), names.join(' · '), numberIn(id) ?? '', textIn(audio) ?? ''],
    ...[textIn(encrypted) ?? '', numberIn(interval) ?? '', Number(packets), Number(empty), textIn(note) ?? ''],
  ];
}
