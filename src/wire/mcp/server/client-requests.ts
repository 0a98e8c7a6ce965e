import { isRecord } from '../../../tools/contract/json-schema.ts';
import type { Form, FormAnswer, Send } from './ports.ts';
import type { Caller } from './revisions.ts';
import type { Id, Params } from './rpc.ts';

/** Requests of the server to the client, for revisions in which the server may send some. */
export interface ClientRequests {
  /** Sends a form as a request related to another, and possibly to a task; cancelled with the signal. */
  ask(form: Form, caller: Caller, about: Id, signal: AbortSignal, meta?: object): Promise<FormAnswer>;
  /** Takes a response of the client; unexpected ones are ignored. */
  settle(message: Params): void;
}

export function clientRequests(send: Send, newId: () => string): ClientRequests {
  const waiting = new Map<unknown, (answer: FormAnswer) => void>();
  return {
    ask: (form, caller, about, signal, meta) =>
      new Promise((resolve) => {
        const id = newId();
        const end = (answer: FormAnswer): void => {
          if (!waiting.delete(id)) return;
          signal.removeEventListener('abort', cancel);
          resolve(answer);
        };
        const cancel = (): void => {
          send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'the call has ended' } }, about);
          end({ action: 'cancel' });
        };
        waiting.set(id, end);
        if (signal.aborted) {
          end({ action: 'cancel' });
          return;
        }
        signal.addEventListener('abort', cancel, { once: true });
        send(
          { jsonrpc: '2.0', id, method: 'elicitation/create', params: { ...formParams(form, caller), ...(meta && { _meta: meta }) } },
          about,
        );
      }),
    settle(message) {
      waiting.get(message['id'])?.(formAnswer(message['result']));
    },
  };
}

/** Revision 2025-06-18 has one kind of form and no name for it. */
export const formParams = ({ message, schema }: Form, { revision }: Caller): object => ({
  ...(revision !== '2025-06-18' && { mode: 'form' }),
  message,
  requestedSchema: schema,
});

/** An answer of another shape, or an error of the client, counts as no consent. */
export function formAnswer(result: unknown): FormAnswer {
  if (!isRecord(result)) return { action: 'cancel' };
  const { action, content = {} } = result;
  if (action === 'accept' && isRecord(content)) return { action, content };
  return { action: action === 'decline' ? 'decline' : 'cancel' };
}
