import { WorkbenchError } from '../../base/failure.ts';
import { MOST_SERVERS, readServers, writeServers, type KeptServer, type KeptTool } from '../../session/mcp-servers.ts';
import type { ToolPolicy } from '../../tools/contract/index.ts';
import { installForeign } from '../../tools/foreign/install.ts';
import { MOST_SERVER_NAME, SERVER_NAME } from '../../tools/foreign/names.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { ToolServers } from '../../workbench/servers.ts';
import type { Policies } from '../calls/policies.ts';
import { loopbackUrl } from '../assistants/loopback.ts';
import type { TextStore } from '../keeping/text-store.ts';
import { ServerLink, type LinkParts, type ListedTool } from './link.ts';
import { createQuestions } from './questions.ts';
import { allowed, allowedFor, withdrawn } from './policy-lines.ts';
import { viewOf } from './view.ts';

export interface ServersParts extends Omit<LinkParts, 'changed'> {
  readonly registry: Pick<ToolRegistry, 'adopt' | 'withdraw'>;
  readonly policy: Pick<Policies, 'read' | 'replace'>;
  readonly onPolicy: (listener: () => void) => unknown;
  readonly store: TextStore;
  /** Policy agents of the planner's models. */
  readonly models: readonly string[];
}

const linesOf = (policy: ToolPolicy, server: string): readonly string[] =>
  [policy, ...Object.values(policy.agents)].flatMap(({ allowedTools }) => allowedTools.filter((id) => id.startsWith(`mcp__${server}__`)));

/**
 * Tool servers that the person added. The policy decides which tools may be called, as for every other tool. This code ensures that a
 * permission applies only to the definition that the person saw: a tool that is new or has changed loses its permission.
 */
export async function createServers(parts: ServersParts): Promise<ToolServers> {
  const listeners = new Set<() => void>();
  const links = new Map<string, ServerLink>();
  /** Registered tools by id, with the definition that was allowed. */
  const adopted = new Map<string, string>();
  let kept: readonly KeptServer[] = [];
  let unreadable: string | null = null;
  /** True while this code itself changes the policy, so that it ignores the resulting event. */
  let ours = false;

  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const questions = createQuestions(tell);
  const keptOf = (name: string): KeptServer | undefined => kept.find((each) => each.name === name);
  const keptTool = (link: ServerLink, tool: ListedTool): KeptTool | undefined =>
    keptOf(link.name)?.allowed.find((each) => each.tool === tool.offered.name);

  /** @param known whether the catalog changed even if the policy did not, so that listeners must be notified */
  const apply = (change: (policy: ToolPolicy) => ToolPolicy, known = false): void => {
    const before = parts.policy.read();
    const after = change(before);
    if (after === before && !known) return;
    ours = true;
    try {
      parts.policy.replace(after);
    } finally {
      ours = false;
    }
  };

  const linkOf = (name: string): ServerLink => {
    const link = links.get(name);
    if (link === undefined) throw new WorkbenchError('UNKNOWN_SERVER', 'expected a server of the list, found another');
    return link;
  };
  const listed = (id: string): { readonly link: ServerLink; readonly tool: ListedTool } | undefined => {
    for (const link of links.values()) {
      const tool = link.tools.find((each) => each.id === id);
      if (tool !== undefined) return { link, tool };
    }
    return undefined;
  };

  const put = (link: ServerLink, tool: ListedTool, revision: number): void => {
    parts.registry.adopt(
      installForeign({
        id: tool.id,
        server: { name: link.name, url: link.url },
        offered: tool.offered,
        fingerprint: tool.fingerprint,
        revision,
        call: (args, signal, ask) => link.call(tool, args, signal, ask),
        ask: (params, signal) => questions.ask({ server: link.name, url: link.url, tool: tool.offered.name }, params, signal),
      }),
    );
    adopted.set(tool.id, tool.fingerprint);
  };

  const take = (id: string): void => {
    adopted.delete(id);
    parts.registry.withdraw(id);
  };

  /**
   * After a list was fetched or lost: registers the server's tools whose definition is the one that was allowed, and removes the others.
   */
  const judge = (link: ServerLink): void => {
    const prefix = `mcp__${link.name}__`;
    const same = link.tools.filter((tool) => keptTool(link, tool)?.fingerprint === tool.fingerprint);
    const ids = same.map(({ id }) => id);
    const gone = [...adopted.keys()].filter((id) => id.startsWith(prefix) && !ids.includes(id));
    const fresh = same.filter(({ id, fingerprint }) => adopted.get(id) !== fingerprint);
    gone.forEach(take);
    for (const tool of fresh) put(link, tool, keptTool(link, tool)?.revision ?? 1);
    const strangers = link.tools.filter((tool) => !ids.includes(tool.id)).map(({ id }) => id);
    apply((policy) => allowed(withdrawn(policy, strangers), ids), gone.length + fresh.length > 0);
    tell();
  };

  const makeLink = ({ name, url }: KeptServer): ServerLink => {
    const link: ServerLink = new ServerLink(name, url, {
      ...parts,
      changed: () => {
        if (links.get(name) === link) judge(link);
      },
    });
    links.set(name, link);
    return link;
  };

  /** Writes a change to the stored list; changes that other tabs wrote meanwhile are kept. */
  const write = async (change: (servers: readonly KeptServer[]) => readonly KeptServer[]): Promise<void> => {
    if (unreadable !== null) throw new WorkbenchError('SERVERS_UNREADABLE', unreadable);
    await parts.store.update((now) => {
      const read = readServers(now);
      if (!read.ok) throw new WorkbenchError('SERVERS_UNREADABLE', read.error);
      const next = change(read.value);
      return next.length === 0 ? null : writeServers(next);
    });
    await read();
  };

  const read = async (): Promise<void> => {
    const found = readServers(await parts.store.read());
    unreadable = found.ok ? null : found.error;
    kept = found.ok ? found.value : [];
    for (const [name, link] of links) {
      if (keptOf(name)?.url === link.url) continue;
      link.disconnect();
      links.delete(name);
      // A later server with the same name must not inherit permissions.
      apply((policy) => withdrawn(policy, linesOf(policy, name)));
    }
    for (const server of kept) if (!links.has(server.name)) makeLink(server);
    for (const link of links.values()) judge(link);
    tell();
  };

  const changeTool = (server: string, tool: string, next: (before: KeptTool | undefined) => KeptTool | undefined): Promise<void> =>
    write((servers) =>
      servers.map((each) => {
        if (each.name !== server) return each;
        const changed = next(each.allowed.find((one) => one.tool === tool));
        const others = each.allowed.filter((one) => one.tool !== tool);
        return { ...each, allowed: changed === undefined ? others : [...others, changed] };
      }),
    );

  const remember = (link: ServerLink, { offered, fingerprint }: ListedTool): Promise<void> =>
    changeTool(link.name, offered.name, (before) => ({
      tool: offered.name,
      fingerprint,
      definition: { ...offered.definition },
      revision: before === undefined ? 1 : before.revision + (before.fingerprint === fingerprint ? 0 : 1),
    }));

  /** After the person edited the policy: a removed entry switches its tool off, a new one switches it on. */
  const followPolicy = async (): Promise<void> => {
    const { allowedTools } = parts.policy.read();
    for (const link of links.values()) {
      for (const tool of link.tools) {
        const allowed = allowedTools.includes(tool.id);
        if (adopted.has(tool.id) && !allowed) await changeTool(link.name, tool.offered.name, () => undefined);
        else if (!adopted.has(tool.id) && allowed) await remember(link, tool);
      }
    }
    tell();
  };

  parts.onPolicy(() => {
    if (!ours) void followPolicy().catch(tell);
  });
  parts.store.follow(() => void read());
  await read();

  return {
    list: () => [...links.values()].map((link) => viewOf(link, keptOf(link.name)?.allowed ?? [], parts.policy.read(), parts.models)),
    unreadable: () => unreadable,
    questions: questions.list,
    answer: questions.answer,
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async add(given, address) {
      const name = given.trim();
      if (!SERVER_NAME.test(name) || name.length > MOST_SERVER_NAME) {
        const most = String(MOST_SERVER_NAME);
        throw new WorkbenchError(
          'BAD_SERVER_NAME',
          `expected a name of 1 to ${most} small letters, digits and single underscores, such as files`,
        );
      }
      const url = loopbackUrl(address.trim()).href;
      await write((servers) => {
        if (servers.some((each) => each.name === name))
          throw new WorkbenchError('BAD_SERVER_NAME', `expected a unique name, found ${name} twice`);
        if (servers.length >= MOST_SERVERS)
          throw new WorkbenchError('TOO_MANY_SERVERS', `expected at most ${String(MOST_SERVERS)} servers`);
        return [...servers, { name, url, allowed: [] }];
      });
      await linkOf(name).connect();
    },
    connect: async (name) => linkOf(name).connect(),
    disconnect: (name) => {
      linkOf(name).disconnect();
    },
    async forget(name) {
      linkOf(name).disconnect();
      await write((servers) => servers.filter((each) => each.name !== name));
    },
    async allow(id, fingerprint, on) {
      const found = listed(id);
      if (found === undefined) throw new WorkbenchError('UNKNOWN_TOOL', 'expected a tool that the server lists, found none of this name');
      const { link, tool } = found;
      if (!on) {
        await changeTool(link.name, tool.offered.name, () => undefined);
        return;
      }
      if (tool.fingerprint !== fingerprint)
        throw new WorkbenchError('MCP_DRIFTED', 'the server changed the tool in the meantime; check it again');
      await remember(link, tool);
    },
    allowModels(id, on) {
      apply((policy) => allowedFor(policy, parts.models, id, on));
      tell();
    },
  };
}
