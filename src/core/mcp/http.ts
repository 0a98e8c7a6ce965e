import { WorkbenchError } from '../../base/failure.ts';
import { eventReader } from '../../wire/mcp/event-stream.ts';
import type { McpResponse, McpTransport } from '../../wire/mcp/requests.ts';
import { contentType, reachLoopback, textPieces, wholeText } from '../assistants/loopback.ts';

/** Most bytes of one answer, including streams; a longer answer is dropped. */
const MOST_BYTES = 4 * 1024 * 1024;

/** MCP's Streamable HTTP transport to one URL on this machine. */
export function loopbackTransport(address: string): McpTransport {
  const accept = 'application/json, text/event-stream';
  return {
    post: (message, headers, take, options) =>
      reachLoopback(
        address,
        { method: 'POST', headers: { 'content-type': 'application/json', accept, ...headers }, body: JSON.stringify(message) },
        options,
        (response) => readAnswer(response, take),
      ),
    listen: (headers, take, signal) =>
      reachLoopback(address, { method: 'GET', headers: { accept: 'text/event-stream', ...headers } }, { signal, wait_ms: 0 }, (response) =>
        readAnswer(response, take),
      ),
    end: (headers) =>
      reachLoopback(address, { method: 'DELETE', headers }, { signal: new AbortController().signal, wait_ms: 5000 }, () =>
        Promise.resolve(),
      ).catch(() => undefined),
  };
}

async function readAnswer(response: Response, take: (message: unknown) => boolean): Promise<McpResponse> {
  const session = response.headers.get('mcp-session-id');
  const answer: McpResponse = {
    status: response.status,
    session: session !== null && /^[\x21-\x7e]{1,1024}$/.test(session) ? session : null,
  };
  const type = contentType(response);
  if (type === 'text/event-stream' && response.ok) await readEvents(response, take);
  else if (type === 'application/json') readMessage(await wholeText(response, MOST_BYTES), take, response.ok);
  // Notifications are accepted with an empty response, and failures may have any body.
  else if (response.ok && response.status !== 202 && response.status !== 204) {
    const found = type === '' ? 'no type' : type.slice(0, 60);
    throw new WorkbenchError('ENDPOINT_NOT_MCP', `expected application/json or text/event-stream, found ${found}`);
  }
  return answer;
}

async function readEvents(response: Response, take: (message: unknown) => boolean): Promise<void> {
  const read = eventReader();
  for await (const piece of textPieces(response, MOST_BYTES)) {
    for (const event of read(piece)) if (event !== '' && readMessage(event, take, true)) return;
  }
}

/** @param strict whether text that is not JSON is a fault; otherwise such text is ignored */
function readMessage(text: string, take: (message: unknown) => boolean, strict: boolean): boolean {
  let message: unknown;
  try {
    message = JSON.parse(text) as unknown;
  } catch {
    if (!strict) return false;
    throw new WorkbenchError('ENDPOINT_NOT_MCP', 'expected JSON-RPC messages, found a text that is no JSON');
  }
  return take(message);
}
