import type { WorkOptions } from '../../base/progress.ts';
import { throwIfAborted } from '../../base/failure.ts';
import type { Converted, TakePart } from '../../capture/convert/convert.ts';
import type { ConvertCapture } from '../../capture/convert/convert-capture.ts';
import type { PartLabel } from '../../capture/parts/label.ts';
import type { Conversion } from '../../capture/parts/manifest.ts';
import { unexplained } from '../../capture/record-count.ts';
import type { Destination } from '../../export/destination.ts';
import { HashedFile } from '../../export/hashed-file.ts';
import { provenanceOf, PROVENANCE_FILE } from '../../export/provenance.ts';
import { setSql } from '../../export/set-sql.ts';
import { captureId } from '../../tables/capture-id.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ExportedFile } from '../../tools/definition.ts';

type ConvertedFile = ExportedFile & Pick<PartLabel, 'rows' | 'part' | 'packets'>;

/** A capture that was converted, with the files that contain its rows. */
export interface ConvertedCapture extends Converted {
  readonly capture_id: string;
  readonly file_name: string;
  readonly files: readonly ConvertedFile[];
}

/**
 * Converts captures to a partitioned set of Parquet files, without the query engine. Call `finish` after the last capture, or `abandon`
 * after a failure.
 */
export class ConvertedSet {
  readonly #captures: ConvertedCapture[] = [];
  /** The most recent write of a converted file; it may still run after the conversion was cancelled. */
  #writing: Promise<unknown> = Promise.resolve();
  #abandoned = false;

  constructor(
    private readonly destination: Destination,
    private readonly convert: ConvertCapture,
  ) {}

  /** Converts a capture and adds its files. Rejects as `convert` does, or with `WRITE_FAILED`. */
  async add(file: File, options: WorkOptions): Promise<ConvertedCapture> {
    const capture_id = captureId(file.name, (id) => this.#captures.some((capture) => capture.capture_id === id));
    const files: ConvertedFile[] = [];
    const take: TakePart = (path, bytes, { rows, part, packets }) => {
      const written = this.#file(path, bytes, options.signal).then((exported) => void files.push({ ...exported, rows, part, packets }));
      this.#writing = written;
      return written;
    };
    const converted = await this.convert(file, capture_id, take, options);
    const capture = { ...converted, capture_id, file_name: file.name, files };
    assertBalanced(capture);
    this.#captures.push(capture);
    return capture;
  }

  /** Writes the SQL statements and, last, the manifest, which marks the set as complete. */
  async finish(signal?: AbortSignal): Promise<void> {
    const infos = this.#captures.map(infoOf);
    // All captures have the columns of the first, because packets of every format have the same columns.
    const columns = [{ name: 'capture_id', type: 'VARCHAR' }, ...(infos[0]?.columns ?? [])];
    const job = { captures: infos, columns, name_column: null };
    const write = (path: string, text: string): Promise<ExportedFile> => this.#file(path, new TextEncoder().encode(text), signal);
    const statements: ExportedFile[] = [];
    for (const [path, text] of setSql(job)) statements.push(await write(path, text));
    await write(PROVENANCE_FILE, manifestOf(job, this.#captures, statements));
    await this.destination.commit();
  }

  /** Removes everything that was written to the destination. Never rejects. */
  async abandon(): Promise<void> {
    this.#abandoned = true;
    await this.#writing.catch(() => undefined);
    await this.destination.abort();
  }

  async #file(path: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal | undefined): Promise<ExportedFile> {
    throwIfAborted(signal, 'the conversion');
    // Messages of the converter's thread may still arrive after it was terminated; do not write them.
    if (this.#abandoned) throw new Error('broken invariant: the set was abandoned');
    const file = await HashedFile.open(path, await this.destination.open(path));
    await file.write(bytes);
    return file.close();
  }
}

/** Throws unless every record of the file became a row, was reported as a problem or is not a packet, and every row was written. */
function assertBalanced({ file_name, summary, files }: ConvertedCapture): void {
  const written = files.reduce((sum, { rows }) => sum + rows, 0);
  if (unexplained(summary.records) === 0 && summary.records.rows === written && summary.row_count === written) return;
  const counts = JSON.stringify({ ...summary.records, written });
  throw new Error(`broken invariant: the counts of records of ${file_name} do not balance, which is a fault of the converter: ${counts}`);
}

function infoOf({ capture_id, file_name, format, columns, summary }: ConvertedCapture): CaptureInfo {
  const { timings: _, peak_bytes: __, records: ___, keys: ____, ...known } = summary;
  return { capture_id, file_name, format, kind: 'ble', columns, ...known };
}

/** Writes the manifest of a partitioned export, with facts that the Parquet files do not contain. `capture/parts/manifest.ts` reads it. */
function manifestOf(
  job: Parameters<typeof provenanceOf>[0],
  captures: readonly ConvertedCapture[],
  statements: readonly ExportedFile[],
): string {
  const files = captures.flatMap(({ capture_id, files: own }) => own.map((file) => ({ capture_id, ...file })));
  const records = captures.map(({ capture_id, summary }) => ({ capture_id, ...summary.records, problems: summary.problem_count }));
  const rows = captures.reduce((sum, { summary }) => sum + summary.row_count, 0);
  const conversions = captures.map(conversionOf);
  return `${JSON.stringify({ ...provenanceOf(job, null), times: 'as recorded', rows, records, conversions, files, statements }, null, 2)}\n`;
}

const conversionOf = ({ capture_id, source, format, files, summary }: ConvertedCapture): Conversion => {
  const { row_count: rows, problem_count: problems, link_types, sensors, time_base, losses = [], warnings } = summary;
  return { capture_id, source, format, parts: files.length, rows, problems, link_types, sensors, time_base, losses, warnings };
};
