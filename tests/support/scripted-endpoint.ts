import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A test server's answer to the n-th request, from 0. */
export type Script = (body: unknown, request: IncomingMessage, response: ServerResponse, nth: number) => void;

export interface ScriptedEndpoint {
  readonly url: string;
  /** Parsed request bodies, in order. */
  readonly asked: readonly unknown[];
  close(): Promise<void>;
}

/** A server on this machine that answers as scripted; a real socket, so that limits and aborts are real ones. */
export async function scriptedEndpoint(script: Script): Promise<ScriptedEndpoint> {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      const body: unknown = text === '' ? null : JSON.parse(text);
      asked.push(body);
      script(body, request, response, asked.length - 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

/** A chat completion with one call or with an answer. */
export const completion = (said: { readonly name: string; readonly args: string } | string): object => ({
  choices: [
    {
      index: 0,
      finish_reason: typeof said === 'string' ? 'stop' : 'tool_calls',
      message:
        typeof said === 'string'
          ? { role: 'assistant', content: said }
          : {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'call_0', type: 'function', function: { name: said.name, arguments: said.args } }],
            },
    },
  ],
});
