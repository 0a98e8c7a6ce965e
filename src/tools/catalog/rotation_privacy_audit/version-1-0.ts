import { defineTool } from '../../definition.ts';
import { EARLIER } from '../../linkage/times.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { rotationPrivacyAudit as current } from './index.ts';

/** Version 1.0.0, the previous minor (R21): looks for late packets among the selected rows. */
export const rotationPrivacyAudit10 = defineTool({
  ...current,
  manifest: { ...current.manifest, version: '1.0.0' },
  examples: examples['1.0.0'],
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, onStamps(capabilities), EARLIER),
});
