/**
 * Where the text of the page's own elements comes from: the document, or a map in tests. The one-file page
 * keeps everything it is made of in elements with ids (see `.ci/vite/one-file.ts`).
 */
export interface PageSource {
  /** The text of the element with this id, exactly as it was written; null where there is none. */
  textOf(id: string): string | null;
}

export const documentSource: PageSource = {
  textOf: (id) => document.getElementById(id)?.textContent ?? null,
};

/** Ids of the one-file page's elements. */
export const ids = {
  shell: 'shell',
  session: 'embedded-session',
  /** A session stands in as many elements as it takes; the first one is `session`. */
  sessionPart: (part: number) => `embedded-session${part === 0 ? '' : `:${String(part)}`}`,
  duckDbModule: 'payload:duckdb-wasm',
  duckDbWorker: 'payload:duckdb-worker',
  parquetModule: 'payload:parquet-wasm',
  file: (path: string) => `payload:file:${path}`,
  /** A capture stands in as many elements as it takes, from 0 on. */
  capture: (captureId: string, part: number) => `payload:capture:${captureId}${part === 0 ? '' : `:${String(part)}`}`,
} as const;
