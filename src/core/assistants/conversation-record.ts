import type { Acted, Conversation, Progress, Proposed, Turn } from '../../planner/planner.ts';
import { MOST_CALLS, MOST_CHANGES, MOST_TEXT, type ConversationRecord } from '../../session/conversation.ts';
import type { ToolResult } from '../../tools/contract/index.ts';

type ResultOf = (tool_call_id: string) => ToolResult | undefined;

/** The turns without results, for storage. Texts and lists are cut to the limits of the record, so that it can be read again. */
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

/** The end for storage, within the same limits. */
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
 * The state in which a conversation goes on. Results are added by id if they still have the digest. A paused or interrupted conversation
 * keeps its use of the limits; the limits of one that ended otherwise start again, and calls that it left undone are dropped.
 *
 * @param keepsPending whether pending calls run; otherwise the planner proposes them again
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
  // A turn without any call cannot be sent to a model.
  const whole = last !== undefined && last.calls.length === 0 && last.pending === undefined ? restored.slice(0, -1) : restored;
  // The number of turns is not the number of used steps: a fork and a conversation whose limits began again have earlier turns.
  const steps = Math.max(0, before.steps - (restored.length - whole.length));
  return { turns: whole, used: goesOn ? { ...before, steps } : { steps: 0, calls: 0, ms: 0 } };
}

/** The turns with the results that are still stored under their id and digest. */
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

/** The journal may contain the id of a call that was interrupted, and ids of calls are unique. */
function renamed<T extends { readonly invocation: unknown }>(call: T, id: string): T {
  const { invocation } = call;
  if (typeof invocation !== 'object' || invocation === null) return { ...call, id };
  return { ...call, id, invocation: { ...invocation, request_id: id, tool_call_id: id } };
}

/** The end of a conversation that can be resumed. */
export const PAUSED = Object.freeze({ ending: 'paused', text: 'Paused.', code: null });

/** A new conversation with the first turns of another and its own limits; it is paused until it is resumed. */
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

/** The conversation without what it shows of these calls' results; the same object if it shows none. */
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

/** What a planner receives instead of a result that the person removed. */
const FORGOTTEN = Object.freeze({ summary: 'The result was removed.' });
