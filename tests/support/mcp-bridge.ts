import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveMcp } from '../../src/wire/mcp/server.ts';
import type { McpConnection } from '../../src/wire/mcp/server/connection.ts';
import type { McpServerParts } from '../../src/wire/mcp/server/ports.ts';

/** Requests of one session that wait for their answer, by id, each with the token that its progress carries. */
interface Session {
  readonly server: McpConnection;
  readonly open: Map<unknown, { readonly response: ServerResponse; readonly token: unknown }>;
}

export interface McpBridge {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * The page's MCP server over Streamable HTTP on this machine, for runners that speak nothing else. It carries messages and
 * knows nothing of what they say; the page itself serves message ports only.
 */
export async function mcpBridge(parts: McpServerParts): Promise<McpBridge> {
  const sessions = new Map<string, Session>();
  const http = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.method === 'POST') post(request, response, JSON.parse(body) as Message);
      // No stream of its own accord, and sessions end with the bridge.
      else response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    });
  });

  const sessionOf = (id: string): Session => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const open: Session['open'] = new Map();
    const send = (message: object): void => {
      const { id: answered, params } = message as Message;
      const waiting =
        answered === undefined ? [...open.values()].find(({ token }) => token === params?.['progressToken']) : open.get(answered);
      waiting?.response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
      if (answered !== undefined) waiting?.response.end();
      open.delete(answered);
    };
    const session = { server: serveMcp(parts).connect(send), open };
    sessions.set(id, session);
    return session;
  };

  const post = (request: IncomingMessage, response: ServerResponse, message: Message): void => {
    const id = String(request.headers['mcp-session-id'] ?? randomUUID());
    const { server, open } = sessionOf(id);
    response.setHeader('mcp-session-id', id);
    if (message.id === undefined) {
      response.writeHead(202).end();
    } else {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      open.set(message.id, {
        response,
        token: (message.params?.['_meta'] as Record<string, unknown> | undefined)?.['progressToken'] ?? NaN,
      });
    }
    server.receive(message);
  };

  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}/mcp`,
    close: () =>
      new Promise((resolve) => {
        for (const { server } of sessions.values()) server.close();
        http.close(() => {
          resolve();
        });
        http.closeAllConnections();
      }),
  };
}

interface Message {
  readonly id?: unknown;
  readonly params?: Record<string, unknown>;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
