import { throwIfAborted } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExportedFile, ExportFormat, ExportJob, RowExporter } from '../tools/definition.ts';
import type { ChooseDestination, Destination } from './destination.ts';
import { HashedFile } from './hashed-file.ts';
import { pcapngWriter } from './pcapng.ts';
import { textWriter, type RowWriter } from './row-writer.ts';

export interface ExporterParts {
  readonly engine: Pick<Engine, 'answer' | 'stream'>;
  readonly choose: ChooseDestination;
  /** Hash of the last line of the journal; null where there is none. */
  readonly journalHead: () => string | null;
}

/** Name of the file or folder by format, and how the place is asked for. */
const FORMATS: Readonly<Record<ExportFormat, { readonly extension: string; readonly mime_type: string }>> = {
  csv: { extension: '.csv', mime_type: 'text/csv' },
  ndjson: { extension: '.ndjson', mime_type: 'application/x-ndjson' },
  pcapng: { extension: '.pcapng', mime_type: 'application/vnd.tcpdump.pcap' },
};

/**
 * Rows of the engine into files: the place first, because a browser lets a page ask for one only just after a click; then
 * part by part; and at the end all of it or nothing.
 */
export function createExporter(parts: ExporterParts): RowExporter {
  return {
    async write(job, options) {
      const { extension, mime_type } = FORMATS[job.format];
      const name = `${job.name}${extension}`;
      const destination = await parts.choose({ kind: 'file', name, mime_type });
      const journal_head = parts.journalHead();
      try {
        const writer = job.format === 'pcapng' ? pcapngWriter(job, journal_head) : textWriter(job);
        const rows = await rowCount(job, parts.engine, options);
        const file = await writeFile(destination, name, writer, job, parts.engine, options, counter(rows, options));
        throwIfAborted(options.signal, 'the export');
        await destination.commit();
        const { leftOut } = writer;
        return { files: [file], rows_written: rows - leftOut, rows_left_out: leftOut, place: destination.place, journal_head };
      } catch (error) {
        await destination.abort();
        throw error;
      }
    },
  };
}

type Rows = Pick<ExportJob, 'sql' | 'values'>;

async function rowCount({ sql, values }: Rows, engine: ExporterParts['engine'], { signal }: WorkOptions): Promise<number> {
  const answer = await engine.answer(`SELECT count(*)::DOUBLE AS n FROM (${sql}) AS selected`, values, { signal });
  return Number(answer.column('n').values[0]);
}

/** Tells how many of all rows are written. */
function counter(total: number, { onProgress }: WorkOptions): (rows: number) => void {
  let done = 0;
  return (rows) => {
    done += rows;
    onProgress?.({ phase: 'writing', done, total, unit: 'rows' });
  };
}

async function writeFile(
  destination: Destination,
  path: string,
  writer: RowWriter,
  { sql, values }: Rows,
  engine: ExporterParts['engine'],
  { signal }: WorkOptions,
  wrote: (rows: number) => void,
): Promise<ExportedFile> {
  const file = await HashedFile.open(path, await destination.open(path));
  await file.write(await writer.start());
  await engine.stream(
    `SELECT ${writer.select.join(', ')} FROM (${sql}) AS selected`,
    values,
    async (part) => {
      throwIfAborted(signal, 'the export');
      await file.write(await writer.rows(part));
      wrote(part.rows);
    },
    { signal },
  );
  await file.write(await writer.end());
  return file.close();
}
