import type { Decoded } from '../wire/record.ts';
import type { Proposed } from './planner.ts';

/**
 * The calls of a decoded answer as proposals. Text that resembles a call among other text is neither a call nor an
 * answer: it becomes a call that did not run, so that the model learns the correct form.
 */
export function proposedIn({ calls, problems }: Decoded, newId: () => string): readonly Proposed[] {
  const described = problems.find(({ code }) => code === 'CALL_IN_TEXT');
  if (calls.length === 0 && described !== undefined) {
    return [{ id: newId(), name: 'unknown', invocation: null, fault: { code: described.code, message: described.message } }];
  }
  return calls.map((call) => {
    // Models reuse call ids in each answer; here every attempt needs a unique id.
    const id = newId();
    if (call.invocation !== null) return { id, name: call.name, invocation: { ...call.invocation, request_id: id, tool_call_id: id } };
    const { errorCode, safeMessage } = call.error ?? { errorCode: 'invalid_json', safeMessage: 'the call is not complete' };
    return { id, name: call.name, invocation: null, fault: { code: errorCode, message: safeMessage } };
  });
}
