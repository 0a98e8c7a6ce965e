import { WorkbenchError } from '../base/failure.ts';
import type { CallChange, ToolResult } from '../tools/contract/index.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import type { TimingClock } from '../tools/definition.ts';
import { boundedAnswer } from '../wire/answers.ts';
import { throttled } from './throttled.ts';
import { LIMITS, type Acted, type Conversation, type Drafted, type Ending, type Limits, type Observation } from './planner.ts';
import type { Planner, Progress, Proposed, Thought, Times, Turn } from './planner.ts';

/** What the planning loop needs of a repaired call. Only a repair that keeps the call's meaning runs without a person's decision. */
export interface RepairedCall {
  readonly invocation: unknown;
  readonly changes: readonly CallChange[];
  readonly determinable: boolean;
  readonly proposals: readonly { readonly class: CallChange['class']; readonly why: string; readonly patch: readonly unknown[] }[];
}

export interface LoopParts {
  /** Runs a call through the runner, with validation, approval and journal as for every caller. */
  run(invocation: unknown, signal: AbortSignal, repairs?: readonly CallChange[]): Promise<ToolResult>;
  repair(invocation: unknown, result: ToolResult): RepairedCall | undefined;
  readonly clock: TimingClock;
  readonly limits?: Limits;
  readonly signal?: AbortSignal | undefined;
  /** Pauses the conversation: when the signal aborts, the conversation ends before the planner's next turn. */
  readonly pause?: AbortSignal | undefined;
  /** Turns of an earlier run to continue. Their calls do not run again, and what they used counts towards the limits. */
  readonly from?: Progress | undefined;
  /** Stores the conversation after an event. The next event waits until it is stored. */
  readonly keep?: (progress: Progress) => Promise<void>;
  /** Called after every call and every turn of the planner. */
  readonly onTurns?: (turns: readonly Turn[], used: Limits) => void;
  /** Called while the planner's answer arrives, at most every `DRAFT_MS`. */
  readonly onDraft?: (draft: Drafted) => void;
}

/** Minimum time in ms between two reports of a planner's unfinished answer. */
const DRAFT_MS = 100;
/** Maximum number of identical calls by a planner; with one more, the conversation ends as `looping`. */
const MOST_SAME = 2;
/** Maximum number of calls in one turn of a planner. Further ones are rejected, each with an error. */
const MOST_AT_ONCE = 16;
/** Maximum number of proposed repairs that are shown to a planner. */
const MOST_CHOICES = 4;

/**
 * Lets the planner think and runs its calls in turn, until it answers or a limit is reached (S2-L1, S2-L3). Never rejects: every end has a
 * code. The calls of one turn run one after another (R45), and the planner receives their results cut to a size limit.
 */
export async function converse(planner: Planner, observed: Omit<Observation, 'turns'>, parts: LoopParts): Promise<Conversation> {
  return new Loop(planner, observed, parts).run();
}

class Loop {
  readonly #turns: Turn[];
  readonly #limits: Limits;
  readonly #began: number;
  readonly #controller = new AbortController();
  readonly #times = new Map<string, number>();
  #late = false;
  #steps: number;
  #calls: number;

  constructor(
    private readonly planner: Planner,
    private readonly observed: Omit<Observation, 'turns'>,
    private readonly parts: LoopParts,
  ) {
    const { turns, used } = parts.from ?? { turns: [], used: NOTHING };
    this.#limits = parts.limits ?? LIMITS;
    this.#turns = [...turns];
    this.#began = parts.clock.now() - used.ms;
    this.#steps = used.steps;
    this.#calls = used.calls;
    // Ignore turns from before the limits were reset when counting identical calls.
    const counted = turns.slice(Math.max(0, turns.length - used.steps));
    for (const { calls } of counted) for (const call of calls) if (call.ran) this.#count(call);
  }

  async run(): Promise<Conversation> {
    const { signal, clock } = this.parts;
    const stop = (): void => {
      this.#controller.abort();
    };
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    const forget = clock.after(Math.max(0, this.#limits.ms - this.#used.ms), () => {
      this.#late = true;
      stop();
    });
    try {
      return await this.#rounds();
    } finally {
      forget();
      signal?.removeEventListener('abort', stop);
    }
  }

  async #rounds(): Promise<Conversation> {
    for (;;) {
      const ending = await this.#finishTurn();
      if (ending !== null) return this.#end(ending);
      if (this.parts.pause?.aborted === true) return this.#end('paused');
      if (this.#steps >= this.#limits.steps) return this.#end('step_limit');
      this.#steps++;
      const started_ms = this.parts.clock.now();
      const times = (): Times => ({ started_ms, ended_ms: this.parts.clock.now() });
      let thought: Thought;
      try {
        thought = await this.#think();
      } catch (error) {
        if (this.#stopped !== null) return { ...this.#end(this.#stopped), thought: times() };
        const code = error instanceof WorkbenchError ? error.code : 'PLANNER_FAILED';
        return { ...this.#end('failed', error instanceof Error ? error.message : 'the planner failed', code), thought: times() };
      }
      if (thought.kind === 'answer') return { ...this.#end('answered', thought.text), thought: times() };
      this.#turns.push({ text: thought.text, thought: times(), calls: [], pending: thought.calls });
      await this.#report();
    }
  }

  /** Asks the planner for its next turn. If it does not end when its signal aborts, its answer is ignored. */
  #think(): Promise<Thought> {
    const { signal } = this.#controller;
    const { onDraft, clock } = this.parts;
    const drafts = onDraft && throttled(onDraft, clock, DRAFT_MS);
    const thought = this.planner.think({ ...this.observed, turns: this.#turns }, signal, drafts?.call);
    return new Promise<Thought>((resolve, reject) => {
      const stop = (): void => {
        reject(new WorkbenchError('CANCELLED', 'the planner was stopped'));
      };
      // A signal that aborted earlier fires no event, so check it.
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop);
      thought.then(resolve, reject);
    }).finally(() => drafts?.stop());
  }

  /** Runs the calls of the last turn that have not run, one after another. */
  async #finishTurn(): Promise<Ending | null> {
    for (;;) {
      const turn = this.#turns.at(-1);
      const [call, ...pending] = turn?.pending ?? [];
      if (this.#stopped !== null || turn === undefined || call === undefined) return this.#stopped;
      const acted = await this.#act(call, turn);
      if (typeof acted === 'string') return acted;
      const { pending: _, ...rest } = turn;
      this.#turns[this.#turns.length - 1] = { ...rest, calls: [...turn.calls, acted], ...(pending.length > 0 && { pending }) };
      await this.#report();
    }
  }

  async #act(call: Proposed, { calls, pending = [] }: Turn): Promise<Acted | Ending> {
    const refused = (fault: NonNullable<Proposed['fault']>): Acted => ({ ...call, fault, shown: refusal({ ...call, fault }) });
    if (calls.length >= MOST_AT_ONCE) {
      const found = String(calls.length + pending.length);
      const message = `expected at most ${String(MOST_AT_ONCE)} calls at once, found ${found}; this one did not run`;
      return refused({ code: 'STEP_LIMIT', message });
    }
    const excluded = this.#excluded(call);
    if (excluded !== undefined) return refused(excluded);
    if (call.invocation === null) return { ...call, shown: refusal(call) };
    if (this.#calls >= this.#limits.calls) return 'call_budget';
    return this.#count(call) > MOST_SAME ? 'looping' : this.#call(call);
  }

  /** Counts a planner's call; returns how often an identical one was made so far. */
  #count({ invocation }: Proposed): number {
    const key = keyOf(invocation);
    const times = (this.#times.get(key) ?? 0) + 1;
    this.#times.set(key, times);
    return times;
  }

  async #report(): Promise<void> {
    const turns = [...this.#turns];
    this.parts.onTurns?.(turns, this.#used);
    await this.parts.keep?.({ turns, used: this.#used });
  }

  async #call(call: Proposed): Promise<Acted> {
    const { signal } = this.#controller;
    this.#calls++;
    const result = await this.parts.run(call.invocation, signal);
    const repair = result.ok || DECISIONS.has(result.errors[0]?.code ?? '') ? undefined : this.parts.repair(call.invocation, result);
    const view = boundedAnswer(result);
    const done = { ...call, result, ran: ranOf(result) };
    if (repair === undefined) return { ...done, shown: view };
    const why = repair.changes.filter(({ field }) => field !== 'request_id').map(changeText);
    const own = this.planner.repairs === 'own' || this.#calls >= this.#limits.calls || signal.aborted;
    if (own || !repair.determinable) {
      const choices = repair.proposals
        .slice(0, MOST_CHOICES)
        .map(({ class: kind, why: reason, patch }) => ({ class: kind, why: reason, patch }));
      return {
        ...done,
        shown: { ...view, ...(why.length > 0 && { suggested_repair: why }), ...(choices.length > 0 && { choices }) },
      };
    }
    this.#calls++;
    const second = await this.parts.run(repair.invocation, signal, repair.changes);
    const ran = ranOf(second);
    return { ...call, result: second, ran, repaired: { invocation: repair.invocation, why }, shown: boundedAnswer(second) };
  }

  /** The error for a call that the conversation's choice of tools does not allow; undefined if the call is allowed. */
  #excluded({ invocation }: Proposed): Proposed['fault'] {
    const { choice } = this.observed;
    if (choice === undefined || choice === 'auto' || choice === 'required') return undefined;
    const only = choice === 'none' ? 'no call' : `calls of ${choice.name} alone`;
    if (choice !== 'none' && isRecord(invocation) && invocation['tool_name'] === choice.name) return undefined;
    return { code: 'POLICY_DENIED', message: `expected ${only}, as the choice of tools says` };
  }

  get #stopped(): Ending | null {
    if (this.#late) return 'time_budget';
    return this.#controller.signal.aborted ? 'cancelled' : null;
  }

  get #used(): Limits {
    return { steps: this.#steps, calls: this.#calls, ms: this.parts.clock.now() - this.#began };
  }

  #end(ending: Ending, text = WORDS[ending], code: string | null = CODES[ending]): Conversation {
    return { ending, text, code, turns: [...this.#turns], used: this.#used };
  }
}

const NOTHING: Limits = { steps: 0, calls: 0, ms: 0 };

const ranOf = ({ tool_call_id, status, metadata }: ToolResult): NonNullable<Acted['ran']> => ({
  tool_call_id,
  result_hash: metadata.result_hash ?? null,
  status,
  started_ms: metadata.startedAtMs,
  ended_ms: metadata.endedAtMs,
});

const changeText = ({ field, after, why }: CallChange): string =>
  `${field}${after === undefined ? '' : ` = ${JSON.stringify(after).slice(0, 200)}`} (${why})`;

/** Codes of results by which a person rejected or cancelled a call: that is not a failure, so no repair runs instead. */
const DECISIONS = new Set(['APPROVAL_REJECTED', 'CANCELLED']);

const WORDS: Readonly<Record<Ending, string>> = {
  answered: '',
  cancelled: 'Stopped.',
  paused: 'Paused.',
  step_limit: 'The planner used all its steps and did not answer.',
  call_budget: 'The planner used all its calls and did not answer.',
  time_budget: 'The time for the conversation ran out.',
  looping: 'The planner requested the same call a third time.',
  failed: 'The planner failed.',
};

const CODES: Readonly<Record<Ending, string | null>> = {
  answered: null,
  cancelled: 'CANCELLED',
  paused: null,
  step_limit: 'STEP_LIMIT',
  call_budget: 'BUDGET_EXCEEDED',
  time_budget: 'TIMEOUT',
  looping: 'PLANNER_LOOPS',
  failed: 'PLANNER_FAILED',
};

const refusal = ({ fault }: Proposed): unknown => ({
  status: 'error',
  summary: `The call did not run: ${fault?.message ?? 'it is not complete'}`,
  errors: [{ code: fault?.code ?? 'invalid_json', message: fault?.message ?? 'the call is not complete' }],
});

/** Returns a key that is equal for tool calls that differ only in their ids, to find identical calls. */
function keyOf(invocation: unknown): string {
  if (!isRecord(invocation)) return JSON.stringify(invocation);
  const { request_id: _r, tool_call_id: _t, timeout_ms: _m, ...rest } = invocation;
  return JSON.stringify(rest);
}
