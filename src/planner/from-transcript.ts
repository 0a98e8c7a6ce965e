import type { Decoded } from '../wire/record.ts';
import type { Planner } from './planner.ts';

/** A transcript once more: its calls in order, one each time it thinks; what it says of their results is not believed. */
export function transcriptPlanner({ calls }: Decoded, newId: () => string): Planner {
  let next = 0;
  return {
    name: 'Transcript',
    repairs: 'rules',
    think: () => {
      const call = calls[next++];
      if (call === undefined)
        return Promise.resolve({ kind: 'answer', text: `All ${String(calls.length)} calls of the transcript were taken.` });
      const { name, invocation, error } = call;
      // An id of its own: the same transcript may be taken twice.
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
