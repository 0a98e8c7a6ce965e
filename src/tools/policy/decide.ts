import { toolError } from '../contract/errors.ts';
import type { PolicyProfile, ToolError, ToolManifest, ToolPolicy } from '../contract/index.ts';

/**
 * The policy's decision on a call (S2 #19, #20, R40, R41): deny by default, and cheap, because it runs before all other checks.
 * Everything here is a pure function of the policy file and the manifest.
 */
export type Decision =
  | { readonly kind: 'allow' }
  | { readonly kind: 'require_approval'; readonly reason: string }
  | { readonly kind: 'deny'; readonly error: ToolError };

/** The profile of an agent that the policy does not list; it denies everything. */
const NOTHING: PolicyProfile = {
  allowedTools: [],
  requireApprovalForEffects: [],
  grants: [],
  budgets: { maxRuntimeMs: 1, maxArgumentBytes: 1, maxResultBytes: 1 },
};

/** Returns the profile of an actor: for `user:local` the policy's own, for `agent:<id>` the one under its id. */
export function profileOf(policy: ToolPolicy, actor: string): PolicyProfile {
  if (actor === 'user:local') return policy;
  const id = actor.slice('agent:'.length);
  return Object.hasOwn(policy.agents, id) ? (policy.agents[id] ?? NOTHING) : NOTHING;
}

export function decide(profile: PolicyProfile, manifest: ToolManifest, risk: number, unattended: boolean): Decision {
  if (!profile.allowedTools.includes(manifest.name)) {
    const message = `the policy does not allow ${manifest.name}; a tool must be listed in allowedTools before it runs`;
    return { kind: 'deny', error: toolError('POLICY_DENIED', message, ['tool_name']) };
  }
  const reason = approvalReason(profile, manifest, risk);
  if (reason === undefined) return { kind: 'allow' };
  if (!unattended) return { kind: 'require_approval', reason };
  const message = `${manifest.name} needs the approval of a person (${reason}), and this call is unattended`;
  return { kind: 'deny', error: toolError('POLICY_DENIED', message, ['tool_name']) };
}

function approvalReason(profile: PolicyProfile, manifest: ToolManifest, risk: number): string | undefined {
  if (profile.requireApprovalForEffects.includes(manifest.effect)) return `its effect is ${manifest.effect}`;
  const threshold = profile.approvalRisk ?? Infinity;
  return risk >= threshold ? `its risk ${risk.toFixed(2)} reaches the threshold ${threshold.toFixed(2)}` : undefined;
}

/** Returns an error for each grant that the tool needs and the caller lacks (S4-V.1). */
export function missingGrants(profile: PolicyProfile, manifest: ToolManifest): ToolError[] {
  const missing = manifest.permissions.filter((permission) => !profile.grants.includes(permission));
  if (missing.length === 0) return [];
  return [
    toolError(
      'PERMISSION_DENIED',
      `${manifest.name} needs the grants ${missing.join(', ')}, which the policy does not give to this caller`,
      ['tool_name'],
    ),
  ];
}

const EFFECT_RISK = { read_only: 0.1, state_change: 0.4, external_side_effect: 0.6 } as const;

/** Computes the risk of a call, 0…1, from the tool's effect, whether it is reversible, and the number of rows (S3-3.38). */
export function riskOf(manifest: Pick<ToolManifest, 'effect' | 'reversible'>, rows: number): number {
  const size = Math.min(1, Math.log10(1 + Math.max(0, rows)) / 7);
  return Math.min(1, EFFECT_RISK[manifest.effect] + (manifest.reversible ? 0 : 0.2) + 0.1 * size);
}
