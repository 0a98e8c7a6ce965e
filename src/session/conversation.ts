import { z } from 'zod';

/** Maximum length of a text that a planner wrote, which is the maximum size of an endpoint's answer. */
export const MOST_TEXT = 4_194_304;
/** Maximum number of turns of a conversation; `MOST_CALLS` and `MOST_CHANGES` limit one turn. */
export const MOST_TURNS = 1000;
export const MOST_CALLS = 100_000;
export const MOST_CHANGES = 1000;
const text = z.string().max(MOST_TEXT);
const count = z.number().nonnegative();
const used = z.strictObject({
  steps: count.describe('Turns of the planner.'),
  calls: count.describe('Calls that ran.'),
  ms: count.describe('Time, ms.'),
});
const id = z.string().min(1).max(128);
const times = {
  started_ms: count.describe('Start, ms since 1970-01-01 UTC.'),
  ended_ms: count.describe('End, ms since 1970-01-01 UTC.'),
};
const thought = z.strictObject(times).optional().describe('When the planner thought.');
const fault = z.strictObject({ code: text.describe('Error code.'), message: text.describe('The fault.') });

const proposed = {
  id: id.describe('Id of the call.'),
  name: text.describe('Tool name as the planner wrote it.'),
  invocation: z.unknown().describe('The invocation; null if it was incomplete.'),
  fault: fault.optional().describe('Why the call did not run.'),
};

const turn = z.strictObject({
  text: text.describe('Text of the answer.'),
  thought,
  calls: z
    .array(
      z.strictObject({
        ...proposed,
        ran: z
          .strictObject({
            tool_call_id: id.describe('Call of the result.'),
            result_hash: z.string().max(64).nullable().describe('Digest of the result; null if it has none.'),
            status: z.enum(['ok', 'partial', 'error']).describe('Status of the result.'),
            started_ms: times.started_ms.optional(),
            ended_ms: times.ended_ms.optional(),
          })
          .optional()
          .describe('The result, which the runs contain; absent if nothing ran.'),
        repaired: z
          .strictObject({
            invocation: z.unknown().describe('The call that ran.'),
            why: z.array(z.string()).max(MOST_CHANGES).describe('Changes.'),
          })
          .optional()
          .describe('The call that ran instead.'),
        shown: z.unknown().describe('The result as the planner received it.'),
      }),
    )
    .max(MOST_CALLS)
    .describe('Calls that ended.'),
  pending: z.array(z.strictObject(proposed)).max(MOST_CALLS).optional().describe('Calls that had not ended.'),
});

/** A conversation in the form that is stored after each event. It does not contain results; its calls refer to them by id and digest. */
export const conversationSchema = z.strictObject({
  id: id.describe('Id of the conversation.'),
  asked: z
    .strictObject({
      planner: z.enum(['rules', 'plan', 'transcript', 'endpoint', 'built_in']).describe('The planner.'),
      text: text.describe('Its input.'),
      capture_ids: z.array(z.string().max(128)).max(1000).describe('Captures that were chosen.'),
      endpoint: text.optional().describe('Address of the server.'),
      model: text.optional().describe('Name of the model.'),
    })
    .describe('The question.'),
  limits: used.describe('Limits.'),
  used: used.describe('Used part of the limits.'),
  turns: z.array(turn).max(MOST_TURNS).describe('Turns of the planner, oldest first.'),
  end: z
    .strictObject({
      ending: z.string().max(32).describe('How it ended.'),
      text: text.describe('The answer, or why there is none.'),
      code: z.string().max(128).nullable().describe('Error code; null if nothing failed.'),
      thought,
    })
    .nullable()
    .describe('Its end; null if it was interrupted.'),
  fork: z
    .strictObject({ of: id.describe('The earlier conversation.'), steps: count.describe('Number of shared turns.') })
    .optional()
    .describe('The conversation whose first turns it shares.'),
});

export type ConversationRecord = z.infer<typeof conversationSchema>;

/** Maximum number of conversations in a session; the oldest ones are left out. */
export const MOST_CONVERSATIONS = 10;
