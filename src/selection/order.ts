/** The order of rows by one column. Missing values come last, in either direction. */
export interface RowOrder {
  /** Name of the column. */
  readonly column: string;
  readonly descending: boolean;
}
