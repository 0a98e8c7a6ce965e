import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServer } from '../../../wire/mcp/server.ts';
import type { McpConnection } from '../../../wire/mcp/server/connection.ts';
import { isId, type Id } from '../../../wire/mcp/server/rpc.ts';
import { HttpFault, headerOf } from './reply.ts';
import { EventStream } from './stream.ts';

/** Maximum number of clients at the same time. */
const MOST_SESSIONS = 64;
/** Time in ms after which a session without requests ends. */
const IDLE_MS = 30 * 60_000;
/** Maximum number of streams per session that have ended and can still be resumed. */
const MOST_FINISHED = 16;
/** Values of the protocol header in revisions with a handshake. Clients that do not know the header omit it or name 2025-03-26. */
const REVISIONS = new Set([undefined, '2025-03-26', '2025-06-18', '2025-11-25']);

type Message = Readonly<Record<string, unknown>>;

/** The session of one client, in revisions with a handshake. */
class Session {
  readonly id = randomUUID();
  last = Date.now();
  readonly connection: McpConnection;
  /** The streams of the session, by name. The first one sends messages that belong to no request. */
  readonly #streams = new Map<string, EventStream>();
  readonly #open = new Map<Id, EventStream>();
  readonly #own = new EventStream('0');
  #serial = 0;

  constructor(server: McpServer) {
    this.#streams.set(this.#own.name, this.#own);
    this.connection = server.connect((message, about) => {
      const stream = (about === undefined ? undefined : this.#open.get(about)) ?? this.#own;
      stream.send(message);
      const { id, method } = message as Message;
      if (method === undefined && isId(id) && about === id) this.#finish(id, stream);
    });
  }

  /** Handles a request, whose stream sends everything that belongs to it. If the stream breaks off, the request is not cancelled. */
  request(id: Id, message: Message, response: ServerResponse): void {
    if (this.#open.has(id)) throw new HttpFault(400, 'expected an id of its own');
    const stream = new EventStream(String(++this.#serial));
    this.#streams.set(stream.name, stream);
    this.#open.set(id, stream);
    response.setHeader('mcp-session-id', this.id);
    stream.attach(response);
    this.connection.receive(message);
  }

  /** Connects the client to the stream of the session or, after the event `last`, to a stream that broke off. */
  listen(response: ServerResponse, last: string | undefined): void {
    const stream = last === undefined ? this.#own : this.#streams.get(last.split('-', 1)[0] ?? '');
    if (stream === undefined) throw new HttpFault(404, 'expected the id of an event of a stream that is kept');
    if (stream === this.#own && last === undefined && stream.connected) throw new HttpFault(409, 'expected one stream of the session');
    stream.attach(response, last);
  }

  end(): void {
    this.connection.close();
    for (const stream of this.#streams.values()) stream.end();
  }

  get busy(): boolean {
    return this.#open.size > 0 || this.#own.connected;
  }

  #finish(id: Id, stream: EventStream): void {
    stream.end();
    this.#open.delete(id);
    const finished = [...this.#streams.values()].filter(({ ended }) => ended);
    for (const { name } of finished.slice(0, -MOST_FINISHED)) this.#streams.delete(name);
  }
}

export interface Sessions {
  post(message: Message, request: IncomingMessage, response: ServerResponse): void;
  listen(request: IncomingMessage, response: ServerResponse): void;
  end(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

export function createSessions(server: McpServer): Sessions {
  const sessions = new Map<string, Session>();
  const drop = (session: Session): void => {
    sessions.delete(session.id);
    session.end();
  };
  const find = (request: IncomingMessage): Session => {
    const id = headerOf(request, 'mcp-session-id');
    if (id === undefined) throw new HttpFault(400, 'expected the header Mcp-Session-Id of an initialized session');
    const session = sessions.get(id);
    if (session === undefined) throw new HttpFault(404, 'expected a session that has not ended');
    if (!REVISIONS.has(headerOf(request, 'mcp-protocol-version')))
      throw new HttpFault(400, 'expected an MCP-Protocol-Version that the server supports');
    session.last = Date.now();
    return session;
  };
  const begin = (): Session => {
    for (const session of [...sessions.values()]) if (!session.busy && Date.now() - session.last > IDLE_MS) drop(session);
    if (sessions.size >= MOST_SESSIONS) throw new HttpFault(503, `expected at most ${String(MOST_SESSIONS)} sessions at once`);
    const session = new Session(server);
    sessions.set(session.id, session);
    return session;
  };
  return {
    post(message, request, response) {
      const { id, method } = message;
      const session = method === 'initialize' && headerOf(request, 'mcp-session-id') === undefined ? begin() : find(request);
      if (method !== undefined && isId(id)) {
        session.request(id, message, response);
        return;
      }
      if (method !== undefined && id !== undefined) throw new HttpFault(400, 'expected an id that is a text or a whole number');
      session.connection.receive(message);
      response.writeHead(202).end();
    },
    listen: (request, response) => {
      find(request).listen(response, headerOf(request, 'last-event-id'));
    },
    end(request, response) {
      drop(find(request));
      response.writeHead(204).end();
    },
    close() {
      for (const session of [...sessions.values()]) drop(session);
    },
  };
}
