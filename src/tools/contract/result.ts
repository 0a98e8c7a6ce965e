import { AgentHints, ConfidenceBasis } from './hints.ts';
import type { Immutable } from './immutable.ts';
import { instant, jsonObject, ratio, sha256, text, whole } from './identifiers.ts';
import { z } from './zod.ts';

/** What comes back (S0 §3) as one superset of every specification's shape (R9). */

const code = () => z.string().regex(/^[A-Z][A-Z0-9_]*$/);

export const ToolError = z.strictObject({
  code: code().describe('Stable code of the error registry.'),
  message: text(1, 4000).describe('What was expected and what was found.'),
  field: text(1, 1024).describe('Dotted path from the invocation’s root.').optional(),
  key: text(0, 512).describe('The bare key, where the fault is one key.').optional(),
  pointer: text(0, 1024).describe('The same place as a JSON Pointer.').optional(),
  aliases: z.array(text(1, 64)).max(8).describe('Other names of the same code (R1).').optional(),
  expected: text(1, 1000).describe('What would have been right.').optional(),
  got: text(1, 1000).describe('What was found.').optional(),
  example: z.unknown().describe('A value that would be right.').optional(),
  allowed: z
    .array(z.union([z.string(), z.number()]))
    .max(64)
    .describe('Values that exist, nearest first.')
    .optional(),
  offset: whole().describe('0-based character offset inside the text at `field`.').optional(),
  fatal: z.boolean().describe('false on a partial result (R15).').optional(),
  details: jsonObject().describe('Figures that a repair needs, e.g. the supported range.').optional(),
});

export const ToolWarning = z.strictObject({
  code: code().describe('Stable code.'),
  message: text(1, 4000).describe('What to know.'),
  field: text(1, 1024).describe('Dotted path it is about.').optional(),
  details: jsonObject().describe('Figures behind it.').optional(),
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

export const ToolMetadata = z.strictObject({
  toolName: text(0, 128).describe('Canonical name; as called when unknown.'),
  toolVersion: text(0, 64).describe('Version that ran; as requested when none did.'),
  requestedVersion: text(0, 64).describe('Version that was asked for.').optional(),
  calledAs: text(0, 128).describe('Name in the call.').optional(),
  schemaHash: sha256().describe('Schemas that were checked against.').optional(),
  timestamp: instant().describe('When the tool ran.'),
  executionTime: z.number().min(0).describe('Milliseconds, all processing.'),
  toolTime: z.number().min(0).describe('Milliseconds of it that the tool itself worked; absent when it did not run.').optional(),
  startedAt: instant().describe('Start.'),
  endedAt: instant().describe('End.'),
  startedAtMs: z.number().describe('Start in ms since 1970-01-01 UTC.'),
  endedAtMs: z.number().describe('End in ms since 1970-01-01 UTC.'),
  serviceVersion: text(1, 64).describe('Version of the workbench.'),
  kernels_sha256: text(0, 64).describe('Digest of the compiled arithmetic.').optional(),
  traceId: z.uuid().describe('One per plan.'),
  correlationId: z.uuid().describe('Constant over repairs.'),
  requestId: text(0, 128).describe('The attempt.'),
  entry: text(1, 64).describe('Which door the call came in by.'),
  cached: z.boolean().describe('Whether the answer was kept from an earlier run.'),
  result_hash: sha256().describe('SHA-256 of the canonical result (R38).').optional(),
  timeout_ms: whole().describe('Timeout in force, after clamping.').optional(),
  selection: jsonObject().describe('The selection as it was understood.').optional(),
  captures: z
    .array(
      z.strictObject({
        capture_id: text(1, 128).describe('Id on this page.'),
        sha256: sha256().describe('Digest of the file.'),
      }),
    )
    .max(4096)
    .describe('What the result rests on.')
    .optional(),
  defaults: jsonObject().describe('Arguments that were filled in.').optional(),
  measures: jsonObject().describe('Figures about the run.').optional(),
  confidence_semantics: text(1, 600).describe('How the confidence is to be read.').optional(),
  error_count: whole().describe('All errors found; `errors` lists the first 64.').optional(),
  trust: z.enum(['trusted', 'semi', 'untrusted']).describe('Lowest trust of tool and inputs.').optional(),
});

export const ToolResult = z.strictObject({
  status: z.enum(['ok', 'partial', 'error']).describe('ok: complete; partial: with known gaps; error: none.'),
  summary: text(1, 400).describe('The answer in a sentence or two.'),
  structured_output: jsonObject().describe('The answer for machines, by the tool’s output_schema.').optional(),
  data: jsonObject().describe('The same object as structured_output.').optional(),
  artifacts: z.array(ToolArtifact).max(64).describe('Files that came of it.'),
  warnings: z.array(ToolWarning).max(512).describe('What to know.'),
  errors: z.array(ToolError).max(64).describe('What is wrong.'),
  confidence: ratio().describe('How representative and right the answer is; 0 on error.'),
  confidence_basis: ConfidenceBasis.describe('How that was computed.'),
  agentHints: AgentHints.describe('What to do with it.'),
  metadata: ToolMetadata.describe('Where it comes from.'),
  tool_call_id: text(1, 128).describe('The same id from start to result.'),
  ok: z.boolean().describe('Whether status is not error.'),
  errorCode: text(1, 64).describe('Class of the first error in S2’s words.').optional(),
});

export const ValidationReport = z.strictObject({
  valid: z.boolean().describe('Whether the call could run.'),
  errors: z.array(ToolError).max(64).describe('Everything found, the first 64.'),
  warnings: z.array(ToolWarning).max(512).describe('What to know before running.'),
  error_count: whole().describe('How many errors there are in all.'),
  validators: z
    .strictObject({
      zod: z.boolean().describe('Verdict of the authored schema.'),
      ajv: z.boolean().describe('Verdict of the derived schema.'),
    })
    .describe('Both verdicts on the schemas alone; they agree.'),
});

export type ToolError = Immutable<z.infer<typeof ToolError>>;
export type ToolWarning = Immutable<z.infer<typeof ToolWarning>>;
export type ToolArtifact = Immutable<z.infer<typeof ToolArtifact>>;
export type ToolMetadata = Immutable<z.infer<typeof ToolMetadata>>;
export type ToolResult = Immutable<z.infer<typeof ToolResult>>;
export type ValidationReport = Immutable<z.infer<typeof ValidationReport>>;
