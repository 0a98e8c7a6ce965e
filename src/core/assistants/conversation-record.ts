import type { Acted, Conversation, Progress, Proposed, Turn } from '../../planner/planner.ts';
import { MOST_CALLS, MOST_CHANGES, MOST_TEXT, type ConversationRecord } from '../../session/conversation.ts';
import type { ToolResult } from '../../tools/contract/index.ts';

type ResultOf = (tool_call_id: string) => ToolResult | undefined;

/** Converts turns for storage, without results. Texts and lists are cut to the limits that reading a stored conversation checks. */
export const recordedTurns = (turns: readonly Turn[]): ConversationRecord['turns'] =>
  turns.map(({ text, thought, calls, pending }) => ({
    text: limited(text),
    ...(thought && { thought }),
    calls: calls.slice(0, MOST_CALLS).map(({ result: _, repaired, ...call }) => ({
      ...recordedCall(call),
      ...(repaired && { repaired: { ...repaired, why: repaired.why.slice(0, MOST_CHANGES) } }),
    })),
    ...(pending && { pending: pending.slice(0, MOST_CALLS).map(recordedCall) }),
  }));

/** Converts the end of a conversation for storage, cut to the same limits as the turns. */
export const recordedEnd = ({ ending, text, code, thought }: Conversation): NonNullable<ConversationRecord['end']> => ({
  ending,
  text: limited(text),
  code: code?.slice(0, 128) ?? null,
  ...(thought && { thought }),
});

const recordedCall = <T extends Proposed>({ fault, ...call }: T): Omit<T, 'fault'> & Pick<Proposed, 'fault'> => ({
  ...call,
  name: limited(call.name),
  ...(fault && { fault: { code: limited(fault.code), message: limited(fault.message) } }),
});

const limited = (text: string): string => text.slice(0, MOST_TEXT);

/**
 * The state from which a stored conversation continues. Results are added by call id if their digest is unchanged. A paused or interrupted
 * conversation also continues its count of used steps, calls and time. In one that ended otherwise these counts restart at 0, and its
 * pending calls are dropped.
 */
export function progressOf(
  { turns, used: before, end }: ConversationRecord,
  resultOf: ResultOf,
  { keepsPending, newId }: { readonly keepsPending: boolean; readonly newId: () => string },
): Progress {
  const goesOn = end === null || end.ending === 'paused';
  const restored = withResults(turns, resultOf).map((turn, at): Turn => {
    const left = goesOn && keepsPending && at === turns.length - 1 ? (turns[at]?.pending ?? []) : [];
    return left.length === 0 ? turn : { ...turn, pending: left.map((call) => renamed(call as Acted, newId())) };
  });
  const last = restored.at(-1);
  // Drop a last turn without any call, because it cannot be sent to a model.
  const whole = last !== undefined && last.calls.length === 0 && last.pending === undefined ? restored.slice(0, -1) : restored;
  // Correct the stored count of steps: a fork, or a conversation whose counts restarted, has more turns than used steps.
  const steps = Math.max(0, before.steps - (restored.length - whole.length));
  return { turns: whole, used: goesOn ? { ...before, steps } : { steps: 0, calls: 0, ms: 0 } };
}

/** Adds results to stored turns: those that this session still stores under the call's id, with the same digest. */
export const withResults = (turns: ConversationRecord['turns'], resultOf: ResultOf): readonly Turn[] =>
  turns.map(({ pending: _, thought, ...turn }) => ({
    ...turn,
    ...(thought && { thought }),
    calls: turn.calls.map((call) => withResult(call as Acted, resultOf)),
  }));

function withResult(call: Acted, resultOf: ResultOf): Acted {
  const result = call.ran && resultOf(call.ran.tool_call_id);
  return result !== undefined && (result.metadata.result_hash ?? null) === call.ran?.result_hash ? { ...call, result } : call;
}

/** Gives an interrupted call a new id, because ids of calls are unique and the journal may already contain its old one. */
function renamed<T extends { readonly invocation: unknown }>(call: T, id: string): T {
  const { invocation } = call;
  if (typeof invocation !== 'object' || invocation === null) return { ...call, id };
  return { ...call, id, invocation: { ...invocation, request_id: id, tool_call_id: id } };
}

/** The stored end of a conversation that a person paused and can resume. */
export const PAUSED = Object.freeze({ ending: 'paused', text: 'Paused.', code: null });

/** Copies the first turns of a conversation into a new one, which has its own limits and is paused until a person resumes it. */
export function forked(record: ConversationRecord, steps: number, forkId: string): ConversationRecord {
  const turns = record.turns.slice(0, steps).map(({ pending: _, ...whole }) => whole);
  return {
    ...record,
    id: forkId,
    turns,
    used: { steps: 0, calls: 0, ms: 0 },
    end: PAUSED,
    fork: { of: record.id, steps: turns.length },
  };
}

/** The conversation without the results of the calls with these ids; the same object if it contains none of them. */
export function withoutResult(record: ConversationRecord, ids: ReadonlySet<string>): ConversationRecord {
  const isForgotten = ({ ran, shown }: ConversationRecord['turns'][number]['calls'][number]): boolean =>
    ran !== undefined && ids.has(ran.tool_call_id) && shown !== FORGOTTEN;
  if (!record.turns.some(({ calls }) => calls.some(isForgotten))) return record;
  const turns = record.turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => (isForgotten(call) ? { ...call, shown: FORGOTTEN } : call)),
  }));
  return { ...record, turns };
}

/** Replaces, in what the planner receives, a result that the person removed. */
const FORGOTTEN = Object.freeze({ summary: 'The result was removed.' });
