import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { bluetoothAddressAnalyzer as current } from './index.ts';

/** Version 1.3.0, the previous minor (R21): model 1.3, which takes every stamp, level and silence for as sharp as a usual emitter's. */
export const bluetoothAddressAnalyzer13 = defineTool({
  ...current,
  manifest: { ...current.manifest, version: '1.3.0' },
  examples: examples['1.3.0'],
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities, '1.3'),
});
