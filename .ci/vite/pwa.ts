import type { VitePWAOptions } from 'vite-plugin-pwa';

/** The DuckDB module has 34 MB and the one-file workbench 11 MB; workbox leaves out files above 2 MiB by default. */
const LARGEST_FILE = 64 * 1024 * 1024;

/**
 * Makes the site installable and complete after the first visit. The page registers the service worker itself (src/app/offline/install.ts).
 */
export const pwaOptions: Partial<VitePWAOptions> = {
  registerType: 'prompt',
  injectRegister: false,
  // public/manifest.webmanifest and its link in index.html are written by hand.
  manifest: false,
  workbox: {
    globPatterns: ['**/*'],
    // Hosts keep `_headers` to themselves: asked for it, they answer 404, and the worker would not install.
    globIgnores: ['sw.js', '_headers', '**/*.map'],
    maximumFileSizeToCacheInBytes: LARGEST_FILE,
    navigateFallback: 'index.html',
    navigateFallbackDenylist: [/\/offline\//],
    clientsClaim: true,
    cleanupOutdatedCaches: true,
    inlineWorkboxRuntime: true,
    sourcemap: false,
  },
};
