import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { manifest } from './manifest.ts';
import { postconditions } from './postconditions.ts';
import { Input, Output } from './schema.ts';

/** Version 1.0.0, the previous minor (R21): fixed figures, the arguments and the answer of S0 §7. */
export const bluetoothAddressAnalyzer10 = defineTool({
  manifest: {
    ...manifest,
    version: '1.0.0',
    deprecated: {
      since: '1.1.0',
      replacement: 'bluetooth_address_analyzer',
      announcedOn: '2026-11-22',
      removalDate: '2027-06-01',
    },
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['address_classification', 'probabilistic_links', 'timeline_segments'] },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'bluetooth_address_analyzer/observed_share@1',
    compute: (inputs) =>
      Number(inputs['mean_class_confidence']) *
      (0.5 + 0.5 * Number(inputs['share_of_frames_in_classified_addresses'])) *
      (0.5 + 0.5 * Number(inputs['share_of_time_observed'])) *
      Number(inputs['mean_link_probability']),
  },
  postconditions,
  examples: examples['1.0.0'],
  run: async (args, _context, capabilities) => (await import('./run-1-0.ts')).run(args, onStamps(capabilities)),
});
