import type { Plugin } from 'vite';
import { headersFile } from '../../src/cli/serve/headers.ts';

/** Writes the response headers of the site where static hosts look for them. */
export const hostHeaders = (): Plugin => ({
  name: 'host-headers',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile() });
  },
});
