import type { Immutable } from './immutable.ts';
import { instant, jsonObject, sha256, text, whole } from './identifiers.ts';
import { z } from './zod.ts';

/** Schema of a line of the journal (S3-3.39, R42). Lines are redacted, and each contains the hash of the previous one. */
export const AuditEntry = z.strictObject({
  seq: whole().describe('0-based position in the journal.'),
  timestamp: instant().describe('When the call ended.'),
  entry: text(1, 64).describe('Entry point of the call: page, console, plan, replay, webmcp, transcript, planner, mcp or embed.'),
  actor: text(1, 128).describe('`user:local` or `agent:<id>`.'),
  tenant: z.literal('local').describe('Always local.'),
  agentId: text(1, 128).describe('Id of the calling program.'),
  agentVersion: text(1, 64).describe('Version of the calling program.'),
  traceId: z.uuid().describe('The same for every call of one plan.'),
  correlationId: z.uuid().describe('The same for a call and its repairs.'),
  tool_call_id: text(1, 128).describe('Id of the call.'),
  request_id: text(0, 128).describe('Id of the attempt.'),
  tool_name: text(0, 128).describe('Canonical name; as called when unknown.'),
  called_as: text(0, 128).describe('Name in the call.'),
  tool_version: text(0, 64).describe('Version that ran; as requested when none did.'),
  schema_hash: text(0, 64).describe('SHA-256 of the schemas that the call was checked against; empty when none.'),
  effect: text(0, 32).describe('Effect of the tool; empty when unknown.'),
  risk: z.number().min(0).max(1).describe('Risk as the policy computes it.'),
  decision: z.enum(['allow', 'deny', 'unknown']).describe('Decision of the policy.'),
  approval: z.enum(['not_required', 'approved', 'modified', 'rejected', 'unattended']).describe('Decision of a person.'),
  approver: text(0, 128).describe('The person who decided; empty when no approval was needed.'),
  arguments: jsonObject().describe('Arguments, also of denied and rejected calls; only when they fit the schema of the tool.').optional(),
  captures: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .max(4096)
    .describe('Digests of the captures that were read.'),
  status: z.enum(['ok', 'partial', 'error']).describe('Status of the result.'),
  error_codes: z.array(text(1, 64)).max(64).describe('Distinct codes of the errors.'),
  attempts: whole().describe('Number of times that the tool was started.'),
  cached: z.boolean().describe('Whether the result is that of an earlier run.'),
  duration_ms: z.number().min(0).describe('Milliseconds of all processing.'),
  result_hash: sha256().describe('SHA-256 of the canonical result.').optional(),
  prev_hash: sha256().describe('`hash` of the line before; zeros on the first.'),
  hash: sha256().describe('SHA-256 of the canonical line without this field.'),
});

/** One line of the journal: who called what, the decision and the outcome. */
export type AuditEntry = Immutable<z.infer<typeof AuditEntry>>;

/** Result of verifying a journal. */
export interface AuditVerdict {
  readonly ok: boolean;
  /** Number of lines that were checked. */
  readonly entries: number;
  /** Hash of the last line; zeros if the journal is empty. */
  readonly head: string;
  /** Position of the first invalid line; `entries` if no line has the expected head. */
  readonly first_bad?: number;
  /** Number of lines after the one with the expected head. */
  readonly after_head?: number;
  /** For a person. */
  readonly message: string;
}
