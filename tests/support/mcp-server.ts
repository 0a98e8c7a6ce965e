import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A JSON-RPC message as received. */
export interface Asked {
  readonly id?: number | string;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface Seen {
  readonly http: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly params: Record<string, unknown>;
}

export interface McpServerOptions {
  /** `modern`: 2026-07-28 without sessions; `legacy`: 2025-06-18 with a handshake and a session. */
  readonly era?: 'modern' | 'legacy';
  /** Answers as an event stream, with a notification before the answer. */
  readonly streams?: boolean;
  /** Lines of a page of the list; all on one page when absent. */
  readonly page?: number;
  /** Host and port; any free port of 127.0.0.1 when absent. */
  readonly host?: string;
  readonly port?: number;
  /** Headers for pages of other origins; none when false. */
  readonly cors?: boolean;
  /** Takes over a request: true when it has answered. */
  readonly instead?: (asked: Asked, response: ServerResponse, request: IncomingMessage) => boolean;
  /** Parameters of a form that each `tools/call` asks the person to fill in before it answers. */
  readonly question?: object;
  /** The result of `tools/call`. */
  readonly call?: (name: string, args: Record<string, unknown>) => object | Promise<object>;
}

export const echo = {
  name: 'echo',
  title: 'Echo',
  description: 'Says what it is told.',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 100, description: 'What to say.' },
      times: { type: 'integer', minimum: 1, maximum: 3 },
    },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { said: { type: 'string' } }, required: ['said'] },
  annotations: { readOnlyHint: true, destructiveHint: false },
};

const said = (args: Record<string, unknown>): object => {
  const text = typeof args['text'] === 'string' ? args['text'] : '';
  return { content: [{ type: 'text', text }], structuredContent: { said: text } };
};

/** An MCP server of Streamable HTTP on this machine, over a real socket. Its `tools` may be changed while it runs. */
export async function mcpServer(tools: unknown[] = [echo], options: McpServerOptions = {}) {
  const { era = 'modern', streams = false, page = Infinity, cors = true, call = (_name, args) => said(args) } = options;
  const seen: Seen[] = [];
  const listeners = new Set<ServerResponse>();
  /** What the client answered to `question`: results of `elicitation/create`, or errors. */
  const answers: unknown[] = [];
  let answered = (): void => undefined;
  let session = 'session-1';

  const answerTo = async ({ method, params }: Asked): Promise<{ result?: object; error?: object; status?: number }> => {
    const complete = era === 'modern' ? { resultType: 'complete' } : {};
    switch (method) {
      case 'server/discover':
        if (era === 'legacy') return { error: { code: -32_601, message: 'Method not found' } };
        return {
          result: {
            ...complete,
            supportedVersions: ['2026-07-28'],
            capabilities: { tools: {} },
            serverInfo: { name: 'test', version: '1' },
          },
        };
      case 'initialize':
        if (era === 'modern') return { status: 400, error: { code: -32_022, message: 'no', data: { supported: ['2026-07-28'] } } };
        return {
          result: {
            protocolVersion: '2025-06-18',
            capabilities: { tools: { listChanged: true } },
            serverInfo: { name: 'test', version: '1' },
          },
        };
      case 'tools/list': {
        const from = Number(params['cursor'] ?? 0);
        const more = from + page < tools.length ? { nextCursor: String(from + page) } : {};
        return { result: { ...complete, tools: tools.slice(from, from + page), ...more } };
      }
      case 'tools/call':
        if (era === 'modern' && options.question !== undefined) {
          const responses = params['inputResponses'] as { form: unknown } | undefined;
          if (responses === undefined) {
            const form = { method: 'elicitation/create', params: options.question };
            return { result: { resultType: 'input_required', inputRequests: { form }, requestState: 'state-1' } };
          }
          answers.push({ ...(responses.form as object), state: params['requestState'] });
        }
        return { result: { ...complete, ...(await call(String(params['name']), params['arguments'] as Record<string, unknown>)) } };
      default:
        return { error: { code: -32_601, message: 'Method not found' } };
    }
  };

  const openStream = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': here\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  };

  const take = async (request: IncomingMessage, response: ServerResponse, text: string): Promise<void> => {
    const asked = (text === '' ? { method: '', params: {} } : JSON.parse(text)) as Asked;
    const { method, params = {} } = asked;
    seen.push({ http: request.method ?? '', method, headers: request.headers, params });
    if (cors) response.setHeader('access-control-allow-origin', '*').setHeader('access-control-expose-headers', 'mcp-session-id');
    if (request.method === 'OPTIONS') {
      const allowed = cors
        ? {
            'access-control-allow-methods': 'GET, POST, DELETE',
            'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '',
          }
        : {};
      response.writeHead(204, allowed).end();
      return;
    }
    if (options.instead?.({ ...asked, params }, response, request) === true) return;
    if (request.method === 'DELETE') {
      response.writeHead(200).end();
      return;
    }
    if (request.method === 'GET') {
      if (era === 'modern') response.writeHead(405).end();
      else openStream(response);
      return;
    }
    if (era === 'legacy' && method !== 'initialize' && method !== 'server/discover' && request.headers['mcp-session-id'] !== session) {
      response.writeHead(404).end();
      return;
    }
    if (asked.id === 'question-1') {
      const { result, error } = asked as { result?: object; error?: object };
      answers.push(result ?? error);
      answered();
    }
    if (asked.id === undefined || asked.id === 'question-1') {
      response.writeHead(202).end();
      return;
    }
    if (era === 'legacy' && method === 'tools/call' && options.question !== undefined) {
      const done = new Promise<void>((resolve) => (answered = resolve));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const question = { jsonrpc: '2.0', id: 'question-1', method: 'elicitation/create', params: options.question };
      response.write(`data: ${JSON.stringify(question)}\n\n`);
      await done;
      const answer = await answerTo({ ...asked, params });
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...answer })}\n\n`);
      return;
    }
    if (method === 'subscriptions/listen') {
      openStream(response);
      return;
    }
    const { status = 200, ...answer } = await answerTo({ ...asked, params });
    if (method === 'initialize' && era === 'legacy') response.setHeader('mcp-session-id', session);
    const body = JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...answer });
    if (!streams) {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      return;
    }
    response.writeHead(status, { 'content-type': 'text/event-stream' });
    response.write('event: message\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n');
    // Cut in the middle, as the network may.
    response.write(`id: 1\r\ndata: ${body.slice(0, 20)}`);
    setTimeout(() => response.end(`${body.slice(20)}\r\n\r\n`), 5);
  };

  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => void take(request, response, text));
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/mcp`,
    port,
    seen,
    answers,
    tools,
    /** Notifies listeners that the list has changed. */
    tell: () => {
      for (const response of listeners) response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
    },
    listening: () => listeners.size,
    /** Forgets the session, as a server that starts again does. */
    forget: () => (session = `${session}-again`),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export type TestMcpServer = Awaited<ReturnType<typeof mcpServer>>;
