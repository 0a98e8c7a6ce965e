/** Schema of a call (S0 §2), with both spellings of the selection (R3, R4, R5). */
import type { Immutable } from './immutable.ts';
import { jsonObject, RequestId, requestedVersion, text, timeRange, whole } from './identifiers.ts';
import { z } from './zod.ts';

const captureId = () => text(1, 128);
const filter = () => text(1, 8192);

/**
 * Selects rows: either `capture_id` with `selectors`, or `capture_ids` with `time_window` and `filter_expression`. Each kind of condition
 * may be given once. Every selector is optional.
 */
export const CaptureSelection = z.strictObject({
  capture_id: captureId()
    .describe('Id of one open capture.')
    .meta({ examples: ['lab_floor_2026_04_03_a'] })
    .optional(),
  capture_ids: z
    .array(captureId())
    .min(1)
    .max(4096)
    .describe('Ids of the open captures whose rows count together.')
    .meta({ examples: [['lab_floor_2026_04_03_a', 'lab_floor_2026_04_03_b']] })
    .optional(),
  selectors: z
    .strictObject({
      time_range: timeRange().describe('Inclusive bounds in ms.').optional(),
      channels: z.array(text(1, 256)).max(256).describe('Channels or receivers, any of which counts.').optional(),
      filters: z.array(filter()).max(64).describe('Predicates, all of which must hold.').optional(),
    })
    .describe('Sub-selection of one capture.')
    .optional(),
  time_window: timeRange().describe('Inclusive bounds in ms.').optional(),
  filter_expression: filter().describe('One predicate, e.g. channel IN (37,38,39) AND rssi > -92.').optional(),
  time_base: z
    .enum(['epoch', 'relative'])
    .describe('Whether times count from 1970-01-01 UTC or from the first packet; guessed from their size when absent.')
    .optional(),
});

export const ToolInvocation = z.strictObject({
  tool_name: text(1, 128)
    .describe('Name of the tool, or one of its aliases.')
    .meta({ examples: ['bluetooth_address_analyzer'] }),
  tool_version: requestedVersion()
    .describe('Version as major.minor.patch.')
    .meta({ examples: ['1.0.0'] }),
  capture_selection: CaptureSelection.describe('Which rows of which captures.'),
  arguments: jsonObject().describe('The tool’s own parameters, checked against its input_schema.'),
  request_id: RequestId.describe('Names this attempt; a new one for every attempt.').meta({ examples: ['req-bt-71ac9d11'] }),
  timeout_ms: whole()
    .describe('How long the call may take in ms; clamped to the tool’s bound.')
    .meta({ 'x-unit': 'ms', examples: [60000] }),
  tool_call_id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/)
    .describe('The caller’s own id of the call; request_id when absent.')
    .optional(),
});

export type CaptureSelection = Immutable<z.infer<typeof CaptureSelection>>;
export type ToolInvocation = Immutable<
  Omit<z.infer<typeof ToolInvocation>, 'request_id' | 'capture_selection'> & { request_id: string; capture_selection: unknown }
>;
export type ValidatedInvocation = Immutable<Omit<z.infer<typeof ToolInvocation>, 'request_id'> & { request_id: string }>;
