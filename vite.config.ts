import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { buildInfo } from './.ci/vite/build-info.ts';
import { contentSecurity } from './.ci/vite/content-security.ts';
import { attachOneFile, oneFile } from './.ci/vite/one-file.ts';
import { thirdPartyNotices } from './.ci/vite/notices.ts';
import { ownTasks } from './.ci/vite/own-tasks.ts';
import { parquetGlue } from './.ci/vite/parquet-glue.ts';
import { pwaOptions } from './.ci/vite/pwa.ts';
import { zstdBound } from './.ci/lib/zstd-bound.mjs';

const setupFiles = ['tests/support/every-file.ts'];

/**
 * Two builds of one source: the site, and (`--mode one-file`) everything in one HTML file. Workers are classic
 * scripts, because a module worker started from a blob never starts on file://.
 */
export default defineConfig(({ mode }) => {
  const single = mode === 'one-file';
  const localModel = mode === 'local-model';
  const notices = thirdPartyNotices();
  return {
    base: './',
    define: buildInfo(localModel),
    plugins: [
      svelte({ configFile: false }),
      notices.page,
      parquetGlue(),
      zstdBound(),
      ...(single ? oneFile() : [contentSecurity(localModel), attachOneFile(), ownTasks(), VitePWA(pwaOptions)]),
    ],
    worker: { format: 'iife', plugins: () => [parquetGlue(), zstdBound(), notices.worker()] },
    server: { host: '127.0.0.1' },
    // Bundled ahead of time it would pass by the plugin above.
    optimizeDeps: { exclude: ['fzstd'] },
    // Without this, tests would get Svelte's server build, where runes do nothing.
    ...(process.env['VITEST'] === undefined ? {} : { resolve: { conditions: ['browser'] } }),
    build: {
      target: 'es2023',
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        // The tools are evaluated in a task of their own (docs/decisions/0017-tasks-of-the-start.md).
        ...(!single && { input: { index: 'index.html', tools: 'src/tools/catalog/index.ts' } }),
      },
      ...(single ? { outDir: '.cache/one-file', copyPublicDir: false, cssCodeSplit: false, assetsInlineLimit: 1 << 20 } : {}),
      ...(localModel ? { outDir: 'dist-local-model' } : {}),
      emptyOutDir: true,
    },
    test: {
      // Vitest would leave one of two cores idle.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // `build` tests what `npm run build` wrote, so it runs after it and not with the others.
      projects: ['unit', 'arch', 'contract', 'differential', 'build'].map((name) => ({
        extends: true,
        test: {
          name,
          include: [`tests/${name}/**/*.test.ts`],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          setupFiles,
          isolate: false,
          server: { deps: { inline: ['fzstd'] } },
        },
      })),
    },
  };
});
