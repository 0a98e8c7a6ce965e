import { clip, visibleString } from '../../base/visible-text.ts';
import type { Approval } from '../../tools/runner/ports.ts';
import type { ApprovalQuestion } from '../../workbench/port.ts';
import type { Form, FormAnswer } from '../../wire/mcp/server/ports.ts';

/** The name by which the journal records the user of an MCP client. */
const PERSON = 'user:mcp-client';
/** Maximum number of characters of the call's arguments that the form shows. */
const MOST_SHOWN = 2000;

/** The form that an MCP client shows its user before a call that needs approval. */
export function approvalForm({ tool, arguments: args, captures, place, reason, risk }: ApprovalQuestion): Form {
  const rows = captures.map(({ capture_id }) => capture_id);
  const shown = clip(visibleString(JSON.stringify(args)), MOST_SHOWN);
  return {
    message: [
      `An assistant wants to call ${tool.name}: ${tool.title}.`,
      `Reason: ${reason || 'the policy requires it'}.`,
      `Writes: ${visibleString(place)}`,
      rows.length === 0 ? 'Reads no capture.' : `Reads: ${visibleString(rows.slice(0, 20).join(', '))}${rows.length > 20 ? ', …' : ''}.`,
      `Arguments: ${shown}`,
      `Risk: ${risk.toFixed(2)} of 1.`,
    ].join('\n'),
    schema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: 'Run this call', description: 'The call runs only if you approve it.', default: false },
      },
      required: ['approve'],
    },
  };
}

/** Converts the client's answer to a decision. Only an explicit yes approves the call. */
export const approvalOf = (answer: FormAnswer): Approval => ({
  kind: answer.action === 'accept' && answer.content['approve'] === true ? 'approved' : 'rejected',
  by: PERSON,
});
