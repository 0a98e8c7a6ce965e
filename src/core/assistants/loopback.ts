import { WorkbenchError } from '../../base/failure.ts';

/** Bytes of one answer. */
export const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
/** Longest wait for one answer: a small model on a small machine takes its time. */
export const ANSWER_MS = 120_000;

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The address of a server on this machine; throws `NOT_LOOPBACK` for any other. The content security policy holds the same, but
 * has no way to write an IPv6 address: a server on ::1 is reached by the name localhost.
 */
export function loopbackUrl(text: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    url = undefined;
  }
  if (url?.protocol === 'http:' && LOOPBACK.has(url.hostname) && url.username === '' && url.password === '') {
    if (url.hostname === '[::1]') url.hostname = 'localhost';
    return url;
  }
  throw new WorkbenchError('NOT_LOOPBACK', 'expected an address on this machine, such as http://127.0.0.1:11434, found something else');
}

export interface LoopbackOptions {
  readonly signal: AbortSignal;
  /** How long the whole exchange may take; no bound for 0. */
  readonly wait_ms?: number;
  readonly most_bytes?: number;
}

/**
 * One request to a server on this machine; `read` takes the response while the time runs, and what it leaves unread is not read.
 * No redirect is followed, no cookie sent. Every failure has a code: `ENDPOINT_UNREACHABLE`, `ENDPOINT_REDIRECTED`, `ENDPOINT_TIMEOUT`,
 * `ENDPOINT_CUT` where the connection ended inside the answer, and what `read` throws; the caller's own abort stays an `AbortError`.
 */
export async function reachLoopback<T>(
  address: string,
  request: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { signal, wait_ms = ANSWER_MS }: LoopbackOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const url = loopbackUrl(address);
  const controller = new AbortController();
  let late = false;
  let answering = false;
  const timer =
    wait_ms > 0 &&
    setTimeout(() => {
      late = true;
      controller.abort();
    }, wait_ms);
  const stop = (): void => {
    controller.abort();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: controller.signal,
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new WorkbenchError('ENDPOINT_REDIRECTED', 'expected an answer, found a redirect; none is followed');
    }
    answering = true;
    return await read(response);
  } catch (error) {
    if (error instanceof WorkbenchError) throw error;
    if (late) throw new WorkbenchError('ENDPOINT_TIMEOUT', `expected an answer within ${String(wait_ms / 1000)} s, found none`);
    if (signal.aborted) throw new DOMException('the request was cancelled', 'AbortError');
    if (answering) throw new WorkbenchError('ENDPOINT_CUT', 'expected a whole answer, found one whose connection ended early');
    throw new WorkbenchError('ENDPOINT_UNREACHABLE', `expected a server at ${url.origin} that this page may ask (CORS), found none`);
  } finally {
    if (timer !== false) clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    controller.abort();
  }
}

/** Of a response, in small letters and without parameters. */
export const contentType = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Text as it comes; throws `ENDPOINT_TOO_LARGE` at the first byte too many, so that what is too long is never held. */
export async function* textPieces(response: Response, most = MOST_ANSWER_BYTES): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array<ArrayBuffer> };
    if (done || value === undefined) break;
    bytes += value.length;
    if (bytes > most) {
      await reader.cancel();
      throw new WorkbenchError('ENDPOINT_TOO_LARGE', `expected at most ${String(most)} bytes, found more`);
    }
    yield decoder.decode(value, { stream: true });
  }
  yield decoder.decode();
}

export async function wholeText(response: Response, most = MOST_ANSWER_BYTES): Promise<string> {
  let text = '';
  for await (const piece of textPieces(response, most)) text += piece;
  return text;
}
