import { defineTool } from '../../definition.ts';
import { LINKAGE_TERMS } from '../terms.ts';
import examples from './examples.json';
import { postconditions } from './postconditions.ts';
import { Input, Output } from './schema.ts';

/**
 * Classifies BLE addresses and links rotating ones to their probable successors (S0 §7), by a model that learns from the capture. Times are
 * those of the captures; where a sniffer lost frames, the model assumes a gap of unknown length. The precision of intervals, levels and
 * silences is measured on the addresses themselves.
 */
export const bluetoothAddressAnalyzer = defineTool({
  manifest: {
    name: 'bluetooth_address_analyzer',
    version: '1.5.0',
    kebab_name: 'analyze-bluetooth-addresses',
    title: 'Bluetooth address analyzer',
    description:
      'Infers BLE address types and which rotating addresses probably belong to one emitter, with probabilities and the evidence per pair. For investigative analysis, not proof. Use it on captures with advertiser addresses to see what rotates and what can be followed. Not for decryption, Bluetooth Classic or naming people. Returns classes, clusters with a probability matrix, candidate pairs with evidence, ambiguous groups and activity segments.',
    long_description:
      'Classes come from the address-type bit and the top bits, tempered by behaviour and by the number of frames; frames with a bad CRC never count. Successor candidates inside linkage_window_s are scored on handover gap, rotation lifetime, payload, name, advertising interval and level. Where the sniffer has a clock, the 625 µs grid and the clock speed count too. Departure and arrival rates and what survives a rotation are learnt from the selection. Posteriors come from fractional belief propagation over all candidates, one successor per address. Similar devices, blind spots and wide windows can inflate probabilities: read evidence, rationale and warnings. Model card: docs/linkage-model.md.',
    background:
      'Phones and earbuds change their radio address every few minutes to prevent tracking, so one device appears as many addresses.',
    capabilities: ['classification', 'linkage', 'both', 'address_timeline'],
    ...LINKAGE_TERMS,
    tags: ['bluetooth', 'ble', 'address', 'privacy', 'linkage', 'classification'],
    columns: [{ argument: 'address_columns.*', holds: 'address' }],
    error_codes: [
      { code: 'INSUFFICIENT_DATA', meaning: 'No frame with a readable address is left, or most addresses have too few frames.' },
      { code: 'INVALID_VALUE', meaning: 'A column of addresses is not one of the capture.' },
    ],
    preconditions: ['The capture has a column of Bluetooth addresses and a time of each row.'],
    confidence_semantics:
      'confidence and linkage probabilities are model-based, posterior-like scores conditioned on the observed packets and on rpa_rotation_model; they are not frequentist p-values and must not be read as proof that two addresses are one device or one person.',
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
  examples: examples['1.5.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities, '1.5'),
});
