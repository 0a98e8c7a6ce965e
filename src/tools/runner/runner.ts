import { createBus } from '../../base/bus.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { toolError } from '../contract/errors.ts';
import type { AuditEntry, PolicyProfile, ToolError, ToolPolicy, ToolResult, ValidationReport } from '../contract/index.ts';
import { contractChecker } from '../contract/schema.ts';
import type { CaptureLookup } from '../definition.ts';
import { decide, profileOf, riskOf } from '../policy/decide.ts';
import type { InstalledTool } from '../registry.ts';
import { authorise, type Authorised } from './authorise.ts';
import { check, type CheckedCall } from './check.ts';
import { execute, type Execution } from './execute.ts';
import { createJournal } from './journal.ts';
import { createMetrics } from './metrics.ts';
import { parse, readInvocation, type Attempt, type Incoming } from './parse.ts';
import type { Approval, Runner, RunnerEvent, RunnerParts, RunOptions } from './ports.ts';
import { settle } from './settle.ts';

/**
 * The one way to run a tool: parse → authorise → check → execute → settle → journal. Every door of the product
 * (buttons, editor, console, plans, replay, agents) ends here, so there is one policy, one validation and one
 * journal. `run` never rejects.
 */
export function createRunner(parts: RunnerParts): Runner {
  const bus = createBus<RunnerEvent>((error) => parts.debug?.({ traceId: '', tool_call_id: '', error }));
  const journal = createJournal(parts.hash);
  const metrics = createMetrics();
  const used = new Set<string>();
  let policy: ToolPolicy = parts.policy;
  let queue: Promise<unknown> = Promise.resolve();

  const prepare = (invocation: Incoming, options: RunOptions) => {
    const agent = options.context?.agent;
    const profile = profileOf(policy, agent === undefined ? 'user:local' : `agent:${agent.id}`);
    const attempt = parse(invocation, options, parts, (name) => profile.allowedTools.includes(name));
    const captures = visibleCaptures(parts.capabilities.captures, profile);
    const authorised = attempt.tool && authorise(attempt, attempt.tool, profile, options, captures);
    return { attempt, profile, captures, authorised };
  };

  /** One call at a time (R45); a failed one does not hold up the next. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };

  const attemptOnce = async (invocation: Incoming, options: RunOptions): Promise<ToolResult> => {
    const startedAt = parts.clock.now();
    const { attempt, profile, captures, authorised } = prepare(invocation, options);
    const { tool, context } = attempt;
    let checked: CheckedCall | undefined;
    let approval: AuditEntry['approval'] = 'not_required';
    let approver = '';
    let execution: Execution | undefined;
    let errors = [...rejected(attempt, authorised)];

    if (tool && authorised && errors.length === 0) {
      checked = check(attempt, tool, profile, captures, parts.select);
      const duplicate = duplicateOf(attempt, options, used);
      errors = [...duplicate, ...checked.errors];
      let call = duplicate.length === 0 ? checked.call : undefined;
      if (call && authorised.decision.kind === 'require_approval') {
        const answer = await ask(parts, tool, attempt, call.invocation.arguments, authorised);
        approval = answer.kind;
        approver = answer.by;
        if (answer.kind === 'rejected') errors = [toolError('APPROVAL_REJECTED', `${answer.by} was asked and said no`)];
        if (answer.kind === 'modified') {
          const changed = { ...attempt, invocation: { ...call.invocation, arguments: answer.arguments } };
          checked = check(changed, tool, profile, captures, parts.select);
          errors = [...checked.errors];
        }
        call = errors.length === 0 ? checked.call : undefined;
      }
      if (call) {
        const ready = call;
        const bound = { ...context, timeout_ms: ready.timeout_ms };
        bus.emit({
          type: 'tool-start',
          tool_call_id: context.tool_call_id,
          tool_name: tool.manifest.name,
          traceId: context.traceId,
          phase: 'executing',
          arguments: ready.invocation.arguments,
        });
        execution = await execute(tool, ready, bound, captures, parts, {
          signal: options.signal,
          onProgress(progress) {
            bus.emit({ type: 'tool-progress', tool_call_id: context.tool_call_id, progress });
            options.onProgress?.(progress);
          },
        });
      }
    }

    if (execution === undefined) {
      bus.emit({
        type: 'tool-start',
        tool_call_id: context.tool_call_id,
        tool_name: tool?.manifest.name ?? attempt.calledAs,
        traceId: context.traceId,
        phase: 'rejected',
      });
    }
    const result = await settle(
      {
        tool,
        call: execution === undefined ? undefined : checked?.call,
        context,
        calledAs: attempt.calledAs,
        requestedVersion: attempt.requestedVersion,
        outcome: execution?.outcome ?? { status: 'error', errors: atLeastOne(errors) },
        warnings: checked?.warnings ?? attempt.warnings,
        errorCount: execution === undefined ? Math.max(errors.length, checked?.error_count ?? 0) : 0,
        startedAt,
        maxResultBytes: profile.budgets.maxResultBytes,
      },
      parts,
    );
    metrics.record(result);
    const entry = await journal.append(
      lineOf({ attempt, authorised, checked, execution, result, approval, approver, at: parts.clock.now() }),
    );
    bus.emit({ type: 'tool-result', tool_call_id: context.tool_call_id, result });
    bus.emit({ type: 'audit', entry });
    return result;
  };

  return {
    run(invocation, options = {}) {
      const incoming = readInvocation(invocation);
      return inTurn(() => attemptOnce(incoming, options));
    },
    async validate(invocation, options = {}) {
      const { attempt, profile, captures, authorised } = prepare(readInvocation(invocation), { interactive: true, ...options });
      const stopped = rejected(attempt, authorised);
      if (attempt.tool === undefined || stopped.length > 0) return report(stopped, attempt);
      const { errors, error_count, warnings, validators } = check(attempt, attempt.tool, profile, captures, parts.select);
      return { valid: error_count === 0, errors, warnings, error_count, validators };
    },
    catalog(agent) {
      const profile = profileOf(policy, agent === undefined ? 'user:local' : `agent:${agent.id}`);
      return parts.registry
        .getAll()
        .filter((manifest) => decide(profile, manifest, riskOf(manifest, 0), agent !== undefined).kind !== 'deny');
    },
    manifest: (name, version) => {
      const found = parts.registry.get(name, version)?.manifest;
      return found && policy.allowedTools.includes(found.name) ? found : undefined;
    },
    on: (type, listener) => bus.on(type, listener),
    audit: () => journal.entries(),
    verifyAudit: () => journal.verify(),
    metrics: () => metrics.all(),
    policy: () => policy,
    setPolicy(next) {
      const verdict = contractChecker('tool-policy').check(next);
      if (verdict.count > 0) throw new WorkbenchError('INVALID_POLICY', verdict.errors.map((error) => error.message).join('; '));
      policy = verdict.value as ToolPolicy;
    },
  };
}

/** What ends a call before validation: no JSON to look at, no such tool, not allowed. */
function rejected(attempt: Attempt, authorised: Authorised | undefined): readonly ToolError[] {
  if (attempt.tool === undefined) {
    if (attempt.faults.length > 0) return attempt.faults;
    if (attempt.calledAs !== '') return attempt.versionError ? [attempt.versionError] : [];
    return contractChecker('tool-invocation').check(attempt.invocation).errors;
  }
  return authorised?.errors ?? [];
}

function report(errors: readonly ToolError[], attempt: Attempt): ValidationReport {
  return { valid: false, errors, warnings: attempt.warnings, error_count: errors.length, validators: { zod: false, ajv: false } };
}

const atLeastOne = (errors: readonly ToolError[]): readonly [ToolError, ...ToolError[]] => {
  const [first, ...rest] = errors;
  return [first ?? toolError('INVALID_TYPE', 'the invocation: expected a JSON object'), ...rest];
};

function duplicateOf(attempt: Attempt, options: RunOptions, used: Set<string>): ToolError[] {
  const id = attempt.context.request_id;
  if (id === '') return [];
  const key = `${options.scope ?? 'session'} ${id}`;
  if (!used.has(key)) {
    used.add(key);
    return [];
  }
  const message = `request_id: expected an id of its own for every attempt, got ${JSON.stringify(id)} a second time`;
  return [toolError('DUPLICATE_REQUEST_ID', message, ['request_id'], { got: id })];
}

async function ask(
  parts: RunnerParts,
  tool: InstalledTool,
  attempt: Attempt,
  args: Readonly<Record<string, unknown>>,
  authorised: Authorised,
): Promise<Approval> {
  const reason = authorised.decision.kind === 'require_approval' ? authorised.decision.reason : '';
  if (parts.approve === undefined) return { kind: 'rejected', by: 'nobody (no one can be asked here)' };
  return parts.approve({
    tool_call_id: attempt.context.tool_call_id,
    manifest: tool.manifest,
    arguments: args,
    risk: authorised.risk,
    reason,
  });
}

/** Captures that the policy lets this caller see; the others do not exist for it (S3-2.43). */
function visibleCaptures(captures: CaptureLookup, profile: PolicyProfile): CaptureLookup {
  const allowed = profile.captures;
  if (allowed === undefined) return captures;
  return {
    get: (id) => (allowed.includes(id) ? captures.get(id) : undefined),
    list: () => captures.list().filter((capture) => allowed.includes(capture.capture_id)),
  };
}

function lineOf(facts: {
  readonly attempt: Attempt;
  readonly authorised: Authorised | undefined;
  readonly checked: CheckedCall | undefined;
  readonly execution: Execution | undefined;
  readonly result: ToolResult;
  readonly approval: AuditEntry['approval'];
  readonly approver: string;
  readonly at: number;
}): Omit<AuditEntry, 'seq' | 'prev_hash' | 'hash'> {
  const { attempt, authorised, checked, execution, result } = facts;
  const { context, tool } = attempt;
  const decision = authorised === undefined ? 'unknown' : authorised.decision.kind === 'deny' ? 'deny' : 'allow';
  return {
    timestamp: new Date(facts.at).toISOString(),
    entry: context.entry,
    actor: context.actor,
    tenant: 'local',
    agentId: context.agentId,
    agentVersion: context.agentVersion,
    traceId: context.traceId,
    correlationId: context.correlationId,
    tool_call_id: context.tool_call_id,
    request_id: context.request_id,
    tool_name: tool?.manifest.name ?? attempt.calledAs,
    called_as: attempt.calledAs,
    tool_version: tool?.manifest.version ?? attempt.requestedVersion,
    schema_hash: tool?.manifest.schemaHash ?? '',
    effect: tool?.manifest.effect ?? '',
    risk: authorised?.risk ?? 0,
    decision,
    approval: facts.approval,
    approver: facts.approver,
    ...(execution && checked?.call && { arguments: checked.call.invocation.arguments }),
    captures: execution ? (checked?.call?.rows.captures ?? []).map((capture) => capture.sha256) : [],
    status: result.status,
    error_codes: [...new Set(result.errors.map((error) => error.code))],
    attempts: execution?.attempts ?? 0,
    cached: result.metadata.cached,
    duration_ms: result.metadata.executionTime,
    ...(result.metadata.result_hash !== undefined && { result_hash: result.metadata.result_hash }),
  };
}
