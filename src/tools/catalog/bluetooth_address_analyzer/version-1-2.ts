import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import type { z } from '../../contract/zod.ts';
import { ONE_BASE } from '../../linkage/times.ts';
import { MODEL_12 } from '../../linkage/editions.ts';
import { manifest } from './manifest.ts';
import { postconditions } from './postconditions.ts';
import { Input } from './schema-1-1.ts';
import { Output } from './schema-1-2.ts';
import { bluetoothAddressAnalyzer10 } from './version-1-0.ts';

/** Version 1.2.0, the previous minor (R21): model 1.2, for which a sniffer that lost frames lost no time. */
export const bluetoothAddressAnalyzer12 = defineTool({
  manifest: {
    ...manifest,
    version: '1.2.0',
    description:
      'Infers BLE address types and which rotating addresses probably belong to one emitter, with probabilities and the evidence per pair. For investigative analysis, not proof. Use it on captures with advertiser addresses to see what rotates and what can be followed. Not for decryption, Bluetooth Classic or naming people. Returns classes, clusters with a probability matrix, candidate pairs with evidence, ambiguous groups and activity segments.',
    long_description:
      'Classes come from the address-type bit and the top bits, tempered by behaviour and by the number of frames; frames with a bad CRC never count. Successor candidates inside linkage_window_s are scored on handover gap, rotation lifetime, payload, name, advertising interval and level. Where the sniffer has a clock, the 625 µs grid and the clock speed count too. Departure and arrival rates and what survives a rotation are learnt from the selection. Posteriors come from fractional belief propagation over all candidates, one successor per address. Similar devices, blind spots and wide windows can inflate probabilities: read evidence, rationale and warnings. Model card: docs/linkage-model.md.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: [
      'address_classification',
      'probabilistic_links',
      'timeline_segments',
      'candidate_links',
      'ambiguous_groups',
      'linkage_model',
      'label_scores',
    ],
  },
  requires: bluetoothAddressAnalyzer10.requires,
  confidence: bluetoothAddressAnalyzer10.confidence,
  postconditions: [
    ...postconditions,
    {
      id: 'shown-are-candidates',
      description: 'Every listed pair names two different addresses, likeliest first.',
      holds: ({ candidate_links: links }) =>
        links.every((pair, at) => pair.from_address !== pair.to_address && (at === 0 || links[at - 1]!.probability >= pair.probability)),
    },
  ],
  examples: examples['1.2.0'],
  // Loaded with the first call; the page starts without it.
  run: async (args, _context, capabilities) =>
    (await import('./run-1-1.ts')).run<z.output<typeof Output>>(args, capabilities, { times: ONE_BASE, model: MODEL_12 }),
});
