import { defineTool } from '../../definition.ts';
import { EARLIER } from '../../linkage/times.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { MODEL_12 } from '../../linkage/editions.ts';
import { bluetoothAddressAnalyzer12 } from './version-1-2.ts';
import { Input, Output } from './schema-1-1.ts';

/** Version 1.1.0, the previous minor (R21): looks for late packets among the selected rows, and cuts segments to the stamps of the file. */
export const bluetoothAddressAnalyzer11 = defineTool({
  ...bluetoothAddressAnalyzer12,
  manifest: {
    ...bluetoothAddressAnalyzer12.manifest,
    version: '1.1.0',
  },
  input: Input,
  output: Output,
  examples: examples['1.1.0'],
  run: async (args, _context, capabilities) =>
    (await import('./run-1-1.ts')).run(args, onStamps(capabilities), { times: EARLIER, model: MODEL_12 }),
});
