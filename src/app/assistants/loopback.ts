import { WorkbenchError } from '../../base/failure.ts';

/** Bytes of one answer. */
export const MOST_ANSWER_BYTES = 4 * 1024 * 1024;
/** Longest wait for one answer: a small model on a small machine takes its time. */
export const ANSWER_MS = 120_000;

const LOOPBACK = new Set(['127.0.0.1', 'localhost']);

/** The address of a server on this machine; throws `NOT_LOOPBACK` for any other. The content security policy holds the same. */
export function loopbackUrl(text: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    url = undefined;
  }
  if (url?.protocol === 'http:' && LOOPBACK.has(url.hostname) && url.username === '' && url.password === '') return url;
  throw new WorkbenchError('NOT_LOOPBACK', 'expected an address on this machine, such as http://127.0.0.1:11434, found something else');
}

export interface PostOptions {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Types of content that are taken. */
  readonly accept?: readonly string[];
  readonly most_bytes?: number;
  readonly wait_ms?: number;
}

export interface Answer {
  readonly text: string;
  readonly type: string;
  readonly headers: Headers;
  readonly status: number;
}

/**
 * Posts JSON to a server on this machine and reads its answer, bounded in time and bytes; no redirect is followed, no cookie
 * sent. Every way in which it can go wrong has a code: `ENDPOINT_UNREACHABLE`, `ENDPOINT_REDIRECTED`, `ENDPOINT_STATUS`,
 * `ENDPOINT_NOT_JSON`, `ENDPOINT_TOO_LARGE`, `ENDPOINT_TIMEOUT`; the caller's own abort stays an `AbortError`.
 */
export async function postLoopback(address: string, body: unknown, options: PostOptions): Promise<Answer> {
  const url = loopbackUrl(address);
  const controller = new AbortController();
  const wait = options.wait_ms ?? ANSWER_MS;
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, wait);
  const stop = (): void => {
    controller.abort();
  };
  options.signal.addEventListener('abort', stop);
  if (options.signal.aborted) stop();
  try {
    return await exchange(url, body, controller.signal, options);
  } catch (error) {
    if (error instanceof WorkbenchError) throw error;
    if (late) throw new WorkbenchError('ENDPOINT_TIMEOUT', `expected an answer within ${String(wait / 1000)} s, found none`);
    if (options.signal.aborted) throw new DOMException('the request was cancelled', 'AbortError');
    throw new WorkbenchError('ENDPOINT_UNREACHABLE', `expected a server at ${url.origin} that this page may ask (CORS), found none`);
  } finally {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', stop);
    controller.abort();
  }
}

async function exchange(url: URL, body: unknown, signal: AbortSignal, options: PostOptions): Promise<Answer> {
  const accept = options.accept ?? ['application/json'];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: accept.join(', '), ...options.headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    signal,
  });
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw new WorkbenchError('ENDPOINT_REDIRECTED', 'expected an answer, found a redirect; none is followed');
  }
  if (!response.ok) throw new WorkbenchError('ENDPOINT_STATUS', `expected status 200, found ${String(response.status)}`);
  const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status !== 202 && !accept.includes(type)) {
    throw new WorkbenchError('ENDPOINT_NOT_JSON', `expected ${accept.join(' or ')}, found ${type === '' ? 'no type' : type.slice(0, 60)}`);
  }
  return {
    text: await boundedText(response, options.most_bytes ?? MOST_ANSWER_BYTES),
    type,
    headers: response.headers,
    status: response.status,
  };
}

/** Read piece by piece, so that what is too long is never held. */
async function boundedText(response: Response, most: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array<ArrayBuffer> };
    if (done || value === undefined) return text + decoder.decode();
    bytes += value.length;
    if (bytes > most) {
      await reader.cancel();
      throw new WorkbenchError('ENDPOINT_TOO_LARGE', `expected at most ${String(most)} bytes, found more`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The same, parsed. */
export async function askLoopback(address: string, body: unknown, options: PostOptions): Promise<unknown> {
  const { text } = await postLoopback(address, body, options);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new WorkbenchError('ENDPOINT_NOT_JSON', 'expected JSON, found a text that is none');
  }
}
