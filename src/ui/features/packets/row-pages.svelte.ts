import type { Sql } from '../../../selection/types.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { GridRow } from '../../../base/table.ts';
import { isAbort, messageOf } from '../../state/workbench.svelte.ts';
import type { WorkbenchPort } from '../../../workbench/port.ts';
import { inOrder, PAGE, PageCache } from './page-cache.ts';
import { cellsSql, countSql, isNumbered, offsetSql, orderSql, packetSql, type Question } from '../../../selection/page-sql.ts';

/** Number of rows loaded in advance above and below the visible rows. */
const AHEAD = 2 * PAGE;

/** An answered question, which the grid shows. */
interface Shown {
  readonly question: Question;
  /** Number of rows; with `atLeast`, more may follow. */
  readonly count: number;
  readonly atLeast: boolean;
  /** Row numbers in order; null if the order is the file's or rows have no numbers. */
  readonly order: Uint32Array | null;
  readonly pages: PageCache;
}

/**
 * Loads rows of a capture of any length, a few pages at a time. The first page of a new question is loaded before its complete order is
 * known; until then the old rows stay. Late answers are dropped.
 */
export class RowPages {
  #shown = $state.raw<Shown | null>(null);
  /** Number of pages loaded so far; views read it, because the map of pages is not reactive. */
  #came = $state(0);
  /** Number of answered questions about other rows; each resets the scroll position. */
  generation = $state(0);
  /** The latest question, answered or not. */
  asked: Question | null = null;
  busy = $state(false);
  failure = $state('');
  #wanted = { from: 0, to: PAGE };
  #loading = false;
  #controller = new AbortController();

  constructor(private readonly port: Pick<WorkbenchPort, 'rows' | 'numbers'>) {}

  /** The answered question; null before the first. */
  get question(): Question | null {
    return this.#shown?.question ?? null;
  }

  get count(): number {
    return this.#shown?.count ?? 0;
  }

  /** Whether `count` is only a lower bound so far. */
  get counting(): boolean {
    return this.#shown?.atLeast ?? false;
  }

  /** Cells of the row at this position, preceded by its number in the table; undefined until loaded. */
  row(at: number): GridRow | undefined {
    void this.#came;
    return this.#shown?.pages.row(at);
  }

  /** Sets which rows of the table to load; `to` is exclusive. */
  want(from: number, to: number): void {
    this.#wanted = { from, to };
    void this.#load();
  }

  /** Asks a new question. `again`: the same question about more rows, so the scroll position stays. */
  async ask(question: Question, again = false): Promise<void> {
    this.#controller.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.busy = true;
    this.asked = question;
    if (!again) this.#wanted = { from: 0, to: 1 };
    let first = !again;
    try {
      for await (const shown of this.#answers(question, again, controller.signal)) {
        if (controller.signal.aborted) return;
        this.#shown = shown;
        if (first) this.generation += 1;
        first = false;
        this.failure = '';
        void this.#load();
      }
    } catch (error) {
      if (!controller.signal.aborted && !isAbort(error)) this.failure = messageOf(error);
    } finally {
      if (this.#controller === controller) this.busy = false;
    }
  }

  /** All named cells of the row at this position; null until loaded. */
  async whole(at: number, columns: readonly string[]): Promise<GridRow | null> {
    const shown = this.#shown;
    const number = shown?.pages.row(at)?.[0];
    if (!shown || typeof number !== 'number') return null;
    const question = { ...shown.question, columns };
    const sql = isNumbered(question.capture) ? cellsSql(question, [number]) : offsetSql(question, at, 1);
    const { rows } = await this.#rows(sql);
    return rows[0]?.slice(1) ?? null;
  }

  /**
   * Finds a row by its visible number: `packet_no` of a capture, or the position from 1 in a table. Null if it does not exist; `at` is its
   * position among the shown rows, null if it is not one of them.
   */
  async find(capture: CaptureInfo, number: number): Promise<{ readonly at: number | null; readonly cells: GridRow } | null> {
    if (!isNumbered(capture)) return null;
    const row = capture.kind === 'ble' ? (await this.#rows(packetSql(capture, number))).rows[0]?.[0] : number - 1;
    if (typeof row !== 'number') return null;
    const columns = capture.columns.map(({ name }) => name);
    const { rows } = await this.#rows(cellsSql({ capture, columns, condition: null, sort: null }, [row]));
    const cells = rows[0]?.slice(1);
    return cells === undefined ? null : { at: this.#placeOf(row), cells };
  }

  #placeOf(row: number): number | null {
    const { order = null, count = 0 } = this.#shown ?? {};
    const at = order === null ? row : order.indexOf(row);
    return at >= 0 && at < count ? at : null;
  }

  stop(): void {
    this.#controller.abort();
  }

  async *#answers(question: Question, again: boolean, signal: AbortSignal): AsyncGenerator<Shown> {
    const { capture, condition, sort } = question;
    const shown = async (order: Uint32Array | null, count: number, atLeast: boolean, known?: Shown['pages']): Promise<Shown> => {
      const answer: Shown = { question, order, count, atLeast, pages: new PageCache(known) };
      for (const page of this.#missing(answer)) answer.pages.set(page, await this.#page(answer, page, signal));
      return answer;
    };
    if (!isNumbered(capture)) {
      const { rows } = await this.#rows(countSql(question), signal);
      yield shown(null, Number(rows[0]?.[0] ?? 0), false);
    } else if (condition === null && sort === null) {
      yield shown(null, capture.row_count, false);
    } else {
      let first: Shown | null = null;
      if (!again) {
        const head = await this.#numbers(orderSql(question, PAGE), signal);
        const atLeast = condition !== null && head.length === PAGE;
        // Without a condition, the row count is known from the capture; only the first rows are ordered yet.
        first = await shown(head, condition === null ? capture.row_count : head.length, atLeast);
        yield first;
        if (head.length < PAGE) return;
      }
      const order = await this.#numbers(orderSql(question, null), signal);
      yield shown(order, order.length, false, first?.pages);
    }
  }

  /** Loads pages one after another, always the most wanted one next. */
  async #load(): Promise<void> {
    if (this.#loading) return;
    this.#loading = true;
    try {
      for (;;) {
        const shown = this.#shown;
        const [page] = shown ? [...this.#missing(shown), ...this.#missing(shown, AHEAD)] : [];
        if (!shown || page === undefined) return;
        const rows = await this.#page(shown, page);
        if (this.#shown !== shown) continue;
        shown.pages.set(page, rows);
        shown.pages.trim(this.#wanted);
        this.#came += 1;
      }
    } catch (error) {
      this.failure = messageOf(error);
    } finally {
      this.#loading = false;
    }
  }

  /** While only the beginning of the order is known, only those rows can be loaded. */
  #missing({ count, order, pages }: Shown, ahead = 0): number[] {
    const { from, to } = this.#wanted;
    return pages.missing({ from: from - ahead, to: to + ahead }, order === null ? count : order.length);
  }

  async #page({ question, order, count }: Shown, page: number, signal?: AbortSignal): Promise<readonly GridRow[]> {
    const from = page * PAGE;
    if (!isNumbered(question.capture)) return (await this.#rows(offsetSql(question, from, PAGE), signal)).rows;
    const numbers = order?.subarray(from, from + PAGE) ?? Array.from({ length: Math.min(PAGE, count - from) }, (_, at) => from + at);
    if (numbers.length === 0) return [];
    const { rows } = await this.#rows(cellsSql(question, [...numbers]), signal);
    return inOrder(numbers, rows);
  }

  readonly #rows = ({ sql, values }: Sql, signal?: AbortSignal) => this.port.rows(sql, values, signal ? { signal } : {});
  readonly #numbers = ({ sql, values }: Sql, signal: AbortSignal) => this.port.numbers(sql, values, { signal });
}
