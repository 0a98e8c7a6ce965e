import { WorkbenchError } from '../../base/failure.ts';
import { builtInPlanner } from '../../planner/built-in.ts';
import { chatPlanner } from '../../planner/chat.ts';
import { planPlanner } from '../../planner/from-plan.ts';
import { transcriptPlanner } from '../../planner/from-transcript.ts';
import { converse, type LoopParts } from '../../planner/loop.ts';
import { LIMITS, type Conversation, type Planner } from '../../planner/planner.ts';
import { parseJsonText, type ToolPolicy, type ToolResult } from '../../tools/contract/index.ts';
import type { CaptureLookup } from '../../tools/definition.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import { conversationSchema, MOST_TEXT, MOST_TURNS, type ConversationRecord } from '../../session/conversation.ts';
import type { AskOptions, Asked, AssistantsPort, PlannerChoice } from '../../workbench/assistants.ts';
import type { Policies } from '../calls/policies.ts';
import type { CatalogPort } from '../../workbench/tools.ts';
import { decode } from '../../wire/decode.ts';
import { detectDialect } from '../../wire/detect.ts';
import { systemClock } from '../clock.ts';
import type { CoreHost } from '../host.ts';
import { AGENTS, toolsFor } from './agents.ts';
import { chosen, planOfQuestion } from './questions.ts';
import { askEndpoint } from './ask-endpoint.ts';
import { progressOf, recordedEnd, recordedTurns, withResults } from './conversation-record.ts';
import type { Conversations } from './conversations.ts';
import { loopbackUrl } from './loopback.ts';

export interface PlannerParts {
  readonly runner: Pick<Runner, 'catalog'>;
  readonly captures: CaptureLookup;
  readonly repair: CatalogPort['repair'];
  readonly policy: Pick<Policies, 'read' | 'replace'>;
  /** The browser's built-in model. */
  readonly model: CoreHost['model'];
  readonly run: (entry: 'planner', invocation: unknown, options: RunOptions) => Promise<ToolResult>;
  readonly conversations: Conversations;
  readonly resultOf: (tool_call_id: string) => ToolResult | undefined;
  /** Settles when the results of the previous core, which ended, are restored. */
  readonly restored: () => Promise<unknown>;
  /** Writes the session to the browser's storage, if it is stored there; omits files of newly opened captures, because they take long. */
  readonly flush: () => Promise<void>;
  /** Whether this build may connect to model servers on this machine. */
  readonly localModel: boolean;
}

export async function plannerChoices({ localModel, model }: PlannerParts): Promise<readonly PlannerChoice[]> {
  const closed = 'This build reaches no server. Build it with npm run build:local-model to ask a model on this machine.';
  return [
    { id: 'rules', title: 'Rules: a question from the list', obstacle: null },
    { id: 'plan', title: 'An imported plan', obstacle: null },
    { id: 'transcript', title: 'A transcript, once more', obstacle: null },
    { id: 'endpoint', title: 'A model on this machine (OpenAI-compatible server)', obstacle: localModel ? null : closed },
    { id: 'built_in', title: 'The built-in model of this browser', obstacle: await model.obstacle() },
  ];
}

/** Adds the tools that only read to those that a planner's agent may call, within the person's own limits. */
export function allowReading({ policy, runner }: PlannerParts, planner: string): void {
  const agent = AGENTS[planner];
  if (agent === undefined) return;
  const { agents, format, version, ...own } = policy.read();
  const reading = runner.catalog().flatMap(({ name, effect }) => (effect === 'read_only' ? [name] : []));
  const allowedTools = [...new Set([...(agents[agent]?.allowedTools ?? []), ...reading])];
  const next: ToolPolicy = { ...own, format, version, agents: { ...agents, [agent]: { ...own, allowedTools } } };
  policy.replace(next);
}

const newId = (): string => `plan-${crypto.randomUUID()}`;

/** Runs the planner loop for a question. Rejects before any call runs if the plan, transcript or address is invalid. */
export function ask(asked: Asked, options: AskOptions, parts: PlannerParts): Promise<Conversation> {
  const { planner, text, capture_ids, endpoint, model } = asked;
  const own = {
    planner,
    text,
    capture_ids: [...capture_ids],
    ...(endpoint !== undefined && { endpoint }),
    ...(model !== undefined && { model }),
  };
  const id = `conversation-${crypto.randomUUID()}`;
  return run(
    { id, asked: own, limits: options.limits ?? LIMITS, used: { steps: 0, calls: 0, ms: 0 }, turns: [], end: null },
    options,
    parts,
  );
}

/** Continues a stored conversation, optionally with another server or model. Calls that already ended do not run again. */
export async function resume(
  id: string,
  at: Pick<Asked, 'endpoint' | 'model'>,
  options: AskOptions,
  parts: PlannerParts,
): Promise<Conversation> {
  const record = parts.conversations.get(id);
  if (record.end?.ending === 'answered')
    throw new WorkbenchError(
      'CONVERSATION_ENDED',
      'expected a conversation without an answer, found one with its answer: fork it from a step',
    );
  return run({ ...record, asked: { ...record.asked, ...at }, end: null }, options, parts, record);
}

/** Returns a stored conversation: its turns, with those results that are still stored, and its end. */
export const conversation = (
  id: string,
  { conversations, resultOf }: PlannerParts,
): Awaited<ReturnType<AssistantsPort['conversation']>> => {
  const { turns, used, end } = conversations.get(id);
  return { turns: withResults(turns, resultOf), used, end };
};

/** Runs or continues a conversation, and stores it after each of its events. */
async function run(record: ConversationRecord, options: AskOptions, parts: PlannerParts, earlier = record): Promise<Conversation> {
  requireStorable(record);
  const { asked, limits } = record;
  const { conversations } = parts;
  const planner = plannerOf(asked, parts);
  const agent = AGENTS[asked.planner];
  const context = agent === undefined ? undefined : { agent: { id: agent, version: '1' } };
  const call: LoopParts['run'] = (invocation, signal, repairs) =>
    // The calls come from a planner on the page, so a person is there to approve calls that need approval.
    parts.run('planner', invocation, {
      signal,
      repairs,
      interactive: true,
      ...(asked.planner !== 'rules' && { trust: 'untrusted' }),
      context,
    });
  const observed = { question: asked.text, tools: toolsFor(parts.runner, asked.planner), captures: chosen(parts, asked.capture_ids) };
  const store = (next: Pick<ConversationRecord, 'turns' | 'used' | 'end'>): Promise<void> => {
    conversations.put({ ...record, ...next });
    return unlessStopped(parts.flush(), options.signal);
  };
  const { pause, done } = conversations.start(record.id);
  try {
    await parts.restored();
    const from = progressOf(earlier, parts.resultOf, { keepsPending: planner.repairs === 'own', newId });
    if (from.turns.length + limits.steps - from.used.steps > MOST_TURNS)
      throw new WorkbenchError(
        'CONVERSATION_TOO_LONG',
        `expected a conversation of at most ${String(MOST_TURNS)} steps, found one that may have more: allow fewer steps, or fork it from an earlier one`,
      );
    const keep: LoopParts['keep'] = ({ turns, used }) => store({ turns: recordedTurns(turns), used, end: null });
    await keep(from);
    const { signal, onTurns, onDraft } = options;
    const given = { signal, ...(onTurns && { onTurns }), ...(onDraft && { onDraft }) };
    const ended = await converse(planner, observed, {
      ...{ run: call, repair: parts.repair, clock: systemClock, limits, from, pause, keep },
      ...given,
    });
    await store({ turns: recordedTurns(ended.turns), used: ended.used, end: recordedEnd(ended) });
    return ended;
  } finally {
    done();
  }
}

/** Throws `CONVERSATION_TOO_LARGE` for a conversation so large that a session containing it could not be read again. */
function requireStorable(record: ConversationRecord): void {
  const issue = conversationSchema.safeParse(record).error?.issues[0];
  if (issue)
    throw new WorkbenchError(
      'CONVERSATION_TOO_LARGE',
      `expected a text of at most ${String(MOST_TEXT)} characters and other values within the limits of a stored conversation, found a fault in ${issue.path.join('.')}: ${issue.message}`,
    );
}

/** Waits for a write of the session, but not after the person stops the conversation; the next write then includes its changes. */
function unlessStopped(written: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return written;
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  // A signal that had already aborted fires no event, so check its state.
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return Promise.race([written, stopped]).finally(() => {
    signal.removeEventListener('abort', stop);
  });
}

function plannerOf({ planner, text, capture_ids, endpoint, model }: Asked, parts: PlannerParts): Planner {
  const over = chosen(parts, capture_ids);
  switch (planner) {
    case 'rules':
      return planPlanner(
        'Rules',
        planOfQuestion(parts, text, capture_ids),
        { get: (id) => parts.captures.get(id), list: () => over },
        newId,
      );
    case 'plan': {
      const { value, errors } = parseJsonText(text);
      if (errors.length > 0) throw new WorkbenchError('INVALID_PLAN', `expected a plan as JSON, found ${errors[0]?.message ?? 'none'}`);
      return planPlanner('Plan', value, parts.captures, newId);
    }
    case 'transcript': {
      const dialect = detectDialect(text);
      if (dialect === null) throw new WorkbenchError('UNKNOWN_DIALECT', 'expected a transcript of a known dialect, found none');
      return transcriptPlanner(decode(dialect, text, parts.runner.catalog()), newId);
    }
    case 'endpoint': {
      if (!parts.localModel) throw new WorkbenchError('NOT_IN_THIS_BUILD', 'expected a build for models on this machine, found another');
      const base = loopbackUrl(endpoint ?? '').href.replace(/\/+$/, '');
      const address = base.endsWith('/chat/completions') ? base : `${base.endsWith('/v1') ? base : `${base}/v1`}/chat/completions`;
      return chatPlanner(model ?? '', (body, signal, stream) => askEndpoint(address, body, { signal, stream }), newId);
    }
    case 'built_in':
      return builtInPlanner((system, prompt, schema, signal) => parts.model.ask(system, prompt, schema, { signal }), newId);
  }
}
