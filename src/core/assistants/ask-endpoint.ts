import { abortError, WorkbenchError } from '../../base/failure.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { contentType, reachLoopback, wholeText, type LoopbackOptions } from './loopback.ts';

/** Most requests for one question, including the first. */
const MOST_TRIES = 4;
/** First pause in ms without a Retry-After; it doubles with every retry. */
const FIRST_PAUSE_MS = 500;
/** If an endpoint asks for a longer pause, the request fails instead of waiting. */
const LONGEST_PAUSE_MS = 60_000;
/** Most characters shown of an endpoint's own error message. */
const MOST_ERROR_TEXT = 300;
/** Most bytes read of an error's body. */
const MOST_ERROR_BYTES = 65_536;

/** Statuses after which a retry may succeed: timeouts, conflicts, rate limits and server errors (RFC 9110 §15, RFC 6585 §4). */
const mayPass = (status: number): boolean => status === 408 || status === 409 || status === 429 || status >= 500;

export interface EndpointOptions extends LoopbackOptions {
  /** Waits for `ms`; rejects when the signal aborts. */
  readonly pause?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
  /** Current time in ms since 1970, for a Retry-After that is a date. */
  readonly now?: () => number;
}

type Reply =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'failure'; readonly error: WorkbenchError; readonly pause_ms: number | null };

/**
 * Posts JSON to a model's endpoint on this machine and returns the parsed answer. Retries on transient statuses, after the pause in
 * `Retry-After` if there is one. Rejects with the codes of `reachLoopback`, with `ENDPOINT_STATUS` (and the endpoint's own message),
 * `ENDPOINT_CUT` if the connection ended within the answer, or `ENDPOINT_NOT_JSON`.
 */
export async function askEndpoint(address: string, body: unknown, options: EndpointOptions): Promise<unknown> {
  const { signal, pause = pauseFor } = options;
  for (let nth = 1; ; nth++) {
    const reply = await post(address, body, options);
    if (reply.kind === 'answer') return parsed(reply.text);
    if (reply.pause_ms === null || nth === MOST_TRIES) throw reply.error;
    await pause(Math.max(reply.pause_ms, FIRST_PAUSE_MS * 2 ** (nth - 1)), signal);
  }
}

async function post(address: string, body: unknown, options: EndpointOptions): Promise<Reply> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return reachLoopback(address, { method: 'POST', headers, body: JSON.stringify(body) }, options, async (response): Promise<Reply> => {
    if (!response.ok) return failureOf(response, options.now ?? Date.now);
    const type = contentType(response);
    if (type !== 'application/json') {
      throw new WorkbenchError('ENDPOINT_NOT_JSON', `expected application/json, found ${type === '' ? 'no type' : type.slice(0, 60)}`);
    }
    return { kind: 'answer', text: await wholeText(response, options.most_bytes) };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new WorkbenchError('ENDPOINT_NOT_JSON', 'expected JSON, found other text');
  }
}

/** The error for a status other than 2xx; `pause_ms` is null if a retry is pointless. */
async function failureOf(response: Response, now: () => number): Promise<Reply> {
  const { status } = response;
  const asked = askedPause(response.headers, now);
  const words = await wholeText(response, MOST_ERROR_BYTES).then(errorWords, () => '');
  const wait = asked > LONGEST_PAUSE_MS ? `; it asks to wait ${String(Math.ceil(asked / 1000))} s` : '';
  const error = new WorkbenchError('ENDPOINT_STATUS', `expected status 200, found ${String(status)}${words}${wait}`, { status });
  return { kind: 'failure', error, pause_ms: mayPass(status) && asked <= LONGEST_PAUSE_MS ? asked : null };
}

/** `Retry-After` in ms, given as seconds or as a date (RFC 9110 §10.2.3); 0 if absent or unreadable. */
function askedPause(headers: Headers, now: () => number): number {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now());
}

/** The message in an error's body, in the format of OpenAI, Ollama or llama.cpp; empty if there is none. */
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

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(abortError('the request'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
