import { WorkbenchError } from '../base/failure.ts';
import type { CallChange, ToolResult } from '../tools/contract/index.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import type { TimingClock } from '../tools/definition.ts';
import { boundedAnswer } from '../wire/answers.ts';
import { throttled } from './throttled.ts';
import { LIMITS, type Acted, type Conversation, type Drafted, type Ending, type Limits, type Observation } from './planner.ts';
import type { Planner, Proposed, Thought, Turn } from './planner.ts';

/** The part of a repair that the loop needs; only a repair that keeps the meaning runs without asking. */
export interface RepairedCall {
  readonly invocation: unknown;
  readonly changes: readonly CallChange[];
  readonly determinable: boolean;
  readonly proposals: readonly { readonly class: CallChange['class']; readonly why: string; readonly patch: readonly unknown[] }[];
}

export interface LoopParts {
  /** Runs a call through the runner, as for every caller: validation, approval, journal. */
  run(invocation: unknown, signal: AbortSignal, repairs?: readonly CallChange[]): Promise<ToolResult>;
  repair(invocation: unknown, result: ToolResult): RepairedCall | undefined;
  readonly clock: TimingClock;
  readonly limits?: Limits;
  readonly signal?: AbortSignal | undefined;
  /** Called after every call and every turn of the planner. */
  readonly onTurns?: (turns: readonly Turn[], used: Limits) => void;
  /** Called while the planner's answer arrives, at most every 100 ms. */
  readonly onDraft?: (draft: Drafted) => void;
}

/** Shortest time between two drafts in ms. */
const DRAFT_MS = 100;
/** Most identical calls; one more counts as looping. */
const MOST_SAME = 2;
/** Most calls in one turn; further ones are rejected, each with an error. */
const MOST_AT_ONCE = 16;
/** Most proposed repairs shown to a planner. */
const MOST_CHOICES = 4;

/**
 * Runs the loop of observing, thinking and acting until the planner answers or a limit is reached (S2-L1, S2-L3). Never rejects: every end
 * has a code. Calls of one turn run one after another (R45); the planner receives their results in the bounded view.
 */
export async function converse(planner: Planner, observed: Omit<Observation, 'turns'>, parts: LoopParts): Promise<Conversation> {
  return new Loop(planner, observed, parts).run();
}

class Loop {
  readonly #turns: Turn[] = [];
  readonly #limits: Limits;
  readonly #began: number;
  readonly #controller = new AbortController();
  readonly #times = new Map<string, number>();
  #late = false;
  #steps = 0;
  #calls = 0;

  constructor(
    private readonly planner: Planner,
    private readonly observed: Omit<Observation, 'turns'>,
    private readonly parts: LoopParts,
  ) {
    this.#limits = parts.limits ?? LIMITS;
    this.#began = parts.clock.now();
  }

  async run(): Promise<Conversation> {
    const { signal, clock } = this.parts;
    const stop = (): void => {
      this.#controller.abort();
    };
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    const forget = clock.after(this.#limits.ms, () => {
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
      if (this.#stopped !== null) return this.#end(this.#stopped);
      if (this.#steps >= this.#limits.steps) return this.#end('step_limit');
      this.#steps++;
      let thought: Thought;
      try {
        thought = await this.#think();
      } catch (error) {
        if (this.#stopped !== null) return this.#end(this.#stopped);
        const code = error instanceof WorkbenchError ? error.code : 'PLANNER_FAILED';
        return this.#end('failed', error instanceof Error ? error.message : 'the planner failed', code);
      }
      if (thought.kind === 'answer') return this.#end('answered', thought.text);
      const ending = await this.#act(thought.text, thought.calls);
      if (ending !== null) return this.#end(ending);
    }
  }

  /** A planner that ignores its signal is abandoned. */
  #think(): Promise<Thought> {
    const { signal } = this.#controller;
    const { onDraft, clock } = this.parts;
    const drafts = onDraft && throttled(onDraft, clock, DRAFT_MS);
    const thought = this.planner.think({ ...this.observed, turns: this.#turns }, signal, drafts?.call);
    return new Promise<Thought>((resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new WorkbenchError('CANCELLED', 'the planner was stopped'));
      });
      thought.then(resolve, reject);
    }).finally(() => drafts?.stop());
  }

  async #act(text: string, calls: readonly Proposed[]): Promise<Ending | null> {
    const at = this.#turns.length;
    const acted: Acted[] = [];
    const report = (): void => {
      this.#turns[at] = { text, calls: [...acted] };
      this.parts.onTurns?.([...this.#turns], this.#used);
    };
    report();
    for (const call of calls.slice(0, MOST_AT_ONCE)) {
      if (this.#stopped !== null) return this.#stopped;
      const excluded = this.#excluded(call);
      if (excluded !== undefined) acted.push({ ...call, fault: excluded, shown: refusal({ ...call, fault: excluded }) });
      else if (call.invocation === null) acted.push({ ...call, shown: refusal(call) });
      else {
        if (this.#calls >= this.#limits.calls) return 'call_budget';
        const times = (this.#times.get(keyOf(call.invocation)) ?? 0) + 1;
        this.#times.set(keyOf(call.invocation), times);
        if (times > MOST_SAME) return 'looping';
        acted.push(await this.#call(call));
      }
      report();
    }
    for (const call of calls.slice(MOST_AT_ONCE)) {
      const message = `expected at most ${String(MOST_AT_ONCE)} calls at once, found ${String(calls.length)}; this one did not run`;
      acted.push({ ...call, shown: refusal({ ...call, fault: { code: 'STEP_LIMIT', message } }) });
    }
    report();
    return this.#stopped;
  }

  async #call(call: Proposed): Promise<Acted> {
    const { signal } = this.#controller;
    this.#calls++;
    const result = await this.parts.run(call.invocation, signal);
    const repair = result.ok || DECISIONS.has(result.errors[0]?.code ?? '') ? undefined : this.parts.repair(call.invocation, result);
    const view = boundedAnswer(result);
    if (repair === undefined) return { ...call, result, shown: view };
    const why = repair.changes.filter(({ field }) => field !== 'request_id').map(changeText);
    const own = this.planner.repairs === 'own' || this.#calls >= this.#limits.calls || signal.aborted;
    if (own || !repair.determinable) {
      const choices = repair.proposals
        .slice(0, MOST_CHOICES)
        .map(({ class: kind, why: reason, patch }) => ({ class: kind, why: reason, patch }));
      return {
        ...call,
        result,
        shown: { ...view, ...(why.length > 0 && { suggested_repair: why }), ...(choices.length > 0 && { choices }) },
      };
    }
    this.#calls++;
    const second = await this.parts.run(repair.invocation, signal, repair.changes);
    return { ...call, result: second, repaired: { invocation: repair.invocation, why }, shown: boundedAnswer(second) };
  }

  /** The fault of a call that the choice of tools excludes; undefined if the call is allowed. */
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

const changeText = ({ field, after, why }: CallChange): string =>
  `${field}${after === undefined ? '' : ` = ${JSON.stringify(after).slice(0, 200)}`} (${why})`;

/** Rejection or cancellation by a person is not a failure, so no repair runs instead. */
const DECISIONS = new Set(['APPROVAL_REJECTED', 'CANCELLED']);

const WORDS: Readonly<Record<Ending, string>> = {
  answered: '',
  cancelled: 'Stopped.',
  step_limit: 'The planner used all its steps and did not answer.',
  call_budget: 'The planner used all its calls and did not answer.',
  time_budget: 'The time for the conversation ran out.',
  looping: 'The planner requested the same call a third time.',
  failed: 'The planner failed.',
};

const CODES: Readonly<Record<Ending, string | null>> = {
  answered: null,
  cancelled: 'CANCELLED',
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

/** A key that ignores the call's ids. */
function keyOf(invocation: unknown): string {
  if (!isRecord(invocation)) return JSON.stringify(invocation);
  const { request_id: _r, tool_call_id: _t, timeout_ms: _m, ...rest } = invocation;
  return JSON.stringify(rest);
}
