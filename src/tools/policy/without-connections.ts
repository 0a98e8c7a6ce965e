import type { ToolPolicy } from '../contract/index.ts';

/** Which connections somebody may use is nobody else's business (S2-F3): what travels says nothing of them. */
export function withoutConnections({ connections: _, agents, ...policy }: ToolPolicy): Record<string, unknown> {
  const profiles = Object.entries(agents).map(([id, { connections: __, ...profile }]) => [id, profile]);
  return { ...policy, agents: Object.fromEntries(profiles) };
}
