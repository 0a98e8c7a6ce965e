import { defineTool } from '../../definition.ts';
import { namingStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { captureQuery as current } from './index.ts';

/** Version 1.1.0, the previous minor (R21): times are the stamps of the files. */
export const captureQuery11 = defineTool({
  ...current,
  manifest: { ...current.manifest, version: '1.1.0' },
  examples: examples['1.1.0'],
  run: (args, context, capabilities) => current.run(args, context, namingStamps(capabilities)),
});
