import type { Progress } from '../../../base/progress.ts';
import { isRecord } from '../../../tools/contract/json-schema.ts';
import { formParams } from './client-requests.ts';
import type { Form, FormAnswer } from './ports.ts';
import { isStateless, type Caller } from './revisions.ts';
import type { Asking } from './rounds.ts';
import { rpcErrorOf } from './rpc.ts';

const progressWords = ({ phase, done, total, unit }: Progress): string =>
  `${phase}: ${String(done)}${total === null ? '' : ` of ${String(total)}`} ${unit}`;

/** Suggested time between two requests for the state, ms. */
const POLL_MS = 1000;

type Outcome = { readonly result: object } | { readonly error: unknown };
type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A form that a task waits for. */
export interface Question {
  /** Unique in its task. */
  readonly key: string;
  readonly form: Form;
  /** Whether the client was sent the form as a request. */
  sent: boolean;
  answer(answer: FormAnswer): void;
}

export interface TaskParts {
  readonly id: string;
  readonly asking: Asking;
  readonly caller: Caller;
  /** Time from its creation after which it may be forgotten, ms. */
  readonly ttl_ms: number;
  readonly now: () => number;
  /** Called after each change of the status. */
  readonly changed: (task: Task) => void;
}

/** A call in the background, whose state and outcome its client fetches. */
export class Task {
  readonly #created: number;
  #updated: number;
  #cancelled = false;
  #outcome: Outcome | undefined;
  #question: Question | undefined;
  #asked = 0;
  #reported: Status = 'working';
  #listeners: (() => void)[] = [];

  constructor(private readonly parts: TaskParts) {
    this.#created = this.#updated = parts.now();
    void this.#follow();
  }

  get id(): string {
    return this.parts.id;
  }

  get ended(): boolean {
    return this.#cancelled || this.#outcome !== undefined;
  }

  get expired(): boolean {
    return this.parts.now() - this.#created > this.parts.ttl_ms;
  }

  get question(): Question | undefined {
    return this.ended ? undefined : this.#question;
  }

  /** How the call ended; undefined while it runs, also after it was cancelled. */
  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** Stops the call. The status stays `cancelled`, even if the call still returns a result. */
  cancel(): void {
    if (this.ended) return;
    this.#cancelled = true;
    this.#update();
    this.stop();
  }

  /** Aborted when the call is stopped. */
  get signal(): AbortSignal {
    return this.parts.asking.controller.signal;
  }

  stop(): void {
    this.parts.asking.controller.abort();
  }

  /** Resolves at the next change of the status. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#listeners.push(resolve));
  }

  /** The task as the revision of its client writes it. */
  state(): object {
    const { asking, caller, id, ttl_ms } = this.parts;
    const stateless = isStateless(caller);
    const progress = this.ended ? undefined : asking.progress();
    return {
      taskId: id,
      status: this.#status(),
      ...(progress && { statusMessage: progressWords(progress) }),
      createdAt: new Date(this.#created).toISOString(),
      lastUpdatedAt: new Date(this.#updated).toISOString(),
      ...(stateless ? { ttlMs: ttl_ms, pollIntervalMs: POLL_MS } : { ttl: ttl_ms, pollInterval: POLL_MS }),
    };
  }

  /** The state with what belongs to it (2026-07-28): the open question, the result or the error. */
  detail(): object {
    const { caller } = this.parts;
    const question = this.question;
    const outcome = this.#cancelled ? undefined : this.#outcome;
    return {
      ...this.state(),
      ...(question && {
        inputRequests: { [question.key]: { method: 'elicitation/create', params: formParams(question.form, caller) } },
      }),
      ...(outcome && ('result' in outcome ? outcome : { error: rpcErrorOf(outcome.error) })),
    };
  }

  #status(): Status {
    if (this.#cancelled) return 'cancelled';
    const outcome = this.#outcome;
    if (outcome === undefined) return this.#question === undefined ? 'working' : 'input_required';
    if ('error' in outcome) return 'failed';
    // 2025-11-25 counts a result with `isError` as failed; the later extension keeps that for errors of the protocol.
    const failed = !isStateless(this.parts.caller) && isRecord(outcome.result) && outcome.result['isError'] === true;
    return failed ? 'failed' : 'completed';
  }

  async #follow(): Promise<void> {
    const { asking } = this.parts;
    const ended = asking.done.then(
      (result): Outcome => ({ result }),
      (error: unknown): Outcome => ({ error }),
    );
    for (;;) {
      const next = await Promise.race([ended, asking.next()]);
      if (!('form' in next)) {
        this.#outcome = next;
        this.#update();
        return;
      }
      const answered = this.#ask(next.form, next.answer);
      this.#update();
      await Promise.race([answered, ended]);
      this.#question = undefined;
      if (!asking.controller.signal.aborted) this.#update();
    }
  }

  #ask(form: Form, answer: (answer: FormAnswer) => void): Promise<void> {
    return new Promise((resolve) => {
      this.#question = {
        key: `form-${String(++this.#asked)}`,
        form,
        sent: false,
        answer: (given) => {
          answer(given);
          resolve();
        },
      };
    });
  }

  #update(): void {
    const listeners = this.#listeners;
    this.#listeners = [];
    for (const listener of listeners) listener();
    const status = this.#status();
    // The call of a cancelled task still ends.
    if (status === this.#reported) return;
    this.#reported = status;
    this.#updated = this.parts.now();
    this.parts.changed(this);
  }
}
