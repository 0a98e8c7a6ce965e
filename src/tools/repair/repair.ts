import { WorkbenchError } from '../../base/failure.ts';
import type { ToolResult } from '../contract/index.ts';
import { isRecord, nodeAt } from '../contract/json-schema.ts';
import { checkJson } from '../contract/json-value.ts';
import { ToolError } from '../contract/result.ts';
import { contractChecker } from '../contract/schema.ts';
import { z } from '../contract/zod.ts';
import { Draft, type Change } from './draft.ts';
import type { RepairFacts } from './facts.ts';
import { mendJson } from './json-repair.ts';
import { pathFrom, rules, type Fault } from './rules.ts';
import { defaultTimeout } from './facts.ts';

/** A corrected call. */
export interface Repaired {
  readonly invocation: unknown;
  /** In order; one of them is always a new `request_id`. */
  readonly changes: readonly Change[];
}

/**
 * A corrected call out of a failed one and the errors it was answered with (S0 §6 "Repair"): by rules, with no
 * model, changing as little as possible. Undefined when there is nothing to repair or no rule repairs it. Throws
 * `INVALID_RESULT` for a value that is no result.
 */
export function repair(invocation: unknown, given: Pick<ToolResult, 'status' | 'errors'>, facts: RepairFacts): Repaired | undefined {
  const result = failureOf(given);
  if (result.status !== 'error' || result.errors.length === 0) return undefined;
  const read = typeof invocation === 'string' ? mendText(invocation) : { value: checkJson(invocation).value, changes: [] };
  if (read === undefined || !isRecord(read.value)) return undefined;
  const draft = new Draft(read.value);
  draft.changes.push(...read.changes);
  let mended = 0;
  for (const error of ordered(result.errors)) mended += mend(draft, error, facts) ? 1 : 0;
  if (mended === 0) return undefined;
  complete(draft, facts);
  draft.set(['request_id'], `req-${facts.ids.uuid()}`, 'every attempt has an id of its own');
  return { invocation: draft.value, changes: draft.changes };
}

const Failure = z.object({ status: z.enum(['ok', 'partial', 'error']), errors: z.array(ToolError) });

/** A copy of what the repair needs of a result. */
function failureOf(given: unknown): Pick<ToolResult, 'status' | 'errors'> {
  try {
    const { status, errors } = given as Readonly<Record<string, unknown>>;
    const failure = Failure.safeParse(checkJson({ status, errors }).value);
    if (failure.success) return failure.data;
  } catch {
    // Reported below: a getter or proxy that throws.
  }
  throw new WorkbenchError('INVALID_RESULT', 'expected the result of a call, with its status and errors');
}

function mendText(text: string): { value: unknown; changes: Change[] } | undefined {
  const mended = mendJson(text);
  if (mended === undefined) return undefined;
  return { value: checkJson(mended.value).value, changes: [{ field: '', pointer: '', why: mended.why }] };
}

/** Items of a list from the last to the first, so that taking one out moves no other that is still to be mended. */
function ordered(errors: readonly ToolError[]): ToolError[] {
  return [...errors].sort((a, b) => depth(a) - depth(b) || lastIndex(b) - lastIndex(a));
}

const depth = (error: ToolError): number => (error.pointer ?? '').split('/').length;
const lastIndex = (error: ToolError): number => Number(/\/(\d+)$/.exec(error.pointer ?? '')?.[1] ?? -1);

function mend(draft: Draft, error: ToolError, facts: RepairFacts): boolean {
  const rule = rules[error.code];
  if (rule === undefined) return false;
  const name = draft.get(['tool_name']);
  const tool = typeof name === 'string' ? facts.registry.get(name) : undefined;
  const path = pathFrom(error, draft);
  const [root, ...rest] = path;
  const node =
    root === 'arguments' && rest.length > 0
      ? nodeAt(tool?.input.schema ?? {}, rest)
      : nodeAt(contractChecker('tool-invocation').schema, path);
  const fault: Fault = { draft, error, path, tool, node, facts };
  return rule(fault);
}

/** Errors hide behind errors (an unknown tool has no schema to judge by): what the envelope needs is filled in. */
function complete(draft: Draft, facts: RepairFacts): void {
  const name = draft.get(['tool_name']);
  const tool = typeof name === 'string' ? facts.registry.get(name) : undefined;
  if (tool === undefined) return;
  if (draft.get(['tool_version']) === undefined) draft.set(['tool_version'], tool.manifest.version, 'the version that is installed');
  if (draft.get(['timeout_ms']) === undefined) draft.set(['timeout_ms'], defaultTimeout(tool.manifest), 'the usual timeout of the tool');
  if (draft.get(['arguments']) === undefined) draft.set(['arguments'], {}, 'required');
  const [open] = facts.captures.list();
  if (draft.get(['capture_selection']) === undefined) {
    const selection = tool.manifest.scope === 'captures' && open ? { capture_id: open.capture_id } : {};
    draft.set(['capture_selection'], selection, 'what is open');
  }
}
