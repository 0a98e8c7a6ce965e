import { WorkbenchError } from '../../base/failure.ts';
import { eventReader, type StreamPosition } from '../../wire/mcp/event-stream.ts';
import type { McpResponse, McpTransport, PostOptions } from '../../wire/mcp/requests.ts';
import { contentType, reachLoopback, textPieces, wholeText } from '../assistants/loopback.ts';

/** Most bytes of one answer, including streams; a longer answer is dropped. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Most new connections for the rest of one answer, and most in a row without a new event. */
const MOST_RESUMED = 200;
const MOST_IDLE = 3;
const PAUSE_MS = 1000;
const MOST_PAUSE_MS = 30_000;

type Headers = Readonly<Record<string, string>>;
type Take = (message: unknown) => boolean;

/** MCP's Streamable HTTP transport to one URL on this machine. */
export function loopbackTransport(address: string): McpTransport {
  const accept = 'application/json, text/event-stream';
  return {
    post: (message, headers, take, options) =>
      whole(address, headers, take, options, (taking, position) =>
        reachLoopback(
          address,
          { method: 'POST', headers: { 'content-type': 'application/json', accept, ...headers }, body: JSON.stringify(message) },
          options,
          (response) => readAnswer(response, taking, position),
        ),
      ),
    listen: (headers, take, signal) => stream(address, headers, take, { signal, wait_ms: 0 }, { id: '', retry_ms: null }),
    end: (headers) =>
      reachLoopback(address, { method: 'DELETE', headers }, { signal: new AbortController().signal, wait_ms: 5000 }, () =>
        Promise.resolve(),
      ).catch(() => undefined),
  };
}

/** Opens a stream of messages: from the beginning, or after the event at the position. */
const stream = (address: string, headers: Headers, take: Take, options: PostOptions, position: StreamPosition): Promise<McpResponse> => {
  const after = position.id === '' ? {} : { 'last-event-id': position.id };
  const request = { method: 'GET', headers: { accept: 'text/event-stream', ...headers, ...after } };
  return reachLoopback(address, request, options, (response) => readAnswer(response, take, position));
};

/**
 * An answer with the rest that follows a cut: a stream whose events have ids goes on after the last one (Streamable HTTP of revisions before
 * 2026-07-28, "Resumability and Redelivery"). If the rest cannot be had, the first outcome stands.
 */
async function whole(
  address: string,
  headers: Headers,
  take: Take,
  options: PostOptions,
  first: (take: Take, position: StreamPosition) => Promise<McpResponse>,
): Promise<McpResponse> {
  const position: StreamPosition = { id: '', retry_ms: null };
  const state = { isDone: false, id: '' };
  const taking: Take = (message) => (state.isDone = take(message));
  const began = Date.now();
  const outcome = await first(taking, position).catch((error: unknown) => {
    if (options.resumes !== true || position.id === '' || !isCut(error)) throw error;
    return error;
  });
  const isResumable = (): boolean => options.resumes === true && !state.isDone && /^[\x21-\x7e]{1,1024}$/.test(position.id);
  for (let idle = 0, times = 0; isResumable() && idle < MOST_IDLE && times < MOST_RESUMED; times++) {
    state.id = position.id;
    await pause(Math.min(position.retry_ms ?? PAUSE_MS, MOST_PAUSE_MS), options.signal);
    const left = options.wait_ms === 0 ? 0 : options.wait_ms - (Date.now() - began);
    if (left < 0) break;
    const { status } = await stream(address, headers, taking, { ...options, wait_ms: left }, position).catch((error: unknown) => {
      if (isCut(error)) return { status: 200 };
      if (options.signal.aborted) throw error;
      return { status: 400 };
    });
    if (status >= 400) break;
    idle = position.id === state.id ? idle + 1 : 0;
  }
  if (!(outcome instanceof WorkbenchError)) return outcome as McpResponse;
  if (state.isDone) return { status: 200, session: null };
  throw outcome;
}

const isCut = (error: unknown): boolean => error instanceof WorkbenchError && error.code === 'ENDPOINT_CUT';

/** Ends early, without a fault, when the signal aborts; the next request then fails. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

async function readAnswer(response: Response, take: Take, position: StreamPosition): Promise<McpResponse> {
  const session = response.headers.get('mcp-session-id');
  const answer: McpResponse = {
    status: response.status,
    session: session !== null && /^[\x21-\x7e]{1,1024}$/.test(session) ? session : null,
  };
  const type = contentType(response);
  if (type === 'text/event-stream' && response.ok) await readEvents(response, take, position);
  else if (type === 'application/json') readMessage(await wholeText(response, MOST_BYTES), take, response.ok);
  // Notifications are accepted with an empty response, and failures may have any body.
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

/** @param strict whether text that is not JSON is a fault; otherwise such text is ignored */
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
