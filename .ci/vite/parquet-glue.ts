import type { Plugin } from 'vite';

/**
 * The Parquet reader's glue code refers to its module by URL for an unused default; bundling would include a second copy of it (5 MB). The
 * page supplies the module (src/core/offline/assets.ts).
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
