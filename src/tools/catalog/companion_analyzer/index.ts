import { defineTool } from '../../definition.ts';
import { LINKAGE_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Converts decibans to a probability: 10 decibans are a factor of 10. Probabilities have four digits and evidence two. */
const logistic = (decibans: number): number => 1 / (1 + 10 ** (-decibans / 10));

/** The tool that finds devices which recur in several places more often than by chance, and so may travel with the receiver. */
export const companionAnalyzer = defineTool({
  manifest: {
    name: 'companion_analyzer',
    version: '1.2.0',
    kebab_name: 'find-companions',
    title: 'Companion analyzer',
    description:
      'Finds which devices recur across places beyond chance, such as your own phone or a location tracker that travels with you. For investigation, never an accusation. Use it on captures of a walk or of several places, three or more. Not for one place, where bluetooth_address_analyzer describes who is there. Returns devices with probability, evidence, tracker state and base rates.',
    long_description:
      'A device is recognised by its address and the private ones that probably follow it, or by known_devices. It is also recognised by a name or data that only one device sends at a time. Its places, presence and levels are weighed against those of the other devices. Recordings that overlap in time, or hear the same fixed devices, count as one place. Trackers say whether they are apart from their owner in the formats that the drafts on unwanted location trackers describe. A device that changes its address between places, and everything else that it sends, is not recognised.',
    background: 'A device that travels with the receiver is heard wherever it goes; people and things along the way are heard once.',
    capabilities: ['companions', 'tracker_detection'],
    ...LINKAGE_TERMS,
    tags: ['bluetooth', 'ble', 'tracker', 'privacy', 'walk', 'safety'],
    error_codes: [
      { code: 'INSUFFICIENT_DATA', meaning: 'No two places lie apart in the selection, or its rows have no address or time.' },
      {
        code: 'INVALID_VALUE',
        meaning: 'A place names a capture that is not selected or ends before it starts, or there are more than 64 places.',
      },
    ],
    preconditions: ['The captures have advertiser addresses and times, and lie in two or more places.'],
    alternatives: ['bluetooth_address_analyzer'],
    confidence_semantics:
      'confidence grows with the places that were compared; probabilities are model-based, posterior-like scores for investigation, not proof of identity, of a person or of intent.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['places', 'device_count', 'beyond_chance_count', 'has_more', 'devices', 'base_rates', 'note'] },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'companion_analyzer/places_compared@1',
    // Places inferred from silences may be parts of one place, so confidence is lower.
    compute: ({ places, named }) => (1 - 1 / Number(places)) * (named === true ? 1 : 0.9),
  },
  postconditions: [
    {
      id: 'evidence-makes-probability',
      description: 'The probability follows from the evidence and from being one device.',
      holds: ({ devices }) =>
        devices.every(
          ({ evidence, same_device, probability }) =>
            Math.abs(same_device * logistic(evidence.reduce((sum, { decibans }) => sum + decibans, 0)) - probability) < 0.003,
        ),
    },
    {
      id: 'devices-in-places',
      description: 'Every device was heard in as many of the listed places as it says, two at least.',
      holds: ({ devices, places }) =>
        devices.every(
          ({ heard, places_heard }) =>
            heard.length === places_heard && places_heard >= 2 && heard.every(({ place }) => places.some(({ name }) => name === place)),
        ),
    },
  ],
  examples: examples['1.2.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
