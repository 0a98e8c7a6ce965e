import { createServer } from 'vite';
import { fromRoot } from './command.mjs';

/**
 * Runs work that loads the sources through a Vite server, because the catalog imports tools when they are first called.
 * @template T
 * @param {(server: import('vite').ViteDevServer) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSources(work) {
  const server = await createServer({
    root: fromRoot('.'),
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}
