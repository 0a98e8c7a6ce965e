import type { TableReading } from '../tables/reading.ts';
import { hexDump } from '../base/octets.ts';

/** What a file of each format begins with. */
const MARKS: Readonly<Record<string, readonly [what: string, octets: number]>> = {
  pcap: ['the magic number of pcap', 4],
  pcapng: ['the section header of pcapng', 12],
  btsnoop: ['the mark “btsnoop”', 8],
  parquet: ['the mark “PAR1” of Parquet', 4],
};

const MARKS_OF_CELLS: Readonly<Record<string, string>> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab', '|': 'a bar', ' ': 'a blank', ':': 'a colon' }; // prettier-ignore

/** Why a file is taken for a format, for a person. */
export function evidenceOf(format: string, magic: Uint8Array, reading: TableReading | undefined, columns: number): string {
  const mark = MARKS[format];
  if (mark !== undefined) return `begins with ${hexDump(magic, mark[1])}, ${mark[0]}`;
  if (reading?.delimiter !== undefined) {
    const between = MARKS_OF_CELLS[reading.delimiter] ?? `“${reading.delimiter}”`;
    return columns === 1 ? 'text in lines of one cell' : `text in lines of ${String(columns)} cells with ${between} between them`;
  }
  if (format === 'json' || format === 'ndjson') {
    const layout = format === 'json' ? 'one JSON value with a list of records' : 'one JSON value in each line';
    return `text that begins with ${JSON.stringify(new TextDecoder().decode(magic).replace(/\s+/g, ' ').trim().slice(0, 12))}: ${layout}`;
  }
  return `begins with ${hexDump(magic, 8)}`;
}
