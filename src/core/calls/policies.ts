import { canonicalJson } from '../../base/canonical.ts';
import type { ToolPolicy } from '../../tools/contract/index.ts';
import { checkPolicy } from '../../tools/policy/check-policy.ts';
import { defaultPolicy } from '../../tools/policy/default-policy.ts';
import { withoutConnections } from '../../tools/policy/without-connections.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { PolicyPort } from '../../workbench/port.ts';

export interface Policies extends PolicyPort {
  /** Replaces the policy at once; throws what `apply` rejects with. */
  replace(policy: unknown): void;
  /**
   * The policy of a session: one of one's own is in force again, anybody else's is only offered, for it may allow what this person
   * does not.
   */
  bring(policy: Readonly<Record<string, unknown>> | undefined, own: boolean): void;
}

/** The policy of the page: what is in force, what a fresh page has, and the one way to replace it. */
export function createPolicies(parts: {
  readonly registry: ToolRegistry;
  readonly runner: Pick<Runner, 'policy' | 'setPolicy'>;
  /** Connection ids of the keys in the ring: the caller that added a key may use it. */
  readonly connections: () => readonly string[];
  readonly changed: () => void;
}): Policies {
  const { registry, runner } = parts;
  let brought: unknown = null;
  const replace = (policy: unknown): void => {
    runner.setPolicy(policy);
    parts.changed();
  };
  const check: PolicyPort['check'] = (policy) => checkPolicy(policy, registry.names());
  return {
    brought: () => brought,
    bring(policy, own) {
      if (policy === undefined || canonicalJson(policy) === canonicalJson(withoutConnections(runner.policy()))) return;
      if (!own || check(policy).errors.length > 0) {
        brought = policy;
        return;
      }
      const { connections } = runner.policy();
      runner.setPolicy({ ...policy, ...(connections && { connections }) });
      parts.changed();
    },
    read: () => runner.policy(),
    initial(): ToolPolicy {
      const connections = parts.connections();
      return { ...defaultPolicy(registry.getAll()), ...(connections.length > 0 && { connections }) };
    },
    check,
    replace,
    apply: (policy) =>
      Promise.resolve().then(() => {
        replace(policy);
      }),
  };
}
