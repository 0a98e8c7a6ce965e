import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '../../../wire/mcp/server.ts';
import { ENDPOINT, guard } from './guard.ts';
import { HttpFault, headerOf, messageOf, replyFault } from './reply.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { answerStateless, namedRevision } from './stateless.ts';

export interface HttpServerOptions {
  readonly server: McpServer;
  /** Port to listen on; 0 for any free port. */
  readonly port: number;
  /** The token that clients must send as `Authorization: Bearer`. Null only in tests of the transport. */
  readonly token: string | null;
}

export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves MCP over Streamable HTTP on the loopback address of this machine.
 * @throws an error of the system if the port is in use
 */
export async function serveHttp({ server, port, token }: HttpServerOptions): Promise<HttpServer> {
  const sessions = createSessions(server);
  const http = createServer((request, response) => {
    answer(request, response, server, sessions, token).catch((error: unknown) => {
      replyFault(response, error);
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((http.address() as AddressInfo).port)}${ENDPOINT}`,
    close: () =>
      new Promise((resolve) => {
        sessions.close();
        http.close(() => {
          resolve();
        });
        http.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  server: McpServer,
  sessions: Sessions,
  token: string | null,
): Promise<void> {
  guard(request, token);
  switch (request.method) {
    case 'POST': {
      const message = await messageOf(request);
      const stateless = namedRevision(message) ?? (headerOf(request, 'mcp-protocol-version') === '2026-07-28' ? '' : undefined);
      if (stateless === undefined) sessions.post(message, request, response);
      else answerStateless(server, message, request, response);
      return;
    }
    case 'GET':
      if (!/text\/event-stream|\*\/\*/.test(headerOf(request, 'accept') ?? ''))
        throw new HttpFault(406, 'expected to accept text/event-stream');
      sessions.listen(request, response);
      return;
    case 'DELETE':
      sessions.end(request, response);
      return;
    default:
      throw new HttpFault(405, 'expected POST, GET or DELETE', undefined, { allow: 'POST, GET, DELETE' });
  }
}
