import type { ToolPolicy } from '../contract/index.ts';

/** Copies a policy without the connections that a user may use. They are private (S2-F3), so shared documents must not mention them. */
export function withoutConnections({ connections: _, agents, ...policy }: ToolPolicy): Record<string, unknown> {
  const profiles = Object.entries(agents).map(([id, { connections: __, ...profile }]) => [id, profile]);
  return { ...policy, agents: Object.fromEntries(profiles) };
}
