import { createBus } from '../../base/bus.ts';
import { WorkbenchError } from '../../base/failure.ts';
import type { ToolError, ToolPolicy, ToolResult } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { checkJson } from '../contract/json-value.ts';
import { contractChecker } from '../contract/schema.ts';
import { decide, profileOf, riskOf } from '../policy/decide.ts';
import { admit, judge, type Admission } from './admit.ts';
import { advisorOf } from './advisor.ts';
import { createBudgets } from './budgets.ts';
import { cacheKey, createCache } from './cache.ts';
import { execute, type Execution } from './execute.ts';
import { deepFreeze } from './freeze.ts';
import { createJournal, lineOf } from './journal.ts';
import { createCallQueue } from './queue.ts';
import { createMetrics } from './metrics.ts';
import { readRunOptions, type ReadOptions } from './options.ts';
import { parse, readInvocation, type Incoming } from './parse.ts';
import type { Runner, RunnerEvent, RunnerParts, RunOptions } from './ports.ts';
import { createRateLimiter } from './rate-limit.ts';
import { settle } from './settle.ts';

/**
 * The only way to run a tool: parse → authorise → execute → settle → journal. Every entry point (buttons, editor, console, plans, replay,
 * agents) uses it, so there is one policy, one validation and one journal. Input is copied before it is checked, and all output is frozen.
 * `run` never rejects.
 */
export function createRunner(parts: RunnerParts): Runner {
  /** Trace and call id of the last call, for error logs from event listeners. */
  let current = { traceId: '', tool_call_id: '' };
  const bus = createBus<RunnerEvent>((error) => parts.debug?.({ ...current, phase: 'failure', error }));
  /** Events are frozen, so that a listener cannot change what the next one receives. */
  const emit = (event: RunnerEvent): void => {
    bus.emit(Object.freeze(event));
  };
  const journal = createJournal(parts.hash, parts.journal);
  const metrics = createMetrics();
  const cache = createCache(parts.clock);
  const memory = {
    used: new Set((parts.journal ?? []).map(({ request_id }) => `session ${request_id}`)),
    limiter: createRateLimiter(parts.clock),
    budgets: createBudgets(parts.clock),
  };
  let policy: ToolPolicy = deepFreeze(parts.policy);
  const queue = createCallQueue();

  const examine = (incoming: Incoming, read: ReadOptions): Admission => {
    const agent = read.options.context?.agent;
    const profile = profileOf(policy, agent === undefined ? 'user:local' : `agent:${agent.id}`);
    const attempt = parse(incoming, read, parts, (name) => profile.allowedTools.includes(name));
    return judge(attempt, profile, parts, read.options);
  };

  /** Only read-only tools may run concurrently with other calls (R45). */
  const mayShare = ({ value }: Incoming, { beside }: RunOptions): boolean => {
    const name = beside === true && isRecord(value) ? value['tool_name'] : undefined;
    return typeof name === 'string' && parts.registry.get(name)?.manifest.effect === 'read_only';
  };

  /** The call failed for another reason, so do not report in its result that the correction rules could not be loaded. */
  const noCorrections = (error: unknown): undefined => void parts.debug?.({ ...current, phase: 'failure', error });

  const attemptOnce = async (incoming: Incoming, read: ReadOptions): Promise<ToolResult> => {
    const { options } = read;
    const startedAt = parts.clock.now();
    const judged = examine(incoming, read);
    const { traceId, tool_call_id, entry } = judged.attempt.context;
    const who = { traceId, tool_call_id };
    current = who;
    parts.debug?.({ ...who, phase: 'start', entry, invocation: incoming.value });
    const admission = await admit(judged, parts, options, memory);
    announce(admission);
    const key = admission.ready && keyOf(admission.ready);
    const execution = admission.ready && (await answer(admission, admission.ready, key, options));
    const { attempt, profile, checked } = admission;
    const { actor } = attempt.context;
    const outcome = execution?.outcome ?? { status: 'error', errors: admission.errors as readonly [ToolError, ...ToolError[]] };
    const correct = outcome.status === 'error' ? await parts.corrections?.().catch(noCorrections) : undefined;
    const { result, characters, bytes } = await settle(
      {
        tool: attempt.tool,
        call: admission.ready?.call,
        context: attempt.context,
        calledAs: attempt.calledAs,
        requestedVersion: attempt.requestedVersion,
        outcome,
        warnings: checked?.warnings ?? attempt.warnings,
        errorCount: execution ? 0 : admission.errorCount,
        startedAt,
        maxResultBytes: Math.min(profile.budgets.maxResultBytes, memory.budgets.left(profile.budgets, actor).result_bytes),
        cached: execution?.cached ?? false,
        toolTime: execution?.toolTime,
        trust: options.trust ?? 'trusted',
        repairs: options.repairs?.length ? options.repairs : undefined,
        advisor: advisorOf(incoming, admission, options, parts, examine, correct),
      },
      parts,
    );
    keep(admission, key, execution, result, characters);
    if (execution) memory.budgets.spend(actor, { runtime_ms: execution.toolTime ?? 0, result_bytes: bytes });
    metrics.record(result);
    const line = await journal.append(lineOf(admission, execution, result, parts.clock.now()));
    emit({ type: 'tool-result', tool_call_id, result });
    emit({ type: 'audit', entry: line });
    const { status, summary } = result;
    parts.debug?.({ ...who, phase: 'end', status, summary, duration_ms: result.metadata.executionTime });
    return result;
  };

  const announce = ({ attempt, ready }: Admission): void => {
    const { tool_call_id, traceId } = attempt.context;
    const tool_name = attempt.tool?.manifest.name ?? attempt.calledAs;
    if (ready === undefined) emit({ type: 'tool-start', tool_call_id, tool_name, traceId, phase: 'rejected' });
    else emit({ type: 'tool-start', tool_call_id, tool_name, traceId, phase: 'executing', arguments: ready.call.invocation.arguments });
  };

  /** Cache key of a call that may be cached. */
  const keyOf = ({ tool, call }: NonNullable<Admission['ready']>): string | undefined =>
    tool.manifest.cacheable ? cacheKey(tool, call, parts.capabilities.kernels?.build.sha256) : undefined;

  const answer = async (
    admission: Admission,
    { tool, call }: NonNullable<Admission['ready']>,
    key: string | undefined,
    options: RunOptions,
  ): Promise<Execution> => {
    const kept = key !== undefined && options.fresh !== true ? cache.get(key) : undefined;
    if (kept) return { outcome: kept, attempts: 0, cached: true };
    const { context } = admission.attempt;
    return execute(tool, call, { ...context, timeout_ms: call.timeout_ms }, admission.captures, parts, {
      signal: options.signal,
      onProgress(given) {
        const progress = Object.freeze({ ...given });
        emit({ type: 'tool-progress', tool_call_id: context.tool_call_id, progress });
        try {
          options.onProgress?.(progress);
        } catch (error) {
          parts.debug?.({ ...current, phase: 'failure', error });
        }
      },
    });
  };

  /** Caches an answer only if it passed its own checks. */
  const keep = (
    { ready }: Admission,
    key: string | undefined,
    execution: Execution | undefined,
    result: ToolResult,
    characters: number,
  ): void => {
    if (!ready || key === undefined || !execution || execution.cached) return;
    if (execution.outcome.status !== 'error' && result.status !== 'error') cache.put(key, ready.tool, execution.outcome, characters);
  };

  return {
    run(invocation, options) {
      const incoming = readInvocation(invocation);
      const read = readRunOptions(options);
      return queue.add(mayShare(incoming, read.options), () => attemptOnce(incoming, read));
    },
    async validate(invocation, given) {
      const { options, errors: faults } = readRunOptions(given);
      const read = { options: { interactive: true, ...options }, errors: faults };
      const { attempt, checked, errors, errorCount } = examine(readInvocation(invocation), read);
      return deepFreeze({
        valid: errorCount === 0,
        errors,
        warnings: checked?.warnings ?? attempt.warnings,
        error_count: errorCount,
        validators: checked?.validators ?? { zod: false, ajv: false },
      });
    },
    catalog(agent) {
      const profile = profileOf(policy, agent === undefined ? 'user:local' : `agent:${agent.id}`);
      return parts.registry
        .getAll()
        .filter(
          (manifest) => decide(profile, manifest, riskOf(manifest, 0), agent !== undefined && agent.attended !== true).kind !== 'deny',
        );
    },
    manifest: (name, version) => {
      const answer = version === undefined ? undefined : parts.registry.resolve(name, version);
      const found = answer === undefined ? parts.registry.get(name)?.manifest : answer.ok ? answer.value.tool.manifest : undefined;
      return found && policy.allowedTools.includes(found.name) ? found : undefined;
    },
    on: (type, listener) => bus.on(type, listener),
    audit: () => journal.entries(),
    auditHead: () => journal.head(),
    verifyAudit: (expected_head) => journal.verify(expected_head),
    metrics: () => deepFreeze(metrics.all()),
    policy: () => policy,
    setPolicy(next) {
      const json = checkJson(next);
      const verdict = contractChecker('tool-policy').check(json.value);
      const errors = json.errors.length > 0 ? json.errors : verdict.errors;
      if (errors.length > 0) throw new WorkbenchError('INVALID_POLICY', errors.map((error) => error.message).join('; '));
      policy = deepFreeze(verdict.value as ToolPolicy);
    },
  };
}
