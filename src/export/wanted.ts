import type { ExportFormat, ExportJob } from '../tools/definition.ts';
import type { Wanted } from './destination.ts';

const KINDS: Readonly<Record<ExportFormat, { readonly extension: string; readonly mime_type: string }>> = {
  csv: { extension: '.csv', mime_type: 'text/csv' },
  ndjson: { extension: '.ndjson', mime_type: 'application/x-ndjson' },
  pcapng: { extension: '.pcapng', mime_type: 'application/vnd.tcpdump.pcap' },
  parquet: { extension: '.parquet', mime_type: 'application/vnd.apache.parquet' },
  partitioned_parquet: { extension: '', mime_type: 'application/vnd.apache.parquet' },
};

/** Whether an export consists of several files, which it does if its format cannot contain the requested provenance. */
export const isSet = (format: unknown, provenance_file: boolean): boolean =>
  format === 'partitioned_parquet' || (provenance_file && (format === 'csv' || format === 'ndjson'));

/** Name of the file with an export's rows, with its extension. */
export const fileName = ({ format, name }: Pick<ExportJob, 'format' | 'name'>): string => `${name}${KINDS[format].extension}`;

/** Describes the destination that the person is to choose. */
export function wantedOf(job: Pick<ExportJob, 'format' | 'name' | 'provenance_file'>): Wanted {
  const { mime_type } = KINDS[job.format];
  return isSet(job.format, job.provenance_file)
    ? { kind: 'folder', name: job.name, mime_type }
    : { kind: 'file', name: fileName(job), mime_type };
}
