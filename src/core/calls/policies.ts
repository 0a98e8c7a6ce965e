import { canonicalJson } from '../../base/canonical.ts';
import type { ToolPolicy } from '../../tools/contract/index.ts';
import { checkPolicy } from '../../tools/policy/check-policy.ts';
import { defaultPolicy } from '../../tools/policy/default-policy.ts';
import { withoutConnections } from '../../tools/policy/without-connections.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { PolicyPort } from '../../workbench/port.ts';

export interface Policies extends PolicyPort {
  /** Replaces the policy immediately. Throws the errors with which `apply` rejects. */
  replace(policy: unknown): void;
  /**
   * Handles the policy in a loaded session. A policy of the same person (`own`) is applied. One from another person is only offered,
   * because it may allow more than this person wants.
   */
  bring(policy: Readonly<Record<string, unknown>> | undefined, own: boolean): void;
}

/** The policy in force, the default policy, and the only way to replace the former. */
export function createPolicies(parts: {
  readonly registry: ToolRegistry;
  readonly runner: Pick<Runner, 'policy' | 'setPolicy'>;
  /** Ids of the keys in the keyring. The policy allows the person who added a key to use it. */
  readonly connections: () => readonly string[];
  readonly changed: () => void;
}): Policies {
  const { registry, runner } = parts;
  let offered: unknown = null;
  const replace = (policy: unknown): void => {
    runner.setPolicy(policy);
    parts.changed();
  };
  const check: PolicyPort['check'] = (policy) => checkPolicy(policy, registry.names());
  return {
    offered: () => offered,
    bring(policy, own) {
      if (policy === undefined || canonicalJson(policy) === canonicalJson(withoutConnections(runner.policy()))) return;
      if (!own || check(policy).errors.length > 0) {
        offered = policy;
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
