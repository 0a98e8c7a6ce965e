import type { CaptureInfo, CaptureTable } from '../captures.ts';
import { conversationColumns } from './index.ts';

/** The additional tables of a capture of which a selection of packets can select rows. */
export const besideTables = ({ tables = [], columns }: CaptureInfo): readonly CaptureTable[] =>
  columns.some(({ name }) => name === 'packet_no') ? tables : [];

/**
 * SQL for the rows of selected packets, or for connections, those that overlap the time span of the selected packets.
 *
 * @param what kind of the table
 * @param all SQL for the whole table
 * @param numbers SQL for a relation with the `packet_no` of the selected packets
 */
export function selectedBeside(what: string, all: string, numbers: string): string {
  const of = (which: string): string => `(SELECT ${which} FROM ${numbers})`;
  const spans = conversationColumns(what).some((column) => column.name === 'last_packet_no');
  const where = spans
    ? `packet_no <= ${of('max(packet_no)')} AND last_packet_no >= ${of('min(packet_no)')}`
    : `packet_no IN ${of('packet_no')}`;
  return `SELECT * FROM ${all} WHERE ${where}`;
}
