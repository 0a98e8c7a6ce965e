/** An order of rows by the values of one column. Rows without a value come last in either direction. */
export interface RowOrder {
  /** Name of the column. */
  readonly column: string;
  readonly descending: boolean;
}
