import { isRecord } from '../../../src/base/record.ts';
import { WorkbenchError } from '../../../src/base/failure.ts';
import { chatPlanner } from '../../../src/planner/chat.ts';
import { converse } from '../../../src/planner/loop.ts';
import { LIMITS, type Conversation, type Planner } from '../../../src/planner/planner.ts';
import type { TracedAnswer, TracedCall, TracedConversation } from '../../../src/planner/trace.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import type { DecodedInvocation } from '../../../src/wire/record.ts';
import { scoreRun, type RunOutcome, type Score } from '../../../src/wire/score.ts';
import { testClock } from '../../support/tools.ts';
import type { AgentCase } from './cases.ts';
import { digestOf, type Body, type Exchange, type Exchanges } from './recordings.ts';
import type { Surroundings } from './surroundings.ts';

/** A value of one axis of the matrix. */
export interface Named<T> {
  readonly name: string;
  readonly value: T;
}

/** One cell of the matrix, once. */
export interface Trial {
  readonly given: AgentCase;
  readonly model: string;
  /** System text; `{{instructions}}` in it stands for the planner's own. */
  readonly prompt: Named<string>;
  readonly catalog: Named<Surroundings>;
  readonly repeat: number;
}

export interface Run {
  readonly trial: Trial;
  readonly score: Score;
  readonly ending: Conversation['ending'];
  readonly code: string | null;
  readonly requests: number;
  /** Null if an answer does not report them. */
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  readonly conversation: TracedConversation;
}

/** Asks one question, runs the calls of the model and scores them. Throws `NO_RECORDING`; every failure of the model is a result. */
export async function runTrial(trial: Trial, exchanges: Exchanges, steps: number): Promise<Run> {
  const { given, model, prompt, catalog, repeat } = trial;
  const name = JSON.stringify([given.id, model, prompt.name, catalog.name, repeat]);
  const scope = digestOf(name).slice(0, 16);
  const exchange = exchanges(name);
  const { value: around } = catalog;
  const recorder = new Recorder(exchange, (body) => requestOf(body, trial));
  let next = 0;
  const started_ms = exchange.now();
  const conversation = await converse(
    recorder.timed(
      chatPlanner(
        model,
        (body, signal) => recorder.send(body, signal),
        () => `${scope}-${String(next++)}`,
      ),
    ),
    { question: given.question, tools: around.tools, captures: around.captures },
    {
      run: (invocation, signal) => recorder.call(invocation, async () => answered(await around.run(invocation, signal, scope), given)),
      repair: around.repair,
      clock: testClock(),
      limits: { ...LIMITS, steps: Math.min(steps, given.steps ?? steps) },
    },
  );
  const ended_ms = exchange.now();
  exchange.end();
  if (recorder.missing !== undefined) throw recorder.missing;
  const { answers } = recorder;
  // A run of one answer ends at the limit of steps as it should.
  const failed = conversation.ending === 'failed' || (conversation.code !== null && given.steps !== 1);
  return {
    trial,
    score: scoreRun(await outcomeOf(conversation, around), given, around.tools),
    ending: conversation.ending,
    code: conversation.code,
    requests: answers.length,
    input_tokens: sumOf(answers.map(({ input_tokens }) => input_tokens)),
    output_tokens: sumOf(answers.map(({ output_tokens }) => output_tokens)),
    conversation: {
      id: scope,
      agent: 'capture-workbench',
      model,
      question: given.question,
      started_ms,
      ended_ms,
      ...(failed && { error: conversation.code }),
      answers,
    },
  };
}

/** The result with the answer that a case holds for its tool. */
function answered(result: ToolResult, { answers = {} }: AgentCase): ToolResult {
  const { toolName } = result.metadata;
  if (!result.ok || !Object.hasOwn(answers, toolName)) return result;
  const value = answers[toolName];
  return Object.freeze({ ...result, structured_output: isRecord(value) ? value : { value } });
}

/** Not streamed, because endpoints report tokens of streamed answers on request only. */
function requestOf(body: Body, { prompt, catalog: { value: around } }: Trial): Body {
  const { stream: _, ...rest } = body;
  const messages = (body['messages'] as readonly { readonly role: string; readonly content: string }[]).flatMap((message) => {
    if (message.role !== 'system') return [message];
    const content = prompt.value.replaceAll('{{instructions}}', () => (around.instructed ? message.content : '')).trim();
    return content === '' ? [] : [{ ...message, content }];
  });
  return { ...rest, ...around.request, messages };
}

/** Times and tokens of the answers and calls of one conversation. */
class Recorder {
  readonly answers: (TracedAnswer & { calls: TracedCall[] })[] = [];
  missing: WorkbenchError | undefined;
  #reply: Partial<TracedAnswer> = {};

  constructor(
    private readonly exchange: Exchange,
    private readonly request: (body: Body) => Body,
  ) {}

  async send(body: Body, signal: AbortSignal): Promise<unknown> {
    this.#reply = {};
    const answer = await this.exchange.send(this.request(body), signal);
    this.#reply = replyOf(answer);
    return answer;
  }

  timed(planner: Planner): Planner {
    return {
      ...planner,
      think: async (observed, signal) => {
        const started_ms = this.exchange.now();
        try {
          const thought = await planner.think(observed, signal);
          this.answers.push({ started_ms, ended_ms: this.exchange.now(), ...this.#reply, text: thought.text, calls: [] });
          return thought;
        } catch (error) {
          const code = error instanceof WorkbenchError ? error.code : 'PLANNER_FAILED';
          if (error instanceof WorkbenchError && code === 'NO_RECORDING') this.missing = error;
          this.answers.push({ started_ms, ended_ms: this.exchange.now(), ...this.#reply, error: code, calls: [] });
          throw error;
        }
      },
    };
  }

  async call<T extends { readonly errors: readonly { readonly code: string }[]; readonly summary: string; readonly ok: boolean }>(
    invocation: unknown,
    run: () => Promise<T>,
  ): Promise<T> {
    const { tool_name, tool_call_id, arguments: args } = invocation as DecodedInvocation;
    const started_ms = this.exchange.now();
    const result = await run();
    const error = result.ok ? null : (result.errors[0]?.code ?? 'error');
    const ended_ms = this.exchange.now();
    const { summary } = result;
    this.answers
      .at(-1)
      ?.calls.push({ id: tool_call_id, name: tool_name, started_ms, ended_ms, error, arguments: args, result: { summary } });
    return result;
  }
}

/** Id, model, end and tokens of a chat completion, as far as it has them. */
function replyOf(answer: unknown): Partial<TracedAnswer> {
  if (!isRecord(answer)) return {};
  const { id, model, usage, choices } = answer;
  const [choice] = Array.isArray(choices) ? (choices as readonly unknown[]) : [];
  const reason = isRecord(choice) ? choice['finish_reason'] : undefined;
  const [input, output] = ['prompt_tokens', 'completion_tokens'].map((key) => (isRecord(usage) ? usage[key] : undefined));
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof model === 'string' && { model }),
    ...(typeof reason === 'string' && { finish_reasons: [reason] }),
    ...(Number.isSafeInteger(input) && { input_tokens: input as number }),
    ...(Number.isSafeInteger(output) && { output_tokens: output as number }),
  };
}

const sumOf = (numbers: readonly (number | undefined)[]): number | null =>
  numbers.every((number) => number !== undefined) ? numbers.reduce((sum, number) => sum + number, 0) : null;

async function outcomeOf({ ending, text, turns }: Conversation, { valid }: Surroundings): Promise<RunOutcome> {
  const calls = turns.flatMap((turn) => turn.calls);
  const made = calls.map(({ name, invocation }) => ({
    type: 'function',
    function: { name, arguments: JSON.stringify((invocation as DecodedInvocation | null)?.arguments ?? {}) },
  }));
  const fit = await Promise.all(calls.map(async ({ invocation }) => invocation !== null && valid(invocation)));
  return {
    calls: calls.map(({ id, invocation }) => ({ id, invocation: invocation as DecodedInvocation | null })),
    names: calls.map(({ name }) => name),
    output: ending === 'answered' ? text : JSON.stringify(made),
    valid: fit.length > 0 && fit.every(Boolean),
  };
}
