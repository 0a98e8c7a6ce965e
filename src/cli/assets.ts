import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from '../base/once.ts';
import type { DrawingAssets } from './output/draw-plot.ts';

/** Paths of files that are installed beside the command and that it reads at run time. */
export interface Assets {
  readonly engine: string;
  readonly parquet: string;
  readonly drawing: DrawingAssets;
  /** Path of the one-file page, of which `share` writes a copy with captures in it. */
  readonly page: string;
  /** Folder of the site that the command `serve` serves. */
  readonly site: string;
}

/** @param here the folder of the command, `dist/cli` */
export const assetsOf = (here: string): Assets => ({
  engine: join(here, 'duckdb-eh.wasm'),
  parquet: join(here, 'parquet_wasm_bg.wasm'),
  drawing: { renderer: join(here, 'resvg.wasm'), font: join(here, 'inter-latin.woff2') },
  page: join(here, '../offline/capture-workbench.html'),
  site: join(here, '..'),
});

/** The Parquet module, compiled once and then used by all threads. */
export const decodeAssets = ({ parquet }: Assets) => ({
  parquetModule: once(async () => WebAssembly.compile(await readFile(parquet))),
});
