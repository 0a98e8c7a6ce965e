import { join } from 'node:path';
import type { Plugin } from 'vite';

const ENTRY = 'src/core/core.worker.ts';
/** Id of the one-file block with the core's code. */
export const CORE_BLOCK = 'core-worker';
/** Vite's file name of the worker's code. */
export const isCoreCode = (fileName: string): boolean => /(?:^|\/)core\.worker-[\w-]+\.js$/.test(fileName);

/**
 * On the site the core's worker is split into chunks, like the page, and shares chunks with it: common code is loaded once, and decoders
 * and writers on demand. It starts from a blob that imports the module, because a worker from a blob inherits the page's content security
 * policy and one from a URL does not (docs/decisions/0019-core-worker.md).
 */
export function coreThread(): Plugin {
  return {
    name: 'core-thread',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /core\.worker\.ts\?worker&inline$/ },
      handler() {
        const chunk = this.emitFile({ type: 'chunk', id: ENTRY, name: 'core' });
        return `
          const url = new URL(import.meta.ROLLUP_FILE_URL_${chunk}, import.meta.url).href;
          export default function CoreWorker(options) {
            const blob = URL.createObjectURL(new Blob(['import ' + JSON.stringify(url)], { type: 'text/javascript' }));
            return new Worker(blob, { ...options, type: 'module' });
          }`;
      },
    },
  };
}

/**
 * In the one file, the core's code is a block that is converted to a blob without becoming text of the page. As text inside the first
 * script it was 3.3 MB that the page's thread compiled, stored and re-encoded, which took 60 ms.
 */
export function coreBlock(): Plugin {
  return {
    name: 'core-thread:block',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /src\/core\/core-code\.ts$/ },
      handler: () => `
        import file from ${JSON.stringify(`${join(process.cwd(), ENTRY)}?worker&url`)};
        async function read() {
          const block = document.getElementById('payload:${CORE_BLOCK}')?.textContent;
          if (!block) throw new Error('expected the block with ' + file + ' in this page, found none');
          const pieces = [];
          // The browser parses each URL synchronously, so yield before each one. A multiple of 4 characters is valid base64 on its own.
          for (let at = 0; at < block.length; at += ${String(1 << 18)}) {
            await new Promise((settle) => setTimeout(settle));
            pieces.push(await (await fetch('data:;base64,' + block.slice(at, at + ${String(1 << 18)}))).blob());
          }
          const code = await new Response(new Blob(pieces).stream().pipeThrough(new DecompressionStream('gzip'))).blob();
          const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
          return class CoreWorker extends Worker {
            constructor(options) {
              super(url, options);
            }
          };
        }
        let reading;
        export const coreCode = () => (reading ??= read());`,
    },
  };
}
