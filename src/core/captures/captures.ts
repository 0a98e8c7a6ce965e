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

/** A capture that was being read in this many consecutive engine losses is no longer read automatically. */
const MOST_LOSSES = 3;

interface OpenCapture extends ReadCapture {
  /** The file as given, of which the choice may take a part. Null while the capture is growing. */
  readonly file: File | null;
  /** What was read of it. Absent before it was read, and while the capture is growing. */
  readonly part?: File | undefined;
  /** Refills the table of a growing capture from its recording. */
  readonly refill?: (() => Promise<void>) | undefined;
  /** Notices found before the file itself was read. */
  readonly found: readonly Notice[];
  /** The engine generation whose database holds the table; null if none does. */
  readonly generation: number | null;
  /** Number of the opening or re-reading that produced this capture. An engine restart keeps it. */
  readonly opening: number;
}

type ReadPart = ReadCapture & { readonly part: File };

export interface ReadOtherOptions extends WorkOptions {
  /** Returns the bytes that the engine may use for the rows, called after the old rows were dropped; no limit if absent or undefined. */
  readonly room?: (() => Promise<number | undefined>) | undefined;
}

/** The facts needed to list a capture again under its id after a core restart. */
export interface KeptCapture {
  readonly info: CaptureInfo;
  readonly file: File;
}

/**
 * The captures opened from files, by id. A capture stays listed until a person closes it: also while the engine is down, while its file is
 * being read again, and when that file has become unreadable. `info.unavailable` says why its rows cannot be queried.
 */
export class Captures {
  readonly #open = new Map<string, OpenCapture>();
  /** Ids that are reserved but not listed, with the engine generation of the reservation. */
  readonly #reserved = new Map<string, number>();
  readonly #closed = new Set<string>();
  /** Number of consecutive engine restarts that failed while reading a capture, by id. */
  readonly #losses = new Map<string, number>();
  /** Serialises the work that replaces a listed capture's table. */
  readonly #work = new Exclusive();
  #openings = 0;

  constructor(
    private readonly engine: Engine,
    private readonly importCapture: ImportCapture,
    private readonly changed: () => void,
    /** Whether an id belongs to a merged view. */
    private readonly isTaken: (id: string) => boolean = () => false,
    /** The part of a file that has all rows of a choice. */
    private readonly partOf: PartOf = (file) => Promise.resolve(file),
  ) {}

  list(): readonly CaptureInfo[] {
    return [...this.#open.values()].map((capture) => capture.info);
  }

  get(captureIdentifier: string): CaptureInfo | undefined {
    return this.#open.get(captureIdentifier)?.info;
  }

  /**
   * Changes when a file is opened under this id or read in another way. Queued work compares it, because an id may be reused after its
   * capture is closed.
   */
  opening(captureIdentifier: string): number | undefined {
    return this.#open.get(captureIdentifier)?.opening;
  }

  /** Resolving keys found in the file. */
  keys(captureIdentifier: string): readonly FoundKey[] {
    return this.#open.get(captureIdentifier)?.keys ?? [];
  }

  /** The file that was read, for sharing: of a converted capture, the files that have rows of its time window. */
  file(captureIdentifier: string): File | undefined {
    const { part, file } = this.#open.get(captureIdentifier) ?? {};
    return part ?? file ?? undefined;
  }

  /** The file as given, which has the rows of any choice. */
  original(captureIdentifier: string): File | undefined {
    return this.#open.get(captureIdentifier)?.file ?? undefined;
  }

  /** All complete captures, to be read again in another core. */
  kept(): readonly KeptCapture[] {
    return [...this.#open.values()].flatMap(({ info, file }) => (file === null ? [] : [{ info, file }]));
  }

  /** Whether a person closed the capture with this id and no other has been opened under it since. */
  wasClosed(captureIdentifier: string): boolean {
    return this.#closed.has(captureIdentifier);
  }

  problems(captureIdentifier: string, page: { limit?: number; offset?: number } = {}): { total: number; rows: readonly Problem[] } {
    const { info, problems } = this.#listed(captureIdentifier);
    const offset = page.offset ?? 0;
    return { total: info.problem_count, rows: problems.slice(offset, offset + (page.limit ?? 100)) };
  }

  /** Reads a file under a new id. Starts again if the engine is lost meanwhile; a failure leaves no table. */
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

  /** Reads an unavailable capture again; does nothing if its rows are available. */
  async retry(captureIdentifier: string, options: WorkOptions = {}): Promise<CaptureInfo> {
    return this.#work.run(captureIdentifier, options.signal, async (signal) => {
      const { info, file } = this.#listed(captureIdentifier);
      if (!info.unavailable) return info;
      if (file === null) return this.#refill(captureIdentifier);
      return this.#readAgain(captureIdentifier, file, { ...options, signal, choice: info.choice });
    });
  }

  /** Supplies a capture's missing file. Rejects with `OTHER_FILE` unless the file has the same bytes. */
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
   * Lists the captures of an earlier core under their ids and reads their files again, one after another. A capture whose file cannot be
   * read stays listed with the reason.
   */
  async adopt(kept: readonly KeptCapture[], options: WorkOptions): Promise<void> {
    for (const { info, file } of kept) {
      const capture = { info, file, problems: [], keys: [], found: [], generation: null, opening: ++this.#openings };
      this.#set(marked(capture, reading(info.file_name)));
    }
    for (const { info } of kept) await this.retry(info.capture_id, options).catch(() => undefined);
  }

  /** Reserves an id for a capture that will be listed later; `release` frees it. */
  reserve(name: string): { readonly id: string; readonly release: () => void } {
    const id = captureId(name, (candidate) => this.#isUsed(candidate));
    this.#reserved.set(id, this.engine.generation());
    return { id, release: () => void this.#reserved.delete(id) };
  }

  /** Lists or updates a growing capture; the caller created its table after `reserve` and owns it. */
  grown(info: CaptureInfo, problems: readonly Problem[], refill: () => Promise<void>): void {
    this.#update(info, problems, null, refill);
  }

  /** Turns a growing capture that has ended into a capture of its recording file. */
  settled(info: CaptureInfo, problems: readonly Problem[], file: File): void {
    this.#update(info, problems, file);
  }

  /** Closes a capture. It leaves the list immediately, even while its file is being read or the engine is down. */
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
        // If this fails too, the capture stays listed with the reason.
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
      const read = async (): Promise<Created<ReadPart>> => {
        const created = await this.#readFile(database ?? this.engine, id, file, bounded, found);
        const { info, part } = created.value;
        const same = otherFile || info.sha256 === before.info.sha256 || areOtherParts(before, { info, part }, file);
        if (same && this.#open.has(id)) return created;
        await (database ?? this.engine).drop(id);
        throw same ? abortError(`reading ${file.name}`) : new WorkbenchError('OTHER_FILE', `${file.name} has changed since it was opened`);
      };
      // A read within a restart is not repeated here: the next restart repeats it.
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
   * Counts a restart that failed while reading this capture. After `MOST_LOSSES` of them the capture is skipped, so that the others can be
   * restored.
   */
  #afterLoss({ capture_id, file_name }: CaptureInfo): CaptureUnavailable {
    const losses = (this.#losses.get(capture_id) ?? 0) + 1;
    this.#losses.set(capture_id, losses);
    return losses < MOST_LOSSES ? WAITS_FOR_ENGINE : failed(`The query engine stopped ${losses} times while ${file_name} was read.`);
  }

  /** Refills the table of a growing capture. */
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
    // The engine was lost between creating the table and listing the capture.
    if (!before && generation !== this.engine.generation()) void this.retry(id).catch(() => undefined);
  }

  /** Lists a capture. If its table was lost meanwhile, it is marked as waiting for the engine. */
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
    // Additional tables of a capture have its id as prefix, so no capture may use such a name either.
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
