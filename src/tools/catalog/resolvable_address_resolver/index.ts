import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** The tool that finds which private addresses were generated with the user's identity resolving keys. */
export const resolvableAddressResolver = defineTool({
  manifest: {
    name: 'resolvable_address_resolver',
    version: '1.1.0',
    kebab_name: 'resolve-addresses',
    title: 'Resolvable address resolver',
    description:
      'Identifies resolvable private addresses that were generated with identity resolving keys from the keyring. Use it when you hold the keys of your own devices, to recognise them under their changing addresses. Do not use it without keys; bluetooth_address_analyzer estimates links from behaviour alone. Returns resolved addresses with the name of the key, counts, and how many matches to expect by chance.',
    long_description:
      'Every resolvable private address of the selection is tried under every key of the connection, with the function ah of the Core specification (AES-128). Addresses of advertisers, scanners, initiators and targets count, from frames with a valid CRC. The keys stay in the keyring: the call contains only a connection_id in its context, and no answer contains a key. The probability of a match by chance is 2^-24 for each address and key.',
    background:
      'A resolvable private address looks random, but anyone with the device’s key (IRK) can recognise it. Paired devices have exchanged these keys.',
    capabilities: ['address_resolution'],
    execution_constraints: { max_timeout_ms: 600_000, max_payload_bytes: 4096, supports_streaming: true },
    cost_hint: { unit: 'call', estimated_cost: 0, currency: 'credits' },
    deterministic: true,
    effect: 'read_only',
    reversible: true,
    category: 'analysis',
    permissions: ['captures:read', 'keyring:use'],
    requiresConnection: true,
    responseTime: 'medium',
    // The answer depends on keys, which must not be part of a cache key.
    cacheable: false,
    idempotent: true,
    tags: ['bluetooth', 'ble', 'address', 'rpa', 'privacy'],
    error_codes: [{ code: 'INSUFFICIENT_DATA', meaning: 'The captures have no column of Bluetooth addresses.' }],
    preconditions: ['The context of the call carries a granted connection_id of the keyring.'],
    alternatives: ['bluetooth_address_analyzer'],
    confidence_semantics:
      'confidence is the probability that no match is by chance, 2^-24 for each address and key; it is no proof of who carries the device, and not a p-value.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: [
      'addresses_tried',
      'keys_tried',
      'resolved_count',
      'false_match_probability',
      'expected_false_matches',
      'by_key',
      'has_more',
      'addresses',
    ],
  },
  requires: ['captures', 'query', 'resolver'],
  confidence: {
    method: 'resolvable_address_resolver/no_match_by_chance@1',
    // Confidence is the probability that none of the matches is by chance.
    compute: (inputs) => (1 - 2 ** -24) ** (Number(inputs['addresses']) * Number(inputs['keys'])),
  },
  postconditions: [
    {
      id: 'keys-add-up',
      description: 'The addresses of all keys add up to the resolved ones, and no more are resolved than were tried.',
      holds: ({ by_key, resolved_count, addresses_tried }) =>
        by_key.reduce((sum, each) => sum + each.addresses, 0) === resolved_count && resolved_count <= addresses_tried,
    },
    {
      id: 'list-is-whole',
      description: 'Every resolved address is listed, unless the result says that there are more.',
      holds: ({ addresses, resolved_count, has_more }) => has_more === addresses.length < resolved_count,
    },
  ],
  examples: examples['1.1.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
