import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { companionAnalyzer as current } from './index.ts';

/** Version 1.0.0, the previous minor (R21): probabilities below 0.9 are too high. */
export const companionAnalyzer10 = defineTool({
  ...current,
  manifest: { ...current.manifest, version: '1.0.0' },
  examples: examples['1.0.0'],
  run: async (args, _context, capabilities) => {
    const [{ run }, { EDITION_10 }] = await Promise.all([import('./run.ts'), import('./words-1-0.ts')]);
    return run(args, capabilities, EDITION_10);
  },
});
