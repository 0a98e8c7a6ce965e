import { explainFailure } from '../../src/core/mcp/explain.ts';
import { loopbackTransport } from '../../src/core/mcp/http.ts';
import { createServers } from '../../src/core/mcp/servers.ts';
import type { TextStore } from '../../src/core/keeping/text-store.ts';
import type { Approval, ApprovalRequest } from '../../src/tools/runner/ports.ts';
import type { ToolServers, ServerTool, ServerView } from '../../src/workbench/servers.ts';
import { memoryStore } from './memory-store.ts';
import { bench, multiplier, sha256, type TestBench } from './tools.ts';

export interface McpBench extends TestBench {
  readonly servers: ToolServers;
  readonly store: TextStore;
  /** The approval requests that the person received. */
  readonly asked: ApprovalRequest[];
  /** The only server of the servers. */
  server(): ServerView;
  tool(name: string): ServerTool;
  /** Applies a policy as its editor does. */
  setPolicy(policy: unknown): void;
  /** Runs a tool of the server as the person does. */
  call(tool: string, args: object, more?: object): ReturnType<TestBench['runner']['run']>;
}

/** The runner of a bench with tool servers, and a person who approves by default. */
export async function mcpBench(store = memoryStore(), answer: Approval = { kind: 'approved', by: 'user:local' }): Promise<McpBench> {
  const asked: ApprovalRequest[] = [];
  const bed = bench([multiplier()], {
    approve: (request) => {
      asked.push(request);
      return Promise.resolve(answer);
    },
    clock: { now: () => Date.now(), after: later },
  });
  const { runner, registry } = bed;
  const listeners = new Set<() => void>();
  const setPolicy = (policy: unknown): void => {
    runner.setPolicy(policy);
    for (const listener of listeners) listener();
  };
  const servers = await createServers({
    registry,
    policy: { read: () => runner.policy(), replace: setPolicy },
    onPolicy: (listener) => listeners.add(listener),
    store,
    models: ['local-model'],
    transport: loopbackTransport,
    hash: sha256,
    version: '0.1.0',
    explain: (error, url) => explainFailure(error, url, 'http://127.0.0.1:4173'),
  });
  let next = 0;
  const server = (): ServerView => servers.list()[0] ?? fail('no server');
  return {
    ...bed,
    servers,
    store,
    asked,
    server,
    setPolicy,
    tool: (name) => server().tools.find((tool) => tool.name === name) ?? fail(`no tool ${name}`),
    call: (tool, args, { version = '1.0.0', ...options }: { version?: string } = {}) =>
      runner.run(
        {
          tool_name: tool,
          tool_version: version,
          capture_selection: {},
          arguments: args,
          request_id: `call-${String(next++)}`,
          timeout_ms: 5000,
        },
        { interactive: true, entry: 'page', ...options },
      ),
  };
}

const later = (ms: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, ms);
  return () => {
    clearTimeout(timer);
  };
};

function fail(message: string): never {
  throw new Error(message);
}
