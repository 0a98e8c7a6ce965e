import { WorkbenchError } from '../../base/failure.ts';
import { pause } from '../pause.ts';
import { eventReader, type StreamPosition } from '../../wire/mcp/event-stream.ts';
import type { McpResponse, McpTransport, WaitOptions } from '../../wire/mcp/requests.ts';
import { contentType, reachLoopback, textPieces, wholeText } from '../assistants/loopback.ts';

/** Maximum number of bytes of one answer, including streams. A longer answer is rejected. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Maximum number of reconnects to read the rest of one answer. `MOST_IDLE` limits those in a row that bring no new event. */
const MOST_RESUMED = 200;
const MOST_IDLE = 3;
/** Ids of sessions and events that may be sent back in a header. */
const HEADER = /^[\x21-\x7e]{1,1024}$/;
const PAUSE_MS = 1000;
const MOST_PAUSE_MS = 30_000;

type Headers = Readonly<Record<string, string>>;
type Take = (message: unknown) => boolean;
type Exchange = (take: Take, position: StreamPosition, wait_ms: number) => Promise<McpResponse>;
const beginning = (): StreamPosition => ({ id: '', retry_ms: null });

/** MCP's Streamable HTTP transport to one URL on this machine. */
export function loopbackTransport(address: string): McpTransport {
  const accept = 'application/json, text/event-stream';
  return {
    post: (message, headers, take, options) => {
      const body = JSON.stringify(message);
      const request = { method: 'POST', headers: { 'content-type': 'application/json', accept, ...headers }, body };
      const first: Exchange = (taking, position) =>
        reachLoopback(address, request, options, (response) => readAnswer(response, taking, position));
      if (options.resumes !== true) return first(take, beginning(), options.wait_ms);
      return whole(
        first,
        (taking, position, wait_ms) => stream(address, headers, taking, { ...options, wait_ms }, position),
        take,
        options,
      );
    },
    listen: (headers, take, signal) => stream(address, headers, take, { signal, wait_ms: 0 }, beginning()),
    end: (headers) =>
      reachLoopback(address, { method: 'DELETE', headers }, { signal: new AbortController().signal, wait_ms: 5000 }, () =>
        Promise.resolve(),
      ).catch(() => undefined),
  };
}

/** Requests a stream of messages: from its beginning, or after the event at the given position. */
const stream = (address: string, headers: Headers, take: Take, options: WaitOptions, position: StreamPosition): Promise<McpResponse> => {
  const after = position.id === '' ? {} : { 'last-event-id': position.id };
  const request = { method: 'GET', headers: { accept: 'text/event-stream', ...headers, ...after } };
  return reachLoopback(address, request, options, (response) => readAnswer(response, take, position));
};

/**
 * Receives an answer and, if the connection breaks off, its rest: a stream whose events have ids continues after the last (Streamable HTTP
 * before revision 2026-07-28, "Resumability and Redelivery"). If the server does not continue it, the first request's outcome stands.
 */
async function whole(first: Exchange, rest: Exchange, take: Take, { signal, wait_ms }: WaitOptions): Promise<McpResponse> {
  const position = beginning();
  const began = Date.now();
  let isDone = false;
  const taking: Take = (message) => (isDone = take(message));
  let cut: WorkbenchError | undefined;
  const orCut = (error: unknown): null => {
    if (!(error instanceof WorkbenchError) || error.code !== 'ENDPOINT_CUT') throw error;
    cut ??= error;
    return null;
  };
  const answer = await first(taking, position, wait_ms).catch(orCut);
  for (let idle = 0, times = 0; !isDone && idle < MOST_IDLE && times < MOST_RESUMED && HEADER.test(position.id); times++) {
    const { id, retry_ms } = position;
    await pause(Math.min(retry_ms ?? PAUSE_MS, MOST_PAUSE_MS), signal);
    // `wait_ms` 0 means no limit, so use 1 ms once the time is over.
    const left = wait_ms === 0 ? 0 : Math.max(1, wait_ms - (Date.now() - began));
    const resumed = await rest(taking, position, left).catch(orCut);
    if (resumed && resumed.status >= 400) break;
    idle = position.id === id ? idle + 1 : 0;
  }
  if (cut && !isDone) throw cut;
  return answer ?? { status: 200, session: null };
}

async function readAnswer(response: Response, take: Take, position: StreamPosition): Promise<McpResponse> {
  const session = response.headers.get('mcp-session-id');
  const answer: McpResponse = {
    status: response.status,
    session: session !== null && HEADER.test(session) ? session : null,
  };
  const type = contentType(response);
  if (type === 'text/event-stream' && response.ok) await readEvents(response, take, position);
  else if (type === 'application/json') readMessage(await wholeText(response, MOST_BYTES), take, response.ok);
  // An empty response is valid for notifications (202, 204), and a failure may have any body; other responses must be messages.
  else if (response.ok && response.status !== 202 && response.status !== 204) {
    const found = type === '' ? 'no type' : type.slice(0, 60);
    throw new WorkbenchError('ENDPOINT_NOT_MCP', `expected application/json or text/event-stream, found ${found}`);
  }
  return answer;
}

async function readEvents(response: Response, take: Take, position: StreamPosition): Promise<void> {
  const read = eventReader(position);
  for await (const piece of textPieces(response, MOST_BYTES)) {
    for (const event of read(piece)) if (event !== '' && readMessage(event, take, true)) return;
  }
}

/** Passes on a message; returns whether it was the last. @param strict whether text that is not JSON is an error or is ignored */
function readMessage(text: string, take: Take, strict: boolean): boolean {
  let message: unknown;
  try {
    message = JSON.parse(text) as unknown;
  } catch {
    if (!strict) return false;
    throw new WorkbenchError('ENDPOINT_NOT_MCP', 'expected JSON-RPC messages, found a text that is no JSON');
  }
  return take(message);
}
