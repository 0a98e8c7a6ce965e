import { amount } from '../../../base/amount.ts';
import { instant, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { defineTool } from '../../definition.ts';
import { READ_ONLY_TERMS } from '../read-only-terms.ts';
import { describeRecording } from './recordings.ts';
import examples from './examples.json';

const MOST = 200;

const Input = z.strictObject({
  id_contains: text(1, 128)
    .describe('Only captures whose id contains this text; all of them when absent.')
    .meta({ examples: ['chamber'] })
    .optional(),
});

const Capture = z.strictObject({
  capture_id: text(1, 128).describe('Id for capture_selection; also the name of its table in SQL.'),
  kind: z.enum(['ble', 'table']).describe('ble: one row per Bluetooth packet; table: rows of a table file.'),
  format: text(1, 64).describe('Format of the file, e.g. pcapng.'),
  row_count: whole().describe('Rows of the capture.').meta({ 'x-unit': 'rows' }),
  problem_count: whole().describe('Pieces of the file that could not be read, unitless.').meta({ 'x-unit': 'unitless' }),
  time_base: z
    .enum(['epoch', 'relative', 'none'])
    .describe('What its times count from: 1970-01-01 UTC, or the first row; none: it has none.'),
  start_ms: whole().describe('First millisecond with a row; absent without a time.').meta({ 'x-unit': 'ms' }).optional(),
  end_ms: whole().describe('Last millisecond with a row; absent without a time.').meta({ 'x-unit': 'ms' }).optional(),
  first_ts: instant().describe('Time of the first row in UTC; only with time_base epoch.').optional(),
  ready: z.boolean().describe('Whether its rows can be read now.'),
});

const Output = z.strictObject({
  capture_count: whole().describe('Open captures that match, unitless.').meta({ 'x-unit': 'unitless' }),
  captures: z
    .array(Capture)
    .max(MOST)
    .describe(`The first ${String(MOST)} of them, in the order in which they were opened; empty when none matches.`),
});

/** The open captures: the first question of a caller that does not see the page. */
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
  run: ({ id_contains = '' }, _context, capabilities) => {
    const open = capabilities.captures.list().filter(({ capture_id }) => capture_id.includes(id_contains.toLowerCase()));
    const captures = open.slice(0, MOST).map((capture) => ({
      capture_id: capture.capture_id,
      kind: capture.kind,
      format: capture.format,
      row_count: capture.row_count,
      problem_count: capture.problem_count,
      time_base: capture.time_base,
      ...capture.time_range,
      ...(capture.time_base === 'epoch' && capture.time_range && { first_ts: new Date(capture.time_range.start_ms).toISOString() }),
      ready: capture.unavailable === undefined,
    }));
    return Promise.resolve({
      status: 'ok' as const,
      summary:
        open.length === 0
          ? 'No capture matches: 0 captures.'
          : `${amount(open.length, 'capture')} ${open.length === 1 ? 'matches' : 'match'}.`,
      structured_output: { capture_count: open.length, captures },
      warnings: [],
      confidence_inputs: { open: open.length, shown: captures.length },
      hints: {
        reasoning: 'Read from the list of open captures.',
        next: describeRecording(open),
        noNext: open.length === 0 ? 'no capture is open that matches' : 'no open capture has rows that can be read now',
        contextNeeded: open.length === 0 ? ['an open capture; a person opens files in the workbench'] : [],
      },
    });
  },
});
