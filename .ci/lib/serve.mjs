import { runnerImport } from 'vite';
import { fromRoot } from './command.mjs';

/** @type {{ module: typeof import('../../src/cli/serve/static-site.ts') }} */
const { module } = await runnerImport(fromRoot('src/cli/serve/static-site.ts'), { configFile: false, logLevel: 'error' });

/** The server of `capture-workbench serve`, from its source. */
export const { serve } = module;
