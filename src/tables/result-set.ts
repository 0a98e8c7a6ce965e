/** The rows of a query, with JSON-safe cells. */
export interface QueryResult {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Numbers that a double cannot represent are strings, timestamps RFC 3339 with `Z`, blobs lower-case hexadecimal. */
  readonly rows: readonly (readonly unknown[])[];
  /** Number of `rows`. */
  readonly row_count: number;
  /** Whether there were more rows than `limit`. */
  readonly truncated: boolean;
  readonly elapsed_ms: number;
}
