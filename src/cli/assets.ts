import { existsSync } from 'node:fs';
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
  /** Folder that the command `serve` serves: the site, or only the one-file page. */
  readonly site: string;
}

/** @param here the folder of the command: `dist/cli`, or where its package is installed, without the site around it */
export function assetsOf(here: string): Assets {
  const built = join(here, '../offline/capture-workbench.html');
  const own = join(here, 'page');
  const isInBuild = existsSync(built);
  return {
    engine: join(here, 'duckdb-eh.wasm'),
    parquet: join(here, 'parquet_wasm_bg.wasm'),
    drawing: { renderer: join(here, 'resvg.wasm'), font: join(here, 'inter-latin.woff2') },
    page: isInBuild ? built : join(own, 'index.html'),
    site: isInBuild ? join(here, '..') : own,
  };
}

/** The Parquet module, compiled once and then used by all threads. */
export const decodeAssets = ({ parquet }: Assets) => ({
  parquetModule: once(async () => WebAssembly.compile(await readFile(parquet))),
});
