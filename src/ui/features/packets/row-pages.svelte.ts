import type { Sql } from '../../../selection/types.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { GridRow } from '../../../base/table.ts';
import { isAbort, messageOf } from '../../state/workbench.svelte.ts';
import type { WorkbenchPort } from '../../../workbench/port.ts';
import { inOrder, PAGE, PageCache } from './page-cache.ts';
import { cellsSql, countSql, isNumbered, offsetSql, orderSql, packetSql, type Question } from '../../../selection/page-sql.ts';

/** Rows on either side of what is seen that are fetched before anybody scrolls there. */
const AHEAD = 2 * PAGE;

/** An answered question: what the grid shows. */
interface Shown {
  readonly question: Question;
  /** Rows in all; of `atLeast` more may come. */
  readonly count: number;
  readonly atLeast: boolean;
  /** Numbers of the rows in order; null where the order is the file's, or rows have no numbers. */
  readonly order: Uint32Array | null;
  readonly pages: PageCache;
}

/**
 * Rows of a capture of any length, a few pages at a time. The first page of a new question is answered before its order as
 * a whole is known, and until then what was there stays; an answer that comes late is dropped.
 */
export class RowPages {
  #shown = $state.raw<Shown | null>(null);
  /** Counts pages that came: the map itself is no state. */
  #came = $state(0);
  /** Counts questions of other rows that were answered: the list begins at its top. */
  generation = $state(0);
  /** The question that was asked last, answered or not. */
  asked: Question | null = null;
  busy = $state(false);
  failure = $state('');
  #wanted = { from: 0, to: PAGE };
  #loading = false;
  #controller = new AbortController();

  constructor(private readonly port: Pick<WorkbenchPort, 'rows' | 'numbers'>) {}

  /** The question that is answered; null before the first. */
  get question(): Question | null {
    return this.#shown?.question ?? null;
  }

  get count(): number {
    return this.#shown?.count ?? 0;
  }

  /** Whether `count` is only what is known so far. */
  get counting(): boolean {
    return this.#shown?.atLeast ?? false;
  }

  /** Cells of the row at this place, its number in the table in front; undefined while it has not come. */
  row(at: number): GridRow | undefined {
    void this.#came;
    return this.#shown?.pages.row(at);
  }

  /** Says which rows have to be there; end exclusive. */
  want(from: number, to: number): void {
    this.#wanted = { from, to };
    void this.#load();
  }

  /** Asks anew. `again`: the same question of more rows, so the place in the list stays. */
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

  /** Every named cell of the row at this place; null where it has not come. */
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
   * A row by the number that a person knows it by: `packet_no` of a capture, its place from 1 in a table. Null where there is
   * none; `at` is its place among the rows that are shown, null where it is not one of them.
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
        // Sorted rows that all count are as many as the file has; only the first have their place yet.
        first = await shown(head, condition === null ? capture.row_count : head.length, atLeast);
        yield first;
        if (head.length < PAGE) return;
      }
      const order = await this.#numbers(orderSql(question, null), signal);
      yield shown(order, order.length, false, first?.pages);
    }
  }

  /** Loads pages one after the other, each time the one that is wanted most at that moment. */
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

  /** Of an order of which only the first rows are known, only those can be fetched. */
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
