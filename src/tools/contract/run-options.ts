import { text, whole } from './identifiers.ts';
import { CallChange } from './result.ts';
import { z } from './zod.ts';

/** The data members of a call's options. The signal and the progress callback are not data and are read separately. */
const CallContext = z.strictObject({
  connection_id: text(1, 128).describe('Id of the key that the call may use.').optional(),
  agent: z
    .strictObject({
      id: text(1, 100).describe('Id of the agent, as the policy lists it.'),
      version: text(1, 64).describe('Version of the agent.'),
    })
    .describe('The agent that calls; the local user calls when absent.')
    .optional(),
  preferences: z.array(text(1, 400)).max(64).describe('Preferences of the person, in plain words.').optional(),
  traceId: text(1, 128).describe('Id shared by the calls of one plan.').optional(),
  correlationId: text(1, 128).describe('Id shared by a call and its repairs.').optional(),
});

export const CallOptions = z.strictObject({
  interactive: z.boolean().describe('Whether a person may be asked for approval.').optional(),
  context: CallContext.describe('Who calls, and what the call may use.').optional(),
  entry: text(1, 64).describe('Entry point of the call.').optional(),
  scope: text(1, 128).describe('Scope in which request ids are unique.').optional(),
  depth: whole().describe('Number of enclosing calls.').optional(),
  beside: z.boolean().describe('Whether the call may run beside other calls.').optional(),
  fresh: z.boolean().describe('Whether the cache is bypassed.').optional(),
  trust: z.enum(['untrusted', 'semi', 'trusted']).describe('Lowest trust of the data in the arguments.').optional(),
  repairs: z.array(CallChange).max(64).describe('What a repair changed in the call; the result lists it.').optional(),
  toolIds: z.array(text(1, 128)).max(4096).describe('Tools that this run may call.').optional(),
});
