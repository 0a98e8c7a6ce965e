import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpServer } from '../../../wire/mcp/server.ts';
import { META } from '../../../wire/mcp/server/revisions.ts';
import { isRecord } from '../../../tools/contract/json-schema.ts';
import { isId, NO_CAPABILITY, NO_METHOD, UNSUPPORTED_VERSION } from '../../../wire/mcp/server/rpc.ts';
import { HttpFault, headerOf, replyJson } from './reply.ts';
import { openEvents } from './stream.ts';

/** Error code for headers that are missing or differ from the message (2026-07-28). */
const HEADER_MISMATCH = -32_020;
const ALIVE_MS = 15_000;

type Message = Readonly<Record<string, unknown>>;

/** Returns the revision that a message itself states, as messages of revisions after 2025-11-25 do. */
export function namedRevision({ params }: Message): unknown {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta[`${META}protocolVersion`] : undefined;
}

/**
 * Answers a request of revision 2026-07-28, which has no session but its own connection. The answer is a JSON object or, if other messages
 * precede it, a stream. If the client closes the stream, the request is cancelled.
 */
export function answerStateless(server: McpServer, message: Message, request: IncomingMessage, response: ServerResponse): void {
  checkHeaders(message, request);
  const { id } = message;
  if (!isId(id)) {
    // Accept and ignore a notification, because in this revision clients send none over HTTP.
    response.writeHead(202).end();
    return;
  }
  let alive: ReturnType<typeof setInterval> | undefined;
  const connection = server.connect((sent) => {
    const final = !('method' in sent);
    if (final && !response.headersSent) {
      replyJson(response, statusOf(sent), sent);
      return;
    }
    if (!response.headersSent) {
      openEvents(response);
      alive = setInterval(() => response.write(':\n\n'), ALIVE_MS);
    }
    response.write(`event: message\ndata: ${JSON.stringify(sent)}\n\n`);
    if (final) response.end();
  });
  response.on('close', () => {
    clearInterval(alive);
    connection.close();
  });
  connection.receive(message);
}

function statusOf(sent: object): number {
  const error: unknown = Reflect.get(sent, 'error');
  const code = isRecord(error) ? error['code'] : undefined;
  if (code === NO_METHOD) return 404;
  return code === UNSUPPORTED_VERSION || code === NO_CAPABILITY || code === HEADER_MISMATCH ? 400 : 200;
}

/** Checks that the headers repeat what the message says; programs on the way may read only the headers. */
function checkHeaders(message: Message, request: IncomingMessage): void {
  const params = isRecord(message['params']) ? message['params'] : {};
  const named = NAMED.get(String(message['method']));
  const expected: readonly (readonly [header: string, value: unknown])[] = [
    ['mcp-protocol-version', namedRevision(message)],
    ['mcp-method', message['method']],
    ...(named === undefined ? [] : [['mcp-name', params[named]] as const]),
  ];
  for (const [header, value] of expected) {
    if (decoded(headerOf(request, header)) !== value)
      throw new HttpFault(400, `expected the header ${header} to say what the message says`, HEADER_MISMATCH);
  }
}

/** Name of the parameter that the header `Mcp-Name` repeats, by method. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** Decodes a header value: what a header cannot contain is sent as base64 between `=?base64?` and `?=`. */
function decoded(value: string | undefined): string | undefined {
  const match = /^=\?base64\?([A-Za-z0-9+/=]*)\?=$/.exec(value ?? '');
  return match === null ? value : Buffer.from(match[1] ?? '', 'base64').toString('utf8');
}
