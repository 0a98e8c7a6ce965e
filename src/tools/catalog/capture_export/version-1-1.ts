import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { captureExport12 as next } from './version-1-2.ts';

/** Version 1.1.0, an earlier minor (R21): times are the stamps of the files. */
export const captureExport11 = defineTool({
  ...next,
  manifest: { ...next.manifest, version: '1.1.0' },
  examples: examples['1.1.0'],
  run: (args, context, capabilities) => next.run(args, context, onStamps(capabilities)),
});
