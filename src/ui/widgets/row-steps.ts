/**
 * Which rows of a long table are drawn for the next picture. A table that fills a high window has a thousand cells and more, and to make
 * them all within one task holds the page's thread; so at most so many rows are new in a picture, those in sight before the others.
 */
export class RowSteps {
  #drawn: ReadonlySet<number> = new Set();

  /**
   * @param wanted rows that should stand in the table, ascending
   * @param first the uppermost row in sight
   * @param most new rows, at least 1
   * @param keyed the row that the keyboard is on, which comes first
   * @returns what is drawn of them, ascending: every row that was drawn before and is still wanted, and new ones
   */
  next(wanted: readonly number[], first: number, most: number, keyed = -1): readonly number[] {
    const fresh = wanted.filter((row) => !this.#drawn.has(row));
    const seen = fresh.filter((row) => row >= first);
    const unseen = fresh.filter((row) => row < first).reverse();
    const inOrder = [...fresh.filter((row) => row === keyed), ...[...seen, ...unseen].filter((row) => row !== keyed)];
    const taken = new Set(inOrder.slice(0, most));
    const drawn = wanted.filter((row) => this.#drawn.has(row) || taken.has(row));
    this.#drawn = new Set(drawn);
    return drawn;
  }
}

/** Cells that are made for one picture. */
const CELLS = 140;

/** Rows of so many columns that are new in one picture. */
export const rowsOfStep = (columns: number): number => Math.max(8, Math.floor(CELLS / Math.max(1, columns)));
