import type { ToolPolicy } from '../contract/index.ts';

/** The connections that a user may use are private (S2-F3): shared documents do not mention them. */
export function withoutConnections({ connections: _, agents, ...policy }: ToolPolicy): Record<string, unknown> {
  const profiles = Object.entries(agents).map(([id, { connections: __, ...profile }]) => [id, profile]);
  return { ...policy, agents: Object.fromEntries(profiles) };
}
