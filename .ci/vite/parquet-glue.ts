import type { Plugin } from 'vite';

/**
 * The Parquet reader's glue names its module by URL for an unused default; bundled, that would put a
 * second copy of it (5 MB) beside or into the worker. The page hands the module over (src/core/offline/assets.ts).
 */
export const parquetGlue = (): Plugin => ({
  name: 'parquet-glue:no-url',
  enforce: 'pre',
  transform: {
    filter: { id: /parquet-wasm\/esm\/parquet_wasm\.js/ },
    handler(code) {
      const named = "new URL('parquet_wasm_bg.wasm', import.meta.url)";
      if (!code.includes(named)) this.error('the Parquet reader no longer names its module the way it did');
      return { code: code.replace(named, 'undefined'), map: null };
    },
  },
});
