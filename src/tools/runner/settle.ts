import { canonicalJson } from '../../base/canonical.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { utf8 } from '../../base/utf8.ts';
import { errorRow, LISTED_ERRORS, shorten, toolError } from '../contract/errors.ts';
import type { CallChange, ToolArtifact, ToolError, ToolManifest, ToolMetadata, ToolResult, ToolWarning } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { checkJson } from '../contract/json-value.ts';
import { canonicalResult } from '../contract/result-hash.ts';
import { contractChecker } from '../contract/schema.ts';
import type { ArtifactDraft, SelectedRows, ToolContext } from '../definition.ts';
import type { InstalledTool, ToolRegistry } from '../registry.ts';
import type { Advisor } from './advice.ts';
import { NO_ROWS, type ReadyCall } from './check.ts';
import type { Answered, Failed, Outcome } from './execute.ts';
import { deepFreeze } from './freeze.ts';
import { brokenOrder, completeHints } from './hints.ts';
import { anomaliesIn } from './plausible.ts';
import type { RunnerParts } from './ports.ts';
import { redact } from './redact.ts';

/**
 * Fourth stage: checks the tool's answer against its manifest, redacts it, and wraps it in the envelope with advice, provenance and hash.
 * Failures of earlier stages get the same envelope.
 */
export interface Settlement {
  readonly tool: InstalledTool | undefined;
  readonly call: ReadyCall | undefined;
  readonly context: ToolContext;
  readonly calledAs: string;
  readonly requestedVersion: string;
  readonly outcome: Outcome;
  /** Warnings from parsing and checking; the tool's own warnings follow them. */
  readonly warnings: readonly ToolWarning[];
  readonly errorCount: number;
  readonly startedAt: number;
  readonly maxResultBytes: number;
  /** Whether the outcome came from the cache. */
  readonly cached: boolean;
  readonly toolTime: number | undefined;
  /** Lowest trust of the data in the call's arguments. */
  readonly trust: ToolManifest['trust'];
  /** Changes that a repair made to the call. */
  readonly repairs: readonly CallChange[] | undefined;
  /** What suggesting next calls needs: the caller's view of tools and captures, and the checks of its calls. */
  readonly advisor: Advisor;
}

export interface Settled {
  readonly result: ToolResult;
  /** Length of the tool's answer as JSON; 0 if there is no answer. */
  readonly characters: number;
  /** Size of the hashed part of the result as JSON, plus that of its files. */
  readonly bytes: number;
}

export async function settle(settlement: Settlement, parts: RunnerParts): Promise<Settled> {
  const { tool, call } = settlement;
  const { outcome } = settlement;
  if (outcome.status === 'error') return envelope(settlement, outcome, parts);
  if (!tool || !call) throw new Error('broken invariant: an answer without a tool');
  try {
    return await envelope(settlement, await promised(outcome, tool, call, settlement, parts), parts);
  } catch (error) {
    // A rule of the tool threw while it checked the tool's answer.
    parts.debug?.({ traceId: settlement.context.traceId, tool_call_id: settlement.context.tool_call_id, phase: 'failure', error });
    return envelope(settlement, failed('OUTPUT_INVALID', `${tool.manifest.name} could not judge its own answer`), parts);
  }
}

/** `text` is the redacted answer as canonical JSON; `characters` is the length of the answer before redaction. */
type CheckedOutcome = (Answered & { readonly files: readonly ToolArtifact[]; readonly text: string; readonly characters: number }) | Failed;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

async function promised(
  outcome: Answered,
  tool: InstalledTool,
  call: ReadyCall,
  { maxResultBytes, context }: Settlement,
  parts: RunnerParts,
): Promise<CheckedOutcome> {
  const json = checkJson(outcome.structured_output, ['structured_output']);
  const output = await tool.output();
  const broken = json.errors[0] ?? output.fault(json.value, ['structured_output']) ?? brokenPromise(outcome, json.value, tool, call);
  if (broken) {
    parts.debug?.({ traceId: context.traceId, tool_call_id: context.tool_call_id, phase: 'failure', error: broken });
    return failed(
      'OUTPUT_INVALID',
      `${tool.manifest.name} answered something else than its output_schema promises: ${shorten(broken.message, 600)}`,
    );
  }
  let safe: unknown;
  try {
    safe = redact(json.value, tool.definition.redaction.allow);
  } catch (error) {
    parts.debug?.({ traceId: context.traceId, tool_call_id: context.tool_call_id, phase: 'failure', error });
  }
  if (!isRecord(safe)) return failed('REDACTION_FAILED', `it could not be decided what of ${tool.manifest.name}’s answer may be shown`);
  // Redaction returns the same object if it removes nothing.
  const text = safe === json.value ? json.text : canonicalJson(safe);
  // A UTF-16 unit takes at most three bytes of UTF-8, so only long texts must be encoded to measure them.
  const bytes = text.length * 3 > maxResultBytes ? utf8(text).length : 0;
  if (bytes > maxResultBytes) {
    return failed(
      'RESULT_TOO_LARGE',
      `the result has ${String(bytes)} bytes; the policy leaves this call ${String(maxResultBytes)}: select fewer rows`,
    );
  }
  const warnings = [...outcome.warnings, ...anomaliesIn(safe, output.schema, call.rows)];
  let files: readonly ToolArtifact[];
  try {
    files = outcome.artifacts === undefined ? [] : await filed(outcome.artifacts, parts);
  } catch (error) {
    parts.debug?.({ traceId: context.traceId, tool_call_id: context.tool_call_id, phase: 'failure', error });
    const { code, message } =
      error instanceof WorkbenchError ? error : { code: 'WRITE_FAILED', message: 'a file of the answer could not be stored' };
    return failed(code, shorten(message, 600));
  }
  return { ...outcome, structured_output: safe, warnings, files, text, characters: json.text.length };
}

const failed = (code: string, message: string): Failed => ({
  status: 'error',
  errors: [toolError(code, message)],
});

/**
 * Checks that a schema cannot express: a partial answer explains itself, an ok answer lacks nothing, names are unique, postconditions hold
 * (S0-5.3h, S0-3.7, S3-2.5).
 */
function brokenPromise(outcome: Answered, output: unknown, tool: InstalledTool, call: ReadyCall): ToolError | undefined {
  if (outcome.status === 'partial' && outcome.warnings.length === 0)
    return toolError('OUTPUT_INVALID', 'a partial result without a warning that says what is missing');
  if (outcome.status === 'ok' && (outcome.errors ?? []).length > 0) return toolError('OUTPUT_INVALID', 'errors beside status ok');
  const names = (outcome.artifacts ?? []).map((artifact) => artifact.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return toolError('OUTPUT_INVALID', `two artifacts named ${JSON.stringify(twice)}`);
  const order = brokenOrder(outcome.hints ?? {});
  if (order !== undefined) return toolError('OUTPUT_INVALID', order);
  for (const rule of tool.definition.postconditions ?? []) {
    if (!rule.holds(output as never, call.invocation.arguments as never, call.rows)) {
      return toolError('OUTPUT_INVALID', `the postcondition ${rule.id} does not hold: ${rule.description}`);
    }
  }
  return undefined;
}

async function filed(drafts: readonly ArtifactDraft[], parts: RunnerParts): Promise<ToolArtifact[]> {
  const store = parts.storeArtifact;
  if (store === undefined) return [];
  return Promise.all(
    drafts.map(async (draft) => ({
      name: draft.name,
      mime_type: draft.mime_type,
      sha256: await parts.hash(draft.bytes),
      bytes: draft.bytes.length,
      uri: await store(draft),
    })),
  );
}

async function envelope(settlement: Settlement, outcome: CheckedOutcome, parts: RunnerParts): Promise<Settled> {
  const { call } = settlement;
  const draft = draftOf(settlement, outcome, parts);
  const first = contractChecker('tool-result').fault(draft);
  const own = call !== undefined && outcome.errors?.[0]?.code !== 'OUTPUT_INVALID';
  if (first !== undefined && (outcome.status !== 'error' || own)) {
    const fault = failed('OUTPUT_INVALID', `the result does not fit the contract: ${shorten(first.message, 600)}`);
    return envelope(settlement, fault, parts);
  }
  const answer = outcome.status === 'error' ? undefined : outcome;
  const canonical = utf8(canonicalResult(draft, answer?.text));
  const result_hash = await parts.hash(canonical);
  const bytes = canonical.length + sum((answer?.files ?? []).map((file) => file.bytes ?? 0));
  return { result: deepFreeze({ ...draft, metadata: { ...draft.metadata, result_hash } }), characters: answer?.characters ?? 0, bytes };
}

function draftOf(settlement: Settlement, outcome: CheckedOutcome, parts: RunnerParts): ToolResult {
  const { tool, call, context } = settlement;
  const failedOutcome = outcome.status === 'error';
  const errors = (outcome.errors ?? []).slice(0, LISTED_ERRORS).map((error) => (failedOutcome ? error : { ...error, fatal: false }));
  const warnings = [...lossesOf(settlement.repairs), ...settlement.warnings, ...(outcome.warnings ?? [])].slice(0, 512);
  const endedAt = parts.clock.now();
  const fallback = tool?.manifest.fallback === undefined ? undefined : kebab(parts.registry, tool.manifest.fallback);
  const errorCode = errorRow(errors[0]?.code ?? '')?.s2_code;
  const confidence = confidenceOf(outcome, tool);
  return {
    status: outcome.status,
    summary: shorten(failedOutcome ? failureSummary(errors, settlement.errorCount) : outcome.summary, 400),
    ...(!failedOutcome && { structured_output: outcome.structured_output, data: outcome.structured_output }),
    artifacts: failedOutcome ? [] : outcome.files,
    warnings,
    errors,
    ...confidence,
    agentHints: completeHints({
      tool,
      status: outcome.status,
      confidence: confidence.confidence,
      parts: outcome.hints,
      rows: call?.rows ?? NO_ROWS,
      warnings,
      errors,
      calledAs: settlement.calledAs,
      arguments: call?.invocation.arguments ?? {},
      defaults: call?.defaults ?? {},
      fallback,
      advisor: settlement.advisor,
      now: new Date(endedAt).toISOString(),
    }),
    metadata: metadataOf(settlement, outcome, endedAt, parts),
    tool_call_id: context.tool_call_id,
    ok: !failedOutcome,
    ...(failedOutcome && errorCode !== undefined && { errorCode }),
  };
}

/** Warnings for repairs that narrowed the question: a result must say if it answers less than was asked. */
const lossesOf = (repairs: Settlement['repairs'] = []): ToolWarning[] =>
  repairs
    .filter((change) => change.class === 'loss')
    .map(({ field, pointer, before, after, why }) => ({
      code: 'REQUEST_REDUCED',
      message: shorten(`${field || 'the call'} was changed before the call ran, so the answer covers less than was asked: ${why}`, 1000),
      ...(field !== '' && { field }),
      details: { pointer, ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
    }));

const kebab = (registry: ToolRegistry, name: string): string | undefined => registry.get(name)?.manifest.kebab_name;

function failureSummary(errors: readonly ToolError[], total: number): string {
  const [first] = errors;
  if (first === undefined) return 'The call failed.';
  const count = Math.max(total, errors.length);
  return count === 1 ? `The call failed: ${first.message}` : `The call failed with ${String(count)} errors; the first: ${first.message}`;
}

/** Confidence of a result: 0 without a result; otherwise computed by the tool's rule from the inputs that it reported (R13). */
function confidenceOf(outcome: CheckedOutcome, tool: InstalledTool | undefined): Pick<ToolResult, 'confidence' | 'confidence_basis'> {
  if (outcome.status === 'error' || tool === undefined) return { confidence: 0, confidence_basis: { method: 'no_result', inputs: {} } };
  const rule = tool.definition.confidence;
  const value = rule.compute(outcome.confidence_inputs);
  return {
    confidence: Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0,
    confidence_basis: { method: rule.method, inputs: outcome.confidence_inputs },
  };
}

function metadataOf(settlement: Settlement, outcome: CheckedOutcome, endedAt: number, parts: RunnerParts): ToolMetadata {
  const { tool, call, context, startedAt } = settlement;
  const iso = (time: number): string => new Date(time).toISOString();
  const kernels = parts.capabilities.kernels?.build.sha256;
  return {
    toolName: tool?.manifest.name ?? settlement.calledAs,
    toolVersion: tool?.manifest.version ?? settlement.requestedVersion,
    requestedVersion: settlement.requestedVersion,
    calledAs: settlement.calledAs,
    ...(tool?.manifest.schemaHash !== undefined && { schemaHash: tool.manifest.schemaHash }),
    timestamp: iso(startedAt),
    executionTime: Math.max(0, endedAt - startedAt),
    ...(settlement.toolTime !== undefined && { toolTime: settlement.toolTime }),
    startedAt: iso(startedAt),
    endedAt: iso(endedAt),
    startedAtMs: startedAt,
    endedAtMs: endedAt,
    serviceVersion: parts.service.version,
    ...(kernels !== undefined && { kernels_sha256: kernels }),
    traceId: context.traceId,
    correlationId: context.correlationId,
    requestId: context.request_id,
    entry: context.entry,
    cached: settlement.cached,
    error_count: outcome.status === 'error' ? Math.max(settlement.errorCount, outcome.errors.length) : 0,
    ...(call && {
      timeout_ms: call.timeout_ms,
      selection: call.normalised,
      captures: capturesRead(call.rows, settlement.outcome),
      defaults: call.defaults,
    }),
    ...(outcome.status !== 'error' && outcome.measures && { measures: outcome.measures }),
    ...(tool?.manifest.confidence_semantics !== undefined && { confidence_semantics: tool.manifest.confidence_semantics }),
    ...(settlement.repairs && { repairs: settlement.repairs }),
    ...(tool && { trust: lowest([tool.manifest.trust, settlement.trust, ...capturesTrust(call)]) }),
  };
}

/** Data from radio packets or files is untrusted, because anyone may have written it. */
const capturesTrust = (call: ReadyCall | undefined): Trust[] => (call?.rows.captures ?? []).map(() => 'untrusted');

type Trust = ToolManifest['trust'];
const TRUST: readonly Trust[] = ['untrusted', 'semi', 'trusted'];

/** The trust in several sources together, which is the lowest of theirs (S3-2.25). */
export const lowest = (parts: readonly Trust[]): Trust => TRUST.find((each) => parts.includes(each)) ?? 'trusted';

/** The captures that a call read, for both the result and the journal. */
const capturesRead = ({ captures }: SelectedRows, { reads }: Outcome): { capture_id: string; sha256: string; decrypted?: true }[] =>
  captures
    .filter(({ capture_id }) => reads === undefined || reads.includes(capture_id))
    .map(({ capture_id, sha256, choice }) => ({ capture_id, sha256, ...(choice?.decrypt && { decrypted: true }) }));
