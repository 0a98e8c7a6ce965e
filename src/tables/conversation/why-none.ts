import type { CaptureInfo } from '../captures.ts';

/** Says why a capture has no tables about connections, as the rest of a sentence; undefined if it has them. */
export function whyNone({ tables = [], columns, format, kind }: CaptureInfo): string | undefined {
  if (tables.length > 0 && columns.some(({ name }) => name === 'packet_no')) return undefined;
  if (format === 'live') return 'a live scan hears advertising only; connections need the recording of a sniffer or a host log';
  if (format === 'merged') return 'a merged view has no tables of connections; the captures that it was made of may have them';
  if (kind === 'ble' && format === 'parquet')
    return 'converted packets have no tables of connections; the capture that they were made of may have them';
  if (kind === 'table') return 'rows of a table file are no packets; connections need a recording of packets or a host log';
  return 'it holds no packet of a connection';
}
