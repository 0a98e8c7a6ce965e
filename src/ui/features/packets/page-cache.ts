import type { GridRow } from '../../../base/table.ts';

export const PAGE = 200;
const MOST_PAGES = 24;

export interface RowSpan {
  readonly from: number;
  /** Number of the row after the last row of the span. */
  readonly to: number;
}

/** The pages of a long list that are in memory. */
export class PageCache {
  readonly #pages: Map<number, readonly GridRow[]>;

  constructor(known?: PageCache) {
    this.#pages = new Map(known ? known.#pages : []);
  }

  row(at: number): GridRow | undefined {
    return this.#pages.get(Math.floor(at / PAGE))?.[at % PAGE];
  }

  set(page: number, rows: readonly GridRow[]): void {
    this.#pages.set(page, rows);
  }

  /** Missing pages of a span, for a list of `count` available rows. Always requests at least one page. */
  missing({ from, to }: RowSpan, count: number): number[] {
    if (count === 0) return [];
    const first = Math.floor(Math.max(0, Math.min(from, count - 1)) / PAGE);
    const end = Math.max(first + 1, Math.ceil(Math.min(to, count) / PAGE));
    const list = Array.from({ length: end - first }, (_, index) => first + index);
    return list.filter((page) => (this.#pages.get(page)?.length ?? 0) < Math.min(PAGE, count - page * PAGE));
  }

  /** Drops the pages farthest from the visible rows. */
  trim({ from, to }: RowSpan): void {
    const middle = (from + to) / 2 / PAGE;
    const far = [...this.#pages.keys()].sort((left, right) => Math.abs(right - middle) - Math.abs(left - middle));
    for (const page of far.slice(0, Math.max(0, far.length - MOST_PAGES))) this.#pages.delete(page);
  }

  get size(): number {
    return this.#pages.size;
  }
}

/** Rows in the order of their numbers, each preceded by its number; only the number if the row no longer exists. */
export function inOrder(numbers: Iterable<number>, rows: readonly GridRow[]): readonly GridRow[] {
  const found = new Map(rows.map((row) => [row[0], row]));
  return Array.from(numbers, (number) => found.get(number) ?? [number]);
}
