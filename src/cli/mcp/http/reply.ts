import type { IncomingMessage, ServerResponse } from 'node:http';
import { RpcError } from '../../../wire/mcp/server/rpc.ts';

/** Maximum number of bytes of a message; longer ones are rejected without being parsed. */
const MOST_BYTES = 4 * 1024 * 1024;
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** Ends a request with an HTTP status and an error message. */
export class HttpFault extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code = INVALID_REQUEST,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export function replyJson(response: ServerResponse, status: number, value: object, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function replyFault(response: ServerResponse, error: unknown): void {
  const known = error instanceof HttpFault || error instanceof RpcError;
  const status = error instanceof HttpFault ? error.status : known ? 400 : 500;
  const { code, message } = known ? error : { code: -32_603, message: 'Internal error' };
  if (response.headersSent) response.end();
  else replyJson(response, status, { jsonrpc: '2.0', id: null, error: { code, message } }, error instanceof HttpFault ? error.headers : {});
}

/** Reads the JSON object in the body of a request. @throws HttpFault for anything else */
export async function messageOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new HttpFault(415, 'expected content-type application/json');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES)
      throw new HttpFault(413, `expected at most ${String(MOST_BYTES)} bytes`, INVALID_REQUEST, { connection: 'close' });
    parts.push(part);
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)));
  } catch {
    throw new HttpFault(400, 'Parse error', PARSE_ERROR);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new HttpFault(400, 'expected one JSON-RPC message');
  return value as Readonly<Record<string, unknown>>;
}

/** Returns the value of a header, several values joined by commas; undefined if it is absent. */
export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
