import { toolError } from '../contract/errors.ts';
import type { ToolError, ToolPolicy } from '../contract/index.ts';
import { contractChecker } from '../contract/schema.ts';

/** What is to be said about a policy before it is applied. */
export interface PolicyReport {
  /** Faults, each at its place; a policy with one is not taken. */
  readonly errors: readonly ToolError[];
  /** Unknown names in the policy. No fault, because tools come and go. */
  readonly warnings: readonly ToolError[];
}

/** @param installed canonical names of the tools that are there */
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
