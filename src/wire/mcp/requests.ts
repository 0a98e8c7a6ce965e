import { WorkbenchError } from '../../base/failure.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { member, textMember } from '../events.ts';

type Headers = Readonly<Record<string, string>>;

/** One HTTP endpoint for sending and receiving messages; `app` supplies it. */
export interface McpTransport {
  /**
   * Posts one message; each message of the answer is passed to `take`, which returns true when no more are expected. Rejects with a
   * `WorkbenchError` `ENDPOINT_…` if the exchange fails, including error statuses.
   */
  post(message: object, headers: Headers, take: (message: unknown) => boolean, options: PostOptions): Promise<McpResponse>;
  /** Opens the stream of unsolicited messages. */
  listen(headers: Headers, take: (message: unknown) => boolean, signal: AbortSignal): Promise<McpResponse>;
  /** Ends a session; the outcome is not reported. */
  end(headers: Headers): Promise<void>;
}

export interface WaitOptions {
  readonly signal: AbortSignal;
  /** Time limit in ms; 0 for none, so that only the signal ends it. */
  readonly wait_ms: number;
}

export interface PostOptions extends WaitOptions {
  /** Whether the rest of an answer may be requested after a cut, as revisions before 2026-07-28 allow; default false. */
  readonly resumes?: boolean;
}

export interface McpResponse {
  readonly status: number;
  readonly session: string | null;
}

export interface RequestOptions extends PostOptions {
  readonly headers: Headers;
  readonly onSession?: (id: string) => void;
  /** Called if the caller aborts after the request was sent. */
  readonly onAbort?: (id: number) => void;
  /** Puts the server's questions during this request to the person; without it they are refused. */
  readonly ask?: Ask | undefined;
}

/**
 * Puts a question of the server (the parameters of `elicitation/create`) to the person. Returns the `ElicitResult`, or as text what is wrong
 * with the question; an abort withdraws the question.
 */
export type Ask = (params: unknown, signal: AbortSignal) => Promise<object | string>;

/** The server's own error. Its text is untrusted. */
export class RpcFault extends WorkbenchError {
  constructor(
    readonly rpc: number,
    said: string,
    readonly data: unknown,
    status: number,
  ) {
    super('MCP_ERROR', `the server answered error ${String(rpc)}, in its own words: ${said}`, { status });
  }
}

export interface Requests {
  send(method: string, params: Readonly<Record<string, unknown>>, options: RequestOptions): Promise<unknown>;
  notify(method: string, params: Readonly<Record<string, unknown>>, options: RequestOptions): Promise<void>;
  listen(headers: Headers, signal: AbortSignal): Promise<boolean>;
}

const MOST_WORDS = 500;
/** Most requests of the server that are answered during one of ours. */
const MOST_ASKED = 16;
const NO_METHOD = -32_601;
const BAD_PARAMS = -32_602;

export function createRequests(transport: McpTransport, onListChanged: () => void): Requests {
  let last = 0;

  /** Questions that wait for the person, by the id of the server's request. */
  const questions = new Map<unknown, AbortController>();
  /** What the requests in progress offer; questions outside an answer's stream do not name the request that they belong to. */
  const offers = new Set<Ask>();

  const replyTo = async (id: unknown, method: string, params: unknown, ask: Ask | undefined, signal: AbortSignal): Promise<object> => {
    if (method === 'ping') return { result: {} };
    if (method !== 'elicitation/create' || ask === undefined) return { error: { code: NO_METHOD, message: 'Method not found' } };
    const withdrawn = new AbortController();
    questions.set(id, withdrawn);
    const answer = await ask(params, AbortSignal.any([signal, withdrawn.signal])).finally(() => questions.delete(id));
    return typeof answer === 'string' ? { error: { code: BAD_PARAMS, message: answer } } : { result: answer };
  };

  /** Unsolicited messages: notifications take effect, requests get a response, everything else is ignored. */
  const heard = (message: unknown, asked: { left: number }, headers: Headers, signal: AbortSignal, ask: Ask | undefined): void => {
    const method = textMember(message, 'method');
    const params = member(message, 'params');
    if (method === 'notifications/tools/list_changed') onListChanged();
    if (method === 'notifications/cancelled') questions.get(member(params, 'requestId'))?.abort();
    const id = member(message, 'id');
    if (method === undefined || (typeof id !== 'string' && typeof id !== 'number') || asked.left-- <= 0) return;
    void replyTo(id, method, params, ask, signal)
      .then((reply) => transport.post({ jsonrpc: '2.0', id, ...reply }, headers, () => true, { signal, wait_ms: 10_000 }))
      .catch(() => undefined);
  };

  return {
    async send(method, params, { headers, signal, wait_ms, resumes = false, onSession, onAbort, ask }) {
      const id = ++last;
      const asked = { left: MOST_ASKED };
      let answer: unknown;
      let strangers = 0;
      const take = (message: unknown): boolean => {
        if (isRecord(message) && message['jsonrpc'] === '2.0' && !('method' in message)) {
          if (message['id'] === id || (message['id'] === null && 'error' in message)) answer = message;
          else strangers += 1;
        } else heard(message, asked, headers, signal, ask);
        return answer !== undefined;
      };
      const abort = (): void => onAbort?.(id);
      signal.addEventListener('abort', abort, { once: true });
      if (ask) offers.add(ask);
      try {
        const { status, session } = await transport.post({ jsonrpc: '2.0', id, method, params }, headers, take, {
          signal,
          wait_ms,
          resumes,
        });
        if (answer === undefined) throw noAnswer(method, status, strangers);
        const result = resultOf(answer, method, status);
        if (session !== null) onSession?.(session);
        return result;
      } finally {
        signal.removeEventListener('abort', abort);
        if (ask) offers.delete(ask);
      }
    },
    async notify(method, params, { headers, signal, wait_ms }) {
      const { status } = await transport.post({ jsonrpc: '2.0', method, params }, headers, () => true, { signal, wait_ms });
      if (status >= 400) throw noAnswer(method, status, 0);
    },
    async listen(headers, signal) {
      const asked = { left: MOST_ASKED };
      const take = (message: unknown): boolean => {
        const [only, ...others] = offers;
        heard(message, asked, headers, signal, others.length === 0 ? only : undefined);
        return false;
      };
      return (await transport.listen(headers, take, signal)).status < 400;
    },
  };
}

function noAnswer(method: string, status: number, strangers: number): WorkbenchError {
  if (status >= 400) return new WorkbenchError('ENDPOINT_STATUS', `${method}: expected status 200, found ${String(status)}`, { status });
  const found = strangers > 0 ? `answers to ${String(strangers)} requests that were not made` : 'none';
  return new WorkbenchError('MCP_NO_ANSWER', `${method}: expected a JSON-RPC answer under the id of the request, found ${found}`, {
    status,
  });
}

function resultOf(answer: unknown, method: string, status: number): unknown {
  const error = member(answer, 'error');
  const result = member(answer, 'result');
  if (isRecord(error) && result === undefined) {
    const { code, message } = error;
    const said = typeof message === 'string' ? message.slice(0, MOST_WORDS).toWellFormed() : '(none)';
    throw new RpcFault(typeof code === 'number' && Number.isInteger(code) ? code : 0, said, error['data'], status);
  }
  if (isRecord(result) && error === undefined) return result;
  throw new WorkbenchError('MCP_BAD_MESSAGE', `${method}: expected either a result object or an error, found something else`, { status });
}
