import { serveMcp, type McpServer } from '../../wire/mcp/server.ts';
import type { Calling } from '../calling.ts';
import type { CoreBus } from '../events.ts';

/** The name that a policy gives rights to: `agents.mcp`. */
const AGENT = { id: 'mcp', version: '1' } as const;

export interface CoreServerParts {
  readonly bus: CoreBus;
  readonly calling: Calling;
  readonly version: string;
}

/** The MCP server of the core: calls go through the runner as the agent `mcp`. */
export function coreServer({ bus, calling, version }: CoreServerParts): McpServer {
  const { runner } = calling;
  const server = serveMcp({
    version,
    catalog: () => runner.catalog(AGENT),
    run: (invocation, { signal, onProgress }) =>
      calling.runAs('mcp', invocation, { signal, onProgress, trust: 'untrusted', context: { agent: AGENT } }),
    newId: () => `mcp-${crypto.randomUUID()}`,
    note: (error) => {
      console.debug('mcp', error);
    },
  });
  bus.on('policy', () => {
    server.changed({ list: 'tools' });
  });
  return server;
}
