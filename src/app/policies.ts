import type { ToolPolicy } from '../tools/contract/index.ts';
import { checkPolicy } from '../tools/policy/check-policy.ts';
import { defaultPolicy } from '../tools/policy/default-policy.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { Runner } from '../tools/runner/ports.ts';
import type { PolicyPort } from '../ui/workbench.ts';

/** The policy of the page: what is in force, what a fresh page has, and the one way to replace it. */
export function createPolicies(parts: {
  readonly registry: ToolRegistry;
  readonly runner: Pick<Runner, 'policy' | 'setPolicy'>;
  /** Connection ids of the keys in the ring: whoever added them keeps their use. */
  readonly connections: () => readonly string[];
  readonly changed: () => void;
}): PolicyPort {
  const { registry, runner } = parts;
  return {
    read: () => runner.policy(),
    initial(): ToolPolicy {
      const connections = parts.connections();
      return { ...defaultPolicy(registry.getAll()), ...(connections.length > 0 && { connections }) };
    },
    check: (policy) => checkPolicy(policy, registry.names()),
    apply(policy) {
      runner.setPolicy(policy);
      parts.changed();
    },
  };
}
