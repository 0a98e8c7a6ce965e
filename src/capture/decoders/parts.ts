/** The Parquet files of a converted capture as one capture (docs/decisions/0028-conversion.md). */
import { WorkbenchError } from '../../base/failure.ts';
import { formatAmount } from '../../base/format.ts';
import { joinFiles } from '../../base/join-files.ts';
import { clip } from '../../base/visible-text.ts';
import { displayName } from '../../ble/ad/display-name.ts';
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import { Batch } from '../../tables/batch.ts';
import { copyRows } from '../../tables/copy-rows.ts';
import { BlobSource } from '../blob-source.ts';
import type { ByteSource, DecodeEnd, DecodeOptions, DecodeOutput, Decoder, ProbeHead, Survey } from '../decoder.ts';
import { sha256Of } from '../file-hash.ts';
import { loadParquet } from '../parquet-module.ts';
import { statedWarnings } from '../parts/manifest.ts';
import { isPartsFile, type IndexedPart, partsFile, type PartsIndex, readIndex } from '../parts/parts-file.ts';
import { digestOfSet } from '../parts/set-digest.ts';
import { ArrowRows } from './arrow-rows.ts';
import { packetColumns } from './packet-table.ts';
import { rowsAnnounced, sendRows } from './parquet.ts';

const probe = ({ bytes }: ProbeHead): { confidence: number; format: string } | null =>
  isPartsFile(bytes) ? { confidence: 1, format: 'parquet' } : null;

/** Maximum number of rows in a batch of a conversion: `BATCH_ROWS`, and the rows of its last record. */
const MOST_TOGETHER = 124_000;

/** As for Parquet, whether its rows are packets is settled when it opens: nothing is removed from a table that is shared. */
export const partsDecoder: Decoder = {
  name: 'parquet',
  kind: 'table',
  whole: true,
  probe,
  settle: () => Promise.resolve(packetParts),
  decode: (...given) => packetParts.decode(...given),
};

const packetParts: Decoder = { name: 'parquet', kind: 'ble', whole: true, probe, survey, decode };

type Index = PartsIndex & { readonly offsets: readonly number[] };

async function indexOf(source: ByteSource): Promise<Index> {
  const index = await readIndex((start, end) => source.bytes(start, end));
  if (index === null) throw unreadable('a list of the files of a converted capture', 'a damaged one');
  if (index.fault !== null) throw unreadable('files of one conversion', index.fault);
  return index;
}

/** Text from an untrusted file as it may be shown: invisible characters replaced, and shortened. */
const stated = (words: string): string => clip(displayName(words), MOST_WORDS);
const MOST_WORDS = 500;

const unreadable = (expected: string, found: string): WorkbenchError =>
  new WorkbenchError('UNREADABLE_FILE', `expected ${stated(expected)}, found ${stated(found)}`);

async function decode(source: ByteSource, output: DecodeOutput, options: DecodeOptions): Promise<DecodeEnd> {
  const [index] = await Promise.all([indexOf(source), loadParquet(options.assets)]);
  for (const { code, message } of statedWarnings([...index.notices, ...(index.conversion?.warnings ?? [])])) output.warning(code, message);
  const order = new PacketOrder(output);
  const digests: string[] = [];
  let rows: ArrowRows | null = null;
  for (const together of interleaved(index.parts)) {
    order.collect(together.length > 1 ? rowsTogether(together) : 0);
    for (const part of together) {
      options.check();
      const { bytes, sha256 } = await bytesOf(source, index, digests.length);
      digests.push(sha256);
      mustAnnounce(bytes, part);
      // The receiver of the rows is that of all files.
      rows = await sendRows(bytes, part.file_name, options, async (first) => {
        if (packetColumns(first.fields) !== ADVERT_COLUMNS) throw unreadable('the columns of packets', `others in ${part.file_name}`);
        return rows ?? (await ArrowRows.beginPackets('parquet', first, order, options));
      });
    }
    await order.flush();
  }
  return { ...endOf(rows!.end(), index), sha256: await digestOfSet(index, digests) };
}

/** Number of rows of interleaved parts, which are held in memory to be sorted. Labels are untrusted. */
function rowsTogether(parts: readonly IndexedPart[]): number {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  if (rows <= MOST_TOGETHER) return rows;
  const names = `${parts[0]!.file_name} to ${parts.at(-1)!.file_name}`;
  throw unreadable(`at most ${formatAmount(MOST_TOGETHER, 'row')} in files of one batch`, `${formatAmount(rows, 'row')} (${names})`);
}

function mustAnnounce(bytes: Uint8Array, { part, file_name, rows }: IndexedPart): void {
  const announced = rowsAnnounced(bytes);
  if (announced === rows) return;
  const found = announced === null ? 'no number' : announced.toLocaleString('en-US');
  throw unreadable(`${formatAmount(rows, 'row')} in part ${String(part)} (${file_name}), as its label says`, found);
}

/** The first part shows how large rows are; their number and times are in the labels. */
async function survey(source: ByteSource, { check }: DecodeOptions): Promise<Survey> {
  const { offsets, ...index } = await indexOf(source);
  const first = index.parts[0]!;
  const bytes = await source.bytes(offsets[0]!, offsets[0]! + first.bytes);
  const sample = partsFile({ ...index, parts: [first] }, [new Blob([new Uint8Array(bytes)])], joinFiles);
  const spans = index.parts.flatMap(({ rows, times }) =>
    times === null ? [] : [{ rows, start_us: Number(times[0]), end_us: Number(times[1]) }],
  );
  return { rows: index.parts.reduce((sum, { rows }) => sum + rows, 0), spans, sample: new BlobSource(sample, index.source.name, check) };
}

/** Facts that the rows do not show are taken from the manifest, otherwise from the labels of the files. */
function endOf(end: DecodeEnd, { conversion, parts }: PartsIndex): DecodeEnd {
  const link_types = conversion?.link_types ?? [...new Set(parts.flatMap((part) => part.link_types))].sort((a, b) => a - b);
  if (conversion === null) return { ...end, link_types };
  const { losses, sensors, parts: all, time_base } = conversion;
  const whole = parts.length === all;
  return { ...end, link_types, ...(losses.length > 0 && { losses }), ...(whole && { sensors, time_base }) };
}

async function bytesOf(
  source: ByteSource,
  { parts, offsets, source: { name } }: Index,
  at: number,
): Promise<{ readonly bytes: Uint8Array; readonly sha256: string }> {
  const [part, start] = [parts[at]!, offsets[at]!];
  const bytes = await source.bytes(start, start + part.bytes);
  const sha256 = await sha256Of(bytes);
  if (part.sha256 === null || sha256 === part.sha256) return { bytes, sha256 };
  throw unreadable(
    `part ${String(part.part)} of ${name} as it was converted (${part.file_name})`,
    'other bytes: it is damaged. Convert the capture again, or open the other files without this one',
  );
}

/** Parts in order; those of one batch together where their packets interleave. */
function interleaved(parts: readonly IndexedPart[]): IndexedPart[][] {
  const groups: IndexedPart[][] = [];
  let latest = -1;
  for (const part of parts) {
    const last = groups.at(-1);
    const mixes = last?.[0]!.batch === part.batch && latest > part.packets[0];
    if (mixes) last.push(part);
    else groups.push([part]);
    latest = mixes ? Math.max(latest, part.packets[1]) : part.packets[1];
  }
  return groups;
}

/** Passes batches on; those of interleaved parts as one, in the order of their packets. */
class PacketOrder implements DecodeOutput {
  #held: Batch | null = null;

  constructor(private readonly output: DecodeOutput) {}

  begin: DecodeOutput['begin'] = (...given) => this.output.begin(...given);
  problem: DecodeOutput['problem'] = (...given) => this.output.problem(...given);
  warning: DecodeOutput['warning'] = (...given) => this.output.warning(...given);

  /** Holds the next rows until `flush`. @param rows how many at most; 0 to pass them on */
  collect(rows: number): void {
    this.#held = rows === 0 ? null : new Batch(ADVERT_COLUMNS, rows);
  }

  batch(batch: Batch): Promise<void> {
    if (this.#held === null) return this.output.batch(batch);
    if (this.#held.rows + batch.rows > this.#held.capacity)
      throw unreadable('as many rows as the files of one batch announce', 'more: a file is damaged');
    copyRows(
      batch,
      [...batch.specs.keys()],
      Int32Array.from({ length: batch.rows }, (_, row) => row),
      batch.rows,
      this.#held,
    );
    return Promise.resolve();
  }

  async flush(): Promise<void> {
    const held = this.#held;
    if (held === null || held.rows === 0) return;
    const { values } = held.fixed('packet_no', 'INTEGER');
    // Reports of one packet are of one hour, and sorting is stable.
    const order = Int32Array.from({ length: held.rows }, (_, row) => row).sort((a, b) => values[a]! - values[b]! || a - b);
    const sorted = new Batch(held.specs, held.rows);
    copyRows(held, [...held.specs.keys()], order, held.rows, sorted);
    await this.output.batch(sorted);
  }
}
