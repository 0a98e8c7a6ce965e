import type { WorkOptions } from '../../base/progress.ts';
import type { ImportCapture } from '../../capture/import.ts';
import type { Engine } from '../../engine/engine.ts';
import type { MergeSensors } from '../../merge/merge-sensors.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import { notReady } from './availability.ts';
import { Captures, type ReadOtherOptions } from './captures.ts';
import { Merges, type CaptureList } from './merges.ts';
import type { PartOf } from './part-of.ts';

export interface RegistryParts {
  readonly engine: Engine;
  readonly importCapture: ImportCapture;
  /** Called when a capture or merged view is added, is closed, or becomes available or unavailable. */
  readonly changed: () => void;
  /** Runs a restore as an entry of the activity list, where a person can cancel it. */
  readonly activity: (title: string, options: WorkOptions, work: (inner: WorkOptions) => Promise<void>) => Promise<void>;
  readonly mergeSensors?: MergeSensors;
  readonly partOf?: PartOf;
}

/** All captures and merged views. After an engine restart, this reads the captures again first and then builds the views again. */
export class CaptureRegistry implements CaptureList {
  readonly captures: Captures;
  readonly merges: Merges;
  #listed: readonly CaptureInfo[] | null = null;

  constructor(parts: RegistryParts) {
    const { engine, importCapture, activity, mergeSensors, partOf } = parts;
    const changed = (): void => {
      this.#listed = null;
      parts.changed();
    };
    this.captures = new Captures(engine, importCapture, changed, (id) => this.merges.get(id) !== undefined, partOf);
    this.merges = new Merges(engine, this.captures, changed, mergeSensors);
    engine.onState(() => {
      this.captures.markLost();
      this.merges.markLost();
    });
    engine.onMissingTable((table) => {
      const capture = this.get(table) ?? this.list().find(({ tables }) => tables?.some(({ name }) => name === table));
      return capture && notReady(capture);
    });
    engine.onRestart(async (database, { signal, onProgress }) => {
      if (this.list().length === 0) return;
      const options = { signal, onProgress };
      await activity('Reading the captures again after a restart of the query engine', options, async (inner) => {
        await this.captures.restore(database, inner);
        await this.merges.restore(database, inner);
      });
    });
  }

  list(): readonly CaptureInfo[] {
    return (this.#listed ??= [...this.captures.list(), ...this.merges.list().map(({ capture }) => capture)]);
  }

  get(capture_id: string): CaptureInfo | undefined {
    return this.captures.get(capture_id) ?? this.merges.get(capture_id)?.capture;
  }

  /** Closes a merged view, or a capture together with the views over it. */
  async close(capture_id: string): Promise<void> {
    if (this.merges.get(capture_id)) return this.merges.close(capture_id);
    await this.merges.closeOver(capture_id);
    await this.captures.close(capture_id);
  }

  /** Reads a capture again with another choice; the merged views over it are closed. */
  async reopen(capture_id: string, choice: OpenChoice, options: ReadOtherOptions): Promise<CaptureInfo> {
    await this.merges.closeOver(capture_id);
    return this.captures.reopen(capture_id, choice, options);
  }

  /** Reads another file under a capture's id; the merged views over it are closed. */
  async replace(capture_id: string, file: File, options: ReadOtherOptions = {}): Promise<CaptureInfo> {
    await this.merges.closeOver(capture_id);
    return this.captures.replace(capture_id, file, options);
  }

  /** Reads an unavailable capture again, or builds an unavailable view again, if that is possible. */
  async retry(capture_id: string, options: WorkOptions = {}): Promise<CaptureInfo | undefined> {
    if (!this.merges.get(capture_id)) await this.captures.retry(capture_id, options);
    await this.merges.restoreWaiting(options);
    return this.get(capture_id);
  }

  /** Supplies the missing file of a capture; rejects with `OTHER_FILE` unless its bytes are the same. */
  async provide(capture_id: string, file: File, options: WorkOptions = {}): Promise<CaptureInfo | undefined> {
    await this.captures.provide(capture_id, file, options);
    await this.merges.restoreWaiting(options);
    return this.get(capture_id);
  }
}
