import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { resolvableAddressResolver as current } from './index.ts';

/** Version 1.0.0, the previous minor (R21): times are the stamps of the files. */
export const resolvableAddressResolver10 = defineTool({
  ...current,
  manifest: { ...current.manifest, version: '1.0.0' },
  examples: examples['1.0.0'],
  run: (args, context, capabilities) => current.run(args, context, onStamps(capabilities)),
});
