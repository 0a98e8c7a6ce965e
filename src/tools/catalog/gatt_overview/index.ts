import { defineTool } from '../../definition.ts';
import { QUERY_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Lists the attributes of each device as a tree, with their last values and the operations on them. */
export const gattOverview = defineTool({
  manifest: {
    name: 'gatt_overview',
    version: '1.0.0',
    kebab_name: 'show-attributes',
    title: 'Attributes of devices',
    description:
      'Shows what each connected device offered: services, characteristics and descriptors with names, properties, last value, and how often each was read, written and notified. Use it to learn what a device measures and which values changed. Do not use it for addresses and encryption; connection_overview does that. Returns one tree per device.',
    long_description:
      'The tree holds what was discovered anywhere in the capture; counts and values are those of the selected rows. Values of adopted types come decoded with their unit. Encrypted packets cannot be read and are missing.',
    background:
      'A device keeps its values in numbered attributes; a phone discovers them, then reads them, writes them or subscribes to changes.',
    capabilities: ['attribute_tree', 'decoded_values'],
    execution_constraints: { max_timeout_ms: 120_000, max_payload_bytes: 65_536, supports_streaming: false },
    ...QUERY_TERMS,
    tags: ['gatt', 'connections', 'values'],
    error_codes: [],
    alternatives: ['connection_overview', 'capture_query'],
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['device_count', 'attribute_count', 'has_more', 'devices', 'captures_without'] },
  requires: ['captures', 'query'],
  confidence: {
    method: 'gatt_overview/attributes_discovered@1',
    compute: ({ attributes, discovered }) => (Number(attributes) === 0 ? 0.5 : 0.5 + (0.5 * Number(discovered)) / Number(attributes)),
  },
  postconditions: [
    {
      id: 'list-counted',
      description: 'No more attributes and devices are listed than there are.',
      holds: ({ devices, device_count, attribute_count }) =>
        devices.length <= device_count && devices.reduce((sum, { attributes }) => sum + attributes.length, 0) <= attribute_count,
    },
    {
      id: 'handles-in-order',
      description: 'The attributes of a device are in the order of their numbers.',
      holds: ({ devices }) =>
        devices.every(({ attributes }) => attributes.every(({ handle }, at) => handle >= (attributes[at - 1]?.handle ?? 0))),
    },
  ],
  examples: examples['1.0.0'],
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
