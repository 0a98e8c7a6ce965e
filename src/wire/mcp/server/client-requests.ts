import { isRecord } from '../../../tools/contract/json-schema.ts';
import type { Form, FormAnswer, Send } from './ports.ts';
import type { Caller } from './revisions.ts';
import type { Id, Params } from './rpc.ts';

/** Sends requests of the server to the client, in revisions that allow the server to send some. */
export interface ClientRequests {
  /** Sends a form as a request that belongs to the client's request `about`, and possibly to a task. The signal cancels it. */
  ask(form: Form, caller: Caller, about: Id, signal: AbortSignal, meta?: object): Promise<FormAnswer>;
  /** Receives a response of the client; a response that no request waits for is ignored. */
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

/** Writes the parameters of a form request. Revision 2025-06-18 has only one kind of form and no name for it. */
export const formParams = ({ message, schema }: Form, { revision }: Caller): object => ({
  ...(revision !== '2025-06-18' && { mode: 'form' }),
  message,
  requestedSchema: schema,
});

/** Converts the client's answer to a form. An answer of another shape, or an error of the client, counts as no consent. */
export function formAnswer(result: unknown): FormAnswer {
  if (!isRecord(result)) return { action: 'cancel' };
  const { action, content = {} } = result;
  if (action === 'accept' && isRecord(content)) return { action, content };
  return { action: action === 'decline' ? 'decline' : 'cancel' };
}
