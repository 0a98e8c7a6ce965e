import type { Progress } from '../../../base/progress.ts';
import { isRecord } from '../../../tools/contract/json-schema.ts';
import { formParams } from './client-requests.ts';
import type { Form, FormAnswer } from './ports.ts';
import { isStateless, type Caller } from './revisions.ts';
import type { Asking } from './rounds.ts';
import { rpcErrorOf } from './rpc.ts';

const progressWords = ({ phase, done, total, unit }: Progress): string =>
  `${phase}: ${String(done)}${total === null ? '' : ` of ${String(total)}`} ${unit}`;

/** Pause in ms that the server suggests between two requests for a task's state. */
const POLL_MS = 1000;

type Outcome = { readonly result: object } | { readonly error: unknown };
type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** A form whose answer a task waits for. */
export interface Question {
  /** A name that is unique within the task. */
  readonly key: string;
  readonly form: Form;
  /** Whether the form was sent to the client as a request. */
  sent: boolean;
  answer(answer: FormAnswer): void;
}

export interface TaskParts {
  readonly id: string;
  readonly asking: Asking;
  readonly caller: Caller;
  /** Time in ms after the creation of the task until it may be deleted. */
  readonly ttl_ms: number;
  readonly now: () => number;
  /** Called after each change of the task's status. */
  readonly changed: (task: Task) => void;
}

/** A call that runs in the background; the client requests its state and its outcome. */
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

  /** How the call ended; undefined while it runs. The call of a cancelled task ends too. */
  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** Cancels the task and stops its call. The status stays `cancelled`, even if the call still returns a result. */
  cancel(): void {
    if (this.ended) return;
    this.#cancelled = true;
    this.#update();
    this.stop();
  }

  /** Aborts when the call is stopped. */
  get signal(): AbortSignal {
    return this.parts.asking.controller.signal;
  }

  stop(): void {
    this.parts.asking.controller.abort();
  }

  /** Resolves the next time that the status changes. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#listeners.push(resolve));
  }

  /** The state of the task, in the form that its client's revision has. */
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

  /** The state together with the open question, the result or the error (2026-07-28). */
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
    // In revision 2025-11-25, a result with `isError` means a failed task; in the later extension, only an error of the protocol does.
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
    // Report a status once: when the call of a cancelled task ends, the status is still `cancelled`.
    if (status === this.#reported) return;
    this.#reported = status;
    this.#updated = this.parts.now();
    this.parts.changed(this);
  }
}
