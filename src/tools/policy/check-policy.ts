import { toolError } from '../contract/errors.ts';
import type { ToolError, ToolPolicy } from '../contract/index.ts';
import { contractChecker } from '../contract/schema.ts';

/** Findings about a policy before it is applied. */
export interface PolicyReport {
  /** Errors with their paths; a policy with an error is rejected. */
  readonly errors: readonly ToolError[];
  /** Unknown tool names in the policy; not an error, because tools may be added or removed. */
  readonly warnings: readonly ToolError[];
}

/** Checks a policy. @param installed canonical names of the installed tools */
export function checkPolicy(value: unknown, installed: readonly string[]): PolicyReport {
  const verdict = contractChecker('tool-policy').check(value);
  if (verdict.count > 0) return { errors: verdict.errors, warnings: [] };
  const policy = verdict.value as ToolPolicy;
  const unknown = (names: readonly string[], path: readonly string[]): ToolError[] =>
    names.flatMap((name, index) =>
      installed.includes(name)
        ? []
        : [
            toolError('UNKNOWN_TOOL', `no tool named ${JSON.stringify(name)} is installed; the line allows nothing today`, [
              ...path,
              index,
            ]),
          ],
    );
  return {
    errors: [],
    warnings: [
      ...unknown(policy.allowedTools, ['allowedTools']),
      ...Object.entries(policy.agents).flatMap(([id, profile]) => unknown(profile.allowedTools, ['agents', id, 'allowedTools'])),
    ],
  };
}
