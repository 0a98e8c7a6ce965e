import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { captureExport as current } from './index.ts';
import { Input } from './schema.ts';

const { manifest, fallbackArguments: _, ...rest } = current;

/** Version 1.2.0, the previous minor (R21): rows without the names that people gave to devices. */
export const captureExport12 = defineTool({
  ...rest,
  manifest: {
    ...manifest,
    version: '1.2.0',
    error_codes: manifest.error_codes.map((each) =>
      each.code === 'INVALID_VALUE' ? { ...each, meaning: 'A column to write is not one of the captures.' } : each,
    ),
  },
  input: Input.omit({ device_names: true }),
  examples: examples['1.2.0'],
  run: async (args, _context, capabilities) => (await import('./run.ts')).run({ ...args, device_names: false }, capabilities),
});
