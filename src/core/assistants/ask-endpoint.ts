import { throwIfAborted, WorkbenchError } from '../../base/failure.ts';
import { pause } from '../pause.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import type { ChatStream } from '../../planner/chat.ts';
import { DONE } from '../../wire/events.ts';
import { eventReader } from '../../wire/mcp/event-stream.ts';
import { systemClock } from '../clock.ts';
import { contentType, reachLoopback, textPieces, wholeText, type LoopbackOptions } from './loopback.ts';

/** Maximum number of HTTP requests for one question, including the first. */
const MOST_TRIES = 4;
/** Pause in ms before the first retry if the answer has no Retry-After header; it doubles with every retry. */
const FIRST_PAUSE_MS = 500;
/** If an endpoint asks for a longer pause, the request fails instead of waiting. */
const LONGEST_PAUSE_MS = 60_000;
/** Maximum number of characters shown of an endpoint's own error message. */
const MOST_ERROR_TEXT = 300;
/** Maximum number of bytes read from the body of an error response. */
const MOST_ERROR_BYTES = 65_536;

/** Whether a retry may succeed after this HTTP status: timeouts, conflicts, rate limits and server errors (RFC 9110 §15, RFC 6585 §4). */
const mayPass = (status: number): boolean => status === 408 || status === 409 || status === 429 || status >= 500;

export interface EndpointOptions extends LoopbackOptions {
  /** Waits for `ms` before a retry; rejects when the signal aborts. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Receives a streamed answer; without it, streamed answers are rejected. */
  readonly stream?: ChatStream | undefined;
  /** Returns the current time in ms since 1970, to evaluate a Retry-After header that is a date. */
  readonly now?: () => number;
}

type Reply =
  | { readonly kind: 'answer'; readonly value: unknown }
  | {
      readonly kind: 'failure';
      readonly error: WorkbenchError;
      readonly pause_ms: number | null;
      /** Whether the request to the model's endpoint failed because the stream of its answer broke off. */
      readonly cut?: boolean;
    };

/**
 * Posts JSON to a model's endpoint on this machine and returns the parsed answer, or undefined if the endpoint streamed it. It tries again
 * after a transient status (waiting as long as `Retry-After` says), after a stream that broke off, and without streaming if the endpoint
 * refuses to stream. Rejects with the codes of `reachLoopback`, with `ENDPOINT_STATUS` (and the endpoint's own message), `ENDPOINT_CUT` if
 * the connection ended within the answer, or `ENDPOINT_NOT_JSON`.
 */
export async function askEndpoint(address: string, given: Readonly<Record<string, unknown>>, options: EndpointOptions): Promise<unknown> {
  const { signal, pause = pauseFor, stream } = options;
  let body = given;
  for (let nth = 1; ; nth++) {
    const reply = await post(address, body, options);
    if (reply.kind === 'answer') return reply.value;
    const { error, pause_ms, cut } = reply;
    if (body['stream'] === true && refusesStream(error)) {
      body = { ...body, stream: false };
      continue;
    }
    if (pause_ms === null || nth === MOST_TRIES) throw error;
    if (cut) stream?.again();
    await pause(Math.max(pause_ms, FIRST_PAUSE_MS * 2 ** (nth - 1)), signal);
  }
}

/** HTTP statuses with which servers reject a request because of one of its members, such as `stream`. */
const REFUSALS: ReadonlySet<unknown> = new Set([400, 422, 501]);

const refusesStream = ({ details, message }: WorkbenchError): boolean =>
  isRecord(details) && REFUSALS.has(details['status']) && /\bstream/i.test(message);

async function post(address: string, body: unknown, options: EndpointOptions): Promise<Reply> {
  const { stream, most_bytes, now = () => systemClock.now() } = options;
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  let streams = false;
  try {
    return await reachLoopback(address, { method: 'POST', headers, body: JSON.stringify(body) }, options, async (response) => {
      if (!response.ok) return failureOf(response, now);
      const type = contentType(response);
      streams = type === 'text/event-stream' && stream !== undefined;
      if (streams && stream) return { kind: 'answer', value: await readStream(response, stream, most_bytes) };
      if (type === 'application/json') return { kind: 'answer', value: parsed(await wholeText(response, most_bytes)) };
      throw new WorkbenchError('ENDPOINT_NOT_JSON', `expected application/json, found ${type === '' ? 'no type' : type.slice(0, 60)}`);
    });
  } catch (error) {
    if (streams && error instanceof WorkbenchError && error.code === 'ENDPOINT_CUT')
      return { kind: 'failure', error, pause_ms: 0, cut: true };
    throw error;
  }
}

/** Passes the events of a streamed answer to `stream` until it reports that the answer is complete. */
async function readStream(response: Response, stream: ChatStream, most: number | undefined): Promise<undefined> {
  const read = eventReader();
  let complete = false;
  for await (const piece of withEnd(textPieces(response, most)))
    for (const data of read(piece)) {
      const event = data.trim() === '[DONE]' ? DONE : parsed(data);
      if (isRecord(event) && event['error'] !== undefined && event['error'] !== null)
        throw new WorkbenchError('ENDPOINT_STATUS', `expected an answer, found an error${errorWords(data)}`);
      complete = stream.event(event) || complete;
      if (event === DONE) return undefined;
    }
  if (complete) return undefined;
  throw new WorkbenchError('ENDPOINT_CUT', 'expected a whole answer, but the stream ended early');
}

/** Yields the pieces, then a blank line: it ends the last event of a stream that lacks one. */
async function* withEnd(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield* pieces;
  yield '\n\n';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new WorkbenchError('ENDPOINT_NOT_JSON', 'expected JSON, found other text');
  }
}

/** Converts a response with a status other than 2xx to an error; `pause_ms` is null if a retry is pointless. */
async function failureOf(response: Response, now: () => number): Promise<Reply> {
  const { status } = response;
  const asked = askedPause(response.headers, now);
  const words = await wholeText(response, MOST_ERROR_BYTES).then(errorWords, () => '');
  const wait = asked > LONGEST_PAUSE_MS ? `; it asks to wait ${String(Math.ceil(asked / 1000))} s` : '';
  const error = new WorkbenchError('ENDPOINT_STATUS', `expected status 200, found ${String(status)}${words}${wait}`, { status });
  return { kind: 'failure', error, pause_ms: mayPass(status) && asked <= LONGEST_PAUSE_MS ? asked : null };
}

/** The pause in ms that a `Retry-After` header in seconds or with a date (RFC 9110 §10.2.3) requests; 0 if absent or unreadable. */
function askedPause(headers: Headers, now: () => number): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now());
}

/** The endpoint's message in the body of an error, in the format of OpenAI, Ollama or llama.cpp; empty if there is none. */
function errorWords(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return '';
  }
  const error = isRecord(value) ? (value['error'] ?? value) : undefined;
  const message = isRecord(error) ? error['message'] : error;
  if (typeof message !== 'string' || message.trim() === '') return '';
  const words = message.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `: ${words.length > MOST_ERROR_TEXT ? `${words.slice(0, MOST_ERROR_TEXT)}…` : words}`;
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, signal);
  throwIfAborted(signal, 'the request');
}
