import type { CaptureInfo } from '../../tables/captures.ts';
import type { QueryResult } from '../../tables/result-set.ts';
import type { WorkbenchPort } from '../../workbench/port.ts';
import { member } from './pickers.ts';
import { SavedQueries, type TextPlace } from './saved-queries.svelte.ts';
import { isAbort, messageOf } from './workbench.svelte.ts';

export interface SqlFailure {
  readonly message: string;
  /** The engine's hints: similar names, signatures of a function. */
  readonly hint: string;
  /** 0-based offset in the text, if the engine reports one. */
  readonly position: number | null;
}

/** A statement that was run in this session, or that a link replaced before it was run. */
export interface PastQuery {
  readonly id: number;
  readonly sql: string;
  /** When it was started or replaced, ms since 1970-01-01 UTC. */
  readonly started_ms: number;
  readonly outcome: 'rows' | 'failed' | 'cancelled' | 'unrun';
  readonly rows: number | null;
  readonly truncated: boolean;
  readonly elapsed_ms: number;
  readonly message: string;
}

const CANCELLED = 'Cancelled.';
/** Most statements listed. */
const MOST_PAST = 100;

/** State of the query editor: text, running statement, answer. */
export class SqlState {
  text = $state('');
  limit = $state(1000);
  /** Cursor in UTF-16 units from the start of the text. */
  cursor = $state(0);
  /** A range for the editor to show; a new object for each request. */
  place = $state.raw<{ readonly from: number; readonly to: number } | null>(null);
  /** Whether the rows are plotted beside their table. */
  drawn = $state(false);
  result = $state.raw<QueryResult | null>(null);
  failure = $state.raw<SqlFailure | null>(null);
  /** Statements run in this session, newest first; running one again moves it to the front. */
  past = $state.raw<readonly PastQuery[]>([]);
  readonly saved: SavedQueries;
  #serial = 0;
  #controller = $state.raw<AbortController | null>(null);
  #touched = false;
  /** The statement from a link; empty if there is none. */
  #brought = $state('');
  /** The text that it replaced. */
  #mine = $state('');
  /** Text that the page wrote or that is saved in a file. */
  #settled = '';
  /** Whether the link's statement was run, in whole or in part. */
  #ran = $state(false);
  /** Whether the text that a link replaced is stored nowhere else. */
  #loose = false;

  constructor(
    private readonly port: WorkbenchPort,
    place?: TextPlace,
  ) {
    this.saved = new SavedQueries(place);
  }

  get running(): boolean {
    return this.#controller !== null;
  }

  get cancelled(): boolean {
    return this.failure?.message === CANCELLED;
  }

  /** Whether typed text would be lost with the page. */
  get changed(): boolean {
    return (this.text !== this.#settled && this.text.trim() !== '') || this.#loose || this.saved.unkept;
  }

  /** Marks everything as saved elsewhere, including this text of the editor. */
  settle(text = this.text): void {
    this.#settled = text;
    this.#loose = false;
    this.saved.settle();
  }

  /** Sets a statement that the person can obtain again. */
  draft(text: string): void {
    this.edit(text);
    this.#settled = text;
  }

  edit(text: string): void {
    this.#touched = true;
    this.text = text;
    this.failure = null;
  }

  /** Text that the person wrote or chose; empty if the page supplied it. */
  get written(): string {
    const text = this.text;
    return this.#touched ? text : '';
  }

  /**
   * Puts the statement of a link into the editor without running it. `swap` restores the previous text; text that the person wrote and
   * never ran is also kept among the session's queries.
   */
  bring(sql: string): void {
    if (sql === this.text) return;
    const mine = this.written === this.#brought ? '' : this.written;
    if (mine.trim() !== '') {
      const message = 'Not run: a link replaced it.';
      if (!this.past.some((past) => past.sql === mine)) this.#list(mine, Date.now(), { outcome: 'unrun', message });
      this.#mine = mine;
    }
    this.#loose = this.changed;
    this.draft(sql);
    this.#brought = sql;
    this.#ran = false;
  }

  /** Whether the editor contains a link's statement, unchanged and not run. */
  get isBrought(): boolean {
    const brought = this.#brought;
    return brought !== '' && this.text === brought && !this.#ran;
  }

  /** Whether `swap` has something to put back. */
  get hasMine(): boolean {
    return this.#mine !== '';
  }

  /** Puts back the text that a link's statement replaced. */
  swap(): void {
    this.edit(this.#mine);
    this.#mine = '';
    this.#loose = false;
  }

  /** Puts an example query into an editor without typed text. */
  prefill([first]: readonly CaptureInfo[]): void {
    if (this.#touched) return;
    this.text = first ? starter(first) : '';
    this.#settled = this.text;
  }

  /** @param part range of one statement; the whole text by default */
  async run(part: { readonly from: number; readonly to: number } = { from: 0, to: this.text.length }): Promise<void> {
    const sql = this.text.slice(part.from, part.to);
    if (this.running || sql.trim() === '') return;
    if (this.text === this.#brought) this.#ran = true;
    const controller = new AbortController();
    this.#controller = controller;
    this.failure = null;
    const started_ms = Date.now();
    try {
      const result = await this.port.query(sql, { signal: controller.signal, limit: this.limit });
      this.result = result;
      const { rows, truncated, elapsed_ms } = result;
      this.#list(sql, started_ms, { outcome: 'rows', rows: rows.length, truncated, elapsed_ms });
    } catch (error) {
      this.failure = isAbort(error) ? { message: CANCELLED, hint: '', position: null } : failureOf(error, part.from);
      const outcome = this.cancelled ? 'cancelled' : 'failed';
      this.#list(sql, started_ms, { outcome, elapsed_ms: Date.now() - started_ms, message: this.failure.message });
    } finally {
      this.#controller = null;
    }
  }

  #list(sql: string, started_ms: number, more: Pick<PastQuery, 'outcome'> & Partial<PastQuery>): void {
    const entry = { id: ++this.#serial, sql, started_ms, rows: null, truncated: false, elapsed_ms: 0, message: '', ...more };
    this.past = [entry, ...this.past.filter((known) => known.sql !== sql)].slice(0, MOST_PAST);
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

/** The engine reports `details.position.offset` in UTF-16 code units from the start of the statement. */
function failureOf(error: unknown, from: number): SqlFailure {
  const details = member(error, 'details');
  const [hint, offset] = [member(details, 'hint'), member(member(details, 'position'), 'offset')];
  return {
    message: messageOf(error),
    hint: typeof hint === 'string' ? hint : '',
    position: typeof offset === 'number' ? from + offset : null,
  };
}
