import { createDuckDb } from '../../src/engine/duckdb.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { Batch } from '../../src/tables/batch.ts';
import { encodeIpc } from '../../src/tables/arrow.ts';

/**
 * The engine alone on a page, for tests in a real browser: what a spec reaches through `page.evaluate`.
 * `workers` are the workers the engine has made so far, so that a test can break one; `asked` is what the
 * engine has asked them, by the name of the request.
 */
declare global {
  interface Window {
    harness: {
      readonly workers: Worker[];
      readonly asked: string[];
      start(graceMs?: number): Engine;
      /** One stream of `rows` rows of a table like a capture's: time, channel, strength, address. */
      stream(rows: number): { readonly columns: { readonly name: string; readonly type: string }[]; readonly ipc: Uint8Array };
    };
  }
}

const workers: Worker[] = [];
const asked: string[] = [];
const Original = window.Worker;
window.Worker = class extends Original {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    workers.push(this);
  }

  override postMessage(message: unknown, options?: StructuredSerializeOptions | Transferable[]): void {
    super.postMessage(message, options as Transferable[]);
    asked.push(String((message as { type?: string }).type));
  }
};

const file = async (name: string): Promise<Blob> => (await fetch(name)).blob();

const COLUMNS = [
  { name: 'ts_us', type: 'BIGINT' },
  { name: 'channel', type: 'UTINYINT' },
  { name: 'rssi', type: 'SMALLINT' },
  { name: 'advertiser_addr', type: 'VARCHAR' },
] as const;

window.harness = {
  workers,
  asked,
  start: (graceMs = 60_000) =>
    createDuckDb({ workerSource: async () => (await file('worker.js')).text(), wasm: () => file('duckdb.wasm') }, { graceMs }),
  stream(rows) {
    const batch = new Batch(COLUMNS, rows);
    const times = batch.fixed('ts_us', 'BIGINT');
    const channels = batch.fixed('channel', 'UTINYINT');
    const strengths = batch.fixed('rssi', 'SMALLINT');
    const addresses = batch.dictionary('advertiser_addr');
    for (let row = 0; row < rows; row++) {
      times.set(row, 1_700_000_000_000_000n + BigInt(row));
      channels.set(row, 37 + (row % 3));
      strengths.set(row, -40 - (row % 50));
      addresses.setText(
        row,
        `AA:BB:CC:DD:${((row >> 8) & 3).toString(16).padStart(2, '0')}:${(row & 255).toString(16).padStart(2, '0')}`.toUpperCase(),
      );
    }
    batch.rows = rows;
    return { columns: [...COLUMNS], ipc: encodeIpc(batch) };
  },
};
