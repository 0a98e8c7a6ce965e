import { throwIfAborted } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { Engine, SqlValue } from '../engine/engine.ts';
import type { ExportedFile, ExportJob, ExportReport, RowExporter } from '../tools/definition.ts';
import type { ChooseDestination, Destination } from './destination.ts';
import type { Encoder, FileJob } from './encoder.ts';
import { HashedFile } from './hashed-file.ts';
import { partitionsOf, type Partition } from './partitions.ts';
import { PROVENANCE_FILE, provenanceOf } from './provenance.ts';
import { setSql } from './set-sql.ts';
import { refuseFormat } from './refuse-format.ts';
import { fileName, wantedOf } from './wanted.ts';

export interface ExporterParts {
  readonly engine: Pick<Engine, 'answer' | 'stream'>;
  readonly choose: ChooseDestination;
  /** Provides an encoder to `work` until it ends. Calls of the encoder reject when the signal aborts. */
  readonly encode: <T>(signal: AbortSignal | undefined, work: (encoder: Encoder) => Promise<T>) => Promise<T>;
  /** Hash of the journal's last line; null if there is none. */
  readonly journalHead: () => string | null;
  /** Device names that the person entered, by address. */
  readonly names: () => ReadonlyMap<string, string>;
}

/**
 * Exports rows of the engine to files. First lets the person choose a destination, which browsers allow only just after a click; then
 * writes part by part. A failure leaves no files.
 */
export function createExporter({ engine, choose, encode, journalHead, names: given }: ExporterParts): RowExporter {
  return {
    async write(job, options) {
      const journal_head = journalHead();
      const names = job.name_column === null ? NO_NAMES : given();
      const labels = new Map([...names, ...job.labels]);
      const file: FileJob = { ...withoutSql(job), labels, names, provenance: provenanceOf(job, journal_head) };
      // Reject a format that cannot represent the rows before the person chooses a destination.
      refuseFormat(job);
      const wanted = wantedOf(job);
      const destination = await choose(wanted);
      let writing: Promise<unknown> = Promise.resolve();
      try {
        const report = await encode(options.signal, (encoder) => {
          const files = new Writing({ job, file, engine, encoder, destination, options }).all();
          writing = files;
          return files;
        });
        throwIfAborted(options.signal, 'the export');
        await destination.commit();
        const { place, name } = destination;
        return { ...report, place, folder: wanted.kind === 'folder' ? name : null, journal_head };
      } catch (error) {
        // The encoder ends at once, but writing ends only after its current step. Wait for it, so that no file that it still opens remains.
        await writing.catch(() => undefined);
        await destination.abort();
        throw error;
      }
    },
  };
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

const withoutSql = ({ sql: _, values: __, ...rest }: ExportJob): Omit<ExportJob, 'sql' | 'values'> => rest;

interface WritingParts {
  readonly job: ExportJob;
  readonly file: FileJob;
  readonly engine: ExporterParts['engine'];
  readonly encoder: Encoder;
  readonly destination: Destination;
  readonly options: WorkOptions;
}

/** One export while it runs. */
class Writing {
  #done = 0;
  #total = 0;
  #leftOut = 0;

  constructor(private readonly parts: WritingParts) {}

  async all(): Promise<Pick<ExportReport, 'files' | 'rows_written' | 'rows_left_out'>> {
    const { job, engine, options } = this.parts;
    const files: ExportedFile[] = [];
    if (job.format === 'partitioned_parquet') {
      const partitions = await partitionsOf(job, engine, options);
      this.#total = partitions.reduce((sum, { rows }) => sum + rows, 0);
      // Leave out `capture_id`, which the folder names contain, as in Hive.
      const columns = job.columns.filter((column) => column.name.toLowerCase() !== 'capture_id');
      for (const each of partitions) files.push(await this.#rows(each.path, each, columns));
      for (const [path, text] of setSql(job)) files.push(await this.#text(path, text));
    } else {
      this.#total = await this.#count();
      files.push(await this.#rows(fileName(job), null, job.columns));
    }
    if (wantedOf(job).kind === 'folder') files.push(await this.#text(PROVENANCE_FILE, this.#provenance(files)));
    return { files, rows_written: this.#done - this.#leftOut, rows_left_out: this.#leftOut };
  }

  async #count(): Promise<number> {
    const { job, engine, options } = this.parts;
    const answer = await engine.answer(`SELECT count(*)::DOUBLE AS n FROM (${job.sql}) AS selected`, job.values, {
      signal: options.signal,
    });
    return Number(answer.column('n').values[0]);
  }

  async #rows(path: string, partition: Partition | null, columns: ExportJob['columns']): Promise<ExportedFile> {
    const { job, file, engine, encoder, options } = this.parts;
    const inside: FileJob = { ...file, columns };
    const out = await this.#open(path);
    const { bytes: first, select } = await encoder.begin(inside);
    await out.write(first);
    const where = partition === null ? '' : ` WHERE ${partition.where}`;
    const values: readonly SqlValue[] = [...job.values, ...(partition?.values ?? [])];
    await engine.stream(
      `SELECT ${select.join(', ')} FROM (${job.sql}) AS selected${where}`,
      values,
      async (part) => {
        throwIfAborted(options.signal, 'the export');
        const { rows } = part;
        await out.write(await encoder.rows(part.ipc()));
        this.#done += rows;
        options.onProgress?.({ phase: 'writing', done: this.#done, total: this.#total, unit: 'rows' });
      },
      { signal: options.signal },
    );
    const { bytes, left_out } = await encoder.end();
    this.#leftOut += left_out;
    await out.write(bytes);
    return out.close();
  }

  async #open(path: string): Promise<HashedFile> {
    throwIfAborted(this.parts.options.signal, 'the export');
    return HashedFile.open(path, await this.parts.destination.open(path));
  }

  async #text(path: string, text: string): Promise<ExportedFile> {
    const out = await this.#open(path);
    await out.write(new TextEncoder().encode(text));
    return out.close();
  }

  /** Writes the file with the provenance. It is the last one: a set of files without it is incomplete. */
  #provenance(files: readonly ExportedFile[]): string {
    return `${JSON.stringify({ ...this.parts.file.provenance, rows: this.#done, files }, null, 2)}\n`;
  }
}
