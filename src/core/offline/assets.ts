import moduleUrl from '@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url';
import workerUrl from '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url';
import parquetUrl from 'parquet-wasm/esm/parquet_wasm_bg.wasm?url';
import { WorkbenchError } from '../../base/failure.ts';
import { once } from '../../base/once.ts';
import { ids, type PageSource } from './page-source.ts';
import { unpack } from './payload.ts';

/** DuckDB's two files; both are loaded after the page is first drawn. */
export interface DuckDbAssets {
  /** Returns the source code of DuckDB's worker, a classic script. */
  workerSource(): Promise<string>;
  /** The compiled module, type `application/wasm`. */
  wasm(): Promise<Blob>;
}

async function fetchFile(path: string, { base }: PageSource): Promise<Blob> {
  const url = new URL(path, base);
  const response = await fetch(url);
  if (response.ok) return response.blob();
  throw new WorkbenchError('MISSING_FILE', `expected the workbench's own file ${url.pathname}, got HTTP status ${String(response.status)}`);
}

/** Returns a file that the build needs: from the element with this id in the one-file page, otherwise from the site. */
async function embeddedOr(id: string, url: string, type: string, page: PageSource): Promise<Blob> {
  const text = await page.textOf(id);
  return text === null ? fetchFile(url, page) : unpack([text], type);
}

/** Returns DuckDB's files, from the one-file page or from the site, read on demand. */
export function duckDbAssets(page: PageSource): DuckDbAssets {
  return {
    workerSource: async () => (await embeddedOr(ids.duckDbWorker, workerUrl, 'text/javascript', page)).text(),
    wasm: () => embeddedOr(ids.duckDbModule, moduleUrl, 'application/wasm', page),
  };
}

/** Returns the files that decoders need in addition to their code. */
export function decodeAssets(page: PageSource): { parquetModule(): Promise<WebAssembly.Module | Blob> } {
  const load = (): Promise<Blob> => embeddedOr(ids.parquetModule, parquetUrl, 'application/wasm', page);
  // On a page from disk (opaque origin), pass the bytes instead of a compiled module: Chromium kills such a page if it posts a module.
  if (globalThis.origin === 'null') return { parquetModule: load };
  return { parquetModule: once(async () => WebAssembly.compile(await (await load()).arrayBuffer())) };
}

/** Returns a file of `public/` by its path there, for instance a sample capture. Rejects with `MISSING_FILE` if the build has none. */
export function publicFile(path: string, page: PageSource): Promise<Blob> {
  return embeddedOr(ids.file(path), `./${path}`, 'application/octet-stream', page);
}
