import type { Progress } from '../../../base/progress.ts';
import { isRecord } from '../../../tools/contract/json-schema.ts';
import { formAnswer, formParams } from './client-requests.ts';
import type { Form, FormAnswer } from './ports.ts';
import type { Caller } from './revisions.ts';
import { invalidParams, type Params } from './rpc.ts';

/** A call that may ask the client's user before it ends. In a revision without requests of the server, each question ends a round. */
export interface Asking {
  /** Settles with the result when the call has ended. */
  readonly done: Promise<object>;
  /** Resolves with the next form that the call needs an answer to. */
  next(): Promise<{ readonly form: Form; readonly answer: (answer: FormAnswer) => void }>;
  /** The latest progress of the call; undefined if there was none yet. */
  progress(): Progress | undefined;
  /** Stops messages about the request, because it was answered. */
  detach(): void;
  readonly controller: AbortController;
}

interface Round {
  readonly call: string;
  readonly asking: Asking;
  readonly answer: (answer: FormAnswer) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** How long a call waits until the client sends a request with the answer, in ms. */
const PATIENCE_MS = 10 * 60_000;
/** Maximum number of calls that wait for an answer at the same time. */
const MOST_WAITING = 32;
const KEY = 'form';

/**
 * Multi round-trip requests (2026-07-28): if a call needs input, its request is answered with `input_required` and a state. The client's
 * next request contains the state and the input, and the call continues. A state is a random id that is valid once, for the same call.
 */
export interface Rounds {
  /** Returns the result of the call, or its next question; undefined if `late` settles first. */
  answer(asking: Asking, params: Params, caller: Caller, late?: Promise<undefined>): Promise<object | undefined>;
  /** The waiting call that a request's state names; undefined if the request has no state. Throws `RpcError` for an invalid state. */
  resume(params: Params): Asking | undefined;
  close(): void;
}

export function createRounds(newId: () => string): Rounds {
  const waiting = new Map<string, Round>();
  const drop = (state: string): void => {
    clearTimeout(waiting.get(state)?.timer);
    waiting.delete(state);
  };
  return {
    async answer(asking, params, caller, late) {
      const ended = await Promise.race([asking.done.then((result) => ({ result })), asking.next(), ...(late ? [late] : [])]);
      if (ended === undefined) return undefined;
      if ('result' in ended) return ended.result;
      const { form, answer } = ended;
      if (waiting.size >= MOST_WAITING) {
        answer({ action: 'cancel' });
        return asking.done;
      }
      const state = newId();
      const timer = setTimeout(() => {
        drop(state);
        asking.controller.abort();
      }, PATIENCE_MS);
      waiting.set(state, { call: keyOf(params), asking, answer, timer });
      return {
        resultType: 'input_required',
        inputRequests: { [KEY]: { method: 'elicitation/create', params: formParams(form, caller) } },
        requestState: state,
      };
    },
    resume(params) {
      const state = params['requestState'];
      if (state === undefined) return undefined;
      const round = typeof state === 'string' ? waiting.get(state) : undefined;
      if (typeof state !== 'string' || round?.call !== keyOf(params))
        throw invalidParams('expected a requestState of this call that was not used and has not expired');
      drop(state);
      const responses = params['inputResponses'];
      round.answer(formAnswer(isRecord(responses) ? responses[KEY] : undefined));
      return round.asking;
    },
    close() {
      for (const [state, { asking }] of waiting) {
        drop(state);
        asking.controller.abort();
      }
    },
  };
}

const keyOf = ({ name, arguments: args }: Params): string => JSON.stringify([name, args ?? {}]);
