import type { Decoded } from '../wire/record.ts';
import type { Proposed } from './planner.ts';

/**
 * Converts the calls of a decoded answer to proposals. Text that looks like a call but is among other text is neither a call nor an answer:
 * it becomes a proposal that does not run, so that the model learns the correct form.
 */
export function proposedIn({ calls, problems }: Decoded, newId: () => string): readonly Proposed[] {
  const described = problems.find(({ code }) => code === 'CALL_IN_TEXT');
  if (calls.length === 0 && described !== undefined) {
    return [{ id: newId(), name: 'unknown', invocation: null, fault: { code: described.code, message: described.message } }];
  }
  return calls.map((call) => {
    // Assign a new id, because models use the same ids in every answer, while ids of calls must be unique here.
    const id = newId();
    if (call.invocation !== null) return { id, name: call.name, invocation: { ...call.invocation, request_id: id, tool_call_id: id } };
    const { errorCode, safeMessage } = call.error ?? { errorCode: 'invalid_json', safeMessage: 'the call is not complete' };
    return { id, name: call.name, invocation: null, fault: { code: errorCode, message: safeMessage } };
  });
}
