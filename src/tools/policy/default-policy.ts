import type { ToolManifest, ToolPolicy } from '../contract/index.ts';

/**
 * The policy of a fresh page: the local user runs the built-in read-only tools; a tool with an effect asks
 * first; no agent may do anything until the policy lists it.
 */
export function defaultPolicy(installed: readonly ToolManifest[]): ToolPolicy {
  // Tools of other servers are not included: the person allows them one by one (S2-21).
  const manifests = installed.filter(({ trust }) => trust === 'trusted');
  return {
    format: 'capture-workbench/policy',
    version: 1,
    allowedTools: [...new Set(manifests.map((manifest) => manifest.name))].sort(),
    requireApprovalForEffects: ['state_change', 'external_side_effect'],
    grants: [...new Set(manifests.flatMap((manifest) => manifest.permissions))].sort(),
    budgets: { maxRuntimeMs: 3_600_000, maxArgumentBytes: 1024 * 1024, maxResultBytes: 64 * 1024 * 1024 },
    agents: {},
  };
}
