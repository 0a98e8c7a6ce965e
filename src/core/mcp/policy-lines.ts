import type { PolicyProfile, ToolPolicy } from '../../tools/contract/index.ts';
import { FOREIGN_GRANT } from '../../tools/foreign/install.ts';

/** Lines of the policy about tools of servers. Every function gives a new policy, or the same one when nothing changes. */

const without = (list: readonly string[], names: readonly string[]): readonly string[] => list.filter((each) => !names.includes(each));
const withOne = (list: readonly string[], name: string): readonly string[] => (list.includes(name) ? list : [...list, name]);

const takeFrom = <P extends PolicyProfile>(profile: P, ids: readonly string[]): P =>
  profile.allowedTools.some((name) => ids.includes(name)) ? { ...profile, allowedTools: without(profile.allowedTools, ids) } : profile;

/** Withdraws the permission to call these. */
export function withdrawn(policy: ToolPolicy, ids: readonly string[]): ToolPolicy {
  const own = takeFrom(policy, ids);
  const agents = Object.fromEntries(Object.entries(policy.agents).map(([id, profile]) => [id, takeFrom(profile, ids)]));
  const same = own === policy && Object.entries(policy.agents).every(([id, profile]) => agents[id] === profile);
  return same ? policy : { ...own, agents };
}

/** The person may call these; whether they are asked first is for the rest of the policy to say. */
export function allowed(policy: ToolPolicy, ids: readonly string[]): ToolPolicy {
  if (ids.length === 0) return policy;
  if (ids.every((id) => policy.allowedTools.includes(id)) && policy.grants.includes(FOREIGN_GRANT)) return policy;
  return { ...policy, allowedTools: ids.reduce(withOne, policy.allowedTools), grants: withOne(policy.grants, FOREIGN_GRANT) };
}

/** The agents may call it, or not; one without a profile gets the person's limits and this tool alone. */
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
