import type { Immutable } from './immutable.ts';
import { instant, jsonObject, sha256, text, whole } from './identifiers.ts';
import { z } from './zod.ts';

/** One line of the journal (S3-3.39, R42): who asked what, what was decided, how it ended. Redacted, chained by hash. */
export const AuditEntry = z.strictObject({
  seq: whole().describe('0-based position in the journal.'),
  timestamp: instant().describe('When the call ended.'),
  entry: text(1, 64).describe('Which door the call came in by.'),
  actor: text(1, 128).describe('`user:local` or `agent:<id>`.'),
  tenant: z.literal('local').describe('There is one.'),
  agentId: text(1, 128).describe('Program that called.'),
  agentVersion: text(1, 64).describe('Its version.'),
  traceId: z.uuid().describe('One per plan.'),
  correlationId: z.uuid().describe('Constant over repairs.'),
  tool_call_id: text(1, 128).describe('The call.'),
  request_id: text(0, 128).describe('The attempt.'),
  tool_name: text(0, 128).describe('Canonical name; as called when unknown.'),
  called_as: text(0, 128).describe('Name in the call.'),
  tool_version: text(0, 64).describe('Version that ran; as requested when none did.'),
  schema_hash: text(0, 64).describe('Schemas that were checked against; empty when none.'),
  effect: text(0, 32).describe('Effect of the tool; empty when unknown.'),
  risk: z.number().min(0).max(1).describe('Risk as the policy computes it.'),
  decision: z.enum(['allow', 'deny', 'unknown']).describe('What the policy said.'),
  approval: z.enum(['not_required', 'approved', 'modified', 'rejected', 'unattended']).describe('What a person said.'),
  approver: text(0, 128).describe('Who said it; empty when nobody was asked.'),
  arguments: jsonObject().describe('Arguments, only when they passed validation.').optional(),
  captures: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .max(4096)
    .describe('Digests of the captures that were read.'),
  status: z.enum(['ok', 'partial', 'error']).describe('How it ended.'),
  error_codes: z.array(text(1, 64)).max(64).describe('Codes of the errors, each once.'),
  attempts: whole().describe('How often the tool was started.'),
  cached: z.boolean().describe('Whether an earlier answer was given.'),
  duration_ms: z.number().min(0).describe('All processing.'),
  result_hash: sha256().describe('SHA-256 of the canonical result.').optional(),
  prev_hash: sha256().describe('`hash` of the line before; zeros on the first.'),
  hash: sha256().describe('SHA-256 of the canonical line without this field.'),
});

export type AuditEntry = Immutable<z.infer<typeof AuditEntry>>;

/** What verifying a journal found. */
export interface AuditVerdict {
  readonly ok: boolean;
  /** Lines that were looked at. */
  readonly entries: number;
  /** Hash of the last line; zeros of an empty journal. */
  readonly head: string;
  /** Position of the first line that does not hold; `entries` when the expected head is nowhere in the chain. */
  readonly first_bad?: number;
  /** Lines after the one with the expected head, where one was given. */
  readonly after_head?: number;
  /** For a person. */
  readonly message: string;
}
