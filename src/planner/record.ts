import { z } from 'zod';
import type { ToolResult } from '../tools/contract/index.ts';
import type { Acted, Progress, Turn } from './planner.ts';

const count = z.number().nonnegative();
const used = z.strictObject({
  steps: count.describe('Turns of the planner.'),
  calls: count.describe('Calls that ran.'),
  ms: count.describe('Time, ms.'),
});
const id = z.string().min(1).max(128);
const fault = z.strictObject({ code: z.string().max(128).describe('Error code.'), message: z.string().max(4000).describe('The fault.') });

const proposed = {
  id: id.describe('Id of the call.'),
  name: z.string().max(1000).describe('Tool name as the planner wrote it.'),
  invocation: z.unknown().describe('The invocation; null if it was incomplete.'),
  fault: fault.optional().describe('Why the call did not run.'),
};

const turn = z.strictObject({
  text: z.string().max(4_194_304).describe('Text of the answer.'),
  calls: z
    .array(
      z.strictObject({
        ...proposed,
        ran: z
          .strictObject({
            tool_call_id: id.describe('Call of the result.'),
            result_hash: z.string().max(64).nullable().describe('Digest of the result; null if it has none.'),
            status: z.enum(['ok', 'partial', 'error']).describe('Status of the result.'),
          })
          .optional()
          .describe('The result, which the runs contain; absent if nothing ran.'),
        repaired: z
          .strictObject({ invocation: z.unknown().describe('The call that ran.'), why: z.array(z.string()).max(1000).describe('Changes.') })
          .optional()
          .describe('The call that ran instead.'),
        shown: z.unknown().describe('The result as the planner received it.'),
      }),
    )
    .max(1000)
    .describe('Calls that ended.'),
  pending: z.array(z.strictObject(proposed)).max(1000).optional().describe('Calls that had not ended.'),
});

/** A conversation as it is stored after each event. Results are not part of it: the calls name them by id and digest. */
export const conversationSchema = z.strictObject({
  id: id.describe('Id of the conversation.'),
  asked: z
    .strictObject({
      planner: z.enum(['rules', 'plan', 'transcript', 'endpoint', 'built_in']).describe('The planner.'),
      text: z.string().max(1_048_576).describe('Its input.'),
      capture_ids: z.array(z.string().max(128)).max(1000).describe('Captures that were chosen.'),
      endpoint: z.string().max(2048).optional().describe('Address of the server.'),
      model: z.string().max(256).optional().describe('Name of the model.'),
    })
    .describe('The question.'),
  limits: used.describe('Limits.'),
  used: used.describe('Used part of the limits.'),
  turns: z.array(turn).max(1000).describe('Turns of the planner, oldest first.'),
  end: z
    .strictObject({
      ending: z.string().max(32).describe('How it ended.'),
      text: z.string().max(4_194_304).describe('The answer, or why there is none.'),
      code: z.string().max(128).nullable().describe('Error code; null if nothing failed.'),
    })
    .nullable()
    .describe('Its end; null if it was interrupted.'),
  fork: z
    .strictObject({ of: id.describe('The earlier conversation.'), steps: count.describe('Number of shared turns.') })
    .optional()
    .describe('The conversation whose first turns it shares.'),
});

export type ConversationRecord = z.infer<typeof conversationSchema>;

/** Most conversations that are stored; the oldest go first. */
export const MOST_CONVERSATIONS = 20;

/** The turns without results, for storage. */
export const recordedTurns = (turns: readonly Turn[]): ConversationRecord['turns'] =>
  turns.map(({ text, calls, pending }) => ({
    text,
    calls: calls.map(({ result: _, repaired, ...call }) => ({
      ...call,
      ...(repaired && { repaired: { ...repaired, why: [...repaired.why] } }),
    })),
    ...(pending && { pending: [...pending] }),
  }));

/**
 * The state in which a conversation goes on. Results are added by id if they still have the digest. A paused or interrupted conversation
 * keeps its use of the limits; the limits of one that ended otherwise start again, and calls that it left undone are dropped.
 *
 * @param keepsPending whether pending calls run; otherwise the planner proposes them again
 */
export function progressOf(
  { turns, used: before, end }: ConversationRecord,
  resultOf: (tool_call_id: string) => ToolResult | undefined,
  { keepsPending, newId }: { readonly keepsPending: boolean; readonly newId: () => string },
): Progress {
  const goesOn = end === null || end.ending === 'paused';
  const restored = turns.map(({ text, calls, pending = [] }, at): Turn => {
    const ended = calls.map((call) => withResult(call as Acted, resultOf));
    const left = goesOn && keepsPending && at === turns.length - 1 ? pending : [];
    return { text, calls: ended, ...(left.length > 0 && { pending: left.map((call) => renamed(call as Acted, newId())) }) };
  });
  const last = restored.at(-1);
  // A turn without any call cannot be sent to a model.
  const whole = last !== undefined && last.calls.length === 0 && last.pending === undefined ? restored.slice(0, -1) : restored;
  return { turns: whole, used: goesOn ? { ...before, steps: whole.length } : { steps: 0, calls: 0, ms: 0 } };
}

function withResult(call: Acted, resultOf: (tool_call_id: string) => ToolResult | undefined): Acted {
  const result = call.ran && resultOf(call.ran.tool_call_id);
  return result !== undefined && (result.metadata.result_hash ?? null) === call.ran?.result_hash ? { ...call, result } : call;
}

/** The journal may contain the id of a call that was interrupted, and ids of calls are unique. */
function renamed<T extends { readonly invocation: unknown }>(call: T, id: string): T {
  const { invocation } = call;
  if (typeof invocation !== 'object' || invocation === null) return { ...call, id };
  return { ...call, id, invocation: { ...invocation, request_id: id, tool_call_id: id } };
}

/** A new conversation with the first turns of another; it is paused until it is resumed. */
export function forked(record: ConversationRecord, steps: number, forkId: string): ConversationRecord {
  const turns = record.turns.slice(0, steps).map(({ pending: _, ...whole }) => whole);
  const calls = turns.flatMap((each) => each.calls).filter(({ ran }) => ran !== undefined).length;
  return {
    ...record,
    id: forkId,
    turns,
    used: { steps: turns.length, calls, ms: 0 },
    end: { ending: 'paused', text: 'Paused.', code: null },
    fork: { of: record.id, steps: turns.length },
  };
}
