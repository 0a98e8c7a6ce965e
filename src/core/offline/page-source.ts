/**
 * Reads texts of the page's elements. The one-file page stores all its files in elements with ids (see `.ci/vite/one-file.ts`); the hosted
 * site has no such elements.
 */
export interface PageSource {
  /** URL of the page, to resolve relative paths: in a worker started from a blob they cannot be relative to its own URL. */
  readonly base: string;
  /** Returns the exact text of the element with this id; null if there is none. */
  textOf(id: string): Promise<string | null>;
}

/** Marks the place in the page where a shared copy inserts its blocks. The build writes it once, before any script. */
export const MARKER = '<!--embedded-->';

/** The start and end tags of the element that contains a block, exactly as shared files have them. */
export const blockTag = (type: string, id: string): { readonly open: string; readonly close: string } => ({
  open: `<script type="${type}" id="${id}">`,
  close: '</script>\n',
});

/** Ids of the elements of the one-file page. */
export const ids = {
  shell: 'shell',
  session: 'embedded-session',
  /** Id of one part of a session, which is split over as many elements as it needs; part 0 has the id `session`. */
  sessionPart: (part: number) => `embedded-session${part === 0 ? '' : `:${String(part)}`}`,
  duckDbModule: 'payload:duckdb-wasm',
  duckDbWorker: 'payload:duckdb-worker',
  parquetModule: 'payload:parquet-wasm',
  file: (path: string) => `payload:file:${path}`,
  /** Id of one part of a capture, which is split over as many elements as it needs; parts are numbered from 0. */
  capture: (captureId: string, part: number) => `payload:capture:${captureId}${part === 0 ? '' : `:${String(part)}`}`,
} as const;
