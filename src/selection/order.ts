/** The order of rows by one column; missing values come last in both directions. */
export interface RowOrder {
  /** Name of the column. */
  readonly column: string;
  readonly descending: boolean;
}
