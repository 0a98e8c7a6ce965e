import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Engine, Statements } from '../../engine/engine.ts';
import type { MergeSensors } from '../../merge/merge-sensors.ts';
import { captureId } from '../../tables/capture-id.ts';
import type { CaptureInfo, CaptureUnavailable } from '../../tables/captures.ts';
import type { MergeInfo } from '../../tables/merges.ts';
import type { MergeOptions } from '../../workbench/port.ts';
import { failed, notReady, reading, WAITS_FOR_ENGINE } from './availability.ts';
import { checkMerge, checkOpenings, type Openings } from './merge-request.ts';
import { repeatOnLoss, type Created } from './repeat-on-loss.ts';

/** The part of the capture list that merging needs. */
export interface CaptureList {
  list(): readonly CaptureInfo[];
  get(capture_id: string): CaptureInfo | undefined;
}

/** What is needed to build a merged view again. */
export interface KeptMerge {
  capture_id: string;
  captures: string[];
  offsets_us: Record<string, number>;
  sensors?: Record<string, string>;
}

/** A merged view in the form that the page stores for a core restart. */
export interface RecoverableMerge extends KeptMerge {
  readonly info: MergeInfo;
}

/** The captures opened from files, with the number of each opening. */
export interface MergeableCaptures extends CaptureList {
  opening(capture_id: string): number | undefined;
}

interface OpenMerge {
  readonly info: MergeInfo;
  readonly offsets_us: Readonly<Record<string, number>>;
  readonly sensors: Readonly<Record<string, string>>;
  /** Name of the table that lists the merged view's duplicate rows. */
  readonly marks: string;
  /** Generation of the engine whose database contains the merged view; null if no database does. */
  readonly generation: number | null;
}

const inWorker: MergeSensors = async (sensors, options) => (await import('../../merge/merge-sensors.ts')).mergeSensors(sensors, options);

/**
 * Merged views over several captures, with aligned clocks and marked duplicates. A view stays listed until a person closes it or one of its
 * captures. Views are built one at a time.
 */
export class Merges {
  readonly #open = new Map<string, OpenMerge>();
  #serial = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly engine: Engine,
    /** The captures opened from files, which views can merge. */
    private readonly files: MergeableCaptures,
    private readonly changed: () => void,
    private readonly mergeSensors = inWorker,
  ) {}

  list(): readonly MergeInfo[] {
    return [...this.#open.values()].map(({ info }) => info);
  }

  get(capture_id: string): MergeInfo | undefined {
    return this.#open.get(capture_id)?.info;
  }

  /** The merged views in the form that a session saves. */
  kept(): KeptMerge[] {
    return [...this.#open.entries()].map(([capture_id, { info, offsets_us, sensors }]) => ({
      capture_id,
      captures: info.members.map((member) => member.capture_id),
      offsets_us: { ...offsets_us },
      ...(Object.keys(sensors).length > 0 && { sensors: { ...sensors } }),
    }));
  }

  recoverable(): RecoverableMerge[] {
    return this.kept().flatMap((merge) => {
      const info = this.get(merge.capture_id);
      return info === undefined ? [] : [{ ...merge, info }];
    });
  }

  /** Lists the merged views of a core that ended; `restoreWaiting` then builds them. */
  adopt(merges: readonly RecoverableMerge[]): void {
    for (const { capture_id, info, offsets_us, sensors = {} } of merges) {
      this.#open.set(capture_id, { info, offsets_us, sensors, marks: '', generation: null });
      this.#mark(capture_id, WAITS_FOR_ENGINE);
    }
    this.changed();
  }

  /**
   * Builds a view of several captures; the first is the reference clock. A view of the same name is replaced once the new one can be
   * created. Starts again if the engine is lost meanwhile. Rejects with `INVALID_MERGE` if the captures cannot be merged or are closed
   * before the view exists, and with an `AbortError` if cancelled.
   */
  merge(ids: readonly string[], options: MergeOptions = {}): Promise<MergeInfo> {
    const asked = this.#openings(ids);
    const merging = this.#inOrder(async () => {
      const what = 'merging';
      const { value } = await repeatOnLoss(this.engine, what, options.signal, async () => {
        await this.engine.restored(options.signal);
        throwIfAborted(options.signal, what);
        return this.#build(this.engine, ids, options, asked);
      });
      return value;
    });
    // If the merge fails, rebuild the view that was dropped to make room for it.
    void merging.catch(() => this.#restoreReplaced());
    return merging;
  }

  async close(id: string): Promise<void> {
    const merge = this.#open.get(id);
    if (!merge) return;
    this.#open.delete(id);
    this.changed();
    await this.#drop(id, merge);
  }

  /** Closes the merged views that include a capture, because that capture is about to be closed. */
  async closeOver(captureIdentifier: string): Promise<void> {
    const over = this.list().filter(({ members }) => members.some(({ capture_id }) => capture_id === captureIdentifier));
    for (const { capture } of over) await this.close(capture.capture_id);
  }

  /** Marks the merged views that were lost with the engine. */
  markLost(): void {
    const now = this.engine.generation();
    const lost = [...this.#open].filter(([, { info, generation }]) => generation !== now && !info.capture.unavailable);
    for (const [id] of lost) this.#mark(id, WAITS_FOR_ENGINE);
    if (lost.length > 0) this.changed();
  }

  /** Builds the lost views whose captures are all available. The other views stay listed, marked with the captures that they wait for. */
  async restore(database: Statements, options: WorkOptions): Promise<void> {
    for (const { capture_id: name, captures, offsets_us, sensors } of this.kept()) {
      if (this.#open.get(name)?.generation === this.engine.generation()) continue;
      const missing = captures.filter((id) => this.files.get(id)?.unavailable !== undefined);
      if (missing.length > 0) this.#mark(name, waitsFor(missing));
      else await this.#rebuild(database, captures, { ...options, name, offsets_us, sensors });
    }
    this.changed();
  }

  /** Builds the views whose captures have become available, for instance because a person supplied a missing file. */
  restoreWaiting(options: WorkOptions = {}): Promise<void> {
    return this.#inOrder(async () => {
      await this.engine.restored(options.signal);
      await this.restore(this.engine, options);
    });
  }

  /** Rebuilds a view that was dropped to make room for another, after building that other view failed. */
  async #restoreReplaced(): Promise<void> {
    if ([...this.#open.values()].some(({ generation }) => generation === null)) await this.restoreWaiting().catch(() => undefined);
  }

  async #rebuild(database: Statements, ids: readonly string[], options: MergeOptions & { name: string }): Promise<void> {
    const generation = this.engine.generation();
    this.#mark(options.name, reading('The merged view'));
    try {
      await this.#build(database, ids, options, this.#openings(ids), true);
    } catch (error) {
      const reason = `The view could not be built again: ${error instanceof Error ? error.message : String(error)}`;
      this.#mark(options.name, this.engine.generation() === generation ? failed(reason) : WAITS_FOR_ENGINE);
    }
  }

  async #build(
    database: Statements,
    ids: readonly string[],
    options: MergeOptions,
    asked: Openings,
    again = false,
  ): Promise<Created<MergeInfo>> {
    checkOpenings(asked, this.files);
    const captures = checkMerge(ids, options, this.files, (id) => this.#open.has(id));
    for (const capture of captures) {
      const unready = notReady(capture);
      if (unready) throw unready;
    }
    const id = captureId(options.name ?? 'merged', (taken) => this.files.get(taken) !== undefined);
    // Capture ids cannot contain the character `$`, so no capture uses this name.
    const marks = `merge$${String(++this.#serial)}`;
    const { buildMerge } = await import('./build-merge.ts');
    const parts = { engine: database, mergeSensors: this.mergeSensors, id, marks };
    let generation = this.engine.generation();
    const info = await buildMerge(parts, captures, options, async () => {
      checkOpenings(asked, this.files);
      await this.#makeRoom(id);
      generation = this.engine.generation();
    });
    const merge = { info, marks, offsets_us: { ...options.offsets_us }, sensors: { ...options.sensors }, generation };
    if (again && !this.#open.has(id)) {
      // A person closed the merged view while it was being built, so drop it.
      await this.#drop(id, merge);
      return { value: info, generation };
    }
    try {
      checkOpenings(asked, this.files);
    } catch (error) {
      await this.#drop(id, merge);
      throw error;
    }
    this.#open.set(id, merge);
    if (generation !== this.engine.generation()) this.#mark(id, WAITS_FOR_ENGINE);
    this.changed();
    return { value: info, generation };
  }

  /** Drops the existing view of this name from the engine. It stays listed until the new view replaces it. */
  async #makeRoom(id: string): Promise<void> {
    const merge = this.#open.get(id);
    if (!merge) return;
    this.#open.set(id, { ...merge, generation: null });
    this.#mark(id, reading('The merged view'));
    await this.#drop(id, merge);
  }

  async #drop(id: string, { marks, generation }: OpenMerge): Promise<void> {
    if (generation !== this.engine.generation()) return;
    await this.engine.dropView(id);
    await this.engine.drop(marks);
  }

  #openings(ids: unknown): Openings {
    return new Map(Array.isArray(ids) ? ids.map((id: string) => [id, this.files.opening(id)]) : []);
  }

  #mark(id: string, unavailable: CaptureUnavailable): void {
    const merge = this.#open.get(id);
    if (merge) this.#open.set(id, { ...merge, info: { ...merge.info, capture: { ...merge.info.capture, unavailable } } });
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const queued = this.#last.then(work);
    this.#last = queued.catch(() => undefined);
    return queued;
  }
}

const waitsFor = (ids: readonly string[]): CaptureUnavailable => ({
  state: 'waiting',
  reason: `The view is built again when ${ids.join(' and ')} can be queried.`,
  actions: ['close'],
});
