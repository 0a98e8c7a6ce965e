import { defineTool } from '../../definition.ts';
import { QUERY_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** The tool that lists connections: the devices, duration, parameters, encryption, and how each connection ended. */
export const connectionOverview = defineTool({
  manifest: {
    name: 'connection_overview',
    version: '1.0.0',
    kebab_name: 'list-connections',
    title: 'Connections of a capture',
    description:
      'Lists the connections of the selected captures: both addresses, duration, packets by direction, parameters and their changes, encryption, pairing, isochronous streams, and why each ended. Use it to see who was connected and what protects it. Do not use it for what was read or written; gatt_overview does that. Returns one entry per connection.',
    long_description:
      'A connection is listed if it overlaps the time span of the selected rows; its figures cover the whole connection. Packets that a sniffer missed show as gaps. Security is stated as far as the recording shows it.',
    background: 'A central opens a connection to a peripheral that advertises; both then exchange packets at agreed times.',
    capabilities: ['connection_list'],
    execution_constraints: { max_timeout_ms: 120_000, max_payload_bytes: 65_536, supports_streaming: false },
    ...QUERY_TERMS,
    tags: ['connections', 'overview', 'security'],
    error_codes: [],
    alternatives: ['gatt_overview', 'capture_query'],
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['connection_count', 'has_more', 'connections', 'captures_without'] },
  requires: ['captures', 'query'],
  confidence: {
    method: 'connection_overview/packets_heard@1',
    compute: ({ packets, missed }) => (Number(packets) === 0 ? 0.5 : Number(packets) / (Number(packets) + Number(missed))),
  },
  postconditions: [
    {
      id: 'list-counted',
      description: 'The list has no more connections than match, and says when it leaves some out.',
      holds: ({ connections, connection_count, has_more }) =>
        connections.length <= connection_count && has_more === connections.length < connection_count,
    },
    {
      id: 'directions-within-packets',
      description: 'No more packets have a direction than there are.',
      holds: ({ connections }) => connections.every((each) => each.packets_c_to_p + each.packets_p_to_c <= each.packets),
    },
  ],
  examples: examples['1.0.0'],
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
