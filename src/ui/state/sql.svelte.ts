import type { CaptureInfo } from '../../tables/captures.ts';
import type { QueryResult } from '../../tables/result-set.ts';
import type { WorkbenchPort } from '../workbench.ts';
import { isAbort, messageOf } from './workbench.svelte.ts';

export interface SqlFailure {
  readonly message: string;
  /** 0-based offset in the text, where the engine knows it. */
  readonly position: number | null;
}

/** The query editor: its text, what runs, what came back. */
export class SqlState {
  text = $state('');
  limit = $state(1000);
  result = $state.raw<QueryResult | null>(null);
  failure = $state.raw<SqlFailure | null>(null);
  #controller = $state.raw<AbortController | null>(null);
  #touched = false;

  constructor(private readonly port: WorkbenchPort) {}

  get running(): boolean {
    return this.#controller !== null;
  }

  edit(text: string): void {
    this.#touched = true;
    this.text = text;
    this.failure = null;
  }

  /** Puts a first question into an editor nobody has typed in. */
  prefill(captures: readonly CaptureInfo[]): void {
    if (this.#touched) return;
    const first = captures[0];
    this.text = first ? starter(first) : '';
  }

  async run(): Promise<void> {
    if (this.running || this.text.trim() === '') return;
    const controller = new AbortController();
    this.#controller = controller;
    this.failure = null;
    try {
      this.result = await this.port.query(this.text, { signal: controller.signal, limit: this.limit });
    } catch (error) {
      this.failure = isAbort(error)
        ? { message: 'Cancelled.', position: null }
        : { message: messageOf(error), position: positionOf(error) };
    } finally {
      this.#controller = null;
    }
  }

  cancel(): void {
    this.#controller?.abort();
  }
}

function starter(capture: CaptureInfo): string {
  const table = `"${capture.capture_id}"`;
  if (capture.kind === 'table') return `SELECT *\nFROM ${table}\nLIMIT 100`;
  return [
    'SELECT advertiser_addr, adv_type, count(*) AS packets, round(avg(rssi), 1) AS mean_rssi_dbm',
    `FROM ${table}`,
    'GROUP BY ALL',
    'ORDER BY packets DESC',
  ].join('\n');
}

/** The engine names the place as `details.position.offset`, in UTF-16 code units from the start of the text. */
function positionOf(error: unknown): number | null {
  const position = member(member(error, 'details'), 'position');
  const offset = member(position, 'offset');
  return typeof offset === 'number' ? offset : null;
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
