import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { bluetoothAddressAnalyzer as current } from './index.ts';

/** Version 1.4.0 of the tool, the previous minor (R21): its model 1.4 learns pauses from uncertain links as much as from certain ones. */
export const bluetoothAddressAnalyzer14 = defineTool({
  ...current,
  manifest: { ...current.manifest, version: '1.4.0' },
  examples: examples['1.4.0'],
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities, '1.4'),
});
