import { defineTool } from '../../definition.ts';
import { QUERY_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Counts packets by type, channel, receiver, company, name and address class, and makes a time histogram. */
export const captureOverview = defineTool({
  manifest: {
    name: 'capture_overview',
    version: '1.1.0',
    kebab_name: 'summarize-capture',
    title: 'Capture overview',
    description:
      'Counts what is in the selected rows: packet types, channels, receivers, companies, names, address classes, and rows over time. Use it first, to see what a capture holds before asking more. Do not use it to list single rows; capture_query does that. Returns lists of values with their counts, and a time histogram.',
    long_description:
      'Every list shows its most frequent values and says how many there are in all. Columns that a capture does not have give an empty list. Address classes follow from the address-type bit and the top bits alone; nothing is estimated.',
    background: 'BLE devices send short packets on channels 37, 38 and 39 to be found; a name or a company in them says what a device is.',
    capabilities: ['counts', 'time_histogram'],
    execution_constraints: { max_timeout_ms: 120_000, max_payload_bytes: 65_536, supports_streaming: true },
    ...QUERY_TERMS,
    tags: ['overview', 'counts'],
    error_codes: [],
    alternatives: ['capture_query'],
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: {
    allow: [
      'row_count',
      'first_ts',
      'last_ts',
      ...['by_capture', 'by_type', 'by_channel', 'by_receiver', 'by_company', 'by_name'],
      'address_classes',
      'time_histogram',
      'bin_width_ms',
    ],
  },
  requires: ['captures', 'query'],
  confidence: {
    method: 'capture_overview/rows_with_time@1',
    compute: (inputs) => (Number(inputs['rows']) === 0 ? 0 : 0.9 + (0.1 * Number(inputs['rows_with_time'])) / Number(inputs['rows'])),
  },
  postconditions: [
    {
      id: 'types-add-up',
      description: 'Rows by type and rows that do not say add up to all rows, when the list is complete.',
      holds: ({ by_type, row_count }) =>
        by_type.has_more || by_type.values.reduce((sum, each) => sum + each.rows, by_type.missing) === row_count,
    },
    {
      id: 'histogram-holds-all',
      description: 'The bins hold no more rows than were selected.',
      holds: ({ time_histogram, row_count }) => time_histogram.reduce((sum, bin) => sum + bin.rows, 0) <= row_count,
    },
  ],
  examples: examples['1.1.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
