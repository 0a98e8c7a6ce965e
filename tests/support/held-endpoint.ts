import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A streamed answer whose events are sent one by one, when the test says so. */
export interface HeldAnswer {
  /** The body of the request. */
  readonly request: { readonly messages: readonly { readonly role: string; readonly content: unknown }[] };
  /** Sends a piece of the message. */
  send(delta: object, finish_reason?: string): void;
  /** Ends the answer as a model does. */
  end(finish_reason: string): void;
  /** Sends a whole message and ends the answer. */
  answer(message: object, finish_reason: string): void;
  /** Breaks the connection off. */
  cut(): void;
}

/** An endpoint on this machine that pages of other origins may ask. The test sends every event of an answer. */
export async function heldEndpoint() {
  const held: HeldAnswer[] = [];
  const waiting: ((answer: HeldAnswer) => void)[] = [];
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      const answer = heldAnswer(JSON.parse(text) as HeldAnswer['request'], response);
      const next = waiting.shift();
      if (next) next(answer);
      else held.push(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    /** The next request that has not been answered. */
    next: (): Promise<HeldAnswer> => {
      const answer = held.shift();
      return answer ? Promise.resolve(answer) : new Promise((resolve) => waiting.push(resolve));
    },
    /** Number of requests that the test has not taken. */
    untaken: () => held.length,
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function heldAnswer(request: HeldAnswer['request'], response: ServerResponse): HeldAnswer {
  const write = (data: string): void => void response.write(`data: ${data}\n\n`);
  const send: HeldAnswer['send'] = (delta, finish_reason) => {
    write(JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish_reason ?? null }] }));
  };
  const end: HeldAnswer['end'] = (finish_reason) => {
    send({}, finish_reason);
    write('[DONE]');
    response.end();
  };
  return {
    request,
    send,
    end,
    answer(message, finish_reason) {
      send(message);
      end(finish_reason);
    },
    cut() {
      response.socket?.destroy();
    },
  };
}
