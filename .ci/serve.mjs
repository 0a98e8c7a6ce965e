/** A static server for the build, on this machine only: `node .ci/serve.mjs dist [port]`. Sends no headers that a plain host would not send. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fromRoot } from './lib/command.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.zip': 'application/zip',
};

/** @param {string} path @returns {import('node:fs').Stats | undefined} */
const statsOf = (path) => {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A file where a folder is named, or a name longer than any file's.
    return undefined;
  }
};

/**
 * The path of a request, decoded; null where it is none: escapes that are no UTF-8, characters that no file name has.
 * @param {string} target
 */
function pathOf(target) {
  try {
    const path = decodeURIComponent(new URL(`http://localhost${target.startsWith('/') ? target : '/'}`).pathname);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}

/**
 * @param {string} folder what to serve
 * @param {{ port?: number, base?: string }} [options] port 0 takes a free one; `base` mounts the folder below a path
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export function serve(folder, { port = 0, base = '/' } = {}) {
  const root = resolve(fromRoot(folder));
  const server = createServer((request, response) => {
    const path = pathOf(request.url ?? '/');
    if (path === null) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end('bad request\n');
      return;
    }
    let file = path.startsWith(base) ? join(root, normalize(path.slice(base.length))) : '';
    if (statsOf(file)?.isDirectory()) file = join(file, 'index.html');
    const stats = file.startsWith(root + sep) ? statsOf(file) : undefined;
    if (!stats?.isFile()) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-length': stats.size,
      'cache-control': 'no-cache',
    });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  return new Promise((done, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const taken = typeof address === 'object' && address ? address.port : port;
      const close = () =>
        /** @type {Promise<void>} */ (
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          })
        );
      done({ url: `http://127.0.0.1:${taken}${base}`, close });
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url } = await serve(process.argv[2] ?? 'dist', { port: Number(process.argv[3] ?? 4173) });
  console.log(`serving at ${url}`);
}
