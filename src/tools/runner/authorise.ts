import { toolError } from '../contract/errors.ts';
import type { PolicyProfile, ToolError } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { CaptureLookup } from '../definition.ts';
import { decide, missingGrants, riskOf, type Decision } from '../policy/decide.ts';
import type { InstalledTool } from '../registry.ts';
import type { Attempt } from './parse.ts';
import type { RunOptions } from './ports.ts';
import { rowsNamed } from './rows-named.ts';

/**
 * Second stage: whether this caller may run this tool at all. Runs before validation because it is cheap; a denial is reported alone (R30).
 */
export interface Authorised {
  readonly decision: Decision;
  readonly risk: number;
  /** Returns errors about grants and connections; empty if the call may continue. */
  readonly errors: readonly ToolError[];
}

export function authorise(
  attempt: Attempt,
  tool: InstalledTool,
  profile: PolicyProfile,
  options: RunOptions,
  captures: CaptureLookup,
): Authorised {
  const risk = riskOf(
    tool.manifest,
    rowsNamed(isRecord(attempt.invocation) ? attempt.invocation['capture_selection'] : undefined, captures),
  );
  const denied = (error: ToolError): Authorised => ({ decision: { kind: 'deny', error }, risk, errors: [error] });
  if ((options.depth ?? 0) > 1) return denied(toolError('DEPTH_LIMIT', 'a call inside a call may not call again'));
  if (options.toolIds !== undefined && !options.toolIds.includes(tool.manifest.name)) {
    return denied(toolError('POLICY_DENIED', `this run may only call ${options.toolIds.join(', ')}`, ['tool_name']));
  }
  const decision = decide(profile, tool.manifest, risk, options.interactive !== true);
  if (decision.kind === 'deny') return { decision, risk, errors: [decision.error] };
  const missing = missingGrants(profile, tool.manifest);
  if (missing.length > 0) return { decision, risk, errors: missing };
  return { decision, risk, errors: connectionFaults(attempt, tool, profile) };
}

function connectionFaults(attempt: Attempt, tool: InstalledTool, profile: PolicyProfile): ToolError[] {
  if (tool.manifest.requiresConnection !== true) return [];
  const id = attempt.context.connection_id;
  if (id === null) return [toolError('MISSING_CONNECTION', `${tool.manifest.name} needs a connection_id in the context of the call`)];
  if (profile.connections?.includes(id) === true) return [];
  return [toolError('CONNECTION_DENIED', 'the connection_id of the context is not granted to this caller')];
}
