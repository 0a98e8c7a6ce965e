import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipAsync } from '@gfx/zopfli';
import type { Plugin } from 'vite';
import { oneFilePolicy, policyTag } from './content-security.ts';
import { CORE_BLOCK, isCoreCode } from './core-thread.ts';
import { loader, scriptOf, type Part } from './one-file-loader.ts';

/**
 * The whole workbench as one HTML file that runs from file:// under a strict policy:
 *
 *   head: policy (hashes of the scripts below), styles
 *   body: <div id="app">, <script type="application/octet-stream" id="payload:…"> blocks (gzip + base64),
 *         the parts of the program among them, the marker where a shared copy carries captures, <script id="shell"> (the
 *         page without the text of its large elements, so that the page can write itself again), <script type="module"> that
 *         loads the program (one-file-loader.ts)
 *
 * Blocks that are data are not scripts to the policy; they need no hash. src/core/offline reads all of this.
 */
const OUTPUT = '.cache/one-file/index.html';
const DUCKDB = 'node_modules/@duckdb/duckdb-wasm/dist';
const EMBEDDED_MARKER = '<!--embedded-->';

const asText = (source: string | Uint8Array): string => Buffer.from(source).toString('utf8');

/** Zopfli packs 4 % smaller than zlib but takes a second per MB, so packed blocks that are larger than this (DuckDB's, 34 MB) are kept. */
const KEPT_FROM = 8_000_000;
const KEPT = '.cache/packed';

/** gzip with a fixed header (no time, no system), so that builds are equal byte for byte. */
async function pack(bytes: Uint8Array): Promise<Buffer> {
  const path = join(KEPT, `${createHash('sha256').update(bytes).digest('hex')}.gz`);
  if (bytes.length >= KEPT_FROM && existsSync(path)) return readFileSync(path);
  const packed = Buffer.from(await gzipAsync(bytes, { numiterations: 1 }));
  if (bytes.length < KEPT_FROM) return packed;
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(`${path}.part`, packed);
  renameSync(`${path}.part`, path);
  return packed;
}

async function payload(id: string, bytes: Uint8Array): Promise<string> {
  const packed = await pack(bytes);
  packed[9] = 255;
  return `<script type="application/octet-stream" id="payload:${id}">${packed.toString('base64')}</script>`;
}

interface PublicFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

function publicFiles(folder: string): PublicFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? publicFiles(path) : [{ path: path.slice('public/'.length), bytes: readFileSync(path) }];
    });
}

async function payloads(files: readonly PublicFile[]): Promise<string> {
  const worker = readFileSync(join(DUCKDB, 'duckdb-browser-eh.worker.js'), 'utf8').replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n');
  const blocks = await Promise.all([
    payload('duckdb-wasm', readFileSync(join(DUCKDB, 'duckdb-eh.wasm'))),
    payload('duckdb-worker', Buffer.from(worker)),
    payload('parquet-wasm', readFileSync('node_modules/parquet-wasm/esm/parquet_wasm_bg.wasm')),
    ...[...publicFiles('public/samples'), ...files].map(({ path, bytes }) => payload(`file:${path}`, bytes)),
  ]);
  return blocks.join('\n');
}

/** The head of Vite's page without anything that would be fetched: scripts, styles, preloads, manifest; the icon becomes a data: URL. */
function inlineHead(html: string): string {
  return html
    .replace(/\s*<script\b[^>]*\bsrc=[^>]*><\/script>/g, '')
    .replace(/\s*<link\b[^>]*\brel="(?:stylesheet|modulepreload|manifest|apple-touch-icon)"[^>]*>/g, '')
    .replace(/(<link\b[^>]*\brel="icon"[^>]*\bhref=")\.?\/?([^"]+\.svg)(")/g, (_, before: string, path: string, after: string) => {
      return `${before}data:image/svg+xml;base64,${readFileSync(join('public', path)).toString('base64')}${after}`;
    });
}

/**
 * Escapes non-ASCII characters (CSS Syntax 3, 4.3.7). A browser decodes a file that is available at once in one task: with one non-ASCII
 * character, 15 MB took 56 ms and twice the memory.
 */
const asAscii = (css: string): string => css.replace(/[^\0-\x7f]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `);

async function page(html: string, parts: readonly Part[], core: Uint8Array, css: string, files: readonly PublicFile[]): Promise<string> {
  const start = loader(parts);
  const scripts = parts.map((part) => ({ id: part.id, text: scriptOf(part) }));
  const made = [...scripts.map(({ id, text }) => payload(id, Buffer.from(text))), payload(CORE_BLOCK, core), payloads(files)];
  const blocks = (await Promise.all(made)).join('\n');
  /** The page with its large elements, either complete or as slots named by element id. */
  const write = (slot: (id: string, text: string) => string, shell: string): string =>
    inlineHead(html)
      .replace(
        /<meta charset="utf-8" ?\/?>/i,
        (charset) => `${charset}\n    ${policyTag(oneFilePolicy([start, ...scripts.map(({ text }) => text)]))}`,
      )
      .replace('</head>', () => `<style id="app-style">${slot('app-style', css)}</style>\n  </head>`)
      .replace('</body>', () =>
        [
          blocks.replace(/(id="([^"]+)">)([^<]*)</g, (_, open: string, id: string, text: string) => `${open}${slot(id, text)}<`),
          EMBEDDED_MARKER,
          `<script type="application/json" id="shell">${shell}</script>`,
          `<script type="module">${start}</script>`,
          '</body>',
        ].join('\n'),
      );
  const slotted = write((id) => `@@slot:${id}@@`, '@@slot:shell@@');
  return write((_, text) => text, JSON.stringify(slotted).replaceAll('<', '\\u003c'));
}

/** Chunks load one another by name. A script of the page cannot be imported, so they are CommonJS and the page has its own `require`. */
const OUTPUT_OPTIONS = { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name].js' } as const;

/** Files that come from the payload blocks; their URLs must not inline 39 MB into a script. This applies to workers too. */
export const payloadUrls = (): Plugin => ({
  name: 'one-file:payload-urls',
  enforce: 'pre',
  load: { filter: { id: /(?:@duckdb\/duckdb-wasm\/dist\/[^?]+|parquet_wasm_bg\.wasm)\?url$/ }, handler: () => 'export default "";' },
});

/** The second build: its chunks and assets in one page, without other files. */
export function oneFile(): Plugin[] {
  return [
    {
      name: 'one-file:parts',
      // Nothing in the page has its own URL.
      config: () => ({ build: { modulePreload: false, rolldownOptions: { checks: { emptyImportMeta: false }, output: OUTPUT_OPTIONS } } }),
    },
    payloadUrls(),
    {
      name: 'one-file:write',
      enforce: 'post',
      generateBundle: {
        order: 'post',
        async handler(_, bundle) {
          const outputs = Object.values(bundle);
          const assets = outputs.filter((output) => output.type === 'asset');
          const chunks = outputs.filter((output) => output.type === 'chunk');
          const html = assets.find((asset) => asset.fileName === 'index.html');
          const css = assets.filter((asset) => asset.fileName.endsWith('.css'));
          const files = assets.filter((asset) => asset.fileName.endsWith('.txt'));
          const core = assets.find((asset) => isCoreCode(asset.fileName));
          if (!html) this.error('the one-file build has no index.html');
          if (!core) this.error("the one-file build has no code of the core's worker");
          const left = assets.filter((asset) => ![html, core, ...css, ...files].includes(asset));
          if (left.length > 0) this.error(`the one-file build left files outside: ${left.map((output) => output.fileName).join(', ')}`);
          const styles = css.map((asset) => asText(asset.source)).join('\n');
          html.source = await page(
            asText(html.source),
            chunks.map(({ fileName, code, imports, dynamicImports, isEntry }) => ({
              id: fileName,
              code,
              imports,
              dynamicImports,
              isEntry,
            })),
            Buffer.from(core.source),
            asAscii(styles).replace(/<\/style/gi, '<\\/style'),
            files.map((asset) => ({ path: asset.fileName, bytes: Buffer.from(asset.source) })),
          );
          for (const output of outputs) if (output !== html) delete bundle[output.fileName];
        },
      },
    },
  ];
}

/** The first build's output includes the second's, so that the page can share it and the service worker caches it. */
export function attachOneFile(): Plugin {
  return {
    name: 'one-file:attach',
    apply: 'build',
    generateBundle() {
      const path = resolve(OUTPUT);
      if (!existsSync(path)) this.error(`${OUTPUT} is missing: build with "npm run build", which makes it first`);
      this.emitFile({ type: 'asset', fileName: 'offline/capture-workbench.html', source: readFileSync(path) });
    },
  };
}
