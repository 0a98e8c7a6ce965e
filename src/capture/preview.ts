import { WorkbenchError, throwIfAborted } from '../base/failure.ts';
import { encodeIpc, emptyIpc } from '../tables/arrow.ts';
import { Batch } from '../tables/batch.ts';
import type { Notice } from '../tables/captures.ts';
import type { ColumnSpec } from '../tables/column.ts';
import { TIME_DOUBTS } from '../tables/column-roles.ts';
import { copyRows } from '../tables/copy-rows.ts';
import { type FilePreview, PREVIEW_COLUMNS, PREVIEW_ROWS } from '../tables/preview.ts';
import type { Problem } from '../tables/problems.ts';
import type { OpenChoice, TableReading } from '../tables/reading.ts';
import { BlobSource } from './blob-source.ts';
import type { ByteSource, DecodeAssets, DecodeEnd, DecodeOptions, DecodeOutput, Decoder } from './decoder.ts';
import { DECODERS } from './decoders/index.ts';
import { RowsSeen } from './fit.ts';
import { HeadSource } from './head-source.ts';
import { LONGEST_WHOLE, footerSource } from './preview-footer.ts';
import { evidenceOf } from './preview-words.ts';
import { claimBy, decoderOf } from './probe.ts';
import { isZip, memberSource, nothingToOpen, surveyZip } from './wrapped/archive.ts';
import { InflatedSource } from './wrapped/inflated-source.ts';
import { uncompress } from './wrapped/unwrap.ts';
import { isZstd } from './wrapped/zstd.ts';

/** Read of a packet capture; of a table, what its types are judged by. */
const HEAD_BYTES = 2 * 1024 * 1024;
/** No record of radio is longer: a problem nearer to where the head was cut may be of the cut alone. */
const LONGEST_RECORD = 256 * 1024;
const BATCH_ROWS = 1_024;
const MOST_PROBLEMS = 5;

export interface PreviewOptions {
  readonly signal?: AbortSignal | undefined;
  readonly choice?: OpenChoice | undefined;
  readonly assets?: DecodeAssets | undefined;
}

/** A preview with its first rows as an Arrow IPC stream of at most `PREVIEW_ROWS` rows and `PREVIEW_COLUMNS` columns. */
export interface PreviewedFile {
  readonly preview: FilePreview;
  readonly ipc: Uint8Array;
}

/**
 * Reads the beginning of a file as opening it would, and says what would come of it. Rejects as opening does, where the
 * beginning is enough to know: `UNREADABLE_FILE`, `BAD_READING`, `TOO_LARGE`.
 */
export async function previewFile(blob: Blob, file_name: string, options: PreviewOptions = {}): Promise<PreviewedFile> {
  const check = (): void => throwIfAborted(options.signal, 'looking into the file');
  const file = new BlobSource(blob, file_name, check);
  const damage: Notice[] = [];
  const damaged = (_: number, message: string): void => void damage.push({ code: 'ARCHIVE_DAMAGED', message });
  const { content, wrapped, members } = await open(file, damaged);
  const decoding = { batch_rows: BATCH_ROWS, check, assets: options.assets, kernel: false, reading: options.choice?.reading };
  const { decoder, probe } = await decoderOf(content, DECODERS, decoding);
  const footer = decoder.whole === true && content === file && blob.size > LONGEST_WHOLE ? await footerSource(file, decoder) : null;
  const head = decoder.kind === 'ble' && decoder.whole !== true ? new HeadSource(content, HEAD_BYTES) : null;
  const taken = new FirstRows(head === null);
  const end = await decodeStart(footer ?? head ?? content, decoder, decoding, taken, head);
  const complete = end !== null && head?.cut !== true && footer === null;
  const problems = taken.soundProblems(head?.cut === true ? head.read - LONGEST_RECORD : Infinity);
  const { reading } = taken;
  const magic = await content.bytes(0, 32);
  const preview: FilePreview = {
    file_name,
    bytes: blob.size,
    wrapped,
    members,
    format: taken.format ?? probe.format,
    evidence: evidenceOf(taken.format ?? probe.format, magic, reading, taken.columns.length),
    kind: decoder.kind,
    link_types: end?.link_types ?? [],
    time_base: end?.time_base ?? timeBase(reading),
    time_range: taken.timeRange(),
    radio_clock: taken.radioClock,
    columns: taken.columns,
    reading,
    rows_read: taken.seen.size.rows,
    read_bytes: head?.read ?? (content instanceof InflatedSource ? content.given : file.read_bytes),
    content_bytes: content.size ?? (complete && content instanceof InflatedSource ? content.given : null),
    complete,
    problem_count: footer === null ? problems.length : 0,
    problems: footer === null ? problems.slice(0, MOST_PROBLEMS) : [],
    warnings: [
      ...damage,
      ...(footer === null ? taken.warnings : [...taken.warnings.filter(({ code }) => code !== 'NO_ROWS'), FOOTER_ONLY]),
    ],
    unsure: taken.warnings.some(({ code }) => TIME_DOUBTS.has(code)),
  };
  return { preview, ipc: taken.ipc() };
}

const FOOTER_ONLY: Notice = { code: 'PREVIEW_OF_COLUMNS', message: 'the file is large: its columns were read from its end, its rows are read when it is opened' }; // prettier-ignore

interface Opened {
  readonly content: ByteSource;
  readonly wrapped: FilePreview['wrapped'];
  readonly members: readonly string[];
}

/** What lies inside compression or an archive; of an archive with several captures the first. */
async function open(file: ByteSource, damaged: (offset: number, message: string) => void): Promise<Opened> {
  const source = await uncompress(file, damaged);
  const head = await file.bytes(0, 4);
  const compressed = source === file ? null : head[0] === 0x1f ? 'gzip' : isZstd(head) ? 'Zstandard' : 'bug report';
  if (!(await isZip(source))) return { content: source, wrapped: compressed, members: [] };
  const survey = await surveyZip(source, claimBy(DECODERS));
  const [first] = survey.captures;
  if (first === undefined) throw nothingToOpen(survey);
  const content = await uncompress(await memberSource(source, first, damaged), damaged);
  return { content, wrapped: 'zip', members: survey.captures.length > 1 ? survey.captures.map(({ name }) => name) : [] };
}

/** Null where the decoder was stopped because enough is known. */
async function decodeStart(
  source: ByteSource,
  decoder: Decoder,
  options: DecodeOptions,
  taken: FirstRows,
  head: HeadSource | null,
): Promise<DecodeEnd | null> {
  try {
    return await decoder.decode(source, taken, options);
  } catch (error) {
    if (error === ENOUGH) return null;
    // The rest of the file may have what its beginning lacks, so this error is not final.
    if (head?.cut !== true || !(error instanceof WorkbenchError) || error.code !== 'UNREADABLE_FILE') throw error;
    taken.warning('PREVIEW_WITHOUT_ROWS', `in the first ${String(head.read)} bytes: ${error.message}`);
    return null;
  }
}

const ENOUGH = new Error('the preview has its rows');

function timeBase(reading: TableReading | undefined): FilePreview['time_base'] {
  if (reading?.time_column === null || reading?.time_column === undefined) return 'none';
  return reading.time_form?.startsWith('elapsed') === true ? 'relative' : 'epoch';
}

/** Keeps the first rows and counts the others; of a table it stops the decoder with the second batch. */
class FirstRows implements DecodeOutput {
  readonly seen = new RowsSeen();
  readonly warnings: Notice[] = [];
  columns: readonly ColumnSpec[] = [];
  format: string | null = null;
  reading: TableReading | undefined;
  radioClock = false;
  private readonly found: Problem[] = [];
  private first: Batch | null = null;

  constructor(private readonly stops: boolean) {}

  begin(format: string, columns: readonly ColumnSpec[], reading?: TableReading): Promise<void> {
    this.format = format;
    this.columns = columns;
    this.reading = reading;
    this.seen.begin(columns);
    return Promise.resolve();
  }

  batch(batch: Batch): Promise<void> {
    if (this.stops && this.first !== null) throw ENOUGH;
    this.seen.add(batch);
    const radio = batch.columns.find(({ spec }) => spec.name === 'radio_ts_us');
    for (let row = 0; row < batch.rows && !this.radioClock; row++) this.radioClock = radio?.isValid(row) === true;
    this.first ??= firstOf(batch);
    return Promise.resolve();
  }

  problem(offset: number, record: number, code: string, message: string): void {
    this.found.push({ offset, record, code, message });
  }

  warning(code: string, message: string): void {
    if (!this.warnings.some((warning) => warning.code === code)) this.warnings.push({ code, message });
  }

  soundProblems(before: number): readonly Problem[] {
    return this.found.filter(({ offset }) => offset < before);
  }

  timeRange(): FilePreview['time_range'] {
    const { first_us, last_us } = this.seen;
    return first_us <= last_us ? { start_ms: Math.floor(first_us / 1000), end_ms: Math.ceil(last_us / 1000) } : null;
  }

  ipc(): Uint8Array {
    return this.first === null ? emptyIpc(this.columns.slice(0, PREVIEW_COLUMNS)) : encodeIpc(this.first);
  }
}

/** A copy: the batch is the decoder's again afterwards. */
function firstOf(batch: Batch): Batch {
  const count = Math.min(PREVIEW_ROWS, batch.rows);
  const columns = batch.specs.slice(0, PREVIEW_COLUMNS);
  const first = new Batch(columns, count);
  copyRows(batch, [...columns.keys()], Int32Array.from({ length: count }, (_, row) => row), count, first); // prettier-ignore
  return first;
}
