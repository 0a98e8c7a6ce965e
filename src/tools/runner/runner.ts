import { createBus } from '../../base/bus.ts';
import { WorkbenchError } from '../../base/failure.ts';
import type { ToolError, ToolPolicy, ToolResult } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { contractChecker } from '../contract/schema.ts';
import { decide, profileOf, riskOf } from '../policy/decide.ts';
import { admit, judge, type Admission } from './admit.ts';
import { createBudgets } from './budgets.ts';
import { cacheKey, createCache } from './cache.ts';
import { execute, type Execution } from './execute.ts';
import { deepFreeze } from './freeze.ts';
import { createJournal, lineOf } from './journal.ts';
import { createMetrics } from './metrics.ts';
import { parse, readInvocation, type Incoming } from './parse.ts';
import type { Runner, RunnerEvent, RunnerParts, RunOptions } from './ports.ts';
import { createRateLimiter } from './rate-limit.ts';
import { settle } from './settle.ts';
import { createTurns } from './turns.ts';

/**
 * The one way to run a tool: parse → authorise → execute → settle → journal. Every door of the product (buttons,
 * editor, console, plans, replay, agents) ends here, so there is one policy, one validation and one journal.
 * `run` never rejects.
 */
export function createRunner(parts: RunnerParts): Runner {
  /** Who was looked at last. */
  let current = { traceId: '', tool_call_id: '' };
  const bus = createBus<RunnerEvent>((error) => parts.debug?.({ ...current, phase: 'failure', error }));
  const journal = createJournal(parts.hash);
  const metrics = createMetrics();
  const cache = createCache(parts.clock);
  const memory = { used: new Set<string>(), limiter: createRateLimiter(parts.clock), budgets: createBudgets(parts.clock) };
  let policy: ToolPolicy = deepFreeze(parts.policy);
  const turns = createTurns();

  const look = (incoming: Incoming, options: RunOptions): Admission => {
    const agent = options.context?.agent;
    const profile = profileOf(policy, agent === undefined ? 'user:local' : `agent:${agent.id}`);
    const attempt = parse(incoming, options, parts, (name) => profile.allowedTools.includes(name));
    return judge(attempt, profile, parts, options);
  };

  /** Only what changes nothing may share its turn (R45). */
  const mayShare = ({ value }: Incoming, { beside }: RunOptions): boolean => {
    const name = beside === true && isRecord(value) ? value['tool_name'] : undefined;
    return typeof name === 'string' && parts.registry.get(name)?.manifest.effect === 'read_only';
  };

  const attemptOnce = async (incoming: Incoming, options: RunOptions): Promise<ToolResult> => {
    const startedAt = parts.clock.now();
    const judged = look(incoming, options);
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
    const { result, characters, bytes } = await settle(
      {
        tool: attempt.tool,
        call: admission.ready?.call,
        context: attempt.context,
        calledAs: attempt.calledAs,
        requestedVersion: attempt.requestedVersion,
        outcome: execution?.outcome ?? { status: 'error', errors: admission.errors as readonly [ToolError, ...ToolError[]] },
        warnings: checked?.warnings ?? attempt.warnings,
        errorCount: execution ? 0 : admission.errorCount,
        startedAt,
        maxResultBytes: Math.min(profile.budgets.maxResultBytes, memory.budgets.left(profile.budgets, actor).result_bytes),
        cached: execution?.cached ?? false,
        toolTime: execution?.toolTime,
        trust: options.trust ?? 'trusted',
      },
      parts,
    );
    keep(admission, key, execution, result, characters);
    if (execution) memory.budgets.spend(actor, { runtime_ms: execution.toolTime ?? 0, result_bytes: bytes });
    metrics.record(result);
    const line = await journal.append(lineOf(admission, execution, result, parts.clock.now()));
    // Whoever hears of it draws it.
    await parts.turn?.();
    bus.emit({ type: 'tool-result', tool_call_id, result });
    bus.emit({ type: 'audit', entry: line });
    const { status, summary } = result;
    parts.debug?.({ ...who, phase: 'end', status, summary, duration_ms: result.metadata.executionTime });
    return result;
  };

  const announce = ({ attempt, ready }: Admission): void => {
    const { tool_call_id, traceId } = attempt.context;
    const tool_name = attempt.tool?.manifest.name ?? attempt.calledAs;
    if (ready === undefined) bus.emit({ type: 'tool-start', tool_call_id, tool_name, traceId, phase: 'rejected' });
    else bus.emit({ type: 'tool-start', tool_call_id, tool_name, traceId, phase: 'executing', arguments: ready.call.invocation.arguments });
  };

  /** Of calls whose answer may be given again. */
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
      onProgress(progress) {
        bus.emit({ type: 'tool-progress', tool_call_id: context.tool_call_id, progress });
        options.onProgress?.(progress);
      },
    });
  };

  /** Only what stood up to its own promises is worth giving again. */
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
    run(invocation, options = {}) {
      const incoming = readInvocation(invocation);
      return turns.take(mayShare(incoming, options), () => attemptOnce(incoming, options));
    },
    async validate(invocation, options = {}) {
      const { attempt, checked, errors, errorCount } = look(readInvocation(invocation), { interactive: true, ...options });
      return {
        valid: errorCount === 0,
        errors,
        warnings: checked?.warnings ?? attempt.warnings,
        error_count: errorCount,
        validators: checked?.validators ?? { zod: false, ajv: false },
      };
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
      const found = parts.registry.get(name, version)?.manifest;
      return found && policy.allowedTools.includes(found.name) ? found : undefined;
    },
    on: (type, listener) => bus.on(type, listener),
    audit: () => journal.entries(),
    auditHead: () => journal.head(),
    verifyAudit: (expected_head) => journal.verify(expected_head),
    metrics: () => metrics.all(),
    policy: () => policy,
    setPolicy(next) {
      const verdict = contractChecker('tool-policy').check(next);
      if (verdict.count > 0) throw new WorkbenchError('INVALID_POLICY', verdict.errors.map((error) => error.message).join('; '));
      policy = deepFreeze(verdict.value as ToolPolicy);
    },
  };
}
