import { abortError, WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { FoundKey, ImportCapture, ImportOptions } from '../../capture/import.ts';
import type { Engine, Statements } from '../../engine/engine.ts';
import { captureId } from '../../tables/capture-id.ts';
import type { CaptureInfo, CaptureUnavailable, Notice } from '../../tables/captures.ts';
import type { Problem } from '../../tables/problems.ts';
import { CONVERSATION_NAMES, conversationTable } from '../../tables/conversation/names.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import { failed, reading, refuseOtherFile, unavailableAfter, WAITS_FOR_ENGINE } from './availability.ts';
import { Exclusive } from './exclusive.ts';
import { readFile, type ReadCapture } from './read-file.ts';
import { repeatOnLoss, type Created } from './repeat-on-loss.ts';

/** A capture that is being read in this many lost databases in a row is not read automatically any more. */
const MOST_LOSSES = 3;

interface OpenCapture extends ReadCapture {
  /** Null while the capture still grows. */
  readonly file: File | null;
  /** Fills the table of a growing capture from its recording. */
  readonly refill?: (() => Promise<void>) | undefined;
  /** Notices from before the file itself was read. */
  readonly found: readonly Notice[];
  /** The engine generation whose database holds the table; null while none does. */
  readonly generation: number | null;
  /** Which opening or reading of a file this is. A restart of the engine keeps it. */
  readonly opening: number;
}

export interface ReadOtherOptions extends WorkOptions {
  /** Bytes that the engine may use for the rows, called when those of before are gone; no limit if absent or undefined. */
  readonly room?: (() => Promise<number | undefined>) | undefined;
}

/** A capture as it must be known to be listed again under its own id. */
export interface KeptCapture {
  readonly info: CaptureInfo;
  readonly file: File;
}

/**
 * The captures of files, by id. A capture stays listed under its id until a person closes it: while the engine is down, while its
 * file is read again, and when that file cannot be read any more. `info.unavailable` says what keeps its rows from being queried.
 */
export class Captures {
  readonly #open = new Map<string, OpenCapture>();
  /** Ids that are taken but not listed, with the engine generation in which they were taken. */
  readonly #reserved = new Map<string, number>();
  readonly #closed = new Set<string>();
  /** Restarts of the engine in a row that failed while a capture was read, by id. */
  readonly #losses = new Map<string, number>();
  /** Work that replaces the table of a listed capture. */
  readonly #work = new Exclusive();
  #openings = 0;

  constructor(
    private readonly engine: Engine,
    private readonly importCapture: ImportCapture,
    private readonly changed: () => void,
    /** True for ids of merged views. */
    private readonly isTaken: (id: string) => boolean = () => false,
  ) {}

  list(): readonly CaptureInfo[] {
    return [...this.#open.values()].map((capture) => capture.info);
  }

  get(captureIdentifier: string): CaptureInfo | undefined {
    return this.#open.get(captureIdentifier)?.info;
  }

  /**
   * A number that changes when a file is opened under this id, or read in another way. Queued work compares it, because ids are used
   * again after a capture is closed.
   */
  opening(captureIdentifier: string): number | undefined {
    return this.#open.get(captureIdentifier)?.opening;
  }

  /** Resolving keys that the file holds. */
  keys(captureIdentifier: string): readonly FoundKey[] {
    return this.#open.get(captureIdentifier)?.keys ?? [];
  }

  /** The file as it was chosen, for sharing. */
  file(captureIdentifier: string): File | undefined {
    return this.#open.get(captureIdentifier)?.file ?? undefined;
  }

  /** True if a person closed the capture of this id and none has been opened under it since. */
  wasClosed(captureIdentifier: string): boolean {
    return this.#closed.has(captureIdentifier);
  }

  problems(captureIdentifier: string, page: { limit?: number; offset?: number } = {}): { total: number; rows: readonly Problem[] } {
    const { info, problems } = this.#listed(captureIdentifier);
    const offset = page.offset ?? 0;
    return { total: info.problem_count, rows: problems.slice(offset, offset + (page.limit ?? 100)) };
  }

  /** Reads one file under a new id. Starts again when the engine is lost meanwhile; a failure leaves no table. */
  async open(file: File, options: ImportOptions, found: readonly Notice[] = []): Promise<CaptureInfo> {
    const { id, release } = this.reserve(file.name);
    try {
      const { value, generation } = await repeatOnLoss(this.engine, `opening ${file.name}`, options.signal, () =>
        this.#readFile(this.engine, id, file, options, found),
      );
      return this.#set({ ...value, file, found, generation, opening: ++this.#openings });
    } finally {
      release();
    }
  }

  /** Reads the file of a capture again with another choice. If that fails, the capture is read as it was before. */
  reopen(captureIdentifier: string, choice: OpenChoice, options: ReadOtherOptions): Promise<CaptureInfo> {
    return this.#readOther(captureIdentifier, { choice }, options);
  }

  /**
   * Reads another file under the id of a capture, for one that changed since it was opened. If that fails, the capture is read as it
   * was before.
   */
  replace(captureIdentifier: string, file: File, options: ReadOtherOptions = {}): Promise<CaptureInfo> {
    return this.#readOther(captureIdentifier, { file }, options);
  }

  /** Reads a capture again whose rows are unavailable. Does nothing for one whose rows are there. */
  async retry(captureIdentifier: string, options: WorkOptions = {}): Promise<CaptureInfo> {
    return this.#work.run(captureIdentifier, options.signal, async (signal) => {
      const { info, file } = this.#listed(captureIdentifier);
      if (!info.unavailable) return info;
      if (file === null) return this.#refill(captureIdentifier);
      return this.#readAgain(captureIdentifier, file, { ...options, signal, choice: info.choice });
    });
  }

  /** Gives a capture its file again. Rejects with `OTHER_FILE` unless the file has the same bytes. */
  async provide(captureIdentifier: string, file: File, options: WorkOptions = {}): Promise<CaptureInfo> {
    return this.#work.run(captureIdentifier, options.signal, async (signal) => {
      this.#completeFile(captureIdentifier);
      await refuseOtherFile(file, this.#listed(captureIdentifier).info, signal);
      const capture = this.#listed(captureIdentifier);
      const info = this.#set({ ...capture, file });
      if (!info.unavailable) return info;
      return this.#readAgain(captureIdentifier, file, { ...options, signal, choice: info.choice });
    });
  }

  /**
   * Lists the captures of an earlier core under their ids and reads their files again, one after another. A capture whose file
   * cannot be read stays listed and says why.
   */
  async adopt(kept: readonly KeptCapture[], options: WorkOptions): Promise<void> {
    for (const { info, file } of kept) {
      const capture = { info, file, problems: [], keys: [], found: [], generation: null, opening: ++this.#openings };
      this.#set(marked(capture, reading(info.file_name)));
    }
    for (const { info } of kept) await this.retry(info.capture_id, options).catch(() => undefined);
  }

  /** Takes an id for a capture that will be listed later, until it is released. */
  reserve(name: string): { readonly id: string; readonly release: () => void } {
    const id = captureId(name, (candidate) => this.#isUsed(candidate));
    this.#reserved.set(id, this.engine.generation());
    return { id, release: () => void this.#reserved.delete(id) };
  }

  /** Lists a capture that grows, or updates it; its table belongs to the caller, who created it after `reserve`. */
  grown(info: CaptureInfo, problems: readonly Problem[], refill: () => Promise<void>): void {
    this.#update(info, problems, null, refill);
  }

  /** A growing capture has ended and is one of a file from now on. */
  settled(info: CaptureInfo, problems: readonly Problem[], file: File): void {
    this.#update(info, problems, file);
  }

  /** Closes a capture for a person. It leaves the list at once, also while its file is read or the engine is down. */
  async close(captureIdentifier: string): Promise<void> {
    const { file } = this.#listed(captureIdentifier);
    if (file === null) throw stillGrowing(captureIdentifier);
    const { generation } = this.#listed(captureIdentifier);
    this.#open.delete(captureIdentifier);
    this.#closed.add(captureIdentifier);
    this.#reserved.set(captureIdentifier, this.engine.generation());
    this.changed();
    try {
      await this.#work.end(captureIdentifier);
      if (generation === this.engine.generation()) await this.engine.drop(captureIdentifier);
    } finally {
      this.#reserved.delete(captureIdentifier);
    }
  }

  /** Marks the captures whose tables were lost with the engine. */
  markLost(): void {
    const now = this.engine.generation();
    const lost = [...this.#open.values()].filter(({ info, generation }) => generation !== now && !info.unavailable);
    for (const capture of lost) this.#open.set(capture.info.capture_id, marked(capture, WAITS_FOR_ENGINE));
    if (lost.length > 0) this.changed();
  }

  /**
   * Reads every capture again whose table was lost with the engine, one after another, each under its own id. A failure marks that
   * capture and keeps the rest. A capture that other work reads already is left to that work.
   */
  async restore(database: Statements, { signal, onProgress }: WorkOptions): Promise<void> {
    const generation = this.engine.generation();
    const tried = new Set<string>();
    for (;;) {
      const left = [...this.#open.keys()].filter((id) => this.#needsReading(id) && !tried.has(id));
      const id = left[0];
      if (id === undefined || this.engine.generation() !== generation) return;
      onProgress?.({ phase: 'reading', done: tried.size, total: tried.size + left.length, unit: 'steps' });
      tried.add(id);
      await this.#work
        .run(id, signal, async (own) => {
          const { info, file } = this.#listed(id);
          if (file === null) await this.#refill(id);
          else await this.#readAgain(id, file, { signal: own, choice: info.choice }, { database });
        })
        .catch(() => undefined);
    }
  }

  async #readOther(
    id: string,
    other: { readonly file?: File; readonly choice?: OpenChoice },
    { room, ...options }: ReadOtherOptions,
  ): Promise<CaptureInfo> {
    return this.#work.run(id, options.signal, async (signal) => {
      const before = { file: this.#completeFile(id), choice: this.#listed(id).info.choice };
      this.#open.set(id, { ...this.#listed(id), opening: ++this.#openings });
      const { file, choice } = { ...before, ...other };
      try {
        return await this.#readAgain(id, file, { ...options, signal, choice }, { otherFile: other.file !== undefined, room });
      } catch (error) {
        // Where this fails too, the capture stays listed and says why.
        if (this.#open.has(id)) await this.#readAgain(id, before.file, { choice: before.choice }).catch(() => undefined);
        throw error;
      }
    });
  }

  #needsReading(id: string): boolean {
    if (this.#work.has(id) || (this.#losses.get(id) ?? 0) >= MOST_LOSSES) return false;
    return this.#open.get(id)?.generation !== this.engine.generation();
  }

  /**
   * Replaces the table of a listed capture by what a file holds. The capture says why where that fails.
   * @param how `database`: the one that a restart restores; `otherFile`: the file may differ from the one that was opened; `room`: as in
   * `ReadOtherOptions`
   */
  async #readAgain(
    id: string,
    file: File,
    options: ImportOptions,
    {
      database,
      otherFile = false,
      room,
    }: { readonly database?: Statements; readonly otherFile?: boolean } & Pick<ReadOtherOptions, 'room'> = {},
  ): Promise<CaptureInfo> {
    const before = this.#listed(id);
    const found = otherFile ? [] : before.found;
    this.#set(marked({ ...before, generation: null }, reading(before.info.file_name)));
    const started = this.engine.generation();
    try {
      if (before.generation === started) await this.engine.drop(id);
      const bounded = room === undefined ? options : { ...options, memory_bytes: await room() };
      const read = async (): Promise<Created<ReadCapture>> => {
        const created = await this.#readFile(database ?? this.engine, id, file, bounded, found);
        const same = otherFile || created.value.info.sha256 === before.info.sha256;
        if (same && this.#open.has(id)) return created;
        await (database ?? this.engine).drop(id);
        throw same ? abortError(`reading ${file.name}`) : new WorkbenchError('OTHER_FILE', `${file.name} has changed since it was opened`);
      };
      // The next restart reads again itself what a restart could not.
      const { value, generation } = await (database ? read() : repeatOnLoss(this.engine, `reading ${file.name}`, options.signal, read));
      this.#losses.delete(id);
      const file_name = otherFile ? file.name : before.info.file_name;
      return this.#set({ ...value, info: { ...value.info, file_name }, file, found, generation, opening: before.opening });
    } catch (error) {
      const lost = database !== undefined && this.engine.generation() !== started;
      const why = lost ? this.#afterLoss(before.info) : await unavailableAfter(error, file, before.info);
      if (this.#open.has(id)) this.#set(marked({ ...before, generation: null }, why));
      throw error;
    }
  }

  #readFile(engine: Statements, id: string, file: File, options: ImportOptions, found: readonly Notice[]): Promise<Created<ReadCapture>> {
    return readFile(engine, this.importCapture, id, file, options, found, () => this.engine.generation());
  }

  /** Counts a restart that failed while this capture was read. After some of them it is left out, so that the others come back. */
  #afterLoss({ capture_id, file_name }: CaptureInfo): CaptureUnavailable {
    const losses = (this.#losses.get(capture_id) ?? 0) + 1;
    this.#losses.set(capture_id, losses);
    return losses < MOST_LOSSES ? WAITS_FOR_ENGINE : failed(`The query engine stopped ${losses} times while ${file_name} was read.`);
  }

  /** Fills the table of a growing capture again. */
  async #refill(id: string): Promise<CaptureInfo> {
    const generation = this.engine.generation();
    try {
      if (this.#listed(id).generation === generation) await this.engine.drop(id).catch(() => undefined);
      await this.#listed(id).refill?.();
      return this.#set({ ...marked(this.#listed(id), undefined), generation });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const capture = this.#open.get(id);
      if (capture && this.engine.generation() === generation) this.#set(marked(capture, failed(`The recording could not be read: ${why}`)));
      throw error;
    }
  }

  #update(info: CaptureInfo, problems: readonly Problem[], file: File | null, refill?: () => Promise<void>): void {
    const id = info.capture_id;
    const before = this.#open.get(id);
    const generation = before ? before.generation : (this.#reserved.get(id) ?? this.engine.generation());
    const opening = before?.opening ?? ++this.#openings;
    const capture = { info, file, problems, found: [], keys: [], refill, generation, opening };
    this.#set(before ? marked(capture, before.info.unavailable) : capture);
    // The engine was lost between the table and the first listing.
    if (!before && generation !== this.engine.generation()) void this.retry(id).catch(() => undefined);
  }

  /** Lists a capture. One whose table was lost meanwhile waits for the engine. */
  #set(capture: OpenCapture): CaptureInfo {
    const lost = !capture.info.unavailable && capture.generation !== this.engine.generation();
    const listed = lost ? marked(capture, WAITS_FOR_ENGINE) : capture;
    this.#open.set(listed.info.capture_id, listed);
    this.#closed.delete(listed.info.capture_id);
    this.changed();
    return listed.info;
  }

  #listed(id: string): OpenCapture {
    const capture = this.#open.get(id);
    if (capture) return capture;
    const known = [...this.#open.keys()].join(', ') || 'none is open';
    throw new WorkbenchError('UNKNOWN_CAPTURE', `expected the id of an open capture (${known}), got "${id}"`);
  }

  #completeFile(id: string): File {
    const { file } = this.#listed(id);
    if (file === null) throw stillGrowing(id);
    return file;
  }

  #isUsed(id: string): boolean {
    const has = (name: string): boolean => this.#open.has(name) || this.#reserved.has(name) || this.isTaken(name);
    // Names of tables next to a capture begin with its id, so no capture may have such a name either.
    return (
      has(id) ||
      CONVERSATION_NAMES.some((name) => has(conversationTable(id, name)) || (id.endsWith(`_${name}`) && has(id.slice(0, -name.length - 1))))
    );
  }
}

function marked(capture: OpenCapture, unavailable: CaptureUnavailable | undefined): OpenCapture {
  const { unavailable: _, ...info } = capture.info;
  return { ...capture, info: unavailable ? { ...info, unavailable } : info };
}

const stillGrowing = (id: string): WorkbenchError =>
  new WorkbenchError('CAPTURE_GROWS', `expected a capture that is complete, found the scan ${id}, which still runs: stop it first`);
