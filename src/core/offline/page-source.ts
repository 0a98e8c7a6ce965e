/**
 * Text of the page's own elements. The one-file page keeps everything it is made of in elements with ids
 * (see `.ci/vite/one-file.ts`); the site has none of them.
 */
export interface PageSource {
  /** Address of the page: a worker from a blob has none that paths could be relative to. */
  readonly base: string;
  /** The text of the element with this id, exactly as it was written; null where there is none. */
  textOf(id: string): Promise<string | null>;
}

/** Where a shared copy carries its blocks; the build writes it once, before any script. */
export const MARKER = '<!--embedded-->';

/** The tags of a block's element, exactly as a shared file has them. */
export const blockTag = (type: string, id: string): { readonly open: string; readonly close: string } => ({
  open: `<script type="${type}" id="${id}">`,
  close: '</script>\n',
});

/** Ids of the one-file page's elements. */
export const ids = {
  shell: 'shell',
  session: 'embedded-session',
  /** A session takes as many elements as it needs; the first one is `session`. */
  sessionPart: (part: number) => `embedded-session${part === 0 ? '' : `:${String(part)}`}`,
  duckDbModule: 'payload:duckdb-wasm',
  duckDbWorker: 'payload:duckdb-worker',
  parquetModule: 'payload:parquet-wasm',
  file: (path: string) => `payload:file:${path}`,
  /** A capture takes as many elements as it needs, from 0 on. */
  capture: (captureId: string, part: number) => `payload:capture:${captureId}${part === 0 ? '' : `:${String(part)}`}`,
} as const;
