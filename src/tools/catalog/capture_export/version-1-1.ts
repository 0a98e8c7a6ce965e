import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { captureExport as current } from './index.ts';

/** Version 1.1.0, the previous minor (R21): times are the stamps of the files. */
export const captureExport11 = defineTool({
  ...current,
  manifest: { ...current.manifest, version: '1.1.0' },
  examples: examples['1.1.0'],
  run: (args, context, capabilities) => current.run(args, context, onStamps(capabilities)),
});
