/** The rows of a query, with cells that JSON can represent. */
export interface QueryResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The rows. Numbers that a double cannot represent are strings, timestamps are RFC 3339 with `Z`, and blobs lower-case hexadecimal. */
  readonly rows: readonly (readonly unknown[])[];
  /** Number of `rows`. */
  readonly row_count: number;
  /** Whether the query had more rows than `limit`. */
  readonly truncated: boolean;
  readonly elapsed_ms: number;
}
