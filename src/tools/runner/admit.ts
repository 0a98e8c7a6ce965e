import { toolError } from '../contract/errors.ts';
import type { AuditEntry, PolicyProfile, ToolError } from '../contract/index.ts';
import { checkJson } from '../contract/json-value.ts';
import { contractChecker } from '../contract/schema.ts';
import type { CaptureLookup } from '../definition.ts';
import type { InstalledTool } from '../registry.ts';
import { authorise, type Authorised } from './authorise.ts';
import { missingCapabilities } from './capabilities.ts';
import { check, type CheckedCall, type ReadyCall } from './check.ts';
import type { Budgets } from './budgets.ts';
import type { Attempt } from './parse.ts';
import type { Approval, ApprovalRequest, RunnerParts, RunOptions } from './ports.ts';
import type { RateLimiter } from './rate-limit.ts';

/**
 * Decides whether a call runs, in the order of the pipeline: policy and grants are checked first and reported alone; all other rules are
 * then checked together.
 */
export interface Admission {
  readonly attempt: Attempt;
  readonly profile: PolicyProfile;
  readonly captures: CaptureLookup;
  readonly authorised: Authorised | undefined;
  readonly checked: CheckedCall | undefined;
  readonly errors: readonly ToolError[];
  readonly errorCount: number;
  /** The tool and the call to run; undefined if the call must not run. */
  readonly ready: { readonly tool: InstalledTool; readonly call: ReadyCall } | undefined;
  readonly approval: AuditEntry['approval'];
  readonly approver: string;
}

/** Runs every check that needs no answer of the user and changes no state. `validate` reports its errors. */
export function judge(attempt: Attempt, profile: PolicyProfile, parts: RunnerParts, options: RunOptions): Admission {
  const { tool } = attempt;
  const captures = visibleCaptures(parts.capabilities.captures, profile);
  const refusedOptions = attempt.optionFaults.length > 0;
  const authorised = refusedOptions ? undefined : tool && authorise(attempt, tool, profile, options, captures);
  const stopped = stoppedEarly(attempt, authorised);
  const base = { attempt, profile, captures, authorised, approval: 'not_required', approver: '' } as const;
  if (tool === undefined || stopped.length > 0) {
    return { ...base, checked: undefined, errors: stopped, errorCount: stopped.length, ready: undefined };
  }
  const checked = check(attempt, tool, profile, captures, parts.select);
  if (checked.call === undefined) return { ...base, checked, errors: checked.errors, errorCount: checked.error_count, ready: undefined };
  // Check capabilities only if the call is otherwise valid (S2 pipeline, step 6).
  const unbound = missingCapabilities(tool, parts, attempt.context.connection_id);
  return {
    ...base,
    checked,
    errors: unbound,
    errorCount: unbound.length,
    ready: unbound.length > 0 ? undefined : { tool, call: checked.call },
  };
}

/** Errors that end a call before validation: invalid options, invalid JSON, unknown tool, denied by policy. */
function stoppedEarly(attempt: Attempt, authorised: Authorised | undefined): readonly ToolError[] {
  if (attempt.optionFaults.length > 0) return attempt.optionFaults;
  if (attempt.tool !== undefined) return authorised?.errors ?? [];
  if (attempt.faults.length > 0) return attempt.faults;
  if (attempt.calledAs !== '') return attempt.versionError ? [attempt.versionError] : [];
  return contractChecker('tool-invocation').check(attempt.invocation).errors;
}

/** Returns the captures that the policy lets this caller see; others are treated as if they were not open (S3-2.43). */
function visibleCaptures(captures: CaptureLookup, profile: PolicyProfile): CaptureLookup {
  const allowed = profile.captures;
  if (allowed === undefined) return captures;
  return {
    get: (id) => (allowed.includes(id) ? captures.get(id) : undefined),
    list: () => captures.list().filter((capture) => allowed.includes(capture.capture_id)),
  };
}

export interface Memory {
  /** Request ids that were already used, with their scope. */
  readonly used: Set<string>;
  readonly limiter: RateLimiter;
  readonly budgets: Budgets;
}

/** Runs the remaining checks: unique request id, approval by the user, rate limit and budgets. */
export async function admit(judged: Admission, parts: RunnerParts, options: RunOptions, memory: Memory): Promise<Admission> {
  if (judged.authorised === undefined || judged.authorised.errors.length > 0) return judged;
  const duplicate = duplicateOf(judged.attempt, options, memory.used);
  if (duplicate) return refuse(judged, [duplicate, ...judged.errors], judged.errorCount + 1);
  if (judged.ready === undefined) return judged;
  const approved = await approve(judged, judged.ready, judged.authorised, parts, options.signal);
  if (approved.ready === undefined) return approved;
  const tooOften = memory.limiter.admit(approved.ready.tool, judged.attempt.context.actor);
  if (tooOften) return refuse(approved, [tooOften]);
  const rows = approved.ready.call.rows.captures.reduce((sum, capture) => sum + capture.row_count, 0);
  const spent = memory.budgets.admit(judged.profile.budgets, judged.attempt.context.actor, rows);
  if (spent) return refuse(approved, [spent]);
  // Limit the call's time to the budget's remaining run time.
  const { runtime_ms } = memory.budgets.left(judged.profile.budgets, judged.attempt.context.actor);
  const { tool, call } = approved.ready;
  return { ...approved, ready: { tool, call: { ...call, timeout_ms: Math.min(call.timeout_ms, runtime_ms) } } };
}

const refuse = (judged: Admission, errors: readonly ToolError[], errorCount = errors.length): Admission => ({
  ...judged,
  errors,
  errorCount,
  ready: undefined,
});

function duplicateOf(attempt: Attempt, options: RunOptions, used: Set<string>): ToolError | undefined {
  const id = attempt.context.request_id;
  if (id === '') return undefined;
  const key = `${options.scope ?? 'session'} ${id}`;
  if (!used.has(key)) {
    used.add(key);
    return undefined;
  }
  const message = `request_id: expected an id of its own for every attempt, got ${JSON.stringify(id)} a second time`;
  return toolError('DUPLICATE_REQUEST_ID', message, ['request_id'], { got: id });
}

async function approve(
  judged: Admission,
  ready: NonNullable<Admission['ready']>,
  authorised: Authorised,
  parts: RunnerParts,
  signal: AbortSignal | undefined,
): Promise<Admission> {
  if (authorised.decision.kind !== 'require_approval') return judged;
  const { tool, call } = ready;
  const checkAgain = (changed: unknown): CheckedCall => {
    const { value, errors } = checkJson(changed, ['arguments']);
    const attempt = { ...judged.attempt, faults: errors, invocation: { ...call.invocation, arguments: value } };
    return check(attempt, tool, judged.profile, judged.captures, parts.select);
  };
  const answer = await ask(parts, judged, ready, authorised, (changed) => checkAgain(changed).errors, signal);
  const marked = { ...judged, approval: answer.kind, approver: answer.by };
  if (signal?.aborted) return refuse(marked, [toolError('CANCELLED', 'the call was cancelled before a person had answered')]);
  if (answer.kind === 'approved') return marked;
  if (answer.kind === 'rejected') return refuse(marked, [toolError('APPROVAL_REJECTED', `${answer.by} was asked and said no`)]);
  const checked = checkAgain(answer.arguments);
  return {
    ...marked,
    checked,
    errors: checked.errors,
    errorCount: checked.error_count,
    ready: checked.call && { tool, call: checked.call },
  };
}

async function ask(
  parts: RunnerParts,
  { attempt }: Admission,
  { tool, call }: NonNullable<Admission['ready']>,
  { risk, decision }: Authorised,
  check: (changed: Readonly<Record<string, unknown>>) => readonly ToolError[],
  signal: AbortSignal | undefined,
): Promise<Approval> {
  if (parts.approve === undefined) return { kind: 'rejected', by: 'nobody (no one can be asked here)' };
  const { tool_call_id, actor, entry } = attempt.context;
  const request: ApprovalRequest = {
    tool_call_id,
    manifest: tool.manifest,
    arguments: call.invocation.arguments,
    actor,
    entry,
    rows: call.rows,
    risk,
    reason: decision.kind === 'require_approval' ? decision.reason : '',
    check,
    signal,
  };
  try {
    return await parts.approve(request);
  } catch (error) {
    parts.debug?.({ traceId: attempt.context.traceId, tool_call_id, phase: 'failure', error });
    return { kind: 'rejected', by: 'nobody (the question failed)' };
  }
}
