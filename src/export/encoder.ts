import type { Answer } from '../engine/engine.ts';
import type { ExportJob } from '../tools/definition.ts';
import { maskedWriter } from './mask/masked-rows.ts';
import type { MaskPlan } from './mask/mask.ts';
import { namedWriter } from './named-rows.ts';
import { parquetWriter } from './parquet.ts';
import { pcapngWriter } from './pcapng.ts';
import type { Provenance } from './provenance.ts';
import { textWriter, type RowWriter } from './row-writer.ts';

/** One file of an export, with everything that determines its bytes. It can be posted to another thread. */
export interface FileJob extends Omit<ExportJob, 'sql' | 'values'> {
  readonly provenance: Provenance;
  /** Device names that the person entered, by address; empty if the file is to contain none. */
  readonly names: ReadonlyMap<string, string>;
  /** How to mask addresses and names; absent if the file is not masked. */
  readonly mask?: MaskPlan;
}

/** Encodes rows to the bytes of files, one file at a time. May run in a worker, because encoding would block the page's thread. */
export interface Encoder {
  /** Begins a file: returns its first bytes, and the SQL expressions to select for `rows`. */
  begin(job: FileJob): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly select: readonly string[] }>;
  /** Encodes rows. @param ipc a complete Arrow stream with the columns that `begin` returned; its memory is transferred */
  rows(ipc: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  end(): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly left_out: number }>;
}

const originOf = ({ journal_head, captures }: Provenance): string =>
  `Journal head: ${journal_head ?? 'none'}. Captures: ${captures.map(({ sha256 }) => sha256).join(' ')}`;
/** Provenance of masked files. It omits the digest of the source file, by which anyone with that file could recognise it. */
const MASKED = 'Masked: addresses and names are not those that were sent.';

/** Creates the writer for a file. A masked file gets no device names that a person entered; pcapng would contain them in comments. */
function writerOf(job: FileJob): RowWriter {
  const plain = plainWriter(job);
  return job.name_column === null || job.mask !== undefined || job.format === 'pcapng'
    ? plain
    : namedWriter(plain, job.name_column, job.names);
}

function plainWriter(job: FileJob): RowWriter {
  switch (job.format) {
    case 'pcapng':
      return pcapngWriter(job, job.mask === undefined ? originOf(job.provenance) : MASKED);
    case 'parquet':
      return parquetWriter(job.columns, job.provenance, false);
    case 'partitioned_parquet':
      return parquetWriter(job.columns, job.provenance, true);
    default:
      return textWriter(job);
  }
}

/** @param read converts an Arrow stream to columns of rows */
export function createEncoder(read: (ipc: Uint8Array<ArrayBuffer>) => Answer): Encoder {
  let writer: RowWriter | null = null;
  const current = (): RowWriter => {
    if (writer === null) throw new Error('broken invariant: rows came before their file was begun');
    return writer;
  };
  return {
    begin: async (job) => {
      const plain = writerOf(job);
      const begun = job.mask === undefined ? plain : await maskedWriter(plain, job.mask);
      writer = begun;
      return { bytes: await begun.start(), select: begun.select };
    },
    rows: async (ipc) => current().rows(read(ipc)),
    end: async () => {
      const ended = current();
      const bytes = await ended.end();
      writer = null;
      return { bytes, left_out: ended.leftOut };
    },
  };
}
