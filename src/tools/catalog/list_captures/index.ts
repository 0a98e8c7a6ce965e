import { defineTool } from '../../definition.ts';
import { READ_ONLY_TERMS } from '../read-only-terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Lists the open captures, for callers that cannot see the page. */
export const listCaptures = defineTool({
  manifest: {
    name: 'list_captures',
    version: '1.0.0',
    kebab_name: 'list-captures',
    title: 'Open captures',
    description:
      'Lists the open captures. A capture is a recording of Bluetooth Low Energy (BLE) radio packets, or a table file. Use it first: every other call selects rows by a capture_id. Do not use it to see what is inside a capture; describe_capture and capture_overview do that. Returns id, kind, number of rows and time span of each capture.',
    long_description: 'It reads no rows. The list changes when a person opens or closes a file.',
    capabilities: ['capture_list'],
    execution_constraints: { max_timeout_ms: 5000, max_payload_bytes: 4096, supports_streaming: false },
    ...READ_ONLY_TERMS,
    deterministic: false,
    permissions: ['captures:read'],
    responseTime: 'fast',
    cacheable: false,
    idempotent: false,
    tags: ['captures', 'overview'],
    error_codes: [],
    alternatives: ['describe_capture', 'capture_overview'],
  },
  input: Input,
  output: Output,
  scope: 'none',
  redaction: { allow: ['capture_count', 'captures'] },
  requires: ['captures'],
  confidence: { method: 'list_captures/complete_list@1', compute: ({ open, shown }) => (open === shown ? 1 : 0.9) },
  postconditions: [
    {
      id: 'list-counted',
      description: 'The list has no more captures than match.',
      holds: (out) => out.captures.length <= out.capture_count,
    },
    {
      id: 'span-in-order',
      description: 'No capture ends before it starts.',
      holds: ({ captures }) => captures.every(({ start_ms = 0, end_ms = start_ms }) => start_ms <= end_ms),
    },
  ],
  examples: examples['1.0.0'],
  run: async (args, _context, { captures }) => (await import('./run.ts')).run(args, captures.list()),
});
