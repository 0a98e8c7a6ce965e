import { WorkbenchError } from '../../base/failure.ts';

/** Maximum number of bytes of one answer. */
export const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
/** Maximum time to wait for one answer, in ms; small models on slow machines take long. */
export const ANSWER_MS = 120_000;

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Parses the URL of a server on this machine; throws `NOT_LOOPBACK` for any other. The content security policy enforces the same limit but
 * cannot express IPv6 addresses, so a server on ::1 must be addressed as localhost.
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
  /** Time limit for the whole exchange in ms; 0 means no limit. */
  readonly wait_ms?: number;
  readonly most_bytes?: number;
}

/**
 * Sends one request to a server on this machine. `read` consumes the response within the time limit; the rest of the body is discarded.
 * Redirects are not followed and no cookies are sent. Failures have the code `ENDPOINT_UNREACHABLE`, `ENDPOINT_REDIRECTED`,
 * `ENDPOINT_TIMEOUT`, `ENDPOINT_CUT` (the connection ended within the answer) or that of an error from `read`; an abort by the caller stays
 * an `AbortError`.
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
    if (answering) throw new WorkbenchError('ENDPOINT_CUT', 'expected a whole answer, but the connection ended early');
    throw new WorkbenchError('ENDPOINT_UNREACHABLE', `expected a server at ${url.origin} that this page may ask (CORS), found none`);
  } finally {
    if (timer !== false) clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    controller.abort();
  }
}

/** The media type of a response, in lower case and without parameters. */
export const contentType = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * Yields the text of a response as it arrives. Throws `ENDPOINT_TOO_LARGE` as soon as it exceeds the limit, so that an oversized answer is
 * never held in memory.
 */
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
