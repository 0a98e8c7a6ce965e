import { defineTool } from '../../definition.ts';
import { READ_ONLY_TERMS } from '../read-only-terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** The columns of captures: kind, unit, range and examples, so a caller need not learn them by failing. */
export const describeCapture = defineTool({
  manifest: {
    name: 'describe_capture',
    version: '1.0.0',
    kebab_name: 'describe-capture',
    title: 'Columns of a capture',
    description:
      'Describes the columns of captures: what each holds, its kind and unit, its range and its most frequent values. Use it before you name columns in a filter, in SQL or in an argument, and to learn the terms of a BLE recording. Do not use it to count packets by type or over time; capture_overview does that. Returns one entry per column.',
    long_description:
      'One row is one packet that a sniffer received, or one row of a table file. Signal strength (rssi) is in dBm and negative; closer to 0 is stronger. An address names the sender, but phones change theirs every few minutes. Figures count the selected rows only.',
    capabilities: ['column_description'],
    execution_constraints: { max_timeout_ms: 120_000, max_payload_bytes: 65_536, supports_streaming: true },
    ...READ_ONLY_TERMS,
    deterministic: true,
    permissions: ['captures:read'],
    responseTime: 'medium',
    cacheable: true,
    cacheTTL: 86_400,
    idempotent: true,
    tags: ['columns', 'overview'],
    error_codes: [{ code: 'INVALID_VALUE', meaning: 'A column to describe is not one of the selected captures, or is named twice.' }],
    alternatives: ['capture_overview', 'list_captures'],
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['row_count', 'time_base', 'start_ms', 'end_ms', 'columns', 'has_more'] },
  requires: ['captures', 'query'],
  confidence: { method: 'describe_capture/rows@1', compute: ({ rows }) => (Number(rows) > 0 ? 1 : 0.5) },
  postconditions: [
    {
      id: 'filled-within-rows',
      description: 'No column has more values than there are rows, nor more different ones than values.',
      holds: ({ columns, row_count }) => columns.every(({ filled, distinct }) => distinct <= filled && filled <= row_count),
    },
  ],
  examples: examples['1.0.0'],
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
