/** The answer to a query as the page and scripts see it: JSON-safe cells, row by row. */
export interface QueryResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Numbers a double cannot hold are strings, timestamps RFC 3339 with Z, blobs lower-case hex. */
  readonly rows: readonly (readonly unknown[])[];
  /** Rows in `rows`. */
  readonly row_count: number;
  /** More rows existed than the limit allowed. */
  readonly truncated: boolean;
  readonly elapsed_ms: number;
}
