import type { CaptureInfo, CaptureTable } from '../captures.ts';
import { conversationColumns } from './index.ts';

/** The tables next to a capture that a selection can narrow: by the number of the packet. */
export const besideTables = ({ tables = [], columns }: CaptureInfo): readonly CaptureTable[] =>
  columns.some(({ name }) => name === 'packet_no') ? tables : [];

/**
 * Rows of selected packets; connections that lasted into the span of the selected packets.
 *
 * @param what which of the tables
 * @param all the whole table, as SQL writes it
 * @param numbers a relation with the `packet_no` of the selected packets
 */
export function selectedBeside(what: string, all: string, numbers: string): string {
  const of = (which: string): string => `(SELECT ${which} FROM ${numbers})`;
  const spans = conversationColumns(what).some((column) => column.name === 'last_packet_no');
  const where = spans
    ? `packet_no <= ${of('max(packet_no)')} AND last_packet_no >= ${of('min(packet_no)')}`
    : `packet_no IN ${of('packet_no')}`;
  return `SELECT * FROM ${all} WHERE ${where}`;
}
