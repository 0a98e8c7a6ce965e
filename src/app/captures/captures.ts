import { WorkbenchError, throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { CaptureHeader, CaptureSink, FoundKey, ImportCapture, ImportOptions } from '../../capture/import.ts';
import type { Engine } from '../../engine/engine.ts';
import { captureId } from '../../tables/capture-id.ts';
import type { CaptureInfo, Notice } from '../../tables/captures.ts';
import type { Problem } from '../../tables/problems.ts';
import type { OpenChoice } from '../../tables/reading.ts';

interface OpenCapture {
  readonly info: CaptureInfo;
  /** Null while the capture still grows. */
  readonly file: File | null;
  /** Fills the table of a growing capture again. */
  readonly refill?: () => Promise<void>;
  readonly problems: readonly Problem[];
  /** Resolving keys of an HCI log; they go to the keyring alone. */
  readonly keys: readonly FoundKey[];
  /** Found before the file itself was read. */
  readonly found: readonly Notice[];
}

/** The captures that are open: reads files into the engine and answers what is known about them. */
export class Captures {
  readonly #open = new Map<string, OpenCapture>();
  readonly #reserved = new Set<string>();

  constructor(
    private readonly engine: Engine,
    private readonly importCapture: ImportCapture,
    private readonly changed: () => void,
    /** Names of tables that are no captures of files. */
    private readonly isTaken: (id: string) => boolean = () => false,
  ) {}

  list(): readonly CaptureInfo[] {
    return [...this.#open.values()].map((capture) => capture.info);
  }

  get(captureIdentifier: string): CaptureInfo | undefined {
    return this.#open.get(captureIdentifier)?.info;
  }

  /** Resolving keys that the file holds. */
  keys(captureIdentifier: string): readonly FoundKey[] {
    return this.#open.get(captureIdentifier)?.keys ?? [];
  }

  /** The file as it was chosen, for sharing. */
  file(captureIdentifier: string): File | undefined {
    return this.#open.get(captureIdentifier)?.file ?? undefined;
  }

  problems(captureIdentifier: string, page: { limit?: number; offset?: number } = {}): { total: number; rows: readonly Problem[] } {
    const capture = this.#open.get(captureIdentifier);
    if (!capture) throw this.#unknown(captureIdentifier);
    const offset = page.offset ?? 0;
    return {
      total: capture.info.problem_count,
      rows: capture.problems.slice(offset, offset + (page.limit ?? 100)),
    };
  }

  /** Reads one file. What was open stays open whatever happens; a failure leaves no table behind. */
  async open(file: File, options: ImportOptions, found: readonly Notice[] = []): Promise<CaptureInfo> {
    const id = captureId(file.name, (candidate) => this.#isUsed(candidate));
    this.#reserved.add(id);
    try {
      return await this.#read(id, file, options, found);
    } finally {
      this.#reserved.delete(id);
    }
  }

  /** Reads the file of a capture again, as chosen; where that fails it is open as it was before. */
  async reopen(captureIdentifier: string, choice: OpenChoice, options: WorkOptions): Promise<CaptureInfo> {
    const was = this.#open.get(captureIdentifier);
    if (!was) throw this.#unknown(captureIdentifier);
    const { file } = was;
    if (file === null) throw stillGrowing(captureIdentifier);
    await this.engine.drop(captureIdentifier);
    try {
      return await this.#read(captureIdentifier, file, { ...options, choice }, was.found);
    } catch (error) {
      await this.#read(captureIdentifier, file, { choice: was.info.choice }, was.found).catch(() => {
        this.#open.delete(captureIdentifier);
        this.changed();
      });
      throw error;
    }
  }

  async #read(id: string, file: File, options: ImportOptions, found: readonly Notice[]): Promise<CaptureInfo> {
    let header: CaptureHeader | undefined;
    const problems: Problem[] = [];
    const sink: CaptureSink = {
      header: async (known) => {
        header = known;
        await this.engine.create(id, known.columns);
      },
      rows: async (ipc) => {
        throwIfAborted(options.signal, `opening ${file.name}`);
        await this.engine.append(id, ipc);
      },
      problems: (batch) => {
        problems.push(...batch);
        return Promise.resolve();
      },
    };
    try {
      const summary = await this.importCapture(file, sink, options);
      throwIfAborted(options.signal, `opening ${file.name}`);
      if (!header) throw new Error('broken invariant: the reader ended without a header');
      const { timings, peak_bytes, keys = [], ...known } = summary;
      // For the browser's performance tools, and for the bench.
      for (const [stage, duration] of Object.entries(timings)) performance.measure(`capture ${stage}`, { start: 0, duration });
      performance.mark('capture memory', { detail: peak_bytes });
      const info: CaptureInfo = {
        capture_id: id,
        file_name: file.name,
        format: header.format,
        kind: header.kind,
        columns: header.columns,
        ...known,
        warnings: [...found, ...known.warnings],
        reading: header.reading,
        choice: options.choice,
      };
      this.#open.set(id, { info, file, problems, found, keys });
      this.changed();
      return info;
    } catch (error) {
      if (header) await this.engine.drop(id).catch(() => undefined);
      throw error;
    }
  }

  /** A name for a capture that will grow, taken until it is released. */
  reserve(name: string): { readonly id: string; readonly release: () => void } {
    const id = captureId(name, (candidate) => this.#isUsed(candidate));
    this.#reserved.add(id);
    return { id, release: () => void this.#reserved.delete(id) };
  }

  /** What is known now of a capture that grows; its table is whoever grows it. */
  grown(info: CaptureInfo, problems: readonly Problem[], refill: () => Promise<void>): void {
    this.#open.set(info.capture_id, { info, file: null, problems, found: [], keys: [], refill });
    this.changed();
  }

  /** A growing capture has ended: from now on it is one of a file. */
  settled(info: CaptureInfo, problems: readonly Problem[], file: File): void {
    this.#open.set(info.capture_id, { info, file, problems, found: [], keys: [] });
    this.changed();
  }

  async close(captureIdentifier: string): Promise<void> {
    const capture = this.#open.get(captureIdentifier);
    if (!capture) throw this.#unknown(captureIdentifier);
    if (capture.file === null) throw stillGrowing(captureIdentifier);
    await this.engine.drop(captureIdentifier);
    this.#open.delete(captureIdentifier);
    this.changed();
  }

  /** The engine came back empty: reads every open file again; returns the ids that could not be. */
  async restore(options: WorkOptions): Promise<string[]> {
    const files = [...this.#open.entries()];
    this.#open.clear();
    const lost: string[] = [];
    for (const [id, capture] of files) {
      if (capture.file === null) {
        this.#open.set(id, capture);
        await capture.refill?.().catch(() => lost.push(id));
      } else await this.open(capture.file, { ...options, choice: capture.info.choice }, capture.found).catch(() => lost.push(id));
    }
    this.changed();
    return lost;
  }

  #isUsed(id: string): boolean {
    return this.#open.has(id) || this.#reserved.has(id) || this.isTaken(id);
  }

  #unknown(captureIdentifier: string): WorkbenchError {
    const known = [...this.#open.keys()].join(', ') || 'none is open';
    return new WorkbenchError('UNKNOWN_CAPTURE', `expected the id of an open capture (${known}), got "${captureIdentifier}"`);
  }
}

const stillGrowing = (id: string): WorkbenchError =>
  new WorkbenchError('CAPTURE_GROWS', `expected a capture that is complete, found the scan ${id}, which still runs: stop it first`);
