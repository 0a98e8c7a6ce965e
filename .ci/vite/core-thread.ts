import type { Plugin } from 'vite';

const ENTRY = 'src/core/core.worker.ts';

/**
 * On the site the core's worker is a module in parts, like the page, and shares parts with it: what both need is loaded once, and
 * decoders or writers come when they are used. It starts from a blob that imports the module, because a worker from a blob
 * inherits the page's content security policy and one from a URL does not (docs/decisions/0019-core-worker.md).
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
