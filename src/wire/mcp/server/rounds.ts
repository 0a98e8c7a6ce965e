import type { Progress } from '../../../base/progress.ts';
import { isRecord } from '../../../tools/contract/json-schema.ts';
import { formAnswer, formParams } from './client-requests.ts';
import type { Form, FormAnswer } from './ports.ts';
import type { Caller } from './revisions.ts';
import { invalidParams, type Params } from './rpc.ts';

/** A call that may ask its client before it ends. If the protocol revision has no server requests, it takes several rounds. */
export interface Asking {
  /** Settles when the call has ended. */
  readonly done: Promise<object>;
  /** Resolves when the call needs an answer. */
  next(): Promise<{ readonly form: Form; readonly answer: (answer: FormAnswer) => void }>;
  /** The latest progress; undefined before the first. */
  progress(): Progress | undefined;
  /** Sends no more messages about the request, because it was answered. */
  detach(): void;
  readonly controller: AbortController;
}

interface Round {
  readonly call: string;
  readonly asking: Asking;
  readonly answer: (answer: FormAnswer) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** How long a call waits for the request with the answer, ms. */
const PATIENCE_MS = 10 * 60_000;
/** Most calls waiting for an answer at once. */
const MOST_WAITING = 32;
const KEY = 'form';

/**
 * Multi round-trip requests (2026-07-28): a call that needs input ends its request with `input_required` and a state, and
 * continues with the request that contains the state and the input. A state is a random id, valid once and only for the same call.
 */
export interface Rounds {
  /** Returns the result of the call, or its question; undefined if `late` comes first. */
  answer(asking: Asking, params: Params, caller: Caller, late?: Promise<undefined>): Promise<object | undefined>;
  /** The call that a request's state belongs to; undefined for a first request. Throws `RpcError` if the state is invalid. */
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
