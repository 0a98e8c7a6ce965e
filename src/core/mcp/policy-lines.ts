/** Changes policy entries for tools of MCP servers. Every function returns a new policy, or the same object if nothing changes. */
import type { PolicyProfile, ToolPolicy } from '../../tools/contract/index.ts';
import { FOREIGN_GRANT } from '../../tools/foreign/install.ts';

const without = (list: readonly string[], names: readonly string[]): readonly string[] => list.filter((each) => !names.includes(each));
const withOne = (list: readonly string[], name: string): readonly string[] => (list.includes(name) ? list : [...list, name]);

const takeFrom = <P extends PolicyProfile>(profile: P, ids: readonly string[]): P =>
  profile.allowedTools.some((name) => ids.includes(name)) ? { ...profile, allowedTools: without(profile.allowedTools, ids) } : profile;

/** Withdraws the permission to call these tools from the person and from all agents. */
export function withdrawn(policy: ToolPolicy, ids: readonly string[]): ToolPolicy {
  const own = takeFrom(policy, ids);
  const agents = Object.fromEntries(Object.entries(policy.agents).map(([id, profile]) => [id, takeFrom(profile, ids)]));
  const same = own === policy && Object.entries(policy.agents).every(([id, profile]) => agents[id] === profile);
  return same ? policy : { ...own, agents };
}

/** Allows the person to call these tools. The rest of the policy still decides which calls need approval. */
export function allowed(policy: ToolPolicy, ids: readonly string[]): ToolPolicy {
  if (ids.length === 0) return policy;
  if (ids.every((id) => policy.allowedTools.includes(id)) && policy.grants.includes(FOREIGN_GRANT)) return policy;
  return { ...policy, allowedTools: ids.reduce(withOne, policy.allowedTools), grants: withOne(policy.grants, FOREIGN_GRANT) };
}

/** Allows or forbids agents to call a tool. An agent without a profile gets one with the person's limits and only this tool. */
export function allowedFor(policy: ToolPolicy, agents: readonly string[], id: string, on: boolean): ToolPolicy {
  const { agents: known, format: _format, version: _version, ...own } = policy;
  const next = agents.map((agent): [string, PolicyProfile] => {
    const profile = Object.hasOwn(known, agent) ? known[agent] : undefined;
    const base = profile ?? { ...own, allowedTools: [] };
    return on
      ? [agent, { ...base, allowedTools: withOne(base.allowedTools, id), grants: withOne(base.grants, FOREIGN_GRANT) }]
      : [agent, takeFrom(base, [id])];
  });
  return { ...policy, agents: { ...known, ...Object.fromEntries(next) } };
}
