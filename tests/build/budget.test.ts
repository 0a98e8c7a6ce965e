import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deriveEdges } from '../arch/support/edges.ts';
import { ONE_FILE, bytesOf, filesOf, siteFiles, textOf } from './dist.ts';

/** What the browser loads before a person can work: the document, its styles, the scripts of page and core, and what they import at once. */
function firstLoad(): string[] {
  const html = textOf('index.html');
  const found = new Set(['index.html']);
  const follow = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    if (!path.endsWith('.js')) return;
    const { edges } = deriveEdges(new Map([[path, textOf(path)]]));
    for (const edge of edges) if (edge.kind === 'value' && !edge.external) follow(edge.to);
  };
  for (const [, path] of html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\.\/([^"]+\.(?:js|css))"/g))
    if (path !== undefined) follow(path);
  const core = filesOf('dist/assets').filter((path) => /^core-[\w-]{8}\.js$/.test(path));
  expect(core).toHaveLength(1);
  for (const path of core) follow(`assets/${path}`);
  return [...found];
}

test('the first load, without DuckDB, has at most 350 kB gzip', () => {
  const files = firstLoad();
  expect(files.filter((path) => path.endsWith('.js')).length).toBeGreaterThan(0);
  expect(files.filter((path) => path.includes('duckdb'))).toEqual([]);
  const size = files.reduce((total, path) => total + gzipSync(bytesOf(path), { level: 9 }).length, 0);
  console.info(`first load ${(size / 1000).toFixed(1)} kB gzip in ${String(files.length)} files`);
  expect(size).toBeLessThanOrEqual(350_000);
});

test('the one-file workbench has at most 16 MB', () => {
  const size = bytesOf(ONE_FILE).length;
  console.info(`one file ${(size / 1e6).toFixed(2)} MB`);
  expect(size).toBeLessThanOrEqual(16_000_000);
});

test('one build of DuckDB is shipped, the one that works', () => {
  const shipped = siteFiles().filter((path) => /duckdb.*(?:\.wasm|\.worker-.*\.js)$/.test(path));
  expect(shipped.map((path) => path.replace(/-[\w-]{8}\./, '.'))).toEqual(['assets/duckdb-browser-eh.worker.js', 'assets/duckdb-eh.wasm']);
});
