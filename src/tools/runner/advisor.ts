import type { ToolError } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { decide, riskOf } from '../policy/decide.ts';
import type { Admission } from './admit.ts';
import type { Advisor } from './advice.ts';
import type { ReadOptions } from './options.ts';
import { readInvocation, type Incoming } from './parse.ts';
import type { CorrectCall, Correction, RunnerParts, RunOptions } from './ports.ts';

/** Generator of placeholder ids for drafts; the ids are replaced before the calls are returned. */
const UNNAMED = { uuid: () => 'draft' };

/** Builds an `Advisor` for a caller: its view of tools and captures, and the checks that its calls must pass. */
export function advisorOf(
  incoming: Incoming,
  { attempt, profile, captures, ready }: Admission,
  options: RunOptions,
  parts: RunnerParts,
  examine: (incoming: Incoming, read: ReadOptions) => Admission,
  correct: CorrectCall | undefined,
): Advisor {
  const { registry } = parts;
  const { traceId, tool_call_id, correlationId } = attempt.context;
  const note = (error: unknown): void => parts.debug?.({ traceId, tool_call_id, phase: 'failure', error });
  const context = { ...options.context, traceId, correlationId };
  const unattended = options.interactive !== true;
  const catalog = () => registry.getAll().filter((each) => decide(profile, each, riskOf(each, 0), unattended).kind !== 'deny');
  const selection: unknown =
    ready?.call.invocation.capture_selection ?? (isRecord(attempt.invocation) ? attempt.invocation['capture_selection'] : {});
  return {
    registry,
    captures,
    faults: (draft) => examine(readInvocation(draft), { options: { ...options, context }, errors: [] }).errors,
    corrected(errors: readonly ToolError[]): Correction | undefined {
      try {
        return correct?.(incoming.source, errors, { registry, catalog: catalog(), captures, ids: UNNAMED });
      } catch (error) {
        note(error);
        return undefined;
      }
    },
    selection: isRecord(selection) ? selection : {},
    requestId: attempt.context.request_id,
    mostTime_ms: profile.budgets.maxRuntimeMs,
    unusable: (draft, errors) => {
      note({ draft, errors });
    },
    preferences: options.context?.preferences ?? [],
  };
}
