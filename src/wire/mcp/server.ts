import { createConnection, type McpConnection } from './server/connection.ts';
import type { McpServerParts, Send } from './server/ports.ts';
import { createRounds } from './server/rounds.ts';
import type { Change } from './server/subscriptions.ts';
import { createTasks, NO_SESSION } from './server/tasks.ts';

/**
 * An MCP server that exchanges messages as values, for instance on a message port. It supports 2025-06-18 and 2025-11-25 with their
 * handshake, and 2026-07-28 without. docs/decisions/0013-mcp-server.md says why the SDK is not used.
 */
export interface McpServer {
  /** Connects a client, which receives messages through `send`. Nothing is sent after the connection was closed. */
  readonly connect: (send: Send) => McpConnection;
  /** Notifies the clients that subscribed to this kind of change. */
  readonly changed: (change: Change) => void;
  /** Ends everything that runs, for all clients. */
  readonly close: () => void;
}

export function serveMcp(parts: McpServerParts): McpServer {
  const rounds = createRounds(parts.newId);
  const connections = new Set<McpConnection>();
  const tasks = createTasks(parts, (task, owner) => {
    if (owner !== NO_SESSION) owner.send({ jsonrpc: '2.0', method: 'notifications/tasks/status', params: task.state() });
    else for (const connection of connections) connection.notify({ task: task.id, state: task.detail() });
  });
  return {
    connect(send) {
      let open = true;
      const inner = createConnection(parts, { rounds, tasks }, (message, about) => {
        if (open) send(message, about);
      });
      const connection: McpConnection = {
        ...inner,
        close() {
          open = false;
          inner.close();
          connections.delete(connection);
        },
      };
      connections.add(connection);
      return connection;
    },
    changed(change) {
      for (const connection of connections) connection.notify(change);
    },
    close() {
      for (const connection of [...connections]) connection.close();
      rounds.close();
      tasks.close();
    },
  };
}
