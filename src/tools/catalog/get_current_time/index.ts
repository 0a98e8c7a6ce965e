import { instant, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { defineTool } from '../../definition.ts';
import examples from './examples.json';

const Input = z.strictObject({});

const Output = z.strictObject({
  now: instant().describe('The time in UTC, RFC 3339 with Z.'),
  now_ms: whole().describe('The same in milliseconds since 1970-01-01 UTC.').meta({ 'x-unit': 'ms' }),
});

/** Returns the time of this machine's clock. */
export const getCurrentTime = defineTool({
  manifest: {
    name: 'get_current_time',
    version: '1.0.0',
    kebab_name: 'get-current-time',
    title: 'Current time',
    description:
      'Reads the clock of this machine. Use it to tell how old a capture is, or to date a note. Do not use it for the times of packets; capture_overview has those. Returns the time in UTC as text and in milliseconds.',
    long_description: 'The answer is as accurate as the clock of the machine. It takes no arguments and reads no capture.',
    capabilities: ['current_time'],
    execution_constraints: { max_timeout_ms: 1000, max_payload_bytes: 4096, supports_streaming: false },
    cost_hint: { unit: 'call', estimated_cost: 0, currency: 'credits' },
    deterministic: false,
    effect: 'read_only',
    reversible: true,
    category: 'query',
    permissions: ['clock:read'],
    responseTime: 'fast',
    cacheable: false,
    idempotent: false,
    tags: ['time'],
    error_codes: [],
    alternatives: ['capture_overview'],
  },
  input: Input,
  output: Output,
  scope: 'none',
  redaction: { allow: ['now', 'now_ms'] },
  requires: ['clock'],
  confidence: { method: 'get_current_time/machine_clock@1', compute: (inputs) => (Number(inputs['now_ms']) > 0 ? 1 : 0) },
  postconditions: [
    { id: 'one-instant', description: 'Both forms say the same instant.', holds: ({ now, now_ms }) => Date.parse(now) === now_ms },
  ],
  examples: examples['1.0.0'],
  run: (_args, _context, { clock }) => {
    const now_ms = Math.floor(clock.now());
    const now = new Date(now_ms).toISOString();
    return Promise.resolve({
      status: 'ok' as const,
      summary: `It is ${now}.`,
      structured_output: { now, now_ms },
      warnings: [],
      confidence_inputs: { now_ms },
      hints: {
        assumptions: ['the clock of this machine is right'],
        reasoning: 'Read from the clock of this machine.',
        next: [
          {
            tool: 'list_captures',
            arguments: {},
            why: 'See which captures are open, and when their packets were heard.',
            expectedOutcome: 'Ids and times of the open captures.',
            // Set the benefit to 0, because this call reads no rows on which it could be measured.
            benefit: { measure: 'rows_described', share: 0 },
          },
        ],
      },
    });
  },
});
