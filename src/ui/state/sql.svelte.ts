import type { CaptureInfo } from '../../tables/captures.ts';
import type { QueryResult } from '../../tables/result-set.ts';
import type { WorkbenchPort } from '../../workbench/port.ts';
import { SavedQueries, type TextPlace } from './saved-queries.svelte.ts';
import { isAbort, messageOf } from './workbench.svelte.ts';

export interface SqlFailure {
  readonly message: string;
  /** What the engine adds: names that are close, forms that a function takes. */
  readonly hint: string;
  /** 0-based offset in the text, where the engine knows it. */
  readonly position: number | null;
}

/** A statement that was run in this session, or gave way to that of a link before it was. */
export interface PastQuery {
  readonly id: number;
  readonly sql: string;
  /** When it was started, or gave way, ms since 1970-01-01 UTC. */
  readonly started_ms: number;
  readonly outcome: 'rows' | 'failed' | 'cancelled' | 'unrun';
  /** Rows that came, where some did. */
  readonly rows: number | null;
  readonly truncated: boolean;
  readonly elapsed_ms: number;
  /** Of the error; empty without one. */
  readonly message: string;
}

const CANCELLED = 'Cancelled.';
/** Statements that are listed. */
const MOST_PAST = 100;

/** The query editor: its text, what runs, what came back. */
export class SqlState {
  text = $state('');
  limit = $state(1000);
  /** Of the cursor, in UTF-16 units from the start of the text. */
  cursor = $state(0);
  /** What the editor is asked to show; each new object is one request. */
  place = $state.raw<{ readonly from: number; readonly to: number } | null>(null);
  /** Rows that came are drawn, beside their table. */
  drawn = $state(false);
  result = $state.raw<QueryResult | null>(null);
  failure = $state.raw<SqlFailure | null>(null);
  /** Newest first; the same statement run again moves up. */
  past = $state.raw<readonly PastQuery[]>([]);
  readonly saved: SavedQueries;
  #serial = 0;
  #controller = $state.raw<AbortController | null>(null);
  #touched = false;
  /** What a link put into the editor; empty where none did. */
  #brought = $state('');
  /** What a person had written in its place. */
  #mine = $state('');
  /** What the page wrote by itself, or a saved file has. */
  #settled = '';
  /** What the link brought was run, whole or in part. */
  #ran = $state(false);
  /** What a link took the place of is nowhere else. */
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

  /** The last statement was given up by who started it. */
  get cancelled(): boolean {
    return this.failure?.message === CANCELLED;
  }

  /** Something was written that nobody has elsewhere. */
  get changed(): boolean {
    return (this.text !== this.#settled && this.text.trim() !== '') || this.#loose || this.saved.unkept;
  }

  /** All of it is to be had elsewhere; of the editor, this text. */
  settle(text = this.text): void {
    this.#settled = text;
    this.#loose = false;
    this.saved.settle();
  }

  /** Takes a statement that is to be had again by a press. */
  draft(text: string): void {
    this.edit(text);
    this.#settled = text;
  }

  edit(text: string): void {
    this.#touched = true;
    this.text = text;
    this.failure = null;
  }

  /** What somebody wrote or chose; empty while the editor holds what the page put there. */
  get written(): string {
    const text = this.text;
    return this.#touched ? text : '';
  }

  /**
   * Puts the statement of a link into the editor, and does not run it. What stood there is a press away (`swap`) and, where a
   * person wrote it and never ran it, among the queries of the session.
   */
  bring(sql: string): void {
    if (sql === this.text) return;
    const mine = this.written === this.#brought ? '' : this.written;
    if (mine.trim() !== '' && !this.past.some((past) => past.sql === mine)) this.#note(mine, 'unrun');
    if (mine.trim() !== '') this.#mine = mine;
    this.#loose = this.changed;
    this.draft(sql);
    this.#brought = sql;
    this.#ran = false;
  }

  /** The link's statement is in the editor as it came, and nobody has run it. */
  get isBrought(): boolean {
    const brought = this.#brought;
    return brought !== '' && this.text === brought && !this.#ran;
  }

  /** Whether `swap` has something to put back. */
  get hasMine(): boolean {
    return this.#mine !== '';
  }

  /** Puts back what the link's statement took the place of. */
  swap(): void {
    this.edit(this.#mine);
    this.#mine = '';
    this.#loose = false;
  }

  /** Puts a first question into an editor nobody has typed in. */
  prefill(captures: readonly CaptureInfo[]): void {
    if (this.#touched) return;
    const first = captures[0];
    this.text = first ? starter(first) : '';
    this.#settled = this.text;
  }

  /** @param part of the text that is one statement; all of it where it is absent */
  async run(part: { readonly from: number; readonly to: number } = { from: 0, to: this.text.length }): Promise<void> {
    const sql = this.text.slice(part.from, part.to);
    if (this.running || sql.trim() === '') return;
    if (this.text === this.#brought) this.#ran = true;
    const controller = new AbortController();
    this.#controller = controller;
    this.failure = null;
    const started_ms = Date.now();
    try {
      this.result = await this.port.query(sql, { signal: controller.signal, limit: this.limit });
    } catch (error) {
      const position = positionOf(error);
      this.failure = isAbort(error)
        ? { message: CANCELLED, hint: '', position: null }
        : { message: messageOf(error), hint: hintOf(error), position: position === null ? null : part.from + position };
    } finally {
      this.#controller = null;
      this.#remember(sql, started_ms);
    }
  }

  #remember(sql: string, started_ms: number): void {
    const [failure, result] = [this.failure, this.result];
    const rows = failure === null ? result : null;
    const entry: PastQuery = {
      id: ++this.#serial,
      sql,
      started_ms,
      outcome: failure === null ? 'rows' : failure.message === CANCELLED ? 'cancelled' : 'failed',
      rows: rows?.rows.length ?? null,
      truncated: rows?.truncated ?? false,
      elapsed_ms: rows?.elapsed_ms ?? Date.now() - started_ms,
      message: failure?.message ?? '',
    };
    this.#list(entry);
  }

  #note(sql: string, outcome: 'unrun'): void {
    this.#list({
      id: ++this.#serial,
      sql,
      started_ms: Date.now(),
      outcome,
      rows: null,
      truncated: false,
      elapsed_ms: 0,
      message: 'Not run: a link took its place.',
    });
  }

  #list(entry: PastQuery): void {
    this.past = [entry, ...this.past.filter((known) => known.sql !== entry.sql)].slice(0, MOST_PAST);
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

function hintOf(error: unknown): string {
  const hint = member(member(error, 'details'), 'hint');
  return typeof hint === 'string' ? hint : '';
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
