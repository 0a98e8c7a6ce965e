import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { captureOverview as current } from './index.ts';

/** Version 1.0.0, the previous minor (R21): times are the stamps of the files, and rows of unknown CRC count for addresses. */
export const captureOverview10 = defineTool({
  ...current,
  manifest: { ...current.manifest, version: '1.0.0' },
  examples: examples['1.0.0'],
  run: async (args, _context, capabilities) => {
    const { NOT_BAD, run } = await import('./run.ts');
    return run(args, onStamps(capabilities), NOT_BAD);
  },
});
