/** Schema of a result (S0 §3), a superset of all the specifications' shapes (R9). */
import { AgentHints, ConfidenceBasis } from './hints.ts';
import type { Immutable } from './immutable.ts';
import { instant, jsonObject, ratio, sha256, text, whole } from './identifiers.ts';
import { z } from './zod.ts';

const code = () => z.string().regex(/^[A-Z][A-Z0-9_]*$/);

export const ToolError = z.strictObject({
  code: code().describe('Stable code of the error registry.'),
  message: text(1, 4000).describe('What was expected and what was found.'),
  field: text(1, 1024).describe('Dotted path from the invocation’s root.').optional(),
  key: text(0, 512).describe('The bare key, where the fault is one key.').optional(),
  pointer: text(0, 1024).describe('The same place as a JSON Pointer.').optional(),
  aliases: z.array(text(1, 64)).max(8).describe('Other names of the same code.').optional(),
  expected: text(1, 1000).describe('What was expected.').optional(),
  got: text(1, 1000).describe('What was found.').optional(),
  example: z.unknown().describe('A value that would be right.').optional(),
  allowed: z
    .array(z.union([z.string(), z.number()]))
    .max(64)
    .describe('Allowed values, nearest first.')
    .optional(),
  offset: whole().describe('0-based character offset inside the text at `field`.').optional(),
  fatal: z.boolean().describe('False on a partial result.').optional(),
  details: jsonObject().describe('Values that a repair needs, e.g. the supported range.').optional(),
});

export const ToolWarning = z.strictObject({
  code: code().describe('Stable code.'),
  message: text(1, 4000).describe('What to know.'),
  field: text(1, 1024).describe('Dotted path of the place.').optional(),
  details: jsonObject().describe('Values behind the warning.').optional(),
});

export const ToolArtifact = z.strictObject({
  name: text(1, 200).describe('Label, unique within the result.'),
  mime_type: z
    .string()
    .regex(/^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*(?:;.*)?$/)
    .describe('MIME type.'),
  uri: text(1, 2048).describe('Local address: blob: in the page, a relative path in a bundle.'),
  sha256: sha256().describe('Digest of the bytes.'),
  bytes: whole().describe('Size in bytes.').optional(),
});

/** One change that a repair made to a call before it ran. */
export const CallChange = z.strictObject({
  field: text(0, 1024).describe('Dotted path from the invocation’s root.'),
  pointer: text(0, 1024).describe('The same place as a JSON Pointer.'),
  before: z.unknown().describe('Value in the call as written; absent when there was none.').optional(),
  after: z.unknown().describe('Value in the call that ran; absent when it was removed.').optional(),
  why: text(1, 1000).describe('Reason for the change.'),
  class: z
    .enum(['lossless', 'choice', 'loss'])
    .describe('lossless: the same question; choice: one of several readings; loss: less than was asked.'),
});

export const ToolMetadata = z.strictObject({
  toolName: text(0, 128).describe('Canonical name; as called when unknown.'),
  toolVersion: text(0, 64).describe('Version that ran; as requested when none did.'),
  requestedVersion: text(0, 64).describe('Version that was asked for.').optional(),
  calledAs: text(0, 128).describe('Name in the call.').optional(),
  schemaHash: sha256().describe('SHA-256 of the schemas that the call was checked against.').optional(),
  timestamp: instant().describe('When the tool ran.'),
  executionTime: z.number().min(0).describe('Milliseconds, all processing.'),
  toolTime: z.number().min(0).describe('Milliseconds of it in the tool itself; absent when the tool did not run.').optional(),
  startedAt: instant().describe('Start.'),
  endedAt: instant().describe('End.'),
  startedAtMs: z.number().describe('Start in ms since 1970-01-01 UTC.'),
  endedAtMs: z.number().describe('End in ms since 1970-01-01 UTC.'),
  serviceVersion: text(1, 64).describe('Version of the workbench.'),
  kernels_sha256: text(0, 64).describe('Digest of the compiled arithmetic.').optional(),
  traceId: z.uuid().describe('The same for every call of one plan.'),
  correlationId: z.uuid().describe('The same for a call and its repairs.'),
  requestId: text(0, 128).describe('Id of the attempt.'),
  entry: text(1, 64).describe('Entry point of the call: page, console, plan, replay, webmcp, transcript, planner, mcp or embed.'),
  cached: z.boolean().describe('Whether the result is that of an earlier run.'),
  result_hash: sha256().describe('SHA-256 of the canonical result; equal for equal calls.').optional(),
  timeout_ms: whole().describe('Timeout in force, after clamping.').optional(),
  selection: jsonObject().describe('The selection in its normal form.').optional(),
  captures: z
    .array(
      z.strictObject({
        capture_id: text(1, 128).describe('Id on this page.'),
        sha256: sha256().describe('Digest of the file.'),
        decrypted: z.literal(true).describe('Its encrypted packets were read with keys.').optional(),
      }),
    )
    .max(4096)
    .describe('The captures that were read.')
    .optional(),
  defaults: jsonObject().describe('Arguments that were filled in by default.').optional(),
  measures: jsonObject().describe('Measurements of the run.').optional(),
  confidence_semantics: text(1, 600).describe('How the confidence is to be read.').optional(),
  error_count: whole().describe('All errors found; `errors` lists the first 64.').optional(),
  trust: z.enum(['trusted', 'semi', 'untrusted']).describe('Lowest trust of tool and inputs.').optional(),
  repairs: z.array(CallChange).max(64).describe('What a repair changed in the call before it ran; absent when nothing.').optional(),
});

export const ToolResult = z.strictObject({
  status: z.enum(['ok', 'partial', 'error']).describe('ok: complete; partial: with known gaps; error: no answer.'),
  summary: text(1, 400).describe('The answer in a sentence or two.'),
  structured_output: jsonObject().describe('The answer, as the tool’s output_schema describes it.').optional(),
  data: jsonObject().describe('The same object as structured_output.').optional(),
  artifacts: z.array(ToolArtifact).max(64).describe('Files that the call made.'),
  warnings: z.array(ToolWarning).max(512).describe('What to know about the answer.'),
  errors: z.array(ToolError).max(64).describe('What is wrong, one entry for each fault.'),
  confidence: ratio().describe('0 to 1: how representative and right the answer is; 0 on error.'),
  confidence_basis: ConfidenceBasis.describe('How the confidence was computed.'),
  agentHints: AgentHints.describe('Advice about the next steps.'),
  metadata: ToolMetadata.describe('How the result was made.'),
  tool_call_id: text(1, 128).describe('Id of the call, the same in every event.'),
  ok: z.boolean().describe('False when status is error.'),
  errorCode: text(1, 64).describe('Class of the first error.').optional(),
});

export const ValidationReport = z.strictObject({
  valid: z.boolean().describe('Whether the call could run.'),
  errors: z.array(ToolError).max(64).describe('The first 64 errors.'),
  warnings: z.array(ToolWarning).max(512).describe('What to know before running.'),
  error_count: whole().describe('Number of all errors.'),
  validators: z
    .strictObject({
      zod: z.boolean().describe('Verdict of the authored schema.'),
      ajv: z.boolean().describe('Verdict of the derived schema.'),
    })
    .describe('Both verdicts on the schemas alone; they agree.'),
});

export type CallChange = Immutable<z.infer<typeof CallChange>>;
export type ToolError = Immutable<z.infer<typeof ToolError>>;
export type ToolWarning = Immutable<z.infer<typeof ToolWarning>>;
export type ToolArtifact = Immutable<z.infer<typeof ToolArtifact>>;
export type ToolMetadata = Immutable<z.infer<typeof ToolMetadata>>;
export type ToolResult = Immutable<z.infer<typeof ToolResult>>;
export type ValidationReport = Immutable<z.infer<typeof ValidationReport>>;
