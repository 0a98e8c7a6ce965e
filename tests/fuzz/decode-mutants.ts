import { tableFromIPC } from '@uwdata/flechette';
import { WorkbenchError } from '../../src/base/failure.ts';
import type { CaptureSink } from '../../src/capture/import.ts';
import { unexplained } from '../../src/capture/record-count.ts';
import { readCapture } from '../../src/capture/read-capture.ts';
import { unpackCaptures } from '../../src/capture/wrapped/unpack.ts';
import { nodeAssets } from '../support/decode-table.ts';
import { randomSource } from '../support/random.ts';
import type { RandomSource } from '../support/random.ts';
import { corpus } from './corpus.ts';
import type { Seed } from './corpus.ts';
import { mutate } from './mutate.ts';

/** Most packets, most rows beside them and most processor time of a file of a few kilobytes. */
const MOST = { rowsPerByte: 2, ms: 5_000 };
/** Every so many files the rows are read back, which costs more than decoding. */
const READ_BACK_EVERY = 16;
const REPORT_EVERY = 100;

export interface Tally {
  opened: number;
  refused: Record<string, number>;
  rows: number;
  problems: number;
}

export const emptyTally = (): Tally => ({ opened: 0, refused: {}, rows: 0, problems: 0 });

/**
 * Decodes `count` mutants of the corpus, every second one with the keys of its own pairings; throws on the first that is no capture with
 * problems and no clear error, naming its seed.
 */
export async function decodeMutants(count: number, seed: number, onProgress: (done: number) => void = () => undefined): Promise<Tally> {
  const tally = emptyTally();
  const seeds = corpus();
  for (let i = 0; i < count; i++) {
    const mutantSeed = (seed + i) >>> 0;
    const { parent, bytes } = mutant(seeds, randomSource(mutantSeed));
    const label = `mutant ${String(mutantSeed)} of ${parent.name} (${String(bytes.length)} bytes)`;
    await decodeFile({ name: parent.name, bytes, label, withKeys: mutantSeed % 2 === 1 }, i % READ_BACK_EVERY === 0, tally);
    if ((i + 1) % REPORT_EVERY === 0) onProgress(i + 1);
  }
  return tally;
}

/** The mutant of a number: the same on every machine. */
export function mutant(seeds: readonly Seed[], random: RandomSource): { parent: Seed; bytes: Uint8Array } {
  const parent = seeds[random.below(seeds.length)]!;
  const other = seeds[random.below(seeds.length)]!;
  return { parent, bytes: mutate(parent.bytes, random, other.bytes) };
}

export interface MutantFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Names the mutants in an error. */
  readonly label: string;
  /** Decodes with the keys of the pairings in the file. */
  readonly withKeys: boolean;
  readonly most?: typeof MOST;
  /** Records that must be read, where the container is sound. */
  readonly records?: number;
}

/** Decodes a file; throws if it is no capture with problems and no clear error, or takes too long or gives too many rows. */
export async function decodeFile(given: MutantFile, readBack: boolean, tally: Tally, again = false): Promise<void> {
  const { name, bytes, label, withKeys, most = MOST } = given;
  let rows = 0;
  let besides = 0;
  const sink: CaptureSink = {
    header: () => Promise.resolve(),
    rows: (ipc, count) => {
      rows += count;
      if (readBack) readRows(ipc, count, label);
      return Promise.resolve();
    },
    tableRows: (_name, ipc, count) => {
      besides += count;
      if (readBack) readRows(ipc, count, label);
      return Promise.resolve();
    },
    problems: () => Promise.resolve(),
  };
  const began = performance.now();
  try {
    const file = new Blob([bytes.slice()]);
    const unpacked = await unpackCaptures(file, name);
    let announced = 0;
    for (const { content, file_name } of unpacked?.members ?? [{ content: file, file_name: name }]) {
      const blob = content instanceof Blob ? content : file.slice(content.start, content.end);
      const summary = await readCapture(blob, file_name, sink, { assets: nodeAssets, ...(withKeys && { link_keys: [] }) });
      announced += summary.row_count;
      const { records } = summary;
      if (unexplained(records) !== 0 || records.rows !== summary.row_count) throw new Error(`${label}: ${JSON.stringify(records)}`);
      if (records.read !== (given.records ?? records.read)) throw new Error(`${label}: ${String(records.read)} records read`);
      tally.problems += summary.problem_count;
    }
    tally.opened++;
    tally.rows += rows;
    if (announced !== rows) throw new Error(`${label}: ${String(announced)} rows announced, ${String(rows)} sent`);
    if (besides > 1000 + bytes.length * most.rowsPerByte) throw new Error(`${label}: ${String(besides)} rows beside the packets`);
    if (rows > 1000 + bytes.length * most.rowsPerByte) throw new Error(`${label}: ${String(rows)} rows`);
  } catch (error) {
    if (!(error instanceof WorkbenchError) || error.message.length < 20) throw new Error(`${label} broke the decoder`, { cause: error });
    tally.refused[error.code] = (tally.refused[error.code] ?? 0) + 1;
  }
  if (performance.now() - began > most.ms && !again) await decodeAgain(given, most.ms);
}

/** By processor time, for a busy machine may stand still for seconds; not at once, for asking costs more than many a mutant. */
async function decodeAgain(file: MutantFile, mostMs: number): Promise<void> {
  const began = process.cpuUsage();
  await decodeFile(file, false, emptyTally(), true);
  const took = process.cpuUsage(began).user / 1000;
  if (took > mostMs) throw new Error(`${file.label} took ${took.toFixed(0)} ms`);
}

function readRows(ipc: Uint8Array, count: number, label: string): void {
  const table = tableFromIPC(ipc, { useBigInt: true });
  if (table.numRows !== count) throw new Error(`${label}: ${String(table.numRows)} rows read back, ${String(count)} sent`);
  for (let column = 0; column < table.numCols; column++) table.getChildAt(column).toArray();
}
