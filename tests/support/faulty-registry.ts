import { readCapture } from '../../src/capture/read-capture.ts';
import { CaptureRegistry } from '../../src/core/captures/registry.ts';
import { SqlEngine } from '../../src/engine/sql-engine.ts';
import { combine } from '../../src/merge/combine.ts';
import { nodeAssets } from './decode-table.ts';
import { FaultyEngine } from './faulty-engine.ts';
import { settle, TestClock } from './test-clock.ts';

/** The capture registry over an engine that a test can break, on a clock that the test moves. */
export class FaultyRegistry {
  readonly clock = new TestClock();
  readonly faults = new FaultyEngine(this.clock);
  readonly engine = new SqlEngine(this.faults.start, {}, this.clock);
  readonly activities: string[] = [];
  /** Called with the name of a file before each of its blocks of rows is stored. */
  onRows: (name: string) => void = () => undefined;
  /** Called with the name of a file before it is read. */
  onRead: (name: string) => void = () => undefined;
  readonly registry = new CaptureRegistry({
    engine: this.engine,
    importCapture: (file, sink, options) => {
      this.onRead(file.name);
      const watched = {
        ...sink,
        rows: (ipc: Uint8Array, rows: number): Promise<void> => {
          this.onRows(file.name);
          return sink.rows(ipc, rows);
        },
      };
      return readCapture(file, file.name, watched, { ...options, assets: nodeAssets });
    },
    changed: () => undefined,
    activity: (title, options, work) => {
      this.activities.push(title);
      return work(options);
    },
    mergeSensors: async (sensors) => combine(sensors),
  });

  /** State of each listed capture and view, `ready` where its rows can be queried. */
  states(): Record<string, string> {
    return Object.fromEntries(this.registry.list().map(({ capture_id, unavailable }) => [capture_id, unavailable?.state ?? 'ready']));
  }

  /** Moves the clock until the engine runs ordinary statements. */
  async untilRestored(): Promise<void> {
    let restored = false;
    void this.engine.restored().then(() => (restored = true));
    while (!restored) {
      await this.clock.advance(1_000);
      await settle();
    }
  }

  /** The numbers in column `n` of a capture. */
  async numbers(id: string): Promise<unknown[]> {
    return (await this.engine.query(`SELECT DISTINCT n FROM ${id} ORDER BY n`)).rows.map(([n]) => n);
  }
}
