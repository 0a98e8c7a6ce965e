import { defineTool } from '../../definition.ts';
import { ONE_BASE } from '../../linkage/times.ts';
import { LINKAGE_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Audits whether a device can be recognised across its address changes, and by what. */
export const rotationPrivacyAudit = defineTool({
  manifest: {
    name: 'rotation_privacy_audit',
    version: '1.1.0',
    kebab_name: 'audit-address-rotation',
    title: 'Rotation privacy audit',
    description:
      'Audits how one BLE device changes its addresses: what survives a rotation and lets it be followed. For investigation, not proof of identity. Use it on your own device when you know its addresses or a cluster, also to compare recordings before and after a firmware change. Not for identifying people. Returns findings with severity, evidence and remedy, streams, rotations and how well the model follows.',
    long_description:
      'Rotation is compared with the timeout of the Core specification, its random form of Core 6.1 and Android’s rule. For each change of address it checks whether payload and address change at the same instant, and which bytes, counters and names continue. Streams of one device that rotate apart and connectable advertising while identifiable are found too. Model 1.2 of the address analyzer, run on the whole selection, estimates how well the device could be followed. Data that no other device in the capture sends counts as distinctive; without other devices, all data does.',
    background: 'A device that changes its address but keeps a counter, a name or a rhythm can still be followed.',
    capabilities: ['privacy_audit', 'comparison'],
    ...LINKAGE_TERMS,
    tags: ['bluetooth', 'ble', 'address', 'privacy', 'rotation', 'firmware'],
    error_codes: [
      { code: 'INSUFFICIENT_DATA', meaning: 'None of the named addresses advertises in the selection, or it has no column of addresses.' },
      { code: 'INVALID_VALUE', meaning: 'The earlier recording is not one of several selected captures.' },
    ],
    alternatives: ['bluetooth_address_analyzer'],
    confidence_semantics:
      'confidence grows with the changes of address that were seen, n / (n + 1); it is not a probability that a finding is true, and links are scores for investigation, not proof.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['observed_s', 'streams', 'rotations', 'followed', 'findings', 'comparison'] },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'rotation_privacy_audit/rotations_seen@1',
    compute: (inputs) => Number(inputs['rotations']) / (Number(inputs['rotations']) + 1),
  },
  postconditions: [
    {
      id: 'rotations-are-adjacent',
      description: 'Every rotation joins neighbours of one stream.',
      holds: ({ rotations, streams }) =>
        rotations.every(({ from_address, to_address }) =>
          streams.some(
            ({ addresses }) => addresses.includes(from_address) && addresses[addresses.indexOf(from_address) + 1] === to_address,
          ),
        ),
    },
  ],
  examples: examples['1.1.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities, ONE_BASE),
});
