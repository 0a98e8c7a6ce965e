import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import type { z } from '../../contract/zod.ts';
import { MODEL_13 } from '../../linkage/editions.ts';
import { WITH_LOSSES } from '../../linkage/times.ts';
import type { Output } from './schema-1-2.ts';
import { bluetoothAddressAnalyzer12 } from './version-1-2.ts';

/** Version 1.3.0, the previous minor (R21): model 1.3, which takes every stamp, level and silence for as sharp as a usual emitter's. */
export const bluetoothAddressAnalyzer13 = defineTool({
  ...bluetoothAddressAnalyzer12,
  manifest: { ...bluetoothAddressAnalyzer12.manifest, version: '1.3.0' },
  examples: examples['1.3.0'],
  // Loaded with the first call; the page starts without it.
  run: async (args, _context, capabilities) =>
    (await import('./run-1-1.ts')).run<z.output<typeof Output>>(args, capabilities, { times: WITH_LOSSES, model: MODEL_13 }),
});
