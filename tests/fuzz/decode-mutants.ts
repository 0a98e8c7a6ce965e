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

/** No mutant of a few kilobytes may give more rows than this per byte, or take more processor time than this. */
const MOST_ROWS_PER_BYTE = 2;
const MOST_CPU_MS = 5_000;
/** Every so many mutants the rows are read back, which costs more than decoding. */
const READ_BACK_EVERY = 16;
const REPORT_EVERY = 100;

export interface Tally {
  opened: number;
  refused: Record<string, number>;
  rows: number;
  problems: number;
}

/**
 * Decodes `count` mutants, every second one with the keys of its own pairings; throws on the first that is no capture with problems and no
 * clear error, naming its seed.
 * @param from the mutant of a source of chance; else one of the corpus
 */
export async function decodeMutants(
  count: number,
  seed: number,
  onProgress: (done: number) => void = () => undefined,
  from: (random: RandomSource) => { parent: Seed; bytes: Uint8Array } = ofCorpus(),
): Promise<Tally> {
  const tally: Tally = { opened: 0, refused: {}, rows: 0, problems: 0 };
  for (let i = 0; i < count; i++) {
    const mutantSeed = (seed + i) >>> 0;
    const { parent, bytes } = from(randomSource(mutantSeed));
    await decodeOne(parent.name, bytes, mutantSeed, i % READ_BACK_EVERY === 0, tally);
    if ((i + 1) % REPORT_EVERY === 0) onProgress(i + 1);
  }
  return tally;
}

function ofCorpus(): (random: RandomSource) => { parent: Seed; bytes: Uint8Array } {
  const seeds = corpus();
  return (random) => mutant(seeds, random);
}

/** The mutant of a number: the same on every machine. */
export function mutant(seeds: readonly Seed[], random: RandomSource): { parent: Seed; bytes: Uint8Array } {
  const parent = seeds[random.below(seeds.length)]!;
  const other = seeds[random.below(seeds.length)]!;
  return { parent, bytes: mutate(parent.bytes, random, other.bytes) };
}

async function decodeOne(name: string, bytes: Uint8Array, seed: number, readBack: boolean, tally: Tally, again = false): Promise<void> {
  const label = `mutant ${String(seed)} of ${name} (${String(bytes.length)} bytes)`;
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
      const summary = await readCapture(blob, file_name, sink, { assets: nodeAssets, ...(seed % 2 === 1 && { link_keys: [] }) });
      announced += summary.row_count;
      const { records } = summary;
      if (unexplained(records) !== 0 || records.rows !== summary.row_count) throw new Error(`${label}: ${JSON.stringify(records)}`);
      tally.problems += summary.problem_count;
    }
    tally.opened++;
    tally.rows += rows;
    if (announced !== rows) throw new Error(`${label}: ${String(announced)} rows announced, ${String(rows)} sent`);
    if (besides > 1000 + bytes.length * MOST_ROWS_PER_BYTE) throw new Error(`${label}: ${String(besides)} rows beside the packets`);
    if (rows > 1000 + bytes.length * MOST_ROWS_PER_BYTE) throw new Error(`${label}: ${String(rows)} rows`);
  } catch (error) {
    if (!(error instanceof WorkbenchError) || error.message.length < 20) throw new Error(`${label} broke the decoder`, { cause: error });
    tally.refused[error.code] = (tally.refused[error.code] ?? 0) + 1;
  }
  if (performance.now() - began > MOST_CPU_MS && !again) await decodeAgain(name, bytes, seed, label);
}

/** By processor time, for a busy machine may stand still for seconds; not at once, for asking costs more than many a mutant. */
async function decodeAgain(name: string, bytes: Uint8Array, seed: number, label: string): Promise<void> {
  const began = process.cpuUsage();
  await decodeOne(name, bytes, seed, false, { opened: 0, refused: {}, rows: 0, problems: 0 }, true);
  const took = process.cpuUsage(began).user / 1000;
  if (took > MOST_CPU_MS) throw new Error(`${label} took ${took.toFixed(0)} ms`);
}

function readRows(ipc: Uint8Array, count: number, label: string): void {
  const table = tableFromIPC(ipc, { useBigInt: true });
  if (table.numRows !== count) throw new Error(`${label}: ${String(table.numRows)} rows read back, ${String(count)} sent`);
  for (let column = 0; column < table.numCols; column++) table.getChildAt(column).toArray();
}
