import type { Decoded } from '../wire/record.ts';
import type { Planner } from './planner.ts';

/** The planner that repeats a transcript: its calls in order, one per turn. Results in the transcript are ignored. */
export function transcriptPlanner({ calls }: Decoded, newId: () => string): Planner {
  return {
    name: 'Transcript',
    repairs: 'rules',
    think: ({ turns }) => {
      const call = calls[turns.length];
      if (call === undefined)
        return Promise.resolve({ kind: 'answer', text: `All ${String(calls.length)} calls of the transcript were used.` });
      const { name, invocation, error } = call;
      // Use a new id, because the same transcript may be run twice.
      const id = newId();
      const fault = error === null ? undefined : { code: error.errorCode, message: error.safeMessage };
      return Promise.resolve({
        kind: 'act',
        text: call.toolCallId,
        calls: [{ id, name, invocation: invocation && { ...invocation, request_id: id, tool_call_id: id }, ...(fault && { fault }) }],
      });
    },
  };
}
