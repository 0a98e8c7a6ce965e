import type { ColumnSpec } from '../column.ts';

/** A column of a table about connections, with the section of the Core specification (5.4) that defines its values. */
export interface ConversationColumn extends ColumnSpec {
  readonly section?: string;
}

/** An additional table of captures. For the capture `x`, it is named `x_<name>`. */
export interface ConversationTable {
  readonly name: string;
  /** Says what one row of the table is. */
  readonly row: string;
  readonly columns: readonly ConversationColumn[];
}

type Type = ConversationColumn['type'];

/** Parses columns from lines `name type [unit] | description [| section]`. Throws on an invalid line. */
export function columnsOf(lines: string): ConversationColumn[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [head = '', description = '', section] = line.split('|').map((part) => part.trim());
      const [name = '', type = '', unit] = head.split(' ');
      if (name === '' || type === '' || description === '') throw new Error(`broken invariant: ${line} is no column`);
      return { name, type: type as Type, ...(unit !== undefined && { unit }), description, ...(section !== undefined && { section }) };
    });
}

/** The first columns of every table: the packet, its connection and its time. */
export const ORIGIN = `
packet_no INTEGER | number of the packet in the file, as in the table of packets
connection INTEGER | number of the connection in \`connections\`
ts_us BIGINT µs | time of the packet, as \`ts_us\` of the packets`;

export const SENDER = `
sender VARCHAR | central or peripheral; empty where the capture does not tell`;
