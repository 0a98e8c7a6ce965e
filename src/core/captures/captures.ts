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
import { areOtherParts, type PartOf } from './part-of.ts';
import { readFile, type ReadCapture } from './read-file.ts';
import { repeatOnLoss, type Created } from './repeat-on-loss.ts';

/** After this many engine losses in a row while a capture was being read, it is no longer read automatically. */
const MOST_LOSSES = 3;

interface OpenCapture extends ReadCapture {
  /** The whole file that a person opened, even if only some of its rows were chosen. Null while the capture is growing. */
  readonly file: File | null;
  /** The part of the file that was read. Absent before it was read, and while the capture is growing. */
  readonly part?: File | undefined;
  /** Refills the table of a growing capture from its recording. */
  readonly refill?: (() => Promise<void>) | undefined;
  /** Warnings found before the file itself was read, for instance in the archive that contained it. */
  readonly found: readonly Notice[];
  /** Generation of the engine whose database contains the capture's table; null if no database does. */
  readonly generation: number | null;
  /** Number of the opening or re-reading that produced this capture. An engine restart does not change it. */
  readonly opening: number;
}

type ReadPart = ReadCapture & { readonly part: File };

export interface ReadOtherOptions extends WorkOptions {
  /** Called after the old rows were dropped. Returns the bytes that the engine may use for the new ones; no limit if undefined. */
  readonly room?: (() => Promise<number | undefined>) | undefined;
}

/** What is needed to list a capture again under its id after a core restart. */
export interface KeptCapture {
  readonly info: CaptureInfo;
  readonly file: File;
}

/**
 * The captures opened from files, by id. A capture stays listed until a person closes it, even while the engine is down, while its file is
 * being read again, and when that file can no longer be read. `info.unavailable` says why its rows cannot be queried.
 */
export class Captures {
  readonly #open = new Map<string, OpenCapture>();
  /** Ids that are reserved for captures not yet listed, with the engine generation at the time of the reservation. */
  readonly #reserved = new Map<string, number>();
  readonly #closed = new Set<string>();
  /** Number of consecutive engine restarts that failed while reading a capture, by id. */
  readonly #losses = new Map<string, number>();
  /** Runs work that replaces the table of a listed capture one after another. */
  readonly #work = new Exclusive();
  #openings = 0;

  constructor(
    private readonly engine: Engine,
    private readonly importCapture: ImportCapture,
    private readonly changed: () => void,
    /** Whether a merged view uses an id, so that no capture may have the same one. */
    private readonly isTaken: (id: string) => boolean = () => false,
    /** Finds the part of a file that contains all rows of a choice. */
    private readonly partOf: PartOf = (file) => Promise.resolve(file),
  ) {}

  list(): readonly CaptureInfo[] {
    return [...this.#open.values()].map((capture) => capture.info);
  }

  get(captureIdentifier: string): CaptureInfo | undefined {
    return this.#open.get(captureIdentifier)?.info;
  }

  /**
   * A number that changes when a file is opened under this id or is read with another choice. Queued work compares it, because an id may be
   * used for another file after its capture is closed.
   */
  opening(captureIdentifier: string): number | undefined {
    return this.#open.get(captureIdentifier)?.opening;
  }

  /** Resolving keys (IRKs) that were found in the capture's file. */
  keys(captureIdentifier: string): readonly FoundKey[] {
    return this.#open.get(captureIdentifier)?.keys ?? [];
  }

  /** The part of the file that was read, for sharing: of a converted capture, only the files with rows of its time window. */
  file(captureIdentifier: string): File | undefined {
    const { part, file } = this.#open.get(captureIdentifier) ?? {};
    return part ?? file ?? undefined;
  }

  /** The whole file that a person opened, which contains the rows of every choice. */
  original(captureIdentifier: string): File | undefined {
    return this.#open.get(captureIdentifier)?.file ?? undefined;
  }

  /** All captures that are not growing, to be read again in another core. */
  kept(): readonly KeptCapture[] {
    return [...this.#open.values()].flatMap(({ info, file }) => (file === null ? [] : [{ info, file }]));
  }

  /** Whether a person closed the capture with this id and no other has been opened under the same id since. */
  wasClosed(captureIdentifier: string): boolean {
    return this.#closed.has(captureIdentifier);
  }

  problems(captureIdentifier: string, page: { limit?: number; offset?: number } = {}): { total: number; rows: readonly Problem[] } {
    const { info, problems } = this.#listed(captureIdentifier);
    const offset = page.offset ?? 0;
    return { total: info.problem_count, rows: problems.slice(offset, offset + (page.limit ?? 100)) };
  }

  /** Opens a file as a capture under a new id. Starts again if the engine is lost meanwhile; a failure leaves no table. */
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

  /** Reads a capture's file again with another choice. If that fails, restores the capture with its previous choice. */
  reopen(captureIdentifier: string, choice: OpenChoice, options: ReadOtherOptions): Promise<CaptureInfo> {
    return this.#readOther(captureIdentifier, { choice }, options);
  }

  /** Reads another file under a capture's id, for a file that changed since it was opened. If that fails, restores the previous capture. */
  replace(captureIdentifier: string, file: File, options: ReadOtherOptions = {}): Promise<CaptureInfo> {
    return this.#readOther(captureIdentifier, { file }, options);
  }

  /** Reads a capture's file again if its rows are unavailable; otherwise does nothing. */
  async retry(captureIdentifier: string, options: WorkOptions = {}): Promise<CaptureInfo> {
    return this.#work.run(captureIdentifier, options.signal, async (signal) => {
      const { info, file } = this.#listed(captureIdentifier);
      if (!info.unavailable) return info;
      if (file === null) return this.#refill(captureIdentifier);
      return this.#readAgain(captureIdentifier, file, { ...options, signal, choice: info.choice });
    });
  }

  /** Supplies the missing file of a capture. Rejects with `OTHER_FILE` unless its bytes are those that the capture had. */
  async provide(captureIdentifier: string, file: File, options: WorkOptions = {}): Promise<CaptureInfo> {
    return this.#work.run(captureIdentifier, options.signal, async (signal) => {
      this.#completeFile(captureIdentifier);
      const before = this.#listed(captureIdentifier).info;
      const part = await this.partOf(file, before.choice);
      await refuseOtherFile(part, before, signal);
      const capture = this.#listed(captureIdentifier);
      const info = this.#set({ ...capture, file, part });
      if (!info.unavailable) return info;
      return this.#readAgain(captureIdentifier, file, { ...options, signal, choice: info.choice });
    });
  }

  /**
   * Lists the captures of a previous core under their ids and reads their files again, one after another. A capture whose file cannot be
   * read stays listed with the reason.
   */
  async adopt(kept: readonly KeptCapture[], options: WorkOptions): Promise<void> {
    for (const { info, file } of kept) {
      const capture = { info, file, problems: [], keys: [], found: [], generation: null, opening: ++this.#openings };
      this.#set(marked(capture, reading(info.file_name)));
    }
    for (const { info } of kept) await this.retry(info.capture_id, options).catch(() => undefined);
  }

  /** Reserves an id for a capture that is listed later. `release` frees the id. */
  reserve(name: string): { readonly id: string; readonly release: () => void } {
    const id = captureId(name, (candidate) => this.#isUsed(candidate));
    this.#reserved.set(id, this.engine.generation());
    return { id, release: () => void this.#reserved.delete(id) };
  }

  /** Lists a growing capture or updates its facts. The caller has created its table after `reserve`, and appends to it. */
  grown(info: CaptureInfo, problems: readonly Problem[], refill: () => Promise<void>): void {
    this.#update(info, problems, null, refill);
  }

  /** Replaces a growing capture that has ended with a capture of its recording file, under the same id. */
  settled(info: CaptureInfo, problems: readonly Problem[], file: File): void {
    this.#update(info, problems, file);
  }

  /** Closes a capture. It disappears from the list immediately, even while its file is being read or the engine is down. */
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
   * Reads every capture whose table was lost with the engine, one after another, each under its own id. A failure marks only that capture.
   * Captures that are already being read are skipped.
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
        // If restoring the previous rows fails too, the capture stays listed with the reason.
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
   * Replaces the table of a listed capture with a file's content. On failure the capture is marked with the reason.
   * @param how `database`: the engine's database during a restart; `otherFile`: whether the file may differ from the opened one; `room`: as
   * in `ReadOtherOptions`
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
      const read = async (): Promise<Created<ReadPart>> => {
        const created = await this.#readFile(database ?? this.engine, id, file, bounded, found);
        const { info, part } = created.value;
        const same = otherFile || info.sha256 === before.info.sha256 || areOtherParts(before, { info, part }, file);
        if (same && this.#open.has(id)) return created;
        await (database ?? this.engine).drop(id);
        throw same ? abortError(`reading ${file.name}`) : new WorkbenchError('OTHER_FILE', `${file.name} has changed since it was opened`);
      };
      // During a restart of the engine, do not repeat the read here: if this restart fails too, the next one reads the file again.
      const { value, generation } = await (database ? read() : repeatOnLoss(this.engine, `reading ${file.name}`, options.signal, read));
      this.#losses.delete(id);
      const file_name = otherFile ? file.name : before.info.file_name;
      return this.#set({ ...value, info: { ...value.info, file_name }, file, found, generation, opening: before.opening });
    } catch (error) {
      const lost = database !== undefined && this.engine.generation() !== started;
      const why = lost
        ? this.#afterLoss(before.info)
        : await unavailableAfter(error, () => this.partOf(file, before.info.choice), before.info);
      if (this.#open.has(id)) this.#set(marked({ ...before, generation: null }, why));
      throw error;
    }
  }

  async #readFile(
    engine: Statements,
    id: string,
    file: File,
    options: ImportOptions,
    found: readonly Notice[],
  ): Promise<Created<ReadPart>> {
    const part = await this.partOf(file, options.choice);
    const { value, generation } = await readFile(engine, this.importCapture, id, part, options, found, () => this.engine.generation());
    return { value: { ...value, part }, generation };
  }

  /**
   * Counts a failed restart for the capture that was being read. After `MOST_LOSSES` of them it is skipped, so that the others are
   * restored.
   */
  #afterLoss({ capture_id, file_name }: CaptureInfo): CaptureUnavailable {
    const losses = (this.#losses.get(capture_id) ?? 0) + 1;
    this.#losses.set(capture_id, losses);
    return losses < MOST_LOSSES ? WAITS_FOR_ENGINE : failed(`The query engine stopped ${losses} times while ${file_name} was read.`);
  }

  /** Fills the table of a growing capture again from its recording, after the engine was lost. */
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
    // If the engine was lost between creating the table and listing the capture, the new engine has no table: read the capture again.
    if (!before && generation !== this.engine.generation()) void this.retry(id).catch(() => undefined);
  }

  /** Lists a capture with these facts. If its table was lost meanwhile, marks it as waiting for the engine. */
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
    // The additional tables of a capture are named after its id, so an id is also used if it equals or would create such a name.
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
