import { once } from '../base/once.ts';
import type { ToolManifest } from '../tools/contract/index.ts';
import type { PlannerTools } from '../workbench/assistants.ts';
import type { PageCalls } from '../workbench/page.ts';
import type { ServersView } from '../workbench/servers.ts';
import type { AssistantParts } from './assistants/assistant-service.ts';
import { MODEL_AGENTS, PLANNERS, toolsFor } from './assistants/agents.ts';
import type { Conversations } from './assistants/conversations.ts';
import type { Calling } from './calling.ts';
import type { McpServer } from '../wire/mcp/server.ts';
import type { OwnTool } from '../wire/mcp/server/ports.ts';
import type { CoreBase, Data } from './data.ts';
import { memoOn } from './events.ts';

/** Ways for other programs to make calls: planners, transcripts, tool servers, MCP over a port. */
export interface Assistants {
  readonly calls: PageCalls['assistants'];
  readonly servers: PageCalls['servers'];
  /** The state of the tool servers for the page; null before `servers.start`. */
  readonly serversView: () => ServersView | null;
  /** The tools that the policy currently allows an agent to call. */
  catalogFor(agent: { readonly id: string }): readonly ToolManifest[];
  readonly plannerTools: () => PlannerTools;
  readonly conversations: Conversations;
  /** Serves MCP over a message port, to the page that embeds this one. */
  serveMcp(port: MessagePort): Promise<void>;
  /** Creates an MCP server for a transport outside the core, such as standard input and output; `own`: tools of that environment. */
  readonly mcpServer: (own: readonly OwnTool[]) => Promise<McpServer>;
}

/** What conversations with planners need from the session service. */
export type ConversationParts = Pick<AssistantParts, 'conversations' | 'restored' | 'flush'>;

export function createAssistants(
  { bus, host, environment }: CoreBase,
  data: Data,
  calling: Calling,
  conversing: ConversationParts,
): Assistants {
  const { runner, policies, registry, tools } = calling;
  const dependencies: Omit<AssistantParts, 'repair'> = {
    runner,
    captures: data.opened,
    policy: policies,
    run: (entry, invocation, options) => calling.runAs(entry, invocation, options),
    localModel: environment.local_model,
    model: host.model,
    resultOf: (id) => calling.runs.results.find(id),
    ...conversing,
  };
  const service = once(async () => {
    const [{ assistantService }, rules] = await Promise.all([import('./assistants/assistant-service.ts'), tools.rules()]);
    return assistantService({ ...dependencies, repair: (invocation, result) => rules.repair(invocation, result) });
  });
  let view: ServersView | null = null;
  const servers = once(async () => {
    const { coreServers } = await import('./mcp/core-servers.ts');
    const found = await coreServers({
      registry,
      policy: policies,
      onPolicy: (listener) => bus.on('policy', listener),
      models: MODEL_AGENTS,
      environment,
    });
    const show = (): void => {
      view = { list: found.list(), unreadable: found.unreadable(), questions: found.questions() };
      bus.emit({ type: 'servers' });
    };
    found.follow(show);
    show();
    return found;
  });
  const mcpServer = async (own: readonly OwnTool[]): Promise<McpServer> => {
    const { coreServer } = await import('./mcp-server/core-server.ts');
    const { version, mcp_client_approves: clientApproves = false, places } = environment;
    return coreServer({
      bus,
      calling,
      captures: () => data.opened.list(),
      version,
      clientApproves,
      unwritten: places.artifacts,
      drawPlot: (uri, width) => host.drawPlot(uri, width),
      own,
    });
  };
  const server = once(() => mcpServer([]));
  return {
    calls: {
      readTranscript: async (...given) => (await service()).readTranscript(...given),
      runCall: async (...given) => (await service()).runCall(...given),
      example: async (...given) => (await service()).example(...given),
      planners: async () => (await service()).planners(),
      allowReading: async (planner) => (await service()).allowReading(planner),
      ask: async (...given) => (await service()).ask(...given),
      conversation: async (id) => (await service()).conversation(id),
      pause: (id) => {
        conversing.conversations.pause(id);
        return conversing.flush();
      },
      resume: async (...given) => (await service()).resume(...given),
      traceFile: async (id) => (await service()).traceFile(id),
      removeConversation: (id) =>
        Promise.resolve().then(() => {
          conversing.conversations.remove(id);
          return conversing.flush();
        }),
      fork: (id, steps) =>
        Promise.resolve().then(async () => {
          const fork = conversing.conversations.fork(id, steps);
          await conversing.flush();
          return fork;
        }),
    },
    servers: {
      start: async () => void (await servers()),
      add: async (...given) => (await servers()).add(...given),
      connect: async (name) => (await servers()).connect(name),
      disconnect: async (name) => (await servers()).disconnect(name),
      forget: async (name) => (await servers()).forget(name),
      allow: async (...given) => (await servers()).allow(...given),
      allowModels: async (...given) => (await servers()).allowModels(...given),
      answer: async (...given) => (await servers()).answer(...given),
    },
    serversView: () => view,
    catalogFor: (agent) => runner.catalog(agent),
    plannerTools: memoOn(bus, ['policy'], () =>
      Object.fromEntries(
        PLANNERS.map((planner) => {
          const list = toolsFor(runner, planner);
          return [planner, { count: list.length, reads: list.some(({ effect }) => effect === 'read_only') }];
        }),
      ),
    ),
    conversations: conversing.conversations,
    mcpServer,
    async serveMcp(port) {
      const connection = (await server()).connect((message) => {
        port.postMessage(message);
      });
      port.addEventListener('message', ({ data: message }: MessageEvent<unknown>) => {
        connection.receive(message);
      });
      port.start();
    },
  };
}
