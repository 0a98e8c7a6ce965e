/**
 * Reads text of the page's own elements. The one-file page stores all its parts in elements with ids (see `.ci/vite/one-file.ts`); the
 * hosted site has none of them.
 */
export interface PageSource {
  /** URL of the page, needed because paths cannot be relative to a blob worker's own URL. */
  readonly base: string;
  /** The exact text of the element with this id; null if there is none. */
  textOf(id: string): Promise<string | null>;
}

/** Where a shared copy contains its blocks; the build writes this marker once, before any script. */
export const MARKER = '<!--embedded-->';

/** The start and end tags of a block's element, exactly as in a shared file. */
export const blockTag = (type: string, id: string): { readonly open: string; readonly close: string } => ({
  open: `<script type="${type}" id="${id}">`,
  close: '</script>\n',
});

/** Ids of the one-file page's elements. */
export const ids = {
  shell: 'shell',
  session: 'embedded-session',
  /** A session is split into as many elements as it needs; the first one is `session`. */
  sessionPart: (part: number) => `embedded-session${part === 0 ? '' : `:${String(part)}`}`,
  duckDbModule: 'payload:duckdb-wasm',
  duckDbWorker: 'payload:duckdb-worker',
  parquetModule: 'payload:parquet-wasm',
  file: (path: string) => `payload:file:${path}`,
  /** A capture is split into as many elements as it needs, numbered from 0. */
  capture: (captureId: string, part: number) => `payload:capture:${captureId}${part === 0 ? '' : `:${String(part)}`}`,
} as const;
