import { defineTool } from '../../definition.ts';
import { LINKAGE_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Converts decibans to a probability: 10 decibans are a factor of 10. */
const logistic = (decibans: number): number => 1 / (1 + 10 ** (-decibans / 10));

/** Finds senders that are probably parts of one device. */
export const wholeDeviceAnalyzer = defineTool({
  manifest: {
    name: 'whole_device_analyzer',
    version: '1.1.0',
    kebab_name: 'find-whole-devices',
    title: 'Whole device analyzer',
    description:
      'Groups senders that probably are parts of one device, such as two streams of a phone, a pair of earbuds, or a private and a public address. For investigation, never proof of identity. Use it when bluetooth_address_analyzer shows chains of addresses and you want whole devices. Not for successors of one address, and not for several places. Returns devices with probability, their parts, and the evidence of each pair in decibans.',
    long_description:
      'Addresses are first followed by the linkage model. Each pair of emitters is then weighed as one device, two that travel together, or two that have nothing to do with each other. Evidence: when they come and go, changes of address in one moment, levels that move together, clock speed, names and data that only they send, battery status of earbuds, what connections disclose (identity address, serial number), and whether others fit better. How telling each is follows from all other emitters of the selection. Devices that travel together can look like one: read the evidence.',
    background: 'A phone sends several streams, each under its own changing address, and the two earbuds of a pair send separately.',
    capabilities: ['whole_devices', 'linkage'],
    ...LINKAGE_TERMS,
    tags: ['bluetooth', 'ble', 'device', 'privacy', 'linkage', 'earbuds'],
    error_codes: [
      { code: 'INSUFFICIENT_DATA', meaning: 'The selection has no address or time, or no address has enough advertising frames.' },
    ],
    preconditions: ['The captures have advertiser addresses and times.'],
    alternatives: ['bluetooth_address_analyzer'],
    confidence_semantics:
      'confidence is the mean probability of the listed devices; probabilities are model-based, posterior-like scores for investigation, not proof that two senders are one device or belong to one person.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['device_count', 'emitter_count', 'pair_count', 'has_more', 'devices', 'learnt', 'note'] },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'whole_device_analyzer/mean_probability@1',
    // Confidence is 0 with a single emitter, because there is nothing to compare it with.
    compute: ({ emitters, mean_probability }) => Number(mean_probability) * (1 - 1 / (1 + Number(emitters))),
  },
  postconditions: [
    {
      id: 'evidence-makes-probability',
      description: 'The probability of each pair follows from its prior and its evidence.',
      holds: ({ devices }) =>
        devices.every(({ pairs }) =>
          pairs.every(
            ({ prior_decibans, evidence, probability }) =>
              Math.abs(logistic(evidence.reduce((sum, { decibans }) => sum + decibans, prior_decibans)) - probability) < 0.01,
          ),
        ),
    },
    {
      id: 'one-device-each',
      description: 'Every device has two parts or more, and no address is listed in two of them.',
      holds: ({ devices }) => {
        const all = devices.flatMap(({ parts }) => parts.flatMap(({ addresses }) => addresses));
        return new Set(all).size === all.length && devices.every(({ parts }) => parts.length >= 2);
      },
    },
  ],
  examples: examples['1.1.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
