import { throwIfAborted } from '../../base/failure.ts';
import type { CaptureHeader, CaptureSink, FoundKey, ImportCapture, ImportOptions } from '../../capture/import.ts';
import type { Statements } from '../../engine/engine.ts';
import type { CaptureInfo, Notice } from '../../tables/captures.ts';
import type { Problem } from '../../tables/problems.ts';
import { chooseClock } from './choose-clock.ts';
import { BesideTables } from './beside-tables.ts';
import { memoryUsed } from './memory-budget.ts';
import type { Created } from './repeat-on-loss.ts';

/** The result of reading a file, except its rows, which are in the engine. */
export interface ReadCapture {
  readonly info: CaptureInfo;
  readonly problems: readonly Problem[];
  /** Resolving keys found in a log of HCI packets; only the keyring receives them. */
  readonly keys: readonly FoundKey[];
}

/**
 * Reads a file into a new table named by its id. A failure leaves no table.
 * @param generation the current generation of the engine
 */
export async function readFile(
  engine: Pick<Statements, 'create' | 'append' | 'drop' | 'define' | 'answer' | 'compress' | 'rows'>,
  importCapture: ImportCapture,
  id: string,
  file: File,
  options: ImportOptions,
  found: readonly Notice[],
  generation: () => number,
): Promise<Created<ReadCapture>> {
  const { signal } = options;
  let header: CaptureHeader | undefined;
  let created = generation();
  let used = 0;
  const problems: Problem[] = [];
  const besides = new BesideTables(engine, id, signal);
  const sink: CaptureSink = {
    header: async (known) => {
      header = known;
      if (options.memory_bytes !== undefined) used = await memoryUsed(engine);
      await engine.create(id, known.columns, { signal });
      created = generation();
    },
    rows: (ipc) => engine.append(id, ipc, { signal }),
    tableRows: (name, ipc, rows) => besides.append(name, ipc, rows),
    problems: (batch) => {
      problems.push(...batch);
      return Promise.resolve();
    },
    taken: async () => {
      await engine.compress();
      return (await memoryUsed(engine)) - used;
    },
  };
  try {
    const summary = await importCapture(file, sink, options);
    throwIfAborted(signal, `opening ${file.name}`);
    if (!header) throw new Error('broken invariant: the reader ended without a header');
    const { timings, peak_bytes, empty_columns, records: _, keys = [], ...known } = summary;
    // Entries for the browser's performance tools and the benchmarks.
    for (const [stage, duration] of Object.entries(timings)) performance.measure(`capture ${stage}`, { start: 0, duration });
    performance.mark('capture memory', { detail: peak_bytes });
    const info: CaptureInfo = {
      capture_id: id,
      file_name: file.name,
      format: header.format,
      kind: header.kind,
      columns: header.columns.map((column) => (empty_columns.includes(column.name) ? { ...column, empty: true as const } : column)),
      ...known,
      tables: besides.list(),
      warnings: [...found, ...known.warnings],
      reading: header.reading,
      choice: options.choice,
    };
    return { value: { info: await chooseClock(engine, info, options), problems, keys }, generation: created };
  } catch (error) {
    if (header) await engine.drop(id).catch(() => undefined);
    throw error;
  }
}
