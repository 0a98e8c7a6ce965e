import { join } from 'node:path';
import type { Plugin } from 'vite';

const QUERY = '?worker&inline';
const THREAD = '\0thread:';

/**
 * Workers in the command: each is a separate module in the output, started as a Node thread. It first gets a worker's global names
 * (src/cli/threads/scope.ts), so that the code of the page's workers runs unchanged.
 */
export function nodeThreads(): Plugin {
  const scope = join(process.cwd(), 'src/cli/threads/scope.ts');
  const threadWorker = join(process.cwd(), 'src/cli/threads/thread-worker.ts');
  return {
    name: 'node-threads',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\0thread:/ },
      handler: (id) => id,
    },
    resolveFileUrl: ({ relativePath }) => `new URL(${JSON.stringify(relativePath)}, import.meta.url).href`,
    load: {
      filter: { id: /\.worker\.ts\?worker&inline$|^\0thread:/ },
      handler(id) {
        if (id.startsWith(THREAD)) {
          const entry = id.slice(THREAD.length);
          return `import ${JSON.stringify(scope)};\nimport ${JSON.stringify(entry)};\n`;
        }
        const entry = id.slice(0, -QUERY.length);
        const name = /([\w-]+)\.worker\.ts$/.exec(entry)?.[1] ?? 'thread';
        const chunk = this.emitFile({ type: 'chunk', id: THREAD + entry, name: `${name}-thread` });
        return `
          import { ThreadWorker } from ${JSON.stringify(threadWorker)};
          export default class extends ThreadWorker {
            constructor(options) {
              super(new URL(import.meta.ROLLUP_FILE_URL_${chunk}), options);
            }
          }`;
      },
    },
  };
}
