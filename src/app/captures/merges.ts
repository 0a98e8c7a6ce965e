import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { MergeSensors } from '../../merge/merge-sensors.ts';
import { captureId } from '../../tables/capture-id.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { MergeInfo } from '../../tables/merges.ts';
import type { MergeOptions } from '../../ui/workbench.ts';
import { checkMerge } from './merge-request.ts';

/** What a call may select, as far as merging needs it. */
export interface CaptureList {
  list(): readonly CaptureInfo[];
  get(capture_id: string): CaptureInfo | undefined;
}

/** What it takes to make a view again. */
export interface KeptMerge {
  capture_id: string;
  captures: string[];
  offsets_us: Record<string, number>;
  sensors?: Record<string, string>;
}

interface OpenMerge {
  readonly info: MergeInfo;
  readonly offsets_us: Readonly<Record<string, number>>;
  readonly sensors: Readonly<Record<string, string>>;
  /** The table of its duplicates. */
  readonly marks: string;
}

const inWorker: MergeSensors = async (sensors, options) => (await import('../../merge/merge-sensors.ts')).mergeSensors(sensors, options);

/** Views over several captures: the clocks are placed, what two sensors heard is marked. One is made at a time. */
export class Merges {
  readonly #open = new Map<string, OpenMerge>();
  #serial = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly engine: Engine,
    /** The captures of files. */
    private readonly files: CaptureList,
    private readonly changed: () => void,
    private readonly mergeSensors = inWorker,
  ) {}

  list(): readonly MergeInfo[] {
    return [...this.#open.values()].map(({ info }) => info);
  }

  get(capture_id: string): MergeInfo | undefined {
    return this.#open.get(capture_id)?.info;
  }

  /** What a session keeps of them. */
  kept(): KeptMerge[] {
    return [...this.#open.entries()].map(([capture_id, { info, offsets_us, sensors }]) => ({
      capture_id,
      captures: info.members.map((member) => member.capture_id),
      offsets_us: { ...offsets_us },
      ...(Object.keys(sensors).length > 0 && { sensors: { ...sensors } }),
    }));
  }

  /**
   * Makes one view of several captures; the first is the reference. A view of the same name is replaced once the new
   * one can stand. Rejects with `INVALID_MERGE` on what cannot be merged, with an `AbortError` when cancelled.
   */
  merge(ids: readonly string[], options: MergeOptions = {}): Promise<MergeInfo> {
    const turn = this.#last.then(() => this.#merge(ids, options));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async close(id: string): Promise<void> {
    if (await this.#drop(id)) this.changed();
  }

  /** Before a capture goes: drops the views that need it. */
  async closeOver(captureIdentifier: string): Promise<void> {
    const over = this.list().filter(({ members }) => members.some(({ capture_id }) => capture_id === captureIdentifier));
    for (const { capture } of over) await this.#drop(capture.capture_id);
  }

  /** The engine came back empty and the files have been read again: makes the views anew; returns the ids of those that could not be. */
  async restore(options: WorkOptions): Promise<string[]> {
    const before = this.kept();
    this.#open.clear();
    const lost: string[] = [];
    for (const { capture_id: name, captures, offsets_us, sensors } of before)
      await this.merge(captures, { ...options, name, offsets_us, sensors }).catch(() => lost.push(name));
    this.changed();
    return lost;
  }

  async #merge(ids: readonly string[], options: MergeOptions): Promise<MergeInfo> {
    throwIfAborted(options.signal, 'merging');
    const captures = checkMerge(ids, options, this.files, (id) => this.#open.has(id));
    const id = captureId(options.name ?? 'merged', (taken) => this.files.get(taken) !== undefined);
    // No capture's id has a character like this.
    const marks = `merge$${String(++this.#serial)}`;
    const { buildMerge } = await import('./build-merge.ts');
    const parts = { engine: this.engine, mergeSensors: this.mergeSensors, id, marks };
    const info = await buildMerge(parts, captures, options, async () => void (await this.#drop(id)));
    this.#open.set(id, { info, marks, offsets_us: { ...options.offsets_us }, sensors: { ...options.sensors } });
    this.changed();
    return info;
  }

  async #drop(id: string): Promise<boolean> {
    const open = this.#open.get(id);
    if (!open) return false;
    this.#open.delete(id);
    await this.engine.dropView(id);
    await this.engine.drop(open.marks);
    return true;
  }
}
