import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import tailwind from '@tailwindcss/vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import type { UserConfig } from 'vite';
import { assistants } from './.ci/vite/assistants.ts';
import { buildInfo } from './.ci/vite/build-info.ts';
import { contentSecurity } from './.ci/vite/content-security.ts';
import { attachOneFile, oneFile, payloadUrls } from './.ci/vite/one-file.ts';
import { thirdPartyNotices } from './.ci/vite/notices.ts';
import { coreBlock, coreThread } from './.ci/vite/core-thread.ts';
import { hostHeaders } from './.ci/vite/host-headers.ts';
import { missingParts } from './.ci/vite/missing-parts.ts';
import { nodeThreads } from './.ci/vite/node-threads.ts';
import { parquetGlue } from './.ci/vite/parquet-glue.ts';
import { pwaOptions } from './.ci/vite/pwa.ts';
import { zstdBound } from './.ci/lib/zstd-bound.mjs';

const inTest = process.env['VITEST'] !== undefined;
/** Projects of the quick tests, one folder each. */
const QUICK = ['unit', 'arch', 'contract', 'differential', 'chaos', 'build'];
const LONG = '**/*.long.test.ts';
/** Names packages in source maps alike wherever `node_modules` lies, so that two builds of one commit are equal. */
const MAPS = { sourcemapPathTransform: (path: string) => path.replace(/^(?:\.\.\/)+(?=node_modules\/)/, '../../') };
const setupFiles = ['tests/support/every-file.ts'];

/**
 * Builds of one source: the site, `--mode one-file` with everything in one HTML file, and `--mode cli` with the command for Node.
 * Workers of a page are classic scripts, because a module worker started from a blob never starts on file://.
 */
export default defineConfig(({ mode }) => {
  if (mode === 'cli') return commandLine();
  const single = mode === 'one-file';
  const localModel = mode === 'local-model';
  const notices = thirdPartyNotices();
  return {
    base: './',
    define: buildInfo(localModel),
    plugins: [
      svelte({ configFile: false, ...(inTest && { dynamicCompileOptions: () => ({ generate: 'client' }) }) }),
      tailwind(),
      notices.page,
      parquetGlue(),
      zstdBound(),
      ...(single
        ? [coreBlock(), ...oneFile()]
        : [contentSecurity(localModel), attachOneFile(), coreThread(), missingParts(), assistants(), hostHeaders(), VitePWA(pwaOptions)]),
    ],
    worker: {
      format: 'iife',
      rolldownOptions: { output: MAPS },
      plugins: () => [parquetGlue(), zstdBound(), notices.worker(), ...(single ? [payloadUrls()] : [])],
    },
    server: { host: '127.0.0.1' },
    // Bundled ahead of time it would pass by the plugin above.
    optimizeDeps: { exclude: ['fzstd'] },
    // Without this and the options of the plugin, tests would get Svelte's server build, where effects do nothing.
    ...(inTest && { ssr: { resolve: { conditions: ['browser', 'import', 'module', 'default'] } } }),
    build: {
      target: 'es2023',
      // Preloading from scripts needs a document, which the core's worker has not; styles of lazy views keep theirs.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, dependencies, { hostType }) =>
          hostType === 'html' ? dependencies : dependencies.filter((path) => path.endsWith('.css')),
      },
      chunkSizeWarningLimit: 1500,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        output: MAPS,
      },
      ...(single ? { outDir: '.cache/one-file', copyPublicDir: false, cssCodeSplit: false, assetsInlineLimit: 1 << 20 } : {}),
      ...(localModel ? { outDir: 'dist-local-model' } : {}),
      // Maps are for those who read the site; inside the one file they would only add to its size.
      sourcemap: !single && !localModel,
      emptyOutDir: true,
    },
    test: {
      // Vitest would leave one of two cores idle.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // `build` tests what `npm run build` wrote, so it runs after it and not with the others. Files named `.long.test.ts` repeat a rule over
      // every capture or start processes: `npm run test:long`.
      projects: [
        ...QUICK.map((name) => ({ name, include: [`tests/${name}/**/*.test.ts`], exclude: [LONG] })),
        { name: 'engines', include: ['tests/engines/**/*.test.ts'], exclude: [] },
        { name: 'long', include: [LONG], exclude: ['tests/build/**'] },
        { name: 'build-long', include: [`tests/build/${LONG}`], exclude: [] },
      ].map((project) => ({
        extends: true,
        test: {
          ...project,
          environment: 'node',
          // Limits end a test that hangs; none fails because a machine is slow.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          expect: { poll: { timeout: 300_000 } },
          setupFiles,
          isolate: false,
          server: { deps: { inline: ['fzstd', /svelte/, 'esm-env'] } },
        },
      })),
    },
  };
});

/** The command: modules for Node without any package beside them. DuckDB's module and the Parquet reader's are copied by `.ci/build.mjs`. */
function commandLine(): UserConfig {
  const notices = thirdPartyNotices();
  return {
    base: './',
    // DuckDB's module for Node is CommonJS.
    define: { ...buildInfo(), 'process.env.NODE_ENV': JSON.stringify('production'), __dirname: 'import.meta.dirname' },
    plugins: [parquetGlue(), zstdBound(), nodeThreads(), notices.page],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      minify: true,
      outDir: 'dist/cli',
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: { 'capture-workbench': 'src/cli/main.ts' },
        // Optional, and found where the command is installed.
        external: ['@duckdb/node-bindings'],
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'parts/[name]-[hash].mjs' },
        // DuckDB's glue evaluates words of its own module.
        checks: { bundlerTimings: false, eval: false },
      },
    },
  };
}
