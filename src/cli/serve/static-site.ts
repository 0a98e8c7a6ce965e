import { createReadStream, statSync, type Stats } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, relative, resolve, sep } from 'node:path';
import { headersOf } from './headers.ts';

const TYPES: Readonly<Record<string, string>> = {
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

export interface StaticSite {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a folder over HTTP on the loopback address, with the headers that hosts of the site are to send.
 *
 * @param port 0 for any free port
 * @param base path below which the folder appears, with a slash at both ends
 * @returns rejects with the error of the system if the port is in use
 */
export async function serve(folder: string, { port = 0, base = '/' }: { port?: number; base?: string } = {}): Promise<StaticSite> {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    answer(root, base, request, response);
  });
  await new Promise<void>((listening, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', listening);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${base}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closed();
        });
        server.closeAllConnections();
      }),
  };
}

function answer(root: string, base: string, { method, url = '/' }: IncomingMessage, response: ServerResponse): void {
  const refuse = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): void => {
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`${text}\n`);
  };
  if (method !== 'GET' && method !== 'HEAD') {
    refuse(405, 'expected GET or HEAD', { allow: 'GET, HEAD' });
    return;
  }
  const path = pathOf(url);
  if (path === undefined) {
    refuse(400, 'bad request');
    return;
  }
  const found = path.startsWith(base) ? fileAt(root, path.slice(base.length)) : undefined;
  if (found === undefined) {
    refuse(404, 'not found');
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(found.file)] ?? 'application/octet-stream',
    'content-length': found.size,
    ...headersOf(relative(root, found.file).split(sep).join('/')),
  });
  if (method === 'HEAD') {
    response.end();
    return;
  }
  createReadStream(found.file)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** Decodes the path of a request; undefined if an escape sequence is not UTF-8 or a character cannot occur in a file name. */
function pathOf(target: string): string | undefined {
  try {
    const path = decodeURIComponent(new URL(`http://localhost${target.startsWith('/') ? target : '/'}`).pathname);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

function fileAt(root: string, path: string): { readonly file: string; readonly size: number } | undefined {
  let file = join(root, normalize(path));
  if (statsOf(file)?.isDirectory() === true) file = join(file, 'index.html');
  const stats = file.startsWith(root + sep) ? statsOf(file) : undefined;
  return stats?.isFile() === true ? { file, size: stats.size } : undefined;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // The path names a file as if it were a folder, or a name is longer than names can be: there is no such file.
    return undefined;
  }
}
